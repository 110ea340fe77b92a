package deliver

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	webhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/safehttp"
)

// verifies reports whether a receiver with the secret accepts the call. The library that
// signs also verifies, so the signature is computed once more, as Standard Webhooks
// defines it.
func verifies(t *testing.T, secret string, p posted) bool {
	t.Helper()
	wh, err := webhooks.NewWebhook(secret)
	if err != nil {
		t.Fatal(err)
	}
	accepted := wh.VerifyIgnoringTimestamp([]byte(p.body), p.header) == nil
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		t.Fatal(err)
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(p.header.Get("webhook-id") + "." + p.header.Get("webhook-timestamp") + "." + p.body))
	computed := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	if slices.Contains(strings.Split(p.header.Get("webhook-signature"), " "), computed) != accepted {
		t.Errorf("the library accepts it: %t, computed %s, sent %s", accepted, computed, p.header.Get("webhook-signature"))
	}
	return accepted
}

// everyCall makes each kind of call once and returns the calls.
func (h *inboxFixture) everyCall() []posted {
	h.Helper()
	before := len(h.posts())
	ctx := context.Background()
	h.add(&conversation{ref: h.ref, id: svcx.ConversationID(100 + before)}, 1)
	time.Sleep(2 * time.Second)
	ch := h.get(h.ref)
	h.d.Ping(ctx, ch)
	h.d.Confirm(ctx, ch, svcx.ActionResolve, "conversation-1")
	h.d.ResolveContent(ctx, ch, "conversation-1", []string{"https://media.example.com/1"})
	h.d.BackRequest(ctx, ch, svcx.BackRequest{Type: svcx.BackInfo, ConversationID: "conversation-1"})
	calls := h.posts()[before:]
	if len(calls) != 5 {
		h.Fatalf("%d calls, want 5", len(calls))
	}
	return calls
}

// allCallsOn switches on the settings that the calls need.
func allCallsOn(s *svcx.Settings) {
	s.IntentConfirmationEnabled, s.AIVerificationURL = true, "https://verify.example.com/"
	s.EphemeralContent, s.BackRequestsEnabled = true, true
}

// D 4: with a signing secret every call is signed as Standard Webhooks defines, without one
// none is. After a rotation both secrets sign for 24 hours.
func TestCallsAreSignedAsStandardWebhooks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newFixture(t)
		h := newInboxFixture(w, svcx.FormB)
		h.set(allCallsOn)
		create := func() string {
			secret, err := h.CreateSigningSecret(t.Context(), inbox.Call{Workspace: h.ws, Actor: inbox.Operator}, h.ref.Channel)
			if err != nil || !strings.HasPrefix(secret, "whsec_") {
				t.Fatal(err)
			}
			return secret
		}
		check := func(when string, want map[string]bool) {
			t.Helper()
			n := 0
			for _, good := range want {
				if good {
					n++
				}
			}
			for _, p := range h.everyCall() {
				signature := p.header.Get("webhook-signature")
				if got := len(strings.Fields(signature)); got != n {
					t.Errorf("%s: signed %d times, want %d: %s", when, got, n, p.body)
				}
				if _, signed := p.header[http.CanonicalHeaderKey("webhook-signature")]; signed != (n > 0) {
					t.Errorf("%s: header present: %t", when, signed)
				}
				for secret, good := range want {
					if verifies(t, secret, p) != good {
						t.Errorf("%s: %s is verified: %t", when, p.body, !good)
					}
				}
			}
		}
		check("before", nil)
		first := create()
		check("created", map[string]bool{first: true})
		second := create()
		check("rotated", map[string]bool{first: true, second: true})
		time.Sleep(24*time.Hour - 10*time.Minute)
		check("after almost a day", map[string]bool{first: true, second: true})
		time.Sleep(11 * time.Minute)
		check("after a day", map[string]bool{first: false, second: true})
		if err := h.DeleteSigningSecret(t.Context(), inbox.Call{Workspace: h.ws, Actor: inbox.Operator}, h.ref.Channel); err != nil {
			t.Fatal(err)
		}
		check("deleted", map[string]bool{first: false, second: false})
		for _, secret := range []string{first, second} {
			h.wantNoTrace(t, strings.TrimPrefix(secret, "whsec_"))
		}
	})
}

// wantNoTrace fails if a secret is in a log line, an event log entry or its bodies.
func (h *inboxFixture) wantNoTrace(t *testing.T, secret string) {
	t.Helper()
	if text := h.log.String(); strings.Contains(text, secret) {
		t.Errorf("the log shows the secret:\n%s", text)
	}
	for _, e := range h.logged(h.ref) {
		b := h.body(e)
		if strings.Contains(e.Error, secret) || strings.Contains(b.Request, secret) || strings.Contains(b.Response, secret) {
			t.Errorf("an event log entry shows the secret: %+v, %+v", e, b)
		}
	}
}

// A retry has its own timestamp and signature, which verifies the sent body and no other.
func TestSignatureOfEachAttempt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newFixture(t)
		w.answer = always(503)
		h := newInboxFixture(w, svcx.FormA)
		secret, err := h.CreateSigningSecret(t.Context(), inbox.Call{Workspace: h.ws, Actor: inbox.Operator}, h.ref.Channel)
		if err != nil {
			t.Fatal(err)
		}
		w.add(&conversation{ref: h.ref, id: 1}, 1)
		time.Sleep(time.Minute)
		calls := w.posts()
		if len(calls) < 3 {
			t.Fatalf("%d attempts", len(calls))
		}
		seen := map[string]bool{}
		for _, p := range calls {
			if !verifies(t, secret, p) {
				t.Errorf("not verified: %v", p.header)
			}
			seen[p.header.Get("webhook-signature")] = true
			p.body += " "
			if verifies(t, secret, p) {
				t.Error("another body is verified")
			}
		}
		if len(seen) != len(calls) {
			t.Errorf("%d signatures of %d attempts", len(seen), len(calls))
		}
	})
}

// fixedSecrets returns the same secrets, or an error, for every channel.
type fixedSecrets struct {
	secrets []string
	err     error
}

func (s fixedSecrets) SigningSecrets(*svcx.Channel) ([]string, error) { return s.secrets, s.err }

// A channel with a signing secret never sends an unsigned call, even if the secret
// cannot be opened or is invalid. The delivery is tried again: the next key may be on
// its way. The reason shows no secret.
func TestNothingGoesOutUnsigned(t *testing.T) {
	const broken = "whsec_not*base64*s3cret"
	for _, secrets := range []fixedSecrets{
		{err: errors.New("sealed by another key")},
		{secrets: []string{broken}},
		{secrets: []string{"whsec_" + base64.StdEncoding.EncodeToString([]byte("key")), broken}},
	} {
		synctest.Test(t, func(t *testing.T) {
			w := newFixture(t)
			w.answer = func(_ context.Context, p posted) (*safehttp.Response, error) {
				t.Errorf("sent %s", p.body)
				return respond(200), nil
			}
			h := newInboxFixture(w, svcx.FormB, func(o *Options) { o.Secrets = secrets })
			h.set(allCallsOn)
			added := w.add(&conversation{ref: h.ref, id: 1}, 1)[0]
			time.Sleep(2 * time.Second)
			w.wantRow(added, row{svcx.DeliveryReady, 1})
			ch := w.get(h.ref)
			if got := h.d.Ping(t.Context(), ch); got.OK {
				t.Errorf("pinged %+v", got)
			}
			if got := h.d.Confirm(t.Context(), ch, svcx.ActionClose, "conversation-1"); !got.Allowed || got.Answered {
				t.Errorf("confirmed %+v", got)
			}
			for _, e := range w.logged(h.ref) {
				if e.Error != "validation: the call could not be signed" {
					t.Errorf("logged %q", e.Error)
				}
			}
			h.wantNoTrace(t, "s3cret")
		})
	}
}

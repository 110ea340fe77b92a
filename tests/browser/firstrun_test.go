package browser

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"

	"svcx/internal/app"
	"svcx/internal/demo"
)

// themes are both themes, each wide and narrow.
func (t *tab) inAllThemes(do func(at string)) {
	t.Helper()
	for _, theme := range []string{"light", "dark"} {
		for _, width := range []int64{1440, 390} {
			t.run(emulation.SetDeviceMetricsOverride(width, 900, 1, width < 720),
				emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: theme}, {Name: "prefers-reduced-motion", Value: "reduce"}}))
			at := theme + ", wide: "
			if width < 720 {
				at = theme + ", narrow: "
			}
			do(at)
		}
	}
	t.run(emulation.SetDeviceMetricsOverride(1440, 900, 1, false))
}

// signedHook is a receiver that verifies signatures as the tutorial says.
type signedHook struct {
	*httptest.Server
	mu       sync.Mutex
	secret   string
	verified []string
}

func newSignedHook(t *testing.T) *signedHook {
	h := &signedHook{}
	h.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		h.mu.Lock()
		defer h.mu.Unlock()
		key, _ := base64.StdEncoding.DecodeString(strings.TrimPrefix(h.secret, "whsec_"))
		mac := hmac.New(sha256.New, key)
		fmt.Fprintf(mac, "%s.%s.%s", r.Header.Get("webhook-id"), r.Header.Get("webhook-timestamp"), body)
		if h.secret == "" || r.Header.Get("webhook-signature") != "v1,"+base64.StdEncoding.EncodeToString(mac.Sum(nil)) {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		h.verified = append(h.verified, string(body))
		w.WriteHeader(http.StatusNoContent)
	}))
	t.Cleanup(h.Close)
	return h
}

// signs tells the receiver its secret.
func (h *signedHook) signs(secret string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.secret = secret
}

// has reports whether an event with a text was verified.
func (h *signedHook) has(text string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.ContainsFunc(h.verified, func(body string) bool { return strings.Contains(body, text) })
}

// From a fresh server to the first verified event by the pages alone: each step is led to by the
// page before, and the checklist follows while one looks at it.
func TestFirstRun(t *testing.T) {
	chromium(t)
	curl(t)
	hook := newSignedHook(t)
	s := &service{T: t, node: serve(t, "--addr", "127.0.0.1:0", "--data-dir", t.TempDir(), "--outbound-allow-http", "--outbound-allow-cidrs", "127.0.0.0/8")}
	begin := time.Now()
	step := func(name string) {
		t.Helper()
		t.Logf("%5.1f s  %s", time.Since(begin).Seconds(), name)
	}
	var err error
	s.shop, err = s.app.Admin.Workspace(t.Context(), "main")
	s.must(err)
	op := s.newTab()
	op.open("/app/main/inbox")
	op.shows("the link that signs you in is printed in its log")
	op.inAllThemes(func(at string) { op.accessible(at + "the sign-in page") })
	op.write(`document.getElementById('email')`, "admin@localhost")
	op.click(button("Print the link"))
	op.shows("Check the server")
	op.accessible("the page after it")
	step("asked for a link")
	op.signIn("admin@localhost")
	op.shows("No workspace to work in yet")
	op.accessible("the operators' first inbox")
	step("signed in")
	op.click(link("Create a workspace"))
	op.until("the form", `document.documentElement.classList.contains('js') && document.getElementById('field-name')`)
	op.write(`document.getElementById('field-name')`, "Acme")
	op.until("a slug", `document.getElementById('field-slug').value === 'acme'`)
	op.click(button("Create the workspace"))
	op.until("its inbox", `location.pathname === '/app/acme/inbox'`)
	op.shows("No channel yet")
	op.shows("0 of 5")
	op.inAllThemes(func(at string) { op.accessible(at + "the first inbox") })
	step("created a workspace, and was led to its inbox")
	op.click(`document.querySelector('.lst .blank .btn')`)
	op.until("the form", `document.documentElement.classList.contains('js') && document.getElementById('field-name')`)
	op.write(`document.getElementById('field-name')`, "Shop")
	op.click(button("Connect"))
	op.shows("Waiting for your first message")
	op.scripts()
	step("connected a channel")
	inbox := op.beside()
	inbox.open("/app/acme/inbox")
	inbox.shows("Waiting for the first message")
	inbox.shows("1 of 5")
	inbox.scripts()
	inbox.accessible("waiting for the first message")
	op.command(`document.querySelector('#block-curl').textContent`)
	op.shows("Your first message is here")
	step("sent the first message by the command of the page")
	inbox.until("the row and the second step", `document.querySelector('.conv') && document.querySelector('#start .now')?.textContent === 'Answer a customer'`)
	op.click(link("Answer it"))
	op.until("the conversation", `document.documentElement.classList.contains('js') && document.querySelector('article[data-author=customer]')`)
	op.write(`document.getElementById('reply')`, "Welcome.")
	op.click(button("Send"))
	op.until("the third step", `document.querySelector('#start .now')?.textContent === 'Send answers to your system'`)
	step("answered it")
	op.shows("replies are kept here and sent to nobody")
	op.click(link("Set a webhook URL"))
	op.until("its field", `document.documentElement.classList.contains('js') && document.activeElement?.id === 'field-webhookUrl'`)
	op.until("its label", `document.querySelector('label[for=field-webhookUrl]').getBoundingClientRect().top > 0`)
	op.until("the documentation", `document.querySelector('.nav a[href="/docs?workspace=acme"]')`)
	op.write(`document.getElementById('field-webhookUrl')`, hook.URL)
	op.click(button("Save"))
	op.until("it saved", `document.querySelector('#say')?.innerText === 'Saved'`)
	op.scripts()
	op.click(link("Create a secret"))
	op.until("the question", `document.querySelector('#ask-signing').open && document.querySelector('#ask-signing').contains(document.activeElement)`)
	op.click(`document.querySelector('#ask-signing button')`)
	op.until("the secret", `document.querySelector('#field-secret')?.value.startsWith('whsec_')`)
	var secret string
	op.look(`document.querySelector('#field-secret').value`, &secret)
	hook.signs(secret)
	step("set the webhook URL and a signing secret")
	op.open("/app/acme/inbox/1")
	op.until("the conversation", `document.documentElement.classList.contains('js') && document.querySelector('#start .now')?.textContent === 'Invite a colleague'`)
	op.write(`document.getElementById('reply')`, "It is on its way.")
	op.click(button("Send"))
	op.shows("Accepted")
	if !hook.has("It is on its way.") {
		t.Error("the receiver has not verified the event")
	}
	op.open("/app/acme/settings/channels/1/events")
	op.until("the event", `[...document.querySelectorAll('tr')].some(r => r.textContent.includes('message.created') && r.textContent.includes('204'))`)
	step("saw the first verified event")
	op.open("/app/acme/inbox/1")
	op.until("the checklist", `document.querySelector('#start .now')?.textContent === 'Invite a colleague'`)
	op.click(button("Hide Get started"))
	op.until("it is gone", `location.pathname === '/app/acme/inbox' && !document.getElementById('start')`)
	op.open("/app/acme/inbox")
	op.until("it stays away", `document.querySelector('.conv') && !document.getElementById('start')`)
}

// Each failure is a page in the looks of the others, which says what happened, why, and what
// to do.
func TestFailuresArePages(t *testing.T) {
	chromium(t)
	s := newService(t)
	bob := s.newTab()
	for _, path := range []string{"/nothing", "/auth/verify"} {
		bob.open(path)
		bob.inAllThemes(func(at string) { bob.accessible(at + path) })
	}
	bob.open("/auth/verify?token=used")
	bob.click(button("Sign in"))
	bob.shows("This link no longer works")
	bob.accessible("a link that was used")
	bob.signIn("bob@example.com")
	for path, says := range map[string]string{
		"/app/shop/nothing":                  "There is no page at this address.",
		"/app/shop/inbox/99":                 "There is no page at this address.",
		"/app/shop/contacts/1/erase":         "Ask ada@example.com to do this, or to make you an admin.",
		"/app/shop/inbox/1/messages":         "Go back to the page that led here",
		"/app/shop/settings/saved-replies/9": "There is no page at this address.",
	} {
		bob.open(path)
		bob.shows(says)
		bob.inAllThemes(func(at string) { bob.accessible(at + path) })
		if strings.Contains(path, "settings") {
			continue // with the navigation of settings
		}
		bob.click(link("Back to the inbox"))
		bob.until("the inbox", `location.pathname === '/app/shop/inbox'`)
	}
	bob.forgive("the server responded with a status of")
}

// newDemo starts a demo and signs a visitor in.
func newDemo(t *testing.T) *tab {
	t.Helper()
	printed := &guide{ready: make(chan struct{})}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() {
		ended <- demo.Run(ctx, app.Config{
			Addr: "127.0.0.1:0", DataDir: t.TempDir(), AutoMigrate: true, DefaultForm: "B", AdminEmail: "admin@localhost", MaxBody: 1 << 20, MaxImportBody: 1 << 20, EventLogRetention: time.Hour,
		}, slog.New(slog.DiscardHandler), printed)
	}()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil && !errors.Is(err, context.Canceled) {
			t.Errorf("the demo ended with %v", err)
		}
	})
	select {
	case <-printed.ready:
	case err := <-ended:
		ended <- err
		t.Fatal(err)
	case <-time.After(time.Minute):
		t.Fatal("the demo is not ready")
	}
	address, token := printed.link()
	s := &service{T: t, node: &node{url: address}}
	visitor := s.newTab()
	visitor.open("/auth/verify?token=" + token)
	visitor.click(button("Sign in"))
	visitor.until("the inbox", `location.pathname === '/app/demo/inbox' && document.querySelectorAll('.conv').length >= 10`)
	return visitor
}

// The demo opens on an inbox with conversations and says what to try; a customer answers.
func TestDemo(t *testing.T) {
	chromium(t)
	visitor := newDemo(t)
	visitor.shows("Try this demo")
	visitor.inAllThemes(func(at string) { visitor.accessible(at + "the demo's inbox") })
	visitor.click(link("Answer Ada about her parcel"))
	visitor.until("her conversation", `document.documentElement.classList.contains('js') && document.querySelectorAll('#messages article').length === 2`)
	visitor.write(`document.getElementById('reply')`, "We have called the carrier.")
	visitor.click(button("Send"))
	visitor.until("her answer", `[...document.querySelectorAll('#messages article')].at(-1).innerText.includes('Thank you, that helps!')`)
	visitor.open("/app/demo/reports")
	visitor.until("plots", `document.querySelectorAll('svg.drawing').length === 4`)
	visitor.open("/app/demo/inbox")
	visitor.click(button("Hide Try this demo"))
	visitor.until("it is gone", `document.readyState === 'complete' && !document.getElementById('start')`)
}

// guide is what the demo prints.
type guide struct {
	mu    sync.Mutex
	text  bytes.Buffer
	done  bool
	ready chan struct{}
}

func (g *guide) Write(b []byte) (int, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.text.Write(b)
	if !g.done && strings.Contains(g.text.String(), "Stop with Ctrl-C") {
		g.done = true
		close(g.ready)
	}
	return len(b), nil
}

// link is the demo's address and the token of its sign-in link.
func (g *guide) link() (address, token string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	_, rest, _ := strings.Cut(g.text.String(), "svcx demo is running on ")
	address, rest, _ = strings.Cut(rest, "\n")
	_, rest, _ = strings.Cut(rest, "?token=")
	token, _, _ = strings.Cut(rest, "\n")
	return address, token
}

package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

// incoming is the body of any request that svcx sends. Its members tell what it is: a
// call has a type, an event has an event, and the simple reply of form A has neither.
type incoming struct {
	Event          string          `json:"event"`
	Type           string          `json:"type"`
	ConversationID string          `json:"conversationId"`
	Timestamp      string          `json:"timestamp"`
	Data           json.RawMessage `json:"data"`

	Content string `json:"content"` // form A's reply

	CheckID string   `json:"checkId"` // ping
	Refs    []string `json:"refs"`    // content.resolve
	Intent  string   `json:"intent"`  // intent.confirm

	RequestID string `json:"requestId"` // back requests
	MessageID string `json:"messageId"`
	Contact   struct {
		ExternalID string `json:"externalId"`
		Email      string `json:"email"`
	} `json:"contact"`
}

// receiver answers at the webhook URL, which is the verification URL too.
type receiver struct {
	tally  *tally
	shop   *shop
	secret []byte

	mu sync.Mutex
	// events are the webhook-ids of processed events, sequences the number of the last
	// event of each conversation. A real system stores both in its database, in the
	// transaction that processes an event.
	events    map[string]bool
	sequences map[string]int64
	// assignee is the last agent that a conversation was assigned to: an integrator
	// learns the ids of agents from events.
	assignee int64
}

func newReceiver(t *tally, s *shop, secret []byte) *receiver {
	return &receiver{tally: t, shop: s, secret: secret, events: map[string]bool{}, sequences: map[string]int64{}}
}

// ServeHTTP chooses its status with care, since svcx acts on the answer to an event:
// after any 2xx the event is delivered; after 400, 413, 415 and 422, which mean that
// this body will never be accepted, it gives up after three attempts; everything else
// is retried for about 28 hours, while later events of the conversation wait.
func (r *receiver) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	if req.Method != http.MethodPost {
		w.WriteHeader(http.StatusMethodNotAllowed)
		return
	}
	// An event has at most 1 MiB.
	body, err := io.ReadAll(http.MaxBytesReader(w, req.Body, 2<<20))
	if tooLong := new(http.MaxBytesError); errors.As(err, &tooLong) {
		w.WriteHeader(http.StatusRequestEntityTooLarge)
		return
	}
	if err != nil { // interrupted
		w.WriteHeader(http.StatusRequestTimeout)
		return
	}
	if err := r.verify(req.Header, body, time.Now()); err != nil {
		// If the secret here is wrong, svcx retries until it is corrected.
		r.tally.fault("refused: %v", err)
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	var in incoming
	if err := json.Unmarshal(body, &in); err != nil {
		// It is from svcx, so the mistake is here: after a 400 it would be lost.
		r.tally.fault("not understood: %v: %.200s", err, body)
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	if in.Type != "" {
		r.call(w, in)
	} else {
		r.event(req.Header, in)
		w.WriteHeader(http.StatusNoContent) // any 2xx confirms it
	}
}

// verify checks the headers of every request: an id, the time of the attempt in Unix
// seconds, and, if the channel has a signing secret, the signature of both and the
// body by the Standard Webhooks scheme. An old attempt is refused, since it may be a
// replay by an attacker.
func (r *receiver) verify(h http.Header, body []byte, now time.Time) error {
	id, at := h.Get("webhook-id"), h.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(at, 10, 64)
	if id == "" || err != nil {
		return fmt.Errorf("webhook-id %q, webhook-timestamp %q", id, at)
	}
	if age := now.Sub(time.Unix(seconds, 0)).Abs(); age > 5*time.Minute {
		return fmt.Errorf("the attempt is %v away from this clock", age)
	}
	if r.secret == nil {
		return nil
	}
	mac := hmac.New(sha256.New, r.secret)
	fmt.Fprintf(mac, "%s.%s.%s", id, at, body)
	want := mac.Sum(nil)
	// While the secret is being replaced there are two signatures; one must be right.
	for signature := range strings.FieldsSeq(h.Get("webhook-signature")) {
		encoded, isV1 := strings.CutPrefix(signature, "v1,")
		got, err := base64.StdEncoding.DecodeString(encoded)
		if isV1 && err == nil && hmac.Equal(got, want) {
			r.tally.saw("signature", "")
			return nil
		}
	}
	return errors.New("the signature is wrong or missing")
}

// event processes an event, or form A's reply, once: a retry has the same id.
func (r *receiver) event(h http.Header, in incoming) {
	r.mu.Lock()
	defer r.mu.Unlock()
	id := h.Get("webhook-id")
	if r.events[id] {
		r.tally.saw("repeated event", in.ConversationID)
		return
	}
	r.events[id] = true

	// Deliveries of a conversation are numbered and arrive in order. A gap is a delivery
	// that failed; one that arrives late was redelivered manually.
	sequence, err := strconv.ParseInt(h.Get("svcx-sequence"), 10, 64)
	last := r.sequences[in.ConversationID]
	switch {
	case err != nil:
		r.tally.fault("svcx-sequence is %q", h.Get("svcx-sequence"))
	case sequence <= last:
		r.tally.fault("%s: %d comes after %d", in.ConversationID, sequence, last)
	case last > 0 && sequence != last+1:
		r.tally.fault("%s: nothing came between %d and %d", in.ConversationID, last, sequence)
	}
	r.sequences[in.ConversationID] = max(last, sequence)

	if in.Event == "" {
		if in.ConversationID == "" || in.Content == "" {
			r.tally.fault("neither a call nor an event nor a reply")
		}
		r.tally.saw("simple reply", in.ConversationID)
		return
	}
	name, err := r.read(in)
	if err == nil {
		err = checkTime(in.Timestamp)
	}
	if err != nil {
		r.tally.fault("%s on %s: %v: %s", in.Event, in.ConversationID, err, in.Data)
	}
	r.tally.saw(name, in.ConversationID)
}

// call answers a call. Calls are not retried, so there are no repeats.
func (r *receiver) call(w http.ResponseWriter, in incoming) {
	if in.Type != "content.resolve" {
		if err := checkTime(in.Timestamp); err != nil {
			r.tally.fault("%s: %v", in.Type, err)
		}
	}
	switch in.Type {
	case "ping":
		if in.CheckID == "" {
			r.tally.fault("a ping without checkId")
		}
		w.WriteHeader(http.StatusNoContent)
		r.tally.saw("ping", "")

	case "intent.confirm":
		allowed, reason := r.shop.mayChange(in.ConversationID)
		reply(w, map[string]any{"allowed": allowed, "reason": reason})
		if allowed {
			r.tally.saw("intent.confirm "+in.Intent, in.ConversationID)
		} else {
			r.tally.saw("intent.confirm vetoed", in.ConversationID)
		}

	case "content.resolve":
		urls := []map[string]any{}
		for _, ref := range in.Refs {
			if fresh, expires, ok := r.shop.freshURL(ref); ok {
				urls = append(urls, map[string]any{"ref": ref, "url": fresh, "expiresAt": expires})
			}
		}
		if len(urls) == 0 {
			r.tally.fault("content.resolve with the refs %q", in.Refs)
		}
		reply(w, map[string]any{"urls": urls})
		r.tally.saw("content.resolve", in.ConversationID)

	case "query.contact.avatar", "query.contact.info", "query.message.content", "query.conversation.metadata":
		if in.RequestID == "" {
			r.tally.fault("%s without requestId", in.Type)
		}
		if data := r.shop.answer(in); data != nil {
			reply(w, map[string]any{"data": data})
			r.tally.saw(in.Type, in.ConversationID)
		} else {
			w.WriteHeader(http.StatusNoContent) // this system has no answer
			r.tally.saw(in.Type+" (unknown here)", in.ConversationID)
		}

	default: // a type of a later version
		w.WriteHeader(http.StatusNotImplemented)
		r.tally.saw(in.Type+" (not supported here)", in.ConversationID)
	}
}

func reply(w http.ResponseWriter, body any) {
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(body)
}

// checkTime checks a time in a body: ISO 8601 in UTC, and not in the future. It may be
// long past, since retries take up to a day.
func checkTime(text string) error {
	at, err := time.Parse(time.RFC3339Nano, text)
	if err != nil || !strings.HasSuffix(text, "Z") {
		return fmt.Errorf("%q is not a time in UTC", text)
	}
	if ahead := time.Until(at); ahead > 5*time.Minute {
		return fmt.Errorf("%s is in the future by %v", text, ahead)
	}
	return nil
}

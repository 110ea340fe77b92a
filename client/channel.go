package client

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// Channel is a channel as its integrator uses it, with the channel's key.
type Channel struct {
	caller *caller
	url    string
	key    string
}

// NewChannel returns the channel with an inbound address, which its page shows:
// https://inbox.example.com/api/webhooks/custom/7.
func NewChannel(inboundURL, key string, options ...Option) *Channel {
	return &Channel{newCaller(options), strings.TrimSuffix(inboundURL, "/"), key}
}

// Receipt is the answer to a request that arrived. It says nothing about its outcome: a
// request with a wrong key or an invalid body has one too.
type Receipt struct {
	// RequestID is the request's X-Request-Id, which its entry in the event log has too.
	RequestID string
	// MessageID is the messageId that was sent.
	MessageID string
	// At is the server's time.
	At time.Time
}

// Send sends a message.
func (c *Channel) Send(ctx context.Context, m Message) (Receipt, error) {
	if m.MessageID == "" {
		m.MessageID = rand.Text()
	}
	r, err := c.post(ctx, m, true)
	r.MessageID = m.MessageID
	return r, err
}

// Act carries out an action. One that is on its way twice after a lost answer changes nothing the second time;
// a rating would be sent on twice, so it is repeated only if it certainly was not carried out.
func (c *Channel) Act(ctx context.Context, a Action) (Receipt, error) {
	return c.post(ctx, a, a.Action != ActionSubmitRating)
}

// Intend sends an intent. A request for a rating is repeated only if it certainly did not
// arrive: the customer would be asked twice.
func (c *Channel) Intend(ctx context.Context, i Intent) (Receipt, error) {
	return c.post(ctx, i, i.Intent != IntentRequestRating)
}

// Post sends a body of your own, and repeats it only if it certainly was not carried out. A [json.RawMessage] is sent as it is.
func (c *Channel) Post(ctx context.Context, body any) (Receipt, error) {
	return c.post(ctx, body, false)
}

func (c *Channel) post(ctx context.Context, body any, repeatable bool) (Receipt, error) {
	got, err := c.caller.do(ctx, call{method: http.MethodPost, url: c.url, header: http.Header{"X-Svcx-Api-Key": {c.key}}, body: body, repeatable: repeatable})
	if err != nil {
		return Receipt{}, err
	}
	at, err := http.ParseTime(got.header.Get("Date"))
	if err != nil {
		at = time.Now()
	}
	return Receipt{RequestID: got.header.Get("X-Request-Id"), At: at}, nil
}

// do calls an operation of the channel that answers with JSON.
func (c *Channel) do(ctx context.Context, method, path string, query url.Values, body, out any) error {
	address := c.url + path
	if len(query) > 0 {
		address += "?" + query.Encode()
	}
	got, err := c.caller.do(ctx, call{method: method, url: address, header: http.Header{"X-Svcx-Key": {c.key}}, body: body, repeatable: true})
	if err != nil {
		return err
	}
	if err := json.Unmarshal(got.body, out); err != nil {
		return fmt.Errorf("%s: the answer is not understood: %w", path, err)
	}
	return nil
}

// Heartbeat tells svcx that the integrator is alive. Every five minutes keep the channel's
// health at healthy.
func (c *Channel) Heartbeat(ctx context.Context) (receivedAt time.Time, err error) {
	var out struct{ ReceivedAt time.Time }
	err = c.do(ctx, http.MethodPost, "/heartbeat", nil, nil, &out)
	return out.ReceivedAt, err
}

// Definitions are the categories and custom fields of the workspace.
type Definitions struct {
	Categories []Category `json:"categories"`
	Fields     []Field    `json:"fields"`
}

// Category is a category of conversations.
type Category struct {
	ID          int64  `json:"id"`
	Name        string `json:"name"`
	Color       string `json:"color"`
	Description string `json:"description"`
	Position    int    `json:"position"`
}

// Field is the definition of a custom field.
type Field struct {
	ID   int64  `json:"id"`
	Key  string `json:"key"`
	Name string `json:"name"`
	// Type is text, number, select, boolean or date.
	Type string `json:"type"`
	// CategoryID is 0 for a field of every conversation.
	CategoryID int64    `json:"categoryId"`
	Required   bool     `json:"required"`
	Options    []string `json:"options"`
}

// Definitions reads the workspace's categories and custom fields.
func (c *Channel) Definitions(ctx context.Context) (d Definitions, err error) {
	err = c.do(ctx, http.MethodGet, "/fields", nil, nil, &d)
	return d, err
}

// DryRun says what would become of a Message, an Action or an Intent. Nothing is stored.
func (c *Channel) DryRun(ctx context.Context, body any) (DryRun, error) {
	var envelope struct{ Data DryRun }
	err := c.do(ctx, http.MethodPost, "", url.Values{"dryRun": {"1"}}, body, &envelope)
	return envelope.Data, err
}

// DryRun is what would become of a request.
type DryRun struct {
	// Kind is message, action or intent; "" if it is none of these.
	Kind    string `json:"kind"`
	Outcome struct {
		Status    string   `json:"status"`
		EventType string   `json:"eventType"`
		Error     string   `json:"error"`
		Warnings  []string `json:"warnings"`
	} `json:"outcome"`
	// Conversation, Contact and Message are as they would be afterwards.
	Conversation json.RawMessage `json:"conversation"`
	Contact      json.RawMessage `json:"contact"`
	Message      json.RawMessage `json:"message"`
	// Ignored are the paths of members that svcx does not know.
	Ignored []string `json:"ignored"`
	// Events are the types of the events that would be sent.
	Events []string `json:"events"`
}

// ErrNoOutcome means that the event log has no entry for a request: its key or its channel
// was wrong, and there were too many such requests to log each.
var ErrNoOutcome = errors.New("the event log has no entry for the request")

// Outcome finds the event log entry of a request.
func (c *Channel) Outcome(ctx context.Context, r Receipt) (LogEntry, error) {
	for n := 1; ; n++ {
		for e, err := range c.Log(ctx, r.At.Add(-2*time.Second)) {
			if err != nil || e.RequestID == r.RequestID {
				return e, err
			}
		}
		// Entries are shown in the order of their ids, so one may wait for another's commit.
		if n == 5 {
			return LogEntry{}, ErrNoOutcome
		}
		if !sleep(ctx, time.Duration(n)*100*time.Millisecond) {
			return LogEntry{}, context.Cause(ctx)
		}
	}
}

// Log iterates over the entries of the event log after a time, oldest first: what became of
// each request, and of each attempt to call the webhook URL.
func (c *Channel) Log(ctx context.Context, since time.Time) iter.Seq2[LogEntry, error] {
	query := url.Values{"limit": {"100"}, "since": {since.UTC().Format(time.RFC3339Nano)}}
	return func(yield func(LogEntry, error) bool) {
		for {
			var page struct {
				Data      []LogEntry
				NextAfter int64
				HasMore   bool
			}
			if err := c.do(ctx, http.MethodGet, "/events", query, nil, &page); err != nil {
				yield(LogEntry{}, err)
				return
			}
			for _, e := range page.Data {
				if !yield(e, nil) {
					return
				}
			}
			if !page.HasMore {
				return
			}
			query.Set("after", strconv.FormatInt(page.NextAfter, 10))
		}
	}
}

// LogEntry is an entry of the event log. Times and numbers that do not apply are zero.
type LogEntry struct {
	ID        int64  `json:"id"`
	Direction string `json:"direction"` // inbound, outbound
	EventType string `json:"eventType"`
	// Status is ok, skipped or error in form B; ok, skip, signature_failure or routing_error
	// in form A.
	Status         string   `json:"status"`
	ResponseStatus int      `json:"responseStatus"`
	ResponseMS     int64    `json:"responseMs"`
	Error          string   `json:"error"`
	Warnings       []string `json:"warnings"`
	ConversationID string   `json:"conversationId"`
	MessageID      ID       `json:"messageId"`
	Attempt        int      `json:"attempt"`
	DeliveryID     int64    `json:"deliveryId"`
	// Final is false if another attempt follows, at NextAttemptAt.
	Final         bool      `json:"final"`
	NextAttemptAt time.Time `json:"nextAttemptAt,omitzero"`
	CreatedAt     time.Time `json:"createdAt"`
	RequestID     string    `json:"requestId"`
	WebhookID     string    `json:"webhookId"`
	RunAgainOf    ID        `json:"runAgainOf"`
}

// OK reports that the request or the attempt succeeded.
func (e LogEntry) OK() bool { return e.Status == "ok" }

// ID is an id of either form as text; "" for none.
type ID string

// UnmarshalJSON takes a string, an integer or null.
func (id *ID) UnmarshalJSON(text []byte) error {
	switch s := string(text); {
	case s == "null":
		*id = ""
	case strings.HasPrefix(s, `"`):
		return json.Unmarshal(text, (*string)(id))
	default:
		*id = ID(s)
	}
	return nil
}

// RedeliverSince sends everything again that has failed for good since a time. What still waits for its next
// attempt is sent at once. It returns how many deliveries had failed.
func (c *Channel) RedeliverSince(ctx context.Context, since time.Time) (count int, err error) {
	var envelope struct{ Data struct{ Count int } }
	err = c.do(ctx, http.MethodPost, "/redeliver", nil, map[string]string{"since": since.UTC().Format(time.RFC3339Nano)}, &envelope)
	return envelope.Data.Count, err
}

// Redeliver has one event sent again, by the id of an entry of the event log about it.
func (c *Channel) Redeliver(ctx context.Context, entry int64) error {
	return c.do(ctx, http.MethodPost, "/events/"+strconv.FormatInt(entry, 10)+"/redeliver", nil, nil, new(json.RawMessage))
}

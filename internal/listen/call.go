package listen

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"svcx"
	"svcx/client"
)

// Call is a call of svcx: what it says, what is wrong with it, and how it was answered.
type Call struct {
	At time.Time `json:"at"`
	// Type is that of the event or of the call; "" if the body has neither.
	Type           string `json:"type"`
	ConversationID string `json:"conversationId,omitempty"`
	WebhookID      string `json:"webhookId,omitempty"`
	Sequence       int64  `json:"sequence,omitempty"`
	// Signature is valid, wrong, missing, expired, or unchecked if no secret is known here.
	Signature string `json:"signature"`
	// Repeat reports that the event came before.
	Repeat bool `json:"repeat,omitempty"`
	// Faults are what is wrong, or what a receiver has to notice.
	Faults []string        `json:"faults,omitempty"`
	Body   json.RawMessage `json:"body,omitempty"`
	Answer struct {
		Status    int    `json:"status"`
		MS        int64  `json:"ms"`
		Forwarded bool   `json:"forwarded,omitempty"`
		Dropped   bool   `json:"dropped,omitempty"`
		Error     string `json:"error,omitempty"`
	} `json:"answer"`

	event *client.Event
	refs  []string
}

// The values of Call.Signature.
const (
	signatureValid     = "valid"
	signatureWrong     = "wrong"
	signatureMissing   = "missing"
	signatureExpired   = "expired"
	signatureUnchecked = "unchecked"
)

// calls are the types of calls that are no events.
func isCall(kind string) bool {
	switch kind {
	case svcx.CallPing, svcx.CallConfirm, svcx.CallContent:
		return true
	}
	return svcx.BackRequestType(kind).Valid()
}

// read reads a call. It does not look at the calls before.
func read(header http.Header, body []byte, secrets []string, now time.Time) *Call {
	c := &Call{At: now, WebhookID: header.Get("webhook-id"), Signature: signatureUnchecked}
	if len(secrets) > 0 {
		c.Signature = signatureValid
		switch err := client.Verify(secrets, header, body, now, client.Tolerance); {
		case errors.Is(err, client.ErrUnsigned):
			c.Signature = signatureMissing
			c.fault("it is not signed: create the channel's signing secret, or leave out --secret")
		case errors.Is(err, client.ErrTimestamp):
			c.Signature = signatureExpired
			c.fault("its webhook-timestamp is %s, more than %s from this clock", header.Get("webhook-timestamp"), client.Tolerance)
		case err != nil:
			c.Signature = signatureWrong
			c.fault("its signature is not made with the given secret")
		}
	}
	if c.WebhookID == "" {
		c.fault("it has no webhook-id")
	}
	if _, err := strconv.ParseInt(header.Get("webhook-timestamp"), 10, 64); err != nil {
		c.fault("it has no webhook-timestamp")
	}
	if !json.Valid(body) {
		c.fault("its body is no JSON")
		return c
	}
	c.Body = body
	var in struct {
		Type           string
		ConversationID string
		Refs           []string
	}
	if err := json.Unmarshal(body, &in); err != nil {
		c.fault("its body is not understood: %v", err)
		return c
	}
	c.Type, c.ConversationID, c.refs = in.Type, in.ConversationID, in.Refs
	if in.Type != "" {
		if !isCall(in.Type) {
			c.fault("%s is of a later version", svcx.OneLine(in.Type))
		}
		return c
	}
	c.readEvent(header, body)
	return c
}

func (c *Call) readEvent(header http.Header, body []byte) {
	e, err := client.ParseEvent(header, body)
	c.Type, c.ConversationID, c.Sequence, c.event = string(e.Type), e.ConversationID, e.Sequence, &e
	if err != nil {
		c.fault("%v", err)
		return
	}
	if _, unknown := e.Data.(json.RawMessage); unknown {
		c.fault("%s is of a later version", svcx.OneLine(c.Type))
	}
	if c.ConversationID == "" {
		c.fault("it has no conversationId")
	}
	if c.Sequence < 1 {
		c.fault("its svcx-sequence is %q", header.Get("svcx-sequence"))
	}
}

func (c *Call) fault(format string, values ...any) {
	c.Faults = append(c.Faults, fmt.Sprintf(format, values...))
}

// follow compares an event with those before it: last is the number of the last event of
// the conversation, 0 if there was none.
func (c *Call) follow(last int64, seen bool) {
	c.Repeat = seen
	switch {
	case seen || c.Sequence < 1 || last == 0:
	case c.Sequence <= last:
		c.fault("number %d comes after %d: it was sent again, outside the order", c.Sequence, last)
	case c.Sequence > last+1:
		c.fault("number %d comes after %d: what was between them has failed for good", c.Sequence, last)
	}
}

// answer is what the call is answered with when no rule says otherwise.
func (c *Call) answer(now time.Time) answer {
	var body any
	switch {
	case c.Signature != signatureValid && c.Signature != signatureUnchecked:
		return answer{status: http.StatusUnauthorized}
	case c.Type == svcx.CallConfirm:
		body = client.Decision{Allowed: true}
	case c.Type == svcx.CallContent:
		urls := []client.FreshURL{}
		for _, ref := range c.refs {
			urls = append(urls, client.FreshURL{Ref: ref, URL: ref, ExpiresAt: now.Add(time.Hour).UTC()})
		}
		body = map[string]any{"urls": urls}
	default:
		return answer{status: http.StatusNoContent}
	}
	text, err := json.Marshal(body)
	if err != nil {
		return answer{status: http.StatusInternalServerError}
	}
	return answer{status: http.StatusOK, header: http.Header{"Content-Type": {"application/json"}}, body: text}
}

// summary is what the call says, in some words.
func (c *Call) summary() string {
	if c.event == nil {
		switch c.Type {
		case svcx.CallContent:
			return fmt.Sprintf("%d refs", len(c.refs))
		case svcx.CallConfirm:
			var in struct{ Intent string }
			json.Unmarshal(c.Body, &in) // it was read before
			return in.Intent
		}
		return ""
	}
	text := ""
	switch d := c.event.Data.(type) {
	case *client.MessageCreated:
		text = strconv.Quote(short(svcx.OneLine(d.Content)))
		if d.AuthorName != "" {
			text += " from " + svcx.OneLine(d.AuthorName)
		}
		if d.Origin != "" {
			text += " (" + svcx.OneLine(d.Origin) + ")"
		}
		if n := len(d.Attachments); n > 0 {
			text += fmt.Sprintf(" +%d files", n)
		}
	case *client.ConversationAssigned:
		text = "to " + strconv.FormatInt(d.AssignedTo, 10)
		if d.AssignedTo == 0 {
			text = "to nobody"
		}
	case *client.RatingSubmitted:
		text = fmt.Sprintf("%d of 5 %s", d.Rating, short(svcx.OneLine(d.Comment)))
	case *client.RatingRequested:
		text = d.Reason
	}
	if n := len(c.event.History); n > 0 {
		text += fmt.Sprintf(" with %d messages", n)
	}
	return text
}

// short cuts a text to what fits into a line.
func short(s string) string {
	const most = 60
	if r := []rune(s); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return s
}

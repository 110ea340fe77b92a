package form

import (
	"fmt"
	"time"

	"svcx"
	"svcx/internal/openapi"
)

// Webhook describes a call to integrators for the OpenAPI document.
type Webhook struct {
	// Name is the type of the event or call.
	Name          string
	Summary, Text string
	Body          *openapi.Schema
	// Answer is the body of a 200; nil where any 2xx confirms the call.
	Answer *openapi.Schema
	// Event says that calls are repeated, and numbered by conversation.
	Event bool
	// Sample is a body as it is sent.
	Sample []byte
}

// calls are the types of calls that are no events, in the order in which they are described.
var calls = []string{
	svcx.CallPing, svcx.CallConfirm, svcx.CallContent,
	string(svcx.BackAvatar), string(svcx.BackInfo), string(svcx.BackMessage), string(svcx.BackMetadata),
}

// Webhooks describes the form's events and the calls that are no events; s collects the
// schemas of their bodies.
func (f *Form) Webhooks(s *Schemas) (all []Webhook, err error) {
	for _, t := range svcx.EventTypes {
		if !f.Sends(t) {
			continue
		}
		w := Webhook{Name: string(t), Summary: eventSummaries[t], Text: eventText, Body: f.EventBody(s, t), Event: true}
		if w.Sample, err = f.SampleEvent(t); err != nil {
			return nil, err
		}
		all = append(all, w)
	}
	for _, t := range calls {
		w := callDescription(t)
		if w.Sample, err = SampleCall(t); err != nil {
			return nil, err
		}
		all = append(all, w)
	}
	return all, nil
}

const eventText = "Answer any 2xx within 10 seconds. After 400, 413, 415 and 422 svcx gives up with the third attempt; after anything else it tries again for about 28 hours, and later events of the conversation wait."

var eventSummaries = map[svcx.EventType]string{
	svcx.EventMessageCreated:       "An agent replied",
	svcx.EventConversationResolved: "A conversation was resolved",
	svcx.EventConversationClosed:   "A conversation was closed",
	svcx.EventConversationReopened: "A conversation was reopened",
	svcx.EventConversationAssigned: "A conversation was assigned or unassigned",
	svcx.EventRatingSubmitted:      "A rating was submitted",
	svcx.EventRatingRequested:      "The customer is to be asked for a rating",
}

// callDescription describes a call that is no event. They are the same in both forms.
func callDescription(t string) Webhook {
	id, at, conversation := openapi.Need("type", openapi.OneOf(t)), openapi.Need("timestamp", openapi.Time()), openapi.Need("conversationId", openapi.Text(0))
	address := func() *openapi.Schema { return openapi.Format("uri", svcx.MaxURL) }
	switch t {
	case svcx.CallPing:
		return Webhook{
			Name: t, Summary: "Are you there?", Text: "Every five minutes with `monitoringEnabled`, and when an admin tests the channel. Answer any 2xx.",
			Body: openapi.Object(id, at, openapi.Need("checkId", openapi.Format("uuid", 0))),
		}
	case svcx.CallConfirm:
		return Webhook{
			Name: t, Summary: "May an agent change the status?", Text: "To `aiVerificationUrl`, with `intentConfirmationEnabled`. Without a usable answer the change is made.",
			Body: openapi.Object(id, openapi.Need("intent", openapi.OneOf("conversation.resolve", "conversation.close", "conversation.reopen")),
				conversation, at, openapi.Need("data", openapi.Object().As("Empty."))),
			Answer: openapi.Object(openapi.Need("allowed", openapi.Bool()), openapi.May("reason", openapi.Text(0).As("What the agent reads when it is not allowed."))),
		}
	case svcx.CallContent:
		return Webhook{
			Name: t, Summary: "Where is this content now?", Text: "With `ephemeralContent`, when an agent looks at a conversation. Leave out what you do not know.",
			Body: openapi.Object(id, openapi.Need("refs", openapi.Array(openapi.Text(svcx.MaxURL), svcx.MaxContentRefs)), conversation),
			Answer: openapi.Object(openapi.Need("urls", openapi.Array(openapi.Object(
				openapi.Need("ref", openapi.Text(svcx.MaxURL)), openapi.Need("url", address()), openapi.May("expiresAt", openapi.Time()),
			), 0))),
		}
	}
	body := []openapi.Member{
		id, openapi.Need("requestId", openapi.Text(0)), conversation, at,
		openapi.Need("contact", openapi.Object(
			openapi.Need("externalId", openapi.Text(0).Nullable()), openapi.Need("email", openapi.Text(0).Nullable()),
		).Nullable()),
		openapi.Need("data", openapi.Object()),
	}
	var known []openapi.Member
	summary := ""
	switch svcx.BackRequestType(t) {
	case svcx.BackAvatar:
		summary, known = "What does the contact look like?", []openapi.Member{openapi.May("avatarUrl", address())}
	case svcx.BackInfo:
		summary = "Who is the contact?"
		known = []openapi.Member{openapi.May("name", openapi.Text(svcx.MaxName)), openapi.May("email", openapi.Format("email", svcx.MaxEmail)), openapi.May("avatarUrl", address())}
	case svcx.BackMessage:
		summary, body = "What does the message say?", append(body, openapi.Need("messageId", openapi.Text(0)))
		known = []openapi.Member{openapi.May("content", openapi.Text(svcx.MaxContent)), openapi.May("contentType", openapi.OneOf(svcx.ContentText, svcx.ContentHTML))}
	case svcx.BackMetadata:
		summary = "What is the conversation about?"
		values := openapi.Object()
		values.Values = openapi.Any("string", "number", "boolean", "null")
		known = []openapi.Member{
			openapi.May("subject", openapi.Text(svcx.MaxSubject)), openapi.May("fields", values),
			openapi.May("tags", openapi.Array(openapi.Text(0), 0)), openapi.May("priority", openapi.OneOf(wireWords["priority"]...)),
		}
	}
	return Webhook{
		Name: t, Summary: summary, Text: "With `backRequestsEnabled`. Answer 200 with what you know, which fills gaps only, or 204 for \"unknown\".",
		Body: openapi.Object(body...), Answer: openapi.Object(openapi.Need("data", openapi.Object(known...))),
	}
}

// sampled is when what the samples show happened.
var sampled = svcx.At(time.Date(2026, 11, 29, 7, 8, 54, 861_000_000, time.UTC))

// SampleEvent is the body of an event, as an example.
func (f *Form) SampleEvent(t svcx.EventType) ([]byte, error) {
	agent := svcx.UserID(3)
	d := svcx.Delivery{Type: t, ConversationID: "order-4711", CreatedAt: sampled}
	switch t {
	case svcx.EventMessageCreated:
		d.Data = svcx.EventData{
			Content: "It is on its way.", AuthorName: "Grace", MessageID: 4, ContentType: svcx.ContentText, AuthorType: svcx.AuthorAgent, Origin: svcx.OriginInbox,
			Attachments: []svcx.Attachment{{URL: "https://files.example.com/label.pdf", Filename: "label.pdf", MIMEType: "application/pdf"}},
		}
	case svcx.EventConversationResolved:
		d.Data.ResolvedAt = &sampled
	case svcx.EventConversationAssigned:
		d.Data.AssignedTo = &agent
	case svcx.EventRatingSubmitted:
		d.Data.Rating, d.Data.Comment, d.Data.RatedBy = 5, "Quick!", "ada@example.com"
	case svcx.EventRatingRequested:
		d.Data.Reason = "auto"
	}
	return f.Deliver(&d, nil)
}

// SampleCall is the body of a call that is no event, as an example.
func SampleCall(t string) ([]byte, error) {
	const id = "eea5bf41-d33d-410e-81b0-e5c1be4a0341"
	switch t {
	case svcx.CallPing:
		return Ping(sampled, id)
	case svcx.CallConfirm:
		return Confirm("conversation.resolve", "order-4711", sampled)
	case svcx.CallContent:
		return ResolveContent([]string{"https://files.example.com/photo.jpg"}, "order-4711")
	}
	if q := svcx.BackRequestType(t); q.Valid() {
		ask := svcx.BackRequest{Type: q, ConversationID: "order-4711", Contact: &svcx.Contact{ExternalID: "cust-1", Email: "ada@example.com"}}
		if q == svcx.BackMessage {
			ask.MessageID = "m-1"
		}
		return BackRequest(ask, id, sampled)
	}
	return nil, fmt.Errorf("there is no call %s", t)
}

package docs

import (
	"fmt"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"svcx"
	"svcx/internal/form"
)

// sampled is when what the samples show happened.
var sampled = svcx.At(time.Date(2026, 11, 29, 7, 8, 54, 861_000_000, time.UTC))

// eventSample is the body of an event, as the form encodes it.
func eventSample(f *form.Form, t svcx.EventType) (string, error) {
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
	return indented(f.Deliver(&d, nil))
}

// callSample is the body of a call that is no event.
func callSample(t string) (string, error) {
	const id = "eea5bf41-d33d-410e-81b0-e5c1be4a0341"
	switch t {
	case svcx.CallPing:
		return indented(form.Ping(sampled, id))
	case svcx.CallConfirm:
		return indented(form.Confirm("conversation.resolve", "order-4711", sampled))
	case svcx.CallContent:
		return indented(form.ResolveContent([]string{"https://files.example.com/photo.jpg"}, "order-4711"))
	}
	if q := svcx.BackRequestType(t); q.Valid() {
		ask := svcx.BackRequest{Type: q, ConversationID: "order-4711", Contact: &svcx.Contact{ExternalID: "cust-1", Email: "ada@example.com"}}
		if q == svcx.BackMessage {
			ask.MessageID = "m-1"
		}
		return indented(form.BackRequest(ask, id, sampled))
	}
	return "", fmt.Errorf("there is no call %s", t)
}

func indented(body []byte, err error) (string, error) {
	if err != nil {
		return "", err
	}
	v := jsontext.Value(body)
	err = v.Indent(jsontext.WithIndent("  "))
	return string(v), err
}

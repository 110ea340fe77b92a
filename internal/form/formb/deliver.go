package formb

import (
	"bytes"
	"cmp"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/openapi"
)

// envelope is the body of an outbound event (W 2.4). The timestamp is when the event
// was created, the same for every attempt.
type envelope struct {
	Event          svcx.EventType `json:"event"`
	ConversationID string         `json:"conversationId"`
	Timestamp      string         `json:"timestamp"`
	Data           any            `json:"data"`
}

func deliver(d *svcx.Delivery, history []svcx.Message) ([]byte, error) {
	render, ok := eventData[d.Type]
	if !ok {
		return nil, fmt.Errorf("form B sends no %s events", d.Type)
	}
	data, err := form.Encode(render(&d.Data))
	if err != nil {
		return nil, err
	}
	e := envelope{Event: d.Type, ConversationID: d.ConversationID, Timestamp: d.CreatedAt.String(), Data: jsontext.Value(data)}
	body, err := form.Encode(e)
	if err != nil || history == nil {
		return body, err
	}
	if e.Data, err = withHistory(data, history, form.MaxDelivery-len(body)); err != nil {
		return nil, err
	}
	return form.Encode(e)
}

// withHistory adds messages to an event's data, which is an object with at least one
// member. If not all fit into room bytes, it drops the oldest and adds truncated.
func withHistory(data []byte, history []svcx.Message, room int) (jsontext.Value, error) {
	const around = len(`,"messages":[],"truncated":true`)
	first := len(history)
	encoded := make([][]byte, len(history))
	for left := room - around; first > 0; first-- {
		one, err := form.Encode(publicMessage(&history[first-1]))
		if err != nil {
			return nil, err
		}
		if left -= len(one) + 1; left < 0 {
			break
		}
		encoded[first-1] = one
	}
	out := append(bytes.Clone(data[:len(data)-1]), `,"messages":[`...)
	out = append(out, bytes.Join(encoded[first:], []byte{','})...)
	out = append(out, ']')
	if first > 0 {
		out = append(out, `,"truncated":true`...)
	}
	return append(out, '}'), nil
}

// The data of each event (W 6). That of message.created includes what D 4 adds, so
// that a receiver can ignore messages that it sent itself.
type (
	messageCreated struct {
		Content     string            `json:"content"`
		AuthorName  string            `json:"authorName"`
		MessageID   svcx.MessageID    `json:"messageId"`
		ContentType svcx.ContentType  `json:"contentType"`
		AuthorType  svcx.AuthorType   `json:"authorType"`
		Origin      svcx.Origin       `json:"origin"`
		Attachments []form.Attachment `json:"attachments,omitempty"`
	}
	conversationResolved struct {
		Status     svcx.Status `json:"status"`
		ResolvedAt *string     `json:"resolvedAt"`
	}
	conversationStatus struct {
		Status svcx.Status `json:"status"`
	}
	conversationAssigned struct {
		AssignedTo *svcx.UserID `json:"assignedTo"`
	}
	ratingSubmitted struct {
		Rating  int     `json:"rating"`
		Comment *string `json:"comment"`
		RatedBy *string `json:"ratedBy"`
	}
	ratingRequested struct {
		Reason string `json:"reason"`
	}
)

// eventData encodes the data of each type of event.
var eventData = map[svcx.EventType]func(*svcx.EventData) any{
	svcx.EventMessageCreated: func(e *svcx.EventData) any {
		_, files := form.Attachments(e.Attachments)
		// Events that an older version put in the queue have no content type.
		kind := cmp.Or(e.ContentType, svcx.ContentText)
		name := e.AuthorName
		if e.Origin == svcx.OriginInbox && svcx.IsEmail(name) {
			name = svcx.UnnamedAgent // an older version stored the e-mail address
		}
		return messageCreated{e.Content, name, e.MessageID, kind, e.AuthorType, e.Origin, files}
	},
	svcx.EventConversationResolved: func(e *svcx.EventData) any {
		return conversationResolved{svcx.StatusResolved, form.OptionalTime(e.ResolvedAt)}
	},
	svcx.EventConversationClosed: func(*svcx.EventData) any {
		return conversationStatus{svcx.StatusClosed}
	},
	svcx.EventConversationReopened: func(*svcx.EventData) any {
		return conversationStatus{svcx.StatusOpen}
	},
	svcx.EventConversationAssigned: func(e *svcx.EventData) any {
		return conversationAssigned{e.AssignedTo}
	},
	svcx.EventRatingSubmitted: func(e *svcx.EventData) any {
		return ratingSubmitted{e.Rating, form.OptionalString(e.Comment), form.OptionalString(e.RatedBy)}
	},
	svcx.EventRatingRequested: func(e *svcx.EventData) any {
		return ratingRequested{e.Reason}
	},
}

// eventBody describes an event. With messageExportEnabled its data has the history too.
func eventBody(s *form.Schemas, t svcx.EventType) *openapi.Schema {
	data := openapi.Object(append(s.Members(eventData[t](&svcx.EventData{})),
		openapi.May("messages", openapi.Array(s.Of(Message{}), 0).As("With `messageExportEnabled`: the last messages up to the event, oldest first.")),
		openapi.May("truncated", openapi.Bool().As("True if not all messages fit into 1 MiB.")),
	)...)
	return openapi.Object(
		openapi.Need("event", openapi.OneOf(t)), openapi.Need("conversationId", openapi.Text(0).As("The integrator's own id of the conversation.")),
		openapi.Need("timestamp", openapi.Time().As("When it happened; the same for every attempt.")), openapi.Need("data", data),
	)
}

package forma

import (
	"fmt"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/openapi"
)

// reply is the only outbound event of this form (W 2.4). Its body has exactly these
// two members.
type reply struct {
	ConversationID string `json:"conversationId"`
	Content        string `json:"content"`
}

func deliver(d *svcx.Delivery, _ []svcx.Message) ([]byte, error) {
	if d.Type != svcx.EventMessageCreated {
		return nil, fmt.Errorf("form A sends no %s events", d.Type)
	}
	return form.Encode(reply{d.ConversationID, d.Data.Content})
}

func eventBody(*form.Schemas, svcx.EventType) *openapi.Schema {
	return openapi.Object(openapi.Need("conversationId", openapi.Text(0)), openapi.Need("content", openapi.Text(0)))
}

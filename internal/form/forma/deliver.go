package forma

import (
	"fmt"

	"svcx"
	"svcx/internal/form"
)

// reply is all that goes out in this form (W 2.4): the body has these two
// members and no other.
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

package page

import (
	"strconv"

	"svcx"
)

// ContactLink is the address of a contact's page, or of one below it.
func (s *Viewer) ContactLink(id svcx.ContactID, below string) string {
	return s.Path("/contacts/") + IDOrNone(&id) + below
}

// InboxLink is the address of a list.
func (s *Viewer) InboxLink(l Listing) string { return s.Path("/inbox") + l.Query() }

// ConversationLink is the address of a conversation beside a list.
func (s *Viewer) ConversationLink(id svcx.ConversationID, l Listing) string {
	return s.Path("/inbox/") + strconv.FormatInt(int64(id), 10) + l.First().Query()
}

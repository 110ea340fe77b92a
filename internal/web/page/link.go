package page

import (
	"strconv"

	"svcx"
)

// ContactLink is the address of a contact's page, or of one below it.
func (s *Viewer) ContactLink(id svcx.ContactID, below string) string {
	return s.Path("/contacts/") + IDOrNone(&id) + below
}

// PlanLink is the address of what merging into another contact will do.
func (s *Viewer) PlanLink(id, into svcx.ContactID) string {
	return s.ContactLink(id, "/merge?into="+IDOrNone(&into))
}

// SavedLink is the address of a saved reply's form.
func (s *Viewer) SavedLink(r *svcx.SavedReply) string {
	return s.Path(SavedReplies) + "/" + IDOrNone(&r.ID)
}

// InboxLink is the address of a list.
func (s *Viewer) InboxLink(l Listing) string { return s.Path("/inbox") + l.Query() }

// ConversationLink is the address of a conversation beside a list.
func (s *Viewer) ConversationLink(id svcx.ConversationID, l Listing) string {
	return s.Path("/inbox/") + strconv.FormatInt(int64(id), 10) + l.First().Query()
}

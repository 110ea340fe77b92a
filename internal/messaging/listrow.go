package messaging

import (
	"context"
	"maps"
	"slices"

	"svcx"
)

// excerptLength is how many characters of a last message are read; lists show a line.
const excerptLength = 300

// Beside is what lists show of conversations besides the conversations themselves.
type Beside struct {
	// Contacts are by the ids that conversations have; a merged one is the contact that
	// it was merged into.
	Contacts map[svcx.ContactID]*svcx.Contact
	Excerpts map[svcx.ConversationID]svcx.Excerpt
	Marks    map[svcx.ConversationID]svcx.RowMark
	// Waiting are the members for whom conversations wait.
	Waiting map[svcx.ConversationID]map[svcx.UserID]svcx.Waiting
	// Notes are those for which they wait.
	Notes map[svcx.MessageID]svcx.Excerpt
}

// Beside reads the contacts and the last messages of conversations, the delivery state of
// them, and for whom they wait.
func (s *Service) Beside(ctx context.Context, w *svcx.Workspace, conversations []*svcx.Conversation) (Beside, error) {
	b := Beside{Contacts: make(map[svcx.ContactID]*svcx.Contact), Excerpts: make(map[svcx.ConversationID]svcx.Excerpt), Marks: make(map[svcx.ConversationID]svcx.RowMark)}
	if len(conversations) == 0 {
		return b, nil
	}
	ids := make([]svcx.ConversationID, len(conversations))
	named := make(map[svcx.ContactID]bool)
	for i, c := range conversations {
		ids[i] = c.ID
		if c.Contact != nil {
			named[*c.Contact] = true
		}
	}
	r := s.db.Read(ctx)
	contacts, err := r.ContactsOf(w.ID, slices.Collect(maps.Keys(named)))
	if err != nil {
		return b, err
	}
	for _, c := range contacts {
		b.Contacts[c.ID] = c
	}
	for id, c := range b.Contacts {
		for c.MergedInto != nil && b.Contacts[*c.MergedInto] != nil {
			c = b.Contacts[*c.MergedInto]
		}
		b.Contacts[id] = c
	}
	excerpts, err := r.Excerpts(w.ID, ids, excerptLength)
	if err != nil {
		return b, err
	}
	for _, e := range excerpts {
		b.Excerpts[e.Conversation] = e
	}
	marks, err := r.RowMarks(w.ID, ids)
	if err != nil {
		return b, err
	}
	for _, m := range marks {
		b.Marks[m.Conversation] = m
	}
	if b.Waiting, err = s.Attention.waiting(ctx, w, conversations); err != nil {
		return b, err
	}
	b.Notes, err = s.Attention.notes(ctx, w, b.Waiting)
	return b, err
}

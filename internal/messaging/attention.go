package messaging

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"svcx"
	"svcx/internal/store"
)

// Attention is about conversations that wait for members to look at them: notes mention them, or
// they were handed to them.
type Attention struct{ s *Service }

// Mentioned finds the members of the workspace whom a text mentions, and the names in it that
// stand for several of them; over is set if it mentions more than svcx.MaxMentions.
func (a Attention) Mentioned(ctx context.Context, w *svcx.Workspace, text string) (found []svcx.Mention, unclear []string, over bool, err error) {
	if !strings.Contains(text, "@") {
		return nil, nil, false, nil
	}
	members, err := a.s.db.Read(ctx).Members(w.ID)
	if err != nil {
		return nil, nil, false, err
	}
	found, unclear, over = svcx.Mentions(text, members)
	slices.SortFunc(found, func(a, b svcx.Mention) int { return cmp.Compare(a.User, b.User) }) // as they are read
	return found, unclear, over, nil
}

// Of reads which of the conversations wait for a member, and why.
func (a Attention) Of(ctx context.Context, w *svcx.Workspace, m *svcx.Member, conversations []*svcx.Conversation) (map[svcx.ConversationID]svcx.Waiting, error) {
	all, err := a.waiting(ctx, w, conversations)
	theirs := make(map[svcx.ConversationID]svcx.Waiting)
	for id, who := range all {
		theirs[id] = who[m.ID]
	}
	return theirs, err
}

func (a Attention) waiting(ctx context.Context, w *svcx.Workspace, conversations []*svcx.Conversation) (map[svcx.ConversationID]map[svcx.UserID]svcx.Waiting, error) {
	if len(conversations) == 0 {
		return nil, nil
	}
	return store.AttentionOf(a.s.db.Read(ctx)).Waiting(w.ID, idsOf(conversations))
}

// notes reads the latest notes for which conversations wait.
func (a Attention) notes(ctx context.Context, w *svcx.Workspace, waiting map[svcx.ConversationID]map[svcx.UserID]svcx.Waiting) (map[svcx.MessageID]svcx.Excerpt, error) {
	ids := make(map[svcx.MessageID]bool)
	for _, who := range waiting {
		for _, one := range who {
			if one.Note != 0 {
				ids[one.Note] = true
			}
		}
	}
	if len(ids) == 0 {
		return nil, nil
	}
	return store.AttentionOf(a.s.db.Read(ctx)).Notes(w.ID, slices.Collect(maps.Keys(ids)), excerptLength)
}

// Notes reads the latest note of each conversation that mentions a member, seen or not.
func (a Attention) Notes(ctx context.Context, w *svcx.Workspace, m *svcx.Member, conversations []*svcx.Conversation) (map[svcx.ConversationID]svcx.Excerpt, error) {
	if len(conversations) == 0 {
		return nil, nil
	}
	r := store.AttentionOf(a.s.db.Read(ctx))
	ids, err := r.Latest(w.ID, m.ID, idsOf(conversations))
	if err != nil || len(ids) == 0 {
		return nil, err
	}
	notes, err := r.Notes(w.ID, ids, excerptLength)
	found := make(map[svcx.ConversationID]svcx.Excerpt, len(notes))
	for _, n := range notes {
		found[n.Conversation] = n
	}
	return found, err
}

// Mentioning lists those conversations of a filter whose notes mention a member, in the order of
// the filter: at most limit, after the cursor unless it is nil. total is how many there are. What
// is known are those of the svcx.MaxMentioning latest mentions.
func (a Attention) Mentioning(ctx context.Context, w *svcx.Workspace, m *svcx.Member, f svcx.ConversationFilter, after *svcx.ConversationCursor, limit int) (page svcx.ConversationPage, total int, err error) {
	if err := a.s.checkFilter(ctx, w.ID, &f); err != nil {
		return page, 0, err
	}
	ids, err := store.AttentionOf(a.s.db.Read(ctx)).Mentioning(w.ID, m.ID, svcx.MaxMentioning)
	if err != nil || len(ids) == 0 {
		return page, 0, err
	}
	slices.Sort(ids)
	return among(a.s.db.Read(ctx), w, f, slices.Compact(ids), after, limit)
}

// MentioningIDs are the conversations of Mentioning, in no order.
func (a Attention) MentioningIDs(ctx context.Context, w *svcx.Workspace, m *svcx.Member, f svcx.ConversationFilter) ([]svcx.ConversationID, error) {
	page, _, err := a.Mentioning(ctx, w, m, f, nil, svcx.MaxMentioning)
	return idsOf(page.Items), err
}

// Count counts the conversations with mentions of a member that they have not seen, up to
// svcx.MaxMentioning.
func (a Attention) Count(ctx context.Context, w *svcx.Workspace, m *svcx.Member) (int, error) {
	return store.AttentionOf(a.s.db.Read(ctx)).CountMentioned(w.ID, m.ID, svcx.MaxMentioning)
}

func idsOf(conversations []*svcx.Conversation) []svcx.ConversationID {
	ids := make([]svcx.ConversationID, len(conversations))
	for i, c := range conversations {
		ids[i] = c.ID
	}
	return ids
}

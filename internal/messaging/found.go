package messaging

import (
	"context"

	"svcx"
	"svcx/internal/textsearch"
)

// Words are what a search looks for, to be found again in what is shown.
type Words = textsearch.Words

// WordsOf returns the words of a search.
func WordsOf(q string) Words { return textsearch.WordsOf(q) }

// Searches is about what searches found.
type Searches struct{ s *Service }

// Found reads the newest message of each conversation that has the words of a search: none for one that
// was found by its subject, its contact or its ids.
func (s Searches) Found(ctx context.Context, w *svcx.Workspace, q string, conversations []*svcx.Conversation) (map[svcx.ConversationID]svcx.Found, error) {
	messages, err := s.s.db.FoundMessages(ctx, w.ID, q, idsOf(conversations))
	found := make(map[svcx.ConversationID]svcx.Found, len(messages))
	for _, m := range messages {
		found[m.Conversation] = m
	}
	return found, err
}

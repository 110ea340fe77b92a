package textsearch

import (
	"context"

	"svcx"
)

const (
	// newestRead is how many messages of each conversation are read to find the one that a
	// search found; older ones are found by the index.
	newestRead = 20
	// newestBytes bounds their texts.
	newestBytes = 2 << 20
)

// Newest returns, by conversation, the newest message that has all the words of q. Conversations
// whose subject and contact's name have them, or whose id is q, show that and are left out. A message
// that is not among the last twenty of its conversation and not indexed yet is missed.
func (ix *Index) Newest(ctx context.Context, ws svcx.WorkspaceID, q string, conversations []svcx.ConversationID) (map[svcx.ConversationID]svcx.MessageID, error) {
	if len(conversations) == 0 {
		return nil, nil
	}
	terms, err := parseTerms(q)
	if err != nil || len(terms) == 0 {
		return nil, err
	}
	rest, err := ix.withoutHead(ctx, ws, q, terms, conversations)
	if err != nil || len(rest) == 0 {
		return nil, err
	}
	documents, all, err := ix.tables.NewestMessages(ctx, ws, rest, newestRead, newestBytes)
	if err != nil {
		return nil, err
	}
	found := make(map[svcx.ConversationID]svcx.MessageID)
	read, last := make(map[svcx.ConversationID]int), make(map[svcx.ConversationID]svcx.MessageID)
	for _, d := range documents {
		read[d.Conversation]++
		last[d.Conversation] = max(last[d.Conversation], d.Message)
		if found[d.Conversation] == 0 && hasTerms(d.Texts, terms) {
			found[d.Conversation] = d.Message
		}
	}
	older := make(map[svcx.ConversationID]svcx.MessageID)
	for id, n := range read {
		if found[id] == 0 && (n == newestRead || !all) {
			older[id] = last[id]
		}
	}
	if len(older) == 0 {
		return found, nil
	}
	indexed, err := ix.backend.newest(ctx, ws, terms, older, ix.tuning.bucketBits)
	for id, message := range indexed {
		found[id] = message
	}
	return found, err
}

// withoutHead are the conversations whose heads do not show what was found.
func (ix *Index) withoutHead(ctx context.Context, ws svcx.WorkspaceID, q string, terms []queryTerm, conversations []svcx.ConversationID) (rest []int64, err error) {
	ids := make([]int64, len(conversations))
	for i, id := range conversations {
		ids[i] = int64(id)
	}
	heads, err := ix.tables.Heads(ctx, ws, ids)
	id := searchedID(q)
	for _, head := range heads {
		if head.Conversation != id && !hasTerms(head.Texts[:head.Shown], terms) {
			rest = append(rest, int64(head.Conversation))
		}
	}
	return rest, err
}

// byBucket are conversations by their bucket.
func byBucket(conversations map[svcx.ConversationID]svcx.MessageID, bits int) map[int64][]int64 {
	buckets := make(map[int64][]int64)
	for id := range conversations {
		b := int64(id) >> bits
		buckets[b] = append(buckets[b], int64(id))
	}
	return buckets
}

package bench

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"

	"svcx"
	"svcx/internal/store"
)

// verify reads back every message that the run sent, by conversation. A message that
// was answered must be stored once, whether or not it was repeated; one without an
// answer may be stored or not.
func (r *run) verify(ctx context.Context) error {
	db, err := r.openStore(ctx)
	if err != nil {
		return err
	}
	defer db.Close()
	stored := make([][]int, len(r.sent)) // how often, by caller and number
	touched := make(map[string]bool)
	for i, c := range r.sent {
		stored[i] = make([]int, c.requests)
		for number := range c.requests {
			touched[c.conversationID(c.request(number))] = true
		}
	}
	check := &r.result.Check
	if err := r.readBack(ctx, db, slices.Collect(maps.Keys(touched)), func(c *svcx.Conversation, messages []svcx.Message) {
		if len(messages) != c.MessageCount {
			check.WrongCounts++
		}
		for _, m := range messages {
			caller, number, ok := parseMessageID(m.ExternalID)
			if ok && caller < len(stored) && number < len(stored[caller]) {
				stored[caller][number]++
			}
		}
	}); err != nil {
		return err
	}
	for i, c := range r.sent {
		for number, answered := range c.answered {
			n := stored[i][number]
			if answered {
				check.Answered++
			}
			switch {
			case answered && n == 0:
				check.Missing++
			case n > 1:
				check.Twice++
			}
			check.Stored += n
		}
	}
	return nil
}

// lookupBatch is how many conversations one query looks up.
const lookupBatch = 500

// readers is how many conversations are read concurrently.
const readers = 4

// readBack calls got with the messages of each conversation, one call at a time.
func (r *run) readBack(ctx context.Context, db *store.DB, externalIDs []string, got func(*svcx.Conversation, []svcx.Message)) error {
	ws := r.target.workspace
	for ids := range slices.Chunk(externalIDs, lookupBatch) {
		var conversations []*svcx.Conversation
		if err := db.Write(ctx, ws, func(tx *store.Tx) (err error) {
			conversations, err = tx.ConversationsByExternalID(ws, ids)
			return err
		}); err != nil {
			return err
		}
		lists := make([][]svcx.Message, len(conversations))
		errs := make([]error, readers)
		var running sync.WaitGroup
		for reader := range readers {
			running.Go(func() {
				for i := reader; i < len(conversations) && errs[reader] == nil; i += readers {
					lists[i], errs[reader] = readMessages(ctx, db, conversations[i])
				}
			})
		}
		running.Wait()
		for _, err := range errs {
			if err != nil {
				return fmt.Errorf("reading messages: %w", err)
			}
		}
		for i, c := range conversations {
			got(c, lists[i])
		}
	}
	return nil
}

// readMessages reads all messages of a conversation, regardless of its message count.
func readMessages(ctx context.Context, db *store.DB, c *svcx.Conversation) ([]svcx.Message, error) {
	const page = 1000
	var all []svcx.Message
	for {
		list, err := db.Messages(ctx, c, svcx.MessagePage{Page: svcx.Page{Limit: page, Offset: len(all)}})
		if err != nil {
			return nil, err
		}
		before := len(all)
		if err := list.Each(ctx, func(items []svcx.Message) error {
			all = append(all, items...)
			return nil
		}); err != nil {
			return nil, err
		}
		if len(all)-before < page {
			return all, nil
		}
	}
}

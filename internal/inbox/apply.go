package inbox

import (
	"context"

	"svcx"
	"svcx/internal/store"
	"svcx/internal/trace"
)

// change is a call of Apply. Those that wait for a workspace are written together.
type change struct {
	call   Call
	id     svcx.ConversationID
	update func(*Update) (changed bool, err error)
	// messages is how many messages it adds.
	messages int
	// respond makes the response under an Idempotency-Key.
	respond  func() (svcx.StoredResponse, error)
	response *svcx.StoredResponse
	err      error
	// cause is the span of the request.
	cause *trace.Span
}

// Apply reads a conversation and its channel, calls fn to update it and, if fn reports a change,
// stores it with the outbox. fn sets result, as for Write.
//
// Changes of a workspace that wait are written together: fn sees the conversation as the one
// before it left it, while its row is written at the end. So what fn reads of the conversation's
// own row is in Update, and what fn refuses, it refuses best before its first statement: otherwise
// all changes that are written with it run again, one by one.
func Apply[T any](ctx context.Context, core *Core, call Call, id svcx.ConversationID, result *T, fn func(*Update) (changed bool, err error)) error {
	return apply(ctx, core, &change{call: call, id: id, update: fn}, result)
}

// ApplyMessage is Apply for an fn that adds a message, whose id is reserved in the round trip that
// reads the conversation. An id that is not used is lost, so that other changes reserve none.
func ApplyMessage[T any](ctx context.Context, core *Core, call Call, id svcx.ConversationID, result *T, fn func(*Update) (changed bool, err error)) error {
	return apply(ctx, core, &change{call: call, id: id, update: fn, messages: 1}, result)
}

func apply[T any](ctx context.Context, core *Core, one *change, result *T) error {
	one.cause = trace.Of(ctx)
	one.respond = func() (svcx.StoredResponse, error) { return one.call.Idempotency.Respond(*result) }
	if err := core.changes.Do(ctx, one.call.Workspace.ID, one); err != nil {
		return err
	}
	return one.err
}

// writeChanges reads what the changes need, makes them in order of arrival, and writes them.
func (core *Core) writeChanges(tx *store.Tx, ws svcx.WorkspaceID, items []*change) error {
	ids := make([]int64, len(items))
	ahead := store.IDReservation{Deliveries: len(items)} // most changes send one event
	for i, item := range items {
		ids[i] = int64(item.id)
		ahead.Messages += item.messages
	}
	loaded, err := tx.LoadConversations(ws, ids, ahead)
	if err != nil {
		return err
	}
	b := changeBatch{core: core, loaded: loaded, out: core.NewOutbox(), was: make(map[svcx.ConversationID]svcx.Conversation)}
	b.out.pending = loaded.Pending
	for _, item := range items {
		steps := tx.Steps()
		item.response = nil
		item.err = b.apply(tx, item)
		if item.err != nil && (len(items) == 1 || tx.Steps() != steps) {
			return item.err
		}
	}
	return b.write(tx, ws, items)
}

// changeBatch are changes that are written together.
type changeBatch struct {
	core   *Core
	loaded store.LoadedConversations
	out    *Outbox
	// changed are the changed conversations, in order, was what they were before.
	changed []svcx.ConversationID
	was     map[svcx.ConversationID]svcx.Conversation
}

// apply makes a change. Each has a copy of the conversation, which is its result.
func (b *changeBatch) apply(tx *store.Tx, item *change) error {
	before := b.loaded.Conversations[item.id]
	if before == nil {
		return svcx.NotFound("conversation")
	}
	c := *before
	u := &Update{Tx: tx, Form: item.call.Workspace.Form, Conversation: &c, Actor: item.call.Actor, Now: max(b.core.Now(), c.UpdatedAt), Out: b.core.NewOutbox()}
	u.Out.Cause = item.cause
	if c.Channel != nil {
		u.Channel = b.loaded.Channels[*c.Channel]
	}
	changed, err := item.update(u)
	if err != nil {
		return err
	}
	if changed {
		c.UpdatedAt = u.Now
	}
	if item.call.Idempotency != nil {
		response, err := item.respond()
		if err != nil {
			return err
		}
		item.response = &response
	}
	if !changed {
		return nil
	}
	if _, known := b.was[c.ID]; !known {
		b.was[c.ID] = *before
		b.changed = append(b.changed, c.ID)
	}
	b.loaded.Conversations[c.ID] = &c
	b.out.add(u.Out)
	return nil
}

// write stores the responses first: a run that has lost its key must not be committed.
func (b *changeBatch) write(tx *store.Tx, ws svcx.WorkspaceID, items []*change) error {
	err := tx.Pipeline(func() error {
		for _, item := range items {
			if item.response == nil || item.err != nil {
				continue
			}
			if err := b.core.storeResponse(tx, item.call, *item.response); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil || len(b.changed) == 0 {
		return err
	}
	return tx.Finish(func() error {
		conversations, changes := make([]*svcx.Conversation, len(b.changed)), make([]store.ConversationChange, len(b.changed))
		for i, id := range b.changed {
			conversations[i] = b.loaded.Conversations[id]
			changes[i] = store.ConversationChange{Conversation: conversations[i], Was: b.was[id]}
		}
		if err := tx.UpdateConversations(changes...); err != nil {
			return err
		}
		return b.out.Write(b.core, tx, ws, conversations)
	})
}

package inbox

import (
	"context"

	"svcx"
	"svcx/internal/store"
)

// Receipt is one inbound request whose key was right: a message, or the outcome
// of a body that is none.
type Receipt struct {
	Channel    *svcx.Channel
	Form       svcx.FormName
	ReceivedAt svcx.Time
	// Message is nil when Rejected is set.
	Message  *svcx.InboundMessage
	Rejected *svcx.Outcome
}

// receipt is a Receipt on its way through a batch.
type receipt struct {
	Receipt
	outcome svcx.Outcome
}

// Receive stores an inbound message with everything that follows from it and
// its event log record, or the record of a body that was none (W 4.1). The
// outcome says what the record says. It is repeatable: a messageId that the
// channel has used before changes nothing (decisions 2).
//
// An error means that nothing was stored, not even the record.
func (in *Inbox) Receive(ctx context.Context, r Receipt) (svcx.Outcome, error) {
	item := &receipt{Receipt: r}
	if err := in.receipts.Do(ctx, r.Channel.Workspace, item); err != nil {
		return svcx.Outcome{}, err
	}
	return item.outcome, nil
}

// writeReceipts is the inbound path: load what the batch touches, decide in
// order of arrival, write it all.
func (in *Inbox) writeReceipts(tx *store.Tx, ws svcx.WorkspaceID, items []*receipt) error {
	state, err := tx.LoadInbound(ws, inboundKeys(items))
	if err != nil {
		return err
	}
	d := newDecider(in, ws, state)
	for _, item := range items {
		d.decide(item)
	}
	if err := d.write(tx); err != nil {
		return err
	}
	in.wakeAfter(tx, d.out)
	return nil
}

// inboundKeys gathers what must be looked up for the items.
func inboundKeys(items []*receipt) store.InboundKeys {
	var keys store.InboundKeys
	seen := make(map[string]bool)
	add := func(list *[]string, kind, value string) {
		if value != "" && !seen[kind+value] {
			seen[kind+value] = true
			*list = append(*list, value)
		}
	}
	for _, item := range items {
		m := item.Message
		if m == nil {
			continue
		}
		add(&keys.MessageKeys, "m", store.MessageKey(item.Channel.ID, m.MessageID))
		add(&keys.ConversationIDs, "c", m.ConversationID)
		if isContact(m.Sender) {
			add(&keys.ContactIDs, "x", m.Sender.ExternalID)
			add(&keys.EmailKeys, "e", svcx.EmailKey(m.Sender.Email))
		}
	}
	return keys
}

// isContact reports whether the sender is somebody in particular among the
// customers (decisions 2).
func isContact(s svcx.InboundSender) bool {
	return s.Type == svcx.AuthorCustomer && s.Source != svcx.ExternalIDLiteral
}

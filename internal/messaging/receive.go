package messaging

import (
	"context"
	"errors"
	"slices"

	"svcx"
	"svcx/internal/store"
	"svcx/internal/trace"
)

// Receipt is an authenticated inbound request.
type Receipt struct {
	// Channel and Form are from one query and may be outdated: the request is decided on
	// by what is stored when it is written.
	Channel    *svcx.Channel
	Form       svcx.FormName
	ReceivedAt svcx.Time
	// Body is the request's body, for the event log.
	Body []byte
	// Answer is the response for the event log; the zero value means 200 "ok".
	Answer Answer
	// Origin is for the event log.
	Origin
	// Again is the entry whose request is run again, without a caller who is answered; nil
	// for a request that has come.
	Again *svcx.EventID
	svcx.InboundBody
}

// Origin is where an inbound request came from: its client's address, and the X-Request-Id of its
// answer.
type Origin struct{ Client, RequestID string }

// Answer is a status and a plain text body.
type Answer struct {
	Status int
	Text   string
}

// ErrOutdated means that the channel of a Receipt was deleted or now has another key or form.
// Nothing was stored; the request must be processed again from the start.
var ErrOutdated = errors.New("the channel has changed")

// receipt is a Receipt in a batch.
type receipt struct {
	Receipt
	// avatarRefused is why the URL of an avatar in it is refused, if it is.
	avatarRefused error
	outcome       svcx.Outcome
	outdated      bool
	// cause is the span of the request.
	cause *trace.Span
	// ranBefore is set if the entry whose request is run again was carried out before.
	ranBefore bool
}

func (s *Service) newReceipt(r Receipt) *receipt {
	item := &receipt{Receipt: r}
	if r.Intent != nil && r.Intent.Info.AvatarURL != nil {
		item.avatarRefused = s.core.CheckAvatarURL(*r.Intent.Info.AvatarURL)
	}
	return item
}

// Receive stores an inbound request with everything that follows from it and its event log
// entry, or only the entry of an invalid body (W 4.1). The outcome is that of the entry. It is
// idempotent: a messageId that the channel has used before changes nothing (D 2).
//
// After an error nothing was stored, not even the entry. Errors are ErrOutdated or of kind
// Unavailable; of a request that is run again also Unprocessable, if it was carried out before.
func (s *Service) Receive(ctx context.Context, r Receipt) (svcx.Outcome, error) {
	item := s.newReceipt(r)
	item.cause = trace.Of(ctx)
	if err := s.receipts.Do(ctx, r.Channel.Workspace, item); err != nil {
		return svcx.Outcome{}, err
	}
	switch {
	case item.outdated:
		return svcx.Outcome{}, ErrOutdated
	case item.ranBefore:
		return svcx.Outcome{}, errRanBefore
	}
	if item.cause != nil {
		item.cause.Set(trace.Number("svcx.workspace_id", int64(r.Channel.Workspace)), trace.Number("svcx.channel", int64(r.Channel.ID)), trace.Text("svcx.outcome", string(item.outcome.Status)))
	}
	return item.outcome, nil
}

// writeReceipts is the inbound path: it loads what the batch needs, decides in order of
// arrival, and writes everything.
func (s *Service) writeReceipts(tx *store.Tx, ws svcx.WorkspaceID, items []*receipt) error {
	keys := inboundKeys(items)
	state, err := tx.LoadInbound(ws, keys)
	if err != nil {
		return err
	}
	d := newDecider(ws, s.core.Now(), s.core.NewOutbox(), state)
	ran := make(map[svcx.EventID]bool)
	for _, item := range items {
		if item.outdated = !item.renew(state.Channels[item.Channel.ID], keys.Definitions); item.outdated {
			continue
		}
		if of := item.Again; of != nil {
			if item.ranBefore, err = ranBefore(tx, ws, *of); err != nil {
				return err
			}
			if item.ranBefore = item.ranBefore || ran[*of]; item.ranBefore {
				continue
			}
		}
		d.out.Cause = item.cause
		d.decide(item)
		if item.Again != nil && item.outcome.Status == svcx.EventOK {
			ran[*item.Again] = true // its entry is not written yet
		}
	}
	return d.finish(s.core, tx)
}

// errRanBefore is why a request is not run again that an earlier run has carried out. A message
// would be a repeat anyway; an action or an intent, such as a request for a rating, would be
// carried out twice.
var errRanBefore = &svcx.Error{Kind: svcx.KindUnprocessable, Field: "eventId", Message: "must be the id of a refused request whose body is kept; this one was carried out when it was run again"}

func ranBefore(tx *store.Tx, ws svcx.WorkspaceID, event svcx.EventID) (bool, error) {
	return store.EventLogOf(tx.Reads).RanAgain(ws, event)
}

// renew sets the item's channel to the current one. It reports false if the request must be
// processed again: with another key or form, or with definitions that were not loaded.
func (r *receipt) renew(now store.ChannelForm, definitions bool) bool {
	if now.Channel == nil || now.Form != r.Form || now.Channel.KeyHash != r.Channel.KeyHash {
		return false
	}
	if needsDefinitions(r.Message, now.Channel) && !definitions {
		return false
	}
	r.Channel = now.Channel
	return true
}

// needsDefinitions reports whether a message needs categories or fields.
func needsDefinitions(m *svcx.InboundMessage, ch *svcx.Channel) bool {
	return m != nil && (m.Category != nil || len(m.Fields) > 0 || ch.Defaults.Category != nil || len(ch.Defaults.Fields) > 0)
}

// inboundKeys collects what must be loaded for the items, without duplicates.
func inboundKeys(items []*receipt) store.InboundKeys {
	g := gatherer{seen: make(map[listed]bool)}
	for _, item := range items {
		if !slices.Contains(g.Channels, int64(item.Channel.ID)) {
			g.Channels = append(g.Channels, int64(item.Channel.ID))
		}
		g.Definitions = g.Definitions || needsDefinitions(item.Message, item.Channel)
		switch {
		case item.Message != nil:
			g.message(item)
		case item.Action != nil:
			g.add(&g.ConversationIDs, item.Action.ConversationID)
			if to := item.Action.AssignedTo; to != nil {
				g.Users = append(g.Users, int64(*to))
			}
		case item.Intent != nil:
			g.add(&g.ConversationIDs, item.Intent.ConversationID)
			g.add(&g.InfoConversations, item.Intent.ConversationID)
			if email := item.Intent.Info.Email; email != nil {
				g.add(&g.EmailKeys, svcx.EmailKey(*email))
			}
		}
	}
	// Every item has an event log entry and nearly every key is a new message, so their ids
	// are reserved in the same round trip.
	g.Ahead = store.IDReservation{Messages: len(g.MessageKeys), Events: len(items)}
	return g.InboundKeys
}

// gatherer collects keys to load, each once in its list.
type gatherer struct {
	store.InboundKeys
	seen map[listed]bool
}

// listed is a value in one of a gatherer's lists.
type listed struct {
	list  *[]string
	value string
}

func (g *gatherer) add(list *[]string, value string) {
	if key := (listed{list, value}); value != "" && !g.seen[key] {
		g.seen[key] = true
		*list = append(*list, value)
	}
}

func (g *gatherer) message(item *receipt) {
	m := item.Message
	g.add(&g.MessageKeys, store.MessageKey(item.Channel.ID, m.MessageID))
	g.add(&g.ConversationIDs, m.ConversationID)
	if len(m.Fields) > 0 {
		g.add(&g.FieldConversations, m.ConversationID)
	}
	if isContact(m.Sender) {
		g.add(&g.ContactIDs, m.Sender.ExternalID)
		g.add(&g.EmailKeys, svcx.EmailKey(m.Sender.Email))
	}
	if m.Sender.Type == svcx.AuthorAgent {
		g.add(&g.StaffIDs, m.Sender.ExternalID)
	}
}

// isContact reports whether the sender is an identified customer (D 2).
func isContact(s svcx.InboundSender) bool {
	return s.Type == svcx.AuthorCustomer && s.Source != svcx.ExternalIDLiteral
}

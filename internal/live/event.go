package live

import (
	"bytes"
	"context"
	"slices"
	"strconv"

	"svcx"
	"svcx/internal/store"
)

// The names of the server-sent events.
const (
	eventMessage      = "message"
	eventConversation = "conversation"
	eventDelivery     = "delivery"
	eventReset        = "reset"
	eventAlive        = "alive"
)

// Event is one event of a stream: a message, a conversation or an indicator in its
// current state, or a message's delivery state. Exactly one is set.
type Event struct {
	// Seq is the number of the change; 0 for an indicator, which has none.
	Seq          svcx.Sequence
	Message      *svcx.Message
	Conversation *svcx.Conversation
	Delivery     *Delivery
	Indicator    *svcx.Indicator
}

// Delivery says that the delivery state of a message has changed.
type Delivery struct {
	Conversation svcx.ConversationID
	Message      svcx.MessageID
}

func (e Event) name() string {
	switch {
	case e.Message != nil:
		return eventMessage
	case e.Conversation != nil:
		return eventConversation
	case e.Delivery != nil:
		return eventDelivery
	}
	return string(e.Indicator.Kind)
}

// Encoder renders events for one kind of reader. Readers whose encoders are equal
// (==) share the result: Encode is called once for all of them on a node.
type Encoder interface {
	// Encode renders each event; nil leaves it out. It gets many events at once,
	// so that it can read what else it needs in one query.
	Encode(ctx context.Context, ws svcx.WorkspaceID, events []Event) ([][]byte, error)
}

// batch has the events of a few changes.
type batch struct {
	events []Event
	// resets are the numbers at which all readers have to reload.
	resets []svcx.Sequence
	// last is the number of the last change; 0 if there is none.
	last svcx.Sequence
	more bool
}

// batchSize bounds how many changes are rendered at once, batchBytes the text that
// is read for them, if it is more than one.
const (
	batchSize  = 200
	batchBytes = 1 << 20
)

// read loads the events of the changes after a number: at most batchSize changes or
// batchBytes, and none after upTo unless that is 0. gap reports that some of the
// changes were trimmed. Deleted objects are left out, and an object that changed
// several times within the batch is shown once, at its last change.
func (h *Hub) read(ctx context.Context, ws svcx.WorkspaceID, after, upTo svcx.Sequence) (b batch, first svcx.Change, gap bool, err error) {
	changes, err := h.db.Read(ctx).Changes(ws, after, batchSize)
	if err != nil || len(changes) == 0 {
		return b, first, false, err
	}
	first = changes[0]
	gap = first.First() > after+1
	b.more = len(changes) == batchSize
	if upTo != 0 {
		for len(changes) > 0 && changes[len(changes)-1].Seq > upTo {
			changes, b.more = changes[:len(changes)-1], false
		}
	}
	if len(changes) == 0 {
		return b, first, gap, nil
	}
	size := 0
	for i, c := range changes {
		if size += c.Size; size > batchBytes && i > 0 {
			changes, b.more = changes[:i], true
			break
		}
	}
	b.last = changes[len(changes)-1].Seq
	messages, conversations, err := h.load(ctx, ws, after, b.last)
	if err != nil {
		return b, first, gap, err
	}
	// Backwards, so that the last change of each object is kept.
	var events []Event
	tried := make(map[svcx.MessageID]bool)
	for i := len(changes) - 1; i >= 0; i-- {
		c := changes[i]
		if c.Kind == svcx.ChangeDelivery {
			if !tried[c.Message] {
				events = append(events, Event{Seq: c.Seq, Delivery: &Delivery{c.Conversation, c.Message}})
				tried[c.Message] = true
			}
			continue
		}
		if c.Kind == svcx.ChangeReset {
			b.resets = append(b.resets, c.Seq)
			break // readers reload everything before it anyway
		}
		if found := conversations[c.Conversation]; found != nil && c.Kind != svcx.ChangeMessage {
			events = append(events, Event{Seq: c.Seq, Conversation: found})
			delete(conversations, c.Conversation)
		}
		if found := messages[c.Message]; found != nil && c.First() > after {
			events = append(events, Event{Seq: c.First(), Message: found})
			delete(messages, c.Message)
		}
	}
	for i := len(events) - 1; i >= 0; i-- {
		b.events = append(b.events, events[i])
	}
	return b, first, gap, nil
}

func (h *Hub) load(ctx context.Context, ws svcx.WorkspaceID, after, upTo svcx.Sequence) (map[svcx.MessageID]*svcx.Message, map[svcx.ConversationID]*svcx.Conversation, error) {
	changed, err := h.db.Read(ctx).ChangedMessages(ws, after, upTo)
	if err != nil {
		return nil, nil, err
	}
	if err := store.AttentionOf(h.db.Read(ctx)).SetMentions(ws, changed); err != nil {
		return nil, nil, err
	}
	messages := make(map[svcx.MessageID]*svcx.Message, len(changed))
	for i := range changed {
		messages[changed[i].ID] = &changed[i]
	}
	found, err := h.db.Read(ctx).ChangedConversations(ws, after, upTo)
	conversations := make(map[svcx.ConversationID]*svcx.Conversation, len(found))
	for _, c := range found {
		conversations[c.ID] = c
	}
	return messages, conversations, err
}

// after returns the batch without the events numbered up to seen.
func (b batch) after(seen svcx.Sequence) batch {
	if seen != 0 {
		b.events = slices.DeleteFunc(slices.Clone(b.events), func(e Event) bool { return e.Seq != 0 && e.Seq <= seen })
		b.resets = slices.DeleteFunc(slices.Clone(b.resets), func(seq svcx.Sequence) bool { return seq <= seen })
	}
	return b
}

// frames renders the batch for the readers of an encoder.
func (b *batch) frames(ctx context.Context, ws svcx.WorkspaceID, e Encoder) ([]byte, error) {
	var out bytes.Buffer
	for _, seq := range b.resets {
		writeReset(&out, seq)
	}
	if len(b.events) == 0 {
		return out.Bytes(), nil
	}
	rendered, err := e.Encode(ctx, ws, b.events)
	if err != nil {
		return nil, err
	}
	for i, data := range rendered {
		if data != nil {
			out.Grow(len(data) + frameBytes)
			writeFrame(&out, b.events[i].Seq, b.events[i].name(), data)
			rendered[i] = nil
		}
	}
	return out.Bytes(), nil
}

// frameBytes is roughly the size of a frame without its data.
const frameBytes = 128

// writeFrame writes one server-sent event, with a data field for each line.
func writeFrame(out *bytes.Buffer, seq svcx.Sequence, name string, data []byte) {
	if seq != 0 {
		writeID(out, seq)
	}
	out.WriteString("event: ")
	out.WriteString(name)
	for line := range bytes.SplitSeq(data, []byte("\n")) {
		out.WriteString("\ndata: ")
		out.Write(bytes.ReplaceAll(line, []byte("\r"), nil))
	}
	out.WriteString("\n\n")
}

func writeID(out *bytes.Buffer, seq svcx.Sequence) {
	out.WriteString("id: ")
	out.WriteString(strconv.FormatInt(int64(seq), 10))
	out.WriteByte('\n')
}

// writeReset writes a reset: the reader reloads everything, and the stream goes on
// from the number.
func writeReset(out *bytes.Buffer, seq svcx.Sequence) {
	writeFrame(out, seq, eventReset, []byte(`{"sequence":`+strconv.FormatInt(int64(seq), 10)+`}`))
}

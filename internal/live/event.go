package live

import (
	"bytes"
	"context"
	"slices"
	"strconv"

	"svcx"
)

// The names of events, as readers see them.
const (
	eventMessage      = "message"
	eventConversation = "conversation"
	eventReset        = "reset"
)

// Event is what a reader is shown: a message, a conversation or an indicator as
// it is now. Exactly one is set.
type Event struct {
	// Seq is the event's number; 0 for an indicator, which has none.
	Seq          svcx.Sequence
	Message      *svcx.Message
	Conversation *svcx.Conversation
	Indicator    *svcx.Indicator
}

func (e Event) name() string {
	switch {
	case e.Message != nil:
		return eventMessage
	case e.Conversation != nil:
		return eventConversation
	}
	return string(e.Indicator.Kind)
}

// Encoder renders events for one kind of reader. Readers whose encoders are
// equal (==) share what it makes: it is called once for all of them on a node.
type Encoder interface {
	// Encode renders each event, nil to leave it out. It gets many at once, so
	// that it can read what else it needs in one go.
	Encode(ctx context.Context, ws svcx.WorkspaceID, events []Event) ([][]byte, error)
}

// batch is what a few changes show.
type batch struct {
	events []Event
	// resets are numbers at which everybody is to read anew.
	resets []svcx.Sequence
	// last is the number up to which it goes; 0 without a change.
	last svcx.Sequence
	more bool
}

// batchSize bounds how many changes are rendered at once, and batchBytes the text
// that is read for more than one.
const (
	batchSize  = 200
	batchBytes = 1 << 20
)

// read loads what the changes behind a number show, at most batchSize of them or
// batchBytes, and none behind upTo, where that is not 0. gap says that some of them are
// gone. What is not there any more is left out, and what changed again within
// the batch is shown once, at the last.
func (h *Hub) read(ctx context.Context, ws svcx.WorkspaceID, after, upTo svcx.Sequence) (b batch, first svcx.Change, gap bool, err error) {
	changes, err := h.db.Changes(ctx, ws, after, batchSize)
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
	// Backwards, so that the last of each is kept.
	var events []Event
	for i := len(changes) - 1; i >= 0; i-- {
		c := changes[i]
		if c.Kind == svcx.ChangeReset {
			b.resets = append(b.resets, c.Seq)
			break // everything before is read anew anyway
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
	found, err := h.db.ChangedMessages(ctx, ws, after, upTo)
	if err != nil {
		return nil, nil, err
	}
	messages := make(map[svcx.MessageID]*svcx.Message, len(found))
	for i := range found {
		messages[found[i].ID] = &found[i]
	}
	threads, err := h.db.ChangedConversations(ctx, ws, after, upTo)
	conversations := make(map[svcx.ConversationID]*svcx.Conversation, len(threads))
	for _, c := range threads {
		conversations[c.ID] = c
	}
	return messages, conversations, err
}

// behind is the batch without what has a number up to seen.
func (b batch) behind(seen svcx.Sequence) batch {
	if seen != 0 {
		b.events = slices.DeleteFunc(slices.Clone(b.events), func(e Event) bool { return e.Seq != 0 && e.Seq <= seen })
		b.resets = slices.DeleteFunc(slices.Clone(b.resets), func(seq svcx.Sequence) bool { return seq <= seen })
	}
	return b
}

// frames are the bytes of the batch for the readers of an encoder.
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

// frameBytes is about what a frame has around its data.
const frameBytes = 128

// writeFrame writes one server-sent event. Data of several lines is sent as
// several, which the reader joins again.
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

// writeReset tells a reader to read everything anew: it goes on from the number.
func writeReset(out *bytes.Buffer, seq svcx.Sequence) {
	writeFrame(out, seq, eventReset, []byte(`{"sequence":`+strconv.FormatInt(int64(seq), 10)+`}`))
}

package seed

import (
	"encoding/json"
	"strconv"

	"svcx"
	"svcx/internal/store"
)

// filler stores what happens at a desk, in batches of its events. A batch has the rows
// that the server would have written: contacts, conversations, messages and their
// keys, history, counts of the reports, marks of what agents have read, and the event
// log for as long as it is kept. It has no changes for the live stream, which are kept
// for a day.
type filler struct {
	*Desk
	contactIDs []svcx.ContactID // by number
	// logSince and bodiesSince are where the event log and the bodies in it begin.
	logSince, bodiesSince svcx.Time
}

const (
	// fillBatch is how many messages are written in one transaction.
	fillBatch = 2000
	// How long the event log and its bodies are kept by default, in days.
	logDays, bodyDays = 30, 7
)

// batch is what one transaction writes. Rows refer to threads and to numbers, since
// their ids are known only within the transaction, which may run twice.
type batch struct {
	started  []*thread
	texts    []text
	history  []note
	marks    []note
	counts   svcx.Counts
	messages int
}

// text is a message or note of a batch.
type text struct {
	*thread
	event
	content string
}

// note is any other event of a batch.
type note struct {
	*thread
	event
	detail string
}

func newFiller(d *Desk) *filler {
	day := func(n int) svcx.Time { return d.end - svcx.Time(n)*24*3600*1000 }
	return &filler{Desk: d, logSince: day(logDays), bodiesSince: day(bodyDays)}
}

// gather collects the next batch; nil after the last one.
func (f *filler) gather() *batch {
	b := new(batch)
	for b.messages < fillBatch {
		t, e := f.happens()
		if t == nil {
			break
		}
		if e.number == 0 && e.kind == eventMessage {
			b.started = append(b.started, t)
			b.counts.Add(t.now(), svcx.MeasureOpened, 0, e.at, 1)
		}
		switch e.kind {
		case eventMessage, eventNote:
			b.texts = append(b.texts, text{t, e, f.textOf(t, e)})
			if e.kind == eventMessage {
				b.messages++
				t.count(&b.counts, e)
			}
		case eventAssign:
			t.assignedTo = &e.agent.ID
			b.history = append(b.history, note{t, e, strconv.FormatInt(int64(e.agent.ID), 10)})
		case eventStatus:
			b.history = append(b.history, note{t, e, string(t.status)})
			t.status = e.status
			b.counts.Add(t.now(), e.status.Measure(), 0, e.at, 1)
			if *t.SettledAt == e.at {
				b.counts.AddTime(t.now(), svcx.MeasureResolution, t.CreatedAt, e.at)
			}
		case eventRead:
			b.marks = append(b.marks, note{thread: t, event: e})
		}
	}
	if len(b.texts)+len(b.history)+len(b.marks) == 0 {
		return nil
	}
	return b
}

// now is the conversation with the assignee of the moment, for counting.
func (t *thread) now() *svcx.Conversation {
	return &svcx.Conversation{Channel: t.Channel, AssignedTo: t.assignedTo}
}

func (t *thread) count(counts *svcx.Counts, e event) {
	if e.author == svcx.AuthorCustomer {
		counts.Add(t.now(), svcx.MeasureMessageIn, 0, e.at, 1)
		return
	}
	counts.Add(t.now(), svcx.MeasureMessageOut, 0, e.at, 1)
	if *t.AnsweredAt == e.at {
		counts.AddTime(t.now(), svcx.MeasureResponse, *t.AskedAt, e.at)
	}
}

// write stores a batch.
func (f *filler) write(tx *store.Tx, b *batch) error {
	contacts := 0
	for _, t := range b.started {
		if t.fresh {
			contacts++
		}
	}
	if err := tx.ReserveIDs(store.IDReservation{Contacts: contacts, Conversations: len(b.started), Messages: len(b.texts)}); err != nil {
		return err
	}
	return tx.Pipeline(func() error {
		for _, step := range []func(*store.Tx, *batch) error{f.writeContacts, f.writeConversations, f.writeTexts, f.writeHistory, f.writeMarks} {
			if err := step(tx, b); err != nil {
				return err
			}
		}
		return tx.AddCounts(f.workspace, b.counts)
	})
}

func (f *filler) writeContacts(tx *store.Tx, b *batch) error {
	var fresh []*svcx.Contact
	for _, t := range b.started {
		if t.fresh {
			fresh = append(fresh, &svcx.Contact{
				Workspace: f.workspace, ExternalID: t.person.externalID, ExternalIDDefaulted: t.person.defaulted, Name: t.person.name,
				Email: t.person.email, CreatedAt: t.CreatedAt, UpdatedAt: t.CreatedAt,
			})
		}
	}
	ids, err := tx.ReserveContacts(len(fresh))
	if err != nil {
		return err
	}
	next := 0
	for _, t := range b.started {
		if t.fresh {
			fresh[next].ID = svcx.ContactID(ids[next])
			f.contactIDs = append(f.contactIDs[:t.customer], fresh[next].ID)
			next++
		}
	}
	return tx.InsertContacts(fresh...)
}

func (f *filler) writeConversations(tx *store.Tx, b *batch) error {
	ids, err := tx.ReserveConversations(len(b.started))
	if err != nil {
		return err
	}
	started := make([]*svcx.Conversation, len(ids))
	for i, t := range b.started {
		contact := f.contactIDs[t.customer]
		t.ID, t.Contact = svcx.ConversationID(ids[i]), &contact
		started[i] = t.Conversation
	}
	return tx.InsertConversations(started...)
}

func (f *filler) writeTexts(tx *store.Tx, b *batch) error {
	ids, err := tx.ReserveMessages(len(b.texts))
	if err != nil {
		return err
	}
	var keys []string
	var log []*svcx.EventLogEntry
	messages := make([]*svcx.Message, len(ids))
	for i, t := range b.texts {
		m := t.message()
		m.ID = svcx.MessageID(ids[i])
		t.ids = append(t.ids[:t.event.number], m.ID)
		messages[i] = m
		if m.ExternalID == "" {
			continue
		}
		keys = append(keys, store.MessageKey(*t.Channel, m.ExternalID))
		if t.at >= f.logSince {
			log = append(log, f.logged(t, m))
		}
	}
	if err := tx.InsertMessageKeys(f.workspace, keys...); err != nil {
		return err
	}
	if err := tx.InsertMessages(messages...); err != nil {
		return err
	}
	return tx.InsertEvents(log...)
}

// message is the row of a message or note, without its id.
func (t *text) message() *svcx.Message {
	m := &svcx.Message{
		Workspace: t.Workspace, Conversation: t.ID, Kind: svcx.MessageKindMessage, Author: svcx.Author{Type: t.author},
		Content: t.content, ContentType: svcx.ContentText, SentAt: t.at, CreatedAt: t.at, ReadAt: t.readAt,
	}
	switch {
	case t.kind == eventNote:
		m.Kind = svcx.MessageKindNote
		m.Author = svcx.Author{Type: svcx.AuthorAgent, Name: t.event.agent.Name, Email: t.event.agent.Email, User: &t.event.agent.ID}
	case t.author == svcx.AuthorCustomer:
		m.ExternalID = t.messageID(t.event)
		m.Author.Name, m.Author.Email, m.Author.ExternalID, m.Author.Contact = t.person.name, t.person.email, t.person.externalID, t.Contact
	case t.event.agent != nil:
		m.Author.Name, m.Author.Email, m.Author.User = t.event.agent.Name, t.event.agent.Email, &t.event.agent.ID
	default:
		m.Author.Name = "Assistant"
	}
	return m
}

// logged is the event log entry of a customer's message.
func (f *filler) logged(t text, m *svcx.Message) *svcx.EventLogEntry {
	status := 200
	e := &svcx.EventLogEntry{
		Workspace: f.workspace, Channel: *t.Channel, Direction: svcx.Inbound, Type: svcx.InboundTypeMessage, Status: svcx.EventOK,
		ConversationID: t.ExternalID, ResponseStatus: &status, ResponseMS: 4, Message: &m.ID, CreatedAt: t.at,
	}
	if t.at >= f.bodiesSince {
		body, err := json.Marshal(map[string]any{
			"messageId": m.ExternalID, "conversationId": t.ExternalID, "content": m.Content,
			"from": map[string]string{"externalId": m.Author.ExternalID, "name": m.Author.Name, "email": m.Author.Email},
		})
		if err == nil {
			e.Request, e.Response = svcx.LoggedBody(body), "ok"
		}
	}
	return e
}

func (f *filler) writeHistory(tx *store.Tx, b *batch) error {
	entries := make([]svcx.HistoryEntry, len(b.history))
	for i, n := range b.history {
		actor, what := svcx.Actor{Kind: svcx.ActorChannel, ID: int64(n.channel.ID), Name: n.channel.Name}, string(n.event.status.Event())
		if agent := n.event.agent; agent != nil {
			actor = svcx.Actor{Kind: svcx.ActorUser, ID: int64(agent.ID), Name: agent.Name}
		}
		if n.kind == eventAssign {
			what = string(svcx.EventConversationAssigned)
		}
		entries[i] = svcx.HistoryEntry{Workspace: f.workspace, Conversation: n.ID, Type: what, Actor: actor, Detail: n.detail, At: n.at}
	}
	return tx.InsertHistory(entries...)
}

func (f *filler) writeMarks(tx *store.Tx, b *batch) error {
	marks := make([]store.ReadMark, len(b.marks))
	for i, n := range b.marks {
		marks[i] = store.ReadMark{Conversation: n.ID, User: n.event.agent.ID, Message: n.ids[n.event.number], At: n.at}
	}
	return tx.InsertReadMarks(f.workspace, marks...)
}

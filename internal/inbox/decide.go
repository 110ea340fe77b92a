package inbox

import (
	"svcx"
	"svcx/internal/store"
)

// decider holds what a batch of inbound messages of one workspace finds and
// makes. Deciding is pure: it reads and changes these maps alone, so that
// repeats and threads within a batch come out as they would one by one. Ids of
// what is new are set when it is written.
type decider struct {
	in *Inbox
	ws svcx.WorkspaceID

	seen          map[string]bool
	conversations map[conversationKey]*conversation
	contacts      map[string]*contact // by external id
	emails        map[string]*contact // by folded address
	byID          map[svcx.ContactID]*contact
	// names are the external ids and folded addresses of contacts that were
	// merged into others: they lead there and stay where they are.
	names      map[string]bool
	members    map[svcx.UserID]bool
	categories map[svcx.CategoryID]bool
	fields     map[string]*svcx.Field // by key
	staff      map[staffKey]svcx.StaffLink

	// In order of making.
	threads  []*conversation
	people   []*contact
	keys     []string
	messages []*entry
	events   []*svcx.EventLogEntry
	values   []threadValue
	visits   []externalAuthor
	guests   []participant
	ratings  []rated
	out      outbox
}

type conversationKey struct {
	channel    svcx.ChannelID
	externalID string
}

// conversation is a conversation with what became of it in the batch.
type conversation struct {
	*svcx.Conversation
	was     svcx.Status
	fresh   bool
	opened  bool // its first message has been seen
	changed bool
	shown   bool     // its contact is another to look at
	reindex bool     // it is found by other words: another subject or contact
	contact *contact // of this batch, where set by it
	// sizes are the bytes of its values, where they may be too many, and of those
	// of this batch; room is their sum.
	sizes map[svcx.FieldID]int
	room  svcx.FieldRoom
}

// contact is a contact likewise.
type contact struct {
	*svcx.Contact
	fresh, changed bool
}

// entry is a new message, whose thread and author may have no id yet.
type entry struct {
	*svcx.Message
	thread *conversation
	author *contact
	record *svcx.EventLogEntry // of its receipt
}

func newDecider(in *Inbox, ws svcx.WorkspaceID, state store.InboundState) *decider {
	d := &decider{
		in: in, ws: ws, seen: state.Seen,
		conversations: make(map[conversationKey]*conversation, len(state.Conversations)),
		contacts:      make(map[string]*contact, len(state.Contacts)),
		emails:        make(map[string]*contact, len(state.Contacts)),
		byID:          make(map[svcx.ContactID]*contact, len(state.Contacts)),
		names:         make(map[string]bool),
		members:       state.Members, categories: state.Categories,
		fields: make(map[string]*svcx.Field, len(state.Fields)), staff: make(map[staffKey]svcx.StaffLink, len(state.Staff)),
	}
	for _, c := range state.Conversations {
		if c.Channel != nil {
			t := &conversation{Conversation: c, was: c.Status, sizes: state.FieldSizes[c.ID]}
			for _, size := range t.sizes {
				t.room += svcx.FieldRoom(size)
			}
			d.conversations[conversationKey{*c.Channel, c.ExternalID}] = t
			d.threads = append(d.threads, t)
		}
	}
	d.meet(state.Contacts)
	for _, l := range state.Staff {
		d.staff[staffKey{l.Channel, l.ExternalID}] = l
	}
	for _, f := range state.Fields {
		d.fields[f.Key] = f
	}
	return d
}

// meet takes in the contacts that there are; one that was merged is the one that
// it was merged into.
func (d *decider) meet(contacts []*svcx.Contact) {
	rows := make(map[svcx.ContactID]*svcx.Contact, len(contacts))
	for _, c := range contacts {
		rows[c.ID] = c
		if c.MergedInto == nil {
			p := &contact{Contact: c}
			d.people = append(d.people, p)
			d.byID[c.ID] = p
			d.index(p)
		}
	}
	for _, c := range contacts {
		end := c
		for end != nil && end.MergedInto != nil {
			end = rows[*end.MergedInto]
		}
		if end == nil || end == c {
			continue
		}
		p := d.byID[end.ID]
		d.byID[c.ID] = p
		if c.ExternalID != "" {
			d.contacts[c.ExternalID], d.names["x"+c.ExternalID] = p, true
		}
		if c.Email != "" {
			d.emails[svcx.EmailKey(c.Email)], d.names["e"+svcx.EmailKey(c.Email)] = p, true
		}
	}
}

func (d *decider) index(p *contact) {
	if p.ExternalID != "" {
		d.contacts[p.ExternalID] = p
	}
	if p.Email == "" {
		return
	}
	// Of two that have it from before (store.Refold) it is the first one's.
	key := svcx.EmailKey(p.Email)
	if owner := d.emails[key]; owner == nil || p.ID < owner.ID && !p.fresh {
		d.emails[key] = p
	}
}

// decide takes one item through the rules and writes down its record.
func (d *decider) decide(item *receipt) {
	before := len(d.messages)
	switch {
	case item.Message != nil:
		item.outcome = d.message(item)
	case item.Action != nil:
		item.outcome = d.action(item)
	case item.Intent != nil:
		item.outcome = d.intent(item)
	default:
		item.outcome = *item.Rejected
	}
	record := inboundEvent(item, d.in.Now())
	d.events = append(d.events, record)
	for _, e := range d.messages[before:] {
		e.record = record
	}
}

// inboundEvent is the log record of an item.
func inboundEvent(item *receipt, now svcx.Time) *svcx.EventLogEntry {
	answer := item.Answer
	if answer.Status == 0 {
		answer = Answer{200, "ok"}
	}
	return &svcx.EventLogEntry{
		Workspace: item.Channel.Workspace, Channel: item.Channel.ID, Direction: svcx.Inbound,
		Type: item.outcome.Type, Status: item.outcome.Status, Error: item.outcome.Reason.Text(),
		Warnings: svcx.LoggedWarnings(item.outcome.Warnings), ConversationID: item.outcome.ConversationID,
		ResponseStatus: &answer.Status, ResponseMS: max(0, int64(now-item.ReceivedAt)), CreatedAt: item.ReceivedAt,
		Request: svcx.LoggedBody(item.Body), Response: answer.Text,
	}
}

// message decides on an inbound message (W 2.1, D 2).
func (d *decider) message(item *receipt) svcx.Outcome {
	m := item.Message
	outcome := svcx.Outcome{Type: svcx.InboundTypeMessage, ConversationID: m.ConversationID, Warnings: m.Warnings}
	key := store.MessageKey(item.Channel.ID, m.MessageID)
	if d.seen[key] {
		outcome.Status = svcx.EventSkipped
		outcome.Reason = svcx.Reason{Code: svcx.ReasonDuplicateMessage, Detail: "a message with this messageId was received before"}
		return outcome
	}
	if p, _ := d.find(m.Sender); p != nil && p.BlockedAt != nil {
		// Nothing is kept of it, not even that it was: sent again once the contact
		// is no longer blocked, it is a message like any other.
		outcome.Status = svcx.EventSkipped
		outcome.Reason = svcx.Reason{Code: svcx.ReasonContactBlocked, Detail: "the sender is blocked in this workspace"}
		return outcome
	}
	d.seen[key] = true
	d.keys = append(d.keys, key)

	author, warning := d.author(m.Sender, item.ReceivedAt)
	if warning != "" {
		outcome.Warnings = append(outcome.Warnings, warning)
	}
	t := d.thread(item)
	if t.Contact == nil && t.contact == nil && author != nil {
		t.contact, t.changed, t.reindex = author, true, true
	}
	if t.fresh && !t.opened {
		outcome.Warnings = append(outcome.Warnings, d.begin(item, t)...)
	}
	outcome.Warnings = append(outcome.Warnings, d.setFields(t, m.Fields)...)
	d.add(item, t, author)
	if m.Sender.Type == svcx.AuthorCustomer {
		d.reopen(item, t)
	}
	outcome.Status = svcx.EventOK
	return outcome
}

// thread finds the conversation of the message or opens a new one.
func (d *decider) thread(item *receipt) *conversation {
	m, channel := item.Message, item.Channel.ID
	key := conversationKey{channel, m.ConversationID}
	if t := d.conversations[key]; t != nil {
		return t
	}
	t := &conversation{fresh: true, Conversation: &svcx.Conversation{
		Workspace: d.ws, Channel: &channel, ChannelType: svcx.ChannelTypeCustom, ExternalID: m.ConversationID,
		Subject: m.Subject, Status: svcx.StatusOpen, CreatedAt: item.ReceivedAt, UpdatedAt: item.ReceivedAt,
	}}
	d.conversations[key] = t
	d.threads = append(d.threads, t)
	d.out.counts.Add(t.Conversation, svcx.MeasureOpened, 0, t.CreatedAt, 1)
	return t
}

// add appends the message to its thread.
func (d *decider) add(item *receipt, t *conversation, author *contact) {
	m := item.Message
	sentAt := item.ReceivedAt
	if m.SentAt != nil {
		sentAt = *m.SentAt
	}
	e := &entry{thread: t, author: author, Message: &svcx.Message{
		Workspace: d.ws, Kind: svcx.MessageKindMessage, Author: d.signed(item),
		Content: m.Content, ContentType: m.ContentType, ExternalID: m.MessageID, Attachments: m.Attachments,
		SentAt: sentAt, CreatedAt: item.ReceivedAt,
	}}
	d.messages = append(d.messages, e)
	d.out.said(t.Conversation, e.Message)
	if author != nil && author != t.contact && (t.Contact == nil || d.byID[*t.Contact] != author) {
		d.visits = append(d.visits, externalAuthor{t, author})
	}
	t.MessageCount++
	t.LastMessageAt = latest(t.LastMessageAt, sentAt)
	t.UpdatedAt = max(t.UpdatedAt, item.ReceivedAt)
	t.changed = true
}

func latest(a *svcx.Time, b svcx.Time) *svcx.Time {
	if a != nil && *a > b {
		return a
	}
	return &b
}

// reopen opens a resolved or closed conversation whose customer writes again,
// where the channel allows it.
func (d *decider) reopen(item *receipt, t *conversation) {
	if item.Channel.Settings.Reopens() {
		d.in.moveTo(&d.out, item.Form, item.Channel, t.Conversation, svcx.StatusOpen, channelActor(item.Channel), item.ReceivedAt)
	}
}

// channelActor is the integrator as the one who changes something.
func channelActor(ch *svcx.Channel) svcx.Actor {
	return svcx.Actor{Kind: svcx.ActorChannel, ID: int64(ch.ID), Name: ch.Name}
}

// author finds or makes the contact of a customer; nil for everybody else
// (D 2). People are matched by external id, else by e-mail where one of
// the two sides has no external id of its own. What a later message says fills
// what is empty and overwrites nothing.
func (d *decider) author(s svcx.InboundSender, now svcx.Time) (p *contact, warning string) {
	if !isContact(s) {
		return nil, ""
	}
	given := s.Source == svcx.ExternalIDGiven
	p, owner := d.find(s)
	email := s.Email
	if owner != nil && owner != p {
		email, warning = "", "from.email: belongs to another contact and was left out"
	}
	if p == nil {
		p = &contact{fresh: true, Contact: &svcx.Contact{
			Workspace: d.ws, ExternalID: s.ExternalID, ExternalIDDefaulted: !given, Name: s.Name, Email: email, CreatedAt: now, UpdatedAt: now,
		}}
		d.people = append(d.people, p)
		d.index(p)
		return p, warning
	}
	d.fill(p, s, email, given, now)
	return p, warning
}

// find looks a customer up; owner is who has the address. Both are nil for
// everybody else.
func (d *decider) find(s svcx.InboundSender) (p, owner *contact) {
	if !isContact(s) {
		return nil, nil
	}
	if s.Email != "" {
		owner = d.emails[svcx.EmailKey(s.Email)]
	}
	given := s.Source == svcx.ExternalIDGiven
	p = d.contacts[s.ExternalID]
	if p == nil && owner != nil && (!given || owner.ExternalID == "" || owner.ExternalIDDefaulted) {
		p = owner
	}
	return p, owner
}

// fill adds to a known contact what it lacks.
func (d *decider) fill(p *contact, s svcx.InboundSender, email string, given bool, now svcx.Time) {
	changed := false
	if p.Name == "" && s.Name != "" {
		p.Name, changed = s.Name, true
	}
	if p.Email == "" && email != "" && !d.names["e"+svcx.EmailKey(email)] {
		p.Email, changed = email, true
	}
	if given && (p.ExternalID == "" || p.ExternalIDDefaulted) && !d.names["x"+s.ExternalID] {
		if p.ExternalID != s.ExternalID {
			delete(d.contacts, p.ExternalID)
		}
		p.ExternalID, p.ExternalIDDefaulted, changed = s.ExternalID, false, true
	}
	if changed {
		p.changed, p.UpdatedAt = true, max(p.UpdatedAt, now)
		d.index(p)
	}
}

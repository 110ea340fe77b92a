package messaging

import (
	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/store"
)

// decider holds the state that a batch of inbound requests of one workspace finds and
// what it creates. Deciding depends on these fields and the item alone: it reads no database
// and no clock, so that the items of a batch have the same results as one by one. New ids are
// set when it is written.
type decider struct {
	ws  svcx.WorkspaceID
	now svcx.Time

	seen          map[string]bool
	conversations map[conversationKey]*conversation
	contacts      map[string]*contact // by external id
	emails        map[string]*contact // by folded address
	byID          map[svcx.ContactID]*contact
	// aliasIDs and aliasEmails are the external ids and folded addresses of contacts
	// that were merged into others. They identify those and cannot be given to
	// another contact.
	aliasIDs, aliasEmails map[string]bool

	members    map[svcx.UserID]bool
	categories map[svcx.CategoryID]bool
	fields     map[string]*svcx.Field // by key
	staff      map[staffKey]svcx.StaffLink

	// In order of creation. The first two also have what was loaded.
	allConversations []*conversation
	allContacts      []*contact
	keys             []messageKey
	messages         []*entry
	events           []*svcx.EventLogEntry
	values           []pendingValue
	externalAuthors  []externalAuthor
	participants     []pendingParticipant
	ratings          []pendingRating
	out              *inbox.Outbox
}

// messageKey is what a new message's messageId is recognized by (store.MessageKey).
type messageKey struct {
	key string
	of  *entry
}

type conversationKey struct {
	channel    svcx.ChannelID
	externalID string
}

// conversation is a conversation and its changes in the batch.
type conversation struct {
	*svcx.Conversation
	was            svcx.Conversation // as it was read, unless it is fresh
	fresh          bool
	opened         bool // its first message was decided on
	changed        bool
	contactChanged bool
	reindex        bool     // its subject or contact changed: search must be updated
	contact        *contact // its contact if this batch sets it
	// sizes are the bytes of its field values, as far as they were loaded, and of
	// those of this batch; room is their sum.
	sizes map[svcx.FieldID]int
	room  svcx.FieldRoom
}

// contact is a contact and its changes in the batch.
type contact struct {
	*svcx.Contact
	fresh, changed bool
}

// entry is a new message, whose conversation and author may have no id yet.
type entry struct {
	*svcx.Message
	conversation *conversation
	author       *contact
	logEntry     *svcx.EventLogEntry // nil for imports
}

func newDecider(ws svcx.WorkspaceID, now svcx.Time, out *inbox.Outbox, state store.InboundState) *decider {
	d := &decider{
		ws: ws, now: now, out: out, seen: state.Seen,
		conversations: make(map[conversationKey]*conversation, len(state.Conversations)),
		contacts:      make(map[string]*contact, len(state.Contacts)),
		emails:        make(map[string]*contact, len(state.Contacts)),
		byID:          make(map[svcx.ContactID]*contact, len(state.Contacts)),
		aliasIDs:      make(map[string]bool),
		aliasEmails:   make(map[string]bool),
		members:       state.Members, categories: state.Categories,
		fields: make(map[string]*svcx.Field, len(state.Fields)), staff: make(map[staffKey]svcx.StaffLink, len(state.Staff)),
	}
	for _, c := range state.Conversations {
		if c.Channel != nil {
			conv := &conversation{Conversation: c, was: *c, sizes: state.FieldSizes[c.ID]}
			for _, size := range conv.sizes {
				conv.room += svcx.FieldRoom(size)
			}
			d.conversations[conversationKey{*c.Channel, c.ExternalID}] = conv
			d.allConversations = append(d.allConversations, conv)
		}
	}
	d.addContacts(state.Contacts)
	for _, l := range state.Staff {
		d.staff[staffKey{l.Channel, l.ExternalID}] = l
	}
	for _, f := range state.Fields {
		d.fields[f.Key] = f
	}
	return d
}

// addContacts adds the loaded contacts. A merged contact leads to the one that it was
// merged into.
func (d *decider) addContacts(contacts []*svcx.Contact) {
	rows := make(map[svcx.ContactID]*svcx.Contact, len(contacts))
	for _, c := range contacts {
		rows[c.ID] = c
		if c.MergedInto == nil {
			p := &contact{Contact: c}
			d.allContacts = append(d.allContacts, p)
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
			d.contacts[c.ExternalID], d.aliasIDs[c.ExternalID] = p, true
		}
		if c.Email != "" {
			key := svcx.EmailKey(c.Email)
			d.emails[key], d.aliasEmails[key] = p, true
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
	// From an earlier folding (see package refold) two contacts may have it: it is the first one's.
	key := svcx.EmailKey(p.Email)
	if owner := d.emails[key]; owner == nil || p.ID < owner.ID && !p.fresh {
		d.emails[key] = p
	}
}

// decide decides on one item and creates its event log entry.
func (d *decider) decide(item *receipt) {
	before, sent := len(d.messages), d.out.Deliveries()
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
	for _, event := range d.out.Events()[sent:] {
		item.outcome.Facts = append(item.outcome.Facts, svcx.FactEvent+svcx.Fact(event))
	}
	logEntry := inboundEvent(item, d.now)
	d.events = append(d.events, logEntry)
	for _, e := range d.messages[before:] {
		e.logEntry = logEntry
	}
}

// inboundEvent is the event log entry of an item.
func inboundEvent(item *receipt, now svcx.Time) *svcx.EventLogEntry {
	answer := item.Answer
	if answer.Status == 0 {
		answer = Answer{200, "ok"}
	}
	e := &svcx.EventLogEntry{
		Workspace: item.Channel.Workspace, Channel: item.Channel.ID, Direction: svcx.Inbound,
		Facts: item.outcome.Facts, Client: item.Client, Reference: item.RequestID, Again: item.Again,
		Type: item.outcome.Type, Status: item.outcome.Status, Error: item.outcome.Reason.Text(),
		Warnings: svcx.LoggedWarnings(item.outcome.Warnings), ConversationID: item.outcome.ConversationID,
		ResponseStatus: &answer.Status, ResponseMS: max(0, int64(now-item.ReceivedAt)), CreatedAt: item.ReceivedAt,
		Request: svcx.LoggedBody(item.Body), Response: answer.Text,
	}
	if item.Again != nil {
		e.ResponseStatus, e.Response = nil, "" // nobody was answered
	}
	return e
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
	known, _ := d.find(m.Sender)
	if known != nil && known.BlockedAt != nil {
		// Not even its messageId is kept: if it is sent again once the contact is
		// unblocked, it is stored like any other message.
		outcome.Status = svcx.EventSkipped
		outcome.Reason = svcx.Reason{Code: svcx.ReasonContactBlocked, Detail: "the sender is blocked in this workspace"}
		return outcome
	}
	d.seen[key] = true

	outcome.Facts = append(outcome.Facts, d.howFound(m.Sender, known))
	author, warning := d.author(m.Sender, item.ReceivedAt)
	if warning != "" {
		outcome.Warnings = append(outcome.Warnings, warning)
	}
	conv := d.findOrCreate(item)
	opens := conv.fresh && !conv.opened
	outcome.Facts = append(outcome.Facts, conversationFact(opens))
	if conv.Contact == nil && conv.contact == nil && author != nil {
		conv.contact, conv.changed, conv.reindex = author, true, true
	}
	if opens {
		warnings, facts := d.begin(item, conv)
		outcome.Warnings, outcome.Facts = append(outcome.Warnings, warnings...), append(outcome.Facts, facts...)
	}
	given := len(d.values)
	outcome.Warnings = append(outcome.Warnings, d.setFields(conv, m.Fields)...)
	outcome.Facts = withoutReplaced(outcome.Facts, d.values[given:])
	d.add(item, conv, author)
	d.keys = append(d.keys, messageKey{key, d.messages[len(d.messages)-1]})
	if m.Sender.Type == svcx.AuthorCustomer && d.reopen(item, conv) {
		outcome.Facts = append(outcome.Facts, svcx.FactConversationReopened)
	}
	outcome.Status = svcx.EventOK
	return outcome
}

// findOrCreate finds the conversation of a message or creates one.
func (d *decider) findOrCreate(item *receipt) *conversation {
	m, channel := item.Message, item.Channel.ID
	key := conversationKey{channel, m.ConversationID}
	if conv := d.conversations[key]; conv != nil {
		return conv
	}
	conv := &conversation{fresh: true, Conversation: &svcx.Conversation{
		Workspace: d.ws, Channel: &channel, ChannelType: svcx.ChannelTypeCustom, ExternalID: m.ConversationID,
		Subject: m.Subject, Status: svcx.StatusOpen, CreatedAt: item.ReceivedAt, UpdatedAt: item.ReceivedAt,
	}}
	d.conversations[key] = conv
	d.allConversations = append(d.allConversations, conv)
	d.out.CountOpened(conv.Conversation)
	return conv
}

// add appends the message to its conversation.
func (d *decider) add(item *receipt, conv *conversation, author *contact) {
	m := item.Message
	sentAt := item.ReceivedAt
	if m.SentAt != nil {
		sentAt = *m.SentAt
	}
	e := &entry{conversation: conv, author: author, Message: &svcx.Message{
		Workspace: d.ws, Kind: svcx.MessageKindMessage, Author: d.authorOf(item),
		Content: m.Content, ContentType: m.ContentType, ExternalID: m.MessageID, Attachments: m.Attachments,
		SentAt: sentAt, CreatedAt: item.ReceivedAt,
	}}
	d.messages = append(d.messages, e)
	d.out.CountMessage(conv.Conversation, e.Message)
	if author != nil && author != conv.contact && (conv.Contact == nil || d.byID[*conv.Contact] != author) {
		d.externalAuthors = append(d.externalAuthors, externalAuthor{conv, author})
	}
	conv.MessageCount++
	conv.LastMessageAt = latest(conv.LastMessageAt, sentAt)
	conv.UpdatedAt = max(conv.UpdatedAt, item.ReceivedAt)
	conv.changed = true
}

func latest(a *svcx.Time, b svcx.Time) *svcx.Time {
	if a != nil && *a > b {
		return a
	}
	return &b
}

// reopen reopens a resolved or closed conversation whose customer writes again, if the
// channel allows it.
func (d *decider) reopen(item *receipt, conv *conversation) bool {
	return item.Channel.Settings.Reopens() && d.update(item, conv).MoveTo(svcx.StatusOpen)
}

// update updates a conversation for the integrator.
func (d *decider) update(item *receipt, conv *conversation) *inbox.Update {
	ch := item.Channel
	return &inbox.Update{
		Form: item.Form, Channel: ch, Conversation: conv.Conversation, Now: item.ReceivedAt, Out: d.out,
		Actor: svcx.Actor{Kind: svcx.ActorChannel, ID: int64(ch.ID), Name: ch.Name},
	}
}

// author finds or creates the contact of a customer; nil for other senders (D 2).
// Contacts are matched by external id, otherwise by e-mail address if the sender or the
// contact has no external id of its own. Later messages fill what is empty and
// overwrite nothing.
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
		d.allContacts = append(d.allContacts, p)
		d.index(p)
		return p, warning
	}
	d.fill(p, s, email, given, now)
	return p, warning
}

// find finds the contact of a customer; owner is the contact with the address. Both are
// nil for other senders.
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

// fill fills what is empty in an existing contact.
func (d *decider) fill(p *contact, s svcx.InboundSender, email string, given bool, now svcx.Time) {
	changed := false
	if p.Name == "" && s.Name != "" {
		p.Name, changed = s.Name, true
	}
	if p.Email == "" && email != "" && !d.aliasEmails[svcx.EmailKey(email)] {
		p.Email, changed = email, true
	}
	if given && (p.ExternalID == "" || p.ExternalIDDefaulted) && !d.aliasIDs[s.ExternalID] {
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

package assist

import (
	"context"
	"slices"
	"strings"
	"sync"

	"svcx"
	"svcx/internal/assist/guard"
	"svcx/internal/assist/prompt"
	"svcx/internal/store"
)

// Reply is a reply that is about to be sent.
type Reply struct {
	Text string
	// Files is how many files go with it; -1 if that is not known.
	Files int
	// To is whom it begins a conversation with, perhaps somebody who is not stored yet; nil for a reply in
	// the request's conversation.
	To *svcx.Contact
}

// Check is what the handbrake found. Found is what was found without the model, while that did not
// answer: it then neither makes the reply unsafe nor is among the issues (R 4.8, D 6).
type Check struct {
	Safe          bool
	Issues, Found []svcx.Issue
}

// Handbrake looks through a reply before it is sent. If the model does not answer there is no
// error, and the reply is safe.
func (s *Service) Handbrake(ctx context.Context, r Request, reply Reply) (Result[Check], error) {
	reads := s.db.Read(ctx)
	to, messages, known, err := s.about(reads, r, reply)
	if err != nil {
		return Result[Check]{}, err
	}
	if err := s.known(reads, r.Workspace.ID, to, messages, &known); err != nil {
		return Result[Check]{}, err
	}
	others, err := s.inMind(ctx, r, to)
	if err != nil {
		return Result[Check]{}, err
	}
	known.Others = append(known.Others, others...)
	var approved error
	known.Approved = s.approved(reads, r.Workspace.ID, &approved)
	found := []svcx.Issue{}
	for _, f := range guard.Check(known) {
		found = append(found, svcx.Issue{Type: string(f.Type), Description: f.Description, Suggestion: f.Suggestion, From: f.From, To: f.To})
	}
	if approved != nil {
		return Result[Check]{}, approved
	}
	result, err := perform(ctx, s, r, prompt.Handbrake(reply.Text, messages))
	if svcx.KindOf(err) == svcx.KindAIUnavailable {
		return with(result, Check{Safe: true, Issues: []svcx.Issue{}, Found: found}), nil
	}
	issues := append(found, result.Answer...)
	return with(result, Check{Safe: len(issues) == 0, Issues: issues}), err
}

// approved returns whether a value is meant to be sent: it stands in a saved reply, as the workspace's
// own account number does. They are read if something was found.
func (s *Service) approved(reads store.Reads, ws svcx.WorkspaceID, failed *error) func(value string) bool {
	replies := sync.OnceValue(func() []*svcx.SavedReply {
		all, err := reads.SavedReplies(ws)
		*failed = err
		return all
	})
	return func(value string) bool {
		return slices.ContainsFunc(replies(), func(saved *svcx.SavedReply) bool { return strings.Contains(saved.Content, value) })
	}
}

// maxAddresses bounds how many addresses of a reply are looked up.
const maxAddresses = 20

// about reads whom a reply is to, what was said before it, and its participants.
func (s *Service) about(reads store.Reads, r Request, reply Reply) (to *svcx.Contact, messages []svcx.Message, known guard.Reply, err error) {
	known = guard.Reply{Text: reply.Text, Files: reply.Files}
	if reply.To != nil {
		return reply.To, nil, known, nil
	}
	c, err := reads.Conversation(r.Workspace.ID, r.Conversation)
	if err != nil {
		return nil, nil, known, err
	}
	if messages, err = reads.LastMessages(c.Workspace, c.ID, s.Core.Now().Add(store.ClockSlack), prompt.SuggestMessages, prompt.MaxBytes); err != nil {
		return nil, nil, known, err
	}
	participants, err := reads.Participants(c.Workspace, c.ID)
	if err != nil {
		return nil, nil, known, err
	}
	for _, p := range participants {
		known.Known = append(known.Known, person(p.Name, p.Email))
	}
	if c.Contact == nil {
		return nil, messages, known, nil
	}
	if to, err = reads.Contact(c.Workspace, *c.Contact); svcx.KindOf(err) == svcx.KindNotFound {
		to, err = &svcx.Contact{ID: *c.Contact}, nil
	}
	return to, messages, known, err
}

// known adds what is known of a reply's conversation.
func (s *Service) known(reads store.Reads, ws svcx.WorkspaceID, to *svcx.Contact, messages []svcx.Message, known *guard.Reply) error {
	self := svcx.ContactID(0)
	if to != nil {
		self, known.Contact = to.ID, person(to.Name, to.Email)
	}
	members, err := reads.Members(ws)
	if err != nil {
		return err
	}
	for _, m := range members {
		known.Known = append(known.Known, person(m.Name, m.Email))
	}
	for i := range messages {
		m := &messages[i]
		known.Known = append(known.Known, person(m.Author.Name, m.Author.Email))
		if m.Author.Type == svcx.AuthorCustomer {
			known.Customer = append(known.Customer, prompt.TextOf(m))
		}
	}
	addresses := guard.Addresses(known.Text)
	for _, address := range addresses[:min(len(addresses), maxAddresses)] {
		_, id, err := reads.ContactClash(ws, self, "", address)
		if err != nil {
			return err
		}
		if id != 0 {
			known.Others = append(known.Others, person("", address))
		}
	}
	return nil
}

// maxInMind bounds the conversations whose contacts a member may mistake for the one they write to: as
// many of those that they have, and of those that they write in, as changed last.
const maxInMind = 20

// inMind are other contacts whom the member may have in mind.
func (s *Service) inMind(ctx context.Context, r Request, to *svcx.Contact) (others []guard.Person, err error) {
	if r.Actor.Kind != svcx.ActorUser {
		return nil, nil
	}
	ids, err := s.reads(ctx).ContactsInMind(r.Workspace.ID, svcx.UserID(r.Actor.ID), maxInMind)
	if err != nil || len(ids) == 0 {
		return nil, err
	}
	contacts, err := s.db.Read(ctx).ContactsOf(r.Workspace.ID, ids)
	for _, contact := range contacts {
		if to == nil || contact.ID != to.ID {
			others = append(others, person(contact.Name, contact.Email))
		}
	}
	return others, err
}

func person(name, email string) guard.Person {
	p := guard.Person{Name: name}
	if email != "" {
		p.Emails = []string{email}
	}
	return p
}

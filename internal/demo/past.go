package demo

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"svcx"
	"svcx/internal/app"
	"svcx/internal/inbox"
	"svcx/internal/store"
)

// The shop has had customers for some weeks when the demo begins: conversations of
// pastDays days, computed from one number, so that every demo has the same.
const (
	pastDays          = 45
	pastConversations = 120
	pastSeed          = 11
)

// pastID is the external id of a conversation of the past.
func pastID(n int) string { return fmt.Sprintf("past-%d", n+1) }

// pastCustomer is the customer who began a conversation of the past; a third of them have
// written before.
func pastCustomer(n int) customer {
	if n%3 == 2 {
		n /= 3
	}
	first, last := firstNames[n%len(firstNames)], lastNames[n*7%len(lastNames)]
	mailbox := strings.ToLower(ascii.Replace(first + "." + last))
	return customer{fmt.Sprintf("cust-%d", 2001+n), first + " " + last, mailbox + "@example.com"}
}

// ascii replaces the letters of the names that addresses do not have.
var ascii = strings.NewReplacer("é", "e", "ö", "o", "ü", "u", "ø", "o", "í", "i", "ã", "a", "ć", "c", "’", "", " ", "")

// shop is what the past is written with: who works there and what it sorts by.
type shop struct {
	workspace  *svcx.Workspace
	channel    *svcx.ChannelID
	agents     []*svcx.Member
	categories map[string]svcx.CategoryID
	now        svcx.Time
}

// furnish creates the sample agents, categories and saved replies.
func furnish(ctx context.Context, a *app.App, w *svcx.Workspace, channel svcx.ChannelID) (*shop, error) {
	call := inbox.Call{Workspace: w, Actor: inbox.Operator}
	s := &shop{workspace: w, channel: &channel, categories: make(map[string]svcx.CategoryID), now: a.Core.Now()}
	for _, draft := range agents {
		m, err := a.Admin.AddMember(ctx, call, draft)
		if err != nil {
			return nil, err
		}
		s.agents = append(s.agents, m)
	}
	for _, draft := range categories {
		c, err := a.Admin.CreateCategory(ctx, call, draft)
		if err != nil {
			return nil, err
		}
		s.categories[c.Name] = c.ID
	}
	for _, draft := range savedReplies {
		if _, err := a.Admin.CreateSavedReply(ctx, call, draft); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// past is a conversation of the past with all that happened in it.
type past struct {
	svcx.Conversation
	customer
	number   int
	messages []*svcx.Message
	history  []svcx.HistoryEntry
	rating   *svcx.Rating
	agent    *svcx.Member
}

// live writes the past of the shop, unless it is there already. It is stored as if it had
// been received then, with what the reports count.
func live(ctx context.Context, a *app.App, w *svcx.Workspace, channel svcx.ChannelID) error {
	if c, err := conversation(ctx, a, w, pastID(0)); err != nil || c != nil {
		return err
	}
	s, err := furnish(ctx, a, w, channel)
	if err != nil {
		return err
	}
	return a.Core.DB.Write(ctx, w.ID, func(tx *store.Tx) error {
		random := rand.New(rand.NewPCG(pastSeed, pastSeed))
		contacts := make(map[string]svcx.ContactID)
		var counts svcx.Counts
		for n := range pastConversations {
			if err := s.write(tx, s.plan(random, n), contacts, &counts); err != nil {
				return err
			}
		}
		return tx.AddCounts(w.ID, counts)
	})
}

// plan decides what happened in a conversation.
func (s *shop) plan(random *rand.Rand, n int) *past {
	what := cases[n%len(cases)]
	at := s.begin(random, n)
	category := s.categories[what.category]
	filled := func(text string) string { return strings.ReplaceAll(text, "{order}", fmt.Sprint(4200+n*3)) }
	p := &past{number: n, customer: pastCustomer(n), Conversation: svcx.Conversation{
		Workspace: s.workspace.ID, Channel: s.channel, ChannelType: svcx.ChannelTypeCustom, ExternalID: pastID(n), Subject: filled(what.subject),
		Status: svcx.StatusOpen, Category: &category, Tags: what.tags, CreatedAt: at, UpdatedAt: at, AskedAt: since(at),
	}}
	p.agent = s.agents[random.IntN(1+random.IntN(len(s.agents)))]
	say := func(at svcx.Time, text string, author svcx.Author) {
		p.messages = append(p.messages, &svcx.Message{
			Workspace: s.workspace.ID, Kind: svcx.MessageKindMessage, Author: author, Content: filled(text), ContentType: svcx.ContentText, SentAt: at, CreatedAt: at,
		})
	}
	asks := svcx.Author{Type: svcx.AuthorCustomer, Name: p.name, Email: p.email, ExternalID: p.id}
	answers := svcx.Author{Type: svcx.AuthorAgent, Name: p.agent.Name, Email: p.agent.Email, User: &p.agent.ID}
	later := func(minutes float64) svcx.Time {
		return at.Add(time.Duration(minutes * (0.3 + 2*random.Float64()*random.Float64()) * float64(time.Minute)))
	}
	say(at, what.asks, asks)
	const day = svcx.Time(24 * time.Hour / time.Millisecond)
	fresh := s.now-at < 5*day
	if s.now-at < day && random.IntN(2) == 0 {
		return p // nobody has answered yet
	}
	if at = later(50); at >= s.now {
		return p
	}
	p.history = append(p.history, svcx.HistoryEntry{Workspace: s.workspace.ID, Type: string(svcx.EventConversationAssigned), Actor: s.actor(p), Detail: fmt.Sprint(p.agent.ID), At: at})
	p.AssignedTo, p.AnsweredAt = &p.agent.ID, since(at)
	say(at, what.answers, answers)
	if what.replies != "" && random.IntN(3) > 0 {
		if at = later(90); at >= s.now {
			return p
		}
		say(at, what.replies, asks)
	}
	if fresh && random.IntN(3) > 0 {
		return p
	}
	if at = later(240); at >= s.now {
		return p
	}
	p.Status, p.ResolvedAt, p.SettledAt = svcx.StatusResolved, since(at), since(at)
	if random.IntN(3) == 0 {
		p.Status = svcx.StatusClosed
	}
	p.history = append(p.history, svcx.HistoryEntry{Workspace: s.workspace.ID, Type: string(p.Status.Event()), Actor: s.actor(p), Detail: string(svcx.StatusOpen), At: at})
	if what.rates > 0 && random.IntN(2) == 0 {
		if at = later(200); at < s.now {
			p.rating = &svcx.Rating{Workspace: s.workspace.ID, Rating: what.rates, Comment: what.comment, RatedBy: p.name, CreatedAt: at, AssignedTo: p.AssignedTo, Channel: s.channel}
		}
	}
	return p
}

// since is a time that does not change with the variable.
func since(t svcx.Time) *svcx.Time { return &t }

func (s *shop) actor(p *past) svcx.Actor {
	return svcx.Actor{Kind: svcx.ActorUser, ID: int64(p.agent.ID), Name: p.agent.Name}
}

// begin is when a conversation began: by day, in the order of their numbers, fewer at
// weekends.
func (s *shop) begin(random *rand.Rand, n int) svcx.Time {
	const day = 24 * time.Hour
	// The last began an hour ago.
	ago := time.Duration(float64(pastDays*day) * float64(pastConversations-1-n) / pastConversations)
	at := s.now.Add(-ago - time.Hour - time.Duration(random.IntN(120))*time.Minute)
	if weekday := at.Std().Weekday(); ago > 3*day && (weekday == time.Saturday || weekday == time.Sunday) && random.IntN(3) > 0 {
		at = at.Add(-2 * day)
	}
	return at
}

// write stores a conversation with all that belongs to it, and counts it.
func (s *shop) write(tx *store.Tx, p *past, contacts map[string]svcx.ContactID, counts *svcx.Counts) error {
	contact, known := contacts[p.id]
	if !known {
		ids, err := tx.ReserveContacts(1)
		if err != nil {
			return err
		}
		contact = svcx.ContactID(ids[0])
		contacts[p.id] = contact
		err = tx.InsertContacts(&svcx.Contact{ID: contact, Workspace: s.workspace.ID, ExternalID: p.id, Name: p.name, Email: p.email, CreatedAt: p.CreatedAt, UpdatedAt: p.CreatedAt})
		if err != nil {
			return err
		}
	}
	ids, err := tx.ReserveConversations(1)
	if err != nil {
		return err
	}
	p.ID, p.Contact = svcx.ConversationID(ids[0]), &contact
	p.settle()
	if err := tx.InsertConversations(&p.Conversation); err != nil {
		return err
	}
	if ids, err = tx.ReserveMessages(len(p.messages)); err != nil {
		return err
	}
	for i, m := range p.messages {
		m.ID, m.Conversation = svcx.MessageID(ids[i]), p.ID
		if m.Author.Type == svcx.AuthorCustomer {
			m.Author.Contact, m.ExternalID = &contact, fmt.Sprintf("%s-%d", p.ExternalID, i)
		}
	}
	if err := tx.InsertMessages(p.messages...); err != nil {
		return err
	}
	for i := range p.history {
		p.history[i].Conversation = p.ID
	}
	if err := tx.InsertHistory(p.history...); err != nil {
		return err
	}
	p.count(counts)
	if p.rating == nil {
		return nil
	}
	p.rating.Conversation = p.ID
	_, err = tx.PutRating(p.rating)
	return err
}

// settle sets what follows from the messages of the conversation.
func (p *past) settle() {
	for _, m := range p.messages {
		p.MessageCount++
		p.LastMessageAt, p.UpdatedAt = &m.SentAt, m.SentAt
		switch {
		case m.Author.Type != svcx.AuthorCustomer:
			p.WaitingSince = nil
		case p.WaitingSince == nil:
			p.WaitingSince = &m.SentAt
		}
	}
	if p.SettledAt != nil {
		p.WaitingSince, p.UpdatedAt = nil, *p.SettledAt
	}
}

// count counts what happened, for the reports.
func (p *past) count(counts *svcx.Counts) {
	opened := &svcx.Conversation{Channel: p.Channel}
	counts.Add(opened, svcx.MeasureOpened, 0, p.CreatedAt, 1)
	for _, m := range p.messages {
		if m.Author.Type == svcx.AuthorCustomer {
			counts.Add(opened, svcx.MeasureMessageIn, 0, m.SentAt, 1)
			continue
		}
		opened = &p.Conversation // it has an assignee from here
		counts.Add(opened, svcx.MeasureMessageOut, 0, m.SentAt, 1)
	}
	if p.AnsweredAt != nil {
		counts.AddTime(&p.Conversation, svcx.MeasureResponse, *p.AskedAt, *p.AnsweredAt)
	}
	if p.SettledAt != nil {
		counts.Add(&p.Conversation, p.Status.Measure(), 0, *p.SettledAt, 1)
		counts.AddTime(&p.Conversation, svcx.MeasureResolution, p.CreatedAt, *p.SettledAt)
	}
	if p.rating != nil {
		counts.AddRating(&p.Conversation, p.rating, 1)
	}
}

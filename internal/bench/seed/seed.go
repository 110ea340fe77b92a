// Package seed fills a store with the conversations of a busy support desk, as if they
// had been received and answered over the last months.
//
// A Desk computes what happens there (desk.go) from a number: the people (people.go) and
// their words (words.go) too. A filler writes it in batches (fill.go).
package seed

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"svcx"
	"svcx/internal/store"
)

// Description describes a filled store. It is kept in the store, so that benchmarks
// know what they find.
type Description struct {
	Database      string `json:"database"`
	Workspace     string `json:"workspace"`
	Agent         string `json:"agent"` // e-mail address of the busiest one
	Seed          uint64 `json:"seed"`
	Conversations int    `json:"conversations"`
	Messages      int    `json:"messages"` // without notes
	Contacts      int    `json:"contacts"`
	// The first ids; nearly all others follow without a gap.
	FirstConversation svcx.ConversationID `json:"firstConversation"`
	FirstContact      svcx.ContactID      `json:"firstContact"`
	Seconds           float64             `json:"seconds"`
	MessagesPerSecond float64             `json:"messagesPerSecond"`
}

// setting is the server setting that has a Description.
const setting = "bench.seeded"

// Fill stores what happens at the desk in the workspace, which has its channels and
// nothing else. The text index is filled at the same time. What is returned says
// nothing of the time that it took.
func (d *Desk) Fill(ctx context.Context, db *store.DB, slug string, w io.Writer) (*Description, error) {
	f := newFiller(d)
	if err := f.prepare(ctx, db, slug); err != nil {
		return nil, fmt.Errorf("preparing the workspace: %w", err)
	}
	s := &Description{
		Database: db.Dialect(), Workspace: slug, Agent: d.agents[0].Email, Seed: d.seed, Conversations: d.conversations, Messages: d.messages,
	}
	var err error
	if s.FirstConversation, s.FirstContact, err = f.fill(ctx, db, newProgress(w, d.messages)); err != nil {
		return nil, err
	}
	s.Contacts = d.contacts
	return s, nil
}

// prepare creates what a desk has before its first conversation.
func (f *filler) prepare(ctx context.Context, db *store.DB, slug string) error {
	w, err := db.Read(ctx).WorkspaceBySlug(slug)
	if err != nil {
		return err
	}
	f.workspace = w.ID
	channels, err := db.Read(ctx).Channels(w.ID, svcx.Page{Limit: 100})
	if err != nil {
		return err
	}
	f.channels = channels.Items
	return db.Write(ctx, w.ID, func(tx *store.Tx) error {
		f.agents, f.categories = nil, nil
		for _, m := range Agents() {
			id, err := tx.AddMember(w.ID, m.Email, m.Name, m.Role, f.begin)
			if err != nil {
				return err
			}
			f.agents = append(f.agents, &svcx.Member{ID: id, Email: m.Email, Name: m.Name, Role: m.Role})
		}
		for i, name := range []string{"Orders", "Delivery", "Payment", "Returns", "Account", "Technical", "Complaints", "Sales", "Feedback", "Partners", "Press", "Other"} {
			c := &svcx.Category{Workspace: w.ID, Name: name, Color: svcx.Colors[i%len(svcx.Colors)], Position: i}
			if err := tx.InsertCategory(c); err != nil {
				return err
			}
			f.categories = append(f.categories, c.ID)
		}
		for i := range 40 {
			f.text.Begin(f.seed, uint64(i))
			title := f.text.Subject()
			f.text.Begin(f.seed+1, uint64(i))
			f.text.Sentences(40)
			if err := tx.InsertSavedReply(&svcx.SavedReply{Workspace: w.ID, Title: title, Content: string(f.text.Text), Shortcut: fmt.Sprintf("reply%d", i)}); err != nil {
				return err
			}
		}
		return nil
	})
}

// indexEvery is how many batches are written while the one before is indexed.
const indexEvery = 10

// fill writes the desk's events and indexes their words beside it.
func (f *filler) fill(ctx context.Context, db *store.DB, p *progress) (first svcx.ConversationID, contact svcx.ContactID, err error) {
	indexed := make(chan error, 1)
	indexed <- nil
	var indexing sync.WaitGroup
	defer indexing.Wait()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	gathered := f.gatherAhead(ctx)
	batches := 0
	for b := range gathered {
		batches++
		if err := db.Write(ctx, f.workspace, func(tx *store.Tx) error { return f.write(tx, b) }); err != nil {
			return 0, 0, fmt.Errorf("writing conversations: %w", err)
		}
		if first == 0 {
			first, contact = b.started[0].ID, f.contactIDs[0]
		}
		p.add(b.messages)
		if batches%indexEvery != 0 {
			continue
		}
		// The index may lag by this much, so that its progress is that of the messages.
		if err := <-indexed; err != nil {
			return 0, 0, fmt.Errorf("indexing: %w", err)
		}
		indexing.Go(func() { indexed <- db.Index.Update(ctx, f.workspace) })
	}
	if err := errors.Join(ctx.Err(), <-indexed, db.Index.Update(ctx, f.workspace)); err != nil {
		return 0, 0, fmt.Errorf("indexing: %w", err)
	}
	p.end()
	return first, contact, nil
}

// gatherAhead collects the next batch while one is written.
func (f *filler) gatherAhead(ctx context.Context) <-chan *batch {
	gathered := make(chan *batch)
	go func() {
		defer close(gathered)
		for b := f.gather(); b != nil; b = f.gather() {
			select {
			case gathered <- b:
			case <-ctx.Done():
				return
			}
		}
	}()
	return gathered
}

// Keep stores the description in the store.
func (s *Description) Keep(ctx context.Context, db *store.DB) error {
	text, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return db.Write(ctx, 0, func(tx *store.Tx) error { return tx.SetServerSetting(setting, string(text)) })
}

// ErrNotSeeded is returned for a store without a description.
var ErrNotSeeded = errors.New("the store was not filled by svcx bench seed, and a benchmark must not touch another")

// Describe reads the description of a filled store.
func Describe(ctx context.Context, db *store.DB) (*Description, error) {
	if version, err := db.SchemaVersion(ctx); err != nil || version == 0 {
		return nil, errors.Join(err, ErrNotSeeded)
	}
	text, err := db.Read(ctx).ServerSetting(setting)
	if err != nil {
		return nil, err
	}
	var s Description
	if text == "" || json.Unmarshal([]byte(text), &s) != nil {
		return nil, ErrNotSeeded
	}
	return &s, nil
}

// Print writes the description as text.
func (s *Description) Print(w io.Writer) error {
	_, err := fmt.Fprintf(w, "Workspace %s on %s: %d conversations of %d contacts with %d messages, in %s (%.0f messages a second).\nThe busiest of its agents is %s. To sign in: svcx serve and svcx login-link --email %s, with the same --data-dir and --database-url.\n",
		s.Workspace, s.Database, s.Conversations, s.Contacts, s.Messages, time.Duration(s.Seconds*float64(time.Second)).Round(time.Second), s.MessagesPerSecond, s.Agent, s.Agent)
	return err
}

// progress reports, every few seconds, how many of many are done.
type progress struct {
	w           io.Writer
	total, done int
	began, last time.Time
}

const progressEvery = 5 * time.Second

func newProgress(w io.Writer, total int) *progress {
	now := time.Now()
	return &progress{w: w, total: total, began: now, last: now}
}

func (p *progress) add(n int) {
	p.done += n
	if time.Since(p.last) < progressEvery {
		return
	}
	p.last = time.Now()
	took := p.last.Sub(p.began)
	left := time.Duration(float64(took) * float64(p.total-p.done) / float64(p.done))
	fmt.Fprintf(p.w, "%4.1f %%: %d of %d messages stored and indexed, %.0f a second, %s left\n", 100*float64(p.done)/float64(p.total), p.done, p.total,
		float64(p.done)/took.Seconds(), left.Round(time.Second))
}

func (p *progress) end() {
	took := time.Since(p.began)
	fmt.Fprintf(p.w, "%d messages stored and indexed in %s, %.0f a second\n", p.done, took.Round(100*time.Millisecond), float64(p.done)/took.Seconds())
}

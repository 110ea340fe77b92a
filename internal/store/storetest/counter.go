package storetest

import (
	"errors"
	"fmt"
	"slices"

	"pgregory.net/rapid"

	"svcx"
	"svcx/internal/store"
)

// The totals of lists are counters that writes update. Whatever is written, and
// whichever writes fail, they equal the number of rows.
func counterCases(f *fixture) {
	f.Case("totals equal counts under any writes", func(f *fixture) {
		rapid.Check(f.T, func(t *rapid.T) {
			w := &workload{fixture: f, ws: f.workspace()}
			for range rapid.IntRange(1, 6).Draw(t, "writes") {
				w.write(t)
				w.check(t)
			}
		})
	})
	f.Case("the totals of all lists are read together", func(f *fixture) {
		ws := f.workspace()
		f.conversations(ws, &svcx.Conversation{Channel: ptr(svcx.ChannelID(3)), Tags: []string{"VIP"}},
			&svcx.Conversation{AssignedTo: ptr(svcx.UserID(4)), Category: ptr(svcx.CategoryID(5))}, &svcx.Conversation{Status: svcx.StatusClosed, Category: ptr(svcx.CategoryID(6))})
		f.conversations(f.workspace(), &svcx.Conversation{})
		f.equal("totals", must(f.db.Read(f.ctx()).ViewCounts(ws))(f), svcx.ViewCounts{
			ByStatus: map[svcx.Status]int{svcx.StatusOpen: 2, svcx.StatusClosed: 1}, Unassigned: 1, ByAssignee: map[svcx.UserID]int{4: 1},
			ByChannel: map[svcx.ChannelID]int{3: 1}, ByCategory: map[svcx.CategoryID]int{5: 1},
		})
	})
	// What is folded differently is in TestListsIncludeEarlierData.
	f.Case("tags that are folded stay as they are", func(f *fixture) {
		ws := f.workspace()
		f.conversations(ws, &svcx.Conversation{Tags: []string{"Größe"}})
		f.equal("error", f.db.RefoldTags(f.ctx(), ws), nil)
		f.equal("found", must(f.db.Conversations(f.ctx(), ws, svcx.ConversationFilter{Tag: "grösse"}, svcx.Page{Limit: 9}))(f).Total, 1)
	})
}

// workload is a workspace with its expected rows.
type workload struct {
	*fixture
	ws            svcx.WorkspaceID
	contacts      int
	conversations []svcx.Conversation
}

var errWanted = errors.New("a failure that the test asked for")

// label draws what lists are narrowed by. A channel is constant.
func label(t *rapid.T, c *svcx.Conversation) {
	c.Status = rapid.SampledFrom(svcx.Statuses[:]).Draw(t, "status")
	c.AssignedTo = rapid.SampledFrom([]*svcx.UserID{nil, ptr(svcx.UserID(1)), ptr(svcx.UserID(2))}).Draw(t, "assignee")
	c.Category = rapid.SampledFrom([]*svcx.CategoryID{nil, ptr(svcx.CategoryID(1)), ptr(svcx.CategoryID(2))}).Draw(t, "category")
	c.Tags = rapid.SampledFrom([][]string{{}, {"a"}, {"A", "b"}, {"ß", "SS"}}).Draw(t, "tags")
	c.UpdatedAt += svcx.Time(rapid.IntRange(0, 3).Draw(t, "later"))
}

// write runs a few random steps in one transaction, which may then fail.
func (w *workload) write(t *rapid.T) {
	fails := rapid.IntRange(0, 3).Draw(t, "fails") == 0
	var steps []func(tx *store.Tx) error
	contacts, conversations := w.contacts, slices.Clone(w.conversations)
	for range rapid.IntRange(1, 6).Draw(t, "steps") {
		step := rapid.IntRange(0, 5).Draw(t, "step")
		n := rapid.IntRange(0, 1000).Draw(t, "n")
		switch {
		case step == 0:
			fresh := make([]*svcx.Contact, n%4)
			contacts += len(fresh)
			steps = append(steps, func(tx *store.Tx) error {
				for i := range fresh {
					fresh[i] = &svcx.Contact{Name: "Counted"}
				}
				return insertContacts(tx, w.ws, fresh...)
			})
		case step == 1 || len(conversations) == 0:
			first := len(conversations)
			for range 1 + n%2 {
				c := svcx.Conversation{Channel: rapid.SampledFrom([]*svcx.ChannelID{nil, ptr(svcx.ChannelID(1))}).Draw(t, "channel")}
				label(t, &c)
				conversations = append(conversations, c)
			}
			opened := slices.Clone(conversations[first:])
			steps = append(steps, func(tx *store.Tx) error {
				var fresh []*svcx.Conversation
				for i := range opened {
					fresh = append(fresh, &opened[i])
				}
				err := insertConversations(tx, w.ws, fresh...)
				for i, c := range fresh {
					w.conversations[first+i].ID, w.conversations[first+i].Workspace = c.ID, w.ws
				}
				return err
			})
		default:
			i := n % len(conversations)
			was := conversations[i]
			label(t, &conversations[i])
			now := conversations[i]
			steps = append(steps, func(tx *store.Tx) error {
				was, now := was, now
				was.ID, now.ID, was.Workspace, now.Workspace = w.conversations[i].ID, w.conversations[i].ID, w.ws, w.ws
				return update(tx, &now, was)
			})
		}
	}
	before := w.conversations
	w.conversations = slices.Clone(conversations)
	for i := range before {
		w.conversations[i].ID = before[i].ID
	}
	err := w.db.Write(w.ctx(), w.ws, func(tx *store.Tx) error {
		for _, step := range steps {
			if err := step(tx); err != nil {
				return err
			}
		}
		if fails {
			return errWanted
		}
		return nil
	})
	if fails != errors.Is(err, errWanted) || !fails && err != nil {
		t.Fatalf("writing: %v", err)
	}
	if fails {
		w.conversations = before
		return
	}
	w.contacts = contacts
	w.remove(t)
}

// remove takes a conversation, a member or a category away.
func (w *workload) remove(t *rapid.T) {
	step := rapid.IntRange(0, 4).Draw(t, "removed")
	switch {
	case step == 0 && len(w.conversations) > 0:
		w.conversations[0].Workspace = w.ws
		w.write1(t, func(tx *store.Tx) error { return tx.DeleteConversation(&w.conversations[0]) })
		w.conversations = w.conversations[1:]
	case step == 1:
		w.write1(t, func(tx *store.Tx) error { _, err := tx.UnassignAll(w.ws, 1); return err })
		for i := range w.conversations {
			if c := &w.conversations[i]; c.AssignedTo != nil && *c.AssignedTo == 1 {
				c.AssignedTo = nil
			}
		}
	case step == 2:
		c := &svcx.Category{Workspace: w.ws, Name: "Gone"}
		var was, labelled []svcx.Conversation
		w.write1(t, func(tx *store.Tx) error {
			was, labelled = slices.Clone(w.conversations), nil
			if err := tx.InsertCategory(c); err != nil {
				return err
			}
			for _, now := range w.conversations {
				before := now
				now.Category = &c.ID
				labelled = append(labelled, now)
				if err := update(tx, &now, before); err != nil {
					return err
				}
			}
			return tx.DeleteCategory(w.ws, c.ID)
		})
		for i := range was {
			was[i].Category = nil
		}
		w.conversations = was
		if err := w.db.Remove(w.ctx(), w.ws, func(*svcx.Message) []string { return nil }, nil, func(*store.Tx) error { return nil }); err != nil {
			t.Fatal(err)
		}
	}
}

func (w *workload) write1(t *rapid.T, fn func(tx *store.Tx) error) {
	if err := w.db.Write(w.ctx(), w.ws, fn); err != nil {
		t.Fatalf("writing: %v", err)
	}
}

func (w *workload) check(t *rapid.T) {
	everything := svcx.Page{Limit: 1000}
	contacts, err := w.db.Contacts(w.ctx(), w.ws, "", everything)
	if err != nil || contacts.Total != w.contacts || len(contacts.Items) != w.contacts {
		t.Fatalf("%d contacts of %d, want %d: %v", len(contacts.Items), contacts.Total, w.contacts, err)
	}
	all := make([]*svcx.Conversation, len(w.conversations))
	for i := range all {
		all[i] = &w.conversations[i]
	}
	for _, filter := range []svcx.ConversationFilter{
		{}, {Unassigned: true}, {AssignedTo: ptr(svcx.UserID(1))}, {AssignedTo: ptr(svcx.UserID(2))}, {Channel: ptr(svcx.ChannelID(1))},
		{Category: ptr(svcx.CategoryID(1))}, {Category: ptr(svcx.CategoryID(2))}, {Tag: "a"}, {Tag: "B"}, {Tag: "ss"},
	} {
		for _, filter.Status = range append([]svcx.Status{""}, svcx.Statuses[:]...) {
			want := conversationIDs(selectConversations(all, filter))
			list, err := w.db.Conversations(w.ctx(), w.ws, filter, everything)
			if err != nil || list.Total != len(want) || !slices.Equal(conversationIDs(list.Items), want) {
				t.Fatalf("%s: %v", fmt.Sprintf("%+v: %v of %d, want %v", filter, conversationIDs(list.Items), list.Total, want), err)
			}
		}
	}
}

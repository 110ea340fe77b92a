package textsearch_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"svcx"
	"svcx/internal/store"
	"svcx/internal/store/storetest"
)

// searchFixture is a workspace whose conversations have some of a few words.
type searchFixture struct {
	workspace svcx.WorkspaceID
	all       []*svcx.Conversation
	// texts are the messages of each.
	texts map[svcx.ConversationID][]string
}

// searchWords has the words, and how many conversations of a hundred have them; of the
// last two, the first is only in early conversations and the second only in late ones.
var searchWords = []struct {
	word  string
	share int
}{{"common", 70}, {"usual", 30}, {"seldom", 8}, {"single", 1}, {"bygone", 60}, {"fresh", 60}}

func (w *searchFixture) addTexts(r *rand.Rand, c *svcx.Conversation, early bool) {
	for range 1 + r.IntN(4) {
		text := "said"
		for _, t := range searchWords {
			if r.IntN(100) < t.share && !(t.word == "bygone" && !early) && !(t.word == "fresh" && early) {
				text += " " + t.word
			}
		}
		w.texts[c.ID] = append(w.texts[c.ID], text)
	}
}

// matching are the conversations in which one message has all the words, the last one
// as a prefix, in the order of the list.
func (w *searchFixture) matching(status svcx.Status, q string) (found []svcx.ConversationID) {
	words := strings.Fields(q)
	has := func(text string) bool {
		said := strings.Fields(text)
		for i, word := range words {
			if !slices.ContainsFunc(said, func(s string) bool { return s == word || i == len(words)-1 && strings.HasPrefix(s, word) }) {
				return false
			}
		}
		return true
	}
	for _, c := range w.all {
		if (status == "" || c.Status == status) && slices.ContainsFunc(w.texts[c.ID], has) {
			found = append(found, c.ID)
		}
	}
	return found
}

// insertSearchable stores conversations of several workspaces alternately, so that
// the ids of each have gaps. The first in each list are too long to be read if long is 6, so
// that all below them are searched by the text index.
func insertSearchable(t *testing.T, db *store.DB, r *rand.Rand, n, long int, workspaces ...*searchFixture) {
	t.Helper()
	for i := range n {
		w := workspaces[0]
		if i%7 == 3 {
			w = workspaces[1]
		}
		c := &svcx.Conversation{Workspace: w.workspace, Status: svcx.Statuses[r.IntN(3)], CreatedAt: epoch + svcx.Time(i/2+r.IntN(n/4))}
		if i%5 == 0 {
			c.CreatedAt = epoch + svcx.Time(r.IntN(n))
		}
		if n-i <= long {
			w = workspaces[i%2]
			c.Workspace, c.Status, c.CreatedAt, c.MessageCount = w.workspace, svcx.Statuses[i/2%3], epoch+svcx.Time(2*n), 1_000_000
		}
		storetest.WantNil(t, db.Write(t.Context(), w.workspace, func(tx *store.Tx) error {
			ids, err := tx.ReserveConversations(1)
			if err != nil {
				return err
			}
			c.ID = svcx.ConversationID(ids[0])
			delete(w.texts, c.ID)
			if c.MessageCount == 0 {
				w.addTexts(r, c, i < n/2)
			}
			if ids, err = tx.ReserveMessages(len(w.texts[c.ID]) + 1); err != nil {
				return err
			}
			var messages []*svcx.Message
			for j, text := range w.texts[c.ID] {
				messages = append(messages, &svcx.Message{ID: svcx.MessageID(ids[j]), Workspace: w.workspace, Conversation: c.ID, Kind: svcx.MessageKindMessage,
					Content: text, SentAt: epoch, CreatedAt: epoch})
			}
			if err := tx.InsertConversations(c); err != nil {
				return err
			}
			return tx.InsertMessages(messages...)
		}))
		w.all = append(w.all, c)
	}
	for _, w := range workspaces {
		slices.SortFunc(w.all, func(a, b *svcx.Conversation) int {
			if a.CreatedAt != b.CreatedAt {
				return int(b.CreatedAt - a.CreatedAt)
			}
			return int(b.ID - a.ID)
		})
		storetest.WantNil(t, db.Index.Update(t.Context(), w.workspace))
	}
}

// Whichever buckets a search queries first and however often it queries again, its
// pages are the conversations that match, each once, in the order of the list. If
// more match than it may request, it has at least those in the newest documents.
func TestSearchIsTheSameAcrossBuckets(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		const n, everything = 280, 1_000_000
		db.Index.SetBucketBits(3)
		r := rand.New(rand.NewPCG(3, 9))
		large := &searchFixture{workspace: 1, texts: make(map[svcx.ConversationID][]string)}
		small := &searchFixture{workspace: 2, texts: make(map[svcx.ConversationID][]string)}
		insertSearchable(t, db, r, n, 6, large, small)
		for _, b := range []struct {
			name                                                string
			first, most, lookups, leastChunk, mostChunk, listed int
		}{
			{"all at once", everything, everything, everything, 10, 10, 10},
			{"all at once, picked", everything, everything, 0, 10, 40, everything},
			{"by the list", 1, everything, 1, 3, 20, everything},
			{"by the list, then the rest", 5, everything, 1, 2, 6, 12},
			{"the rest", 1, everything, 1, 1, 1, 1},
			{"bounded, by the list", 2, 40, 1, 5, 20, everything},
			{"bounded, then the rest", 2, 40, 1, 2, 6, 12},
			{"bounded, the rest", 1, 25, 1, 1, 1, 1},
		} {
			t.Run(b.name, func(t *testing.T) {
				db.Index.BoundSearch(b.first, b.most, b.lookups, b.leastChunk, b.mostChunk, b.listed)
				for _, w := range []*searchFixture{large, small} {
					for _, q := range []string{"common", "usual", "seldom", "single", "bygone", "fresh", "nothing", "common seldom", "usual bygone", "s", "b", "said fresh"} {
						for _, status := range []svcx.Status{"", svcx.StatusOpen} {
							for _, limit := range []int{1, 9, 60} {
								if limit == 1 && q != "seldom" && q != "bygone" {
									continue
								}
								w.check(t, db, status, q, limit, b.most)
							}
						}
					}
				}
			})
		}
	})
}

func (w *searchFixture) check(t *testing.T, db *store.DB, status svcx.Status, q string, limit, most int) {
	t.Helper()
	var got []svcx.ConversationID
	var after *svcx.ConversationCursor
	for {
		page, err := db.SearchConversations(t.Context(), w.workspace, svcx.ConversationFilter{Status: status}, q, after, limit)
		storetest.WantNil(t, err)
		for _, c := range page.Items {
			got = append(got, c.ID)
		}
		if after = page.Next; after == nil {
			break
		}
		if len(page.Items) != limit {
			t.Fatalf("a page of %d instead of %d is not the last", len(page.Items), limit)
		}
	}
	name := fmt.Sprintf("workspace %d, %q, %q, pages of %d", w.workspace, status, q, limit)
	want := w.matching(status, q)
	if most >= 1_000_000 {
		if !slices.Equal(got, want) {
			t.Errorf("%s: found %v, want %v", name, got, want)
		}
		return
	}
	// Those that match, in their order, and none that is new enough is missing.
	rest := want
	for _, id := range got {
		i := slices.Index(rest, id)
		if i < 0 {
			t.Fatalf("%s: %d is found twice, in another order or does not match: %v of %v", name, id, got, want)
		}
		rest = rest[i+1:]
	}
	for _, id := range w.newest(q, most) {
		if slices.Contains(want, id) && !slices.Contains(got, id) {
			t.Errorf("%s: %d is missing: %v", name, id, got)
		}
	}
}

// newest are the conversations of the newest documents that match.
func (w *searchFixture) newest(q string, most int) (ids []svcx.ConversationID) {
	matching := w.matching("", q)
	slices.Sort(matching)
	slices.Reverse(matching)
	for _, id := range matching {
		one := &searchFixture{all: []*svcx.Conversation{{ID: id}}, texts: make(map[svcx.ConversationID][]string)}
		for _, text := range w.texts[id] {
			one.texts[id] = []string{text}
			most -= len(one.matching("", q))
		}
		if most < 0 {
			break
		}
		ids = append(ids, id)
	}
	return ids
}

// A message is found as soon as it is stored, however far down the list and however long
// ago the indexer ran.
func TestSearchFindsWhatIsNotIndexedYet(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		r := rand.New(rand.NewPCG(4, 4))
		w, other := &searchFixture{workspace: 1, texts: make(map[svcx.ConversationID][]string)}, &searchFixture{workspace: 2, texts: make(map[svcx.ConversationID][]string)}
		insertSearchable(t, db, r, 140, 6, w, other)
		for _, w := range []*searchFixture{w, other} {
			c := w.all[len(w.all)-1]
			storetest.WantNil(t, db.Write(t.Context(), w.workspace, func(tx *store.Tx) error {
				ids, err := tx.ReserveMessages(1)
				if err != nil {
					return err
				}
				return tx.InsertMessages(&svcx.Message{ID: svcx.MessageID(ids[0]), Workspace: w.workspace, Conversation: c.ID, Kind: svcx.MessageKindMessage,
					Content: "usual latest", SentAt: epoch, CreatedAt: epoch})
			}))
			w.texts[c.ID] = append(w.texts[c.ID], "usual latest")
		}
		for _, q := range []string{"latest", "usual", "lat", "latest usual", "latest common"} {
			for _, limit := range []int{1, 60} {
				w.check(t, db, "", q, limit, 1_000_000)
				other.check(t, db, svcx.StatusOpen, q, limit, 1_000_000)
			}
		}
	})
}

// The index is asked for rare words alone where others are frequent, and the conversations
// that it names are read.
func TestSearchOfRareAndFrequentWords(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		const everything = 1_000_000
		db.Index.SetBucketBits(3)
		r := rand.New(rand.NewPCG(6, 2))
		large, small := &searchFixture{workspace: 1, texts: make(map[svcx.ConversationID][]string)}, &searchFixture{workspace: 2, texts: make(map[svcx.ConversationID][]string)}
		insertSearchable(t, db, r, 300, 0, large, small)
		for _, lookups := range []int{everything, 2, 0} {
			db.Index.BoundSearch(everything, everything, lookups, 10, 10, everything)
			for _, w := range []*searchFixture{large, small} {
				for _, q := range []string{"common single", "single common", "single usual common", "said singl", "single said nothing", "single seldom said"} {
					for _, limit := range []int{1, 9, 60} {
						w.check(t, db, "", q, limit, everything)
						w.check(t, db, svcx.StatusOpen, q, limit, everything)
					}
				}
			}
		}
	})
}

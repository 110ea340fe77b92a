package textsearch_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"syscall"
	"testing"
	"time"

	"svcx"
	"svcx/internal/store"
	"svcx/internal/store/storetest"
)

var (
	searchMessages = flag.Int("search-messages", 20_000, "number of messages for BenchmarkConversationSearch")
	searchDatabase = flag.String("search-database", "", "folder, or URL of a PostgreSQL database, for BenchmarkConversationSearch to fill if it is empty, and to keep")
	searchBits     = flag.Int("search-bits", 0, "size of a bucket as a power of two, 0 for the default")
)

// The searched workspaces: the first has nearly all conversations, the second one in
// 550, and those of the third were active in another order than they were created in.
const benchMain, benchSmall, benchScattered = svcx.WorkspaceID(1), svcx.WorkspaceID(2), svcx.WorkspaceID(3)

// go test ./internal/textsearch -run XXX -bench ConversationSearch/sqlite -search-messages 5000000 -timeout 2h
//
// Ten messages per conversation, of 30 words each. As in a natural language few words
// are frequent and most are rare.
func BenchmarkConversationSearch(b *testing.B) {
	benchSearched(b, func(b *testing.B, db *store.DB) {
		db.Index.SetBucketBits(*searchBits)
		text := newProse()
		lastConversation := fillSearched(b, db, text)
		user, category := svcx.UserID(8), svcx.CategoryID(9)
		middle := &svcx.ConversationCursor{At: epoch + svcx.Time(*searchMessages/20)*1000}
		for _, c := range []struct {
			name, q   string
			filter    svcx.ConversationFilter
			workspace svcx.WorkspaceID
			after     *svcx.ConversationCursor
		}{
			{name: "rare word", q: "needle4711"},
			{name: "no word", q: "nosuchword"},
			{name: "one in 100 messages", q: text.words[800]},
			{name: "one in 60 messages", q: text.words[180]},
			{name: "frequent word", q: text.words[3]},
			{name: "two frequent words", q: text.words[3] + " " + text.words[9]},
			{name: "two words of 8 % and 6 %", q: text.words[40] + " " + text.words[60]},
			{name: "two words, rarely together", q: text.words[20] + " " + text.words[2000]},
			{name: "first letter", q: text.words[3][:1]},
			{name: "prefix of a frequent word", q: text.words[3][:3]},
			{name: "prefix of a rare word", q: "needle47"},
			{name: "prefix of infrequent words", q: text.words[4000][:4]},
			{name: "word of old messages only", q: "bygone"},
			{name: "mine", q: text.words[800], filter: svcx.ConversationFilter{Status: svcx.StatusOpen, AssignedTo: &user}},
			{name: "unassigned", q: text.words[800], filter: svcx.ConversationFilter{Status: svcx.StatusOpen, Unassigned: true}},
			{name: "short list", q: text.words[800], filter: svcx.ConversationFilter{Category: &category}},
			{name: "id", q: fmt.Sprint(lastConversation / 2)},
			{name: "deep page of a frequent word", q: text.words[3], after: middle},
			{name: "deep page of one in 100 messages", q: text.words[800], after: middle},
			{name: "deep page of two words", q: text.words[40] + " " + text.words[60], after: middle},
			{name: "small workspace, no word", q: "nosuchword", workspace: benchSmall},
			{name: "small workspace, rare word", q: text.words[2000], workspace: benchSmall},
			{name: "scattered, rare word", q: text.words[4000], workspace: benchScattered},
			{name: "scattered, one in 100 messages", q: text.words[800], workspace: benchScattered},
			{name: "scattered, one in 60 messages", q: text.words[180], workspace: benchScattered},
			{name: "scattered, two words", q: text.words[40] + " " + text.words[60], workspace: benchScattered},
		} {
			b.Run(strings.ReplaceAll(c.name, " ", "_"), func(b *testing.B) {
				found, before := 0, processorTime()
				for b.Loop() {
					page, err := db.SearchConversations(b.Context(), max(c.workspace, benchMain), c.filter, c.q, c.after, 50)
					if err != nil {
						b.Fatal(err)
					}
					found = len(page.Items)
				}
				b.ReportMetric(float64(found), "found")
				b.ReportMetric((processorTime()-before).Seconds()*1000/float64(b.N), "CPU-ms/op")
			})
		}
	})
}

// benchEach runs fn on an empty database of each kind.
func benchEach(b *testing.B, fn func(b *testing.B, db *store.DB)) {
	b.Run("sqlite", func(b *testing.B) { fn(b, storetest.SQLite(b)) })
	b.Run("postgres", func(b *testing.B) { fn(b, storetest.Postgres(b)) })
}

func benchWrite(b *testing.B, db *store.DB, ws svcx.WorkspaceID, fn func(tx *store.Tx) error) {
	b.Helper()
	storetest.WantNil(b, db.Write(b.Context(), ws, fn))
}

// processorTime returns the CPU time of the process: on a shared machine that says
// more than elapsed time. PostgreSQL's is not included.
func processorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// benchSearched is benchEach, or uses only the given database.
func benchSearched(b *testing.B, fn func(b *testing.B, db *store.DB)) {
	switch at := *searchDatabase; {
	case at == "":
		benchEach(b, fn)
	case strings.Contains(at, "://"):
		b.Run("postgres", func(b *testing.B) { fn(b, storetest.Open(b, store.Options{URL: at})) })
	default:
		b.Run("sqlite", func(b *testing.B) { fn(b, storetest.Open(b, store.Options{Dir: at})) })
	}
}

// fillSearched fills an empty database, and returns about the last conversation of the
// first workspace.
func fillSearched(b *testing.B, db *store.DB, text *prose) (last svcx.ConversationID) {
	const each, together, small, scattered = 10, 500, 1, 50
	list, err := db.Conversations(b.Context(), benchMain, svcx.ConversationFilter{}, svcx.Page{Limit: 1})
	if err != nil {
		b.Fatal(err)
	}
	started, filled := time.Now(), len(list.Items) > 0
	if filled {
		last = list.Items[0].ID
	} else {
		for from := 0; from < *searchMessages/each; from += together {
			benchWrite(b, db, benchMain, func(tx *store.Tx) (err error) {
				last, err = insertConversations(tx, text, benchMain, from, together, each)
				return err
			})
			benchWrite(b, db, benchSmall, func(tx *store.Tx) error {
				_, err := insertConversations(tx, text, benchSmall, from, small, each)
				return err
			})
			benchWrite(b, db, benchScattered, func(tx *store.Tx) error {
				_, err := insertConversations(tx, text, benchScattered, from, scattered, each)
				return err
			})
		}
	}
	stored := time.Now()
	for ws := benchMain; ws <= benchScattered; ws++ {
		if err := db.Index.Update(b.Context(), ws); err != nil {
			b.Fatal(err)
		}
	}
	b.Logf("%s: stored in %s, indexed in %s", db.Dialect(), stored.Sub(started).Round(time.Second), time.Since(stored).Round(time.Second))
	if !filled {
		if db.Dialect() == "postgres" { // its own daemon does so later
			_, err := raw(db).Exec("VACUUM ANALYZE")
			storetest.WantNil(b, err)
		}
	}
	return last
}

type prose struct {
	random *rand.Rand
	zipf   *rand.Zipf
	words  []string
}

func newProse() *prose {
	random := rand.New(rand.NewPCG(1, 2))
	p := &prose{random: random, zipf: rand.NewZipf(random, 1.07, 8, 60_000)}
	const consonants, vowels = "bcdfghklmnprstvw", "aeiou"
	seen := make(map[string]bool)
	for len(p.words) <= 60_000 {
		var w strings.Builder
		for range 1 + len(p.words)%4 + random.IntN(2) {
			w.WriteByte(consonants[random.IntN(len(consonants))])
			w.WriteByte(vowels[random.IntN(len(vowels))])
		}
		w.WriteByte(consonants[random.IntN(len(consonants))])
		if !seen[w.String()] {
			seen[w.String()] = true
			p.words = append(p.words, w.String())
		}
	}
	return p
}

func (p *prose) message(n int) string {
	var text strings.Builder
	for range 30 {
		text.WriteString(p.words[p.zipf.Uint64()])
		text.WriteByte(' ')
	}
	if n%1000 == 711 {
		fmt.Fprintf(&text, "needle%d", n/1000)
	}
	if n%3 == 0 && n < *searchMessages/2 {
		text.WriteString(" bygone")
	}
	return text.String()
}

func insertConversations(tx *store.Tx, p *prose, ws svcx.WorkspaceID, from, n, each int) (svcx.ConversationID, error) {
	conversationIDs, err := tx.ReserveConversations(n)
	if err != nil {
		return 0, err
	}
	messageIDs, err := tx.ReserveMessages(n * each)
	if err != nil {
		return 0, err
	}
	conversations, messages := make([]*svcx.Conversation, n), make([]*svcx.Message, 0, n*each)
	for i := range conversations {
		number := from + i
		// Some early conversations were active lately.
		at := epoch + svcx.Time(number+p.random.IntN(1+number/10))*1000
		if ws == benchScattered {
			at = epoch + svcx.Time(p.random.IntN(*searchMessages))*1000
		}
		c := &svcx.Conversation{ID: svcx.ConversationID(conversationIDs[i]), Workspace: ws, Status: svcx.Statuses[number%3], Subject: fmt.Sprintf("Subject %d", number),
			CreatedAt: at, UpdatedAt: at, MessageCount: each}
		if number%2 == 0 {
			user := svcx.UserID(number % 40)
			c.AssignedTo = &user
		}
		if number%5000 == 4711 {
			category := svcx.CategoryID(9)
			c.Category = &category
		}
		conversations[i] = c
		for j := range each {
			messages = append(messages, &svcx.Message{ID: svcx.MessageID(messageIDs[i*each+j]), Workspace: ws, Conversation: c.ID, Kind: svcx.MessageKindMessage,
				Author: svcx.Author{Type: svcx.AuthorCustomer, Name: fmt.Sprintf("Anna Abel %d", number)}, Content: p.message(number*each + j), SentAt: at, CreatedAt: at})
		}
	}
	if err := tx.InsertConversations(conversations...); err != nil {
		return 0, err
	}
	return svcx.ConversationID(conversationIDs[n-1]), tx.InsertMessages(messages...)
}

// The cost of indexing a message's words, after the commit of the inbound path.
func BenchmarkIndexSearch(b *testing.B) {
	benchEach(b, func(b *testing.B, db *store.DB) {
		text := newProse()
		n := 0
		for b.Loop() {
			b.StopTimer()
			benchWrite(b, db, 1, func(tx *store.Tx) error { _, err := insertConversations(tx, text, benchMain, n, 20, 10); return err })
			n += 20
			b.StartTimer()
			if err := db.Index.Update(context.Background(), 1); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(n*10), "µs/message")
	})
}

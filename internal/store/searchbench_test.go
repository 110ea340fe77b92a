package store_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"svcx"
	"svcx/internal/store"
)

var searchMessages = flag.Int("search-messages", 20_000, "messages among which BenchmarkConversationSearch searches")

// go test ./internal/store -run XXX -bench ConversationSearch/sqlite -search-messages 5000000 -timeout 2h
//
// Ten messages a conversation, of 30 words each from a vocabulary as it is in a
// language: few words are frequent, most are rare.
func BenchmarkConversationSearch(b *testing.B) {
	benchEach(b, func(b *testing.B, db *store.DB) {
		const each = 10
		text := newProse()
		var lastConversation svcx.ConversationID
		started := time.Now()
		for from := 0; from < *searchMessages/each; from += 500 {
			benchWrite(b, db, func(tx *store.Tx) (err error) {
				lastConversation, err = insertTalks(tx, text, from, 500, each)
				return err
			})
		}
		stored := time.Now()
		if err := db.IndexSearch(b.Context(), 1); err != nil {
			b.Fatal(err)
		}
		b.Logf("%s: stored in %s, indexed in %s", db.Dialect(), stored.Sub(started).Round(time.Second), time.Since(stored).Round(time.Second))
		vacuum(b, db)
		user := svcx.UserID(7)
		for _, c := range []struct {
			name, q string
			filter  svcx.ConversationFilter
		}{
			{"rare word", "needle4711", svcx.ConversationFilter{}},
			{"no word", "nosuchword", svcx.ConversationFilter{}},
			{"one in 100 messages", text.words[800], svcx.ConversationFilter{}},
			{"one in 60 messages", text.words[180], svcx.ConversationFilter{}},
			{"frequent word", text.words[3], svcx.ConversationFilter{}},
			{"two frequent words", text.words[3] + " " + text.words[9], svcx.ConversationFilter{}},
			{"two words of 8 % and 6 %", text.words[40] + " " + text.words[60], svcx.ConversationFilter{}},
			{"two words, seldom together", text.words[20] + " " + text.words[2000], svcx.ConversationFilter{}},
			{"first letter", text.words[3][:1], svcx.ConversationFilter{}},
			{"prefix of a frequent word", text.words[3][:3], svcx.ConversationFilter{}},
			{"prefix of a rare word", "needle47", svcx.ConversationFilter{}},
			{"prefix of seldom words", text.words[4000][:4], svcx.ConversationFilter{}},
			{"word that went out of use", "bygone", svcx.ConversationFilter{}},
			{"mine", text.words[800], svcx.ConversationFilter{Status: svcx.StatusOpen, AssignedTo: &user}},
			{"unassigned", text.words[800], svcx.ConversationFilter{Status: svcx.StatusOpen, Unassigned: true}},
			{"id", fmt.Sprint(lastConversation / 2), svcx.ConversationFilter{}},
		} {
			b.Run(strings.ReplaceAll(c.name, " ", "_"), func(b *testing.B) {
				found, before := 0, processorTime()
				for b.Loop() {
					page, err := db.SearchConversations(b.Context(), 1, c.filter, c.q, nil, 50)
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

func insertTalks(tx *store.Tx, p *prose, from, n, each int) (svcx.ConversationID, error) {
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
		// Some that began early were active lately.
		at := epoch + svcx.Time(number+p.random.IntN(1+number/10))*1000
		c := &svcx.Conversation{ID: svcx.ConversationID(conversationIDs[i]), Workspace: 1, Status: svcx.Statuses[number%3], Subject: fmt.Sprintf("Subject %d", number),
			CreatedAt: at, UpdatedAt: at, MessageCount: each}
		if number%2 == 0 {
			user := svcx.UserID(number % 40)
			c.AssignedTo = &user
		}
		conversations[i] = c
		for j := range each {
			messages = append(messages, &svcx.Message{ID: svcx.MessageID(messageIDs[i*each+j]), Workspace: 1, Conversation: c.ID, Kind: svcx.MessageKindMessage,
				Author: svcx.Author{Type: svcx.AuthorCustomer, Name: personName(number)}, Content: p.message(number*each + j), SentAt: at, CreatedAt: at})
		}
	}
	if err := tx.InsertConversations(conversations...); err != nil {
		return 0, err
	}
	return svcx.ConversationID(conversationIDs[n-1]), tx.InsertMessages(messages...)
}

// The inbound path pays for a message's words behind its commit: this is what.
func BenchmarkIndexSearch(b *testing.B) {
	benchEach(b, func(b *testing.B, db *store.DB) {
		text := newProse()
		n := 0
		for b.Loop() {
			b.StopTimer()
			benchWrite(b, db, func(tx *store.Tx) error { _, err := insertTalks(tx, text, n, 20, 10); return err })
			n += 20
			b.StartTimer()
			if err := db.IndexSearch(context.Background(), 1); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(n*10), "µs/message")
	})
}

package store_test

import (
	"context"
	"flag"
	"fmt"
	"testing"

	"svcx"
	"svcx/internal/store"
	"svcx/internal/store/storetest"
)

// go test -run xxx -bench . ./internal/store

func benchEach(b *testing.B, fn func(b *testing.B, db *store.DB)) {
	b.Run("sqlite", func(b *testing.B) { fn(b, storetest.SQLite(b)) })
	b.Run("postgres", func(b *testing.B) { fn(b, storetest.Postgres(b)) })
}

// One caller, one entry, one commit: the cost of an fsync and its surroundings.
func BenchmarkWrite(b *testing.B) {
	benchEach(b, func(b *testing.B, db *store.DB) {
		for b.Loop() {
			if err := db.Write(b.Context(), 1, func(tx *store.Tx) error {
				return tx.InsertEvents(&svcx.EventLogEntry{Workspace: 1, Channel: 1, CreatedAt: epoch})
			}); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// Callers that enqueue small items at the same time share commits.
func BenchmarkQueue64(b *testing.B) {
	benchEach(b, func(b *testing.B, db *store.DB) {
		q := store.NewQueue(db, func(tx *store.Tx, ws svcx.WorkspaceID, items []*svcx.Message) error {
			ids, err := tx.ReserveMessages(len(items))
			if err != nil {
				return err
			}
			events := make([]*svcx.EventLogEntry, len(items))
			for i, m := range items {
				m.ID = svcx.MessageID(ids[i])
				events[i] = &svcx.EventLogEntry{Workspace: ws, Channel: 1, CreatedAt: epoch}
			}
			if err := tx.InsertMessages(items...); err != nil {
				return err
			}
			return tx.InsertEvents(events...)
		})
		b.ResetTimer()
		b.SetParallelism(32) // times GOMAXPROCS, 2 where this is measured
		b.RunParallel(func(p *testing.PB) {
			for p.Next() {
				m := &svcx.Message{Workspace: 1, Conversation: 1, Kind: svcx.MessageKindMessage, Content: "Hello there", SentAt: epoch, CreatedAt: epoch}
				if err := q.Do(context.Background(), 1, m); err != nil {
					b.Error(err)
				}
			}
		})
		b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "writes/s")
	})
}

var searchContacts = flag.Int("search-contacts", 100_000, "contacts among which BenchmarkContactSearch searches")

// A page of 50 and the total, among many contacts of a workspace.
func BenchmarkContactSearch(b *testing.B) {
	benchEach(b, func(b *testing.B, db *store.DB) {
		for from := 0; from < *searchContacts; from += 1000 {
			benchWrite(b, db, 1, func(tx *store.Tx) error { return insertContacts(tx, from, 1000) })
		}
		vacuum(b, db)
		for _, search := range []string{"kowalski", "a", "anna hansen", "person4711", "person4", "nobody", ""} {
			for _, offset := range []int{0, 5000} {
				b.Run(fmt.Sprintf("%q,offset=%d", search, offset), func(b *testing.B) {
					before := processorTime()
					for b.Loop() {
						if _, err := db.Contacts(b.Context(), 1, search, svcx.Page{Limit: 50, Offset: offset}); err != nil {
							b.Fatal(err)
						}
					}
					b.ReportMetric((processorTime()-before).Seconds()*1000/float64(b.N), "CPU-ms/op")
				})
			}
		}
	})
}

func insertContacts(tx *store.Tx, from, n int) error {
	ids, err := tx.ReserveContacts(n)
	if err != nil {
		return err
	}
	contacts := make([]*svcx.Contact, n)
	for i := range contacts {
		contacts[i] = &svcx.Contact{ID: svcx.ContactID(ids[i]), Workspace: 1, Name: personName(from + i), Email: fmt.Sprintf("person%d@mail%d.example.com", from+i, i%50)}
	}
	return tx.InsertContacts(contacts...)
}

// A claim of 4 among 100,000 pending deliveries, and a walk of their channels.
func BenchmarkClaim(b *testing.B) {
	benchEach(b, func(b *testing.B, db *store.DB) {
		const pending, channels = 100_000, 100
		for from := 0; from < pending; from += 1000 {
			deliveries := make([]*svcx.Delivery, 1000)
			for i := range deliveries {
				deliveries[i] = &svcx.Delivery{Workspace: 1, Channel: svcx.ChannelID(1 + i%channels), Conversation: svcx.ConversationID(from + i), CreatedAt: epoch + svcx.Time(from+i)}
			}
			benchWrite(b, db, 1, func(tx *store.Tx) error { return tx.InsertDeliveries(1, deliveries...) })
		}
		vacuum(b, db)
		b.Run("claim", func(b *testing.B) {
			for b.Loop() {
				// Rolled back, so that every claim finds the same deliveries.
				err := db.Write(b.Context(), 1, func(tx *store.Tx) error {
					claimed, err := storetest.Claim(tx, store.ChannelRef{Workspace: 1, Channel: 7}, 4, "lease", epoch*2, epoch*2+60_000)
					if err != nil || len(claimed) != 4 {
						return fmt.Errorf("%d claimed: %w", len(claimed), err)
					}
					return storetest.ErrOwn
				})
				if err != storetest.ErrOwn {
					b.Fatal(err)
				}
			}
		})
		b.Run("walk", func(b *testing.B) {
			for b.Loop() {
				if due, _, err := db.Read(b.Context()).DueChannels(epoch*2, store.ChannelRef{}, channels); err != nil || len(due) != channels {
					b.Fatal(len(due), err)
				}
			}
		})
	})
}

func benchWrite(b *testing.B, db *store.DB, ws svcx.WorkspaceID, fn func(tx *store.Tx) error) {
	b.Helper()
	if err := db.Write(b.Context(), ws, fn); err != nil {
		b.Fatal(err)
	}
}

// vacuum updates PostgreSQL's statistics, as its own daemon does.
func vacuum(t testing.TB, db *store.DB) {
	t.Helper()
	if db.Dialect() == "postgres" {
		if _, err := db.Raw().Exec("VACUUM ANALYZE"); err != nil {
			t.Fatal(err)
		}
	}
}

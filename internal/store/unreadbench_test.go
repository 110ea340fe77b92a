package store_test

import (
	"fmt"
	"testing"

	"svcx"
	"svcx/internal/store"
)

// The unread messages of a page of the inbox: 50 of 12,000 conversations, with 120 or
// 10 messages each where the member has read all, or with 10 unread.
func BenchmarkUnread(b *testing.B) {
	benchEach(b, func(b *testing.B, db *store.DB) {
		const conversations, long, page = 12_000, 500, 50
		var user svcx.UserID
		benchWrite(b, db, 0, func(tx *store.Tx) error {
			w := &svcx.Workspace{Slug: "w", Name: "W", Form: svcx.FormB, Plan: svcx.PlanFree, CreatedAt: epoch}
			err := tx.InsertWorkspace(w)
			if err == nil && w.ID != 1 {
				err = fmt.Errorf("workspace %d", w.ID)
			}
			return err
		})
		benchWrite(b, db, 1, func(tx *store.Tx) (err error) {
			user, err = tx.AddMember(1, "ada@example.com", "Ada", svcx.RoleAgent, epoch)
			return err
		})
		var all []svcx.ConversationID
		for from := 0; from < conversations; from += 100 {
			benchWrite(b, db, 1, func(tx *store.Tx) error {
				ids, err := tx.ReserveConversations(100)
				if err != nil {
					return err
				}
				for i, id := range ids {
					at := epoch + svcx.Time(1+from+i)*1000
					c := &svcx.Conversation{ID: svcx.ConversationID(id), Workspace: 1, ExternalID: fmt.Sprint(id), Status: svcx.StatusOpen, CreatedAt: at, UpdatedAt: at}
					n := 10
					if from+i < long {
						n = 120
					}
					c.MessageCount = n
					messages, err := tx.ReserveMessages(n)
					if err != nil {
						return err
					}
					var inserted []*svcx.Message
					for _, m := range messages {
						inserted = append(inserted, &svcx.Message{ID: svcx.MessageID(m), Workspace: 1, Conversation: c.ID, Kind: svcx.MessageKindMessage,
							Author: svcx.Author{Type: svcx.AuthorCustomer}, Content: "Hello there", SentAt: at, CreatedAt: at})
					}
					if err := tx.InsertConversations(c); err != nil {
						return err
					}
					if err := tx.InsertMessages(inserted...); err != nil {
						return err
					}
					all = append(all, c.ID)
				}
				return nil
			})
		}
		benchWrite(b, db, 1, func(tx *store.Tx) error {
			for _, c := range all[:conversations-page] {
				if err := tx.MarkRead(1, c, user, epoch*2); err != nil {
					return err
				}
			}
			return nil
		})
		vacuum(b, db)
		for _, run := range []struct {
			name  string
			first int
			want  int
		}{{"read,messages=120", 0, 0}, {"read,messages=10", long, 0}, {"unread,messages=10", conversations - page, page}} {
			b.Run(run.name, func(b *testing.B) {
				before := processorTime()
				for b.Loop() {
					got, err := db.Read(b.Context()).Unread(1, user, all[run.first:run.first+page])
					if err != nil || len(got) != run.want {
						b.Fatalf("%d have unread messages: %v", len(got), err)
					}
				}
				b.ReportMetric((processorTime()-before).Seconds()*1000/float64(b.N), "CPU-ms/op")
			})
		}
	})
}

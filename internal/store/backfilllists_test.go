package store_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"svcx"
	"svcx/internal/store"
	"svcx/internal/store/storetest"
)

// The totals, the tags and the waiting customers of lists include data from before the
// migration that added them. Tags that are not ASCII are folded when the program starts.
func TestListsIncludeEarlierData(t *testing.T) {
	storetest.EachOptions(t, func(t *testing.T, o store.Options) {
		db := openUnmigrated(t, o)
		storetest.WantNil(t, db.MigrateTo(t.Context(), store.ListMigration-1))
		run := func(statement string, args ...any) {
			t.Helper()
			if _, err := db.Raw().Exec(statement, args...); err != nil {
				t.Fatal(err)
			}
		}
		conversation := func(id int, status string, user, category any, tags string, asked, answered any) {
			run(`INSERT INTO conversation (id, workspace_id, channel_id, channel_type, subject, status, assigned_to, category_id, priority, tags,
				created_at, updated_at, message_count, delivery_seq, asked_at, answered_at) VALUES ($1, 1, 3, 'custom', '', $2, $3, $4, '', $5, $6, $6, 0, 0, $7, $8)`,
				id, status, user, category, tags, 1000+id, asked, answered)
		}
		id := 0
		message := func(conversation int, kind, author string, at int) {
			id++
			run(`INSERT INTO message (id, workspace_id, conversation_id, kind, author_type, author_name, author_email, author_external_id, content, content_type, markdown,
				attachments, sent_at, created_at, edit_count) VALUES ($1, 1, $2, $3, $4, '', '', '', 'x', 'text', false, '[]', 0, $5, 0)`, id, conversation, kind, author, at)
		}
		conversation(1, "open", 7, nil, `["VIP","vip"]`, 10, nil)
		conversation(2, "open", nil, 5, `["vip","Größe"]`, 10, 20)
		conversation(3, "open", nil, nil, `[]`, 10, 20)
		conversation(4, "closed", 7, 5, `["größe"]`, 10, nil)
		for _, c := range []int{2, 3} {
			message(c, "message", "customer", 10)
			message(c, "message", "agent", 20)
		}
		message(2, "message", "customer", 30)
		message(2, "message", "customer", 40)
		message(2, "note", "agent", 50)
		message(2, "message", "system", 60)
		_, err := db.Migrate(t.Context())
		storetest.WantNil(t, err)
		storetest.WantNil(t, db.RefoldTags(t.Context(), 1))
		storetest.WantNil(t, db.RefoldTags(t.Context(), 1))

		var got []string
		for _, row := range query(t, db, `SELECT dimension, key, status, n FROM conversation_count ORDER BY 1, 2, 3`) {
			got = append(got, strings.Join(row, " "))
		}
		want := []string{
			"assignee  open 2", "assignee 7 closed 1", "assignee 7 open 1", "category 5 closed 1", "category 5 open 1", "channel 3 closed 1", "channel 3 open 3",
			"status  closed 1", "status  open 3", "tag grösse closed 1", "tag grösse open 1", "tag vip open 2",
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("counts (-want +got):\n%s", diff)
		}
		list, err := db.Conversations(t.Context(), 1, svcx.ConversationFilter{Tag: "GRÖSSE"}, svcx.Page{Limit: 9})
		storetest.WantNil(t, err)
		var ids []svcx.ConversationID
		for _, c := range list.Items {
			ids = append(ids, c.ID)
		}
		if !slices.Equal(ids, []svcx.ConversationID{4, 2}) {
			t.Errorf("with the tag: %v", ids)
		}
		for id, want := range map[svcx.ConversationID]svcx.Time{1: 10, 2: 30, 3: 0, 4: 0} {
			c, err := db.Read(t.Context()).Conversation(1, id)
			storetest.WantNil(t, err)
			if (c.WaitingSince == nil) != (want == 0) || want > 0 && *c.WaitingSince != want {
				t.Errorf("%d waits since %v, want %v", id, c.WaitingSince, want)
			}
		}
	})
}

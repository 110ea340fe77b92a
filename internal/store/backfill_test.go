package store_test

import (
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"svcx"
	"svcx/internal/store"
	"svcx/internal/store/storetest"
)

// Reports include data from before the migration that added them.
func TestReportsIncludeEarlierData(t *testing.T) {
	storetest.EachOptions(t, func(t *testing.T, o store.Options) {
		db := openUnmigrated(t, o)
		if err := db.MigrateTo(t.Context(), store.ReportMigration-1); err != nil {
			t.Fatal(err)
		}
		const day = 86_400_000
		const base = 20_000 * day
		run := func(statement string, args ...any) {
			t.Helper()
			if _, err := db.Raw().Exec(statement, args...); err != nil {
				t.Fatal(err)
			}
		}
		id := 0
		conversation := func(channel, user any, status string, created int64) (n int) {
			id++
			run(`INSERT INTO conversation (id, workspace_id, channel_id, channel_type, subject, status, assigned_to, priority, tags, created_at, updated_at, message_count, delivery_seq)
				VALUES ($1, 1, $2, 'custom', '', $3, $4, '', '[]', $5, $5, 0, 0)`, id, channel, status, user, created)
			return id
		}
		message := func(conversation int, kind, author string, at int64) {
			id++
			run(`INSERT INTO message (id, workspace_id, conversation_id, kind, author_type, author_name, author_email, author_external_id, content, content_type, markdown,
				attachments, sent_at, created_at, edit_count) VALUES ($1, 1, $2, $3, $4, '', '', '', 'x', 'text', false, '[]', 0, $5, 0)`, id, conversation, kind, author, at)
		}
		entry := func(conversation int, what string, at int64) {
			id++
			run(`INSERT INTO history (id, workspace_id, conversation_id, type, actor_kind, actor_id, actor_name, detail, created_at)
				VALUES ($1, 1, $2, $3, 'system', 0, '', '', $4)`, id, conversation, what, at)
		}
		a, b := conversation(3, 4, "open", base), conversation(nil, nil, "closed", base+day)
		message(a, "message", "agent", base-5) // before the customer asked
		message(a, "message", "customer", base)
		message(a, "note", "agent", base+1)
		message(a, "message", "system", base+2)
		message(a, "message", "bot", base+60_000)
		message(a, "message", "agent", base+90_000)
		message(a, "message", "customer", base+day)
		entry(a, "conversation.resolved", base+day)
		entry(a, "conversation.reopened", base+day+1)
		entry(a, "conversation.closed", base+2*day)
		entry(a, "conversation.assigned", base+2*day)
		run(`INSERT INTO rating (id, workspace_id, conversation_id, rating, comment, rated_by, created_at) VALUES (1, 1, $1, 4, '', '', $2)`, a, int64(base))

		if _, err := db.Migrate(t.Context()); err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, row := range query(t, db, `SELECT day - 20000, measure, part, channel_id, user_id, n, total FROM report_count ORDER BY 1, 2, 3, 4`) {
			got = append(got, strings.Join(row, " "))
		}
		want := []string{
			"-1 message.out 0 3 4 1 0",
			"0 message.in 0 3 4 1 0", "0 message.out 0 3 4 2 0", "0 opened 0 3 4 1 0", "0 rating 4 3 4 1 0", "0 response 60 3 4 1 60000",
			"1 message.in 0 3 4 1 0", "1 opened 0 0 0 1 0", "1 reopened 0 3 4 1 0",
			fmt.Sprintf("1 resolution %d 3 4 1 %d", 24*3600, day), "1 resolved 0 3 4 1 0",
			"2 closed 0 3 4 1 0",
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("counts (-want +got):\n%s", diff)
		}
		// b has no history entry of its end, so a later end is not its first.
		for n, want := range map[int][3]svcx.Time{a: {base, base + 60_000, base + day}, b: {0, 0, base + day}} {
			c, err := db.Read(t.Context()).Conversation(1, svcx.ConversationID(n))
			if err != nil {
				t.Fatal(err)
			}
			var got [3]svcx.Time
			for i, at := range []*svcx.Time{c.AskedAt, c.AnsweredAt, c.SettledAt} {
				if at != nil {
					got[i] = *at
				}
			}
			if got != want {
				t.Errorf("conversation %d: asked, answered, settled at %v, want %v", n, got, want)
			}
		}
		if r, err := db.Read(t.Context()).Rating(1, svcx.ConversationID(a)); err != nil || r.AssignedTo == nil || *r.AssignedTo != 4 {
			t.Errorf("rating %+v, %v", r, err)
		}
	})
}

// The migration has the same buckets as the program.
func TestMigrationHasTheProgramsBuckets(t *testing.T) {
	var bounds []string
	for _, bound := range svcx.DurationBounds {
		bounds = append(bounds, "("+strconv.Itoa(bound)+")")
	}
	want := strings.Join(bounds, ", ")
	names, err := fs.Glob(store.MigrationFiles, fmt.Sprintf("migrations/*/%05d_reports.sql", store.ReportMigration))
	if err != nil || len(names) != 2 {
		t.Fatalf("migrations %v, %v", names, err)
	}
	for _, name := range names {
		text, err := fs.ReadFile(store.MigrationFiles, path.Clean(name))
		if err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(strings.Join(strings.Fields(string(text)), " "), "AS (VALUES "+want+")"); n != 2 {
			t.Errorf("%s has the program's buckets %d times, want 2", name, n)
		}
	}
}

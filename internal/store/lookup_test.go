package store_test

import (
	"fmt"
	"log/slog"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"svcx"
	"svcx/internal/store"
	"svcx/internal/store/pgtest"
	"svcx/internal/store/storetest"
)

// lookups inserts rows for the look-ups of an inbound message, without statistics, as
// in a database that has just been filled.
const lookups = `
	ALTER TABLE contact SET (autovacuum_enabled = off);
	ALTER TABLE conversation SET (autovacuum_enabled = off);
	ALTER TABLE message_key SET (autovacuum_enabled = off);
	INSERT INTO contact (id, workspace_id, external_id, external_id_defaulted, name, email, email_key, avatar_url, tags, search, created_at, updated_at)
		SELECT n, 1, 'contact-' || n, false, 'Name', n || '@example.com', n || '@example.com', '', '[]', 'name', 1, 1 FROM generate_series(1, 5000) n;
	INSERT INTO conversation (id, workspace_id, channel_id, channel_type, external_id, subject, status, contact_id, priority, tags, created_at, updated_at, message_count, delivery_seq)
		SELECT n, 1, 1, 'custom', 'thread-' || n, 'Subject', 'open', n, 'normal', '[]', 1, n, 1, 0 FROM generate_series(1, 5000) n;
	INSERT INTO message_key (workspace_id, key) SELECT 1, 'key-' || n FROM generate_series(1, 5000) n`

// The look-ups of an inbound message use its keys and do not read the workspace, even
// if PostgreSQL has no statistics and keeps one plan for all values.
func TestLookupsWithoutStatistics(t *testing.T) {
	db, recording, err := store.OpenRecorded(t.Context(), store.Options{URL: pgtest.URL(t), Now: epoch.Std, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	if _, err := db.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, statement := range strings.Split(lookups, ";\n") {
		if _, err := db.Raw().Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
	for _, n := range []int{1, 3} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			var keys store.InboundKeys
			// The last one is repeated, and is found once.
			for i := range n + n/2 {
				number := strconv.Itoa(4000 + min(i, n-1))
				keys.MessageKeys = append(keys.MessageKeys, "key-"+number)
				keys.ConversationIDs = append(keys.ConversationIDs, "thread-"+number)
				keys.ContactIDs = append(keys.ContactIDs, "contact-"+number)
				keys.EmailKeys = append(keys.EmailKeys, number+"@example.com")
			}
			var state store.InboundState
			statements := recording.During(func() {
				storetest.WantNil(t, db.Write(t.Context(), 1, func(tx *store.Tx) (err error) {
					state, err = tx.LoadInbound(svcx.WorkspaceID(1), keys)
					return err
				}))
			})
			if len(state.Seen) != n || len(state.Conversations) != n || len(state.Contacts) != n {
				t.Errorf("found %d keys, %d conversations and %d contacts instead of %d each", len(state.Seen), len(state.Conversations), len(state.Contacts), n)
			}
			looked := 0
			for _, s := range statements {
				if len(s.Args) != 2 || !strings.Contains(s.Query, "text[]") {
					continue
				}
				looked++
				if removed := rowsRemoved(t, db, s); removed > 100 {
					t.Errorf("%d rows are read in vain by\n%s", removed, s.Query)
				}
			}
			if looked != 4 {
				t.Errorf("%d statements looked something up instead of 4", looked)
			}
		})
	}
}

var removedRows = regexp.MustCompile(`Rows Removed by \w+( \w+)?: (\d+)`)

// rowsRemoved runs the statement with the generic plan and returns how many rows it
// read and dropped.
func rowsRemoved(t *testing.T, db *store.DB, s store.Recorded) (rows int) {
	t.Helper()
	conn, err := db.Raw().Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	values := fmt.Sprintf("%v, '{%s}'", s.Args[0], strings.Join(s.Args[1].([]string), ","))
	for _, statement := range []string{"SET plan_cache_mode = force_generic_plan", "PREPARE looked (bigint, text[]) AS " + s.Query} {
		if _, err := conn.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	steps, err := conn.QueryContext(t.Context(), "EXPLAIN (ANALYZE) EXECUTE looked ("+values+")")
	if err != nil {
		t.Fatal(err)
	}
	for steps.Next() {
		var step string
		if err := steps.Scan(&step); err != nil {
			t.Fatal(err)
		}
		if m := removedRows.FindStringSubmatch(step); m != nil {
			n, _ := strconv.Atoi(m[2])
			rows += n
		}
	}
	if err := steps.Err(); err != nil {
		t.Fatal(err)
	}
	if _, err := conn.ExecContext(t.Context(), "DEALLOCATE looked"); err != nil {
		t.Fatal(err)
	}
	return rows
}

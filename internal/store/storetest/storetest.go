// Package storetest has the test suite that package store passes on every database,
// and functions by which other packages' tests open a store.
//
// A new query comes with a case here: the cases run on each database, and what they
// expect is written once. Those of package outbound are beside it.
package storetest

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"svcx"
	"svcx/internal/store"
	"svcx/internal/store/pgtest"
)

// SQLite opens a new embedded database with the schema in place.
func SQLite(t testing.TB) *store.DB {
	t.Helper()
	return Open(t, store.Options{Dir: t.TempDir()})
}

// Postgres opens a new PostgreSQL database with the schema in place. The test is
// skipped if there is no server (see package pgtest).
func Postgres(t testing.TB) *store.DB {
	t.Helper()
	return Open(t, store.Options{URL: PostgresURL(t)})
}

// PostgresURL returns the URL of a new PostgreSQL database with the schema in place.
func PostgresURL(t testing.TB) string {
	t.Helper()
	return migrated.Copy(t, migrate)
}

// migrated is the database that others are copied from.
var migrated pgtest.Model

func migrate(url string) error {
	db, err := store.Open(context.Background(), store.Options{URL: url, Now: time.Now, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		return err
	}
	_, err = db.Migrate(context.Background())
	return errors.Join(err, db.Close())
}

// Each runs fn once on each database, as a subtest named after it.
func Each(t *testing.T, fn func(t *testing.T, db *store.DB)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) { fn(t, SQLite(t)) })
	t.Run("postgres", func(t *testing.T) { fn(t, Postgres(t)) })
}

// empty is the file of an embedded database with the schema in place: to copy it
// takes a tenth of the time of the migrations.
var empty = sync.OnceValues(func() (file []byte, err error) {
	dir, err := os.MkdirTemp("", "svcx-storetest")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	db, err := store.Open(context.Background(), store.Options{Dir: dir, Now: time.Now, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		return nil, err
	}
	_, err = db.Migrate(context.Background())
	if err := errors.Join(err, db.Close()); err != nil {
		return nil, err
	}
	return os.ReadFile(filepath.Join(dir, sqliteFile))
})

const sqliteFile = "svcx.db"

// Open opens a store, migrates it and closes it when the test ends. It sets the
// clock and the log if o does not.
func Open(t testing.TB, o store.Options) *store.DB {
	t.Helper()
	if path := filepath.Join(o.Dir, sqliteFile); o.URL == "" && !exists(path) {
		file, err := empty()
		if err == nil {
			err = os.WriteFile(path, file, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	db, err := store.Open(context.Background(), o)
	if err != nil {
		t.Fatalf("opening the store: %v", err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Errorf("closing the store: %v", err)
		}
	})
	if _, err := db.Migrate(context.Background()); err != nil {
		t.Fatal(err)
	}
	return db
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// Run runs the suite, or only the named groups. open returns a database with
// nothing but the schema; it is called once per group.
func Run(t *testing.T, open func(t *testing.T) *store.DB, groups ...string) {
	for _, group := range []struct {
		name string
		run  func(f *fixture)
	}{
		{"Schema", schemaCases},
		{"Workspaces", workspaceCases},
		{"Members", memberCases},
		{"LoginTokens", loginTokenCases},
		{"Sessions", sessionCases},
		{"Settings", settingCases},
		{"Keys", keyCases},
		{"Channels", channelCases},
		{"Contacts", contactCases},
		{"ContactSearch", searchCases},
		{"Conversations", conversationCases},
		{"ConversationFilters", filterCases},
		{"ConversationSearch", conversationSearchCases},
		{"Messages", messageCases},
		{"MessagesAndNotes", messagesAndNotesCases},
		{"Edits", editCases},
		{"Reads", readCases},
		{"Inbound", inboundCases},
		{"EventLog", eventLogCases},
		{"Events", eventCases},
		{"Loaded conversations", loadCases},
		{"Feeds", feedCases},
		{"RecentEvents", recentEventCases},
		{"Audit", auditCases},
		{"AuditEntries", auditEntryCases},
		{"People", peopleCases},
		{"Categories", categoryCases},
		{"Fields", fieldCases},
		{"SavedReplies", savedReplyCases},
		{"Bulk", bulkCases},
		{"Drafts", draftCases},
		{"UsedTags", tagCases},
		{"Attention", attentionCases},
		{"AISettings", aiSettingCases},
		{"Assist", assistCases},
		{"Removals", removalCases},
		{"Deletions", deletionCases},
		{"Erasures", erasureCases},
		{"Merges", mergeCases},
		{"Participants", participantCases},
		{"Ratings", ratingCases},
		{"History", historyCases},
		{"Pings", pingCases},
		{"ForgetTime", forgetTimeCases},
		{"ContentURLs", contentCases},
		{"BackRequests", backRequestCases},
		{"Files", fileCases},
		{"EventBodies", eventBodyCases},
		{"IdempotencyKeys", idempotencyCases},
		{"StaffLinks", staffLinkCases},
		{"Secrets", secretCases},
		{"Sealed", sealedCases},
		{"Retention", retentionCases},
		{"Constraints", constraintCases},
		{"Counters", counterCases},
		{"Reports", reportCases},
		{"Exports", exportCases},
		{"Pipelines", pipelineCases},
		{"Changes", changeCases},
		{"Unread", unreadCases},
		{"ListRows", listRowCases},
		{"MessageDeliveries", messageDeliveryCases},
		{"Nodes", nodeCases},
	} {
		if len(groups) > 0 && !slices.Contains(groups, group.name) {
			continue
		}
		t.Run(group.name, func(t *testing.T) {
			group.run(&fixture{T: t, db: open(t)})
		})
	}
}

// fixture is a database under test with the helpers of the cases. The cases of a
// group share a database and create workspaces of their own, so that each also shows
// that it does not see the others' rows.
type fixture struct {
	*testing.T
	db *store.DB
}

// Case runs fn as a subtest on the same database.
func (f *fixture) Case(name string, fn func(f *fixture)) {
	f.T.Run(name, func(t *testing.T) { fn(&fixture{T: t, db: f.db}) })
}

func (f *fixture) ctx() context.Context { return f.T.Context() }

// write runs fn in a transaction, which must succeed.
func (f *fixture) write(ws svcx.WorkspaceID, fn func(tx *store.Tx) error) {
	f.Helper()
	if err := f.db.Write(f.ctx(), ws, fn); err != nil {
		f.Fatalf("writing: %v", err)
	}
}

// read runs fn in a transaction, which must succeed, and returns what it read.
// A test must not be failed inside a transaction: that would end the writer.
func read[T any](f *fixture, ws svcx.WorkspaceID, fn func(tx *store.Tx) (T, error)) T {
	f.Helper()
	var got T
	f.write(ws, func(tx *store.Tx) (err error) { got, err = fn(tx); return err })
	return got
}

// now is the time at which the cases create rows.
const now svcx.Time = 1_800_000_000_000

var slugs atomic.Int64

// workspace creates a workspace.
func (f *fixture) workspace() svcx.WorkspaceID {
	f.Helper()
	n := slugs.Add(1)
	w := &svcx.Workspace{Slug: fmt.Sprintf("ws-%d", n), Name: fmt.Sprintf("Workspace %d", n), Form: svcx.FormB, Plan: svcx.PlanFree, APIEnabled: true, CreatedAt: now}
	f.write(0, func(tx *store.Tx) error { return tx.InsertWorkspace(w) })
	return w.ID
}

// wantKind fails unless err is of the kind.
func (f *fixture) wantKind(err error, kind svcx.Kind) {
	f.Helper()
	if err == nil || svcx.KindOf(err) != kind {
		f.Fatalf("error %v, want one of kind %d", err, kind)
	}
}

// must fails on an error and returns the value.
func must[T any](value T, err error) func(f *fixture) T {
	return func(f *fixture) T {
		f.Helper()
		if err != nil {
			f.Fatal(err)
		}
		return value
	}
}

// equal fails unless the two are the same.
func (f *fixture) equal(what string, got, want any) {
	f.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		f.Fatalf("%s (-want +got):\n%s", what, diff)
	}
}

func ptr[T any](v T) *T { return &v }

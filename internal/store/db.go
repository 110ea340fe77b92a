// Package store keeps everything in SQL, in embedded SQLite or in PostgreSQL,
// with one statement text for both, on the engine of package sqldb. Each table has a
// file.
//
// Plain reads are methods of Reads: a transaction has them, and DB.Read has them
// under a caller's context. Reads that take several steps, such as searches and long
// lists, are methods of DB. Writes are methods of Tx, which exists only inside
// DB.Write and the batch queues, so that every write goes through one committer.
//
// Every statement names the workspace, so that a row of another workspace is not
// found rather than refused. The exceptions are listed in statement_test.go.
package store

import (
	"context"
	"embed"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"svcx"
	"svcx/internal/sqldb"
	"svcx/internal/store/outbound"
	"svcx/internal/textsearch"
)

// Options configure a DB.
type Options struct {
	// URL is postgres://… for PostgreSQL; empty means SQLite in Dir.
	URL string
	// Dir holds the embedded database.
	Dir string
	// MaxConns bounds the connections to PostgreSQL, for all uses together: 1 for
	// a command that runs beside a server, which then can call neither
	// RegisterNode nor Listen, otherwise at least 4. 0 means DefaultMaxConns.
	MaxConns int
	// Patience is how long a caller waits for the database before it gets an
	// error of kind Unavailable; 0 means 10 s. All other bounds follow from it:
	// half of it for a new connection and for a probe, one and a half for a
	// transaction, twice for a read. Tests make it short.
	Patience time.Duration
	Now      func() time.Time
	Log      *slog.Logger
	// Trace, if set, is called with each statement.
	Trace func(query string, args []any)
	// Committed, if set, is called after each transaction that writes.
	Committed func(Commit)
}

// What the layers above use of the engine.
type (
	Node        = sqldb.Node
	Commit      = sqldb.Commit
	CompactStep = sqldb.CompactStep
)

// DefaultMaxConns is how many connections to PostgreSQL a node may have.
const DefaultMaxConns = sqldb.DefaultMaxConns

// ClockSlack is how far one node's clock may be ahead of another's.
const ClockSlack = sqldb.ClockSlack

// NodeOf returns the name of the node that a token made by Node.Lease begins with;
// "" if it has none.
func NodeOf(token string) string { return sqldb.NodeOf(token) }

// IsConstraint reports whether err is a violation of the named unique index.
func IsConstraint(err error, name string) bool { return sqldb.IsConstraint(err, name) }

// DB is an open store. It is safe for concurrent use.
type DB struct {
	*sqldb.DB
	// Index finds conversations and contacts by their words.
	Index *textsearch.Index
	now   func() time.Time
	log   *slog.Logger
}

// schema describes the tables to the engine.
var schema = sqldb.Schema{
	Migrations: migrationFiles, Daily: []string{"event_log"}, Constraints: constraints,
	Keep: func(tx *sqldb.Tx, value string) error { return setServerSetting(tx, writeCheck, value) },
}

// writeCheck is the server setting that proves of room on the disk store their bytes in.
const writeCheck = "write_check"

// Migrations go forward only. There is one set per database, with the same
// numbers, and a test compares their schemas. A column is added in one release
// and required in a later one, so that old and new nodes can run side by side.
//
//go:embed migrations/*/*.sql
var migrationFiles embed.FS

// constraints are the names of the unique indexes by their columns.
var constraints = map[string]string{
	"workspace.slug":                     "workspace_slug",
	"person.email_key":                   "person_email",
	"member.workspace_id,member.user_id": "member_pkey",
	"bulk_item.workspace_id,bulk_item.conversation_id,bulk_item.bulk_id": "bulk_item_pkey",
	"contact.workspace_id,contact.external_id":                           "contact_external_id",
	"contact.workspace_id,contact.email_key":                             "contact_email",
	"message_key.workspace_id,message_key.key":                           "message_key_pkey",
	"category.workspace_id,category.name_key":                            "category_name",
	"field.workspace_id,field.key":                                       "field_key",
	"rating.workspace_id,rating.conversation_id":                         "rating_conversation",
	"api_key.hash":                      "api_key_hash",
	"login_token.hash":                  "login_token_pkey",
	"session.hash":                      "session_pkey",
	"counter.workspace_id,counter.name": "counter_pkey",
	"ai_setting.workspace_id":           "ai_setting_pkey",
	"ai_answer.workspace_id,ai_answer.conversation_id,ai_answer.operation": "ai_answer_pkey",
	"ai_usage.workspace_id,ai_usage.day,ai_usage.operation":                "ai_usage_pkey",
	"ai_job.workspace_id,ai_job.conversation_id,ai_job.operation":          "ai_job_pkey",
	"saved_reply.workspace_id,saved_reply.shortcut_key":                    "saved_reply_shortcut",
	"server_setting.name": "server_setting_pkey",
	"event_count.workspace_id,event_count.channel_id,event_count.slot,event_count.measure,event_count.bucket":                        "event_count_pkey",
	"event_body.workspace_id,event_body.event_id":                                                                                    "event_body_pkey",
	"field_value.workspace_id,field_value.conversation_id,field_value.field_id":                                                      "field_value_pkey",
	"content_url.workspace_id,content_url.conversation_id,content_url.ref":                                                           "content_url_pkey",
	"conversation.workspace_id,conversation.external_id,conversation.channel_id":                                                     "conversation_external_id",
	"message_version.workspace_id,message_version.message_id,message_version.number":                                                 "message_version_pkey",
	"staff_link.workspace_id,staff_link.channel_id,staff_link.external_id":                                                           "staff_link_external_id",
	"secret.workspace_id,secret.key":                                                                                                 "secret_key",
	"report_count.workspace_id,report_count.day,report_count.measure,report_count.part,report_count.channel_id,report_count.user_id": "report_count_pkey",
	"removal.workspace_id,removal.kind,removal.target_id":                                                                            "removal_pkey",
	"idempotency.workspace_id,idempotency.key":                                                                                       "idempotency_pkey",
	"change.workspace_id,change.seq":                                                                                                 "change_pkey",
	"agent_read.workspace_id,agent_read.conversation_id,agent_read.user_id":                                                          "agent_read_pkey",
	"channel_health.workspace_id,channel_health.channel_id,channel_health.at":                                                        "channel_health_pkey",
	"attention.workspace_id,attention.conversation_id,attention.user_id,attention.message_id":                                        "attention_pkey",
	"draft.workspace_id,draft.conversation_id,draft.user_id,draft.kind":                                                              "draft_pkey",
	"contact_merge.workspace_id,contact_merge.contact_id":                                                                            "contact_merge_pkey",
	"contact_move.workspace_id,contact_move.contact_id,contact_move.conversation_id":                                                 "contact_move_pkey",
	"contact_visit.workspace_id,contact_visit.contact_id,contact_visit.conversation_id":                                              "contact_visit_pkey",
	"conversation_count.workspace_id,conversation_count.dimension,conversation_count.key,conversation_count.status":                  "conversation_count_pkey",
	"undelivered.workspace_id,undelivered.conversation_id":                                                                           "undelivered_pkey",
	"conversation_tag.workspace_id,conversation_tag.conversation_id,conversation_tag.tag":                                            "conversation_tag_pkey",
	"file_use.workspace_id,file_use.file_id,file_use.message_id":                                                                     "file_use_pkey",
	"search_position.workspace_id":                                                                                                   "search_position_pkey",
	"search_dirty.workspace_id,search_dirty.kind,search_dirty.target_id":                                                             "search_dirty_target",
	// On PostgreSQL only. It names them itself.
	"search_document.workspace_id,search_document.conversation_id,search_document.message_id": "search_document_pkey",
}

// Open opens the database. It does not migrate the schema: see Migrate.
func Open(ctx context.Context, o Options) (*DB, error) {
	core, err := sqldb.Open(ctx, o.core())
	if err != nil {
		return nil, err
	}
	db := &DB{DB: core, now: o.Now, log: o.Log}
	db.Index = textsearch.New(core, SearchedTables(db), o.index())
	return db, nil
}

func (o Options) core() sqldb.Options {
	path := ""
	if o.URL == "" {
		path = databasePath(o.Dir)
	}
	return sqldb.Options{URL: o.URL, Path: path, MaxConns: o.MaxConns, Patience: o.Patience, Schema: schema, Now: o.Now, Log: o.Log, Trace: o.Trace, Committed: o.Committed}
}

func (o Options) index() textsearch.Options {
	path := ""
	if o.URL == "" {
		path = indexPath(o.Dir)
	}
	return textsearch.Options{File: path, Now: o.Now, Log: o.Log}
}

func databasePath(dir string) string { return filepath.Join(dir, "svcx.db") }
func indexPath(dir string) string    { return filepath.Join(dir, "svcx-search.db") }

// Exists reports whether the folder holds an embedded database.
func Exists(dir string) (bool, error) {
	_, err := os.Stat(databasePath(dir))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}

// CheckURL refuses an Options.URL that Open would not understand.
func CheckURL(url string) error { return sqldb.CheckURL(url) }

// Close waits for the accepted writes, then closes the database. Later writes
// are refused. A database that does not answer is abandoned after at most twice
// the patience: once for its writes, once for closing it.
func (db *DB) Close() error {
	return errors.Join(db.DB.Close(), db.Index.Close())
}

// AllWorkspaces is the workspace of writes that concern no workspace alone.
const AllWorkspaces svcx.WorkspaceID = 0

// Tx is a transaction in progress, shared by the writes of one commit. It is
// used by one goroutine.
type Tx struct {
	*sqldb.Tx
	Reads
	outbound.Writer
	db *DB
}

func (db *DB) tx(tx *sqldb.Tx) *Tx {
	return &Tx{Tx: tx, Reads: readsOf(tx), Writer: outbound.Writer{Tx: tx}, db: db}
}

// Write runs fn in a transaction that may be shared with other callers' writes (see
// sqldb.DB.Write).
func (db *DB) Write(ctx context.Context, ws svcx.WorkspaceID, fn func(*Tx) error) error {
	return db.DB.Write(ctx, ws, func(tx *sqldb.Tx) error { return fn(db.tx(tx)) })
}

// snapshot runs fn in a transaction that sees one state of the database. Writes of
// fn fail or are undone.
func (db *DB) snapshot(ctx context.Context, fn func(*Tx) error) error {
	return db.DB.Snapshot(ctx, func(tx *sqldb.Tx) error { return fn(db.tx(tx)) })
}

// Queue writes many small items of one kind together (see
// sqldb.Queue).
type Queue[T any] struct{ *sqldb.Queue[T] }

// NewQueue returns a queue whose waiting items are written by run, in order of
// arrival, at least one and all of the same workspace. run reports an item's own
// failure in the item; an error of run means that nothing of the batch was
// written, and its items are then run again one by one.
func NewQueue[T any](db *DB, run func(tx *Tx, ws svcx.WorkspaceID, items []T) error) *Queue[T] {
	return &Queue[T]{sqldb.NewQueue(db.DB, func(tx *sqldb.Tx, ws svcx.WorkspaceID, items []T) error { return run(db.tx(tx), ws, items) })}
}

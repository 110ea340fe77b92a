package textsearch_test

import (
	"log/slog"
	"testing"

	"svcx"
	"svcx/internal/store"
	"svcx/internal/store/pgtest"
	"svcx/internal/store/storetest"
)

// A SQLite database with the index inside, of the version before, gets the file; on
// PostgreSQL marks stay.
func TestMigrationOfTheIndexKeepsMarks(t *testing.T) {
	storetest.EachOptions(t, func(t *testing.T, o store.Options) {
		db := openAt(t, o, 14)
		_, err := raw(db).Exec("INSERT INTO search_dirty (workspace_id, kind, target_id, after_id) VALUES (1, 'head', 1, 0), (1, 'head', 2, 0)")
		storetest.WantNil(t, err)
		if db.Dialect() == "sqlite" {
			_, err = raw(db).Exec("INSERT INTO search_index (rowid, words) VALUES (1, 'w1xold')")
			storetest.WantNil(t, err)
		}
		_, err = db.Migrate(t.Context())
		storetest.WantNil(t, err)
		w := &indexFixture{T: t, db: db}
		w.conversation, w.message = insertMessage(t, db, "word0")
		w.edit(db)
		w.index()
		w.findsLast()
		if n := w.marks(); n != 0 {
			t.Errorf("%d marks are left", n)
		}
	})
}

// What the version before had indexed on PostgreSQL is indexed again. Its nodes may
// still run: their words are refused, they move neither the position nor a mark, and
// what they delete is gone.
func TestIndexWithoutBucketsIsReplaced(t *testing.T) {
	db := openAt(t, store.Options{URL: pgtest.URL(t), Now: epoch.Std, Log: slog.New(slog.DiscardHandler)}, 15)
	w := &indexFixture{T: t, db: db}
	w.conversation, w.message = insertEarlier(t, db, "word0")
	run := func(statement string, args ...any) (int64, error) {
		result, err := raw(db).Exec(statement, args...)
		if err != nil {
			return 0, err
		}
		return result.RowsAffected()
	}
	const index = "INSERT INTO search_document (workspace_id, conversation_id, message_id, words) VALUES (1, $1, $2, $3)"
	const move = `INSERT INTO search_position (workspace_id, message_id, conversation_id, version) VALUES (1, $1, $2, 1)
		ON CONFLICT (workspace_id) DO UPDATE SET message_id = excluded.message_id, conversation_id = excluded.conversation_id, version = search_position.version + 1
		WHERE search_position.version = $3`
	_, err := run(index, w.conversation.ID, w.message.ID, "w1xword0")
	storetest.WantNil(t, err)
	_, err = run(move, w.message.ID, w.conversation.ID, 0)
	storetest.WantNil(t, err)

	_, err = db.Migrate(t.Context())
	storetest.WantNil(t, err)
	w.finds("word0", false)
	if _, err := run(index, w.conversation.ID, w.message.ID, "w1xword0"); err == nil {
		t.Error("words without a bucket are accepted")
	}
	if n, err := run(move, w.message.ID, w.conversation.ID, 1); n != 0 || err != nil {
		t.Errorf("a node with the old position moves it: %d, %v", n, err)
	}
	w.index()
	w.finds("word0", true)
	w.edit(db)
	w.index()
	w.findsLast()
	_, err = run("DELETE FROM search_document WHERE workspace_id = 1 AND conversation_id = $1", w.conversation.ID)
	storetest.WantNil(t, err)
	w.finds("word1", false)
}

// insertEarlier stores a message as a program of the version before did.
func insertEarlier(t *testing.T, db *store.DB, content string) (*svcx.Conversation, *svcx.Message) {
	t.Helper()
	for _, statement := range []string{
		`SELECT nextval('conversation_id'), nextval('message_id')`,
		`INSERT INTO conversation (id, workspace_id, channel_type, subject, status, priority, tags, created_at, updated_at, message_count, delivery_seq)
			VALUES (1, 1, 'custom', '', 'open', '', '[]', 0, 0, 1, 0)`,
		`INSERT INTO message (id, workspace_id, conversation_id, kind, author_type, author_name, author_email, author_external_id, content, content_type, markdown,
			attachments, sent_at, created_at, edit_count) VALUES (1, 1, 1, 'message', 'customer', '', '', '', '` + content + `', 'text', false, '[]', 0, 0, 0)`,
	} {
		_, err := raw(db).Exec(statement)
		storetest.WantNil(t, err)
	}
	return &svcx.Conversation{ID: 1, Workspace: 1}, &svcx.Message{ID: 1, Workspace: 1, Conversation: 1, Kind: svcx.MessageKindMessage, Content: content}
}

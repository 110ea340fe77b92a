package textsearch_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"svcx"
	"svcx/internal/store"
	"svcx/internal/store/storetest"
)

// indexFixture is a store with a conversation of one message, whose text index the
// test examines.
type indexFixture struct {
	*testing.T
	dir string
	db  *store.DB
	log storetest.LogBuffer
	// edits is how often the message was edited.
	edits        int
	conversation *svcx.Conversation
	message      *svcx.Message
}

// newIndexFixture stores the conversation and indexes it.
func newIndexFixture(t *testing.T) *indexFixture {
	w := &indexFixture{T: t, dir: t.TempDir()}
	w.open()
	w.conversation, w.message = insertMessage(t, w.db, "word0")
	w.index()
	w.finds("word0", true)
	return w
}

// insertMessage stores a conversation with a message.
func insertMessage(t *testing.T, db *store.DB, content string) (*svcx.Conversation, *svcx.Message) {
	t.Helper()
	c := &svcx.Conversation{Workspace: 1, Status: svcx.StatusOpen, UpdatedAt: epoch, MessageCount: 1}
	m := &svcx.Message{Workspace: 1, Kind: svcx.MessageKindMessage, Content: content, SentAt: epoch, CreatedAt: epoch}
	storetest.WantNil(t, db.Write(t.Context(), 1, func(tx *store.Tx) error {
		conversations, err := tx.ReserveConversations(1)
		if err != nil {
			return err
		}
		messages, err := tx.ReserveMessages(1)
		if err != nil {
			return err
		}
		c.ID, m.ID = svcx.ConversationID(conversations[0]), svcx.MessageID(messages[0])
		m.Conversation = c.ID
		if err := tx.InsertConversations(c); err != nil {
			return err
		}
		return tx.InsertMessages(m)
	}))
	return c, m
}

func (w *indexFixture) open() {
	w.Helper()
	w.db = storetest.Open(w.T, store.Options{Dir: w.dir, Log: slog.New(slog.NewTextHandler(&w.log, nil))})
}

func (w *indexFixture) close() {
	w.Helper()
	storetest.WantNil(w.T, w.db.Close())
}

func (w *indexFixture) index() {
	w.Helper()
	storetest.WantNil(w.T, w.db.Index.Update(w.Context(), 1))
}

// edit changes the message to the next word, by the given store.
func (w *indexFixture) edit(db *store.DB) {
	w.Helper()
	w.edits++
	storetest.WantNil(w.T, db.Write(w.Context(), 1, func(tx *store.Tx) error {
		before := svcx.MessageVersion{Number: w.edits, Content: w.message.Content}
		w.message.Content = fmt.Sprintf("word%d", w.edits)
		return tx.EditMessage(w.message, before)
	}))
}

// finds checks whether the index has the word.
func (w *indexFixture) finds(word string, want bool) {
	w.Helper()
	found, err := w.db.Index.Matching(w.Context(), 1, word)
	if err != nil || (len(found) > 0) != want {
		w.Errorf("%s finds %v, %v; want any: %t", word, found, err, want)
	}
}

// findsLast checks that the index has the message's current word and no earlier one.
func (w *indexFixture) findsLast() {
	w.Helper()
	for i := range w.edits + 1 {
		w.finds(fmt.Sprintf("word%d", i), i == w.edits)
	}
}

func (w *indexFixture) findsByReading(word string) {
	w.Helper()
	page, err := w.db.SearchConversations(w.Context(), 1, svcx.ConversationFilter{}, word, nil, 10)
	if err != nil || len(page.Items) != 1 {
		w.Errorf("%d conversations with %s are found, %v", len(page.Items), word, err)
	}
}

// marks is how many marks are pending.
func (w *indexFixture) marks() int {
	w.Helper()
	marked, err := w.db.Index.Marked(w.Context())
	storetest.WantNil(w.T, err)
	return len(marked)
}

// rebuilt checks that the log reports that the index was rebuilt, for this reason and
// this often.
func (w *indexFixture) rebuilt(reason string, times int) {
	w.Helper()
	if n := strings.Count(w.log.String(), "reason="); n != times || !strings.Contains(w.log.String(), reason) {
		w.Errorf("rebuilt %d times, want %d for %q:\n%s", n, times, reason, w.log.String())
	}
}

func (w *indexFixture) path(name string) string { return filepath.Join(w.dir, name) }

// copy copies a closed database.
func (w *indexFixture) copy(from, to string) {
	w.Helper()
	content, err := os.ReadFile(w.path(from))
	storetest.WantNil(w.T, err)
	storetest.WantNil(w.T, os.WriteFile(w.path(to), content, 0o600))
}

const indexFile = "svcx-search.db"

// A process that dies after it has written the index and before it has deleted the
// mark leaves the mark, which is then processed again.
func TestReindexingIsRepeatedAfterACrash(t *testing.T) {
	w := newIndexFixture(t)
	w.edit(w.db)
	cutOff := errors.New("cut off")
	w.db.Index.AfterIndexing(func() error { return cutOff })
	if err := w.db.Index.Update(t.Context(), 1); !errors.Is(err, cutOff) {
		t.Errorf("indexing: %v, want %v", err, cutOff)
	}
	w.finds("word1", true)
	w.close()
	w.open()
	if n := w.marks(); n != 1 {
		t.Errorf("%d marks are left, want the one", n)
	}
	w.index()
	w.findsLast()
	if n := w.marks(); n != 0 {
		t.Errorf("%d marks are left", n)
	}
	w.rebuilt("there is none", 1) // at first
}

// What is marked again while it is being indexed stays pending.
func TestMarkMadeWhileReindexingStays(t *testing.T) {
	storetest.EachOptions(t, func(t *testing.T, o store.Options) {
		w, other := &indexFixture{T: t, db: storetest.Open(t, o)}, storetest.Open(t, o)
		w.conversation, w.message = insertMessage(t, w.db, "word0")
		w.index()
		w.edit(w.db)
		w.db.Index.AfterIndexing(func() error {
			if w.edits < 5 {
				w.edit(other)
			}
			return nil
		})
		w.index()
		w.findsLast()
		if n := w.marks(); w.edits != 5 || n != 0 {
			t.Errorf("%d edits, %d marks are left", w.edits, n)
		}
	})
}

// formatBefore gives the file the format of the version before.
func formatBefore(path string) error {
	file, err := sql.Open("sqlite", "file:"+path)
	if err != nil {
		return err
	}
	_, err = file.Exec("UPDATE search_origin SET format = format - 1")
	return errors.Join(err, file.Close())
}

// The index is rebuilt from the store, with a line in the log, if its file is missing,
// unreadable or another store's.
func TestSearchFileIsRebuilt(t *testing.T) {
	other := newIndexFixture(t)
	other.edit(other.db)
	other.index()
	other.close()
	others, err := os.ReadFile(other.path(indexFile))
	storetest.WantNil(t, err)
	for name, c := range map[string]struct {
		spoil  func(path string) error
		reason string
	}{
		"missing":     {os.Remove, "there is none"},
		"empty":       {func(path string) error { return os.Truncate(path, 0) }, "there is none"},
		"cut":         {func(path string) error { return os.Truncate(path, 8192) }, "it cannot be read"},
		"no database": {func(path string) error { return os.WriteFile(path, bytes.Repeat([]byte("none "), 1000), 0o600) }, "it cannot be read"},
		"another":     {func(path string) error { return os.WriteFile(path, others, 0o600) }, "it is not the one of this database"},
		"old format":  {formatBefore, "it is of another version of the program"},
	} {
		t.Run(name, func(t *testing.T) {
			w := newIndexFixture(t)
			w.edit(w.db)
			w.index()
			w.close()
			storetest.WantNil(t, c.spoil(w.path(indexFile)))
			w.log.Reset()
			w.open()
			w.findsByReading("word1")
			w.index()
			w.findsLast()
			w.edit(w.db)
			w.index()
			w.findsLast()
			w.rebuilt(c.reason, 1)
		})
	}
}

// A file that is damaged while it is open is rebuilt by the next indexing step;
// meanwhile searches find what they read themselves.
func TestSearchFileDamagedInUseIsRebuilt(t *testing.T) {
	w := newIndexFixture(t)
	w.close()
	w.open()
	w.index()
	w.log.Reset()
	// The first page, with the schema, is left as it is. The file is closed after its
	// database: closing it earlier would release SQLite's locks.
	f, err := os.OpenFile(w.path(indexFile), os.O_RDWR, 0)
	storetest.WantNil(t, err)
	t.Cleanup(func() { f.Close() })
	info, err := f.Stat()
	storetest.WantNil(t, err)
	_, err = f.WriteAt(bytes.Repeat([]byte{0xff}, int(info.Size())-4096), 4096)
	storetest.WantNil(t, err)
	w.db.Index.ReconnectFile()
	w.findsByReading("word0")
	w.finds("word0", false)
	w.edit(w.db)
	w.index()
	w.findsLast()
	w.rebuilt("it cannot be read", 1)
}

// If only the database or only its text index is restored from a backup, the index is
// rebuilt or continues where it was.
func TestIndexIsRightAfterRestoringOneFile(t *testing.T) {
	more := map[string]func(w *indexFixture){
		"messages": func(w *indexFixture) { insertMessage(w.T, w.db, "more") },
		"edits":    func(w *indexFixture) { w.edit(w.db) },
	}
	for _, restored := range []string{"svcx.db", indexFile} {
		for name, change := range more {
			t.Run(restored+" "+name, func(t *testing.T) {
				w := newIndexFixture(t)
				w.close()
				w.copy(restored, "backup")
				w.open()
				message, edits := *w.message, w.edits
				change(w)
				w.index()
				w.close()
				w.copy("backup", restored)
				w.log.Reset()
				w.open()
				if restored == "svcx.db" {
					*w.message, w.edits = message, edits
				}
				w.index()
				w.findsLast()
				w.finds("more", restored == indexFile && name == "messages")
				// A file that lacks only new messages continues with them.
				if restored == "svcx.db" {
					w.rebuilt("the database is older than it", 1)
				} else if name == "edits" {
					w.rebuilt("it is older than the database", 1)
				}
			})
		}
	}
}

// If the file is removed while two processes have it open, both use the same new one,
// and no mark is deleted for words in the old one.
func TestSearchFileIsReplacedWhileOthersUseIt(t *testing.T) {
	w := newIndexFixture(t)
	other := storetest.Open(t, store.Options{Dir: w.dir})
	storetest.WantNil(t, other.Index.Update(t.Context(), 1))
	for range 3 {
		storetest.WantNil(t, os.Remove(w.path(indexFile)))
		w.edit(w.db)
		storetest.WantNil(t, other.Index.Update(t.Context(), 1))
		w.edit(other)
		w.index()
		w.findsLast()
	}
	// In the middle of a step.
	w.edit(w.db)
	replaced := false
	w.db.Index.AfterIndexing(func() error {
		if !replaced {
			replaced = true
			return errors.Join(os.Remove(w.path(indexFile)), other.Index.Update(t.Context(), 1))
		}
		return nil
	})
	w.index()
	w.findsLast()
}

// The messages of a deleted conversation exist until they are removed: they may be
// indexed meanwhile, and leave the index in the end.
func TestDeletedConversationLeavesTheIndex(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		w := &indexFixture{T: t, db: db}
		w.conversation, w.message = insertMessage(t, db, "word0")
		w.index()
		storetest.WantNil(t, db.Write(t.Context(), 1, func(tx *store.Tx) error { return tx.DeleteConversation(w.conversation) }))
		w.index()
		page, err := db.SearchConversations(t.Context(), 1, svcx.ConversationFilter{}, "word0", nil, 10)
		if err != nil || len(page.Items) > 0 {
			t.Errorf("a deleted conversation is found: %v, %v", page.Items, err)
		}
		storetest.WantNil(t, db.Remove(t.Context(), 1, func(*svcx.Message) []string { return nil }, nil, func(*store.Tx) error { return nil }))
		w.index()
		w.finds("word0", false)
	})
}

// killedIndexer is set in the environment of the process to be killed.
const killedIndexer = "SVCX_TEST_KILLED_INDEXER"

// A process that is killed while it edits and indexes loses no word of the stored
// message, and leaves no other.
func TestKilledIndexerLosesNothing(t *testing.T) {
	if dir := os.Getenv(killedIndexer); dir != "" {
		editUntilKilled(t, dir)
	}
	w := newIndexFixture(t)
	w.close()
	w.log.Reset()
	for round := range 4 {
		written := storetest.KillProcess(t, t.Name(), killedIndexer+"="+w.dir, 40+25*round)
		w.open()
		w.index()
		list, err := w.db.Messages(t.Context(), w.conversation, svcx.MessagePage{Page: svcx.Page{Limit: 1}})
		storetest.WantNil(t, err)
		now := list.Items[0].Content
		w.finds(now, true)
		for _, word := range written {
			if word != now {
				w.finds(word, false)
			}
		}
		if n := w.marks(); n != 0 {
			t.Errorf("%d marks are left", n)
		}
		w.close()
	}
	if strings.Contains(w.log.String(), "reason=") {
		t.Errorf("the index was rebuilt:\n%s", w.log.String())
	}
}

func editUntilKilled(t *testing.T, dir string) {
	db, err := store.Open(context.Background(), store.Options{Dir: dir, Now: time.Now, Log: slog.Default()})
	storetest.WantNil(t, err)
	c, err := db.Conversations(context.Background(), 1, svcx.ConversationFilter{}, svcx.Page{Limit: 1})
	storetest.WantNil(t, err)
	list, err := db.Messages(context.Background(), c.Items[0], svcx.MessagePage{Page: svcx.Page{Limit: 1}})
	storetest.WantNil(t, err)
	go func() {
		for {
			if err := db.Index.Update(context.Background(), 1); err != nil {
				panic(err)
			}
		}
	}()
	m := list.Items[0]
	for {
		m.EditCount++
		before := svcx.MessageVersion{Number: m.EditCount, Content: m.Content}
		word := fmt.Sprintf("word%dx%dz", os.Getpid(), m.EditCount)
		m.Content = word
		if err := db.Write(context.Background(), 1, func(tx *store.Tx) error { return tx.EditMessage(&m, before) }); err != nil {
			panic(err)
		}
		fmt.Println(word + ".")
	}
}

// Marks are read in the order in which they were made, and one that is made again
// moves to the end.
func TestMarksAreReadInOrder(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		mark := func(ids ...svcx.ConversationID) {
			storetest.WantNil(t, db.Write(t.Context(), 1, func(tx *store.Tx) error { return tx.ReindexHeads(1, ids...) }))
		}
		mark(5, 6, 7)
		mark(5)
		marked, err := db.Index.Marked(t.Context())
		storetest.WantNil(t, err)
		if !slices.Equal(marked, []int64{6, 7, 5}) {
			t.Errorf("marks of %v", marked)
		}
	})
}

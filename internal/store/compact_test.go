package store_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"svcx/internal/store"
	"svcx/internal/store/storetest"
)

// Pieces of erased rows stay in the file, in the slack of pages that SQLite has
// rearranged: secure_delete does not reach there. Compact leaves none.
func TestCompactLeavesNothingErased(t *testing.T) {
	dir := t.TempDir()
	db := storetest.Open(t, store.Options{Dir: dir})
	random := rand.New(rand.NewPCG(1, 2))
	raw := func(query string, args ...any) {
		t.Helper()
		if _, err := db.Raw().Exec(query, args...); err != nil {
			t.Fatal(err)
		}
	}
	raw(`CREATE TABLE slack_row (id INTEGER PRIMARY KEY, words TEXT NOT NULL)`)
	raw(`CREATE INDEX slack_row_words ON slack_row (words, id)`)
	raw(`CREATE TABLE slack_key (words TEXT PRIMARY KEY) STRICT, WITHOUT ROWID`)
	fill := func(word string, n, longest int) {
		for i := range n {
			words := strings.Repeat(word+" ", 1+random.IntN(longest)) + fmt.Sprint(i)
			raw(`INSERT INTO slack_row (id, words) VALUES ($1, $2)`, random.Int64(), words)
			raw(`INSERT OR IGNORE INTO slack_key (words) VALUES ($1)`, words)
		}
	}
	fill("stays", 300, 40)
	fill("planted", 300, 40)
	fill("planted", 20, 2000) // on several pages
	fill("stays", 300, 40)
	raw(`DELETE FROM slack_row WHERE words LIKE 'planted%'`)
	raw(`DELETE FROM slack_key WHERE words LIKE 'planted%'`)
	const kept = `SELECT words FROM (SELECT words FROM slack_row UNION ALL SELECT words FROM slack_key) ORDER BY words`
	before := query(t, db, kept)
	storetest.WantNil(t, db.Index.Update(t.Context(), 1)) // so that there is a text index
	storetest.WantNil(t, db.EmptyLog(t.Context()))
	if len(filesWith(t, dir, "planted")) == 0 {
		t.Fatal("no deleted row is left in the slack: this test proves nothing")
	}
	var steps []string
	storetest.WantNil(t, db.Compact(t.Context(), func(s store.CompactStep) {
		steps = append(steps, fmt.Sprint(filepath.Base(s.File), " ", s.Before > 0, " ", s.After > 0))
	}))
	if diff := cmp.Diff([]string{"svcx-search.db true false", "svcx-search.db true true", "svcx.db true false", "svcx.db true true"}, steps); diff != "" {
		t.Errorf("steps (-want +got):\n%s", diff)
	}
	if left := filesWith(t, dir, "planted"); len(left) > 0 {
		t.Errorf("deleted rows can be read in %v", left)
	}
	if diff := cmp.Diff(before, query(t, db, kept)); diff != "" {
		t.Errorf("the rows that were kept (-want +got):\n%s", diff)
	}
	if sound := query(t, db, `PRAGMA integrity_check`)[0][0]; sound != "ok" {
		t.Errorf("the database is not sound: %s", sound)
	}
}

// filesWith lists the files of the folder that contain the word.
func filesWith(t *testing.T, dir, word string) (found []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	storetest.WantNil(t, err)
	for _, entry := range entries {
		content, err := os.ReadFile(filepath.Join(dir, entry.Name()))
		storetest.WantNil(t, err)
		if bytes.Contains(content, []byte(word)) {
			found = append(found, entry.Name())
		}
	}
	return found
}

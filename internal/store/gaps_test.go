package store_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"svcx/internal/store"
	"svcx/internal/store/storetest"
)

// Pieces of erased rows once stayed in the file, in the gaps of pages that SQLite
// had rearranged: secure_delete does not reach there.
func TestNothingStaysInTheGapsOfPages(t *testing.T) {
	dir := t.TempDir()
	db := storetest.Open(t, store.Options{Dir: dir})
	random := rand.New(rand.NewPCG(1, 2))
	raw := func(query string, args ...any) {
		t.Helper()
		if _, err := db.Raw().Exec(query, args...); err != nil {
			t.Fatal(err)
		}
	}
	raw(`CREATE TABLE gap_row (id INTEGER PRIMARY KEY, words TEXT NOT NULL)`)
	raw(`CREATE INDEX gap_row_words ON gap_row (words, id)`)
	raw(`CREATE TABLE gap_key (words TEXT PRIMARY KEY) STRICT, WITHOUT ROWID`)
	fill := func(word string, n, longest int) {
		for i := range n {
			words := strings.Repeat(word+" ", 1+random.IntN(longest)) + fmt.Sprint(i)
			raw(`INSERT INTO gap_row (id, words) VALUES ($1, $2)`, random.Int64(), words)
			raw(`INSERT OR IGNORE INTO gap_key (words) VALUES ($1)`, words)
		}
	}
	fill("stays", 300, 40)
	fill("planted", 300, 40)
	fill("planted", 20, 2000) // on several pages
	fill("stays", 300, 40)
	before := dump(t, db)
	for _, words := range strings.Split(before, "\n") {
		if strings.HasPrefix(words, "planted") {
			raw(`DELETE FROM gap_row WHERE words = $1`, words)
			raw(`DELETE FROM gap_key WHERE words = $1`, words)
		}
	}
	kept := dump(t, db)

	if err := db.EmptyLog(t.Context()); err != nil {
		t.Fatal(err)
	}
	if !holds(t, dir, "planted") {
		t.Fatal("no deleted row is left in the gaps: this test proves nothing")
	}
	if err := db.ClearGaps(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := db.EmptyLog(t.Context()); err != nil {
		t.Fatal(err)
	}
	if holds(t, dir, "planted") {
		t.Error("deleted rows can be read in the file")
	}
	if after := dump(t, db); after != kept {
		t.Error("the rows that were kept have changed")
	}
	var sound string
	if err := db.Raw().QueryRow(`PRAGMA integrity_check`).Scan(&sound); err != nil || sound != "ok" {
		t.Errorf("the database is not sound: %s %v", sound, err)
	}
}

// dump returns the texts of the rows, a line each.
func dump(t *testing.T, db *store.DB) string {
	t.Helper()
	var all string
	err := db.Raw().QueryRow(`SELECT group_concat(words, char(10)) FROM (SELECT words FROM gap_row UNION ALL SELECT words FROM gap_key ORDER BY words)`).Scan(&all)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func holds(t *testing.T, dir, word string) bool {
	t.Helper()
	for _, name := range []string{"svcx.db", "svcx.db-wal"} {
		content, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		if bytes.Contains(content, []byte(word)) {
			return true
		}
	}
	return false
}

// FuzzGaps checks that gapOf accepts any page without a panic and stays within it.
func FuzzGaps(f *testing.F) {
	page := make([]byte, 4096)
	f.Add(int64(2), page)
	copy(page, []byte{13, 0, 0, 0, 1, 15, 0, 0, 15, 0})
	f.Add(int64(2), page)
	copy(page[100:], page)
	f.Add(int64(1), page)
	f.Fuzz(func(t *testing.T, number int64, page []byte) {
		if len(page) < 512 {
			return
		}
		gap := store.GapOf(number, page)
		if len(gap) > 0 && cap(gap) < len(gap) {
			t.Error("a gap beyond the page")
		}
	})
}

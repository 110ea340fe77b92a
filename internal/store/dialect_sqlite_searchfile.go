package store

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"svcx"
)

// searchFile is the file of the text index of conversations. It has a writer of
// its own: no commit of the store waits for words. What is in it can be made of
// the store at any time, and is, from nothing, where the file is missing, cannot
// be read, or is not what the store was indexed in last. Whoever indexes opens
// it; searches use it once it is open.
//
// Several processes may have it open, and one may make it anew under the others:
// then theirs is not the file at the path any more, nor the one that the store
// names, and they open it again.
type searchFile struct {
	path     string
	now      func() time.Time
	patience time.Duration
	log      *slog.Logger

	// mu is held for reading by those who use the file.
	mu sync.RWMutex
	// db is the file, nil while it is not open.
	db       *DB
	identity string
	opened   os.FileInfo
	closed   bool
	// damaged says that something in it could not be read.
	damaged atomic.Bool
}

func searchPath(dir string) string { return filepath.Join(dir, "svcx-search.db") }

// searchCacheKiB is what the file's writer keeps in memory: words are written
// once and read rarely.
const searchCacheKiB = 2048

// searchFormat is what a file is made as: one of another is made anew.
const searchFormat = 2

// searchSchema is of the file: see the migrations for what is in the tables. Of
// search_origin there is one row: whose index it is, and the last mark that was
// cleaned in it.
var searchSchema = []string{
	`CREATE VIRTUAL TABLE search_index USING fts5 (words, content='', contentless_delete=1, detail=none, tokenize='ascii')`,
	// Half the work of merging: what a search asks first needs no index.
	`INSERT INTO search_index (search_index, rank) VALUES ('automerge', 8)`,
	`CREATE TABLE search_position (
		workspace_id    INTEGER NOT NULL PRIMARY KEY,
		message_id      INTEGER NOT NULL,
		conversation_id INTEGER NOT NULL,
		version         INTEGER NOT NULL
	) STRICT`,
	`CREATE TABLE search_origin (format INTEGER NOT NULL, identity TEXT NOT NULL, mark INTEGER NOT NULL) STRICT`,
}

// settingSearchFile names the file that the store is indexed in.
const settingSearchFile = "search_file"

// indexedIn is the value of the setting. Version is that of the position when
// marks went last: a file that is not that far has not cleaned what they were of.
type indexedIn struct {
	Identity string `json:"identity"`
	Version  int64  `json:"version"`
}

func indexedInOf(q querier) (in indexedIn, err error) {
	text, err := serverSetting(q, settingSearchFile)
	if err == nil {
		err = decodeJSON(text, &in)
	}
	return in, err
}

// withIndex opens the file for fn, and makes it anew where it must be: also where
// fn finds it damaged, for which it runs again.
func (d *sqliteDialect) withIndex(ctx context.Context, db *DB, fn func(textIndex) error) error {
	err := d.index.use(ctx, db, fn)
	if err != nil && d.index.damaged.Load() {
		err = d.index.use(ctx, db, fn)
	}
	return err
}

func (f *searchFile) use(ctx context.Context, db *DB, fn func(textIndex) error) error {
	if err := f.ready(ctx, db); err != nil {
		return err
	}
	f.mu.RLock()
	defer f.mu.RUnlock()
	if f.db == nil {
		return svcx.Unavailable("indexing for search", errors.New("the text index is being opened or closed"))
	}
	return fn(fileIndex{f})
}

// read has fn search in the file, if it is open and sound: what is not there is
// not found, and whoever indexes is told to look after it.
func (f *searchFile) read(q reader, fn func(reader) error) error {
	f.mu.RLock()
	defer f.mu.RUnlock()
	if f.db == nil || f.damaged.Load() {
		return nil
	}
	err := f.noticing(fn(f.db.reader(q.ctx)))
	if f.damaged.Load() {
		q.db.search.notify(0)
		return nil
	}
	return err
}

// noticing remembers that an error of the file is damage.
func (f *searchFile) noticing(err error) error {
	if isBroken(err) && !f.damaged.Swap(true) {
		f.log.Warn("the text index of conversations cannot be read", "file", f.path, "error", err)
	}
	return err
}

// isBroken says that a file is no database, or not a sound one.
func isBroken(err error) bool {
	return sqliteCode(err, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT)
}

func sqliteCode(err error, codes ...int) bool {
	var e *sqlite.Error
	return errors.As(err, &e) && slices.Contains(codes, e.Code()&0xff)
}

// present says that the file that is open is still the one at its path.
func (f *searchFile) present() bool {
	if f.db == nil {
		return false
	}
	now, err := os.Stat(f.path)
	return err == nil && os.SameFile(now, f.opened)
}

// ready opens the file unless it is. It is looked at once without holding up
// anybody, and made anew in a transaction of the store, so that of several
// processes one does.
func (f *searchFile) ready(ctx context.Context, db *DB) error {
	f.mu.RLock()
	ready := f.present() && !f.damaged.Load()
	f.mu.RUnlock()
	if ready {
		return nil
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.closed {
		return svcx.Unavailable("indexing for search", errors.New("the store is closing"))
	}
	present := f.present()
	if present && !f.damaged.Load() {
		return nil
	}
	// A damaged one that another process has replaced is looked at as any other.
	damaged := present && f.damaged.Load()
	f.shut()
	if !damaged {
		if reason, err := f.open(ctx, db.reader(ctx)); reason == "" || err != nil {
			return err
		}
	}
	err := db.Write(ctx, 0, func(tx *Tx) error {
		f.shut()
		reason, err := "it cannot be read", error(nil)
		if !damaged {
			reason, err = f.open(ctx, tx)
		}
		if err != nil || reason == "" {
			return err
		}
		return f.makeAnew(ctx, tx, reason)
	})
	if err != nil {
		f.shut()
	}
	return err
}

// open opens the file if it is the index of the store, and else says why not.
func (f *searchFile) open(ctx context.Context, store querier) (reason string, err error) {
	defer func() {
		if reason != "" || err != nil {
			f.shut()
		}
	}()
	info, err := os.Stat(f.path)
	// SQLite would go by the log that lies beside an empty file.
	if errors.Is(err, fs.ErrNotExist) || err == nil && info.Size() == 0 {
		return "there is none", nil
	}
	if err != nil {
		return "", fmt.Errorf("looking for the text index: %w", err)
	}
	is, err := f.look(ctx)
	if isBroken(err) || sqliteCode(err, sqlite3.SQLITE_ERROR) { // no such table
		return "it cannot be read: " + err.Error(), nil
	}
	if err != nil {
		return "", err
	}
	return is.unlike(store)
}

func (f *searchFile) connect(ctx context.Context) error {
	d, err := openSQLiteAt(ctx, f.path, searchCacheKiB, f.patience, f.log)
	if err != nil {
		return err
	}
	f.db = startDB(d, Options{Now: f.now, Patience: f.patience, Log: f.log})
	f.damaged.Store(false)
	f.opened, err = os.Stat(f.path)
	return err
}

// origin is what a file says of itself.
type origin struct {
	format   int
	identity string
	mark     int64
	position searchPosition
}

// look opens the file and reads a little of everything.
func (f *searchFile) look(ctx context.Context) (is origin, err error) {
	if err := f.connect(ctx); err != nil {
		return is, err
	}
	q := f.db.reader(ctx)
	if is, err = one(q, `SELECT format, identity, mark FROM search_origin`, func(s scanner) (is origin, err error) {
		return is, s.Scan(&is.format, &is.identity, &is.mark)
	}); err != nil && !errors.Is(err, sql.ErrNoRows) {
		return is, err
	}
	if is.position, err = positionOf(q, 0); err != nil {
		return is, err
	}
	_, err = collect(q, `SELECT rowid FROM search_index LIMIT 1`, scanValue[int64])
	f.identity = is.identity
	return is, err
}

// unlike says why the file is not the index of the store. Neither may know of
// what the other has not given out or has not seen yet.
func (is origin) unlike(store querier) (reason string, err error) {
	in, err := indexedInOf(store)
	if err != nil {
		return "", err
	}
	given, err := givenIDs(store)
	switch p := is.position; {
	case err != nil:
		return "", err
	case is.format != searchFormat:
		return "it is of another version of the program", nil
	case is.identity != in.Identity:
		return "it is not the one of this database", nil
	case p.version < in.Version:
		return "it is older than the database", nil
	case int64(p.message) > given["message"] || int64(p.conversation) > given["conversation"] || is.mark > given["search_dirty"]:
		return "the database is older than it", nil
	}
	return "", nil
}

// givenIDs are the greatest ids that the tables ever had.
func givenIDs(store querier) (map[string]int64, error) {
	given := make(map[string]int64)
	const query = `SELECT name, seq FROM sqlite_sequence`
	err := store.each(query, nil, func(s scanner) error {
		var name string
		var last int64
		err := s.Scan(&name, &last)
		given[name] = last
		return err
	})
	if err != nil {
		return nil, store.failed(query, err)
	}
	return given, nil
}

// makeAnew makes an empty file and has the store name it. A process that ends in
// between leaves one that the store does not name.
func (f *searchFile) makeAnew(ctx context.Context, store *Tx, reason string) error {
	if err := f.announce(store, reason); err != nil {
		return err
	}
	for _, suffix := range []string{"", "-wal", "-shm"} {
		if err := os.Remove(f.path + suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("removing the old text index: %w", err)
		}
	}
	if err := f.connect(ctx); err != nil {
		return err
	}
	identity := rand.Text()
	err := f.db.write(ctx, func(tx *Tx) error {
		for _, statement := range searchSchema {
			if _, err := tx.exec(statement); err != nil {
				return err
			}
		}
		_, err := tx.exec(`INSERT INTO search_origin (format, identity, mark) VALUES ($1, $2, 0)`, searchFormat, identity)
		return err
	})
	if err != nil {
		return err
	}
	f.identity = identity
	return store.SetServerSetting(settingSearchFile, encodeJSON(indexedIn{Identity: identity}))
}

// announce says what is done and why, where there is anything to find.
func (f *searchFile) announce(store querier, reason string) error {
	in, err := indexedInOf(store)
	if err != nil {
		return err
	}
	given, err := givenIDs(store)
	if err != nil {
		return err
	}
	level := slog.LevelWarn
	switch {
	case given["conversation"] == 0:
		level = slog.LevelDebug
	case in.Identity == "":
		level = slog.LevelInfo
	}
	f.log.Log(context.Background(), level, "the text index of conversations is made anew; until it is filled a search may miss old messages", "file", f.path, "reason", reason)
	return nil
}

// shut closes the file. What goes wrong with that is of no consequence: it is
// opened again, or made anew.
func (f *searchFile) shut() {
	if f.db != nil {
		f.db.Close()
	}
	f.db, f.identity, f.opened = nil, "", nil
}

func (f *searchFile) close() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.closed = true
	if f.db == nil || f.damaged.Load() {
		f.shut()
		return nil
	}
	db := f.db
	f.db = nil
	return db.Close()
}

// clearGaps is for who uses the file, and so is emptyLog.
func (f *searchFile) clearGaps(ctx context.Context, write func(fn func(*Tx) error) error) error {
	return f.noticing(clearGaps(ctx, f.db.reader(ctx), f.now, write))
}

func (f *searchFile) emptyLog(ctx context.Context) error {
	return f.noticing(f.db.dialect.(*sqliteDialect).emptyLog(ctx))
}

// write is Write without what belongs to the store alone.
func (db *DB) write(ctx context.Context, fn func(*Tx) error) error {
	return db.committer.do(ctx, &job{run: fn})
}

// fileIndex is the text index in its file, which is open.
type fileIndex struct{ *searchFile }

func (ix fileIndex) position(ctx context.Context, lane int64) (searchPosition, error) {
	p, err := positionOf(ix.db.reader(ctx), lane)
	return p, ix.noticing(err)
}

// write is errMoved where a connection that was made later has another file.
func (ix fileIndex) write(ctx context.Context, _ int64, fn func(*Tx) error) error {
	return ix.noticing(ix.db.write(ctx, func(tx *Tx) error {
		identity, err := one(tx, `SELECT identity FROM search_origin`, scanValue[string])
		if err != nil {
			return err
		}
		if identity != ix.identity {
			return errMoved
		}
		return fn(tx)
	}))
}

func (ix fileIndex) indexedMark(tx *Tx, mark int64) error {
	_, err := tx.exec(`UPDATE search_origin SET mark = max(mark, $1)`, mark)
	return err
}

func (ix fileIndex) acknowledge(tx *Tx, version int64) error {
	in, err := indexedInOf(tx)
	if err != nil {
		return err
	}
	if in.Identity != ix.identity {
		return errMoved
	}
	return tx.SetServerSetting(settingSearchFile, encodeJSON(indexedIn{Identity: in.Identity, Version: max(version, in.Version)}))
}

package textsearch

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"slices"
	"sync"
	"sync/atomic"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"svcx"
	"svcx/internal/sqldb"
)

// indexFile is the file of the text index of conversations. It has its own writer,
// so that no commit of the store waits for words. Its contents are rebuilt from the
// store when the file is missing, unreadable, or not the one that the store was
// indexed in last. The indexer opens it; searches use it once it is open.
//
// Several processes may have it open, and one may replace it under the others:
// theirs is then no longer the file at the path, nor the one that the store names,
// and they open the new one.
type indexFile struct {
	path  string
	index *Index

	// mu is held for reading while the file is used.
	mu sync.RWMutex
	// db is the open file; nil while it is not open.
	db       *sqldb.DB
	identity string
	opened   os.FileInfo
	closed   bool
	// damaged says that something in the file could not be read.
	damaged atomic.Bool
}

// fileCacheKiB is the cache of the file's writer. It is small, since words are
// written once and read rarely.
const fileCacheKiB = 2048

// fileFormat is the version of the file's format. A file of another version is
// replaced.
const fileFormat = 2

// fileSchema is the schema of the file; see the migrations for what the tables
// hold. search_origin has one row: which index this is, and the last pending mark
// that it was updated for.
var fileSchema = []string{
	`CREATE VIRTUAL TABLE search_index USING fts5 (words, content='', contentless_delete=1, detail=none, tokenize='ascii')`,
	// This halves the work of merging. The newest messages, which a search reads
	// first, need no index.
	`INSERT INTO search_index (search_index, rank) VALUES ('automerge', 8)`,
	`CREATE TABLE search_position (
		workspace_id    INTEGER NOT NULL PRIMARY KEY,
		message_id      INTEGER NOT NULL,
		conversation_id INTEGER NOT NULL,
		version         INTEGER NOT NULL
	) STRICT`,
	`CREATE TABLE search_origin (format INTEGER NOT NULL, identity TEXT NOT NULL, mark INTEGER NOT NULL) STRICT`,
}

// settingFile is the server setting that names the file that the store is
// indexed in.
const settingFile = "search_file"

// indexedIn is the value of the setting. Version is that of the position when
// pending marks were deleted last: a file with a lower version lacks those updates.
type indexedIn struct {
	Identity string `json:"identity"`
	Version  int64  `json:"version"`
}

// named reads which file the store is indexed in.
func (f *indexFile) named(store sqldb.Querier) (in indexedIn, err error) {
	text, err := f.index.tables.Setting(store, settingFile)
	if err == nil {
		err = sqldb.DecodeJSON(text, &in)
	}
	return in, err
}

func (f *indexFile) name(store *sqldb.Tx, in indexedIn) error {
	return f.index.tables.SetSetting(store, settingFile, sqldb.EncodeJSON(in))
}

// use opens the file for fn and replaces it if necessary.
func (f *indexFile) use(ctx context.Context, fn func(indexDatabase) error) error {
	if err := f.ready(ctx); err != nil {
		return err
	}
	f.mu.RLock()
	defer f.mu.RUnlock()
	if f.db == nil {
		return svcx.Unavailable("indexing for search", errors.New("the text index is being opened or closed"))
	}
	return fn(fileIndex{f})
}

// read calls fn with the file if it is open and sound. Otherwise nothing is found.
// On damage the indexer is notified.
func (f *indexFile) read(ctx context.Context, fn func(sqldb.Reader) error) error {
	f.mu.RLock()
	defer f.mu.RUnlock()
	if f.db == nil || f.damaged.Load() {
		return nil
	}
	err := f.noticing(fn(f.db.Reader(ctx)))
	if f.damaged.Load() {
		f.index.pending.notify(0)
		return nil
	}
	return err
}

// noticing records damage of the file if err says so, and returns err.
func (f *indexFile) noticing(err error) error {
	if isBroken(err) && !f.damaged.Swap(true) {
		f.index.log.Warn("the text index of conversations cannot be read", "file", f.path, "error", err)
	}
	return err
}

// isBroken reports that a file is not a database, or is damaged.
func isBroken(err error) bool {
	return sqliteCode(err, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT)
}

func sqliteCode(err error, codes ...int) bool {
	var e *sqlite.Error
	return errors.As(err, &e) && slices.Contains(codes, e.Code()&0xff)
}

// present reports whether the open file is still the one at its path.
func (f *indexFile) present() bool {
	if f.db == nil {
		return false
	}
	now, err := os.Stat(f.path)
	return err == nil && os.SameFile(now, f.opened)
}

// ready opens the file unless it is open. A file that must be replaced is checked
// again in a transaction of the store, so that only one of several processes
// replaces it.
func (f *indexFile) ready(ctx context.Context) error {
	db := f.index.db
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
	// A damaged file that another process has replaced is checked like any other.
	damaged := present && f.damaged.Load()
	f.shut()
	if !damaged {
		if reason, err := f.open(ctx, db.Reader(ctx)); reason == "" || err != nil {
			return err
		}
	}
	err := db.Write(ctx, 0, func(tx *sqldb.Tx) error {
		f.shut()
		reason, err := "it cannot be read", error(nil)
		if !damaged {
			reason, err = f.open(ctx, tx)
		}
		if err != nil || reason == "" {
			return err
		}
		return f.replace(ctx, tx, reason)
	})
	if err != nil {
		f.shut()
	}
	return err
}

// open opens the file if it is the index of the store. Otherwise it returns the
// reason why it is not.
func (f *indexFile) open(ctx context.Context, store sqldb.Querier) (reason string, err error) {
	defer func() {
		if reason != "" || err != nil {
			f.shut()
		}
	}()
	info, err := os.Stat(f.path)
	// SQLite would read the log of an empty file.
	if errors.Is(err, fs.ErrNotExist) || err == nil && info.Size() == 0 {
		return "there is none", nil
	}
	if err != nil {
		return "", fmt.Errorf("opening the text index: %w", err)
	}
	is, err := f.look(ctx)
	if isBroken(err) || sqliteCode(err, sqlite3.SQLITE_ERROR) { // no such table
		return "it cannot be read: " + err.Error(), nil
	}
	if err != nil {
		return "", err
	}
	return f.unlike(is, store)
}

func (f *indexFile) connect(ctx context.Context) error {
	db, err := f.index.db.OpenBeside(ctx, f.path, fileCacheKiB)
	if err != nil {
		return err
	}
	f.db = db
	f.damaged.Store(false)
	f.opened, err = os.Stat(f.path)
	return err
}

// origin is what a file records about itself.
type origin struct {
	format   int
	identity string
	mark     int64
	position position
}

// look opens the file and reads a little of each table.
func (f *indexFile) look(ctx context.Context) (is origin, err error) {
	if err := f.connect(ctx); err != nil {
		return is, err
	}
	q := f.db.Reader(ctx)
	if is, err = sqldb.One(q, `SELECT format, identity, mark FROM search_origin`, func(s sqldb.Scanner) (is origin, err error) {
		return is, s.Scan(&is.format, &is.identity, &is.mark)
	}); err != nil && !errors.Is(err, sql.ErrNoRows) {
		return is, err
	}
	if is.position, err = positionOf(q, 0); err != nil {
		return is, err
	}
	_, err = sqldb.Collect(q, `SELECT rowid FROM search_index LIMIT 1`, sqldb.ScanValue[int64])
	f.identity = is.identity
	return is, err
}

// unlike returns why the file is not the index of the store; "" if it is. Neither
// may be ahead of the other in ids or in the version.
func (f *indexFile) unlike(is origin, store sqldb.Querier) (reason string, err error) {
	in, err := f.named(store)
	if err != nil {
		return "", err
	}
	given, err := givenIDs(store)
	switch p := is.position; {
	case err != nil:
		return "", err
	case is.format != fileFormat:
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

// givenIDs returns the highest id that each table ever had.
func givenIDs(store sqldb.Querier) (map[string]int64, error) {
	given := make(map[string]int64)
	const query = `SELECT name, seq FROM sqlite_sequence`
	err := store.Each(query, nil, func(s sqldb.Scanner) error {
		var name string
		var last int64
		err := s.Scan(&name, &last)
		given[name] = last
		return err
	})
	if err != nil {
		return nil, store.Failed(query, err)
	}
	return given, nil
}

// replace creates an empty file and names it in the store. A process that ends in
// between leaves a file that the store does not name.
func (f *indexFile) replace(ctx context.Context, store *sqldb.Tx, reason string) error {
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
	err := f.db.Write(ctx, 0, func(tx *sqldb.Tx) error {
		for _, statement := range fileSchema {
			if _, err := tx.Exec(statement); err != nil {
				return err
			}
		}
		_, err := tx.Exec(`INSERT INTO search_origin (format, identity, mark) VALUES ($1, $2, 0)`, fileFormat, identity)
		return err
	})
	if err != nil {
		return err
	}
	f.identity = identity
	return f.name(store, indexedIn{Identity: identity})
}

// announce logs the replacement and its reason; at debug level if there are no
// conversations to find.
func (f *indexFile) announce(store sqldb.Querier, reason string) error {
	in, err := f.named(store)
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
	f.index.log.Log(context.Background(), level, "rebuilding the text index of conversations; until it is filled a search may miss old messages", "file", f.path, "reason", reason)
	return nil
}

// shut closes the file. Errors do not matter: the file is opened again or replaced.
func (f *indexFile) shut() {
	if f.db != nil {
		f.db.Close()
	}
	f.db, f.identity, f.opened = nil, "", nil
}

func (f *indexFile) close() error {
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

// emptyLog and rewrite are called while the file is used: f.mu must be held.
func (f *indexFile) emptyLog(ctx context.Context) error {
	return f.noticing(f.db.EmptyLog(ctx))
}

func (f *indexFile) rewrite(ctx context.Context, report func(sqldb.CompactStep)) error {
	return f.noticing(f.db.CompactFile(ctx, report))
}

// fileIndex is the text index in its open file.
type fileIndex struct{ *indexFile }

func (ix fileIndex) position(ctx context.Context, queue int64) (position, error) {
	p, err := positionOf(ix.db.Reader(ctx), queue)
	return p, ix.noticing(err)
}

// write returns errMoved if a connection opened later is to another file.
func (ix fileIndex) write(ctx context.Context, _ int64, fn func(*sqldb.Tx) error) error {
	return ix.noticing(ix.db.Write(ctx, 0, func(tx *sqldb.Tx) error {
		identity, err := sqldb.One(tx, `SELECT identity FROM search_origin`, sqldb.ScanValue[string])
		if err != nil {
			return err
		}
		if identity != ix.identity {
			return errMoved
		}
		return fn(tx)
	}))
}

func (ix fileIndex) indexedMark(tx *sqldb.Tx, mark int64) error {
	_, err := tx.Exec(`UPDATE search_origin SET mark = max(mark, $1)`, mark)
	return err
}

func (ix fileIndex) acknowledge(tx *sqldb.Tx, version int64) error {
	in, err := ix.named(tx)
	if err != nil {
		return err
	}
	if in.Identity != ix.identity {
		return errMoved
	}
	return ix.name(tx, indexedIn{Identity: in.Identity, Version: max(version, in.Version)})
}

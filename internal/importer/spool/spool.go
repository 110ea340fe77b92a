// Package spool keeps what was read of an export on disk until it is imported: the files may be
// larger than memory, in any order, and one conversation may be spread over all of them.
//
// It is a database that SQLite itself makes for one connection, in the folder for temporary
// files, and deletes: on Unix it has no name from the beginning, so that a process that is killed
// leaves nothing of it.
package spool

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	_ "modernc.org/sqlite" // the driver
)

// Spool is for one goroutine.
type Spool struct {
	db *sql.DB
	tx *sql.Tx

	person, putPerson, putConversation, addConversation, putMessage, putRating, fresh *sql.Stmt
}

var schema = []string{
	`PRAGMA journal_mode = OFF`,
	`PRAGMA synchronous = OFF`,
	`PRAGMA cache_size = -8192`,
	`CREATE TABLE person (n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, data BLOB NOT NULL)`,
	`CREATE TABLE conversation (n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, data BLOB NOT NULL)`,
	`CREATE TABLE message (n INTEGER PRIMARY KEY, conversation TEXT NOT NULL, id TEXT NOT NULL, at INTEGER NOT NULL, data BLOB NOT NULL, UNIQUE (conversation, id))`,
	`CREATE TABLE rating (conversation TEXT PRIMARY KEY, data BLOB NOT NULL) WITHOUT ROWID`,
	`CREATE TABLE fresh (id TEXT PRIMARY KEY) WITHOUT ROWID`,
}

// Open makes an empty spool.
func Open(ctx context.Context) (*Spool, error) {
	db, err := sql.Open("sqlite", "")
	if err != nil {
		return nil, err
	}
	// The database is that of one connection.
	db.SetMaxOpenConns(1)
	s := &Spool{db: db}
	for _, statement := range schema {
		if _, err := db.ExecContext(ctx, statement); err != nil {
			s.Close()
			return nil, fmt.Errorf("making a file for what is read: %w", err)
		}
	}
	if s.tx, err = db.BeginTx(context.WithoutCancel(ctx), nil); err != nil {
		s.Close()
		return nil, err
	}
	for to, text := range map[**sql.Stmt]string{
		&s.person:          `SELECT data FROM person WHERE id = ?`,
		&s.putPerson:       `INSERT INTO person (id, data) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET data = excluded.data`,
		&s.putConversation: `INSERT INTO conversation (id, data) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET data = excluded.data`,
		&s.addConversation: `INSERT INTO conversation (id, data) VALUES (?, ?) ON CONFLICT (id) DO NOTHING`,
		&s.putMessage:      `INSERT INTO message (conversation, id, at, data) VALUES (?, ?, ?, ?) ON CONFLICT (conversation, id) DO UPDATE SET at = excluded.at, data = excluded.data`,
		&s.putRating:       `INSERT INTO rating (conversation, data) VALUES (?, ?) ON CONFLICT (conversation) DO UPDATE SET data = excluded.data`,
		&s.fresh:           `INSERT INTO fresh (id) VALUES (?) ON CONFLICT DO NOTHING`,
	} {
		if *to, err = s.tx.Prepare(text); err != nil {
			s.Close()
			return nil, err
		}
	}
	return s, nil
}

// Close deletes it.
func (s *Spool) Close() error {
	if s.tx != nil {
		s.tx.Rollback()
	}
	return s.db.Close()
}

// Person reads a person; nil if there is none.
func (s *Spool) Person(id string) (data []byte, err error) {
	err = s.person.QueryRow(id).Scan(&data)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return data, err
}

// PutPerson stores a person, in place of the one with the id.
func (s *Spool) PutPerson(id string, data []byte) error { return exec(s.putPerson, id, data) }

// PutConversation stores a conversation, in place of the one with the id.
func (s *Spool) PutConversation(id string, data []byte) error {
	return exec(s.putConversation, id, data)
}

// AddConversation stores a conversation unless there is one with the id.
func (s *Spool) AddConversation(id string, data []byte) error {
	return exec(s.addConversation, id, data)
}

// PutMessage stores a message of a conversation, in place of the one with the id.
func (s *Spool) PutMessage(conversation, id string, at int64, data []byte) error {
	return exec(s.putMessage, conversation, id, at, data)
}

// PutRating stores the rating of a conversation, in place of an earlier one.
func (s *Spool) PutRating(conversation string, data []byte) error {
	return exec(s.putRating, conversation, data)
}

// Fresh reports whether the id is seen for the first time.
func (s *Spool) Fresh(id string) (bool, error) {
	done, err := s.fresh.Exec(id)
	if err != nil {
		return false, err
	}
	n, err := done.RowsAffected()
	return n > 0, err
}

func exec(statement *sql.Stmt, args ...any) error {
	_, err := statement.Exec(args...)
	return err
}

// Record is a stored record: N is its place in the order of the files.
type Record struct {
	N    int64
	ID   string
	Data []byte
}

// People reads people after a place, at most limit.
func (s *Spool) People(after int64, limit int) ([]Record, error) {
	return s.records(`SELECT n, id, data FROM person WHERE n > ? ORDER BY n LIMIT ?`, after, limit)
}

// Conversations reads conversations after a place, at most limit.
func (s *Spool) Conversations(after int64, limit int) ([]Record, error) {
	return s.records(`SELECT n, id, data FROM conversation WHERE n > ? ORDER BY n LIMIT ?`, after, limit)
}

// Sort orders the messages, when all are there.
func (s *Spool) Sort() error {
	_, err := s.tx.Exec(`CREATE INDEX message_order ON message (conversation, at)`)
	return err
}

// Count counts the people and the conversations.
func (s *Spool) Count() (people, conversations int, err error) {
	err = s.tx.QueryRow(`SELECT (SELECT count(*) FROM person), (SELECT count(*) FROM conversation)`).Scan(&people, &conversations)
	return people, conversations, err
}

// Strays are conversations of messages and ratings that no file has, after an id, at most limit.
func (s *Spool) Strays(after string, limit int) ([]Record, error) {
	return s.records(`SELECT 0, conversation, NULL FROM (SELECT conversation FROM message UNION SELECT conversation FROM rating) AS of
		WHERE conversation > ? AND NOT EXISTS (SELECT 1 FROM conversation c WHERE c.id = of.conversation) ORDER BY conversation LIMIT ?`, after, limit)
}

// Rating reads the rating of a conversation; nil if there is none.
func (s *Spool) Rating(conversation string) (data []byte, err error) {
	err = s.tx.QueryRow(`SELECT data FROM rating WHERE conversation = ?`, conversation).Scan(&data)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return data, err
}

// Place is the place of a message in its conversation.
type Place struct{ At, N int64 }

// Messages reads messages of a conversation after a place, by their time: at most limit, and no
// more once they have that many bytes. next is where the rest begins, nil after the last.
func (s *Spool) Messages(conversation string, after *Place, limit, bytes int) (found []Record, next *Place, err error) {
	if after == nil {
		after = &Place{-1 << 62, 0}
	}
	rows, err := s.tx.Query(`SELECT at, n, id, data FROM message WHERE conversation = ? AND (at, n) > (?, ?) ORDER BY at, n LIMIT ?`, conversation, after.At, after.N, limit+1)
	if err != nil {
		return nil, nil, err
	}
	defer rows.Close()
	size := 0
	var last Place
	for rows.Next() {
		var r Record
		var place Place
		if err := rows.Scan(&place.At, &r.N, &r.ID, &r.Data); err != nil {
			return nil, nil, err
		}
		if len(found) == limit || len(found) > 0 && size+len(r.Data) > bytes {
			return found, &last, nil
		}
		place.N = r.N
		last, size = place, size+len(r.Data)
		found = append(found, r)
	}
	return found, nil, rows.Err()
}

func (s *Spool) records(query string, args ...any) (found []Record, err error) {
	rows, err := s.tx.Query(query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var r Record
		if err := rows.Scan(&r.N, &r.ID, &r.Data); err != nil {
			return nil, err
		}
		found = append(found, r)
	}
	return found, rows.Err()
}

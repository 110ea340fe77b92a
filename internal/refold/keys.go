package refold

import (
	"context"
	"database/sql"
	"errors"
	"strconv"

	"svcx"
	"svcx/internal/sqldb"
	"svcx/internal/store"
)

// page is the last id of the queue's next page; 0 if there is none.
func (j *job) page(ctx context.Context, table string, queue, after int64) (int64, error) {
	q := j.db.Reader(ctx)
	return sqldb.One(q, `SELECT coalesce(max(id), 0) FROM (SELECT id FROM `+table+` WHERE `+q.SQL().InQueue("workspace_id", "$1")+` AND id > $2
		ORDER BY id LIMIT $3) AS page`, sqldb.ScanValue[int64], queue, after, pageRows)
}

// inPage is the condition for the rows of a queue's page.
func (j *job) inPage() string {
	return j.db.SQL().InQueue("workspace_id", "$1") + ` AND id > $2 AND id <= $3`
}

// beyondASCII is the condition that one of the columns has other characters.
func beyondASCII(columns ...string) string {
	bytes, characters := "0", "0"
	for _, column := range columns {
		column = "coalesce(" + column + ", '')"
		bytes += " + octet_length(" + column + ")"
		characters += " + length(" + column + ")"
	}
	return bytes + ` <> ` + characters
}

// quotedEmail is the condition of an address whose key may be without its quotes.
const quotedEmail = `email LIKE '"%'`

// stale finds the rows whose key is not that of their text. The query selects workspace,
// id, text and key.
func (j *job) stale(ctx context.Context, fold func(string) string, query string, args ...any) (rows []row, err error) {
	_, err = sqldb.Collect(j.db.Reader(ctx), query, func(s sqldb.Scanner) (r row, err error) {
		var text string
		var key *string
		err = s.Scan(&r.workspace, &r.id, &text, &key)
		if key == nil || fold(text) != *key {
			rows = append(rows, r)
		}
		return r, err
	}, args...)
	return rows, err
}

// keyed is a column with the folded key of a text. condition finds the rows whose key may
// be an old one, and set writes a new key.
type keyed struct {
	table, text, key string
	fold             func(string) string
	condition        string
	set              func(*store.Tx, row) (bool, error)
}

// keys writes the keys of a page again where they are others by now.
func (j *job) keys(ctx context.Context, k keyed, queue, after int64) (changed int, last int64, err error) {
	last, err = j.page(ctx, k.table, queue, after)
	if err != nil || last == 0 {
		return 0, 0, err
	}
	rows, err := j.stale(ctx, k.fold, `SELECT workspace_id, id, `+k.text+`, `+k.key+` FROM `+k.table+` WHERE `+j.inPage()+` AND (`+k.condition+`) ORDER BY id`, queue, after, last)
	if err != nil {
		return 0, 0, err
	}
	changed, err = j.write(ctx, queue, rows, k.set)
	return changed, last, err
}

func (j *job) users(ctx context.Context) (int, error) {
	any, err := sqldb.One(j.db.Reader(ctx), `SELECT EXISTS (SELECT 1 FROM person)`, sqldb.ScanValue[bool])
	if err != nil {
		return 0, err
	}
	j.found = j.found || any
	rows, err := j.stale(ctx, svcx.EmailKey, `SELECT 0, id, email, email_key FROM person WHERE octet_length(email) <> length(email) OR `+quotedEmail+` ORDER BY id`)
	if err != nil {
		return 0, err
	}
	return j.write(ctx, 0, rows, j.user)
}

func (j *job) user(tx *store.Tx, r row) (bool, error) {
	u, err := tx.User(svcx.UserID(r.id))
	if err != nil {
		return false, ignoreNotFound(err)
	}
	set := func(id svcx.UserID, key string) error {
		_, err := tx.Exec(`UPDATE person SET email_key = $2 WHERE id = $1`, id, key)
		return err
	}
	key := svcx.EmailKey(u.Email)
	first, other := u.ID, svcx.UserID(0)
	switch owner, err := tx.UserByEmail(key); {
	case svcx.KindOf(err) == svcx.KindNotFound:
	case err != nil:
		return false, err
	case owner == u.ID:
		return false, nil
	default:
		first, other = min(owner, u.ID), max(owner, u.ID)
	}
	if other != 0 {
		tx.OnCommit(func() {
			j.log.Warn("two users have the same e-mail address, only the first can sign in with it", "first", first, "other", other)
		})
		// No address has a space: this key is never found.
		if err := set(other, key+" "+strconv.FormatInt(int64(other), 10)); err != nil {
			return false, err
		}
	}
	return true, set(first, key)
}

func (j *job) addresses(ctx context.Context, queue, after int64) (changed int, last int64, err error) {
	return j.keys(ctx, keyed{"contact", "email", "email_key", svcx.EmailKey, beyondASCII("email") + ` OR ` + quotedEmail, address}, queue, after)
}

func address(tx *store.Tx, r row) (bool, error) {
	email, err := sqldb.One(tx, `SELECT email FROM contact WHERE workspace_id = $1 AND id = $2`, sqldb.ScanValue[string], r.workspace, r.id)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	set := func(id int64, key *string) error {
		_, err := tx.Exec(`UPDATE contact SET email_key = $3 WHERE workspace_id = $1 AND id = $2`, r.workspace, id, key)
		return err
	}
	key := svcx.EmailKey(email)
	owner, err := sqldb.First(tx, `SELECT id FROM contact WHERE workspace_id = $1 AND email_key = $2`, sqldb.ScanValue[int64], r.workspace, key)
	switch {
	case err != nil || owner == r.id:
		return false, err
	case owner != 0 && owner < r.id:
		return true, set(r.id, nil)
	case owner != 0:
		if err := set(owner, nil); err != nil {
			return false, err
		}
	}
	return true, set(r.id, &key)
}

func (j *job) categories(ctx context.Context, queue, after int64) (changed int, last int64, err error) {
	return j.names(ctx, "category", "name", "name_key", queue, after)
}

func (j *job) shortcuts(ctx context.Context, queue, after int64) (changed int, last int64, err error) {
	return j.names(ctx, "saved_reply", "shortcut", "shortcut_key", queue, after)
}

// names leaves a name its old key if another has the new one: nothing is found by it,
// and it only keeps the name from being used again.
func (j *job) names(ctx context.Context, table, text, key string, queue, after int64) (changed int, last int64, err error) {
	set := func(tx *store.Tx, r row) (bool, error) {
		name, err := sqldb.One(tx, `SELECT `+text+` FROM `+table+` WHERE workspace_id = $1 AND id = $2`, sqldb.ScanValue[string], r.workspace, r.id)
		if errors.Is(err, sql.ErrNoRows) {
			return false, nil
		}
		if err != nil {
			return false, err
		}
		n, err := tx.Exec(`UPDATE `+table+` SET `+key+` = $3 WHERE workspace_id = $1 AND id = $2
			AND NOT EXISTS (SELECT 1 FROM `+table+` taken WHERE taken.workspace_id = $1 AND taken.`+key+` = $3)`, r.workspace, r.id, svcx.FoldCase(name))
		return n > 0, err
	}
	return j.keys(ctx, keyed{table, text, key, svcx.FoldCase, beyondASCII(text), set}, queue, after)
}

// tags folds the keys of conversations' tags. A migration has stored some, whenever it
// ran, and there are few: they are looked at each time.
func (j *job) tags(ctx context.Context) error {
	workspaces, err := j.db.Read(ctx).Workspaces()
	if err != nil {
		return err
	}
	for _, w := range workspaces {
		if err := j.db.RefoldTags(ctx, w.ID); err != nil {
			return err
		}
	}
	return nil
}

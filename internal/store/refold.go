package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"svcx"
	"svcx/internal/sqldb"
	"svcx/internal/textsearch"
)

// foldingRule is the version of the rule by which texts are folded: svcx.FoldCase,
// svcx.EmailKey, and the words of a search. A change that makes one of them return
// something else for a text raises it and reviews refoldedWords: Refold brings what
// is stored to the new rule.
//
// The first rule lowered capitals, did not know IDNA, and either dropped vowel signs
// or ended words at them. The second compared a domain as given if one of its labels
// cannot stand in DNS, and kept the quotes of addresses.
const foldingRule = 3

// wordsRule is the last rule that changed the words of a search.
const wordsRule = 2

// settingFolding is the setting with the rule by which everything stored is folded,
// and the progress of Refold towards the next.
const settingFolding = "folding"

// folding is the value of the setting. At is when the rule was reached. Until then
// Step, Queue and After are where to continue: after a row of a queue.
type folding struct {
	Rule  int       `json:"Rule"`
	At    svcx.Time `json:"At,omitempty"`
	Step  int       `json:"Step,omitempty"`
	Queue int64     `json:"Lane,omitempty"`
	After int64     `json:"After,omitempty"`
}

// refoldAgain is how long after the rule was reached a starting node refolds keys
// and contacts once more: a node of the version before may have run at the time.
const refoldAgain = 24 * time.Hour

func foldingOf(q sqldb.Querier) (f folding, err error) {
	text, err := Reads{q}.ServerSetting(settingFolding)
	if err == nil {
		err = sqldb.DecodeJSON(text, &f)
	}
	return f, err
}

const (
	// refoldRows is how many rows a page has, refoldWrites how many a transaction
	// writes.
	refoldRows, refoldWrites = 1000, 200
	// refoldBytes bounds the messages that are read together.
	refoldBytes = 2 << 20
)

// refoldStep reads the rows of a page, id > after and id <= last, writes those that
// fold differently, and returns how many those were.
type refoldStep struct {
	table string
	page  func(db *DB, ctx context.Context, queue, after, last int64) (n int, err error)
}

// refoldSteps has the keys by which senders are found first. The later steps mark
// what is to be indexed again, even if it was before, and are not repeated.
var (
	refoldSteps = append(refoldKeys,
		refoldStep{"conversation", (*DB).refoldHeads},
		refoldStep{"message", (*DB).refoldMessages},
	)
	refoldKeys = []refoldStep{
		{"contact", (*DB).refoldAddresses},
		{"contact", (*DB).refoldContacts},
		{"category", (*DB).refoldCategories},
		{"saved_reply", (*DB).refoldShortcuts},
	}
)

// Refold brings the folded keys and words that an earlier version has stored to the
// rule of this one, in small steps between other writes, and returns when nothing
// is left to do or ctx ends. It continues where it was when its process ended, and
// may run on several nodes at once. Every rule folds ASCII the same, except for
// quoted addresses: such texts are only read.
//
// If two have the same key by the new rule, both stay. Of contacts and users the
// one with the lower id is found by it; the other has no key until its address
// changes.
func (db *DB) Refold(ctx context.Context) error {
	at, err := foldingOf(db.Reader(ctx))
	began := db.now()
	if err != nil || at.Rule > foldingRule || at.Rule == foldingRule && began.Sub(at.At.Std()) > refoldAgain {
		return err
	}
	n, err := db.refoldUsers(ctx)
	if err != nil {
		return err
	}
	queues, err := searchedTables{db}.Queues(ctx)
	if err != nil {
		return err
	}
	steps := refoldSteps
	if at.Rule >= wordsRule {
		steps = refoldKeys
	}
	for ; at.Step < len(steps); at = (folding{Rule: at.Rule, Step: at.Step + 1}) {
		for _, queue := range queues {
			if queue < at.Queue {
				continue
			}
			if queue > at.Queue {
				at.Queue, at.After = queue, 0
			}
			more, err := db.refoldQueue(ctx, &at)
			n += more
			if err != nil {
				return err
			}
		}
	}
	if err := db.setFolding(ctx, folding{Rule: foldingRule, At: svcx.At(db.now())}); err != nil || n == 0 {
		return err
	}
	db.log.Info("folded names, addresses and words by the rule of this version", "changed", n, "milliseconds", db.now().Sub(began).Milliseconds())
	return nil
}

// refoldQueue runs a step for the remaining rows of a queue.
func (db *DB) refoldQueue(ctx context.Context, at *folding) (n int, err error) {
	step := refoldSteps[at.Step]
	unsaved := 0
	for {
		began := db.now()
		last, err := db.lastOfPage(ctx, step.table, at.Queue, at.After)
		if err != nil || last == 0 {
			return n, err
		}
		changed, err := step.page(db, ctx, at.Queue, at.After, last)
		if err != nil {
			return n, err
		}
		at.After = last
		n, unsaved = n+changed, unsaved+changed
		if unsaved >= refoldWrites {
			unsaved = 0
			if err := db.setFolding(ctx, *at); err != nil {
				return n, err
			}
		}
		if err := rest(ctx, db.Index.Rest(db.now().Sub(began))); err != nil {
			return n, err
		}
	}
}

func rest(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

// setFolding stores the progress, unless another node has finished.
func (db *DB) setFolding(ctx context.Context, f folding) error {
	return db.Write(ctx, 0, func(tx *Tx) error {
		now, err := foldingOf(tx)
		if err != nil || now.Rule >= foldingRule {
			return err
		}
		return tx.SetServerSetting(settingFolding, sqldb.EncodeJSON(f))
	})
}

// lastOfPage is the last id of the queue's next page; 0 if there is none.
func (db *DB) lastOfPage(ctx context.Context, table string, queue, after int64) (int64, error) {
	q := db.Reader(ctx)
	return sqldb.One(q, `SELECT coalesce(max(id), 0) FROM (SELECT id FROM `+table+` WHERE `+q.SQL().InQueue("workspace_id", "$1")+` AND id > $2
		ORDER BY id LIMIT $3) AS page`, sqldb.ScanValue[int64], queue, after, refoldRows)
}

// ofPage is the condition for the rows of a page in which one of the columns has
// other characters than ASCII.
func ofPage(d sqldb.Dialect, prefix string, columns ...string) string {
	return page(d, prefix) + ` AND ` + beyondASCII(prefix, columns...)
}

func page(d sqldb.Dialect, prefix string) string {
	return d.InQueue(prefix+"workspace_id", "$1") + ` AND ` + prefix + `id > $2 AND ` + prefix + `id <= $3`
}

func beyondASCII(prefix string, columns ...string) string {
	bytes, characters := "0", "0"
	for _, column := range columns {
		column = "coalesce(" + prefix + column + ", '')"
		bytes += " + octet_length(" + column + ")"
		characters += " + length(" + column + ")"
	}
	return bytes + ` <> ` + characters
}

// quotedEmail is the condition of an address whose key may be without its quotes.
const quotedEmail = `email LIKE '"%'`

// rowRef is a row of a workspace.
type rowRef struct {
	workspace svcx.WorkspaceID
	id        int64
}

// writeSome runs fn for rows, refoldWrites of them in a transaction, and returns how
// many fn reports as changed.
func (db *DB) writeSome(ctx context.Context, queue int64, rows []rowRef, fn func(*Tx, rowRef) (bool, error)) (n int, err error) {
	for some := range slices.Chunk(rows, refoldWrites) {
		changed := 0
		err := db.Write(ctx, svcx.WorkspaceID(queue), func(tx *Tx) error {
			changed = 0
			for _, r := range some {
				did, err := fn(tx, r)
				if err != nil {
					return err
				}
				if did {
					changed++
				}
			}
			return nil
		})
		if err != nil {
			return n, err
		}
		n += changed
	}
	return n, nil
}

// keyed is a row with a text and its key, nil without one.
type keyed struct {
	rowRef
	text string
	key  *string
}

// staleKeys finds the rows of a page whose key is outdated.
func (db *DB) staleKeys(ctx context.Context, fold func(string) string, query string, args ...any) ([]rowRef, error) {
	var stale []rowRef
	_, err := sqldb.Collect(db.Reader(ctx), query, func(s sqldb.Scanner) (k keyed, err error) {
		err = s.Scan(&k.workspace, &k.id, &k.text, &k.key)
		if k.key == nil || fold(k.text) != *k.key {
			stale = append(stale, k.rowRef)
		}
		return k, err
	}, args...)
	return stale, err
}

func (db *DB) refoldUsers(ctx context.Context) (int, error) {
	stale, err := db.staleKeys(ctx, svcx.EmailKey, `SELECT 0, id, email, email_key FROM person WHERE octet_length(email) <> length(email) OR `+quotedEmail+` ORDER BY id`)
	if err != nil {
		return 0, err
	}
	return db.writeSome(ctx, 0, stale, db.refoldUser)
}

func (db *DB) refoldUser(tx *Tx, r rowRef) (bool, error) {
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
			db.log.Warn("two users have the same e-mail address, only the first can sign in with it", "first", first, "other", other)
		})
		// No address has a space: this key is never found.
		if err := set(other, key+" "+strconv.FormatInt(int64(other), 10)); err != nil {
			return false, err
		}
	}
	return true, set(first, key)
}

func ignoreNotFound(err error) error {
	if svcx.KindOf(err) == svcx.KindNotFound {
		return nil
	}
	return err
}

func (db *DB) refoldAddresses(ctx context.Context, queue, after, last int64) (int, error) {
	stale, err := db.staleKeys(ctx, svcx.EmailKey, `SELECT workspace_id, id, email, email_key FROM contact WHERE `+page(db.SQL(), "")+`
		AND (`+beyondASCII("", "email")+` OR `+quotedEmail+`) ORDER BY id`, queue, after, last)
	if err != nil {
		return 0, err
	}
	return db.writeSome(ctx, queue, stale, refoldAddress)
}

func refoldAddress(tx *Tx, r rowRef) (bool, error) {
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
	owner, err := tx.otherContact(`email_key = $3`, r.workspace, 0, key)
	switch {
	case err != nil || int64(owner) == r.id:
		return false, err
	case owner != 0 && int64(owner) < r.id:
		return true, set(r.id, nil)
	case owner != 0:
		if err := set(int64(owner), nil); err != nil {
			return false, err
		}
	}
	return true, set(r.id, &key)
}

func (db *DB) refoldContacts(ctx context.Context, queue, after, last int64) (int, error) {
	var stale []rowRef
	_, err := sqldb.Collect(db.Reader(ctx), `SELECT `+contactTable.Columns()+`, search FROM contact WHERE `+ofPage(db.SQL(), "", "name", "email", "external_id", "aliases")+` ORDER BY id`,
		func(s sqldb.Scanner) (none struct{}, err error) {
			var c svcx.Contact
			var words string
			err = contactTable.ScanInto(&c, s, &words)
			if err == nil && textsearch.ContactWords(&c) != words {
				stale = append(stale, rowRef{c.Workspace, int64(c.ID)})
			}
			return none, err
		}, queue, after, last)
	if err != nil {
		return 0, err
	}
	return db.writeSome(ctx, queue, stale, refoldContact)
}

func refoldContact(tx *Tx, r rowRef) (bool, error) {
	c, err := tx.ContactRow(r.workspace, svcx.ContactID(r.id))
	if err != nil {
		return false, ignoreNotFound(err)
	}
	if err := tx.index().MarkContact(tx.Tx, c); err != nil {
		return false, err
	}
	if err := tx.Enqueue(nil, `UPDATE contact SET search = $3 WHERE workspace_id = $1 AND id = $2`, c.Workspace, c.ID, textsearch.ContactWords(c)); err != nil {
		return false, err
	}
	return true, tx.index().PutContact(tx.Tx, c, false)
}

func (db *DB) refoldCategories(ctx context.Context, queue, after, last int64) (int, error) {
	return db.refoldNames(ctx, "category", "name", "name_key", queue, after, last)
}

func (db *DB) refoldShortcuts(ctx context.Context, queue, after, last int64) (int, error) {
	return db.refoldNames(ctx, "saved_reply", "shortcut", "shortcut_key", queue, after, last)
}

// refoldNames leaves a name its old key if another has the new one: nothing is
// found by it, and it only keeps the name from being used again.
func (db *DB) refoldNames(ctx context.Context, table, text, key string, queue, after, last int64) (int, error) {
	stale, err := db.staleKeys(ctx, nameKey, `SELECT workspace_id, id, `+text+`, `+key+` FROM `+table+` WHERE `+ofPage(db.SQL(), "", text)+` ORDER BY id`, queue, after, last)
	if err != nil {
		return 0, err
	}
	return db.writeSome(ctx, queue, stale, func(tx *Tx, r rowRef) (bool, error) {
		name, err := sqldb.One(tx, `SELECT `+text+` FROM `+table+` WHERE workspace_id = $1 AND id = $2`, sqldb.ScanValue[string], r.workspace, r.id)
		if err != nil {
			if errors.Is(err, sql.ErrNoRows) {
				err = nil
			}
			return false, err
		}
		n, err := tx.Exec(`UPDATE `+table+` SET `+key+` = $3 WHERE workspace_id = $1 AND id = $2
			AND NOT EXISTS (SELECT 1 FROM `+table+` taken WHERE taken.workspace_id = $1 AND taken.`+key+` = $3)`, r.workspace, r.id, nameKey(name))
		return n > 0, err
	})
}

// refoldHeads marks the heads of conversations whose subject or external id has
// other words, to be indexed again; those of a contact are marked with the contact.
func (db *DB) refoldHeads(ctx context.Context, queue, after, last int64) (int, error) {
	documents, err := sqldb.Collect(db.Reader(ctx), `SELECT `+headColumns+` FROM conversation c `+headJoin+` WHERE `+ofPage(db.SQL(), "c.", "subject", "external_id")+` ORDER BY c.id`,
		scanHead, queue, after, last)
	if err != nil {
		return 0, fmt.Errorf("reading heads: %w", err)
	}
	return db.markRefolded(ctx, queue, textsearch.Heads, documents, func(d *textsearch.Document) int64 { return int64(d.Conversation) })
}

func (db *DB) refoldMessages(ctx context.Context, queue, after, last int64) (n int, err error) {
	// HTML can have other characters as ASCII entities.
	query := `SELECT ` + textColumns + ` FROM message WHERE ` + db.SQL().InQueue("workspace_id", "$1") + ` AND id > $2 AND id <= $3
		AND (octet_length(content) + octet_length(author_name) + octet_length(attachments) <> length(content) + length(author_name) + length(attachments)
		OR content_type = '` + string(svcx.ContentHTML) + `' AND content LIKE '%&%') ORDER BY id`
	for all := false; !all; {
		var documents []textsearch.Document
		if documents, all, err = readMessages(db.Reader(ctx), refoldBytes, query, queue, after, last); err != nil {
			return n, err
		}
		if len(documents) > 0 {
			after = int64(documents[len(documents)-1].Message)
		}
		marked, err := db.markRefolded(ctx, queue, textsearch.Messages, documents, func(d *textsearch.Document) int64 { return int64(d.Message) })
		n += marked
		if err != nil {
			return n, err
		}
	}
	return n, nil
}

// markRefolded marks documents that have other words by now, to be indexed again.
func (db *DB) markRefolded(ctx context.Context, queue int64, kind textsearch.Pending, documents []textsearch.Document, target func(*textsearch.Document) int64) (int, error) {
	var stale []rowRef
	for i := range documents {
		if slices.ContainsFunc(documents[i].Texts, textsearch.RefoldedWords) {
			stale = append(stale, rowRef{documents[i].Workspace, target(&documents[i])})
		}
	}
	return db.writeSome(ctx, queue, stale, func(tx *Tx, r rowRef) (bool, error) {
		return true, tx.index().Mark(tx.Tx, r.workspace, kind, r.id)
	})
}

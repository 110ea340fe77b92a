package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"svcx"
)

// foldingRule is the number of the rule by which texts are folded: svcx.FoldCase,
// svcx.EmailKey, and the words of a search. Whoever changes what one of them makes
// of a text raises it, and looks at refoldedWords: what is stored is brought to the
// new rule by Refold.
//
// The first rule had capitals lowered, knew no IDNA, and took vowel signs out of
// words or for the end of them.
const foldingRule = 2

// settingFolding says by which rule everything stored is folded, and how far
// Refold is on the way to the next.
const settingFolding = "folding"

// folding is the value of the setting. At is when the rule was reached; until then
// there is the place where to go on: in a step, behind a row of a lane.
type folding struct {
	Rule  int
	At    svcx.Time `json:",omitempty"`
	Step  int       `json:",omitempty"`
	Lane  int64     `json:",omitempty"`
	After int64     `json:",omitempty"`
}

// refoldAgain is for how long a node that starts looks through keys and contacts
// once more: one of the version before may have run beside the first of this one.
const refoldAgain = 24 * time.Hour

func foldingOf(q querier) (f folding, err error) {
	text, err := serverSetting(q, settingFolding)
	if err == nil {
		err = decodeJSON(text, &f)
	}
	return f, err
}

const (
	// refoldRows is how many rows are looked at together, refoldWrites how many are
	// written in a transaction.
	refoldRows, refoldWrites = 1000, 200
)

// refoldStep looks at the rows of a page, id > after and id <= last, writes those
// that are folded anew, and returns how many those were.
type refoldStep struct {
	table string
	page  func(db *DB, ctx context.Context, lane, after, last int64) (n int, err error)
}

// refoldSteps: what a sender is found by comes first. The later ones mark what is
// to be indexed again, whether it was or not: once is enough.
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

// Refold brings the folded keys and words that a version before has stored to the
// rule of this one, in small steps between other writes, and returns when nothing
// is left to do or ctx ends. It goes on where it was when its process ended, and
// may run on several nodes at once. Of a text in ASCII every rule makes the same;
// those are read and no more.
//
// Where two have the same key by the new rule, both stay; a contact, or person,
// with the lower id is the one that is found by it. The other has no key until its
// address changes.
func (db *DB) Refold(ctx context.Context) error {
	at, err := foldingOf(db.reader(ctx))
	began := db.now()
	if err != nil || at.Rule > foldingRule || at.Rule == foldingRule && began.Sub(at.At.Std()) > refoldAgain {
		return err
	}
	n, err := db.refoldPeople(ctx)
	if err != nil {
		return err
	}
	lanes, err := db.lanes(ctx)
	if err != nil {
		return err
	}
	steps := refoldSteps
	if at.Rule == foldingRule {
		steps = refoldKeys
	}
	for ; at.Step < len(steps); at = (folding{Rule: at.Rule, Step: at.Step + 1}) {
		for _, lane := range lanes {
			if lane < at.Lane {
				continue
			}
			if lane > at.Lane {
				at.Lane, at.After = lane, 0
			}
			more, err := db.refoldLane(ctx, &at)
			n += more
			if err != nil {
				return err
			}
		}
	}
	if err := db.setFolding(ctx, folding{Rule: foldingRule, At: svcx.At(db.now())}); err != nil || n == 0 {
		return err
	}
	db.log.Info("names, addresses and words are folded by the rule of this version", "changed", n, "milliseconds", db.now().Sub(began).Milliseconds())
	return nil
}

// refoldLane takes a step through the rest of a lane.
func (db *DB) refoldLane(ctx context.Context, at *folding) (n int, err error) {
	step := refoldSteps[at.Step]
	unsaved := 0
	for {
		began := db.now()
		last, err := db.lastOfPage(ctx, step.table, at.Lane, at.After)
		if err != nil || last == 0 {
			return n, err
		}
		changed, err := step.page(db, ctx, at.Lane, at.After, last)
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
		if err := rest(ctx, db.dialect.indexRest(db.now().Sub(began))); err != nil {
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

// setFolding notes how far it is, unless another node is through.
func (db *DB) setFolding(ctx context.Context, f folding) error {
	return db.Write(ctx, 0, func(tx *Tx) error {
		now, err := foldingOf(tx)
		if err != nil || now.Rule >= foldingRule {
			return err
		}
		return tx.SetServerSetting(settingFolding, encodeJSON(f))
	})
}

// lanes are those of all workspaces, in order.
func (db *DB) lanes(ctx context.Context) ([]int64, error) {
	all, err := db.Workspaces(ctx)
	var lanes []int64
	for _, w := range all {
		lanes = append(lanes, db.dialect.queue(w.ID))
	}
	slices.Sort(lanes)
	return slices.Compact(lanes), err
}

// lastOfPage is the last of the lane's next rows; 0 if there is none.
func (db *DB) lastOfPage(ctx context.Context, table string, lane, after int64) (int64, error) {
	q := db.reader(ctx)
	return one(q, `SELECT coalesce(max(id), 0) FROM (SELECT id FROM `+table+` WHERE `+q.dialectOf().searchScope("workspace_id", "$1")+` AND id > $2
		ORDER BY id LIMIT $3) AS page`, scanValue[int64], lane, after, refoldRows)
}

// ofPage is the condition of a page's rows in which one of the columns has more
// than ASCII.
func ofPage(d dialect, prefix string, columns ...string) string {
	bytes, characters := "0", "0"
	for _, column := range columns {
		column = "coalesce(" + prefix + column + ", '')"
		bytes += " + octet_length(" + column + ")"
		characters += " + length(" + column + ")"
	}
	return d.searchScope(prefix+"workspace_id", "$1") + ` AND ` + prefix + `id > $2 AND ` + prefix + `id <= $3 AND ` + bytes + ` <> ` + characters
}

// rowRef is a row of a workspace.
type rowRef struct {
	workspace svcx.WorkspaceID
	id        int64
}

// writeSome runs fn for rows, some of them in a transaction, and returns for how
// many it says that they have changed.
func (db *DB) writeSome(ctx context.Context, lane int64, rows []rowRef, fn func(*Tx, rowRef) (bool, error)) (n int, err error) {
	for some := range slices.Chunk(rows, refoldWrites) {
		changed := 0
		err := db.Write(ctx, svcx.WorkspaceID(lane), func(tx *Tx) error {
			changed = 0
			for _, r := range some {
				is, err := fn(tx, r)
				if err != nil {
					return err
				}
				if is {
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

// keyed is a row with a text and its key, nil if it has none.
type keyed struct {
	rowRef
	text string
	key  *string
}

// staleKeys are the rows of a page whose key is another by now.
func (db *DB) staleKeys(ctx context.Context, fold func(string) string, query string, args ...any) ([]rowRef, error) {
	var stale []rowRef
	_, err := collect(db.reader(ctx), query, func(s scanner) (k keyed, err error) {
		err = s.Scan(&k.workspace, &k.id, &k.text, &k.key)
		if k.key == nil || fold(k.text) != *k.key {
			stale = append(stale, k.rowRef)
		}
		return k, err
	}, args...)
	return stale, err
}

func (db *DB) refoldPeople(ctx context.Context) (int, error) {
	stale, err := db.staleKeys(ctx, svcx.EmailKey, `SELECT 0, id, email, email_key FROM person WHERE octet_length(email) <> length(email) ORDER BY id`)
	if err != nil {
		return 0, err
	}
	return db.writeSome(ctx, 0, stale, db.refoldPerson)
}

func (db *DB) refoldPerson(tx *Tx, r rowRef) (bool, error) {
	p, err := tx.User(svcx.UserID(r.id))
	if err != nil {
		return false, ignoreNotFound(err)
	}
	set := func(id svcx.UserID, key string) error {
		_, err := tx.exec(`UPDATE person SET email_key = $2 WHERE id = $1`, id, key)
		return err
	}
	key := svcx.EmailKey(p.Email)
	first, other := p.ID, svcx.UserID(0)
	switch owner, err := tx.UserByEmail(key); {
	case svcx.KindOf(err) == svcx.KindNotFound:
	case err != nil:
		return false, err
	case owner == p.ID:
		return false, nil
	default:
		first, other = min(owner, p.ID), max(owner, p.ID)
	}
	if other != 0 {
		tx.OnCommit(func() {
			db.log.Warn("two people have the same address, whoever signs in with it is the first one", "first", first, "other", other)
		})
		// No address has a space: it is found by none.
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

func (db *DB) refoldAddresses(ctx context.Context, lane, after, last int64) (int, error) {
	stale, err := db.staleKeys(ctx, svcx.EmailKey, `SELECT workspace_id, id, email, email_key FROM contact WHERE `+ofPage(db.dialect, "", "email")+` ORDER BY id`, lane, after, last)
	if err != nil {
		return 0, err
	}
	return db.writeSome(ctx, lane, stale, (*Tx).refoldAddress)
}

func (tx *Tx) refoldAddress(r rowRef) (bool, error) {
	email, err := one(tx, `SELECT email FROM contact WHERE workspace_id = $1 AND id = $2`, scanValue[string], r.workspace, r.id)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	set := func(id int64, key *string) error {
		_, err := tx.exec(`UPDATE contact SET email_key = $3 WHERE workspace_id = $1 AND id = $2`, r.workspace, id, key)
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

func (db *DB) refoldContacts(ctx context.Context, lane, after, last int64) (int, error) {
	var stale []rowRef
	_, err := collect(db.reader(ctx), `SELECT search, `+contactColumns+` FROM contact WHERE `+ofPage(db.dialect, "", "name", "email", "external_id", "aliases")+` ORDER BY id`,
		func(s scanner) (none struct{}, err error) {
			var words string
			c, err := scanContact(behindOne{s, &words})
			if err == nil && contactWords(c) != words {
				stale = append(stale, rowRef{c.Workspace, int64(c.ID)})
			}
			return none, err
		}, lane, after, last)
	if err != nil {
		return 0, err
	}
	return db.writeSome(ctx, lane, stale, (*Tx).refoldContact)
}

// behindOne scans a column of its own in front of the others.
type behindOne struct {
	scanner
	first any
}

func (b behindOne) Scan(others ...any) error {
	return b.scanner.Scan(append([]any{b.first}, others...)...)
}

func (tx *Tx) refoldContact(r rowRef) (bool, error) {
	c, err := tx.ContactRow(r.workspace, svcx.ContactID(r.id))
	if err != nil {
		return false, ignoreNotFound(err)
	}
	if err := tx.markContact(c); err != nil {
		return false, err
	}
	if err := tx.enqueue(nil, `UPDATE contact SET search = $3 WHERE workspace_id = $1 AND id = $2`, c.Workspace, c.ID, contactWords(c)); err != nil {
		return false, err
	}
	return true, tx.dialectOf().indexContact(tx, c.ID, contactWords(c), false)
}

func (db *DB) refoldCategories(ctx context.Context, lane, after, last int64) (int, error) {
	return db.refoldNames(ctx, "category", "name", "name_key", lane, after, last)
}

func (db *DB) refoldShortcuts(ctx context.Context, lane, after, last int64) (int, error) {
	return db.refoldNames(ctx, "saved_reply", "shortcut", "shortcut_key", lane, after, last)
}

// refoldNames leaves a name its old key where another has the new one: nothing is
// found by it, it only keeps others from the name.
func (db *DB) refoldNames(ctx context.Context, table, text, key string, lane, after, last int64) (int, error) {
	stale, err := db.staleKeys(ctx, nameKey, `SELECT workspace_id, id, `+text+`, `+key+` FROM `+table+` WHERE `+ofPage(db.dialect, "", text)+` ORDER BY id`, lane, after, last)
	if err != nil {
		return 0, err
	}
	return db.writeSome(ctx, lane, stale, func(tx *Tx, r rowRef) (bool, error) {
		name, err := one(tx, `SELECT `+text+` FROM `+table+` WHERE workspace_id = $1 AND id = $2`, scanValue[string], r.workspace, r.id)
		if err != nil {
			if errors.Is(err, sql.ErrNoRows) {
				err = nil
			}
			return false, err
		}
		n, err := tx.exec(`UPDATE `+table+` SET `+key+` = $3 WHERE workspace_id = $1 AND id = $2
			AND NOT EXISTS (SELECT 1 FROM `+table+` taken WHERE taken.workspace_id = $1 AND taken.`+key+` = $3)`, r.workspace, r.id, nameKey(name))
		return n > 0, err
	})
}

// refoldHeads has the heads of conversations indexed again whose subject or
// external id has other words; those of a contact are marked with it.
func (db *DB) refoldHeads(ctx context.Context, lane, after, last int64) (int, error) {
	documents, err := collect(db.reader(ctx), `SELECT `+headColumns+` FROM conversation c `+headJoin+` WHERE `+ofPage(db.dialect, "c.", "subject", "external_id")+` ORDER BY c.id`,
		scanHead, lane, after, last)
	if err != nil {
		return 0, fmt.Errorf("reading heads: %w", err)
	}
	return db.markRefolded(ctx, lane, pendingHead, documents, func(d *searchDocument) int64 { return int64(d.conversation) })
}

func (db *DB) refoldMessages(ctx context.Context, lane, after, last int64) (n int, err error) {
	// In markup a character may be written in ASCII.
	query := `SELECT ` + textColumns + ` FROM message WHERE ` + db.dialect.searchScope("workspace_id", "$1") + ` AND id > $2 AND id <= $3
		AND (octet_length(content) + octet_length(author_name) + octet_length(attachments) <> length(content) + length(author_name) + length(attachments)
		OR content_type = '` + string(svcx.ContentHTML) + `' AND content LIKE '%&%') ORDER BY id`
	for all := false; !all; {
		var documents []searchDocument
		if documents, all, err = readMessages(db.reader(ctx), indexBytes, query, lane, after, last); err != nil {
			return n, err
		}
		if len(documents) > 0 {
			after = int64(documents[len(documents)-1].message)
		}
		marked, err := db.markRefolded(ctx, lane, pendingMessage, documents, func(d *searchDocument) int64 { return int64(d.message) })
		n += marked
		if err != nil {
			return n, err
		}
	}
	return n, nil
}

// markRefolded marks what has other words by now, to be indexed again.
func (db *DB) markRefolded(ctx context.Context, lane int64, kind string, documents []searchDocument, target func(*searchDocument) int64) (int, error) {
	var stale []rowRef
	for i := range documents {
		if slices.ContainsFunc(documents[i].texts, refoldedWords) {
			stale = append(stale, rowRef{documents[i].workspace, target(&documents[i])})
		}
	}
	return db.writeSome(ctx, lane, stale, func(tx *Tx, r rowRef) (bool, error) { return true, markAll(tx, r.workspace, kind, []int64{r.id}) })
}

// refoldedWords reports whether a text may have had other words by an earlier
// rule.
func refoldedWords(text string) bool {
	if isASCII(text) {
		return false
	}
	for _, r := range norm.NFKD.String(text) {
		if r >= 0x80 && refoldedRune(r) {
			return true
		}
	}
	return false
}

func refoldedRune(r rune) bool {
	switch {
	case unicode.Is(unicode.Mn, r):
		return !dropped(r)
	case r == tatweel || unicode.In(r, unicode.Mc, unicode.Me, unicode.Cf, unicode.Nl, unicode.No):
		return true
	}
	return unicode.ToLower(unicode.ToUpper(r)) != unicode.ToLower(r)
}

package store

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"svcx"
)

// A document's rowid in the text index consists of the conversation's id followed
// by the message's. So the index alone says which conversations have a word, and
// the documents of a conversation are adjacent. This holds for ids of conversations
// below 2^33 and for messages of a conversation fewer than 2^30 ids apart.
const (
	messageBits = 30
	messageMask = 1<<messageBits - 1
)

func searchRow(conversation svcx.ConversationID, message svcx.MessageID) int64 {
	row := int64(conversation) << messageBits
	if message != 0 {
		row |= 1 + int64(message)%messageMask
	}
	return row
}

// walkMost: reading that many messages takes some 35 ms, as long as the index takes
// for a word of one message in 60 when all buckets are searched.
func (d *sqliteDialect) walkMost() int { return 4000 }

// searchScope: ids become visible in one order for all workspaces.
func (d *sqliteDialect) searchScope(_, placeholder string) string { return placeholder + " = 0" }

// indexStep: the more words are inserted together, the less is merged afterwards,
// and nothing waits for it.
func (d *sqliteDialect) indexStep() int { return 2000 }

// indexRest limits a backlog to half of one processor.
func (d *sqliteDialect) indexRest(took time.Duration) time.Duration { return max(0, took) }

// indexDocuments yields to other goroutines, as indexed does.
func (d *sqliteDialect) indexDocuments(tx *Tx, documents []indexedDocument) error {
	for _, doc := range documents {
		runtime.Gosched()
		err := tx.enqueue(nil, `INSERT OR REPLACE INTO search_index (rowid, words) VALUES ($1, $2)`, searchRow(doc.conversation, doc.message), doc.words)
		if err != nil {
			return err
		}
	}
	return nil
}

func (d *sqliteDialect) forgetDocuments(tx *Tx, _ svcx.WorkspaceID, conversation svcx.ConversationID) error {
	return tx.enqueue(nil, `DELETE FROM search_index WHERE rowid BETWEEN $1 AND $2`, searchRow(conversation, 0), searchRow(conversation+1, 0)-1)
}

// forgetAtOnce does nothing: the index is in another file, which is updated later.
func (d *sqliteDialect) forgetAtOnce(*Tx, svcx.WorkspaceID, svcx.ConversationID) error { return nil }

// bucketBits: each word is in the index once per bucket, and looking up an absent
// word takes a good part of a millisecond.
func (d *sqliteDialect) bucketBits() int {
	if d.bits != 0 {
		return d.bits
	}
	return 14
}

// buckets returns all between the first and the last: all workspaces share one
// index.
func (d *sqliteDialect) buckets(q reader, _ svcx.WorkspaceID) (buckets []int64, err error) {
	err = d.index.read(q, func(q reader) error {
		ends, err := collect(q, `SELECT (SELECT rowid FROM search_index ORDER BY rowid DESC LIMIT 1), (SELECT rowid FROM search_index ORDER BY rowid LIMIT 1)`,
			func(s scanner) (ends [2]*int64, err error) { return ends, s.Scan(&ends[0], &ends[1]) })
		if err != nil || len(ends) == 0 || ends[0][0] == nil || ends[0][1] == nil {
			return err
		}
		shift := messageBits + d.bucketBits()
		for b := *ends[0][0] >> shift; b >= *ends[0][1]>>shift; b-- {
			buckets = append(buckets, b)
		}
		return nil
	})
	return buckets, err
}

// matching reads from the index alone.
func (d *sqliteDialect) matching(q reader, ws svcx.WorkspaceID, terms []searchTerm, buckets []int64, limit int) (m matches, err error) {
	err = d.index.read(q, func(q reader) error {
		for _, b := range buckets {
			ids, err := collectIDs[svcx.ConversationID](q, `SELECT group_concat(rowid >> $2) FROM (SELECT rowid FROM search_index WHERE search_index MATCH $1)`,
				d.searchTerms(bucketScope(ws, b), terms), messageBits)
			if err != nil {
				return err
			}
			m.buckets++
			m.documents += len(ids)
			// The documents of a conversation are adjacent.
			m.ids = append(m.ids, slices.Compact(ids)...)
			if m.documents >= limit {
				break
			}
		}
		return nil
	})
	return m, err
}

// collectIDs reads many ids as one text: scanning a row for each takes as long as
// finding them.
func collectIDs[T ~int64](q reader, query string, args ...any) (ids []T, err error) {
	text, err := one(q, query, scanValue[*string], args...)
	if err != nil || text == nil {
		return nil, err
	}
	return readIDs[T](*text)
}

func readIDs[T ~int64](text string) (ids []T, err error) {
	for word := range strings.SplitSeq(text, ",") {
		id, err := strconv.ParseInt(word, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", errDamaged, err)
		}
		ids = append(ids, T(id))
	}
	return ids, nil
}

// searchTerms quotes the terms, so that none is an operator. Folded words consist
// of letters and digits only.
func (d *sqliteDialect) searchTerms(scope string, terms []searchTerm) string {
	quoted := make([]string, len(terms))
	for i, t := range terms {
		quoted[i] = `"` + scope + t.text + `"`
		if t.prefix {
			quoted[i] += "*"
		}
	}
	return strings.Join(quoted, " AND ")
}

// byIDs: for id IN (list) the planner may choose an index on the workspace and read
// all of it (see Messages). CROSS JOIN fixes the join order.
func (d *sqliteDialect) byIDs(id, placeholder string) (from, condition string) {
	return "(SELECT value AS page_id FROM json_each(" + placeholder + ")) AS page CROSS JOIN ", id + " = page_id"
}

// merge adds nothing: SQLite applies the order of a compound to its parts.
func (d *sqliteDialect) merge(selects []string, _, _, _ string) string {
	return strings.Join(selects, " UNION ALL ")
}

func (d *sqliteDialect) indexContact(tx *Tx, id svcx.ContactID, words string, fresh bool) error {
	if !fresh {
		if err := tx.enqueue(nil, `DELETE FROM contact_search WHERE rowid = $1`, id); err != nil {
			return err
		}
	}
	return tx.enqueue(nil, `INSERT INTO contact_search (rowid, search) VALUES ($1, $2)`, id, words)
}

func (d *sqliteDialect) unindexContact(tx *Tx, id svcx.ContactID) error {
	return tx.enqueue(nil, `DELETE FROM contact_search WHERE rowid = $1`, id)
}

// purge merges the segments of the text indexes, which keep the words of deleted
// rows until then, clears what is left in the pages of both files, and empties the
// logs, which have old copies of pages.
func (d *sqliteDialect) purge(ctx context.Context, db *DB) error {
	err := d.withIndex(ctx, db, func(ix textIndex) error {
		write := func(fn func(*Tx) error) error { return ix.write(ctx, 0, fn) }
		if err := mergeIndex("search_index", write); err != nil {
			return err
		}
		if err := d.index.clearGaps(ctx, write); err != nil {
			return err
		}
		return d.index.emptyLog(ctx)
	})
	if err != nil {
		return err
	}
	write := func(fn func(*Tx) error) error { return db.Write(ctx, 0, fn) }
	if err := mergeIndex("contact_search", write); err != nil {
		return err
	}
	if err := clearGaps(ctx, db.reader(ctx), db.now, write); err != nil {
		return err
	}
	return d.emptyLog(ctx)
}

// mergeIndex merges all segments of a text index into one, in small steps.
func mergeIndex(index string, write func(fn func(*Tx) error) error) error {
	pages := -mergePages
	for again := true; again; pages = mergePages {
		err := write(func(tx *Tx) error {
			before, err := one(tx, `SELECT total_changes()`, scanValue[int64])
			if err != nil {
				return err
			}
			if _, err := tx.exec(`INSERT INTO `+index+` (`+index+`, rank) VALUES ('merge', $1)`, pages); err != nil {
				return err
			}
			after, err := one(tx, `SELECT total_changes()`, scanValue[int64])
			again = after-before >= 2 // see the documentation of FTS5
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// mergePages is how many pages of a text index are merged in one transaction.
const mergePages = 500

func (d *sqliteDialect) matchingContacts(q reader, _ svcx.WorkspaceID, words string, page svcx.Page) (ids []int64, total int, err error) {
	ids, err = collectIDs[int64](q, `SELECT group_concat(rowid) FROM (SELECT rowid FROM contact_search WHERE contact_search MATCH $1 ORDER BY rowid DESC LIMIT $2)`,
		words, max(maxCounted+1, page.Offset+page.Limit))
	return pageOf(ids, page), len(ids), err
}

// searchWords matches every word as a prefix.
func (d *sqliteDialect) searchWords(words []string) string {
	var terms []string
	for _, w := range words {
		terms = append(terms, `"`+w+`"*`)
	}
	return strings.Join(terms, " AND ")
}

package textsearch

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"svcx"
	"svcx/internal/sqldb"
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

// sqliteTuning: the more words are inserted together, the less is merged afterwards,
// and nothing waits for it. Each word is in the index once per bucket, and looking up
// an absent word takes a good part of a millisecond. Reading walkMost messages takes
// some 35 ms, as long as the index takes for a word of one message in 60 when all
// buckets are searched.
var sqliteTuning = tuning{bucketBits: 14, step: 2000, shares: true, walkMost: 4000, contactWalk: 5000, leastShare: 0.1, mostDrawn: 1600, contactVisit: 0.1}

// sqliteIndex has the words of conversations in a file of their own, and those of
// contacts in a table.
type sqliteIndex struct {
	db   *sqldb.DB
	file *indexFile
}

func (s *sqliteIndex) close() error { return s.file.close() }

// use runs fn again, with a new file, if it finds the file damaged.
func (s *sqliteIndex) use(ctx context.Context, fn func(indexDatabase) error) error {
	err := s.file.use(ctx, fn)
	if err != nil && s.file.damaged.Load() {
		err = s.file.use(ctx, fn)
	}
	return err
}

// put yields to other goroutines, as indexed does. It writes in the order of row ids:
// FTS5 writes a segment each time that a row id is lower than the one before, which
// takes half as long again (13.9 s of CPU time for 150,000 messages, not 9.4).
func (s *sqliteIndex) put(tx *sqldb.Tx, documents []indexedDocument) error {
	row := func(d indexedDocument) int64 { return searchRow(d.conversation, d.message) }
	sorted := slices.SortedStableFunc(slices.Values(documents), func(a, b indexedDocument) int { return cmp.Compare(row(a), row(b)) })
	for _, doc := range sorted {
		runtime.Gosched()
		err := tx.Enqueue(nil, `INSERT OR REPLACE INTO search_index (rowid, words) VALUES ($1, $2)`, row(doc), doc.words)
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *sqliteIndex) remove(tx *sqldb.Tx, _ svcx.WorkspaceID, conversation svcx.ConversationID) error {
	return tx.Enqueue(nil, `DELETE FROM search_index WHERE rowid BETWEEN $1 AND $2`, searchRow(conversation, 0), searchRow(conversation+1, 0)-1)
}

// removeAtOnce does nothing: the index is in another file, which is updated later.
func (s *sqliteIndex) removeAtOnce(*sqldb.Tx, svcx.WorkspaceID, svcx.ConversationID) error {
	return nil
}

func (s *sqliteIndex) indexedTo(ctx context.Context, _ int64) (p position, err error) {
	err = s.file.read(ctx, func(q sqldb.Reader) error {
		p, err = positionOf(q, 0)
		return err
	})
	return p, err
}

// buckets returns all between the first and the last: all workspaces share one
// index.
func (s *sqliteIndex) buckets(ctx context.Context, _ svcx.WorkspaceID, bits int) (buckets []int64, err error) {
	err = s.file.read(ctx, func(q sqldb.Reader) error {
		ends, err := sqldb.Collect(q, `SELECT (SELECT rowid FROM search_index ORDER BY rowid DESC LIMIT 1), (SELECT rowid FROM search_index ORDER BY rowid LIMIT 1)`,
			func(s sqldb.Scanner) (ends [2]*int64, err error) { return ends, s.Scan(&ends[0], &ends[1]) })
		if err != nil || len(ends) == 0 || ends[0][0] == nil || ends[0][1] == nil {
			return err
		}
		shift := messageBits + bits
		for b := *ends[0][0] >> shift; b >= *ends[0][1]>>shift; b-- {
			buckets = append(buckets, b)
		}
		return nil
	})
	return buckets, err
}

// matching reads from the index alone.
func (s *sqliteIndex) matching(ctx context.Context, ws svcx.WorkspaceID, terms []queryTerm, buckets []int64, limit int) (m matches, err error) {
	err = s.file.read(ctx, func(q sqldb.Reader) error {
		for _, b := range buckets {
			ids, err := collectIDs[svcx.ConversationID](q, `SELECT group_concat(rowid >> $2) FROM (SELECT rowid FROM search_index WHERE search_index MATCH $1)`,
				sqliteTerms(bucketScope(ws, b), terms), messageBits)
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

// newest reads the documents of a bucket that match once for all of its conversations.
func (s *sqliteIndex) newest(ctx context.Context, ws svcx.WorkspaceID, terms []queryTerm, conversations map[svcx.ConversationID]svcx.MessageID, bits int) (map[svcx.ConversationID]svcx.MessageID, error) {
	found := make(map[svcx.ConversationID]svcx.MessageID)
	err := s.file.read(ctx, func(q sqldb.Reader) error {
		for b, ids := range byBucket(conversations, bits) {
			rows, err := sqldb.Collect(q, `SELECT max(rowid) FROM search_index WHERE search_index MATCH $1 AND rowid BETWEEN $2 AND $3
					AND rowid >> $5 IN (SELECT value FROM json_each($4)) AND rowid & $6 <> 0 GROUP BY rowid >> $5`,
				sqldb.ScanValue[int64], sqliteTerms(bucketScope(ws, b), terms), searchRow(svcx.ConversationID(slices.Min(ids)), 0), searchRow(svcx.ConversationID(slices.Max(ids))+1, 0)-1,
				sqldb.EncodeJSON(ids), messageBits, messageMask)
			if err != nil {
				return err
			}
			for _, row := range rows {
				id := svcx.ConversationID(row >> messageBits)
				found[id] = rowMessage(row, conversations[id])
			}
		}
		return nil
	})
	return found, err
}

// rowMessage is the message of a row, which is not after the given one.
func rowMessage(row int64, last svcx.MessageID) svcx.MessageID {
	back := (int64(last) - (row&messageMask - 1)) % messageMask
	return last - svcx.MessageID(back)
}

// collectIDs reads many ids as one text: scanning a row for each takes as long as
// finding them.
func collectIDs[T ~int64](q sqldb.Reader, query string, args ...any) (ids []T, err error) {
	text, err := sqldb.One(q, query, sqldb.ScanValue[*string], args...)
	if err != nil || text == nil {
		return nil, err
	}
	return readIDs[T](*text)
}

func readIDs[T ~int64](text string) (ids []T, err error) {
	for word := range strings.SplitSeq(text, ",") {
		id, err := strconv.ParseInt(word, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", sqldb.ErrDamaged, err)
		}
		ids = append(ids, T(id))
	}
	return ids, nil
}

// sqliteTerms quotes the terms, so that none is an operator. Folded words consist
// of letters and digits only.
func sqliteTerms(scope string, terms []queryTerm) string {
	quoted := make([]string, len(terms))
	for i, t := range terms {
		quoted[i] = `"` + scope + t.text + `"`
		if t.prefix {
			quoted[i] += "*"
		}
	}
	return strings.Join(quoted, " AND ")
}

func (s *sqliteIndex) putContact(tx *sqldb.Tx, id svcx.ContactID, words string, fresh bool) error {
	if !fresh {
		if err := tx.Enqueue(nil, `DELETE FROM contact_search WHERE rowid = $1`, id); err != nil {
			return err
		}
	}
	return tx.Enqueue(nil, `INSERT INTO contact_search (rowid, search) VALUES ($1, $2)`, id, words)
}

func (s *sqliteIndex) removeContact(tx *sqldb.Tx, id svcx.ContactID) error {
	return tx.Enqueue(nil, `DELETE FROM contact_search WHERE rowid = $1`, id)
}

// purge merges the segments of the text indexes, which keep the words of deleted
// rows until then.
func (s *sqliteIndex) purge(ctx context.Context) error {
	err := s.use(ctx, func(in indexDatabase) error {
		write := func(fn func(*sqldb.Tx) error) error { return in.write(ctx, 0, fn) }
		if err := mergeIndex("search_index", write); err != nil {
			return err
		}
		return s.file.emptyLog(ctx)
	})
	if err != nil {
		return err
	}
	return mergeIndex("contact_search", func(fn func(*sqldb.Tx) error) error { return s.db.Write(ctx, 0, fn) })
}

func (s *sqliteIndex) compact(ctx context.Context, report func(sqldb.CompactStep)) error {
	return s.use(ctx, func(indexDatabase) error { return s.file.rewrite(ctx, report) })
}

func (s *sqliteIndex) fileBytes() int64 {
	info, err := os.Stat(s.file.path)
	if err != nil {
		return 0 // there is none
	}
	return info.Size()
}

// mergeIndex merges all segments of a text index into one, in small steps.
func mergeIndex(index string, write func(fn func(*sqldb.Tx) error) error) error {
	pages := -mergePages
	for again := true; again; pages = mergePages {
		err := write(func(tx *sqldb.Tx) error {
			before, err := sqldb.One(tx, `SELECT total_changes()`, sqldb.ScanValue[int64])
			if err != nil {
				return err
			}
			if _, err := tx.Exec(`INSERT INTO `+index+` (`+index+`, rank) VALUES ('merge', $1)`, pages); err != nil {
				return err
			}
			after, err := sqldb.One(tx, `SELECT total_changes()`, sqldb.ScanValue[int64])
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

// matchingContacts has FTS5 merge the lists of all words that begin with a prefix, which
// takes 80 ns for each contact in them: too long for frequent prefixes. Those are compared,
// or read from two lists that need no merging (contactsBetween).
func (s *sqliteIndex) matchingContacts(c contactQuery) (ids []int64, total int, err error) {
	most := max(c.bounds.counted+1, c.page.Offset+c.page.Limit)
	var with []int64
	few := false
	if len(c.prefixes) > 0 && len(c.frequent) > 0 {
		if with, err = s.contactsWith(c.q, c.ws, c.prefixes, c.bounds.compared+1); err != nil {
			return nil, 0, err
		}
		few = len(with) <= c.bounds.compared
	}
	if len(c.frequent) > 0 && !(few && len(with) <= c.bounds.soonCompared) {
		ids, total, err = contactsBetween(c, most)
		if err != nil || total >= 0 {
			return svcx.Window(ids, c.page).Items, total, err
		}
	}
	if few {
		ids, err = compared(c.q, c.ws, with, c.frequent)
	} else {
		ids, err = s.contactsWith(c.q, c.ws, slices.Concat(c.prefixes, c.frequent), most)
	}
	return svcx.Window(ids, c.page).Items, len(ids), err
}

// contactsBetween reads the contacts that have the frequent words as a whole, and those that
// have a shorter prefix of each, which is in the index itself (contactPrefix); those that are
// only among the latter are compared. It returns the first contacts, those of the page at
// least, and how many there are, counted to most; a total of -1 if too many would be
// compared.
func contactsBetween(c contactQuery, most int) (ids []int64, total int, err error) {
	terms := contactTerms(c.prefixes, `"*`)
	sure, err := contactsMatching(c.q, append(terms, contactTerms(c.frequent, `"`)...), 0, math.MaxInt64, most)
	if err != nil {
		return nil, 0, err
	}
	from := int64(0)
	if len(sure) == most {
		sure = sure[:c.page.Offset+c.page.Limit]
		from = sure[len(sure)-1]
	}
	shorter := make([]string, len(c.frequent))
	for i, w := range c.frequent {
		shorter[i] = contactPrefix(c.ws, w)
	}
	limit := len(sure) + c.bounds.soonCompared + 1
	more, err := contactsMatching(c.q, append(terms, contactTerms(shorter, `"*`)...), from, math.MaxInt64, limit)
	if err != nil || len(more) == limit {
		return nil, -1, err
	}
	more = slices.DeleteFunc(more, func(id int64) bool {
		_, found := slices.BinarySearchFunc(sure, id, newerFirst)
		return found
	})
	more, err = compared(c.q, c.ws, more, c.frequent)
	ids = append(sure, more...)
	slices.SortFunc(ids, newerFirst)
	if from > 0 {
		return ids, most, err
	}
	return ids, len(ids), err
}

// contactPrefix is the longest prefix of a scoped word, up to itself, that has a list of its
// own: contact_search has them for 4 and 6 characters. Where the scope is as long, it is the
// word.
func contactPrefix(ws svcx.WorkspaceID, word string) string {
	scope := len(scopeOf(ws))
	for _, n := range []int{6, 4} {
		if p := firstRunes(word, n); n > scope && utf8.RuneCountInString(p) == n {
			return p
		}
	}
	return word
}

// contactsAfter merges the lists of the rare words once for each step, so steps are long
// where frequent words are compared.
func (s *sqliteIndex) contactsAfter(c contactQuery, after int64, limit int) (ids []int64, err error) {
	if len(c.prefixes) == 0 {
		c.prefixes, c.frequent = c.frequent, nil
	}
	terms, step := contactTerms(c.prefixes, `"*`), limit
	if len(c.frequent) > 0 {
		step = max(comparedStep, 2*limit)
	}
	for len(ids) < limit {
		with, err := contactsMatching(c.q, terms, 0, after, step)
		if err != nil || len(with) == 0 {
			return ids, err
		}
		matching := with
		if len(c.frequent) > 0 {
			if matching, err = compared(c.q, c.ws, with, c.frequent); err != nil {
				return nil, err
			}
		}
		ids = append(ids, matching[:min(len(matching), limit-len(ids))]...)
		if len(with) < step {
			break
		}
		after = with[len(with)-1]
	}
	return ids, nil
}

// comparedStep is how many contacts a step of contactsAfter compares.
const comparedStep = 500

// contactsWith returns the newest first. The prefixes name the workspace.
func (s *sqliteIndex) contactsWith(q sqldb.Reader, _ svcx.WorkspaceID, prefixes []string, limit int) ([]int64, error) {
	return contactsMatching(q, contactTerms(prefixes, `"*`), 0, math.MaxInt64, limit)
}

func contactTerms(words []string, end string) []string {
	terms := make([]string, len(words))
	for i, w := range words {
		terms[i] = `"` + w + end
	}
	return terms
}

// contactsMatching finds contacts with ids from one and before another, newest first.
func contactsMatching(q sqldb.Reader, terms []string, from, before int64, limit int) ([]int64, error) {
	return collectIDs[int64](q, `SELECT group_concat(rowid) FROM (SELECT rowid FROM contact_search WHERE contact_search MATCH $1 AND rowid >= $2 AND rowid < $3 ORDER BY rowid DESC LIMIT $4)`,
		strings.Join(terms, " AND "), from, before, limit)
}

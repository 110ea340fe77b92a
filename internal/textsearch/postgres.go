package textsearch

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"svcx"
	"svcx/internal/sqldb"
)

// putContact and removeContact do nothing: the index is on the contact's own column.
func (p postgresIndex) putContact(*sqldb.Tx, svcx.ContactID, string, bool) error { return nil }
func (p postgresIndex) removeContact(*sqldb.Tx, svcx.ContactID) error            { return nil }

// walkedContacts is among how many contacts the first pages of a search with many results
// are looked for first.
const walkedContacts = 10_000

// matchingContacts first counts in no order, which reads no more contacts than are
// counted. If those are all, they are the list. The rows are read in any case: comparing
// frequent words with them costs less than a list of all contacts that have them.
func (p postgresIndex) matchingContacts(c contactQuery) (ids []int64, total int, err error) {
	if len(c.prefixes) == 0 {
		c.prefixes, c.frequent = c.frequent, nil
	}
	condition, args := beginWords(c.frequent, c.ws, prefixTerms(c.prefixes), c.bounds.counted+1, c.page.Limit, c.page.Offset)
	statement := fmt.Sprintf(contactsByWords, condition) + contactPage
	// A row for each contact takes longer than finding them.
	read := func() (ids []int64, total int, err error) {
		text, err := sqldb.One(c.q, statement, func(s sqldb.Scanner) (text string, err error) { return text, s.Scan(&total, &text) }, args...)
		if err == nil && text != "" {
			ids, err = readIDs[int64](text)
		}
		return ids, total, err
	}
	if ids, total, err = read(); err != nil || total <= c.bounds.counted {
		return ids, total, err
	}
	if end := c.page.Offset + c.page.Limit; end <= walkedContacts/20 {
		ids, err = matchingNewest(c.q, c.ws, slices.Concat(c.prefixes, c.frequent), walkedContacts, end)
		if err != nil || len(ids) == end {
			return svcx.Window(ids, c.page).Items, total, err
		}
	}
	args[2] = int64(math.MaxInt64)
	return read()
}

func (p postgresIndex) contactsWith(q sqldb.Reader, ws svcx.WorkspaceID, prefixes []string, limit int) ([]int64, error) {
	return sqldb.Collect(q, fmt.Sprintf(contactsByWords, "")+`SELECT id FROM matching LIMIT $3`, sqldb.ScanValue[int64], ws, prefixTerms(prefixes), limit)
}

func (p postgresIndex) contactsAfter(c contactQuery, after int64, limit int) ([]int64, error) {
	if len(c.prefixes) == 0 {
		c.prefixes, c.frequent = c.frequent, nil
	}
	condition, args := beginWords(c.frequent, c.ws, prefixTerms(c.prefixes), after, limit)
	return sqldb.Collect(c.q, fmt.Sprintf(contactsByWords, condition)+`SELECT id FROM matching WHERE id < $3 ORDER BY id DESC LIMIT $4`, sqldb.ScanValue[int64], args...)
}

// MATERIALIZED forces a look-up by the words: PostgreSQL estimates badly how many contacts
// have one, and because of the limit would read all of them (550 ms instead of 2 ms among
// 100,000).
const (
	contactsByWords = `WITH matching AS MATERIALIZED (SELECT id FROM contact
		WHERE workspace_id = $1 AND array_to_tsvector(string_to_array(search, ' ')) @@ $2::text::tsquery%s) `
	contactPage = `, counted AS MATERIALIZED (SELECT id FROM matching LIMIT $3)
		SELECT (SELECT count(*) FROM counted), (SELECT coalesce(string_agg(id::text, ',' ORDER BY id DESC), '') FROM (
			SELECT id FROM counted ORDER BY id DESC LIMIT $4 OFFSET $5) AS page)`
)

// prefixTerms quotes prefixes, which consist of letters and digits only.
func prefixTerms(prefixes []string) string { return "'" + strings.Join(prefixes, "':* & '") + "':*" }

// postgresTuning: a step is small enough that writes do not wait for the workspace's
// lock. The database does the work, most likely on processors of its own. An absent
// bucket costs a few microseconds, a row that is read one. Each message that a search
// reads is sent over the network, and the index finds two words in one look-up.
var postgresTuning = tuning{bucketBits: 12, step: 250, walkMost: 5000, contactWalk: 30_000, leastShare: 0.025, mostDrawn: 4000, contactVisit: 5}

// postgresIndex is the text index in the database itself.
type postgresIndex struct{ db *sqldb.DB }

func (p postgresIndex) close() error { return nil }

// purge does nothing: the server vacuums by itself.
func (p postgresIndex) purge(context.Context) error { return nil }

// compact does nothing: there is no file.
func (p postgresIndex) compact(context.Context, func(sqldb.CompactStep)) error { return nil }
func (p postgresIndex) fileBytes() int64                                       { return 0 }

func (p postgresIndex) use(_ context.Context, fn func(indexDatabase) error) error { return fn(p) }

func (p postgresIndex) position(ctx context.Context, queue int64) (position, error) {
	return positionOf(p.db.Reader(ctx), queue)
}

func (p postgresIndex) indexedTo(ctx context.Context, queue int64) (position, error) {
	return p.position(ctx, queue)
}

func (p postgresIndex) write(ctx context.Context, queue int64, fn func(*sqldb.Tx) error) error {
	return p.db.Write(ctx, svcx.WorkspaceID(queue), fn)
}

func (p postgresIndex) indexedMark(*sqldb.Tx, int64) error { return nil }
func (p postgresIndex) acknowledge(*sqldb.Tx, int64) error { return nil }

// put replaces existing documents. A message is at most once in a batch,
// so no row is updated twice.
func (p postgresIndex) put(tx *sqldb.Tx, documents []indexedDocument) error {
	n := len(documents)
	workspaces, conversations, messages, words := make([]int64, n), make([]int64, n), make([]int64, n), make([]string, n)
	for i, doc := range documents {
		workspaces[i], conversations[i], messages[i], words[i] = int64(doc.workspace), int64(doc.conversation), int64(doc.message), doc.words
	}
	return tx.Enqueue(nil, `INSERT INTO search_document (workspace_id, conversation_id, message_id, words)
		SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[])
		ON CONFLICT (workspace_id, conversation_id, message_id) DO UPDATE SET words = excluded.words`, workspaces, conversations, messages, words)
}

// removeAtOnce is remove: the index is in the database.
func (p postgresIndex) removeAtOnce(tx *sqldb.Tx, ws svcx.WorkspaceID, conversation svcx.ConversationID) error {
	return p.remove(tx, ws, conversation)
}

func (p postgresIndex) remove(tx *sqldb.Tx, ws svcx.WorkspaceID, conversation svcx.ConversationID) error {
	return tx.Enqueue(nil, `DELETE FROM search_document WHERE workspace_id = $1 AND conversation_id = $2`, ws, conversation)
}

// buckets jumps from each bucket to the next document below it.
func (p postgresIndex) buckets(ctx context.Context, ws svcx.WorkspaceID, bits int) ([]int64, error) {
	const next = `(SELECT conversation_id >> $2::int FROM search_document WHERE workspace_id = $1 AND conversation_id < %s
		ORDER BY workspace_id DESC, conversation_id DESC LIMIT 1)`
	return sqldb.Collect(p.db.Reader(ctx), `WITH RECURSIVE known(bucket) AS (SELECT `+fmt.Sprintf(next, "$3::bigint")+`
			UNION ALL SELECT `+fmt.Sprintf(next, "known.bucket << $2::int")+` FROM known WHERE known.bucket IS NOT NULL)
		SELECT bucket FROM known WHERE bucket IS NOT NULL`, sqldb.ScanValue[int64], ws, bits, int64(math.MaxInt64))
}

// matching is one statement that stops by itself: it reads a bucket only when the
// ones before it were not enough.
func (p postgresIndex) matching(ctx context.Context, ws svcx.WorkspaceID, terms []queryTerm, buckets []int64, limit int) (m matches, err error) {
	q := p.db.Reader(ctx)
	err = q.Each(matchingDocuments, []any{ws, postgresTerms(ws, terms), buckets, limit, len(buckets)}, func(s sqldb.Scanner) error {
		var ids string
		if err := s.Scan(&m.buckets, &m.documents, &ids); err != nil || ids == "" {
			return err
		}
		return m.add(ids)
	})
	if err != nil {
		return m, q.Failed(matchingDocuments, err)
	}
	return m, nil
}

// newest leaves it to the server whether it reads the documents of the conversations or those of the
// bucket that match: it has statistics of both.
func (p postgresIndex) newest(ctx context.Context, ws svcx.WorkspaceID, terms []queryTerm, conversations map[svcx.ConversationID]svcx.MessageID, bits int) (map[svcx.ConversationID]svcx.MessageID, error) {
	found := make(map[svcx.ConversationID]svcx.MessageID)
	q := p.db.Reader(ctx)
	for b, ids := range byBucket(conversations, bits) {
		err := q.Each(newestDocuments, []any{ws, strings.ReplaceAll(postgresTerms(ws, terms), "{}", strconv.FormatInt(b, 16)), ids}, func(s sqldb.Scanner) error {
			var id svcx.ConversationID
			var message svcx.MessageID
			err := s.Scan(&id, &message)
			found[id] = message
			return err
		})
		if err != nil {
			return nil, q.Failed(newestDocuments, err)
		}
	}
	return found, nil
}

const newestDocuments = `SELECT conversation_id, max(message_id) FROM search_document WHERE workspace_id = $1
	AND array_to_tsvector(string_to_array(words, ' ')) @@ $2::text::tsquery AND conversation_id = ANY($3::bigint[]) AND message_id > 0 GROUP BY conversation_id`

// In the terms {}, which occurs in no word, stands for the bucket. OFFSET 0 keeps
// PostgreSQL from reading all documents because of the order. The last row says
// how far the search went.
const matchingDocuments = `WITH RECURSIVE found(buckets, ids, documents) AS (
		SELECT 0, ARRAY[]::bigint[], 0::bigint
		UNION ALL
		SELECT found.buckets + 1, more.ids, found.documents + more.n FROM found CROSS JOIN LATERAL (
			SELECT coalesce(array_agg(DISTINCT conversation_id), ARRAY[]::bigint[]) AS ids, count(*) AS n FROM (
				SELECT conversation_id FROM search_document WHERE workspace_id = $1
					AND array_to_tsvector(string_to_array(words, ' ')) @@ replace($2::text, '{}', to_hex(($3::bigint[])[found.buckets + 1]))::tsquery OFFSET 0
			) AS matching
		) AS more WHERE found.documents < $4::bigint AND found.buckets < $5::int
	)
	SELECT buckets, documents, array_to_string(ids, ',') FROM found ORDER BY buckets`

// postgresTerms quotes the terms, so that none is an operator. Folded words consist
// of letters and digits only.
func postgresTerms(ws svcx.WorkspaceID, terms []queryTerm) string {
	quoted := make([]string, len(terms))
	for i, t := range terms {
		quoted[i] = "'" + strings.Replace(bucketScope(ws, 0), "b0x", "b{}x", 1) + t.text + "'"
		if t.prefix {
			quoted[i] += ":*"
		}
	}
	return strings.Join(quoted, " & ")
}

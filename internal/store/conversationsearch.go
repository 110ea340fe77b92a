package store

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"svcx"
	"svcx/internal/sqldb"
	"svcx/internal/store/documents"
	"svcx/internal/textsearch"
)

// SearchConversations lists the conversations that a search finds (see
// textsearch.Index.Search). The list has the last message first, begins after the cursor
// if there is one, and has at most limit conversations.
func (db *DB) SearchConversations(ctx context.Context, ws svcx.WorkspaceID, f svcx.ConversationFilter, q string, after *svcx.ConversationCursor, limit int) (svcx.ConversationPage, error) {
	f.Sort = svcx.SortNewest
	list, err := db.Read(ctx).conversationsOf(ws, f)
	if err != nil {
		return svcx.ConversationPage{}, err
	}
	found, err := db.Index.Search(ctx, ws, searchedList{db, list, filtered(ws, f)}, q, after, limit+1)
	if err != nil || len(found) == 0 {
		return svcx.ConversationPage{}, err
	}
	return db.foundPage(ctx, ws, found, limit)
}

// FoundMessages reads the newest message of each conversation that has the words of a search; none for
// one that was found by something else (see textsearch.Index.Newest).
func (db *DB) FoundMessages(ctx context.Context, ws svcx.WorkspaceID, q string, conversations []svcx.ConversationID) ([]svcx.Found, error) {
	newest, err := db.Index.Newest(ctx, ws, q, conversations)
	if err != nil || len(newest) == 0 {
		return nil, err
	}
	return documents.Reader{DB: db.DB}.Found(ctx, ws, textsearch.WordsOf(q), plainIDs(slices.Collect(maps.Values(newest))))
}

// fewLong is how many conversations a page has if a full one would be too large.
const fewLong = 8

// foundPage reads the conversations of a page.
func (db *DB) foundPage(ctx context.Context, ws svcx.WorkspaceID, found []svcx.ConversationCursor, limit int) (page svcx.ConversationPage, err error) {
	cutAt := func(n int) {
		found = found[:n]
		page.Next = &found[n-1]
	}
	if len(found) > limit {
		cutAt(limit)
	}
	items, cut, err := conversationsByID(db.Reader(ctx), ws, idsAt(found))
	if cut && len(found) > fewLong {
		cutAt(fewLong)
		items, _, err = conversationsByID(db.Reader(ctx), ws, idsAt(found))
	}
	if err != nil {
		return page, err
	}
	page.Items = sqldb.InOrder(idsAt(found), items, func(c *svcx.Conversation) int64 { return int64(c.ID) })
	return page, nil
}

func idsAt(cursors []svcx.ConversationCursor) []int64 {
	ids := make([]int64, len(cursors))
	for i, c := range cursors {
		ids[i] = int64(c.ID)
	}
	return ids
}

// searchedList is the list of conversations that a search reads.
type searchedList struct {
	db *DB
	// list is in order, any is for finding conversations by their ids.
	list, any conversationList
}

func (l conversationList) afterAny(cursor *svcx.ConversationCursor) conversationList {
	if cursor == nil {
		return l
	}
	return l.after(*cursor)
}

func scanListed(s sqldb.Scanner) (l textsearch.Listed, err error) {
	return l, s.Scan(&l.ID, &l.At, &l.Messages)
}

func (s searchedList) Next(ctx context.Context, after *svcx.ConversationCursor, n int) ([]textsearch.Listed, error) {
	l, q := s.list.afterAny(after), s.db.Reader(ctx)
	return sqldb.Collect(q, l.inOrder(q.SQL(), ", message_count"), scanListed, append(l.args, n, 0)...)
}

// NextMany reads one row: a row for each conversation takes longer than finding them.
func (s searchedList) NextMany(ctx context.Context, after *svcx.ConversationCursor, n int) (chunk []textsearch.Listed, err error) {
	l, q := s.list.afterAny(after), s.db.Reader(ctx)
	query := `SELECT string_agg(CAST(page_at AS text) || ' ' || CAST(page_id AS text), ',') FROM (` +
		l.inOrder(q.SQL(), "") + `) AS part`
	text, err := sqldb.One(q, query, sqldb.ScanValue[*string], append(l.args, n, 0)...)
	if err != nil || text == nil {
		return nil, err
	}
	chunk = make([]textsearch.Listed, 0, n)
	for entry := range strings.SplitSeq(*text, ",") {
		at, id, _ := strings.Cut(entry, " ")
		active, failed := strconv.ParseInt(at, 10, 64)
		number, err := strconv.ParseInt(id, 10, 64)
		if err := errors.Join(failed, err); err != nil {
			return nil, fmt.Errorf("%w: %w", sqldb.ErrDamaged, err)
		}
		chunk = append(chunk, textsearch.Listed{ConversationCursor: svcx.ConversationCursor{At: svcx.Time(active), ID: svcx.ConversationID(number)}})
	}
	return chunk, nil
}

func (s searchedList) Find(ctx context.Context, after *svcx.ConversationCursor, ids []int64, n int) ([]textsearch.Listed, error) {
	l, q := s.any.afterAny(after), s.db.Reader(ctx)
	d := q.SQL()
	from, among := d.ByIDs("id", sqldb.Placeholder(len(l.args)+1))
	// Ordered by a sum, so that the planner looks up the ids and does not read the
	// list for its order.
	query := `SELECT id, ` + l.at() + `, message_count FROM ` + from + `conversation WHERE ` + l.where + ` AND ` + among +
		` ORDER BY ` + l.at() + ` + 0 DESC, id DESC LIMIT ` + sqldb.Placeholder(len(l.args)+2)
	return sqldb.Collect(q, query, scanListed, append(l.args, d.Array(ids), n)...)
}

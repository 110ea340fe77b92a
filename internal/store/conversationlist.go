package store

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"svcx"
	"svcx/internal/sqldb"
)

// Conversations lists conversations in the order of the filter. The page of ids is
// picked from an index and joined afterwards. The total comes from counters, or is
// counted in an index, up to countedMost, if filters are combined.
func (db *DB) Conversations(ctx context.Context, ws svcx.WorkspaceID, f svcx.ConversationFilter, page svcx.Page) (svcx.List[*svcx.Conversation], error) {
	r := db.Read(ctx)
	list, err := r.conversationTotal(ws, f)
	if err != nil {
		return list, err
	}
	parts, err := r.inSort(ws, f)
	if err != nil {
		return list, err
	}
	items, cut, err := r.pageOf(parts, page)
	if err != nil || !cut {
		list.Items = items
		return list, err
	}
	rows, err := listedPage(r, parts, page, func(l conversationList, limit, offset int) ([]sqldb.Sized, bool, error) {
		query, args := l.page(r.q.SQL(), `id, octet_length(subject) + octet_length(tags)`, limit, offset)
		rows, err := sqldb.Collect(r.q, query, sqldb.ScanSized, args...)
		return rows, false, err
	})
	if err != nil {
		return list, err
	}
	pieces, err := sqldb.InPieces(ctx, rows, func(c *svcx.Conversation) int64 { return int64(c.ID) }, func(ctx context.Context, ids []int64) ([]*svcx.Conversation, error) {
		found, _, err := conversationsByID(db.Reader(ctx), ws, ids)
		return found, err
	})
	pieces.Total, pieces.TotalCapped = list.Total, list.TotalCapped
	return pieces, err
}

// pageOf reads a page of lists that follow each other, and fewer than its conversations
// if they exceed sqldb.PieceBytes.
func (r Reads) pageOf(parts []conversationList, page svcx.Page) (items []*svcx.Conversation, cut bool, err error) {
	items, err = listedPage(r, parts, page, func(l conversationList, limit, offset int) (some []*svcx.Conversation, _ bool, err error) {
		query, args := l.page(r.q.SQL(), conversationColumns, limit, offset)
		some, cut, err = sqldb.CollectUpTo(r.q, sqldb.PieceBytes, query, scanConversation, args...)
		return some, cut, err
	})
	return items, cut, err
}

// listedPage calls read for each of some lists that follow each other with what a page
// has of it, until read says that it is the end.
func listedPage[T any](r Reads, lists []conversationList, page svcx.Page, read func(l conversationList, limit, offset int) ([]T, bool, error)) (all []T, err error) {
	limit, offset := page.Limit, page.Offset
	for i, l := range lists {
		some, end, err := read(l, limit, offset)
		all = append(all, some...)
		if err != nil || end || len(some) == limit || i == len(lists)-1 {
			return all, err
		}
		if len(some) == 0 && offset > 0 {
			n, err := r.countUpTo(l, offset)
			if err != nil {
				return nil, err
			}
			offset -= n
		} else {
			offset = 0
		}
		limit -= len(some)
	}
	return all, nil
}

// conversationsByID finds conversations in no order, and stops at the one that
// exceeds two pieces.
func conversationsByID(q sqldb.Querier, ws svcx.WorkspaceID, ids []int64) (found []*svcx.Conversation, cut bool, err error) {
	d := q.SQL()
	from, among := d.ByIDs("id", "$2")
	return sqldb.CollectUpTo(q, 2*sqldb.PieceBytes, `SELECT `+conversationColumns+` FROM `+from+`conversation WHERE workspace_id = $1 AND `+among, scanConversation, ws, d.Array(ids))
}

// ConversationsAfter lists the conversations that follow a cursor, at most limit,
// and reports whether there are more. It lists fewer if they exceed sqldb.PieceBytes.
// Its cost does not grow with the position, and a conversation that moves up
// meanwhile is not repeated further down.
func (r Reads) ConversationsAfter(ws svcx.WorkspaceID, f svcx.ConversationFilter, cursor svcx.ConversationCursor, limit int) ([]*svcx.Conversation, bool, error) {
	lists, err := r.inSort(ws, f)
	if err != nil {
		return nil, false, err
	}
	if f.Sort == svcx.SortWaiting && cursor.WaitingSince == 0 {
		lists = lists[1:]
	}
	lists[0] = lists[0].after(cursor)
	items, cut, err := r.pageOf(lists, svcx.Page{Limit: limit + 1})
	return items[:min(len(items), limit)], cut || len(items) > limit, err
}

// page selects columns of the conversations of a page, and returns the arguments.
func (l conversationList) page(d sqldb.Dialect, columns string, limit, offset int) (query string, args []any) {
	return `SELECT ` + columns + ` FROM (` + l.inOrder(d, "") + `) AS page
		CROSS JOIN conversation WHERE workspace_id = $1 AND id = page_id ORDER BY page_at` + l.direction() + `, page_id` + l.direction(),
		append(slices.Clone(l.args), limit, offset)
}

// inSort are the lists that follow each other in the order of the filter.
func (r Reads) inSort(ws svcx.WorkspaceID, f svcx.ConversationFilter) ([]conversationList, error) {
	l, err := r.conversationsOf(ws, f)
	if err != nil || f.Sort == svcx.SortUpdated || f.Sort == svcx.SortNewest {
		return []conversationList{l}, err
	}
	if f.Sort == svcx.SortOldest {
		l.ascending = true
		return []conversationList{l}, nil
	}
	waiting, err := r.waitingOf(ws, f, l)
	l.where += " AND conversation.waiting_since IS NULL"
	return []conversationList{waiting, l}, err
}

// fewToSort is how many conversations are rather sorted than found among all that wait.
const fewToSort = 2000

// waitingOf are the conversations of a list whose customers wait.
func (r Reads) waitingOf(ws svcx.WorkspaceID, f svcx.ConversationFilter, l conversationList) (conversationList, error) {
	few := f.ExternalID != "" || f.Contact != nil
	for _, n := range narrowings(f) {
		total, err := r.counted(ws, n.dimension, n.key, f.Status)
		if err != nil {
			return l, err
		}
		few = few || total <= fewToSort
	}
	if few {
		// In an expression, so that the other index is not read for its order.
		l.where += " AND COALESCE(conversation.waiting_since, 0) > 0"
	} else {
		l = newConversationList(ws, f)
		l.where += " AND conversation.waiting_since IS NOT NULL"
		l.filter(narrowings(f))
		l.since(f)
		l.parts = statusParts(f, "")
	}
	l.ascending, l.waiting = true, true
	return l, nil
}

// conversationList is a filtered list of conversations, by default latest first.
//
// Every change of a conversation moves it in each index of the lists by last change, to
// another page, and every message moves it in those by last message too (…_active, which
// the agents' lists read). So there are few: one for the whole workspace, with parts that
// exclude each other (conversation_view: the status, and whether it is assigned), and one
// for each thing that narrows it, with a part for each status. A list merges its parts. Of
// two filters the rarer one is walked, with the other's column in the same index.
type conversationList struct {
	// table has the columns that order the list; from is that table, or a join of it
	// with conversation.
	table, from string
	// where are the conditions without those of the parts, args their arguments.
	where string
	args  []any
	// parts are conditions, at most one of which a conversation meets.
	parts []string
	// active has it ordered by the last message in place of updated_at, waiting by
	// waiting_since. Nothing but agents' lists narrows by a tag: by updated_at that is sorted.
	active, waiting, ascending bool
}

// narrowing is a filter with an index, and a total, of its own.
type narrowing struct {
	dimension, key string
	// column and value are the condition, except for those of tags and of what nobody
	// has.
	column string
	value  any
}

// narrowings are those of a filter.
func narrowings(f svcx.ConversationFilter) (all []narrowing) {
	if f.Unassigned {
		all = append(all, narrowing{dimension: byAssignee})
	}
	if f.AssignedTo != nil {
		all = append(all, narrowing{byAssignee, idKey(f.AssignedTo), "assigned_to", *f.AssignedTo})
	}
	if f.Channel != nil {
		all = append(all, narrowing{byChannel, idKey(f.Channel), "channel_id", *f.Channel})
	}
	if f.Category != nil {
		all = append(all, narrowing{byCategory, idKey(f.Category), "category_id", *f.Category})
	}
	if f.Tag != "" {
		all = append(all, narrowing{dimension: byTag, key: nameKey(f.Tag)})
	}
	return all
}

// conversationsOf translates a filter into the list that is walked.
func (r Reads) conversationsOf(ws svcx.WorkspaceID, f svcx.ConversationFilter) (conversationList, error) {
	l := newConversationList(ws, f)
	others := narrowings(f)
	if l.bySingle(f) {
		l.filter(others)
		l.since(f)
		l.status(f)
		return l, nil
	}
	walked := narrowing{dimension: byStatus}
	if len(others) > 0 {
		rarest, err := r.rarest(ws, others, f.Status)
		if err != nil {
			return l, err
		}
		walked = others[rarest]
		others = slices.Delete(others, rarest, rarest+1)
	}
	switch {
	case walked.dimension == byTag:
		l.table, l.from = "conversation_tag", "conversation_tag CROSS JOIN conversation"
		l.where = "conversation_tag.workspace_id = $1 AND conversation.workspace_id = $1 AND conversation.id = conversation_tag.conversation_id"
		l.add("conversation_tag.tag = ", walked.key)
		l.parts = statusParts(f, "conversation_tag.")
	case walked.column == "": // all, or what nobody has
		l.parts = views(f)
	default:
		l.add(walked.column+" = ", walked.value)
		l.parts = statusParts(f, "")
	}
	l.filter(others)
	l.since(f)
	return l, nil
}

// filtered is the list without an order, for finding its conversations by their ids.
func filtered(ws svcx.WorkspaceID, f svcx.ConversationFilter) conversationList {
	l := newConversationList(ws, f)
	l.bySingle(f)
	l.filter(narrowings(f))
	l.since(f)
	l.status(f)
	return l
}

// ConversationsAmong reads those of some conversations that a filter has, in no order.
func (r Reads) ConversationsAmong(ws svcx.WorkspaceID, f svcx.ConversationFilter, ids []svcx.ConversationID) ([]*svcx.Conversation, error) {
	l, d := filtered(ws, f), r.q.SQL()
	l.args = append(l.args, d.Array(plainIDs(ids)))
	from, among := d.ByIDs("id", sqldb.Placeholder(len(l.args)))
	return sqldb.Collect(r.q, `SELECT `+conversationColumns+` FROM `+from+`conversation WHERE `+l.where+` AND `+among, scanConversation, l.args...)
}

func newConversationList(ws svcx.WorkspaceID, f svcx.ConversationFilter) conversationList {
	return conversationList{table: "conversation", from: "conversation", where: "conversation.workspace_id = $1", args: []any{ws}, active: f.ByLastMessage()}
}

func (l *conversationList) add(condition string, value any) {
	l.args = append(l.args, value)
	l.where += " AND " + condition + sqldb.Placeholder(len(l.args))
}

// bySingle adds the filters that leave few conversations, and reports whether there
// was one.
func (l *conversationList) bySingle(f svcx.ConversationFilter) bool {
	if f.ExternalID != "" {
		l.add("external_id = ", f.ExternalID)
	}
	switch {
	case f.Contact != nil && f.ContactMoves != nil:
		l.add("contact_id IN (", *f.Contact)
		l.args = append(l.args, *f.ContactMoves)
		l.where += ", " + sqldb.Placeholder(len(l.args)) + ") AND COALESCE(" + movesTo + ", contact_id) = " + sqldb.Placeholder(len(l.args)-1)
	case f.Contact != nil:
		l.add("contact_id = ", *f.Contact)
	}
	return f.ExternalID != "" || f.Contact != nil
}

// filter adds conditions for which no index is chosen: a column in an expression
// cannot be looked up, so that the planner has no choice to make without statistics.
func (l *conversationList) filter(others []narrowing) {
	for _, n := range others {
		switch {
		case n.dimension == byTag:
			l.add("EXISTS (SELECT 1 FROM conversation_tag AS tagged WHERE tagged.workspace_id = $1 AND tagged.conversation_id = conversation.id AND tagged.tag = ", n.key)
			l.where += ")"
		case n.column == "":
			l.where += " AND " + isUnassigned + " = 1"
		default:
			l.add("COALESCE("+n.column+", 0) = ", n.value)
		}
	}
}

func (l *conversationList) since(f svcx.ConversationFilter) {
	if f.UpdatedSince != nil {
		l.add("conversation.updated_at >= ", *f.UpdatedSince)
	}
}

func (l *conversationList) status(f svcx.ConversationFilter) {
	if f.Status != "" {
		l.add("COALESCE(conversation.status, '') = ", f.Status)
	}
}

// rarest is the index of the filter with the fewest conversations.
func (r Reads) rarest(ws svcx.WorkspaceID, all []narrowing, status svcx.Status) (rarest int, err error) {
	if len(all) == 1 {
		return 0, nil
	}
	least := 0
	for i, n := range all {
		total, err := r.counted(ws, n.dimension, n.key, status)
		if err != nil {
			return 0, err
		}
		if i == 0 || total < least {
			rarest, least = i, total
		}
	}
	return rarest, nil
}

// statusParts are the parts of an index with a part for each status.
func statusParts(f svcx.ConversationFilter, prefix string) (parts []string) {
	for _, status := range svcx.Statuses {
		if f.Status == "" || f.Status == status {
			parts = append(parts, prefix+"status = '"+string(status)+"'")
		}
	}
	return parts
}

// views are the parts of conversation_view that a filter selects, spelled as in
// the index.
func views(f svcx.ConversationFilter) (parts []string) {
	for _, part := range statusParts(f, "") {
		part += " AND " + isUnassigned + " = "
		parts = append(parts, part+"1")
		if !f.Unassigned {
			parts = append(parts, part+"0")
		}
	}
	return parts
}

// isUnassigned is a column of conversation_view.
const isUnassigned = "CASE WHEN assigned_to IS NULL THEN 1 ELSE 0 END"

// after is the part of the list that follows a cursor.
func (l conversationList) after(cursor svcx.ConversationCursor) conversationList {
	n, follows, at := len(l.args), "<", cursor.At
	if l.ascending {
		follows = ">"
	}
	if l.waiting {
		at = cursor.WaitingSince
	}
	// SQLite seeks in an index by an expression only where it is compared alone: by the pair it read
	// all entries before the cursor.
	l.where += fmt.Sprintf(" AND %[1]s %[3]s= %[4]s AND (%[1]s, %[2]s) %[3]s (%[4]s, %[5]s)", l.at(), l.id(), follows, sqldb.Placeholder(n+1), sqldb.Placeholder(n+2))
	l.args = append(slices.Clone(l.args), at, cursor.ID)
	return l
}

func (l conversationList) direction() string {
	if l.ascending {
		return ""
	}
	return " DESC"
}

// at and id are the columns that order the list.
func (l conversationList) at() string {
	switch {
	case l.waiting:
		return "conversation.waiting_since"
	case !l.active:
		return "conversation.updated_at"
	case l.table != "conversation":
		return l.table + ".active_at"
	}
	return "COALESCE(conversation.last_message_at, conversation.created_at)" // as in the indexes
}

func (l conversationList) id() string {
	if l.table == "conversation" {
		return "conversation.id"
	}
	return l.table + ".conversation_id"
}

// inOrder selects page_id, page_at and more columns in the order of the list. Two
// more arguments follow the list's own: limit and offset. The parts are merged, and
// read no further than needed.
func (l conversationList) inOrder(d sqldb.Dialect, more string) string {
	limit, offset, to := sqldb.Placeholder(len(l.args)+1), sqldb.Placeholder(len(l.args)+2), l.direction()
	return d.Merge(l.selects(l.id()+" AS page_id, "+l.at()+" AS page_at"+more), "page_at"+to+", page_id"+to, limit, offset) +
		" ORDER BY 2" + to + ", 1" + to + " LIMIT " + limit + " OFFSET " + offset
}

// selects returns a SELECT for each part.
func (l conversationList) selects(columns string) []string {
	if len(l.parts) == 0 {
		return []string{"SELECT " + columns + " FROM " + l.from + " WHERE " + l.where}
	}
	selects := make([]string, len(l.parts))
	for i, part := range l.parts {
		selects[i] = "SELECT " + columns + " FROM " + l.from + " WHERE " + l.where + " AND " + part
	}
	return selects
}

// countedMost is how far the conversations of combined filters are counted (D 5).
const countedMost = 10_000

// conversationTotal is a list's total without its items.
func (r Reads) conversationTotal(ws svcx.WorkspaceID, f svcx.ConversationFilter) (list svcx.List[*svcx.Conversation], err error) {
	by := narrowings(f)
	if len(by) == 0 {
		by = []narrowing{{dimension: byStatus}}
	}
	if len(by) == 1 && f.ExternalID == "" && f.Contact == nil && f.UpdatedSince == nil {
		list.Total, err = r.counted(ws, by[0].dimension, by[0].key, f.Status)
		return list, err
	}
	l, err := r.conversationsOf(ws, f)
	if err != nil {
		return list, err
	}
	n, err := r.countUpTo(l, countedMost+1)
	list.Total, list.TotalCapped = min(n, countedMost), n > countedMost
	return list, err
}

// countUpTo counts a list's conversations, but no more than most.
func (r Reads) countUpTo(l conversationList, most int) (int, error) {
	query := `SELECT count(*) FROM (` + strings.Join(l.selects("1 AS one"), " UNION ALL ") + ` LIMIT ` + sqldb.Placeholder(len(l.args)+1) + `) AS counted`
	return sqldb.One(r.q, query, sqldb.ScanValue[int], append(slices.Clone(l.args), most)...)
}

package store

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"svcx"
	"svcx/internal/sqldb"
)

var conversationTable = sqldb.NewTable("conversation", func(c *svcx.Conversation) []sqldb.Column {
	return []sqldb.Column{
		sqldb.Field("id", &c.ID),
		sqldb.Field("workspace_id", &c.Workspace),
		sqldb.Field("channel_id", &c.Channel),
		sqldb.Field("channel_type", &c.ChannelType),
		sqldb.Nullable("external_id", &c.ExternalID),
		sqldb.Field("subject", &c.Subject),
		sqldb.Field("status", &c.Status),
		sqldb.Field("assigned_to", &c.AssignedTo),
		sqldb.Computed("contact_id", func() *svcx.ContactID { return storedContact(c) }),
		sqldb.Field("category_id", &c.Category),
		sqldb.Field("priority", &c.Priority),
		sqldb.List("tags", &c.Tags),
		sqldb.Field("created_at", &c.CreatedAt),
		sqldb.Field("updated_at", &c.UpdatedAt),
		sqldb.Field("last_message_at", &c.LastMessageAt),
		sqldb.Field("resolved_at", &c.ResolvedAt),
		sqldb.Field("message_count", &c.MessageCount),
		sqldb.Field("delivery_seq", &c.DeliverySeq),
		sqldb.Field("asked_at", &c.AskedAt),
		sqldb.Field("answered_at", &c.AnsweredAt),
		sqldb.Field("settled_at", &c.SettledAt),
		// When the customer last read it.
		sqldb.Other[*svcx.Time]("read_at"),
	}
})

var conversationColumns = conversationTable.Columns() + `, contact_id, ` + movesTo

func scanConversation(s sqldb.Scanner) (*svcx.Conversation, error) {
	c := new(svcx.Conversation)
	var to *svcx.ContactID
	if err := conversationTable.ScanInto(c, s, &c.Contact, &to); err != nil {
		return nil, err
	}
	if to != nil {
		c.Contact, c.MovesFrom = to, c.Contact
	}
	return c, nil
}

// Conversation finds a conversation of the workspace.
func (r Reads) Conversation(ws svcx.WorkspaceID, id svcx.ConversationID) (*svcx.Conversation, error) {
	c, err := sqldb.One(r.q, `SELECT `+conversationColumns+` FROM conversation WHERE workspace_id = $1 AND id = $2`, scanConversation, ws, id)
	return found(c, err, "conversation")
}

// ConversationsByExternalID finds the conversations of any channel of the
// workspace with these external ids.
func (tx *Tx) ConversationsByExternalID(ws svcx.WorkspaceID, externalIDs []string) (all []*svcx.Conversation, err error) {
	err = tx.Pipeline(func() error { return conversationsBy(tx, &all, ws, externalIDs) })
	return all, err
}

// conversationsBy is ConversationsByExternalID as part of a Pipeline.
func conversationsBy(tx *Tx, all *[]*svcx.Conversation, ws svcx.WorkspaceID, externalIDs []string) error {
	if len(externalIDs) == 0 {
		return nil
	}
	d := tx.SQL()
	return sqldb.EnqueueCollect(tx, all, d.Lookup(conversationColumns, "conversation", "external_id", len(externalIDs)), scanConversation, ws, d.Array(externalIDs))
}

// ReserveConversations takes n ids for conversations that are about to be created.
func (tx *Tx) ReserveConversations(n int) ([]int64, error) { return tx.Reserve("conversation", n) }

// InsertConversations stores conversations whose ids were reserved.
func (tx *Tx) InsertConversations(conversations ...*svcx.Conversation) error {
	totals := make(statusCounts)
	for _, c := range conversations {
		totals.add(c.Workspace, c.Status, 1)
	}
	if len(conversations) > 0 {
		tx.index().Notify(tx.Tx, conversations[0].Workspace)
	}
	if err := conversationTable.Insert(tx.Tx, conversations...); err != nil {
		return err
	}
	return totals.write(tx)
}

var conversationUpdate = conversationTable.Update("subject", "status", "assigned_to", "contact_id", "category_id", "priority", "tags", "updated_at",
	"last_message_at", "resolved_at", "message_count", "delivery_seq", "asked_at", "answered_at", "settled_at")

// UpdateConversation stores the fields of a conversation that may change; was is
// the status that it was read with in this transaction. If the subject or the
// contact changes, the caller calls ReindexHeads too.
func (tx *Tx) UpdateConversation(c *svcx.Conversation, was svcx.Status) error {
	if err := conversationUpdate.Enqueue(tx.Tx, mustExist("conversation"), c); err != nil {
		return err
	}
	if c.Status == was {
		return nil
	}
	totals := make(statusCounts)
	totals.add(c.Workspace, was, -1)
	totals.add(c.Workspace, c.Status, 1)
	return totals.write(tx)
}

// statusCounts gathers a transaction's changes of the totals by status.
type statusCounts map[statusCount]int

type statusCount struct {
	workspace svcx.WorkspaceID
	status    svcx.Status
}

func (s statusCounts) add(ws svcx.WorkspaceID, status svcx.Status, n int) {
	s[statusCount{ws, status}] += n
}

func (s statusCounts) write(tx *Tx) error {
	for k, n := range s {
		if err := tx.count(k.workspace, counterOf(k.status), n); err != nil {
			return err
		}
	}
	return nil
}

func counterOf(s svcx.Status) string { return "conversation." + string(s) }

// Conversations lists conversations, last activity first. The page of ids is
// picked from an index and joined afterwards. The total comes from counters, or
// from an index if a filter has more than a status.
func (db *DB) Conversations(ctx context.Context, ws svcx.WorkspaceID, f svcx.ConversationFilter, page svcx.Page) (svcx.List[*svcx.Conversation], error) {
	q := db.Reader(ctx)
	l := conversationsOf(ws, f)
	total, err := l.total(q, ws, f)
	if err != nil {
		return svcx.List[*svcx.Conversation]{}, err
	}
	ids := l.inOrder(q.SQL(), "id AS page_id, updated_at AS page_at")
	args := append(l.args, page.Limit, page.Offset)
	items, cut, err := sqldb.CollectUpTo(q, sqldb.PieceBytes, conversationsIn(conversationColumns, ids), scanConversation, args...)
	if err != nil || !cut {
		return svcx.List[*svcx.Conversation]{Items: items, Total: total}, err
	}
	rows, err := sqldb.Collect(q, conversationsIn(`id, octet_length(subject) + octet_length(tags)`, ids), sqldb.ScanSized, args...)
	if err != nil {
		return svcx.List[*svcx.Conversation]{}, err
	}
	list, err := sqldb.InPieces(ctx, rows, func(c *svcx.Conversation) int64 { return int64(c.ID) }, func(ctx context.Context, ids []int64) ([]*svcx.Conversation, error) {
		found, _, err := conversationsByID(db.Reader(ctx), ws, ids)
		return found, err
	})
	list.Total = total
	return list, err
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
	l := conversationsOf(ws, f).after(cursor)
	q := r.q
	ids := l.inOrder(q.SQL(), "id AS page_id, updated_at AS page_at")
	items, cut, err := sqldb.CollectUpTo(q, sqldb.PieceBytes, conversationsIn(conversationColumns, ids), scanConversation, append(l.args, limit+1, 0)...)
	return items[:min(len(items), limit)], cut || len(items) > limit, err
}

// conversationsIn joins columns of the rows to a page of their ids.
func conversationsIn(columns, page string) string {
	return `SELECT ` + columns + ` FROM (` + page + `) AS page
		CROSS JOIN conversation WHERE workspace_id = $1 AND id = page_id ORDER BY updated_at DESC, id DESC`
}

// conversationList is a filtered list of conversations, last activity first.
//
// Every change of a conversation moves it in each index of that list, to another
// page: with one index for all, one per status and one for the unassigned, three
// of the seven random pages that a message changes were theirs. There is one index
// now, with parts that exclude each other (conversation_view: the status, and
// whether it is assigned), and a list merges its parts.
type conversationList struct {
	// where are the conditions without those of the parts, args their arguments.
	where string
	args  []any
	// parts are conditions, at most one of which a conversation meets.
	parts []string
}

// conversationsOf translates a filter. If it names the assignee, the contact, the
// channel or the category, their index is read and the list has one part.
func conversationsOf(ws svcx.WorkspaceID, f svcx.ConversationFilter) conversationList {
	l := conversationList{where: "workspace_id = $1", args: []any{ws}}
	add := func(condition string, value any) {
		l.args = append(l.args, value)
		l.where += " AND " + condition + sqldb.Placeholder(len(l.args))
	}
	if f.AssignedTo != nil {
		add("assigned_to = ", *f.AssignedTo)
	}
	if f.ExternalID != "" {
		add("external_id = ", f.ExternalID)
	}
	if f.Channel != nil {
		add("channel_id = ", *f.Channel)
	}
	switch {
	case f.Contact != nil && f.ContactMoves != nil:
		add("contact_id IN (", *f.Contact)
		l.args = append(l.args, *f.ContactMoves)
		l.where += ", " + sqldb.Placeholder(len(l.args)) + ") AND COALESCE(" + movesTo + ", contact_id) = " + sqldb.Placeholder(len(l.args)-1)
	case f.Contact != nil:
		add("contact_id = ", *f.Contact)
	}
	if f.Category != nil {
		add("category_id = ", *f.Category)
	}
	narrow := len(l.args) > 1
	if f.UpdatedSince != nil {
		add("updated_at >= ", *f.UpdatedSince)
	}
	if !narrow {
		l.parts = views(f)
		return l
	}
	if f.Status != "" {
		add("status = ", f.Status)
	}
	if f.Unassigned {
		l.where += " AND assigned_to IS NULL"
	}
	return l
}

// views are the parts of conversation_view that a filter selects, spelled as in
// the index.
func views(f svcx.ConversationFilter) (parts []string) {
	for _, status := range svcx.Statuses {
		if f.Status != "" && f.Status != status {
			continue
		}
		part := "status = '" + string(status) + "' AND " + isUnassigned + " = "
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
	n := len(l.args)
	l.where += fmt.Sprintf(" AND (updated_at, id) < (%s, %s)", sqldb.Placeholder(n+1), sqldb.Placeholder(n+2))
	l.args = append(slices.Clone(l.args), cursor.UpdatedAt, cursor.ID)
	return l
}

// inOrder selects columns in the order of the list; the first two must be id and
// updated_at. Two more arguments follow the list's own: limit and offset. The
// parts are merged, and read no further than needed.
func (l conversationList) inOrder(d sqldb.Dialect, columns string) string {
	limit, offset := sqldb.Placeholder(len(l.args)+1), sqldb.Placeholder(len(l.args)+2)
	return d.Merge(l.selects(columns), "updated_at DESC, id DESC", limit, offset) + " ORDER BY 2 DESC, 1 DESC LIMIT " + limit + " OFFSET " + offset
}

// selects returns a SELECT for each part.
func (l conversationList) selects(columns string) []string {
	if len(l.parts) == 0 {
		return []string{"SELECT " + columns + " FROM conversation WHERE " + l.where}
	}
	selects := make([]string, len(l.parts))
	for i, part := range l.parts {
		selects[i] = "SELECT " + columns + " FROM conversation WHERE " + l.where + " AND " + part
	}
	return selects
}

// condition is that of the whole list, for finding its conversations by something
// other than their order.
func (l conversationList) condition() string {
	if len(l.parts) == 0 {
		return l.where
	}
	return l.where + " AND (" + strings.Join(l.parts, " OR ") + ")"
}

func (l conversationList) total(q sqldb.Reader, ws svcx.WorkspaceID, f svcx.ConversationFilter) (total int, err error) {
	if f != (svcx.ConversationFilter{Status: f.Status}) {
		return sqldb.One(q, `SELECT CAST(sum(n) AS bigint) FROM (`+strings.Join(l.selects("count(*) AS n"), " UNION ALL ")+`) AS parts`, sqldb.ScanValue[int], l.args...)
	}
	for _, s := range svcx.Statuses {
		if f.Status != "" && f.Status != s {
			continue
		}
		n, err := counted(q, ws, counterOf(s))
		if err != nil {
			return 0, err
		}
		total += n
	}
	return total, nil
}

// ConversationsOfContact finds the newest conversations of a contact, at most
// limit.
func (r Reads) ConversationsOfContact(ws svcx.WorkspaceID, contact svcx.ContactID, limit int) ([]svcx.ConversationID, error) {
	return sqldb.Collect(r.q, `SELECT id FROM conversation WHERE workspace_id = $1 AND contact_id = $2 ORDER BY id DESC LIMIT $3`,
		sqldb.ScanValue[svcx.ConversationID], ws, contact, limit)
}

// FirstConversationOf finds the first conversation of the contacts; 0 if there is
// none.
func (r *Remover) FirstConversationOf(contacts []int64) (svcx.ConversationID, error) {
	d := r.Tx.SQL()
	ids, err := sqldb.Collect(r.Tx, `SELECT id FROM conversation WHERE workspace_id = $1 AND `+d.In("contact_id", "$2")+` ORDER BY id LIMIT 1`,
		sqldb.ScanValue[svcx.ConversationID], r.Workspace, d.Array(contacts))
	return first(ids), err
}

// NextConversationWith finds the first conversation after the given one that is of
// the contacts or in which they wrote; 0 if there is none.
func (r *Remover) NextConversationWith(contacts []int64, after svcx.ConversationID) (svcx.ConversationID, error) {
	d := r.Tx.SQL()
	ids, err := sqldb.Collect(r.Tx, `SELECT id FROM (
		SELECT id FROM (SELECT id FROM conversation WHERE workspace_id = $1 AND `+d.In("contact_id", "$2")+` AND id > $3 ORDER BY id LIMIT 1) AS own
		UNION SELECT id FROM (SELECT conversation_id AS id FROM contact_visit WHERE workspace_id = $1 AND `+d.In("contact_id", "$2")+` AND conversation_id > $3
			ORDER BY conversation_id LIMIT 1) AS visited
		) AS either ORDER BY id LIMIT 1`, sqldb.ScanValue[svcx.ConversationID], r.Workspace, d.Array(contacts), after)
	return first(ids), err
}

// first is the first of some ids; 0 without any.
func first[T ~int64](ids []T) T {
	if len(ids) == 0 {
		return 0
	}
	return ids[0]
}

// RenameConversation sets a conversation's external id, also in its deliveries that
// are to be sent or in the feed. RenameDeliveries does so in those that are over.
func (r *Remover) RenameConversation(id svcx.ConversationID, name string) error {
	for _, statement := range []string{
		`UPDATE conversation SET external_id = $3 WHERE workspace_id = $1 AND id = $2`,
		`UPDATE delivery SET external_conversation_id = $3 WHERE workspace_id = $1 AND conversation_id = $2 AND state IN ('ready', 'waiting')`,
		`UPDATE delivery SET external_conversation_id = $3 WHERE workspace_id = $1 AND conversation_id = $2 AND feed`,
	} {
		if _, err := r.Tx.Exec(statement, r.Workspace, id, name); err != nil {
			return err
		}
	}
	return nil
}

// DetachContact clears a conversation's contact and subject.
func (r *Remover) DetachContact(id svcx.ConversationID) error {
	_, err := r.Tx.Exec(`UPDATE conversation SET contact_id = NULL, subject = '' WHERE workspace_id = $1 AND id = $2`, r.Workspace, id)
	return err
}

// Recount sets a conversation's message count and last message time, and has it
// indexed again.
func (r *Remover) Recount(id svcx.ConversationID) error {
	if err := r.Tx.Reindex(r.Workspace, id); err != nil {
		return err
	}
	_, err := r.Tx.Exec(`UPDATE conversation SET
		message_count = (SELECT count(*) FROM message WHERE workspace_id = $1 AND conversation_id = $2 AND kind = 'message'),
		last_message_at = (SELECT max(sent_at) FROM message WHERE workspace_id = $1 AND conversation_id = $2 AND kind = 'message')
		WHERE workspace_id = $1 AND id = $2`, r.Workspace, id)
	return err
}

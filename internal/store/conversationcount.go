package store

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strconv"

	"svcx"
	"svcx/internal/sqldb"
)

// The totals of lists of conversations are counters, kept in the transactions that
// change what they count: counting rows took 58 ms for the open and unassigned ones
// among a million. Whatever changes status, assignee, category or tags of a row, or
// deletes it, adds to them.

// listCount is one of the totals: how many conversations of a status there are, in
// the list of a dimension's key.
type listCount struct {
	workspace svcx.WorkspaceID
	dimension string
	key       string
	status    svcx.Status
}

// The dimensions. The keys are ids, a folded tag, or "": of byStatus, and of
// byAssignee for what nobody has.
const (
	byStatus   = "status"
	byAssignee = "assignee"
	byChannel  = "channel"
	byCategory = "category"
	byTag      = "tag"
)

type countedList struct {
	listCount
	n int
}

var listCountTable = sqldb.NewTable("conversation_count", func(c *countedList) []sqldb.Column {
	return []sqldb.Column{
		sqldb.Field("workspace_id", &c.workspace),
		sqldb.Field("dimension", &c.dimension),
		sqldb.Field("key", &c.key),
		sqldb.Field("status", &c.status),
		sqldb.Field("n", &c.n),
	}
}).Adding("workspace_id, dimension, key, status", "n")

// listCounts gathers what a transaction adds to the totals.
type listCounts map[listCount]int

// add counts a conversation n times in each list that has it.
func (l listCounts) add(c *svcx.Conversation, n int) {
	count := func(dimension, key string) { l[listCount{c.Workspace, dimension, key, c.Status}] += n }
	count(byStatus, "")
	count(byAssignee, idKey(c.AssignedTo))
	if c.Channel != nil {
		count(byChannel, idKey(c.Channel))
	}
	if c.Category != nil {
		count(byCategory, idKey(c.Category))
	}
	for _, tag := range tagKeys(c.Tags) {
		count(byTag, tag)
	}
}

// move takes a conversation as it was from its lists, and adds it as it is.
func (l listCounts) move(was, c *svcx.Conversation) {
	if was.Status != c.Status || idKey(was.AssignedTo) != idKey(c.AssignedTo) || idKey(was.Category) != idKey(c.Category) || !slices.Equal(was.Tags, c.Tags) {
		l.add(was, -1)
		l.add(c, 1)
	}
}

func (l listCounts) write(tx *Tx) error {
	var rows, fewer []*countedList
	// Sorted, so that the same totals are always written in the same order.
	for _, k := range slices.SortedFunc(maps.Keys(l), func(a, b listCount) int {
		return cmp.Or(cmp.Compare(a.workspace, b.workspace), cmp.Compare(a.dimension, b.dimension), cmp.Compare(a.key, b.key), cmp.Compare(a.status, b.status))
	}) {
		if n := l[k]; n != 0 {
			row := &countedList{k, n}
			rows = append(rows, row)
			if k.dimension == byTag && n < 0 {
				fewer = append(fewer, row)
			}
		}
	}
	if err := listCountTable.Insert(tx.Tx, rows...); err != nil {
		return err
	}
	// A tag may be anything: nothing is kept of one that is gone. Each is looked up, since
	// a workspace may have as many tags as conversations.
	for _, c := range fewer {
		err := tx.Enqueue(nil, `DELETE FROM conversation_count WHERE workspace_id = $1 AND dimension = '`+byTag+`' AND key = $2 AND status = $3 AND n = 0`,
			c.workspace, c.key, c.status)
		if err != nil {
			return err
		}
	}
	return nil
}

// counted is a total, of a status or of all.
func (r Reads) counted(ws svcx.WorkspaceID, dimension, key string, status svcx.Status) (total int, err error) {
	rows, err := sqldb.Collect(r.q, `SELECT `+listCountTable.Columns()+` FROM conversation_count WHERE workspace_id = $1 AND dimension = $2 AND key = $3`,
		listCountTable.ScanRow, ws, dimension, key)
	for _, c := range rows {
		if status == "" || c.status == status {
			total += c.n
		}
	}
	return total, err
}

// ViewCounts reads the totals of the lists that members look at. Those of tags are left
// out: there may be as many as conversations.
func (r Reads) ViewCounts(ws svcx.WorkspaceID) (svcx.ViewCounts, error) {
	v := svcx.ViewCounts{
		ByStatus: make(map[svcx.Status]int), ByAssignee: make(map[svcx.UserID]int), ByChannel: make(map[svcx.ChannelID]int),
		ByCategory: make(map[svcx.CategoryID]int),
	}
	rows, err := sqldb.Collect(r.q, `SELECT `+listCountTable.Columns()+` FROM conversation_count
		WHERE workspace_id = $1 AND dimension IN ('`+byStatus+`', '`+byAssignee+`', '`+byChannel+`', '`+byCategory+`')
		AND n > 0 AND (status = 'open' OR dimension = '`+byStatus+`')`, listCountTable.ScanRow, ws)
	for _, c := range rows {
		id, _ := strconv.ParseInt(c.key, 10, 64)
		switch {
		case c.dimension == byStatus:
			v.ByStatus[c.status] = c.n
		case c.dimension == byAssignee && c.key == "":
			v.Unassigned = c.n
		case c.dimension == byAssignee:
			v.ByAssignee[svcx.UserID(id)] = c.n
		case c.dimension == byChannel:
			v.ByChannel[svcx.ChannelID(id)] = c.n
		case c.dimension == byCategory:
			v.ByCategory[svcx.CategoryID(id)] = c.n
		}
	}
	return v, err
}

// idKey is the key of an id in a dimension; "" for none.
func idKey[T ~int64](id *T) string {
	if id == nil {
		return ""
	}
	return strconv.FormatInt(int64(*id), 10)
}

// taggedRow is a tag of a conversation, with what orders its list.
type taggedRow struct {
	workspace    svcx.WorkspaceID
	conversation svcx.ConversationID
	tag          string
	status       svcx.Status
	// updatedAt is what nodes of an earlier version order by.
	updatedAt, activeAt svcx.Time
}

var tagTable = sqldb.NewTable("conversation_tag", func(t *taggedRow) []sqldb.Column {
	return []sqldb.Column{
		sqldb.Field("workspace_id", &t.workspace),
		sqldb.Field("conversation_id", &t.conversation),
		sqldb.Field("tag", &t.tag),
		sqldb.Field("status", &t.status),
		sqldb.Field("updated_at", &t.updatedAt),
		sqldb.Field("active_at", &t.activeAt),
	}
})

// tagKeys are the keys of tags, each once: tags are the same without regard to case.
func tagKeys(tags []string) []string {
	var keys []string
	for _, tag := range tags {
		if key := nameKey(tag); !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	return keys
}

// insertTags stores the tags of new conversations, or of those whose tags were
// deleted.
func insertTags(tx *Tx, conversations ...*svcx.Conversation) error {
	var rows []*taggedRow
	for _, c := range conversations {
		for _, tag := range tagKeys(c.Tags) {
			rows = append(rows, &taggedRow{c.Workspace, c.ID, tag, c.Status, c.UpdatedAt, c.ActiveAt()})
		}
	}
	return tagTable.Insert(tx.Tx, rows...)
}

// updateTags follows a change of a conversation.
func updateTags(tx *Tx, was, c *svcx.Conversation) error {
	switch {
	case !slices.Equal(was.Tags, c.Tags):
		if err := deleteTags(tx, c); err != nil {
			return err
		}
		return insertTags(tx, c)
	case len(c.Tags) == 0 || was.Status == c.Status && was.UpdatedAt == c.UpdatedAt && was.ActiveAt() == c.ActiveAt():
		return nil
	}
	return tx.Enqueue(nil, `UPDATE conversation_tag SET status = $3, updated_at = $4, active_at = $5 WHERE workspace_id = $1 AND conversation_id = $2`,
		c.Workspace, c.ID, c.Status, c.UpdatedAt, c.ActiveAt())
}

func deleteTags(tx *Tx, c *svcx.Conversation) error {
	return tx.Enqueue(nil, `DELETE FROM conversation_tag WHERE workspace_id = $1 AND conversation_id = $2`, c.Workspace, c.ID)
}

// RefoldTags folds the keys of tags that a migration has stored, which folds ASCII
// alone. It reads one row per tag, and may run repeatedly.
func (db *DB) RefoldTags(ctx context.Context, ws svcx.WorkspaceID) error {
	stored, err := sqldb.Collect(db.Reader(ctx), `SELECT DISTINCT key FROM conversation_count WHERE workspace_id = $1 AND dimension = '`+byTag+`'`, sqldb.ScanValue[string], ws)
	if err != nil {
		return err
	}
	for _, tag := range stored {
		key := nameKey(tag)
		if key == tag {
			continue
		}
		err := db.Write(ctx, ws, func(tx *Tx) error {
			for _, statement := range []string{
				`DELETE FROM conversation_tag WHERE workspace_id = $1 AND tag = $2 AND EXISTS (SELECT 1 FROM conversation_tag AS folded
					WHERE folded.workspace_id = $1 AND folded.conversation_id = conversation_tag.conversation_id AND folded.tag = $3)`,
				`UPDATE conversation_tag SET tag = $3 WHERE workspace_id = $1 AND tag = $2`,
				`DELETE FROM conversation_count WHERE workspace_id = $1 AND dimension = '` + byTag + `' AND key IN ($2, $3)`,
				`INSERT INTO conversation_count SELECT workspace_id, '` + byTag + `', tag, status, count(*) FROM conversation_tag
					WHERE workspace_id = $1 AND tag IN ($2, $3) GROUP BY workspace_id, tag, status`,
			} {
				if _, err := tx.Exec(statement, ws, tag, key); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

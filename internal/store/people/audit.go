package people

import (
	"cmp"
	"slices"

	"svcx"
	"svcx/internal/sqldb"
)

// AuditTable describes the table of the audit log.
var AuditTable = sqldb.NewTable("audit", func(e *svcx.AuditEntry) []sqldb.Column {
	return []sqldb.Column{
		sqldb.Field("id", &e.ID),
		sqldb.Field("workspace_id", &e.Workspace),
		sqldb.Field("actor_kind", &e.Actor.Kind),
		sqldb.Field("actor_id", &e.Actor.ID),
		sqldb.Field("actor_name", &e.Actor.Name),
		sqldb.Field("action", &e.Action),
		sqldb.Field("target", &e.Target),
		sqldb.Field("ip", &e.Actor.IP),
		sqldb.Field("created_at", &e.At),
	}
})

const (
	// auditWalk is how many entries of an index are read to find those that match the rest of
	// a filter.
	auditWalk = 2000
	// auditDisorder is by how much, in milliseconds, times of entries may be out of the order of
	// their ids: nodes have clocks of their own.
	auditDisorder = 60_000
)

// AuditEntries lists entries that match a filter, newest first: at most limit of those with ids
// below before (0 for no bound). next is the bound for those after them, 0 if there are none. A
// filter of several conditions reads auditWalk entries at most: there may be more where fewer
// than limit are returned.
func (r Reads) AuditEntries(ws svcx.WorkspaceID, f svcx.AuditFilter, before int64, limit int) (found []*svcx.AuditEntry, next int64, err error) {
	after, below, err := r.auditBounds(ws, f, before)
	if err != nil || after+1 >= below {
		return nil, 0, err
	}
	parts := auditParts(f)
	read := limit + 1
	if !f.Plain() {
		read = max(auditWalk, read)
	}
	// Below cut, parts may have entries that were not read.
	cut := int64(0)
	for _, p := range parts {
		// Without a lower bound: with two, SQLite takes the index of the ids.
		some, err := sqldb.Collect(r.q, `SELECT `+AuditTable.Columns()+` FROM audit
			WHERE workspace_id = $1 AND id < $2`+p.condition+` ORDER BY id DESC LIMIT $3`, AuditTable.Scan, append([]any{ws, below, read}, p.args...)...)
		if err != nil {
			return nil, 0, err
		}
		if len(some) == read && some[read-1].ID > after {
			cut = max(cut, some[read-1].ID)
		}
		found = append(found, some...)
	}
	found = slices.DeleteFunc(found, func(e *svcx.AuditEntry) bool { return e.ID < cut || e.ID <= after || !f.Matches(e) })
	slices.SortFunc(found, func(a, b *svcx.AuditEntry) int { return cmp.Compare(b.ID, a.ID) })
	found = slices.CompactFunc(found, func(a, b *svcx.AuditEntry) bool { return a.ID == b.ID })
	if len(found) > limit {
		found = found[:limit]
		return found, found[limit-1].ID, nil
	}
	return found, cut, nil
}

// auditBounds are the ids between which the entries of a filter are.
func (r Reads) auditBounds(ws svcx.WorkspaceID, f svcx.AuditFilter, before int64) (after, below int64, err error) {
	below = before
	if before == 0 {
		below = 1<<63 - 1
	}
	if f.To != nil {
		last, err := sqldb.First(r.q, `SELECT id FROM audit WHERE workspace_id = $1 AND created_at < $2 ORDER BY created_at DESC, id DESC LIMIT 1`,
			sqldb.ScanValue[int64], ws, *f.To+auditDisorder)
		if err != nil {
			return 0, 0, err
		}
		below = min(below, last+1)
	}
	if f.From != nil {
		first, err := sqldb.First(r.q, `SELECT id FROM audit WHERE workspace_id = $1 AND created_at >= $2 ORDER BY created_at, id LIMIT 1`,
			sqldb.ScanValue[int64], ws, *f.From-auditDisorder)
		if err != nil {
			return 0, 0, err
		}
		if first == 0 {
			return 0, 0, nil
		}
		after = first - 1
	}
	return after, below, nil
}

// auditPart is a condition of which an index has the entries in the order of their ids. Its
// arguments begin at $4.
type auditPart struct {
	condition string
	args      []any
}

// auditParts are where the entries of a filter are found: by the target, the actor or the
// actions, which are rare in this order.
func auditParts(f svcx.AuditFilter) (parts []auditPart) {
	switch {
	case f.Target != "":
		parts = append(parts, auditPart{" AND target = $4", []any{f.Target}})
		for _, action := range svcx.AuditBelow[f.Kind()] {
			parts = append(parts, auditPart{" AND action = $4", []any{action}})
		}
	case f.ActorKind != "":
		parts = append(parts, auditPart{" AND actor_kind = $4 AND actor_id = $5", []any{f.ActorKind, f.ActorID}})
	case len(f.Actions) > 0:
		for _, action := range f.Actions {
			parts = append(parts, auditPart{" AND action = $4", []any{action}})
		}
	default:
		parts = []auditPart{{}}
	}
	return parts
}

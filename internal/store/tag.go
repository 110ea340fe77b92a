package store

import (
	"slices"

	"svcx"
	"svcx/internal/sqldb"
)

// UsedTags reads the tags of a workspace's conversations.
type UsedTags struct{ Workspace svcx.WorkspaceID }

// Most are those on the most conversations, each as one of these has it.
func (u UsedTags) Most(r Reads, limit int) ([]string, error) {
	type used struct {
		key  string
		tags []string
	}
	found, err := sqldb.Collect(r.q, `SELECT most.key, c.tags FROM (SELECT key, SUM(n) AS uses FROM conversation_count
			WHERE workspace_id = $1 AND dimension = '`+byTag+`' GROUP BY key HAVING SUM(n) > 0 ORDER BY SUM(n) DESC, key LIMIT $2) AS most
		JOIN conversation AS c ON c.workspace_id = $1 AND c.id = (SELECT conversation_id FROM conversation_tag WHERE workspace_id = $1 AND tag = most.key LIMIT 1)
		ORDER BY most.uses DESC, most.key`,
		func(s sqldb.Scanner) (u used, err error) {
			var tags string
			if err = s.Scan(&u.key, &tags); err == nil {
				err = sqldb.DecodeJSON(tags, &u.tags)
			}
			return u, err
		}, u.Workspace, limit)
	tags := make([]string, 0, len(found))
	for _, one := range found {
		if at := slices.IndexFunc(one.tags, func(tag string) bool { return nameKey(tag) == one.key }); at >= 0 {
			tags = append(tags, one.tags[at])
		}
	}
	return tags, err
}

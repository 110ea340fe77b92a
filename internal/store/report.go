package store

import (
	"cmp"
	"maps"
	"slices"

	"svcx"
	"svcx/internal/sqldb"
)

// countTable adds to existing rows.
var countTable = sqldb.NewTable("report_count", "workspace_id bigint", "day bigint", "measure text", "part bigint", "channel_id bigint", "user_id bigint",
	"n bigint", "total bigint").Adding("workspace_id, day, measure, part, channel_id, user_id", "n", "total")

// AddCounts adds to the counts of the reports.
func (tx *Tx) AddCounts(ws svcx.WorkspaceID, counts svcx.Counts) error {
	if len(counts) == 0 {
		return nil
	}
	// Sorted, so that the same counts are always written in the same order.
	keys := slices.SortedFunc(maps.Keys(counts), func(a, b svcx.CountKey) int {
		return cmp.Or(cmp.Compare(a.Day, b.Day), cmp.Compare(a.Measure, b.Measure), cmp.Compare(a.Part, b.Part),
			cmp.Compare(a.Channel, b.Channel), cmp.Compare(a.User, b.User))
	})
	rows := make([][]any, 0, len(keys))
	for _, k := range keys {
		if c := counts[k]; c != (svcx.Count{}) {
			rows = append(rows, []any{ws, int64(k.Day), string(k.Measure), int64(k.Part), k.Channel, k.User, c.N, c.Sum})
		}
	}
	return tx.Insert(countTable, rows...)
}

// Counts reads the counts of the reports, summed over the channels and assignees
// that the query selects: those of the keys are 0.
func (r Reads) Counts(ws svcx.WorkspaceID, q svcx.ReportQuery) (svcx.Counts, error) {
	conditions, args := "", []any{ws, int64(q.From), int64(q.To)}
	if q.Channel != nil {
		args = append(args, *q.Channel)
		conditions += " AND channel_id = " + sqldb.Placeholder(len(args))
	}
	if q.AssignedTo != nil {
		args = append(args, *q.AssignedTo)
		conditions += " AND user_id = " + sqldb.Placeholder(len(args))
	}
	if q.Unassigned {
		conditions += " AND user_id = 0"
	}
	counts := make(svcx.Counts)
	query := `SELECT day, measure, part, CAST(sum(n) AS bigint), CAST(sum(total) AS bigint) FROM report_count
		WHERE workspace_id = $1 AND day >= $2 AND day <= $3` + conditions + ` GROUP BY day, measure, part`
	err := r.q.Each(query, args, func(s sqldb.Scanner) error {
		var k svcx.CountKey
		var c svcx.Count
		err := s.Scan(&k.Day, &k.Measure, &k.Part, &c.N, &c.Sum)
		counts[k] = c
		return err
	})
	if err != nil {
		return nil, r.q.Failed(query, err)
	}
	return counts, nil
}

package store

import (
	"cmp"
	"maps"
	"slices"

	"svcx"
	"svcx/internal/sqldb"
)

// countRow is a row of counts.
type countRow struct {
	workspace svcx.WorkspaceID
	svcx.CountKey
	svcx.Count
}

// countTable adds to existing rows.
var countTable = sqldb.NewTable("report_count", func(r *countRow) []sqldb.Column {
	return []sqldb.Column{
		sqldb.Field("workspace_id", &r.workspace),
		sqldb.Field("day", &r.Day),
		sqldb.Field("measure", &r.Measure),
		sqldb.Field("part", &r.Part),
		sqldb.Field("channel_id", &r.Channel),
		sqldb.Field("user_id", &r.User),
		sqldb.Field("n", &r.N),
		sqldb.Field("total", &r.Sum),
	}
}).Adding("workspace_id, day, measure, part, channel_id, user_id", "n", "total")

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
	rows := make([]*countRow, 0, len(keys))
	for _, k := range keys {
		if c := counts[k]; c != (svcx.Count{}) {
			rows = append(rows, &countRow{ws, k, c})
		}
	}
	return countTable.Insert(tx.Tx, rows...)
}

// Counts reads the counts of the reports by day, channel or assignee, as the query says,
// summed over the others of these that it selects: those of the keys are 0.
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
	by := map[svcx.ReportBy]string{svcx.ByDay: "day", svcx.ByChannel: "channel_id", svcx.ByAssignee: "user_id"}[q.By]
	counts := make(svcx.Counts)
	query := `SELECT ` + by + `, measure, part, CAST(sum(n) AS bigint), CAST(sum(total) AS bigint) FROM report_count
		WHERE workspace_id = $1 AND day >= $2 AND day <= $3` + conditions + ` GROUP BY ` + by + `, measure, part`
	err := r.q.Each(query, args, func(s sqldb.Scanner) error {
		var k svcx.CountKey
		var c svcx.Count
		of := map[svcx.ReportBy]any{svcx.ByDay: &k.Day, svcx.ByChannel: &k.Channel, svcx.ByAssignee: &k.User}[q.By]
		err := s.Scan(of, &k.Measure, &k.Part, &c.N, &c.Sum)
		counts[k] = c
		return err
	})
	if err != nil {
		return nil, r.q.Failed(query, err)
	}
	return counts, nil
}

// HasCount reports whether something was ever counted in a workspace.
func HasCount(r Reads, ws svcx.WorkspaceID, m svcx.Measure) (bool, error) {
	day, err := sqldb.First(r.q, `SELECT day FROM report_count WHERE workspace_id = $1 AND measure = $2 AND n > 0 LIMIT 1`, sqldb.ScanValue[*svcx.Day], ws, m)
	return day != nil, err
}

package sqldb

// insert sends several rows as one statement with an array per column: one round
// trip and one plan for all of them. A single row is a plain insert: unpacking the
// arrays of twenty columns takes the server several times as long as the rest.
func (d postgresRows) insert(tx *Tx, n *insertion, rows [][]any) error {
	if len(rows) == 1 {
		return tx.Enqueue(nil, n.one, rows[0]...)
	}
	arrays := make([]any, len(n.kinds))
	for i, kind := range n.kinds {
		arrays[i] = columnArray(kind, rows, i)
	}
	return tx.Enqueue(nil, n.many, arrays...)
}

// columnArray collects column i of the rows, nil for NULL.
func columnArray(kind string, rows [][]any, i int) any {
	switch kind {
	case "bigint":
		return typedArray[int64](rows, i)
	case "boolean":
		return typedArray[bool](rows, i)
	case "bytea":
		all := make([][]byte, len(rows))
		for r, row := range rows {
			all[r], _ = row[i].([]byte)
		}
		return all
	default:
		return typedArray[string](rows, i)
	}
}

func typedArray[V any](rows [][]any, i int) []*V {
	values, all := make([]V, len(rows)), make([]*V, len(rows))
	for r, row := range rows {
		if row[i] != nil {
			values[r] = row[i].(V)
			all[r] = &values[r]
		}
	}
	return all
}

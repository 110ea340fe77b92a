package sqldb

import (
	"database/sql/driver"
	"fmt"
)

// Insert sends several rows as one statement with an array per column: one round
// trip and one plan for all of them. A single row is a plain insert: unpacking the
// arrays of twenty columns takes the server several times as long as the rest.
func (d postgresRows) insert(tx *Tx, t *Table, rows [][]any) error {
	if len(rows) == 1 {
		return insertRow(tx, t, rows[0])
	}
	return insertArrays(tx, t, rows)
}

func insertRow(tx *Tx, t *Table, row []any) error {
	values := make([]any, len(row))
	for i, v := range row {
		plain, err := driver.DefaultParameterConverter.ConvertValue(v)
		if err != nil {
			return t.wrongType(i, err)
		}
		values[i] = plain
	}
	return tx.Enqueue(nil, t.one, values...)
}

func insertArrays(tx *Tx, t *Table, rows [][]any) error {
	arrays := make([]any, len(t.columns))
	for i, c := range t.columns {
		array, err := columnArray(c.kind, rows, i)
		if err != nil {
			return t.wrongType(i, err)
		}
		arrays[i] = array
	}
	return tx.Enqueue(nil, t.many, arrays...)
}

// columnArray collects column i of the rows, nil for NULL.
func columnArray(kind string, rows [][]any, i int) (any, error) {
	switch kind {
	case "bigint":
		return typedArray[int64](rows, i)
	case "boolean":
		return typedArray[bool](rows, i)
	case "bytea":
		all := make([][]byte, len(rows))
		for r, row := range rows {
			v, ok := row[i].([]byte)
			if !ok && row[i] != nil {
				return nil, fmt.Errorf("a value of type %T", row[i])
			}
			all[r] = v
		}
		return all, nil
	default:
		return typedArray[string](rows, i)
	}
}

func typedArray[T any](rows [][]any, i int) ([]*T, error) {
	all := make([]*T, len(rows))
	for r, row := range rows {
		plain, err := driver.DefaultParameterConverter.ConvertValue(row[i])
		if err != nil {
			return nil, err
		}
		if plain == nil {
			continue
		}
		v, ok := plain.(T)
		if !ok {
			return nil, fmt.Errorf("a value of type %T", plain)
		}
		all[r] = &v
	}
	return all, nil
}

package sqldb

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"svcx"
)

// rows is how rows are written and get their ids.
type rows interface {
	// reserve takes n ids that were never assigned before. reserveAhead takes ids of
	// several tables, where that saves something over table by table.
	reserve(tx *Tx, table string, n int) ([]int64, error)
	reserveAhead(tx *Tx, n map[string]int) error
	// lastID returns a lower bound for the ids of future rows in the transaction's
	// workspaces: at least the highest that the table has had there, 0 if none.
	lastID(tx *Tx, table string) (int64, error)
	// insert writes rows.
	insert(tx *Tx, t *Table, rows [][]any) error
	// deleteDaily deletes rows older than before from a table of Schema.Daily.
	deleteDaily(ctx context.Context, db *DB, table string, before svcx.Time) error
}

// Table describes the columns of a bulk insert, with their PostgreSQL types.
type Table struct {
	name    string
	columns []column
	// One and many are the statements that insert one row and, on PostgreSQL,
	// several.
	one, many string
}

type column struct{ name, kind string }

// NewTable describes a table from "name kind" pairs.
func NewTable(name string, columns ...string) *Table {
	t := &Table{name: name}
	var names, values, arrays []string
	for i, c := range columns {
		column := column{}
		column.name, column.kind, _ = strings.Cut(c, " ")
		t.columns = append(t.columns, column)
		names = append(names, column.name)
		values = append(values, Placeholder(i+1))
		arrays = append(arrays, Placeholder(i+1)+"::"+column.kind+"[]")
	}
	into := "INSERT INTO " + name + " (" + strings.Join(names, ", ") + ") "
	t.one = into + "VALUES (" + strings.Join(values, ", ") + ")"
	t.many = into + "SELECT * FROM unnest(" + strings.Join(arrays, ", ") + ")"
	return t
}

// Numbered makes inserts continue, in the second column, from the highest number
// among the rows with the same first column. The rows of an insert have one first
// column, and in the place of the number how many each takes.
func (t *Table) Numbered() *Table {
	key, number := t.columns[0].name, t.columns[1].name
	var names, values, arrays []string
	for i, c := range t.columns {
		names = append(names, c.name)
		values = append(values, Placeholder(i+1))
		arrays = append(arrays, Placeholder(i+1)+"::"+c.kind+"[]")
	}
	selects := slices.Clone(names)
	into := "INSERT INTO " + t.name + " (" + strings.Join(names, ", ") + ") "
	values[1] = "$2 + COALESCE((SELECT " + number + " FROM " + t.name + " WHERE " + key + " = $1 ORDER BY " + number + " DESC LIMIT 1), 0)"
	selects[1] = "COALESCE((SELECT MAX(" + number + ") FROM " + t.name + " WHERE " + key + " = ($1::" + t.columns[0].kind + "[])[1]), 0)" +
		" + (SUM(" + number + ") OVER (ORDER BY place))::bigint"
	t.one = into + "VALUES (" + strings.Join(values, ", ") + ")"
	t.many = into + "SELECT " + strings.Join(selects, ", ") + " FROM unnest(" + strings.Join(arrays, ", ") + ")" +
		" WITH ORDINALITY AS fresh (" + strings.Join(names, ", ") + ", place)"
	return t
}

// Adding makes inserts add to the columns named by sums where a row with the key
// exists. The rows of one insert must have different keys.
func (t *Table) Adding(key string, sums ...string) *Table {
	for i, column := range sums {
		sums[i] = column + " = " + t.name + "." + column + " + excluded." + column
	}
	onConflict := " ON CONFLICT (" + key + ") DO UPDATE SET " + strings.Join(sums, ", ")
	t.one += onConflict
	t.many += onConflict
	return t
}

// wrongType names column i in the error of a value of the wrong type.
func (t *Table) wrongType(i int, err error) error {
	return fmt.Errorf("column %s of %s: %w", t.columns[i].name, t.name, err)
}

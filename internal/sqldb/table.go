package sqldb

import (
	"context"
	"database/sql"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"

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
	insert(tx *Tx, n *insertion, rows [][]any) error
	// deleteDaily deletes rows older than before from a table of Schema.Daily.
	deleteDaily(ctx context.Context, db *DB, table string, before svcx.Time) error
}

// Table describes a table whose rows are values of T: its columns, and where a row
// has the value of each. All that reads and writes whole rows follows from that: the
// lists of columns and their types, scanning, inserts and updates.
type Table[T any] struct {
	table
	columns func(row *T) []Column
}

// table is what does not depend on the type of the rows.
type table struct {
	name string
	// described are the columns of an empty row. Scan reads those of read, and an
	// insert writes those at written.
	described []Column
	read      string
	written   []int
	insert    insertion
}

// NewTable describes a table. columns returns the columns of a row, always the same
// ones in the same order. A value of a type that is not stored panics.
func NewTable[T any](name string, columns func(row *T) []Column) *Table[T] {
	return &Table[T]{describe(name, columns(new(T))), columns}
}

func describe(name string, columns []Column) table {
	t := table{name: name, described: columns}
	var read []string
	for i, c := range t.described {
		if c.kind() == "" {
			panic(t.wrong(c.name, fmt.Errorf("a value of type %v", c.typeOf())))
		}
		_, isOther := c.value.(other)
		if !isOther {
			read = append(read, c.name)
		}
		if _, isComputed := c.value.(computed); isComputed || !isOther {
			t.written = append(t.written, i)
		}
	}
	t.read = strings.Join(read, ", ")
	t.insert = t.insertionOf(t.written)
	return t
}

// wrong names a column in an error about its value.
func (t *table) wrong(column string, err error) error {
	return fmt.Errorf("column %s of %s: %w", column, t.name, err)
}

func (t *table) index(column string) int {
	i := slices.IndexFunc(t.described, func(c Column) bool { return c.name == column })
	if i < 0 {
		panic("there is no column " + column + " of " + t.name)
	}
	return i
}

// Columns is the list of the columns that Scan reads.
func (t *table) Columns() string { return t.read }

// ColumnsOf is Columns under the table's name in a join.
func (t *table) ColumnsOf(alias string) string {
	return alias + "." + strings.ReplaceAll(t.read, ", ", ", "+alias+".")
}

// Scan reads a row of Columns.
func (t *Table[T]) Scan(s Scanner) (*T, error) {
	row := new(T)
	if err := t.ScanInto(row, s); err != nil {
		return nil, err
	}
	return row, nil
}

// ScanRow is Scan for rows that are kept as values.
func (t *Table[T]) ScanRow(s Scanner) (row T, err error) {
	err = t.ScanInto(&row, s)
	return row, err
}

// ScanInto reads a row of Columns, and other columns that follow them.
func (t *Table[T]) ScanInto(row *T, s Scanner, others ...any) error {
	return t.scan(t.columns(row), s, others)
}

func (t *table) scan(columns []Column, s Scanner, others []any) error {
	d := destinations.Get().(*destination)
	defer d.release()
	d.texts = slices.Grow(d.texts, len(columns))[:len(columns)]
	for i := range columns {
		switch v := columns[i].value.(type) {
		case other:
		case Encoding:
			d.all = append(d.all, &d.texts[i])
		default:
			d.all = append(d.all, v)
		}
	}
	d.all = append(d.all, others...)
	if err := s.Scan(d.all...); err != nil {
		return err
	}
	for i := range columns {
		if v, ok := columns[i].value.(Encoding); ok {
			if err := v.Decode(d.texts[i]); err != nil {
				return t.wrong(columns[i].name, err)
			}
		}
	}
	return nil
}

// destination is where a row is scanned into: fields of the row, and texts that are
// decoded then.
type destination struct {
	all   []any
	texts []sql.NullString
}

var destinations = sync.Pool{New: func() any { return new(destination) }}

func (d *destination) release() {
	clear(d.all)
	clear(d.texts)
	d.all, d.texts = d.all[:0], d.texts[:0]
	destinations.Put(d)
}

// insertion is an insert of some of the columns.
type insertion struct {
	kinds []string
	// one and many are the statements that insert one row and, on PostgreSQL, several.
	one, many string
}

func (t *table) insertionOf(at []int) (n insertion) {
	names, values, arrays := t.inserted(at)
	for _, i := range at {
		n.kinds = append(n.kinds, t.described[i].kind())
	}
	into := "INSERT INTO " + t.name + " (" + strings.Join(names, ", ") + ") "
	n.one = into + "VALUES (" + strings.Join(values, ", ") + ")"
	n.many = into + "SELECT * FROM unnest(" + strings.Join(arrays, ", ") + ")"
	return n
}

// inserted are the names of columns, and placeholders of their values and of arrays
// of them.
func (t *table) inserted(at []int) (names, values, arrays []string) {
	for n, i := range at {
		names = append(names, t.described[i].name)
		values = append(values, Placeholder(n+1))
		arrays = append(arrays, Placeholder(n+1)+"::"+t.described[i].kind()+"[]")
	}
	return names, values, arrays
}

// Adding makes inserts add to the columns named by sums where a row with the key
// exists. The rows of one insert must have different keys.
func (t *Table[T]) Adding(key string, sums ...string) *Table[T] {
	t.add(key, sums)
	return t
}

func (t *table) add(key string, sums []string) {
	for i, column := range sums {
		sums[i] = column + " = " + t.name + "." + column + " + excluded." + column
	}
	t.onConflict(key, sums)
}

// Replacing makes inserts replace a row that has the same key. The rows of one insert
// must have different keys.
func (t *Table[T]) Replacing(key ...string) *Table[T] {
	t.replace(key)
	return t
}

func (t *table) replace(key []string) {
	var sets []string
	for _, i := range t.written {
		if column := t.described[i].name; !slices.Contains(key, column) {
			sets = append(sets, column+" = excluded."+column)
		}
	}
	t.onConflict(strings.Join(key, ", "), sets)
}

func (t *table) onConflict(key string, sets []string) {
	update := " ON CONFLICT (" + key + ") DO UPDATE SET " + strings.Join(sets, ", ")
	t.insert.one += update
	t.insert.many += update
}

// Numbered makes inserts continue, in the second column, from the highest number
// among the rows with the same first column. The rows of an insert have one first
// column, and in the place of the number how many each takes.
func (t *Table[T]) Numbered() *Table[T] {
	t.number()
	return t
}

func (t *table) number() {
	names, values, arrays := t.inserted(t.written)
	key, number := names[0], names[1]
	selects := slices.Clone(names)
	into := "INSERT INTO " + t.name + " (" + strings.Join(names, ", ") + ") "
	values[1] = "$2 + COALESCE((SELECT " + number + " FROM " + t.name + " WHERE " + key + " = $1 ORDER BY " + number + " DESC LIMIT 1), 0)"
	selects[1] = "COALESCE((SELECT MAX(" + number + ") FROM " + t.name + " WHERE " + key + " = (" + arrays[0] + ")[1]), 0)" +
		" + (SUM(" + number + ") OVER (ORDER BY place))::bigint"
	t.insert.one = into + "VALUES (" + strings.Join(values, ", ") + ")"
	t.insert.many = into + "SELECT " + strings.Join(selects, ", ") + " FROM unnest(" + strings.Join(arrays, ", ") + ")" +
		" WITH ORDINALITY AS fresh (" + strings.Join(names, ", ") + ", place)"
}

// Reserve takes ids for new rows and sets their columns id.
func (t *Table[T]) Reserve(tx *Tx, rows ...*T) error {
	ids, err := tx.Reserve(t.name, len(rows))
	if err != nil {
		return err
	}
	id := t.index("id")
	for i, row := range rows {
		reflect.ValueOf(t.columns(row)[id].value).Elem().SetInt(ids[i])
	}
	return nil
}

// Insert writes new rows.
func (t *Table[T]) Insert(tx *Tx, rows ...*T) error {
	all := make([][]any, len(rows))
	for i, row := range rows {
		all[i] = values(t.columns(row), t.written)
	}
	return tx.insert(&t.insert, all)
}

// values are those of the columns at the indexes.
func values(columns []Column, at []int) []any {
	all := make([]any, len(at))
	for i, c := range at {
		all[i] = columns[c].write()
	}
	return all
}

// Value is a value for an Other column.
type Value struct {
	column string
	value  any
}

// Set gives an Other column a value.
func Set(column string, value any) Value { return Value{column, value} }

// InsertWith writes a new row with values for its Other columns.
func (t *Table[T]) InsertWith(tx *Tx, row *T, others ...Value) error {
	return t.insertWith(tx, values(t.columns(row), t.written), others)
}

func (t *table) insertWith(tx *Tx, values []any, others []Value) error {
	at := slices.Clone(t.written)
	for _, o := range others {
		i, v := t.index(o.column), reflect.ValueOf(o.value)
		if want := t.described[i].typeOf(); !v.IsValid() || v.Type() != want {
			return t.wrong(o.column, fmt.Errorf("a value of type %T", o.value))
		}
		p := reflect.New(v.Type())
		p.Elem().Set(v)
		at, values = append(at, i), append(values, plain(p.Interface()))
	}
	n := t.insertionOf(at)
	return tx.insert(&n, [][]any{values})
}

// Update is a statement that sets columns of a row.
type Update[T any] struct {
	table *Table[T]
	text  string
	at    []int
}

// Update returns the statement that sets the columns of a row, which is found by its
// id and, if it has one, its workspace.
func (t *Table[T]) Update(columns ...string) *Update[T] {
	text, at := t.update(columns)
	return &Update[T]{t, text, at}
}

func (t *table) update(columns []string) (text string, at []int) {
	keys := []string{"id"}
	if slices.ContainsFunc(t.described, func(c Column) bool { return c.name == "workspace_id" }) {
		keys = []string{"workspace_id", "id"}
	}
	bound := make(map[string]string)
	for i, name := range slices.Concat(keys, columns) {
		at = append(at, t.index(name))
		bound[name] = Placeholder(i + 1)
	}
	set := func(name string) string {
		if v, ok := t.described[t.index(name)].value.(dependent); ok {
			return name + " = CASE WHEN " + v.source + " = " + bound[v.source] + " THEN " + name + " ELSE " + bound[name] + " END"
		}
		return name + " = " + bound[name]
	}
	var conditions, sets []string
	for _, name := range keys {
		conditions = append(conditions, set(name))
	}
	for _, name := range columns {
		sets = append(sets, set(name))
	}
	text = "UPDATE " + t.name + " SET " + strings.Join(sets, ", ") + " WHERE " + strings.Join(conditions, " AND ")
	return text, at
}

// Exec runs the statement and returns how many rows it affected.
func (u *Update[T]) Exec(tx *Tx, row *T) (int64, error) {
	return tx.Exec(u.text, values(u.table.columns(row), u.at)...)
}

// Enqueue runs the statement as Tx.Enqueue does.
func (u *Update[T]) Enqueue(tx *Tx, affected func(int64) error, row *T) error {
	return tx.Enqueue(affected, u.text, values(u.table.columns(row), u.at)...)
}

// Definition returns the table's name and its columns, "name type NOT NULL", for tests.
func (t *table) Definition() (name string, columns []string) {
	for _, c := range t.described {
		text := c.name + " " + c.kind()
		if !c.nullable() {
			text += " NOT NULL"
		}
		columns = append(columns, text)
	}
	return t.name, columns
}

package move

import (
	"context"
	"database/sql"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// table is a table as both databases have it.
type table struct {
	name string
	// columns in the order of the source, kinds as PostgreSQL names them.
	columns, kinds []string
	// key are the columns of the source's primary key.
	key []string
	// numbered says that the table has ids that are never given twice.
	numbered bool
}

// migrationsTable is that of the schema's version.
const migrationsTable = "goose_db_version"

// compareSchemas reads the tables of both databases. A difference is an error: it would mean
// that something is left out.
func (m *mover) compareSchemas(ctx context.Context) error {
	from, err := sourceTables(ctx, m.from)
	if err != nil {
		return fmt.Errorf("reading the schema of the embedded database: %w", err)
	}
	reads, _ := m.To.Pools()
	to, err := targetTables(ctx, reads)
	if err != nil {
		return fmt.Errorf("reading the schema of PostgreSQL: %w", err)
	}
	m.tables, err = matched(from, to, append(slices.Clone(m.Rebuilt), migrationsTable))
	return err
}

// matched combines the tables of both databases without some, in the order of their names.
func matched(from, to map[string]table, without []string) (all []table, err error) {
	for _, name := range without {
		delete(from, name)
		delete(to, name)
	}
	for name := range to {
		if _, ok := from[name]; !ok {
			return nil, fmt.Errorf("the schemas differ: the embedded database has no table %s", name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(from)) {
		t, other := from[name], to[name]
		if len(t.columns) != len(other.columns) {
			return nil, fmt.Errorf("the schemas differ in the columns of %s", name)
		}
		for i, column := range t.columns {
			at := slices.Index(other.columns, column)
			if at < 0 {
				return nil, fmt.Errorf("the schemas differ: PostgreSQL has no column %s in %s", column, name)
			}
			t.kinds[i] = other.kinds[at]
			if !slices.Contains([]string{"bigint", "boolean", "text", "bytea"}, t.kinds[i]) {
				return nil, fmt.Errorf("column %s of %s has the type %s, which is not moved", column, name, t.kinds[i])
			}
		}
		if t.numbered != other.numbered || len(t.key) == 0 {
			return nil, fmt.Errorf("the schemas differ in the ids of %s", name)
		}
		all = append(all, t)
	}
	return all, nil
}

func sourceTables(ctx context.Context, db queryer) (map[string]table, error) {
	type column struct {
		table, name string
		key         int
		numbered    bool
	}
	columns, err := collect(ctx, db, `SELECT l.name, c.name, c.pk, s.sql LIKE '%AUTOINCREMENT%' FROM pragma_table_list l
		JOIN sqlite_schema s ON s.type = 'table' AND s.name = l.name JOIN pragma_table_info(l.name) c
		WHERE l.schema = 'main' AND l.type = 'table' AND l.name NOT LIKE 'sqlite_%' ORDER BY l.name, c.cid`, func(r *sql.Rows) (c column, err error) {
		return c, r.Scan(&c.table, &c.name, &c.key, &c.numbered)
	})
	all := make(map[string]table)
	for _, c := range columns {
		t := all[c.table]
		t.name, t.numbered = c.table, c.numbered
		t.columns, t.kinds = append(t.columns, c.name), append(t.kinds, "")
		if c.key > 0 {
			t.key = append(t.key, make([]string, max(0, c.key-len(t.key)))...)
			t.key[c.key-1] = c.name
		}
		all[c.table] = t
	}
	return all, err
}

func targetTables(ctx context.Context, db queryer) (map[string]table, error) {
	type column struct{ table, name, kind string }
	columns, err := collect(ctx, db, `SELECT c.relname::text, a.attname::text, format_type(a.atttypid, a.atttypmod)
		FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
		WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY c.relname, a.attnum`,
		func(r *sql.Rows) (c column, err error) { return c, r.Scan(&c.table, &c.name, &c.kind) })
	if err != nil {
		return nil, err
	}
	all := make(map[string]table)
	for _, c := range columns {
		t := all[c.table]
		t.name = c.table
		t.columns, t.kinds = append(t.columns, c.name), append(t.kinds, c.kind)
		all[c.table] = t
	}
	sequences, err := collect(ctx, db, `SELECT relname::text FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'S'`, scanText)
	for _, name := range sequences {
		if t, ok := all[strings.TrimSuffix(name, "_id")]; ok && strings.HasSuffix(name, "_id") {
			t.numbered = true
			all[t.name] = t
		}
	}
	return all, err
}

func scanText(r *sql.Rows) (text string, err error) { return text, r.Scan(&text) }
func scanCount(r *sql.Rows) (n int64, err error)    { return n, r.Scan(&n) }

// theirs is the condition for the rows that are copied.
func (t *table) theirs() string {
	if t.name == "server_setting" {
		return "name <> '" + Setting + "'"
	}
	return "TRUE"
}

func (t *table) count(ctx context.Context, db queryer) (int64, error) {
	n, err := collect(ctx, db, `SELECT count(*) FROM `+t.name+` WHERE `+t.theirs(), scanCount)
	if err != nil {
		return 0, err
	}
	return n[0], nil
}

// lastID is the highest id that the source has ever given; 0 if none.
func (t *table) lastID(ctx context.Context, db queryer) (int64, error) {
	n, err := collect(ctx, db, `SELECT max(coalesce((SELECT max(seq) FROM sqlite_sequence WHERE name = $1), 0), coalesce((SELECT max(id) FROM `+t.name+`), 0))`, scanCount, t.name)
	if err != nil {
		return 0, err
	}
	return n[0], nil
}

// keyValues are the values of a primary key, numbers and texts, of which the stored form
// keeps every byte.
type keyValues []any

// MarshalJSON writes numbers as such, and texts in base64.
func (k keyValues) MarshalJSON() ([]byte, error) {
	var all []string
	for _, v := range k {
		switch v := v.(type) {
		case int64:
			all = append(all, strconv.FormatInt(v, 10))
		case string:
			all = append(all, "="+base64.StdEncoding.EncodeToString([]byte(v)))
		default:
			return nil, fmt.Errorf("a key with a value of type %T", v)
		}
	}
	return json.Marshal(all)
}

// UnmarshalJSON reads what MarshalJSON has written.
func (k *keyValues) UnmarshalJSON(text []byte) error {
	var all []string
	if err := json.Unmarshal(text, &all); err != nil {
		return err
	}
	for _, v := range all {
		if encoded, isText := strings.CutPrefix(v, "="); isText {
			decoded, err := base64.StdEncoding.DecodeString(encoded)
			if err != nil {
				return err
			}
			*k = append(*k, string(decoded))
			continue
		}
		n, err := strconv.ParseInt(v, 10, 64)
		if err != nil {
			return errors.New("a key that is no number")
		}
		*k = append(*k, n)
	}
	return nil
}

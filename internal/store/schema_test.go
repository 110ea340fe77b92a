package store_test

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"svcx/internal/store"
	"svcx/internal/store/storetest"
)

// schema describes a database in the same terms for SQLite and PostgreSQL.
type schema map[string]*tableSchema

type tableSchema struct {
	// Columns in order: "name type NOT NULL DEFAULT x".
	Columns []string
	// Key is the primary key's columns.
	Key []string
	// Numbered is set if ids are generated and never reused.
	Numbered bool
	// Indexes by name: "UNIQUE (a, b DESC) WHERE condition".
	Indexes map[string]string
}

// What differs between the two schemas, and why.
var (
	onlySQLite = map[string]string{
		"contact_search":                   "text search: a table of its own here, an index on PostgreSQL",
		"contact.contact_list":             "PostgreSQL's primary key",
		"channel.channel_list":             "PostgreSQL's primary key",
		"conversation.conversation_export": "PostgreSQL's primary key",

		"api_key.api_key_list": "PostgreSQL's primary key",
		"audit.audit_list":     "PostgreSQL's primary key",

		"saved_reply.saved_reply_list": "PostgreSQL's primary key",
		"file.file_list":               "PostgreSQL's primary key",
	}
	onlyPostgres = map[string]string{
		"contact.contact_search":   "text search",
		"channel.channel_id_alone": "SQLite's primary key",
		"search_document":          "text search of conversations: a file of its own on SQLite",
		"search_position":          "text search of conversations: a file of its own on SQLite",
	}
	// otherKeys are primary keys on PostgreSQL that are neither the same as on
	// SQLite nor the workspace and the id.
	otherKeys = map[string]string{
		"event_log": "workspace_id, id, created_at", // partitioned by time
		"workspace": "id",
		"person":    "id",
	}
)

// The two sets of migrations create the same tables, columns and indexes, except for
// the exceptions above.
func TestSchemasAreTheSame(t *testing.T) {
	lite, postgres := sqliteSchema(t, storetest.SQLite(t)), postgresSchema(t, storetest.Postgres(t))
	for name, table := range lite {
		other := postgres[name]
		if other == nil {
			continue // reported below
		}
		for index := range table.Indexes {
			if onlySQLite[name+"."+index] == "PostgreSQL's primary key" && table.Indexes[index] != "("+strings.Join(other.Key, ", ")+")" {
				t.Errorf("%s is %s, PostgreSQL's primary key is %v", index, table.Indexes[index], other.Key)
			}
		}
		sameKey(t, name, table, other)
	}
	without(lite, onlySQLite)
	without(postgres, onlyPostgres)
	if diff := cmp.Diff(lite, postgres); diff != "" {
		t.Errorf("schemas (-sqlite +postgres):\n%s", diff)
	}
}

// undescribed are the tables without a description (sqldb.Table): they have no rows
// that are read and written as a whole, and their statements are all in one file.
var undescribed = []string{
	"contact_merge", "contact_move", "contact_visit", // merge.go
	"content_url", "counter", "field_value", "file_use", "idempotency", "removal",
	"search_dirty", "search_document", "search_position", "contact_search",
	"server_setting",
}

// Each table's description has its columns and their types, on both databases.
func TestTablesAreDescribed(t *testing.T) {
	for database, tables := range map[string]schema{"SQLite": sqliteSchema(t, storetest.SQLite(t)), "PostgreSQL": postgresSchema(t, storetest.Postgres(t))} {
		for _, described := range store.Tables {
			name, want := described.Definition()
			if tables[name] == nil {
				t.Fatalf("there is no table %s on %s", name, database)
			}
			var got []string
			for _, column := range tables[name].Columns {
				column, _, _ = strings.Cut(column, " DEFAULT ")
				// Bytes do not say whether they can be NULL.
				got = append(got, strings.Replace(column, "BLOB NOT NULL", "BLOB", 1))
			}
			for i, column := range want {
				name, kind, _ := strings.Cut(column, " ")
				kind, required := strings.CutSuffix(kind, " NOT NULL")
				want[i] = columnText(name, kind, required, "")
			}
			slices.Sort(got)
			slices.Sort(want)
			if diff := cmp.Diff(got, want); diff != "" {
				t.Errorf("%s (-%s +described):\n%s", name, database, diff)
			}
			delete(tables, name)
		}
		for name := range tables {
			if !slices.Contains(undescribed, name) {
				t.Errorf("%s has no description in store.Tables", name)
			}
		}
	}
}

// sameKey compares the primary keys and then makes them equal, since on SQLite the
// id alone is the key.
func sameKey(t *testing.T, name string, lite, postgres *tableSchema) {
	t.Helper()
	want := strings.Join(lite.Key, ", ")
	if lite.Numbered {
		want = "workspace_id, id"
	}
	if other, ok := otherKeys[name]; ok {
		want = other
	}
	if got := strings.Join(postgres.Key, ", "); got != want {
		t.Errorf("primary key of %s on PostgreSQL is %s, want %s", name, got, want)
	}
	postgres.Key = lite.Key
}

// without removes the exceptions.
func without(s schema, exceptions map[string]string) {
	for name := range exceptions {
		table, index, isIndex := strings.Cut(name, ".")
		if !isIndex {
			delete(s, table)
		} else if s[table] != nil {
			delete(s[table].Indexes, index)
		}
	}
}

// notByWorkspace are the keys and indexes that do not start with the workspace, and
// why (a database that is sharded by workspace needs no redesign).
var notByWorkspace = map[string]string{
	"workspace":             "is the table of workspaces",
	"workspace_slug":        "finds the workspace",
	"person":                "is the same in all workspaces",
	"person_email":          "is the same in all workspaces",
	"member_user":           "finds a user's workspaces",
	"login_token":           "is used before a workspace is known",
	"session":               "is used before a workspace is known",
	"session_person":        "lists a user's sessions",
	"server_setting":        "is of the whole deployment",
	"api_key_hash":          "finds the workspace of a request",
	"channel_id_alone":      "finds the workspace of an inbound request",
	"contact_search":        "has the workspace in each word",
	"ai_answer_expiry":      "is for retention, in all workspaces at once",
	"ai_call_age":           "is for retention, in all workspaces at once",
	"ai_usage_age":          "is for retention, in all workspaces at once",
	"event_body_age":        "is for retention, in all workspaces at once",
	"event_count_age":       "is for retention, in all workspaces at once",
	"idempotency_age":       "is for retention, in all workspaces at once",
	"attention_age":         "is for retention, in all workspaces at once",
	"undelivered_age":       "is for retention, in all workspaces at once",
	"file_unused":           "is for retention, in all workspaces at once",
	"delivery_ended":        "is for retention, in all workspaces at once",
	"delivery_feed_ended":   "is for retention, in all workspaces at once",
	"channel_ping":          "is for the pinger, in all workspaces at once",
	"search_document_words": "has the workspace in each word",
}

// Every key starts with the workspace.
func TestKeysStartWithTheWorkspace(t *testing.T) {
	seen := make(map[string]bool)
	for name, table := range postgresSchema(t, storetest.Postgres(t)) {
		keys := maps.Clone(table.Indexes)
		keys[name] = "(" + strings.Join(table.Key, ", ") + ")"
		for key, definition := range keys {
			seen[key] = true
			scoped := strings.HasPrefix(strings.TrimPrefix(definition, "UNIQUE "), "(workspace_id")
			if _, excepted := notByWorkspace[key]; scoped == excepted {
				t.Errorf("%s %s: starts with the workspace %t, is an exception %t", key, definition, scoped, excepted)
			}
		}
	}
	for key := range notByWorkspace {
		if !seen[key] {
			t.Errorf("the exception %s names nothing", key)
		}
	}
}

// A clash has the same name on both databases: SQLite reports only columns, so its
// dialect must map those of every unique index to the name.
func TestSQLiteNamesEveryConstraint(t *testing.T) {
	postgres := storetest.Postgres(t)
	rows, err := postgres.Raw().Query(`SELECT t.relname, i.relname, x.indisprimary FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid
		JOIN pg_class t ON t.oid = x.indrelid WHERE x.indisunique AND NOT t.relispartition AND t.relname <> 'goose_db_version'
		AND t.relnamespace = 'public'::regnamespace`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	tables := postgresSchema(t, postgres)
	for rows.Next() {
		var table, index string
		var primary bool
		if err := rows.Scan(&table, &index, &primary); err != nil {
			t.Fatal(err)
		}
		columns := tables[table].Key
		if !primary {
			definition := strings.TrimPrefix(tables[table].Indexes[index], "UNIQUE (")
			definition, _, _ = strings.Cut(definition, ")")
			columns = strings.Split(definition, ", ")
		}
		if primary && tables[table].Numbered {
			continue // ids cannot clash
		}
		var named []string
		for _, c := range columns {
			named = append(named, table+"."+c)
		}
		if got := store.SQLiteConstraints[strings.Join(named, ",")]; got != index {
			t.Errorf("%s of PostgreSQL is %q on SQLite: add %q to sqliteConstraints", index, got, strings.Join(named, ","))
		}
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
}

func sqliteSchema(t *testing.T, db *store.DB) schema {
	t.Helper()
	s := make(schema)
	for _, row := range query(t, db, `SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
		AND name NOT LIKE 'contact_search_%' AND name <> 'goose_db_version'`) {
		name := row[0]
		table := &tableSchema{Indexes: make(map[string]string), Numbered: strings.Contains(row[1], "AUTOINCREMENT")}
		var key []string
		for _, c := range query(t, db, `SELECT name, type, "notnull" OR pk > 0, coalesce(dflt_value, ''), pk FROM pragma_table_info($1) ORDER BY cid`, name) {
			table.Columns = append(table.Columns, columnText(c[0], c[1], c[2] == "1", c[3]))
			if c[4] != "0" {
				key = append(key, c[4]+" "+c[0])
			}
		}
		slices.Sort(key)
		for _, k := range key {
			table.Key = append(table.Key, k[strings.Index(k, " ")+1:])
		}
		for _, index := range query(t, db, `SELECT l.name, l."unique", coalesce(s.sql, '') FROM pragma_index_list($1) l
			LEFT JOIN sqlite_schema s ON s.name = l.name WHERE l.origin = 'c'`, name) {
			var columns []string
			computed := expression.FindAllStringSubmatch(index[2], -1)
			for _, c := range query(t, db, `SELECT coalesce(name, ''), "desc" FROM pragma_index_xinfo($1) WHERE key = 1 ORDER BY seqno`, index[0]) {
				if c[0] == "" {
					c[0], computed = computed[0][1]+computed[0][2], computed[1:]
				}
				columns = append(columns, c[0]+map[string]string{"0": "", "1": " DESC"}[c[1]])
			}
			_, condition, _ := strings.Cut(index[2], " WHERE ")
			table.Indexes[index[0]] = indexText(index[1] == "1", columns, condition)
		}
		s[name] = table
	}
	return s
}

// expression is a computed column of an index.
var expression = regexp.MustCompile(`\((CASE .* END)\)|(COALESCE\([^()]*\))`)

func postgresSchema(t *testing.T, db *store.DB) schema {
	t.Helper()
	s := make(schema)
	for _, row := range query(t, db, `SELECT c.relname, EXISTS (SELECT 1 FROM pg_class s WHERE s.relkind = 'S' AND s.relname = c.relname || '_id')
		FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname <> 'goose_db_version'`) {
		name := row[0]
		table := &tableSchema{Indexes: make(map[string]string), Numbered: row[1] == "true"}
		for _, c := range query(t, db, `SELECT column_name, data_type, is_nullable = 'NO', coalesce(column_default, '') FROM information_schema.columns
			WHERE table_schema = 'public' AND table_name = $1 ORDER BY ordinal_position`, name) {
			if c[3] == "nextval('"+name+"_id'::regclass)" {
				c[3] = "" // numbered by itself, as on SQLite
			}
			table.Columns = append(table.Columns, columnText(c[0], c[1], c[2] == "true", c[3]))
		}
		for _, index := range query(t, db, `SELECT i.relname, x.indisunique, x.indisprimary, coalesce(pg_get_expr(x.indpred, x.indrelid), ''),
			(SELECT string_agg(pg_get_indexdef(x.indexrelid, k, true) || CASE WHEN x.indoption[k - 1] & 1 = 1 THEN ' DESC' ELSE '' END, ', ' ORDER BY k)
				FROM generate_series(1, x.indnkeyatts) AS k)
			FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid WHERE x.indrelid = $1::text::regclass`, name) {
			columns := strings.Split(strings.NewReplacer("( CASE", "CASE", "END)", "END").Replace(strings.Join(strings.Fields(index[4]), " ")), ", ")
			if index[2] == "true" {
				table.Key = columns
			} else {
				table.Indexes[index[0]] = indexText(index[1] == "true", columns, index[3])
			}
		}
		s[name] = table
	}
	return s
}

func columnText(name, kind string, required bool, value string) string {
	// SQLite has one type for whole numbers and booleans.
	kind = map[string]string{"bigint": "INTEGER", "boolean": "INTEGER", "text": "TEXT", "bytea": "BLOB"}[kind] + map[bool]string{true: kind}[kind == strings.ToUpper(kind)]
	text := name + " " + kind
	if required {
		text += " NOT NULL"
	}
	if value = strings.TrimSuffix(value, "::text"); value != "" {
		text += " DEFAULT " + strings.NewReplacer("false", "0", "true", "1").Replace(value)
	}
	return text
}

func indexText(unique bool, columns []string, condition string) string {
	text := "(" + strings.Join(columns, ", ") + ")"
	if unique {
		text = "UNIQUE " + text
	}
	if condition != "" {
		if inner, ok := strings.CutPrefix(condition, "("); ok {
			condition = strings.TrimSuffix(inner, ")")
		}
		// PostgreSQL puts each of several terms in parentheses.
		if terms := strings.Split(condition, ") AND ("); len(terms) > 1 {
			condition = strings.Trim(strings.Join(terms, " AND "), "()")
		}
		condition = strings.NewReplacer("::text", "", " = ANY (ARRAY[", " IN (", "])", ")").Replace(condition)
		text += " WHERE " + condition
	}
	return text
}

// query reads every row as strings.
func query(t *testing.T, db *store.DB, statement string, args ...any) [][]string {
	t.Helper()
	rows, err := db.Raw().Query(statement, args...)
	if err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	var all [][]string
	for rows.Next() {
		row := make([]string, len(columns))
		into := make([]any, len(columns))
		for i := range row {
			into[i] = &row[i]
		}
		if err := rows.Scan(into...); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
		all = append(all, row)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

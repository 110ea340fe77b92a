package move_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"svcx/internal/store"
	"svcx/internal/store/move"
	"svcx/internal/store/pgtest"
	"svcx/internal/store/storetest"
)

var discard = slog.New(slog.DiscardHandler)

// hostile are texts of which PostgreSQL or a comparison could make others.
var hostile = []string{
	"", " ", "\x00", "a\x00b", "\xff", "a\xc3", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\ufffd", "\u2028", "\\N", "\\x41", "\t\r\n", `"quoted"`, "'; DROP TABLE message; --", `{"a":"\u0000"}`,
	"ä", "a\u0308", "ß", "ſ", "İ", "ı", "😀", "\U0010ffff", "ا\u200fب", "Z", "a", "z", "NULL", "true", "1e309", "-0", "\\.", "$1", "%s",
}

// filler fills every table of the embedded database with rows of all kinds of values.
type filler struct {
	*rand.Rand
	db *sql.DB
	// texts makes texts unique.
	texts int
}

// text is a text of the column, and different from all others.
func (f *filler) text(column string) string {
	f.texts++
	switch column {
	case "search": // words, which PostgreSQL has an index of
		return fmt.Sprintf("word%d w%d", f.texts, f.IntN(9))
	case "content", "body", "data", "request", "response", "answer":
		if f.IntN(20) == 0 {
			return strings.Repeat(hostile[f.IntN(len(hostile))], f.IntN(200_000)) + fmt.Sprint(f.texts)
		}
	}
	return hostile[f.IntN(len(hostile))] + fmt.Sprintf("#%d", f.texts) + hostile[f.IntN(len(hostile))]
}

// booleans are the columns that are boolean on PostgreSQL: "table.column".
func booleans(t *testing.T, to *store.DB) map[string]bool {
	t.Helper()
	reads, _ := to.Pools()
	all := make(map[string]bool)
	for _, row := range rows(t, reads, `SELECT table_name || '.' || column_name FROM information_schema.columns WHERE data_type = 'boolean' AND table_schema = 'public'`) {
		all[row[0].(string)] = true
	}
	return all
}

func rows(t *testing.T, db *sql.DB, query string, args ...any) (all [][]any) {
	t.Helper()
	found, err := db.Query(query, args...)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	defer found.Close()
	columns, err := found.Columns()
	if err != nil {
		t.Fatal(err)
	}
	for found.Next() {
		row, into := make([]any, len(columns)), make([]any, len(columns))
		for i := range row {
			into[i] = &row[i]
		}
		if err := found.Scan(into...); err != nil {
			t.Fatal(err)
		}
		all = append(all, row)
	}
	if err := found.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

// fill writes n rows to every table of the embedded database.
func fill(t *testing.T, from, to *store.DB, seed uint64, n int) {
	t.Helper()
	_, writes := from.Pools()
	f := &filler{Rand: rand.New(rand.NewPCG(seed, 1)), db: writes}
	isBoolean := booleans(t, to)
	tx, err := writes.Begin()
	if err != nil {
		t.Fatal(err)
	}
	tables := rows(t, writesOf(from), `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'goose_db_version' AND name <> 'search_dirty'`)
	for _, table := range tables {
		name := table[0].(string)
		var columns, places []string
		described := rows(t, writesOf(from), `SELECT name, type, "notnull" OR pk > 0, pk FROM pragma_table_info($1)`, name)
		for i, c := range described {
			columns, places = append(columns, c[0].(string)), append(places, fmt.Sprintf("$%d", i+1))
		}
		for row := range n {
			var values []any
			for _, c := range described {
				column := c[0].(string)
				values = append(values, f.value(name, column, c[1].(string), c[2].(int64) == 1, c[3].(int64) > 0, isBoolean[name+"."+column], row))
			}
			if _, err := tx.Exec(`INSERT INTO `+name+` (`+strings.Join(columns, ", ")+`) VALUES (`+strings.Join(places, ", ")+`)`, values...); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
	}
	if err := tx.Commit(); err != nil {
		t.Fatal(err)
	}
}

// writesOf is a pool for reads while a transaction holds the writer.
func writesOf(db *store.DB) *sql.DB {
	reads, _ := db.Pools()
	return reads
}

func (f *filler) value(table, column, kind string, required, key, boolean bool, row int) any {
	if !required && f.IntN(4) == 0 {
		return nil
	}
	switch {
	case boolean:
		return f.IntN(2)
	case column == "id" && kind == "INTEGER":
		return 3*row + 1 // with gaps
	case column == "created_at" && table == "event_log":
		return time.Date(2026, 1, 1+f.IntN(40), 0, 0, 0, 0, time.UTC).UnixMilli() - int64(f.IntN(2))
	case kind == "INTEGER" && (key || strings.HasSuffix(column, "_id")):
		return 1_000_003*int64(row) + f.Int64N(1000)
	case kind == "INTEGER":
		return []int64{0, 1, -1, math.MaxInt64, math.MinInt64, 1 << 53, int64(f.Int32()), f.Int64()}[f.IntN(8)]
	case kind == "BLOB":
		return [][]byte{{}, {0}, {0xff, 0, 0x5c}, []byte("sealed")}[f.IntN(4)]
	}
	return f.text(column)
}

// options describe a move with small batches whose progress is always reported.
func options(from, to *store.DB, report func(move.Progress)) move.Options {
	o := store.Moving(from, to)
	at := time.Unix(0, 0)
	o.Now = func() time.Time { at = at.Add(time.Second); return at }
	o.Report, o.State = report, move.State{ID: "m1", Phase: move.Started, To: "there", At: "now"}
	return o
}

// same fails unless PostgreSQL has the rows of the embedded database, with texts as they are
// stored when they arrive.
func same(t *testing.T, from, to *store.DB) {
	t.Helper()
	reads, _ := to.Pools()
	for _, table := range rows(t, writesOf(from), `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'goose_db_version' AND name <> 'search_dirty'`) {
		name := table[0].(string)
		var columns []string
		for _, c := range rows(t, writesOf(from), `SELECT name FROM pragma_table_info($1)`, name) {
			columns = append(columns, c[0].(string))
		}
		statement := `SELECT ` + strings.Join(columns, ", ") + ` FROM ` + name
		if name == "server_setting" {
			statement += ` WHERE name <> 'move'`
		}
		want, got := texts(rows(t, writesOf(from), statement), true), texts(rows(t, reads, statement), false)
		if !slices.Equal(want, got) {
			t.Errorf("%s: %d rows, want %d; they differ", name, len(got), len(want))
			for i := range min(len(want), len(got)) {
				if want[i] != got[i] {
					t.Errorf("%.200s, want %.200s", got[i], want[i])
					break
				}
			}
		}
	}
}

func texts(rows [][]any, convert bool) (all []string) {
	for _, row := range rows {
		text := ""
		for _, v := range row {
			switch v := v.(type) {
			case bool:
				text += map[bool]string{false: " 0", true: " 1"}[v]
			case string:
				if convert {
					v = stored(v)
				}
				text += fmt.Sprintf(" %q", v)
			case []byte:
				text += fmt.Sprintf(" %x.", v)
			default:
				text += fmt.Sprintf(" %v", v)
			}
		}
		all = append(all, text)
	}
	slices.Sort(all)
	return all
}

// stored is D 2 in other words than those of the program.
func stored(text string) string {
	var b strings.Builder
	for len(text) > 0 {
		r, n := utf8.DecodeRuneInString(text)
		if r != 0 {
			b.WriteRune(r)
		}
		text = text[n:]
	}
	return b.String()
}

// I migrate-to: every table, column and value comes over; texts that PostgreSQL does not take
// are stored as when they arrive (D 2); the ids continue.
func TestEverythingIsMoved(t *testing.T) {
	from, to := storetest.SQLite(t), storetest.Postgres(t)
	fill(t, from, to, 1, 60)
	tables, err := move.Run(t.Context(), options(from, to, func(move.Progress) {}))
	if err != nil {
		t.Fatal(err)
	}
	same(t, from, to)
	reads, _ := to.Pools()
	changed := int64(0)
	for _, table := range tables {
		if changed += table.Changed; table.Rows != 60 && table.Name != "server_setting" {
			t.Errorf("%s has %d rows", table.Name, table.Rows)
		}
	}
	if changed == 0 {
		t.Error("no text was changed")
	}
	for _, sequence := range rows(t, reads, `SELECT relname::text FROM pg_class WHERE relkind = 'S' AND relname <> 'search_dirty_id' AND relname <> 'goose_db_version_id_seq'`) {
		if next := rows(t, reads, `SELECT nextval($1::text::regclass)`, sequence[0]); next[0][0] != int64(3*59+2) {
			t.Errorf("%s continues with %v", sequence[0], next[0][0])
		}
	}
	if left := rows(t, reads, `SELECT count(*) FROM event_log_default`); left[0][0] != int64(0) {
		t.Errorf("%v entries of the event log are in no partition of their day", left[0][0])
	}
}

// I migrate-to: a deleted row's id is not given again.
func TestIdsOfDeletedRowsAreNotGivenAgain(t *testing.T) {
	from, to := storetest.SQLite(t), storetest.Postgres(t)
	fill(t, from, to, 1, 5)
	_, writes := from.Pools()
	if _, err := writes.Exec(`DELETE FROM message`); err != nil {
		t.Fatal(err)
	}
	if _, err := move.Run(t.Context(), options(from, to, func(move.Progress) {})); err != nil {
		t.Fatal(err)
	}
	reads, _ := to.Pools()
	if next := rows(t, reads, `SELECT nextval('message_id')`); next[0][0] != int64(3*4+2) {
		t.Errorf("the next message is %v", next[0][0])
	}
}

// I migrate-to: it is resumable. Wherever it ends, it continues, and the result is the same.
func TestInterruptedMoveContinues(t *testing.T) {
	from, to := storetest.SQLite(t), storetest.Postgres(t)
	fill(t, from, to, 2, 16)
	enough := 0
	for runs := 1; ; runs++ {
		ctx, stop := context.WithCancel(t.Context())
		n := 0
		o := options(from, to, func(move.Progress) {
			if n++; n == 1+runs%5 {
				stop()
			}
		}).Rows(7)
		_, err := move.Run(ctx, o)
		stop()
		if err == nil {
			break
		}
		if !errors.Is(err, context.Canceled) {
			t.Fatalf("run %d: %v", runs, err)
		}
		if enough++; enough > 2000 {
			t.Fatal("it does not end")
		}
		if runs > 120 { // all tables are copied: the comparison begins anew each time
			if _, err := move.Run(t.Context(), options(from, to, func(move.Progress) {}).Rows(7)); err != nil {
				t.Fatal(err)
			}
			break
		}
	}
	t.Logf("%d runs were interrupted", enough)
	if enough < 30 {
		t.Errorf("only %d runs were interrupted", enough)
	}
	same(t, from, to)
}

// I migrate-to: a difference is an error that names the table.
func TestDifferenceIsNamed(t *testing.T) {
	from, to := storetest.SQLite(t), storetest.Postgres(t)
	fill(t, from, to, 3, 5)
	o := options(from, to, func(move.Progress) {})
	if _, err := move.Run(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	reads, _ := to.Pools()
	for _, damage := range []string{`UPDATE message SET author_name = author_name || 'x' WHERE id = 1`, `DELETE FROM history WHERE id = 4`} {
		if _, err := reads.Exec(damage); err != nil {
			t.Fatal(err)
		}
	}
	_, err := move.Run(t.Context(), o)
	for _, name := range []string{"message differs", "history differs"} {
		if err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%v, without %q", err, name)
		}
	}
	if err != nil && strings.Contains(err.Error(), "contact ") {
		t.Errorf("%v", err)
	}
}

// I migrate-to: the database must be empty, or have what the same move has begun.
func TestOtherDatabasesAreRefused(t *testing.T) {
	accepted := func(want string, to *store.DB, id string) {
		t.Helper()
		_, err := move.Accept(t.Context(), to.DB, id)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	open := func(url string) *store.DB {
		t.Helper()
		db, err := store.Open(t.Context(), store.Options{URL: url, MaxConns: 1, Now: time.Now, Log: discard})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { db.Close() })
		return db
	}
	exec := func(db *store.DB, statement string) {
		t.Helper()
		_, writes := db.Pools()
		if _, err := writes.Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
	empty := open(pgtest.URL(t))
	accepted("", empty, "m1")
	exec(empty, `CREATE TABLE theirs (n int)`)
	accepted("not empty", empty, "m1")

	migrated := storetest.Postgres(t)
	accepted("", migrated, "m1")
	exec(migrated, `INSERT INTO server_setting (name, value) VALUES ('x', 'y')`)
	accepted("not empty", migrated, "m1")

	from, begun := storetest.SQLite(t), storetest.Postgres(t)
	if _, err := move.Run(t.Context(), options(from, begun, func(move.Progress) {})); err != nil {
		t.Fatal(err)
	}
	accepted("", begun, "m1")
	accepted("not empty", begun, "m2")
	accepted("not empty", begun, "")

	url := pgtest.Owned(t, "")
	owned := open(url)
	accepted("", owned, "m1")
	exec(owned, `DROP SCHEMA public`)
	accepted("no schema", owned, "m1")
	exec(owned, `CREATE SCHEMA public`)
	exec(owned, `ALTER SCHEMA public OWNER TO pg_database_owner`)
	accepted("", owned, "m1")
}

// A table or a column that only one database has is an error, and not left out.
func TestSchemasMustBeTheSame(t *testing.T) {
	for _, statement := range []string{`CREATE TABLE more (id bigint PRIMARY KEY)`, `ALTER TABLE message ADD COLUMN more text`, `DROP TABLE draft`, `ALTER TABLE draft ALTER COLUMN kind TYPE varchar`, `DROP SEQUENCE message_id`} {
		t.Run(statement, func(t *testing.T) {
			t.Parallel()
			from, to := storetest.SQLite(t), storetest.Postgres(t)
			_, writes := to.Pools()
			if _, err := writes.Exec(statement); err != nil {
				t.Fatal(err)
			}
			if _, err := move.Run(t.Context(), options(from, to, func(move.Progress) {})); err == nil {
				t.Error("it is moved")
			}
		})
	}
}

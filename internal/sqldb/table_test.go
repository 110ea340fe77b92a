package sqldb

import (
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

type animal struct {
	ID, Zoo  int64
	Name     string
	Nickname string
	Tags     []string
	Diet     struct{ Meat bool }
	Born     *int64
	Photo    []byte
	Tame     bool
}

var animals = NewTable("animal", func(a *animal) []Column {
	return []Column{
		Field("id", &a.ID),
		Field("workspace_id", &a.Zoo),
		Field("name", &a.Name),
		ComputedFrom("name_key", "name", func() *string { return pointer(strings.ToLower(a.Name)) }),
		Nullable("nickname", &a.Nickname),
		List("tags", &a.Tags),
		JSON("diet", &a.Diet),
		Field("born", &a.Born),
		Other[[]byte]("chip"),
		Field("photo", &a.Photo),
		Computed("search", func() string { return a.Name + a.Nickname }),
		Field("tame", &a.Tame),
	}
})

func pointer[V any](v V) *V { return &v }

// What is said of a column is said once: lists, statements and types follow.
func TestTexts(t *testing.T) {
	for _, c := range []struct{ what, got, want string }{
		{"columns", animals.Columns(), "id, workspace_id, name, nickname, tags, diet, born, photo, tame"},
		{"columns of a join", animals.ColumnsOf("a"), "a.id, a.workspace_id, a.name, a.nickname, a.tags, a.diet, a.born, a.photo, a.tame"},
		{"insert of one row", animals.insert.one, "INSERT INTO animal (id, workspace_id, name, name_key, nickname, tags, diet, born, photo, search, tame)" +
			" VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)"},
		{"insert of several", animals.insert.many, "INSERT INTO animal (id, workspace_id, name, name_key, nickname, tags, diet, born, photo, search, tame)" +
			" SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::bigint[], $9::bytea[], $10::text[], $11::boolean[])"},
		{"update", animals.Update("tame", "name_key", "name").text, "UPDATE animal SET tame = $3," +
			" name_key = CASE WHEN name = $5 THEN name_key ELSE $4 END, name = $5 WHERE workspace_id = $1 AND id = $2"},
	} {
		if c.got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.what, c.got, c.want)
		}
	}
	_, got := animals.Definition()
	want := []string{"id bigint NOT NULL", "workspace_id bigint NOT NULL", "name text NOT NULL", "name_key text", "nickname text", "tags text NOT NULL",
		"diet text NOT NULL", "born bigint", "chip bytea", "photo bytea", "search text NOT NULL", "tame boolean NOT NULL"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("definition (-want +got):\n%s", diff)
	}
}

func TestValues(t *testing.T) {
	born := int64(9)
	full := &animal{1, 2, "Leo", "L", []string{"cat"}, struct{ Meat bool }{true}, &born, []byte{7}, true}
	for _, c := range []struct {
		row  *animal
		want []any
	}{
		{full, []any{int64(1), int64(2), "Leo", "leo", "L", `["cat"]`, `{"Meat":true}`, int64(9), []byte{7}, "LeoL", true}},
		{new(animal), []any{int64(0), int64(0), "", "", nil, "[]", `{"Meat":false}`, nil, nil, "", false}},
	} {
		if diff := cmp.Diff(c.want, values(animals.columns(c.row), animals.written)); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
	// Steps of a pipeline are sent later.
	got := values(animals.columns(full), animals.written)
	full.Name, *full.Born = "Mia", 10
	if got[2] != "Leo" || got[7] != int64(9) {
		t.Errorf("values change with their row: %v", got)
	}
}

// stored is a row as a driver returns it.
type stored []any

func (s stored) Scan(dest ...any) error {
	if len(dest) != len(s) {
		return fmt.Errorf("%d destinations for %d columns", len(dest), len(s))
	}
	for i, d := range dest {
		switch d := d.(type) {
		case *int64:
			*d = s[i].(int64)
		case *string:
			*d = s[i].(string)
		case *bool:
			*d = s[i].(bool)
		case **int64:
			*d = s[i].(*int64)
		case *[]byte:
			*d = s[i].([]byte)
		case *sql.NullString:
			if err := d.Scan(s[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

func TestScan(t *testing.T) {
	born := int64(9)
	var more string
	var got animal
	err := animals.ScanInto(&got, stored{int64(1), int64(2), "Leo", nil, "[]", `{"Meat":true}`, &born, []byte{7}, true, "more"}, &more)
	want := animal{1, 2, "Leo", "", []string{}, struct{ Meat bool }{true}, &born, []byte{7}, true}
	if diff := cmp.Diff(want, got); diff != "" || err != nil || more != "more" {
		t.Errorf("error %v, more %q (-want +got):\n%s", err, more, diff)
	}
	for column, row := range map[string]stored{
		"tags": {int64(1), int64(2), "Leo", nil, "[", `{}`, &born, []byte{7}, true},
		"diet": {int64(1), int64(2), "Leo", nil, "[]", `[]`, &born, []byte{7}, true},
	} {
		_, err := animals.Scan(row)
		if !errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), "column "+column+" of animal") {
			t.Errorf("damaged %s: error %v", column, err)
		}
	}
}

// A value of the wrong Go type is an error that names the column, in every kind of
// column. For bytea it was stored as NULL.
func TestWrongTypesAreRefused(t *testing.T) {
	refused := func(what string, describe func()) {
		defer func() {
			if p := recover(); p == nil || !strings.Contains(fmt.Sprint(p), "column weight") {
				t.Errorf("%s: %v", what, p)
			}
		}()
		describe()
	}
	refused("a field", func() { NewTable("t", func(v *float64) []Column { return []Column{Field("weight", v)} }) })
	refused("a computed value", func() {
		NewTable("t", func(*animal) []Column { return []Column{Computed("weight", func() float64 { return 1 })} })
	})
	refused("a column that is not there", func() { animals.Update("weight") })
	for _, v := range []any{3.14, "text", nil} {
		if err := animals.InsertWith(nil, new(animal), Set("chip", v)); err == nil || !strings.Contains(err.Error(), "column chip of animal") {
			t.Errorf("%T for bytea: error %v", v, err)
		}
	}
}

// NULL in each type of array.
func TestArrays(t *testing.T) {
	rows := [][]any{{int64(1), "a", true, []byte("b")}, {nil, nil, nil, nil}}
	want := []any{[]*int64{pointer(int64(1)), nil}, []*string{pointer("a"), nil}, []*bool{pointer(true), nil}, [][]byte{[]byte("b"), nil}}
	for i, kind := range []string{"bigint", "text", "boolean", "bytea"} {
		if diff := cmp.Diff(want[i], columnArray(kind, rows, i)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", kind, diff)
		}
	}
}

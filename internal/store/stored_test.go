package store

import (
	"encoding/json"
	"flag"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"svcx"
	"svcx/internal/sqldb"
)

var updateStored = flag.Bool("update-stored", false, "rewrite testdata/stored.json")

// stored are the structures that are kept as JSON in a column. Their tags are a format on disk.
var stored = map[string]any{
	"channel.settings":              svcx.Settings{},
	"channel.defaults":              svcx.Defaults{},
	"delivery.data":                 svcx.EventData{},
	"person.preferences":            svcx.Preferences{},
	"message.attachments":           svcx.Attachment{},
	"contact_merge.undo":            MergeUndo{},
	"removal.detail (conversation)": Trace{},
}

// TestStoredFormat compares what is stored as JSON with a golden file: a renamed
// tag would lose what is in existing databases.
func TestStoredFormat(t *testing.T) {
	filled := make(map[string]any)
	for name, v := range stored {
		filled[name] = fill(reflect.TypeOf(v), name).Interface()
	}
	got, err := json.MarshalIndent(filled, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	if *updateStored {
		if err := os.WriteFile("testdata/stored.json", append(got, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile("testdata/stored.json")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)+"\n"); diff != "" {
		t.Errorf("the format on disk changes (-want +got):\n%s", diff)
	}
}

// Versions up to beb944f stored these structures under the names of their Go
// fields. They are read as they are, and written under the tags when they change.
func TestStoredUnderFieldNames(t *testing.T) {
	text, err := os.ReadFile("testdata/stored-beb944f.json")
	if err != nil {
		t.Fatal(err)
	}
	var old map[string]json.RawMessage
	if err := json.Unmarshal(text, &old); err != nil {
		t.Fatal(err)
	}
	for name, v := range stored {
		if old[name] == nil {
			continue // stored by later versions only
		}
		want := fill(reflect.TypeOf(v), name)
		got := reflect.New(want.Type())
		if err := sqldb.DecodeJSON(string(old[name]), got.Interface()); err != nil {
			t.Fatal(err)
		}
		// These fields were added later.
		for _, later := range []string{"FeedEnabled", "ContentType", "Trace"} {
			if f := want.FieldByName(later); f.IsValid() {
				f.SetZero()
			}
		}
		a, b := sqldb.EncodeJSON(want.Interface()), sqldb.EncodeJSON(got.Elem().Interface())
		if a != b {
			t.Errorf("%s: got %s, want %s", name, b, a)
		}
	}
}

// fill gives every exported field a value of its own.
func fill(t reflect.Type, path string) reflect.Value {
	v := reflect.New(t).Elem()
	number := int64(1)
	for _, r := range path {
		number = (number*31 + int64(r)) % 1_000_003
	}
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			if !f.IsExported() {
				continue
			}
			v.Field(i).Set(fill(f.Type, path+"."+f.Name))
		}
	case reflect.Pointer:
		v.Set(reflect.New(t.Elem()))
		v.Elem().Set(fill(t.Elem(), path))
	case reflect.Slice:
		v.Set(reflect.Append(v, fill(t.Elem(), path)))
	case reflect.Map:
		v.Set(reflect.MakeMap(t))
		v.SetMapIndex(reflect.ValueOf("key").Convert(t.Key()), fill(t.Elem(), path))
	case reflect.String:
		v.SetString("text " + strconv.FormatInt(number, 10))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int64:
		v.SetInt(number)
	default:
		panic(t.Kind())
	}
	return v
}

// A field without a tag would be stored under its Go name.
func TestStoredNamesAreTagged(t *testing.T) {
	var look func(t reflect.Type) []string
	look = func(t reflect.Type) (bare []string) {
		switch t.Kind() {
		case reflect.Pointer, reflect.Slice, reflect.Map:
			return look(t.Elem())
		case reflect.Struct:
			for i := range t.NumField() {
				f := t.Field(i)
				if !f.IsExported() {
					continue
				}
				if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name == "" {
					bare = append(bare, t.Name()+"."+f.Name)
				}
				bare = append(bare, look(f.Type)...)
			}
		}
		return bare
	}
	for name, v := range stored {
		if bare := look(reflect.TypeOf(v)); len(bare) > 0 {
			slices.Sort(bare)
			t.Errorf("%s: %v have no tag", name, slices.Compact(bare))
		}
	}
}

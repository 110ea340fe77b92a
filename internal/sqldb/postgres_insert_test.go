package sqldb

import (
	"reflect"
	"strings"
	"testing"
)

// A value of the wrong Go type is an error, in every kind of column. For bytea it was
// stored as NULL.
func TestColumnArrayRefusesWrongTypes(t *testing.T) {
	for kind, good := range map[string]any{"bigint": int64(1), "boolean": true, "text": "a", "bytea": []byte("a")} {
		if _, err := columnArray(kind, [][]any{{good}, {nil}}, 0); err != nil {
			t.Errorf("%s of %T and NULL: %v", kind, good, err)
		}
		if _, err := columnArray(kind, [][]any{{good}, {3.14}}, 0); err == nil || !strings.Contains(err.Error(), "float64") {
			t.Errorf("%s of float64: error %v", kind, err)
		}
	}
	got, err := columnArray("bytea", [][]any{{[]byte("a")}, {nil}}, 0)
	if want := [][]byte{[]byte("a"), nil}; err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("bytea: %v, %v", got, err)
	}
}

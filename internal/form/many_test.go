package form_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"svcx"
)

func nextID() string { return "new" }

// manyFields returns the member fields of a body, with n different keys.
func manyFields(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `,"k%d":%d`, i, i)
	}
	return `"fields":{"UPPER":1,"a b":2` + b.String() + `}`
}

// Regression: each key in fields became an entry of a map before the workspace's fields
// were known, so a body of 1 MiB took 27 MiB. If there are more keys than a workspace
// can have fields, none is kept; those of a message are picked later, when its fields
// are known.
func TestManyFieldKeysTakeLittleMemory(t *testing.T) {
	for _, n := range []int{svcx.MaxFields, svcx.MaxFields + 1, 80_000} {
		body := []byte(`{"content":"x",` + manyFields(n) + `}`)
		got := forms.B.DecodeInbound(body, 0, nextID)
		m := got.Message
		if m == nil || len(m.Warnings) != 0 {
			t.Fatalf("%d keys: %+v", n, got)
		}
		values, err := forms.B.DecodeFieldValues(body)
		if n <= svcx.MaxFields {
			if len(m.Fields) != n || m.ManyFields != nil || len(values) != n || err != nil {
				t.Errorf("%d keys: %d of a message, %d values, %v", n, len(m.Fields), len(values), err)
			}
			continue
		}
		if len(m.Fields) != 0 || m.ManyFields == nil || len(values) != 0 || svcx.KindOf(err) != svcx.KindValidation || err.(*svcx.Error).Field != "fields" {
			t.Fatalf("%d keys: %d of a message, %d values, %v", n, len(m.Fields), len(values), err)
		}
		want := svcx.FieldInputs{"k7": {Kind: svcx.FieldInputNumber, Text: "7"}}
		if diff := cmp.Diff(want, m.ManyFields(func(key string) bool { return key == "k7" })); diff != "" {
			t.Error(diff)
		}
	}
}

// Regression: tags in one string became as many strings as it has commas.
func TestManyTagsInOneString(t *testing.T) {
	text := strings.Repeat("a,B,,b , A,", 100_000)
	body := []byte(`{"intent":"updateinfo","conversationId":"c","data":{"tags":"` + text + `"}}`)
	if got := forms.B.DecodeInbound(body, 0, nextID); got.Intent == nil || !slices.Equal(*got.Intent.Info.Tags, []string{"a", "B"}) {
		t.Errorf("%+v", got.Intent)
	}
	var b strings.Builder
	for i := range svcx.MaxTags + 1 {
		fmt.Fprintf(&b, "t%d,", i)
	}
	for most, want := range map[string]int{strings.TrimSuffix(b.String(), fmt.Sprintf("t%d,", svcx.MaxTags)): 0, b.String(): 1} {
		got := forms.B.DecodeInbound([]byte(`{"intent":"updateinfo","conversationId":"c","data":{"tags":"`+most+`"}}`), 0, nextID)
		if len(got.Intent.Warnings) != want {
			t.Errorf("%v", got.Intent.Warnings)
		}
	}
}

package form_test

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"svcx"
	"svcx/internal/form"
)

// Categories, fields, values, participants and ratings in both forms, with all values
// and with the fewest (R 2.4, 2.6 to 2.8), and discovery, whose ids are integers in
// both (W 2.6).
func TestDefinitionShapes(t *testing.T) {
	full := &svcx.Category{ID: 1<<63 - 1, Workspace: 1, Name: "B & \"b\" <é>", Color: "red", Description: "What\nit is", Position: 3}
	bare := &svcx.Category{ID: 2, Name: "x", Color: svcx.DefaultColor}
	choice := &svcx.Field{ID: 7, Workspace: 1, Key: "level", Name: "Level", Type: svcx.FieldSelect, Category: &full.ID, Required: true, Options: []string{"low", "<é>"}, Position: 4}
	global := &svcx.Field{ID: 8, Key: "n", Name: "N", Type: svcx.FieldNumber}
	flag := &svcx.Field{ID: 9, Key: "f", Name: "F", Type: svcx.FieldBoolean}
	day := &svcx.Field{ID: 10, Key: "d", Name: "D", Type: svcx.FieldDate}
	text := &svcx.Field{ID: 11, Key: "t", Name: "T", Type: svcx.FieldText}
	for _, f := range both {
		var out bytes.Buffer
		line := func(what string, v any) {
			encoded, err := form.Encode(v)
			if err != nil {
				t.Fatalf("form %s, %s: %v", f.Name, what, err)
			}
			fmt.Fprintf(&out, "%s: %s\n", what, encoded)
		}
		line("category full", f.Category(full))
		line("category bare", f.Category(bare))
		line("field select", f.Field(choice))
		line("field global", f.Field(global))
		line("discovery", form.Discovery([]*svcx.Category{full, bare}, []*svcx.Field{choice, global}))
		line("discovery of nothing", form.Discovery(nil, nil))
		for _, v := range []svcx.FieldValue{
			{Field: choice, Value: "<é>", Set: true}, {Field: choice}, {Field: global, Value: "-1.5e+21", Set: true}, {Field: global, Value: "9007199254740993", Set: true},
			{Field: global}, {Field: flag, Value: "true", Set: true}, {Field: flag, Value: "false", Set: true}, {Field: flag},
			{Field: day, Value: "2026-11-27", Set: true}, {Field: text, Value: "", Set: true}, {Field: text},
		} {
			line("value", f.FieldValue(v))
		}
		line("participant full", f.Participant(&svcx.Participant{ID: 3, Workspace: 1, Conversation: 7, Name: "Bob", Email: "b@c.d", ExternalID: "x", Role: svcx.RoleCC, AddedAt: moment}))
		line("participant bare", f.Participant(&svcx.Participant{ID: 4, Conversation: 7, Role: svcx.RoleObserver, AddedAt: moment}))
		line("participant contact", f.Participant(&svcx.Participant{Conversation: 7, Contact: ptr(svcx.ContactID(6)), Role: svcx.RolePrimary, AddedAt: moment}))
		line("rating full", f.Rating(&svcx.Rating{ID: 5, Workspace: 1, Conversation: 7, Rating: 4, Comment: "fine", RatedBy: "a@b.c", CreatedAt: moment}))
		line("rating bare", f.Rating(&svcx.Rating{ID: 6, Conversation: 7, Rating: 1, CreatedAt: moment}))
		golden(t, "definitions_"+string(f.Name)+".txt", out.Bytes())
	}
}

// R 4.6, D 5: what a PATCH leaves unchanged, sets and clears.
func TestDefinitionPatches(t *testing.T) {
	for _, f := range both {
		for body, want := range map[string]svcx.CategoryPatch{
			`{}`: {},
			`{"name":"x","color":"pink","description":"y","position":0}`: {Name: ptr("x"), Color: ptr("pink"), Description: ptr("y"), Position: ptr(0)},
			`{"description":null}`: {Description: ptr("")},
			`{"description":" "}`:  {Description: ptr("")},
			`{"position":50e-1}`:   {Position: ptr(5)},
		} {
			got, err := f.DecodeCategoryPatch([]byte(body))
			if diff := cmp.Diff(want, got); diff != "" || err != nil {
				t.Errorf("%s %s: %v %s", f.Name, body, err, diff)
			}
		}
		for body, want := range map[string]svcx.FieldPatch{
			`{"categoryId":1}`: {},
			`{"name":"x","options":["a","b"],"required":false,"position":1}`: {Name: ptr("x"), Options: &[]string{"a", "b"}, Required: ptr(false), Position: ptr(1)},
			`{"options":null}`: {Options: ptr([]string(nil))},
			`{"options":[]}`:   {Options: &[]string{}},
		} {
			got, err := f.DecodeFieldPatch([]byte(body))
			if diff := cmp.Diff(want, got); diff != "" || err != nil {
				t.Errorf("%s %s: %v %s", f.Name, body, err, diff)
			}
		}
	}
}

// D 1: an id in a body has the form's type.
func TestDecodeFieldCategory(t *testing.T) {
	const before = `{"key":"k","name":"n","categoryId":`
	for _, tt := range []struct {
		id   string
		a, b bool
	}{{`5`, false, true}, {`"5"`, true, false}, {`5.0`, false, true}, {`0`, false, false}, {`"05"`, false, false}, {`[5]`, false, false}} {
		for _, f := range both {
			want := tt.b
			if f == forms.A {
				want = tt.a
			}
			draft, err := f.DecodeField([]byte(before + tt.id + "}"))
			if (err == nil) != want || want && *draft.Category != 5 || !want && err.(*svcx.Error).Field != "categoryId" {
				t.Errorf("%s %s: %+v %v", f.Name, tt.id, draft, err)
			}
			// The category is in the path and the body's is ignored.
			if draft, err := f.DecodeCategoryField([]byte(before + tt.id + "}")); err != nil || draft.Category != nil {
				t.Errorf("%s %s in a category: %+v %v", f.Name, tt.id, draft, err)
			}
		}
	}
}

// R 4.6: values keep the JSON type in which they were sent.
func TestDecodeFieldValues(t *testing.T) {
	body := `{"fields":{"s":"a\u0000\ud800","n":-1.50e3,"t":true,"f":false,"z":null,"o":{"x":[1]},"l":[1,"x"],"":"e","r":1,"r":"last","k\u0065y":""}}`
	got, err := forms.B.DecodeFieldValues([]byte(body))
	want := svcx.FieldInputs{
		"s": {Kind: svcx.FieldInputString, Text: "a\ufffd"}, "n": {Kind: svcx.FieldInputNumber, Text: "-1.50e3"}, "t": {Kind: svcx.FieldInputBool, Text: "true"},
		"f": {Kind: svcx.FieldInputBool, Text: "false"}, "z": {Kind: svcx.FieldInputNull}, "o": {Kind: svcx.FieldInputOther}, "l": {Kind: svcx.FieldInputOther},
		"r": {Kind: svcx.FieldInputString, Text: "last"}, "key": {Kind: svcx.FieldInputString},
	}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v %s", err, diff)
	}
	// As many members as fit into a body. Looking up each by its name would take
	// minutes.
	many := `{"fields":{` + strings.TrimSuffix(strings.Repeat(`"":1,`, 200_000), ",") + `,"last":2}}`
	if got, err := forms.B.DecodeFieldValues([]byte(many)); err != nil || len(got) != 1 {
		t.Errorf("%d values, %v", len(got), err)
	}
}

// A value that a field accepts is encoded in the field's type and read back as the
// same value; a value that it refuses gives an error without a field.
func TestFieldValueRoundTrip(t *testing.T) {
	fields := []*svcx.Field{
		{Key: "k", Type: svcx.FieldText}, {Key: "k", Type: svcx.FieldNumber}, {Key: "k", Type: svcx.FieldBoolean}, {Key: "k", Type: svcx.FieldDate},
		{Key: "k", Type: svcx.FieldSelect, Options: []string{"a", "true", "5", "\"<é>\u2028"}},
	}
	texts := rapid.OneOf(rapid.String(), rapid.StringMatching(`[-+]?[0-9]{0,30}(\.[0-9]{0,30})?([eE][-+]?[0-9]{1,3})?`),
		rapid.SampledFrom([]string{"true", "false", "a", "5", "\"<é>\u2028", "2026-11-27", "2026-11-27T22:05:01.1234567+02:00", "NaN", "-Inf", "0x1p4", "1_0", " 7 ", "-0", "-0.0", "1e308", "1e309", "5e-324"}))
	values := rapid.OneOf(texts.AsAny(), rapid.Bool().AsAny(), rapid.Int64().AsAny(), rapid.Just[any](nil), rapid.Just[any]([]int{1}),
		rapid.Map(rapid.Float64(), func(f float64) any {
			if math.IsNaN(f) || math.IsInf(f, 0) {
				return 0.5
			}
			return f
		}))
	rapid.Check(t, func(rt *rapid.T) {
		field := rapid.SampledFrom(fields).Draw(rt, "field")
		read := func(value any) (svcx.FieldValue, error) {
			body, err := form.Encode(map[string]any{"fields": map[string]any{"k": value}})
			if err != nil {
				rt.Fatal(err)
			}
			inputs, err := forms.B.DecodeFieldValues(body)
			if err != nil {
				rt.Fatalf("%s: %v", body, err)
			}
			text, ok, err := field.Read(inputs["k"])
			return svcx.FieldValue{Field: field, Value: text, Set: ok}, err
		}
		first, err := read(values.Draw(rt, "value"))
		if err != nil {
			if e, ok := err.(*svcx.Error); !ok || e.Kind != svcx.KindValidation || e.Field != "" || !strings.HasPrefix(e.Message, "must ") {
				rt.Fatalf("error %+v", err)
			}
			return
		}
		for _, f := range both {
			encoded, err := form.Encode(f.FieldValue(first))
			if err != nil {
				rt.Fatalf("%q: %v", first.Value, err)
			}
			o, err := form.ReadObject(encoded)
			if err != nil {
				rt.Fatal(err)
			}
			sent := o.Value("value").Raw()
			inputs, err := f.DecodeFieldValues([]byte(`{"fields":{"k":` + string(sent) + `}}`))
			if err != nil {
				rt.Fatalf("%s: %v", sent, err)
			}
			again, ok, err := field.Read(inputs["k"])
			if err != nil || ok != first.Set || again != first.Value {
				rt.Fatalf("%q was encoded as %s and read back as %q, %v, %v", first.Value, sent, again, ok, err)
			}
		}
	})
}

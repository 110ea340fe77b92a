package form

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"svcx"
)

func mustRead(t *testing.T, body string) *Object {
	t.Helper()
	o, err := ReadObject([]byte(body))
	if err != nil {
		t.Fatalf("%s: %v", body, err)
	}
	return o
}

// D 2: names match exactly, after decoding escapes; of a repeated name the last one
// counts.
func TestMemberNamesMatchExactly(t *testing.T) {
	for _, tt := range []struct{ body, want string }{
		{`{"content":"x"}`, "x"},
		{`{"Content":"x"}`, ""},
		{`{"CONTENT":"x"}`, ""},
		{`{"content ":"x"}`, ""},
		{`{"con\u0074ent":"x"}`, "x"},
		{`{"\u0063\u006f\u006e\u0074\u0065\u006e\u0074":"x"}`, "x"},
		{`{"con\u0054ent":"x"}`, ""},
		{`{"content\u0000":"x"}`, ""},
		{"{\"conten\xff\":\"x\"}", ""},
		{`{"content":"x","content":"y"}`, "y"},
		{`{"content":"x","c\u006fntent":"y"}`, "y"},
		{`{"content":"x","content":null}`, ""},
		{`{"":"x"}`, ""},
		{" \n{ \"content\" : \"x\" } \t", "x"},
	} {
		o := mustRead(t, tt.body)
		if got := o.OptionalText("content", 10); got != tt.want || o.Err() != nil {
			t.Errorf("%s: %q, %v; want %q", tt.body, got, o.Err(), tt.want)
		}
	}
	// ſ folds to s, so encoding/json would match them.
	o := mustRead(t, `{"meſſageId":"x"}`)
	if o.Value("messageId").Given() {
		t.Error("meſſageId was taken for messageId")
	}
}

// D 2, D 5: a body is one JSON object.
func TestBodyIsOneObject(t *testing.T) {
	for _, body := range []string{
		``, ` `, `null`, `[]`, `"x"`, `1`, `{`, `{"a"`, `{"a":`, `{"a":1`, `{"a":1,`, `{"a":1,}`,
		`{a:1}`, `{'a':1}`, `{"a":1}x`, `{"a":1}{}`, `{"a":1} 1`, `{"a":01}`, `{"a":+1}`, `{"a":NaN}`,
		`{"a":.5}`, `{"a":"` + "\n" + `"}`, `{"a":"` + "\x00" + `"}`, `{"a":"\x"}`, `{"a":tru}`,
		"{\"a\":\xff}", `{1:2}`, `{null:2}`, `{"a":1]`, `{"a" 1}`, `{"a":1 "b":2}`,
		`{"a":` + strings.Repeat("[", 1<<19), strings.Repeat(`{"a":`, 1<<17),
		`{"a":` + strings.Repeat("[", 20000) + strings.Repeat("]", 20000) + `}`,
	} {
		_, err := ReadObject([]byte(body))
		e, ok := err.(*svcx.Error)
		if !ok || e.Kind != svcx.KindValidation || e.Field != "body" {
			t.Errorf("%.40q: %v", body, err)
		}
	}
	o := mustRead(t, `{"a":`+strings.Repeat("[", 9000)+strings.Repeat("]", 9000)+`,"b":"x"}`)
	if o.FilledText("b", 1) != "x" {
		t.Error("a member after deep nesting is not found")
	}
}

// D 2: invalid UTF-8 and lone surrogates become U+FFFD, NUL is removed, the rest is
// kept.
func TestTextCleaning(t *testing.T) {
	for _, tt := range []struct{ json, want string }{
		{`"a\u0000b"`, "ab"},
		{`"\u0000"`, ""},
		{`"a\ud800b"`, "a\ufffdb"},
		{`"\udc00"`, "\ufffd"},
		{`"\ud83d\ude00"`, "😀"},
		{`"\ud83d\u0000\ude00"`, "\ufffd\ufffd"},
		{"\"a\xffb\"", "a\ufffdb"},
		{"\"\xc3\"", "\ufffd"},
		{`"<b>&amp;\u003c\/b>"`, "<b>&amp;</b>"},
		{`"\r\n\t \u2028\u00a0\ufeff\u0001\u007f"`, "\r\n\t \u2028\u00a0\ufeff\x01\x7f"},
		{"\"\u2028\ufeff\"", "\u2028\ufeff"},
		{`"e\u0301"`, "e\u0301"},
	} {
		o := mustRead(t, `{"x":`+tt.json+`}`)
		if got := o.OptionalText("x", 99); got != tt.want || o.Err() != nil {
			t.Errorf("%s: %q, %v; want %q", tt.json, got, o.Err(), tt.want)
		}
	}
	for in, want := range map[string]string{"a\x00b": "ab", "a\xff\xffb": "a\ufffd\ufffdb", "ok\u2028": "ok\u2028"} {
		if got := CleanText(in); got != want {
			t.Errorf("CleanText(%q) = %q, want %q", in, got, want)
		}
	}
}

// D 2: 5.0 is 5, "5" is an error.
func TestInteger(t *testing.T) {
	for json, want := range map[string]string{
		"5": "5", "5.0": "5", "5.000": "5", "-5": "-5", "0": "0", "-0": "0", "-0.0": "0", "0e999999999999": "0",
		"5e0": "5", "50e-1": "5", "0.5e1": "5", "1E2": "100", "1e+2": "100", "1.25e2": "125", "-1.5e1": "-15",
		"12345678901234567890123": "12345678901234567890123", "0.0001e4": "1", "100": "100", "10.0": "10",
		"5.5": "", "1e-1": "", "1.255e2": "", "1e1000": "", "1e99999999999999999999": "", "1e-99999999999999999999": "",
		`"5"`: "", "true": "", "null": "", "[5]": "", "{}": "", "": "",
	} {
		if got, ok := integer([]byte(json)); got != want || ok != (want != "") {
			t.Errorf("%s: %q, %v; want %q", json, got, ok, want)
		}
	}
}

func TestIntegerProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Int64().Draw(t, "n")
		zeros := rapid.IntRange(0, 30).Draw(t, "zeros")
		text := string(itoa(n))
		// n × 10^zeros with an exponent that cancels the zeros.
		shifted := text + strings.Repeat("0", zeros) + "e-" + string(itoa(int64(zeros)))
		if got, ok := integer([]byte(shifted)); !ok || got != text {
			t.Fatalf("integer(%s) = %q, %v", shifted, got, ok)
		}
		o, err := ReadObject([]byte(`{"n":` + text + `.0}`))
		if err != nil || o.Value("n").Int() != n || o.Err() != nil {
			t.Fatalf("%d.0: %v, %v", n, err, o.Err())
		}
	})
}

func itoa(n int64) []byte {
	b, _ := Encode(n)
	return b
}

// An error begins with the path and names what was expected.
func TestGetterErrors(t *testing.T) {
	for _, tt := range []struct {
		name string
		json string
		read func(*Object)
		want string // "" is no error
	}{
		{"text", `{}`, func(o *Object) { o.FilledText("x", 5) }, "x must be a string of 1 to 5 characters"},
		{"text null", `{"x":null}`, func(o *Object) { o.FilledText("x", 5) }, "x must be a string of 1 to 5 characters"},
		{"text empty", `{"x":""}`, func(o *Object) { o.FilledText("x", 5) }, "x must be a string of 1 to 5 characters"},
		{"text long", `{"x":"éééééé"}`, func(o *Object) { o.FilledText("x", 5) }, "x must be a string of 1 to 5 characters"},
		{"text fits in characters", `{"x":"ééééé"}`, func(o *Object) { o.FilledText("x", 5) }, ""},
		{"text number", `{"x":5}`, func(o *Object) { o.OptionalText("x", 5) }, "x must be a string of at most 5 characters"},
		{"label blank", `{"x":" \u00a0\n"}`, func(o *Object) { o.Label("x", 5) }, "x must be a string of 1 to 5 characters, not all white space"},
		{"optional null", `{"x":null}`, func(o *Object) { o.OptionalText("x", 5) }, ""},
		{"int text", `{"x":"5"}`, func(o *Object) { o.Value("x").Int() }, "x must be an integer of at most 64 bits"},
		{"int big", `{"x":9223372036854775808}`, func(o *Object) { o.Value("x").Int() }, "x must be an integer of at most 64 bits"},
		{"int fraction", `{"x":5.5}`, func(o *Object) { o.Value("x").Int() }, "x must be an integer of at most 64 bits"},
		{"int bounds", `{"x":6}`, func(o *Object) { o.Value("x").IntBetween(1, 5) }, "x must be an integer from 1 to 5"},
		{"int 5.0", `{"x":5.0}`, func(o *Object) { o.Value("x").IntBetween(1, 5) }, ""},
		{"integer id", `{"x":"5"}`, func(o *Object) { o.Value("x").IntegerID() }, "x must be an id, an integer above 0"},
		{"integer id 0", `{"x":0}`, func(o *Object) { o.Value("x").IntegerID() }, "x must be an id, an integer above 0"},
		{"string id", `{"x":5}`, func(o *Object) { o.Value("x").StringID() }, "x must be an id, a string of decimal digits"},
		{"string id 05", `{"x":"05"}`, func(o *Object) { o.Value("x").StringID() }, "x must be an id, a string of decimal digits"},
		{"bool", `{"x":"true"}`, func(o *Object) { o.Value("x").Bool() }, "x must be true or false"},
		{"bool number", `{"x":1}`, func(o *Object) { o.OptionalBool("x", false) }, "x must be true or false"},
		{"enum", `{"x":"TEXT"}`, func(o *Object) { Enum(o.Value("x"), contentTypes) }, "x must be one of text, html"},
		{"time", `{"x":"2026-02-30"}`, func(o *Object) { o.Value("x").Time() }, "x must be an ISO 8601 timestamp such as 2026-11-27T22:05:01.123Z"},
		{"time, invalid offset", `{"x":"2026-11-27T08:00:00+24:00"}`, func(o *Object) { o.Value("x").Time() }, "x must be an ISO 8601 timestamp such as 2026-11-27T22:05:01.123Z"},
		{"time, invalid offset", `{"x":"2026-11-27T08:00:00-23:60"}`, func(o *Object) { o.Value("x").Time() }, "x must be an ISO 8601 timestamp such as 2026-11-27T22:05:01.123Z"},
		{"time, invalid offset", `{"x":"2026-11-27T08:00:00+2400"}`, func(o *Object) { o.Value("x").Time() }, "x must be an ISO 8601 timestamp such as 2026-11-27T22:05:01.123Z"},
		{"time, invalid offset", `{"x":"2026-11-27T08:00:00+24"}`, func(o *Object) { o.Value("x").Time() }, "x must be an ISO 8601 timestamp such as 2026-11-27T22:05:01.123Z"},
		{"time number", `{"x":1700000000}`, func(o *Object) { o.Value("x").Time() }, "x must be an ISO 8601 timestamp such as 2026-11-27T22:05:01.123Z"},
		{"time year", `{"x":"1969-12-31T23:59:59Z"}`, func(o *Object) { o.Value("x").Time() }, "x must lie in the years 1970 to 9999"},
		{"nested", `{"x":{"y":5}}`, func(o *Object) { o.Value("x").Object().FilledText("y", 5) }, "x.y must be a string of 1 to 5 characters"},
		{"nested missing", `{}`, func(o *Object) { o.Value("x").Object().FilledText("y", 5) }, "x.y must be a string of 1 to 5 characters"},
		{"nested type", `{"x":[]}`, func(o *Object) { o.Value("x").Object().FilledText("y", 5) }, "x must be an object"},
		{"array", `{"x":{}}`, func(o *Object) { o.Value("x").Elements(2) }, "x must be an array"},
		{"array long", `{"x":[1,2,3]}`, func(o *Object) { o.Value("x").Elements(2) }, "x must have at most 2 elements"},
		{"element", `{"x":[{},{"role":3}]}`, func(o *Object) {
			o.Value("x").Elements(2)[1].Object().FilledText("role", 9)
		}, "x[1].role must be a string of 1 to 9 characters"},
		{"element deep", `{"a":{"x":[[1]]}}`, func(o *Object) {
			o.Value("a").Object().Value("x").Elements(2)[0].Elements(1)[0].Bool()
		}, "a.x[0][0] must be true or false"},
		{"first error is kept", `{"x":1,"y":2}`, func(o *Object) { o.FilledText("x", 5); o.FilledText("y", 5) }, "x must be a string of 1 to 5 characters"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			o := mustRead(t, tt.json)
			tt.read(o)
			got := ""
			if err := o.Err(); err != nil {
				got = err.(*svcx.Error).Public()
			}
			if got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// D 2: an external id may be a JSON integer, which becomes its decimal text.
func TestExternalID(t *testing.T) {
	long := strings.Repeat("é", svcx.MaxExternalID)
	for json, want := range map[string]string{
		`"a b"`: "a b", `12`: "12", `12.0`: "12", `-7`: "-7", `""`: "",
		`123456789012345678901234567890`: "123456789012345678901234567890",
		`"` + long + `"`:                 long, `"` + long + `x"`: "!", strings.Repeat("9", 256): "!",
		`1.5`: "!", `true`: "!", `{}`: "!", `["a"]`: "!",
	} {
		o := mustRead(t, `{"x":`+json+`}`)
		got := o.Value("x").ExternalID()
		if want == "!" {
			if o.Err() == nil {
				t.Errorf("%.20s: accepted as %q", json, got)
			}
		} else if got != want || o.Err() != nil {
			t.Errorf("%.20s: %q, %v", json, got, o.Err())
		}
	}
}

// D 5: PATCH distinguishes absent, null and a value.
func TestTextPatch(t *testing.T) {
	o := mustRead(t, `{"null":null,"blank":" ","text":" t "}`)
	if p := o.TextPatch("absent", 9); p != nil {
		t.Errorf("absent: %q", *p)
	}
	for name, want := range map[string]string{"null": "", "blank": "", "text": " t "} {
		if p := o.TextPatch(name, 9); p == nil || *p != want {
			t.Errorf("%s: %v", name, p)
		}
	}
}

// D 1.
func TestParseID(t *testing.T) {
	for s, want := range map[string]int64{
		"1": 1, "42": 42, "9223372036854775807": 1<<63 - 1,
		"": 0, "0": 0, "-1": 0, "+1": 0, "007": 0, "1.0": 0, "9223372036854775808": 0, "10000000000000000000": 0,
		" 1": 0, "1 ": 0, "1e3": 0, "0x1": 0, "1_0": 0, "١": 0,
	} {
		if got, ok := ParseID(s); ok != (want != 0) || ok && got != want {
			t.Errorf("%q: %d, %v", s, got, ok)
		}
	}
}

// R 4.1, D 5.
func TestAssigneeQuery(t *testing.T) {
	if u, none, err := AssigneeQuery("none"); u != nil || !none || err != nil {
		t.Error("none")
	}
	if u, none, err := AssigneeQuery("7"); u == nil || *u != 7 || none || err != nil {
		t.Error("7")
	}
	for _, s := range []string{"", "0", "None", "x", "07"} {
		if _, _, err := AssigneeQuery(s); svcx.KindOf(err) != svcx.KindValidation {
			t.Errorf("%q: %v", s, err)
		}
	}
}

// D 2, D 5.
func TestCheckContentType(t *testing.T) {
	for header, want := range map[string]bool{
		"application/json": true, "Application/JSON": true, "application/json; charset=utf-8": true,
		" application/json ;x=y": true, "application/json;": true,
		"": false, "text/plain": false, "application/jsonx": false, "application/problem+json": false,
		"application/x-www-form-urlencoded": false, "application/json, text/plain": false,
	} {
		if got := CheckContentType(header); got != want {
			t.Errorf("%q: %v", header, got)
		}
	}
}

package events

import (
	"strings"
	"testing"

	"svcx/internal/richtext/vectors"
)

func plain(pieces []piece) string {
	var out strings.Builder
	for _, p := range pieces {
		out.WriteString(p.text)
	}
	return out.String()
}

// A body is laid out with a member a line, its values as they are; what is no JSON stays as it is.
func TestBodyIsLaidOut(t *testing.T) {
	for body, want := range map[string]string{
		`{"a":1,"b":{"c":[true,null,"x\u0000"],"d":{}},"e":[]}`: "{\n  \"a\": 1,\n  \"b\": {\n    \"c\": [\n      true,\n      null,\n      \"x\\u0000\"\n    ],\n    \"d\": {}\n  },\n  \"e\": []\n}",
		`{"a":1,"a":12345678901234567890.10}`:                   "{\n  \"a\": 1,\n  \"a\": 12345678901234567890.10\n}",
		`"x"`:                                                   `"x"`, ` 5 `: "5",
		`{"a":`: `{"a":`, `{"a":1} x`: `{"a":1} x`, `{"a":1}{}`: `{"a":1}{}`, `<html>`: `<html>`, ``: ``, `{a}`: `{a}`,
		strings.Repeat("[", 5000):      strings.Repeat("[", 5000),
		"{\"a\":\"\u202eevil\u200b\"}": "{\n  \"a\": \"\\u202eevil\\u200b\"\n}",
		"a\x07\tb\nc":                  "a\\u0007\tb\nc",
		`{"a":"👩‍👩‍👧 ❤️"}`:             "{\n  \"a\": \"👩‍👩‍👧 ❤️\"\n}",
	} {
		if got := plain(pretty(body)); got != want {
			t.Errorf("%.60q:\n%s\nnot\n%s", body, got, want)
		}
	}
	kinds := ""
	for _, p := range pretty(`{"a":["b",1]}`) {
		kinds += p.class
	}
	if kinds != "ksn" {
		t.Errorf("kinds %q", kinds)
	}
}

// What a body says is text, whatever it says.
func TestBodyStaysText(t *testing.T) {
	for _, v := range vectors.All() {
		for _, body := range []string{v.Payload, `{"content":"` + v.Payload + `"}`, `{"` + v.Payload + `":1}`} {
			var out strings.Builder
			if err := code(body).Render(t.Context(), &out); err != nil {
				t.Fatal(err)
			}
			rest := strings.NewReplacer(`<span class="k">`, "", `<span class="s">`, "", `<span class="n">`, "", `</span>`, "").Replace(out.String())
			if strings.ContainsAny(rest, `<>"'`) {
				t.Errorf("%s: %q", v.ID, rest)
			}
		}
	}
}

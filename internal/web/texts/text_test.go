package texts

import (
	"encoding/json"
	"strings"
	"testing"

	"golang.org/x/text/language"
)

func TestTextsAreFilledIn(t *testing.T) {
	p := &Printer{tag: language.Polish}
	if err := json.Unmarshal([]byte(`{
		"plain": "Nothing to fill in",
		"who": "{{.By}} handed {{.What}} to {{.By}}.",
		"files": {"one": "{{.N}} plik", "few": "{{.N}} pliki", "many": "{{.N}} plików", "other": "{{.N}} pliku"},
		"rows": {"one": "one row", "other": "{{.N}} rows of {{.Of}}"}
	}`), &p.texts); err != nil {
		t.Fatal(err)
	}
	for got, want := range map[string]string{
		p.T("plain", "By", "x"):                  "Nothing to fill in",
		p.T("who", "By", "{{.What}}", "What", 3): "{{.What}} handed 3 to {{.What}}.",
		p.T("who", "By", "Ann"):                  "Ann handed {{.What}} to Ann.",
		p.T("none"):                              "none",
		p.N("files", 1):                          "1 plik",
		p.N("files", 3):                          "3 pliki",
		p.N("files", 25):                         "25 plików",
		p.N("files", -1):                         "-1 plik",
		p.N("rows", 5, "Of", 9):                  "5 rows of 9",
		p.T("rows", "N", 2, "Of", 9):             "2 rows of 9",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestFaultyTextsAreRefused(t *testing.T) {
	for source, why := range map[string]string{
		`{"a": {"one": "x"}}`:                `"other" is missing`,
		`{"a": {"other": "x", "lots": "y"}}`: `"lots" is no plural form`,
		`{"a": "{{.N"}`:                      "is not {{.Name}}",
		`{"a": "{{.N | upper}}"}`:            "is not {{.Name}}",
		`{"a": 5}`:                           "cannot unmarshal",
	} {
		var texts map[string]text
		if err := json.Unmarshal([]byte(source), &texts); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%s: %v, want %s", source, err, why)
		}
	}
}

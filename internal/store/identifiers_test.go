package store

import (
	"testing"

	"svcx"
)

// Faults 1.3 and 109: an erased contact is found in any spelling of their address
// and name that the senders' bodies have.
func TestIdentifiersAreFoundInOtherSpellings(t *testing.T) {
	var m identifiers
	m.add("Νίκος \"N\"", "Νίκος@bücher.example", "x-1")
	for _, text := range []string{
		`{"email":"νίκος@bücher.example"}`,
		`{"email":"ΝΊΚΟΣ@BÜCHER.example"}`,
		`write to Νι` + "\u0301" + `κοσ@xn--bcher-kva.example, please`,
		`{"email":"\u03bd\u03af\u03ba\u03bf\u03c2@b\u00fccher.example"}`,
		`{"email":"\u039D\u038A\u039A\u039F\u03A3@B\u00DCCHER.example"}`,
		`"a\u000a\u03bd\u03af\u03ba\u03bf\u03c2@xn--bcher-kva.ex` + `ample`,
		`{"name":"Νίκος \"N\""}`,
		`{"name":"\u039d\u03af\u03ba\u03bf\u03c2 \"N\""}`,
		`{"id":"x-1"}`,
		`{"id":"x\u002d1"}`,
	} {
		if !m.foundIn(text) {
			t.Errorf("not found in %s", text)
		}
	}
	for _, text := range []string{`{"email":"niko@bücher.example"}`, `{"name":"Νίκος"}`, `{"id":"\u0022x-1\u0022"}`, `{"id":"x-11"}`, `\u`, `\ud83d`, ``} {
		if m.foundIn(text) {
			t.Errorf("found in %s", text)
		}
	}
	if !m.include("ΝΊΚΟΣ@xn--bcher-kva.example") || m.include("other") || !m.identify("svcx/νίκος@bücher.example") {
		t.Error("the address as a value")
	}
	if got := svcx.EmailSpellings("ann@example.com"); len(got) != 1 {
		t.Errorf("spellings of ASCII: %q", got)
	}
}

package store

import (
	"testing"

	"svcx"
)

// Faults 1.3 and 109: a person who is erased is found in whatever spelling of
// their address and name the senders' bodies have.
func TestMarkersInOtherSpellings(t *testing.T) {
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
		if !m.in(text) {
			t.Errorf("not found in %s", text)
		}
	}
	for _, text := range []string{`{"email":"niko@bücher.example"}`, `{"name":"Νίκος"}`, `{"id":"\u0022x-1\u0022"}`, `{"id":"x-11"}`, `\u`, `\ud83d`, ``} {
		if m.in(text) {
			t.Errorf("found in %s", text)
		}
	}
	if !m.are("ΝΊΚΟΣ@xn--bcher-kva.example") || m.are("other") || !m.name("svcx/νίκος@bücher.example") {
		t.Error("the address as a value")
	}
	if got := svcx.EmailSpellings("ann@example.com"); len(got) != 1 {
		t.Errorf("spellings of ASCII: %q", got)
	}
}

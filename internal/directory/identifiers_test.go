package directory

import "testing"

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
		`{"name":"ΝΊΚΟΣ \"n\""}`,
		`mailto=%CE%BD%CE%AF%CE%BA%CE%BF%CF%82%40b%C3%BCcher.example`,
		`{"u":"https:\/\/x.example\/?e=%25CE%25BD%25CE%25AF%25CE%25BA%25CE%25BF%25CF%2582%2540xn--bcher-kva.example"}`,
		`&#957;&#943;&#954;&#959;&#962;&#64;bücher.example`,
		`{"email":"\"νίκος\"@bücher.example"}`,
	} {
		if !m.foundIn(text) {
			t.Errorf("not found in %s", text)
		}
	}
	for _, text := range []string{`{"email":"niko@bücher.example"}`, `{"name":"Νίκος"}`, `{"id":"\u0022x-1\u0022"}`, `{"id":"x-11"}`, `{"id":"X-1"}`, `\u`, `\ud83d`, ``} {
		if m.foundIn(text) {
			t.Errorf("found in %s", text)
		}
	}
	if !m.include("ΝΊΚΟΣ@xn--bcher-kva.example") || m.include("other") || !m.identify("svcx/νίκος@bücher.example") {
		t.Error("the address as a value")
	}
	for _, value := range []string{
		"ΝΊΚΟΣ \"N\" ", "x-1", "Νίκος <νίκος@bücher.example>", "Νίκος ‹Νίκος@bücher.example>", "mailto:νίκος@XN--BCHER-KVA.example", " νίκος@bücher.example",
		"%CE%BD%CE%AF%CE%BA%CE%BF%CF%82@bücher.example", "電νίκος@bücher.exampleで", `"νίκος"@bücher.example`, "(νίκος@bücher.example).",
	} {
		if !m.tell(value) {
			t.Errorf("%q is not known", value)
		}
	}
	for _, value := range []string{
		"", "X-1", "x-1 y", "Νίκος", "πανίκος@bücher.example", "a.νίκος@bücher.example", "a+νίκος@bücher.example", "νίκος@bücher.example.com", "νίκος@bücher.examples", "νίκος@bücher.example-x.com",
	} {
		if m.tell(value) {
			t.Errorf("%q is taken for the person", value)
		}
	}
}

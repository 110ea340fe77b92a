package svcx_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"

	"svcx"
)

// Fault 1.3: without regard to case means folded, not lower-cased.
func TestFoldCase(t *testing.T) {
	for _, same := range [][]string{
		{"Νίκος", "ΝΊΚΟΣ", "νίκος", "νίκοσ", "ΝΙ\u0301ΚΟΣ", "νι\u0301κος"},
		{"Straße", "STRASSE", "STRAẞE", "strasse"},
		{"ﬁn", "FIN"},
		{"ǅur", "ǆur", "Ǆur"},
		{"\u212Aelvin", "kelvin", "KELVIN"},
		{"ſet", "set"},
		{"İ", "i\u0307", "I\u0307"},
		{"ᾳ", "ᾼ", "ΑΙ", "αι"},
		{"ᲘᲐ", "ია"},
		{"Ꭰ", "ꭰ"},
		{"Zoë", "ZOE\u0308"},
	} {
		for _, s := range same[1:] {
			if svcx.FoldCase(s) != svcx.FoldCase(same[0]) {
				t.Errorf("%q is %q, %q is %q", s, svcx.FoldCase(s), same[0], svcx.FoldCase(same[0]))
			}
		}
	}
	for _, other := range [][2]string{{"ı", "i"}, {"İ", "i"}, {"é", "e"}, {"ά", "α"}, {"ａ", "a"}} {
		if svcx.FoldCase(other[0]) == svcx.FoldCase(other[1]) {
			t.Errorf("%q and %q are the same", other[0], other[1])
		}
	}
}

// Folding is idempotent for every character, and characters that differ only in case
// fold to the same.
func TestFoldCaseOfEachCharacter(t *testing.T) {
	fold := cases.Fold()
	for r := range unicode.MaxRune + 1 {
		if !unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.S) || unicode.Is(unicode.Han, r) {
			continue
		}
		s := string(r)
		once := svcx.FoldCase(s)
		if twice := svcx.FoldCase(once); twice != once {
			t.Errorf("%U is %+q, that is %+q", r, once, twice)
		}
		if !norm.NFC.IsNormalString(once) {
			t.Errorf("%U is %+q, which is not composed", r, once)
		}
		for _, other := range []string{fold.String(s), norm.NFD.String(s), string(unicode.ToLower(r)), string(unicode.SimpleFold(r))} {
			// Only the Turkish folding maps these to i (CaseFolding.txt, T).
			if got := svcx.FoldCase(other); got != once && r != 'İ' {
				t.Errorf("%U is %+q, %+q is %+q", r, once, other, got)
			}
		}
	}
}

func TestFoldCaseIsIdempotent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.String().Draw(t, "s")
		once := svcx.FoldCase(s)
		if twice := svcx.FoldCase(once); twice != once {
			t.Fatalf("%+q is %+q, that is %+q", s, once, twice)
		}
		ascii := rapid.StringMatching(`[ -~]*`).Draw(t, "ascii")
		if svcx.FoldCase(ascii) != strings.ToLower(ascii) || !strings.Contains(ascii, `"`) && svcx.EmailKey(ascii) != strings.ToLower(ascii) {
			t.Fatalf("%q is folded to %q", ascii, svcx.FoldCase(ascii))
		}
	})
}

// Faults 1.3 and 109: an address is the same in upper or lower case, and with its
// domain in Unicode or ASCII.
func TestEmailKey(t *testing.T) {
	for _, c := range []struct {
		key  string
		same []string
	}{
		{"ann@example.com", []string{"Ann@Example.COM", "ANN@EXAMPLE.com"}},
		{"νίκοσ@example.com", []string{"νίκος@example.com", "ΝΊΚΟΣ@EXAMPLE.COM", "ΝΙ\u0301ΚΟΣ@example.com"}},
		{"user@xn--bcher-kva.example", []string{"user@bücher.example", "User@BÜCHER.Example", "user@bu\u0308cher.example", "user@XN--BCHER-KVA.example", "user@bücher。example"}},
		// IDNA 2008: ß and ς are letters of their own in a domain.
		{"a@xn--strae-oqa.example", []string{"a@straße.example", "A@Straße.example"}},
		{"a@strasse.example", []string{"a@STRASSE.example"}},
		{"a@xn--fa-hia.example", []string{"a@faß.example"}},
		{`"a@b"@xn--bcher-kva.example`, []string{`"A@B"@bücher.example`}},
		// Labels that DNS cannot have.
		{"a@xn--bcher_x-n2a.example", []string{"a@BÜCHER_X.example", "a@bücher_x.example"}},
		{"p@a_b.xn--bcher-kva.de", []string{"p@a_b.bücher.de", "p@A_B.xn--bcher-kva.de", "p@A_B.BÜCHER。de"}},
		{"r@xn--bcher--3ya.de", []string{"r@bücher-.de", "r@XN--BCHER--3YA.de", "r@BÜCHER-.de"}},
		// RFC 5321 4.1.2: quotes that are not needed do not count.
		{"l@ex.com", []string{`"l"@ex.com`, `"L"@EX.com`, `"\l"@ex.com`}},
		{"νίκοσ.x@ex.com", []string{`"νίκος.x"@ex.com`}},
		{`"a b"@ex.com`, []string{`"a\ b"@ex.com`}},
		{`".a"@ex.com`, []string{`".A"@ex.com`}},
		{`"a\"b"@ex.com`, nil}, {`"a"b"@ex.com`, nil}, {`""@ex.com`, nil}, {`"@ex.com`, nil}, {`"\"@ex.com`, nil},
		{"bücher", []string{"BÜCHER"}},
		{"", []string{""}},
	} {
		for _, s := range append(c.same, c.key) {
			if got := svcx.EmailKey(s); got != c.key {
				t.Errorf("the key of %q is %q, want %q", s, got, c.key)
			}
		}
	}
	if svcx.EmailKey("a@bücher.example") == svcx.EmailKey("a@bucher.example") {
		t.Error("accents count in addresses")
	}
}

func FuzzEmailKey(f *testing.F) {
	f.Add("νίκος@bücher.example")
	f.Add(`"a\"b"@a_b.bücher-.de`)
	f.Fuzz(func(t *testing.T, s string) {
		key := svcx.EmailKey(s)
		if strings.Count(key, "@") < strings.Count(s, "@") {
			t.Errorf("the key of %q is %q", s, key)
		}
		if !utf8.ValidString(s) {
			return
		}
		if again := svcx.EmailKey(key); again != key {
			t.Errorf("the key of %q is %q, whose key is %q", s, key, again)
		}
		for _, spelling := range svcx.EmailSpellings(key) {
			if svcx.FoldCase(spelling) != spelling {
				t.Errorf("a spelling of %q is %q, which is not folded", s, spelling)
			}
		}
	})
}

func BenchmarkEmailKey(b *testing.B) {
	for _, email := range []string{"ann.smith@example.com", "Ann.Smith@Example.com", "νίκος@example.com", "user@bücher.example"} {
		b.Run(email, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				svcx.EmailKey(email)
			}
		})
	}
}

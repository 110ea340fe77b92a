package textsearch

import (
	"slices"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"

	"svcx"
)

// Faults 1.3 and 112: where words end, and which are the same for a search.
func TestFoldWords(t *testing.T) {
	for _, c := range []struct {
		words string
		texts []string
	}{
		// Case is folded, not only lowered.
		{"νικοσ", []string{"Νίκος", "ΝΙΚΟΣ", "νικοσ", "ΝΊΚΟΣ"}},
		{"strasse", []string{"Straße", "STRASSE", "STRAẞE"}},
		{"istanbul", []string{"İstanbul", "ISTANBUL", "ıstanbul"}},
		{"ꭰꮳ", []string{"ᎠᏣ", "ꭰꮳ"}},
		// Accents, points and joining letters are dropped, in any order.
		{"zoe", []string{"Zoë", "ZOE\u0308", "Zoe\u0301\u0308"}},
		{"елка", []string{"ёлка", "ЕЛКА"}},
		{"שלום", []string{"שָׁלוֹם", "שלום"}},
		{"محمد", []string{"مُحَمَّد", "محمد", "محـــمد"}},
		{"ا", []string{"أ", "آ", "إ"}},
		// Vowel signs and the virama are letters of Indian scripts.
		{"राम", []string{"राम"}},
		{"रवि मोहन", []string{"रवि मोहन"}},
		{"हिन्दी", []string{"हिन्दी"}},
		{"কলকাতা", []string{"কলকাতা"}},
		{"রবীন্দ্রনাথ ঠাকুর", []string{"রবীন্দ্রনাথ ঠাকুর"}},
		{"কো", []string{"কো", "কো"}},
		{"தமிழ்", []string{"தமிழ்"}},
		{"ಕನ್ನಡ", []string{"ಕನ್ನಡ"}},
		{"മലയാളം", []string{"മലയാളം"}},
		// The dot of loan words is optional.
		{"फोन", []string{"फ़ोन", "फ\u093cोन", "फोन"}},
		{"กินน้ํา", []string{"กินน้ำ"}},
		{"မြန်မာ", []string{"မြန်မာ"}},
		{"ހާލު", []string{"ހާލު"}},
		// Invisible characters within words, and the one that ends them.
		{"softhyphen", []string{"soft\u00adhyphen", "softhyphen", "so\u200dft\u200chy\ufeffph\u2060en\ufe0f"}},
		{"میخواهم", []string{"می\u200cخواهم"}},
		{"क्ष", []string{"क्ष", "क्\u200dष", "क्\u200cष"}},
		{"a b", []string{"a\u200bb", "a\u00a0b", "a-b", "a'b"}},
		// The voiced mark of kana belongs to the letter.
		{"がば ハス バス パス ヴ", []string{"がば ハス バス パス ヴ", "か\u3099は\u3099 ﾊｽ ﾊﾞｽ ﾊﾟｽ ｳﾞ"}},
		// Numbers other than decimal digits.
		{"二〇二四年", []string{"二〇二四年"}},
		{"viii 1 ፩", []string{"ⅷ ① ፩"}},
		{"h2o", []string{"H₂O"}},
		{"", []string{"", "…", "👩\u200d🚀 ❤\ufe0f", "\u0301"}},
	} {
		for _, text := range c.texts {
			if got := strings.Join(slices.Collect(eachWord(text)), " "); got != norm.NFKD.String(c.words) && got != c.words {
				t.Errorf("%+q has the words %+q, want %+q", text, got, c.words)
			}
		}
	}
	for _, different := range [][2]string{{"राम", "र"}, {"रवि", "रव"}, {"कु", "कि"}, {"क्ष", "कष"}, {"கி", "கீ"}, {"กิน", "กน"}, {"ハス", "バス"}, {"バス", "パス"}, {"কি", "কী"}} {
		if a, b := foldWords(different[0]), foldWords(different[1]); slices.Equal(a, b) {
			t.Errorf("%s and %s are the same words", different[0], different[1])
		}
	}
}

// Words differ in case for no character for which FoldCase, ToUpper and ToLower do
// not.
func TestFoldWordsIgnoresCase(t *testing.T) {
	for r := range unicode.MaxRune + 1 {
		if !unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.S) || unicode.Is(unicode.Han, r) || strings.Contains(norm.NFD.String(string(r)), "\u0345") {
			continue // the iota subscript is an accent, but its capital is a letter
		}
		want := foldWords(string(r))
		for _, other := range []string{svcx.FoldCase(string(r)), string(unicode.ToUpper(r)), string(unicode.ToLower(r)), norm.NFD.String(string(r))} {
			if got := foldWords(other); !slices.Equal(got, want) {
				t.Errorf("%U has the words %+q, %+q has %+q", r, want, other, got)
			}
		}
	}
}

// Folding is idempotent: a search for an indexed word looks for the same word. ASCII
// is folded by a faster path to the same words.
func TestFoldWordsIsIdempotent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.String(), rapid.StringMatching(`[ -~]{0,40}`)).Draw(t, "text")
		words := foldWords(text)
		if again := foldWords(strings.Join(words, " ")); !slices.Equal(again, words) {
			t.Fatalf("%+q has the words %+q, those %+q", text, words, again)
		}
		if isASCII(text) && len(words) > 0 {
			if other := foldWords(text + "\u00ad"); !slices.Equal(other, words) {
				t.Fatalf("%q has the words %q, and %q with an invisible character", text, words, other)
			}
		}
	})
}

func BenchmarkFoldWords(b *testing.B) {
	for name, text := range map[string]string{
		"ascii":   strings.Repeat("Where is my order 2041? I want a refund, please. ", 20),
		"latin":   strings.Repeat("Où est ma commande 2041 ? Je suis très déçu, hélas. ", 20),
		"greek":   strings.Repeat("Πού είναι η παραγγελία μου; Θέλω επιστροφή χρημάτων. ", 20),
		"hindi":   strings.Repeat("मेरा ऑर्डर कहाँ है? मुझे पैसे वापस चाहिए। ", 20),
		"kana":    strings.Repeat("わたしのちゅうもんはどこですか。へんきんしてください。", 20),
		"contact": "Ann Smith ann.smith@example.com crm-2041",
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				for range eachWord(text) {
				}
			}
		})
	}
}

// firstRule splits a text into words by the first rule, to know what Refold must
// find.
func firstRule(text string) []string {
	letters := strings.NewReplacer("ß", "ss", "æ", "ae", "œ", "oe", "þ", "th", "ø", "o", "ł", "l", "đ", "d", "ð", "d", "ħ", "h", "ŧ", "t", "ŋ", "n", "ı", "i", "ĸ", "k")
	folded := letters.Replace(strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFKD.String(text)))
	return strings.FieldsFunc(folded, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// Every text that has other words than by the first rule is indexed again.
func TestRefoldedWordsFindsEveryChange(t *testing.T) {
	for r := range unicode.MaxRune + 1 {
		text := "a" + string(r) + "b"
		if !unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.S, unicode.P, unicode.Z, unicode.Cf) || unicode.In(r, unicode.Han, unicode.Hangul) || RefoldedWords(text) {
			continue // nothing has changed for these two large scripts
		}
		if was, is := firstRule(text), slices.Collect(eachWord(text)); !slices.Equal(was, is) {
			t.Errorf("%U: the words were %+q and are %+q, but it is not indexed again", r, was, is)
		}
	}
}

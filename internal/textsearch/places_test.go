package textsearch

import (
	"strings"
	"testing"

	"svcx"
)

// What a search found is marked where the words are in the text as it is shown: D 5 says which
// words are alike.
func TestWhereWordsAre(t *testing.T) {
	for _, c := range []struct{ q, text, want string }{
		{"parcel", "My parcel, the Parcels", "My [parcel], the [Parcel]s"}, // the last word is a prefix
		{"parc way", "parcel on its way", "parcel on its [way]"},
		{"way parc", "parcel on its way", "[parc]el on its [way]"},
		{"squeaking", "a Squéaking noise", "a [Squéaking] noise"},
		{"squeak", "a Sque\u0301aking", "a [Sque\u0301ak]ing"},
		{"sque", "a Sque\u0301aking", "a [Sque\u0301]aking"}, // the accent is not torn off
		{"strasse", "Hauptstraße Straße", "Hauptstraße [Straße]"},
		{"stras", "Straße", "[Straß]e"},
		{"lukasz", "ŁUKASZ Łukasza", "[ŁUKASZ] [Łukasz]a"},
		{"σοφος", "ΣΟΦΌΣ", "[ΣΟΦΌΣ]"},
		{"太郎", "山田太郎です", "山田[太郎]です"},
		{"山", "山田", "[山]田"},
		{"バス", "ハ\u3099スとバス", "[ハ\u3099ス]と[バス]"},
		{"한", "한국", "[한]국"},
		{"soft", "so\u00adft", "[so\u00adft]"},
		{"ann", "an\u200bn ann", "an\u200bn [ann]"},
		{"88-x", "thread/88-x", "thread/[88]-[x]"},
		{"neill+shop@mail", "ann.neill+shop@mail.example.com", "ann.[neill]+[shop]@[mail].example.com"},
		{"a", "<b>a</b> \xff a&amp;", "<b>[a]</b> \xff [a]&[a]mp;"},
		{"m", "㏂", "[㏂]"},
		{"nothing", "something", "something"},
		{"?!", "what?!", "what?!"},
		{"", "text", "text"},
		{"a b c d e f g h i j k l m n o p q", "a", "a"}, // refused
	} {
		var got strings.Builder
		last := 0
		for _, at := range WordsOf(c.q).Places(c.text) {
			if at[0] < last || at[1] <= at[0] || at[1] > len(c.text) {
				t.Fatalf("%q in %q: %v", c.q, c.text, at)
			}
			got.WriteString(c.text[last:at[0]] + "[" + c.text[at[0]:at[1]] + "]")
			last = at[1]
		}
		got.WriteString(c.text[last:])
		if got.String() != c.want {
			t.Errorf("%q in %q: %s, not %s", c.q, c.text, got.String(), c.want)
		}
	}
	if n := len(WordsOf("a").Places(strings.Repeat("a ", 5000))); n != maxPlaces {
		t.Errorf("%d places", n)
	}
}

// A document that is found by a single word has places of it, and no other has.
func FuzzPlaces(f *testing.F) {
	for _, text := range []string{"My parcel", "Squéaking", "山田太郎です", "ハ\u3099ス", "a\u200bb", "Straße", "㏂ ½ ①", "\xff", "\u0301", "e\u0301\u0323"} {
		f.Add("a", text)
		f.Add(text, text)
	}
	f.Fuzz(func(t *testing.T, q, text string) {
		w := WordsOf(q)
		places := w.Places(text)
		last := 0
		for _, at := range places {
			if at[0] < last || at[1] <= at[0] || at[1] > len(text) {
				t.Fatalf("%q in %q: %v", q, text, places)
			}
			last = at[1]
		}
		if len(w.terms) == 1 && (len(places) > 0) != w.In(text) {
			t.Fatalf("%q in %q: found %v, places %v", q, text, w.In(text), places)
		}
	})
}

// Rows of the text index have the last bits of messages' ids.
func TestMessageOfARow(t *testing.T) {
	for _, last := range []svcx.MessageID{1, 2, 1000, messageMask - 1, messageMask, messageMask + 1, 3*messageMask + 17, 1 << 40} {
		for _, back := range []svcx.MessageID{0, 1, 500, messageMask - 1} {
			if id := last - back; id > 0 {
				if got := rowMessage(searchRow(7, id), last); got != id {
					t.Errorf("%d, last %d: %d", id, last, got)
				}
			}
		}
	}
}

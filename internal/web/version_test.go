package web

import (
	"strings"
	"testing"

	"svcx"
	"svcx/internal/inbox"
)

// An edited message shows its versions where they are asked for, with what changed marked; a
// message has an address of its own.
func TestVersionsOfAMessage(t *testing.T) {
	d := newDesk(t)
	d.says("c1", "Amara", "The price is <b>20</b> euros.")
	operator := inbox.Call{Workspace: d.workspace, Actor: inbox.Operator}
	for _, content := range []string{"The price is <b>25</b> euros.", "The price is <b>25</b> euros, with tax."} {
		if _, err := d.inbox.EditMessage(t.Context(), operator, 1, 1, svcx.MessageEdit{Content: content, Reason: "wrong <i>"}); err != nil {
			t.Fatal(err)
		}
	}
	const path = "/app/shop/inbox/1?view=open"
	d.page(d.get(path), 200, `href="/app/shop/inbox/1?m=1#m-1" aria-label="Copy link to this message"`, `href="/app/shop/inbox/1?view=open&amp;m=1&amp;versions=all#m-1" data-versions>edited</a>`)
	if strings.Contains(d.get(path).Body.String(), "<ins>") {
		t.Error("versions are shown that nobody asked for")
	}
	for _, headers := range forms {
		d.page(d.get("/app/shop/inbox/1?m=1&versions=all", headers...), 200, `added:</span>, with tax</ins>`, `removed:</span>20</del>`, `added:</span>25</ins>`, "wrong &lt;i&gt;", "&lt;b&gt;")
	}
}

// What both texts have is not marked; long texts are compared as far as they begin and end
// alike.
func TestDifferences(t *testing.T) {
	long := strings.Repeat("a b ", maxCompared)
	for _, test := range [][3]string{
		{"", "", ""}, {"a", "a", "a"}, {"", "a b", "[+a b]"}, {"a b c", "a c", "a [-b ]c"}, {"one two", "one 2 two", "one [+2 ]two"}, {"x\ny", "x\nz", "x\n[-y][+z]"},
		{"a x b y c", "a b z c", "a [-x ]b [-y][+z] c"}, {"a b c d", "a x y d", "a [-b c][+x y] d"}, {"a b", "x b", "[-a][+x] b"}, {"s " + long + "e", "s e", "s [-" + long + "]e"}, {"s" + long + "e", "t" + long + "e", "[-sa][+ta]" + long[1:] + "e"},
	} {
		var got, from, to strings.Builder
		for _, part := range differences(test[0], test[1]) {
			switch {
			case part.added:
				got.WriteString("[+" + part.text + "]")
				to.WriteString(part.text)
			case part.removed:
				got.WriteString("[-" + part.text + "]")
				from.WriteString(part.text)
			default:
				got.WriteString(part.text)
				from.WriteString(part.text)
				to.WriteString(part.text)
			}
		}
		if got.String() != test[2] || from.String() != test[0] || to.String() != test[1] {
			t.Errorf("%.40q to %.40q: %.80q", test[0], test[1], got.String())
		}
	}
}

package richtext

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"svcx/internal/richtext/vectors"
)

// The lists of the test are its own: what is added to the policy by mistake is found.
var (
	safeElements = strings.Fields(`a abbr b bdi blockquote br caption cite code dd del div dl dt em h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q s samp small span
		strong sub sup table tbody td tfoot th thead tr u ul var`)
	safeAttributes = map[string]*regexp.Regexp{
		"class":       regexp.MustCompile(`^rt-(image|audio|video|embedded|host|control)$`),
		"href":        regexp.MustCompile(`^(https?://[a-z0-9._-]+(:[0-9]+)?/|https?://[a-z0-9._-]+(:[0-9]+)?[?#]|https?://\[[0-9a-f:.]+\](:[0-9]+)?[/?#]|mailto:[^?]+@[a-z0-9.-]+(\?subject=[^&]*)?$|tel:\+?[0-9+]+$|/media/)`),
		"src":         regexp.MustCompile(`^data:image/(png|gif|jpeg|webp);base64,[A-Za-z0-9+/]+=*$`),
		"rel":         regexp.MustCompile(`^noopener noreferrer nofollow$`),
		"target":      regexp.MustCompile(`^_blank$`),
		"dir":         regexp.MustCompile(`^(ltr|rtl|auto)$`),
		"lang":        regexp.MustCompile(`^[A-Za-z0-9-]{2,30}$`),
		"role":        regexp.MustCompile(`^presentation$`),
		"alt":         regexp.MustCompile(`^[^\x00-\x1f]*$`),
		"data-width":  regexp.MustCompile(`^[0-9]{1,4}$`),
		"data-height": regexp.MustCompile(`^[0-9]{1,4}$`),
		"width":       regexp.MustCompile(`^[0-9]{1,4}$`),
		"height":      regexp.MustCompile(`^[0-9]{1,4}$`),
		"colspan":     regexp.MustCompile(`^[0-9]{1,2}$`),
		"rowspan":     regexp.MustCompile(`^[0-9]{1,2}$`),
		"start":       regexp.MustCompile(`^-?[0-9]{1,6}$`),
		"value":       regexp.MustCompile(`^-?[0-9]{1,6}$`),
	}
)

// unsafe says what is wrong with markup; nil is what must be.
func unsafe(m Markup) error {
	s := string(m)
	if strings.ContainsFunc(s, func(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' }) {
		return fmt.Errorf("has control characters")
	}
	// Within its element, and not beyond.
	page := `<div id="message">` + s + `</div><p id="after"></p>`
	body := &html.Node{Type: html.ElementNode, Data: "body", DataAtom: atom.Body}
	nodes, err := html.ParseFragment(strings.NewReader(page), body)
	if err != nil {
		return err
	}
	if len(nodes) != 2 || attribute(nodes[0], "id") != "message" || attribute(nodes[1], "id") != "after" {
		return fmt.Errorf("breaks out of its element")
	}
	var again strings.Builder
	for n := nodes[0].FirstChild; n != nil; n = n.NextSibling {
		if err := html.Render(&again, n); err != nil {
			return err
		}
	}
	if again.String() != s {
		return fmt.Errorf("is read as %s", again.String())
	}
	if gated := gate.Sanitize(s); gated != s {
		return fmt.Errorf("the gate leaves %s", gated)
	}
	return unsafeNode(nodes[0], 0)
}

func unsafeNode(n *html.Node, depth int) error {
	if depth > maxDepth+60 {
		return fmt.Errorf("is %d deep", depth)
	}
	for child := n.FirstChild; child != nil; child = child.NextSibling {
		switch child.Type {
		case html.TextNode:
			continue
		case html.ElementNode:
		default:
			return fmt.Errorf("has a node of type %d: %q", child.Type, child.Data)
		}
		if child.Namespace != "" || !slices.Contains(safeElements, child.Data) {
			return fmt.Errorf("has element %s", child.Data)
		}
		for _, a := range child.Attr {
			if shape := safeAttributes[a.Key]; shape == nil || a.Namespace != "" || !shape.MatchString(a.Val) {
				return fmt.Errorf("has %s %s=%q", child.Data, a.Key, a.Val)
			}
		}
		href, isOwn := attribute(child, "href"), slices.Contains([]string{"rt-image", "rt-audio", "rt-video"}, attribute(child, "class"))
		if child.Data == "a" && (href == "" || attribute(child, "rel") == "" || attribute(child, "target") == "" || attribute(child, "dir") == "") {
			return fmt.Errorf("has a link with %v", child.Attr)
		}
		if strings.HasPrefix(href, "/") != (isOwn && child.Data == "a") {
			return fmt.Errorf("has a link of class %q to %s", attribute(child, "class"), href)
		}
		if err := unsafeNode(child, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// cleaned is HTML without splitting.
func cleaned(s string) (Markup, bool) {
	s = strings.ToValidUTF8(s, "\uFFFD")
	root, err := parse(s)
	if err != nil || !isAffordable(s) {
		return "", false
	}
	c := cleaner{}
	return c.markup(root)
}

// ownMarks takes out the classes that cleaning adds, and takes away from who writes them.
func ownMarks(s string) string {
	s = regexp.MustCompile(`<span class="rt-(control|image|audio|video)">([^<]*)</span>`).ReplaceAllString(s, "$2")
	return regexp.MustCompile(` class="rt-(host|image|audio|video|control)"`).ReplaceAllString(s, "")
}

// unstable says how cleaning twice differs from cleaning once.
func unstable(s string) error {
	once, ok := cleaned(s)
	if !ok {
		return nil
	}
	twice, ok := cleaned(string(once))
	if a, b := ownMarks(string(once)), ownMarks(string(twice)); !ok || a != b {
		return fmt.Errorf("cleaned once: %s\ncleaned twice: %s", a, b)
	}
	return nil
}

// lineUnsafe says what is wrong with a line that a page escapes.
func lineUnsafe(s string) error {
	for _, r := range s {
		if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' || 0x202A <= r && r <= 0x202E || 0x2066 <= r && r <= 0x2069 {
			return fmt.Errorf("%q has %U", s, r)
		}
	}
	return nil
}

// wrong says what is wrong with anything that the package makes of a text.
func wrong(s string) error {
	for name, shown := range map[string]Shown{
		"Text": Text(s), "Markdown": Markdown(s, media), "HTML": HTML(s, media),
		"Markdown without media": Markdown(s, nil), "HTML without media": HTML(s, nil),
	} {
		if err := unsafe(shown.Body); err != nil {
			return fmt.Errorf("body of %s %w\n%s", name, err, shown.Body)
		}
		if err := unsafe(shown.Quoted); err != nil {
			return fmt.Errorf("quote of %s %w\n%s", name, err, shown.Quoted)
		}
	}
	for name, line := range map[string]string{
		"Name": Name(s), "FileName": FileName(s), "Subject": Subject(s), "Host": Host(s),
		"TextLine": TextLine(s, 100), "MarkdownLine": MarkdownLine(s, 100), "HTMLLine": HTMLLine(s, 100),
	} {
		if err := lineUnsafe(line); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	if again := Name(Name(s)); again != Name(s) && len(s) < maxName {
		return fmt.Errorf("Name: %q becomes %q", Name(s), again)
	}
	if err := unstable(s); err != nil {
		return fmt.Errorf("HTML is not stable: %w", err)
	}
	return nil
}

// Issue 15, XSS corpus: each attack through everything.
func TestVectors(t *testing.T) {
	for _, v := range vectors.All() {
		if err := wrong(v.Payload); err != nil {
			t.Errorf("%s: %q: %v", v.ID, v.Payload, err)
		}
	}
}

// The attacks one after another in one mail, where each may open what the next closes.
func TestVectorsTogether(t *testing.T) {
	var all strings.Builder
	for i, v := range vectors.All() {
		all.WriteString(v.Payload)
		if i%40 == 39 {
			if err := wrong(all.String()); err != nil {
				t.Errorf("up to %s: %.3000v", v.ID, err)
			}
			all.Reset()
		}
	}
}

func FuzzText(f *testing.F)     { fuzz(f, vectors.Text, vectors.Subject, vectors.Name, vectors.FileName) }
func FuzzMarkdown(f *testing.F) { fuzz(f, vectors.Markdown) }
func FuzzHTML(f *testing.F)     { fuzz(f, vectors.HTML) }

func fuzz(f *testing.F, kinds ...vectors.Kind) {
	for _, v := range vectors.Of(kinds...) {
		f.Add(v.Payload)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if err := wrong(s); err != nil {
			t.Errorf("%q: %v", s, err)
		}
	})
}

package docs

import (
	"bytes"
	"fmt"
	"html"
	"regexp"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	tables "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"svcx/internal/web/page"
)

// document is a rendered article.
type document struct {
	title, lead string
	// html is safe: it comes from files of the program. It has {{base}} and {{workspace}} in
	// place of the reader's, see reader.fill.
	html     string
	headings []heading
	// parts are what is searched: the text below each heading, the first below the title.
	parts []part
}

// heading is a heading with the id that it has in the page.
type heading struct {
	ID, Text string
	Level    int
}

// part is what stands below a heading: its text, and its code.
type part struct {
	heading
	text, code string
}

var markdown = goldmark.New(
	goldmark.WithExtensions(extension.Table),
	goldmark.WithParserOptions(parser.WithAutoHeadingID(), parser.WithHeadingAttribute()),
	goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(&blocks{}, 100))),
)

// render renders an article: its title is a heading of the first level, its lead the
// paragraph after it.
func render(source string) (d document) {
	src := []byte(source)
	root := markdown.Parser().Parse(text.NewReader(src), parser.WithContext(parser.NewContext(parser.WithIDs(ids{}))))
	taken := headingIDs(root)
	current, rows := part{}, []part(nil)
	for n := root.FirstChild(); n != nil; {
		next := n.NextSibling()
		h, isHeading := n.(*ast.Heading)
		switch {
		case isHeading && h.Level == 1:
			d.title = plain(h, src)
			root.RemoveChild(root, n)
		case isHeading:
			id, _ := h.AttributeString("id")
			d.parts = append(d.parts, current)
			current = part{heading: heading{ID: string(id.([]byte)), Text: plain(h, src), Level: h.Level}}
			d.headings = append(d.headings, current.heading)
		case n.Kind() == ast.KindFencedCodeBlock:
			current.code += string(n.Lines().Value(src))
		default:
			if d.lead == "" && n.Kind() == ast.KindParagraph {
				d.lead = plain(n, src)
			}
			current.text += plain(n, src) + "\n"
			if n.Kind() == tables.KindTable {
				rows = append(rows, namedRows(n, src, taken)...)
			}
		}
		n = next
	}
	d.parts = append(d.parts, current)
	d.parts[0].Text = d.title
	d.parts = append(d.parts, rows...)
	var out bytes.Buffer
	if err := markdown.Renderer().Render(&out, src, root); err != nil {
		panic(err) // a buffer takes all
	}
	d.html = out.String()
	return d
}

// headingIDs are the ids of the headings.
func headingIDs(root ast.Node) map[string]bool {
	taken := map[string]bool{}
	for n := root.FirstChild(); n != nil; n = n.NextSibling() {
		if id, has := n.AttributeString("id"); has {
			taken[string(id.([]byte))] = true
		}
	}
	return taken
}

// namedRows gives rows of a table that begin with a name in code that name as their id, so
// that a link can lead to a code, a setting or a member.
func namedRows(table ast.Node, src []byte, taken map[string]bool) (all []part) {
	for row := table.FirstChild(); row != nil; row = row.NextSibling() {
		if row.Kind() != tables.KindTableRow {
			continue
		}
		cell := row.FirstChild()
		if !isName(cell) && cell.NextSibling() != nil {
			cell = cell.NextSibling()
		}
		if !isName(cell) {
			continue
		}
		name := plain(cell, src)
		if id := anchor(name); id != "" && !taken[id] {
			taken[id] = true
			row.SetAttributeString("id", []byte(id))
			all = append(all, part{heading: heading{ID: id, Text: name}, text: plain(row, src)})
		}
	}
	return all
}

// isName reports whether a cell is one name in code.
func isName(cell ast.Node) bool {
	return cell.ChildCount() == 1 && cell.FirstChild().Kind() == ast.KindCodeSpan
}

// plain is the text of a node.
func plain(n ast.Node, src []byte) string {
	var b strings.Builder
	ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			switch n.Kind() {
			case ast.KindParagraph, ast.KindTextBlock, ast.KindListItem:
				b.WriteByte(' ')
			}
			if strings.HasPrefix(n.Kind().String(), "TableCell") {
				b.WriteByte(' ')
			}
			return ast.WalkContinue, nil
		}
		if t, is := n.(*ast.Text); is {
			b.Write(t.Segment.Value(src))
			if t.SoftLineBreak() {
				b.WriteByte(' ')
			}
		}
		return ast.WalkContinue, nil
	})
	return strings.TrimSpace(html.UnescapeString(b.String()))
}

// ids makes the ids of headings.
type ids struct{}

var notInID = regexp.MustCompile(`[^a-zA-Z0-9._]+`)

// Generate implements parser.IDs.
func (ids) Generate(value []byte, _ ast.NodeKind) []byte {
	return []byte(anchor(string(value)))
}

// Put implements parser.IDs.
func (ids) Put([]byte) {}

// anchor is the id for a text: small letters and hyphens, but a name as it is written.
func anchor(text string) string {
	id := strings.Trim(notInID.ReplaceAllString(text, "-"), "-.")
	if isOneName.MatchString(text) {
		return id
	}
	return strings.ToLower(id)
}

// isOneName matches names of members, codes and types: a word with a dot, a hyphen below, or
// a capital letter inside.
var isOneName = regexp.MustCompile(`^\w+([._]\w+)+$|^\w+[A-Z]\w*$`)

// blocks renders what pages of documentation show in their own way: headings with a link to
// themselves, code with its language and a button, tables that scroll.
type blocks struct{ made int }

// RegisterFuncs implements renderer.NodeRenderer.
func (b *blocks) RegisterFuncs(to renderer.NodeRendererFuncRegisterer) {
	to.Register(ast.KindHeading, b.heading)
	to.Register(ast.KindFencedCodeBlock, b.code)
}

func (b *blocks) heading(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	h := n.(*ast.Heading)
	id, _ := h.AttributeString("id")
	if entering {
		fmt.Fprintf(w, `<h%d id="%s"><a class="self" href="#%s">`, h.Level, id, id)
	} else {
		fmt.Fprintf(w, "</a></h%d>\n", h.Level)
	}
	return ast.WalkContinue, nil
}

func (b *blocks) code(w util.BufWriter, src []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	c := n.(*ast.FencedCodeBlock)
	info := ""
	if c.Info != nil {
		info = string(c.Info.Segment.Value(src))
	}
	offset := 0
	if c.Lines().Len() > 0 {
		offset = c.Lines().At(0).Start
	}
	w.WriteString(codeBlock(fmt.Sprintf("code-%d", offset), info, string(c.Lines().Value(src))))
	return ast.WalkSkipChildren, nil
}

// languages are the names of what code is written in.
var languages = map[string]string{
	"sh": "Shell", "json": "JSON", "go": "Go", "python": "Python", "ts": "TypeScript", "php": "PHP", "http": "HTTP", "text": "",
}

// codeBlock is code with its name, to be copied. info is what stands after the opening
// fence: a language, and perhaps file=NAME and marks for the tests.
func codeBlock(id, info, code string) string {
	language, marks, _ := strings.Cut(info, " ")
	name := languages[language]
	for mark := range strings.FieldsSeq(marks) {
		if file, is := strings.CutPrefix(mark, "file="); is {
			name = file
		}
		if mark == "answer" {
			name = "Answer"
		}
	}
	label := name
	if label == "" {
		label = "Code"
	}
	code = strings.TrimSuffix(code, "\n")
	return `<div class="code-block">` +
		`<p class="code-name">` + escaped(name) + `</p>` +
		`<pre id="` + id + `" tabindex="0" aria-label="` + escaped(label) + `" role="group"><code>` + highlighted(language, code) + `</code></pre>` +
		`<button class="btn sm sq ghost only-js" type="button" data-copy="` + id + `" aria-label="Copy ` + escaped(label) + `" title="Copy">` +
		`<svg class="i s" aria-hidden="true"><use href="` + page.Asset("icons.svg") + `#copy"></use></svg></button></div>` + "\n"
}

func escaped(text string) string { return html.EscapeString(text) }

// tokens are what is coloured in code, by language: comments, strings, words.
var tokens = map[string]*regexp.Regexp{
	"json":   regexp.MustCompile(`(?P<k>"(?:\\.|[^"\\])*"(?:\s*:))|(?P<s>"(?:\\.|[^"\\])*")|(?P<n>\b(?:true|false|null|-?\d+(?:\.\d+)?)\b)`),
	"sh":     regexp.MustCompile(`(?P<c>(?m:(?:^|\s)#.*$))|(?P<s>'[^']*'|"(?:\\.|[^"\\])*")`),
	"python": regexp.MustCompile(`(?P<c>(?m:#.*$))|(?P<s>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')|(?P<k>\b(?:import|from|def|class|if|elif|else|for|while|in|return|try|except|with|as|not|and|or|any|raise|None|True|False)\b)`),
	"go":     regexp.MustCompile("(?P<c>(?m://.*$))|(?P<s>\"(?:\\\\.|[^\"\\\\\n])*\"|`[^`]*`)|(?P<k>\\b(?:package|import|func|type|struct|var|const|if|else|for|range|return|switch|case|default|defer|go|nil|true|false)\\b)"),
	"ts":     regexp.MustCompile("(?P<c>(?m://.*$))|(?P<s>\"(?:\\\\.|[^\"\\\\\n])*\"|'(?:\\\\.|[^'\\\\\n])*'|`[^`]*`)|(?P<k>\\b(?:import|from|export|function|const|let|if|else|for|of|in|return|async|await|new|try|catch|throw|null|undefined|true|false|type)\\b)"),
	"php":    regexp.MustCompile(`(?P<c>(?m://.*$))|(?P<s>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')|(?P<k>\b(?:function|if|else|foreach|as|return|exit|true|false|null|echo)\b)`),
}

// highlighted is code as HTML, with what tokens name in elements of these classes.
func highlighted(language, code string) string {
	find := tokens[language]
	if find == nil {
		return escaped(code)
	}
	var b strings.Builder
	at := 0
	for _, m := range find.FindAllStringSubmatchIndex(code, -1) {
		for i, class := range find.SubexpNames() {
			if class == "" || m[2*i] < 0 {
				continue
			}
			b.WriteString(escaped(code[at:m[0]]))
			b.WriteString(`<span class="t-` + class + `">` + escaped(code[m[0]:m[1]]) + `</span>`)
			at = m[1]
		}
	}
	b.WriteString(escaped(code[at:]))
	return b.String()
}

package docs

import (
	"cmp"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/a-h/templ"

	"svcx/internal/web/page"
)

// section is a part of a page that a search finds.
type section struct {
	// Page is the page's title, Heading the section's; "" for the beginning of a page.
	Page, Heading, To string
	text              string
	// code is what stands in its examples, in small letters: it is found, and not shown.
	code string
	// In small letters, for comparing.
	page, heading, lower string
	// row is set for a row of a table, which comes after a heading that fits as well.
	row bool
}

func newSection(page, heading, to, text string) section {
	text = strings.Join(strings.Fields(text), " ")
	text = strings.NewReplacer("{{base}}", "", "{{workspace}}", stranger).Replace(text)
	return section{Page: page, Heading: heading, To: to, text: text, page: strings.ToLower(page), heading: strings.ToLower(heading), lower: strings.ToLower(text)}
}

// sectionsOf lists what is searched: some hundred sections of a few lines, which are read from
// first to last in less than a millisecond.
func (e *edition) sectionsOf() (all []section) {
	for _, a := range e.articles {
		for i, p := range a.parts {
			heading, to := p.Text, a.To()+"#"+p.ID
			if i == 0 {
				heading, to = "", a.To()
			}
			found := newSection(a.Title, heading, to, p.text)
			found.row, found.code = i > 0 && p.Level == 0, strings.ToLower(p.code)
			all = append(all, found)
		}
	}
	for _, t := range e.api.tags() {
		for _, o := range t.operations {
			words := []string{o.Method + " " + o.Path, strings.ReplaceAll(o.Description, "`", ""), o.Scope, o.ID}
			for _, f := range e.api.parameters(o.Operation) {
				words = append(words, f.Name, strings.ReplaceAll(f.Text, "`", ""))
			}
			if o.RequestBody != nil {
				for _, f := range e.api.members(body(o.RequestBody.Content).Schema, "") {
					words = append(words, f.Name)
				}
			}
			all = append(all, newSection(t.Name+" API", o.Summary, t.To()+"#"+o.ID, strings.Join(words, " ")))
		}
	}
	for _, t := range e.session.tags() {
		for _, o := range t.operations {
			all = append(all, newSection("Session API", t.Name, Path+"/session#"+anchor(t.Name), o.Method+" "+o.Path+" "+strings.ReplaceAll(o.Summary, "`", "")))
		}
	}
	return all
}

// Bounds of a search.
const (
	maxQuery = 200
	maxWords = 8
	maxHits  = 30
)

// hit is a section that was found, with the words around the first match.
type hit struct {
	section
	Snippet string
	words   []string
	score   int
}

// find returns the sections that have all words, or their beginnings, the best first.
func (e *edition) find(query string) (hits []hit) {
	words := strings.Fields(strings.ToLower(query))
	words = words[:min(len(words), maxWords)]
	if len(words) == 0 {
		return nil
	}
	for _, s := range e.sections {
		h := hit{section: s, words: words}
		for _, word := range words {
			score := s.score(word)
			if score == 0 {
				h.score = 0
				break
			}
			h.score += score
		}
		if h.score > 0 {
			if all := strings.Join(words, " "); s.heading == all || s.heading == "" && s.page == all {
				h.score += 40
			}
			if s.row {
				h.score -= 10
			}
			h.Snippet = s.snippet(words[0])
			hits = append(hits, h)
		}
	}
	slices.SortStableFunc(hits, func(a, b hit) int { return b.score - a.score })
	return hits[:min(len(hits), maxHits)]
}

// score is how well a word, or the beginning of one, fits a section; 0 if not at all.
func (s section) score(word string) (n int) {
	if _, in := begins(s.heading, word); in {
		n += 12
	}
	if _, in := begins(s.page, word); in {
		n += 5
		if s.heading == "" {
			n += 12
		}
	}
	for at, times := 0, 0; times < 4; times++ {
		i, in := begins(s.lower[at:], word)
		if !in {
			break
		}
		n, at = n+2, at+i+len(word)
	}
	if _, in := begins(s.code, word); in {
		n++
	}
	return n
}

// begins finds a word of a text that begins with prefix.
func begins(text, prefix string) (at int, ok bool) {
	for {
		i := strings.Index(text[at:], prefix)
		if i < 0 {
			return 0, false
		}
		at += i
		before, _ := utf8.DecodeLastRuneInString(text[:at])
		first, _ := utf8.DecodeRuneInString(prefix)
		if at == 0 || !isWord(before) || !isWord(first) {
			return at, true
		}
		at += len(prefix)
	}
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// snippet is the text around the first match.
func (s section) snippet(word string) string {
	const before, length = 50, 180
	at, _ := begins(s.lower, word)
	if len(s.lower) != len(s.text) {
		at = 0 // a letter whose small form has another length
	}
	from := max(0, at-before)
	if i := strings.LastIndexByte(s.text[:from], ' '); from > 0 {
		from = i + 1
	}
	text, cut := s.text[from:], ""
	if len(text) > length {
		if i := strings.LastIndexByte(text[:length], ' '); i > 0 {
			text, cut = text[:i], " …"
		}
	}
	if from > 0 {
		text = "… " + text
	}
	return strings.ToValidUTF8(text, "") + cut
}

// marked is a text as HTML in which the words are marked.
func (h hit) marked(text string) templ.Component {
	lower := strings.ToLower(text)
	if len(lower) != len(text) {
		return templ.Raw(escaped(text))
	}
	var b strings.Builder
	for at := 0; at < len(text); {
		next, length := len(text), 0
		for _, word := range h.words {
			if i, in := begins(lower[at:], word); in && at+i < next && (i > 0 || at == 0 || !isWordBefore(lower, at)) {
				next, length = at+i, len(word)
			}
		}
		b.WriteString(escaped(text[at:next]))
		if length > 0 {
			b.WriteString("<mark>" + escaped(text[next:next+length]) + "</mark>")
		}
		at = next + length
		if length == 0 {
			break
		}
	}
	return templ.Raw(b.String())
}

func isWordBefore(text string, at int) bool {
	r, _ := utf8.DecodeLastRuneInString(text[:at])
	return isWord(r)
}

// search is GET /docs/search?q=. A script gets the list alone.
func (h *Pages) search(w http.ResponseWriter, r *http.Request, v view) error {
	q := strings.Join(strings.Fields(strings.ToValidUTF8(v.query.Get("q"), "")), " ")
	if len(q) > maxQuery {
		q = strings.ToValidUTF8(q[:maxQuery], "")
	}
	v.Q, v.Title = q, "Search"
	hits := v.edition.find(q)
	if q != "" {
		v.Found = foundText(q, len(hits))
		v.Title += ": " + v.Found
	}
	if page.IsFragment(r) {
		return page.Show(w, r, http.StatusOK, quickHits(v, hits[:min(len(hits), 8)]))
	}
	return page.Show(w, r, http.StatusOK, searchPage(v, hits))
}

// foundText says how much was found, for the title and to be read out.
func foundText(q string, n int) string {
	switch n {
	case 0:
		return "nothing found for “" + q + "”"
	case 1:
		return "one found for “" + q + "”"
	}
	return strconv.Itoa(n) + " found for “" + q + "”"
}

func (h hit) title() string { return cmp.Or(h.Heading, h.Page) }

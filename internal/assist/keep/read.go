package keep

import (
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"svcx"
	"svcx/internal/richtext"
)

// contents are what a text has.
type contents struct {
	items []Item
	// folded is the text without case, and with one space between words.
	folded string
	// words are the numbers that it says in words, parts those that it has in digits anywhere.
	words, parts map[string]bool
	// brackets is how many texts in brackets it has.
	brackets int
	latin    bool
}

var (
	codePattern        = regexp.MustCompile("(?s)```[^\n`]*\n(.*?)```|`([^`\n]+)`")
	placeholderPattern = regexp.MustCompile(`\{\{[^{}\n]{0,80}\}\}|\$\{[^{}\n]{1,60}\}|<%[^%\n]{1,80}%>|%[A-Za-z_]{3,40}%|\[[A-Za-z_\pL][\pL\pN_ .'-]{1,50}\](?:[^(\[:]|$)`)
	urlPattern         = regexp.MustCompile(`(?i)(?:[a-z][a-z0-9+.-]{1,20}://|www\.)[^\s<>"]+`)
	mailPattern        = regexp.MustCompile(`[\pL\pN._%+'-]+@[\pL\pN-]+(?:\.[\pL\pN-]+)+`)
	phonePattern       = regexp.MustCompile(`(?:^|[\s(:,;])(?:\+\(?|\(0|00?[1-9])[0-9][0-9 ()/.\x{00a0}-]{5,20}[0-9]`)
	longNumber         = regexp.MustCompile(`[0-9]{16}`) // a parcel's: its zeros in front count
	codeWordPattern    = regexp.MustCompile(`#?[\pL\pN]+(?:[-_/.:][\pL\pN]+)*`)
	dottedPattern      = regexp.MustCompile(`\b[0-9]+(?:\.[0-9]+){3,}\b`)
	digitsPattern      = regexp.MustCompile(`[0-9]+`)
	numberPattern      = regexp.MustCompile(strings.TrimPrefix(plainNumber.String(), "^"))
	listMark           = regexp.MustCompile(`(?m)^[ \t]*(?:[0-9]{1,2}[.)]|#{1,6})[ \t]`)
)

// read finds what a text has. What one pattern takes, the next ones do not see.
func read(text string) contents {
	text = norm.NFC.String(strings.ToValidUTF8(text, "\uFFFD"))
	c := contents{folded: fold(text), words: wordsFor(text), parts: make(map[string]bool), latin: strings.ContainsFunc(text, func(r rune) bool {
		return unicode.Is(unicode.Latin, r)
	})}
	c.brackets = strings.Count(text, "[")
	rest := listMark.ReplaceAllStringFunc(text, blank)
	rest = c.take(rest, codePattern, func(m string) (Item, bool) {
		inside := strings.TrimSpace(strings.Trim(m, "`"))
		if first, after, ok := strings.Cut(inside, "\n"); ok && !strings.ContainsAny(first, " \t(") && strings.HasPrefix(m, "```") {
			inside = strings.TrimSpace(after)
		}
		return Item{Kind: Code, Text: inside, key: fold(inside)}, inside != ""
	})
	rest = c.take(rest, urlPattern, func(m string) (Item, bool) {
		m = trimURL(m)
		return Item{Kind: URL, Text: m, key: strings.TrimSuffix(fold(m), "/")}, len(m) > 4
	})
	rest = c.take(rest, placeholderPattern, func(m string) (Item, bool) {
		if m[0] == '[' {
			m = m[:strings.IndexByte(m, ']')+1]
		}
		return Item{Kind: Placeholder, Text: m, key: fold(m)}, true
	})
	rest = c.take(rest, mailPattern, func(m string) (Item, bool) { return Item{Kind: Email, Text: m, key: svcx.EmailKey(m)}, true })
	rest = c.take(rest, dottedPattern, func(m string) (Item, bool) { return Item{Kind: Identifier, Text: m, key: m}, true })
	rest = c.takeTimes(c.takeDates(rest))
	rest = c.take(rest, phonePattern, func(m string) (Item, bool) {
		digits := onlyDigits(strings.ReplaceAll(m, "(0)", ""))
		return Item{Kind: Phone, Text: strings.Trim(m, " \t\n:,;"), key: digits}, len(digits) >= minPhone && !longNumber.MatchString(m)
	})
	rest = c.takeNumbers(rest)
	c.take(rest, codeWordPattern, func(m string) (Item, bool) {
		return Item{Kind: Identifier, Text: m, key: fold(strings.TrimPrefix(m, "#"))}, isCode(m)
	})
	for _, digits := range digitsPattern.FindAllString(text, -1) {
		c.parts[trimZeros(digits)] = true
	}
	for _, number := range numberPattern.FindAllString(text, -1) {
		for _, value := range valuesOf(number) {
			c.parts[value] = true
		}
	}
	return c
}

// minPhone is the fewest digits of a phone number.
const minPhone = 7

// take adds what a pattern finds, and blanks it in the text, unless item says that it is none.
func (c *contents) take(text string, pattern *regexp.Regexp, item func(match string) (Item, bool)) string {
	return pattern.ReplaceAllStringFunc(text, func(m string) string {
		i, ok := item(m)
		if !ok {
			return m
		}
		c.items = append(c.items, i)
		return blank(m)
	})
}

// blank is as many spaces as a text has bytes.
func blank(s string) string { return strings.Repeat(" ", len(s)) }

// trimURL leaves out the punctuation behind an address, and a bracket that it does not open.
func trimURL(s string) string {
	for s != "" {
		last := s[len(s)-1]
		switch {
		case strings.IndexByte(".,;:!?'*_`", last) >= 0,
			last == ')' && strings.Count(s, "(") < strings.Count(s, ")"),
			last == ']' && strings.Count(s, "[") < strings.Count(s, "]"):
			s = s[:len(s)-1]
		default:
			for _, mark := range []string{"”", "“", "»", "’", "。", "、", "，", "…"} {
				if before, ok := strings.CutSuffix(s, mark); ok {
					return trimURL(before)
				}
			}
			return s
		}
	}
	return s
}

// isCode reports whether a word is an order number, a version, a product's name: digits and letters, or capitals inside.
func isCode(w string) bool {
	var digits, letters, inner int
	before := rune(0)
	for _, r := range w {
		switch {
		case unicode.IsDigit(r):
			digits++
		case unicode.IsLetter(r):
			letters++
			if unicode.IsUpper(r) && unicode.IsLower(before) {
				inner++
			}
		}
		before = r
	}
	switch {
	case w[0] == '#':
		return digits > 0
	case digits > 0 && letters > 0, digits > 5 && strings.ContainsAny(w, "-_/"):
		return true
	}
	return inner > 0 && !strings.ContainsAny(w, "/.")
}

// closing begins the lines with which a mail ends.
var closing = regexp.MustCompile(`(?im)^[ \t]*(?:--[ \t]*$|(?:best|kind|warm|many)?[ \t]*(?:regards|wishes)\b|(?:yours )?sincerely|cheers\b|thanks,?[ \t]*$|(?:mit )?(?:freundliche[nr]?|viele[nr]?|beste[nr]?|herzliche[nr]?|liebe)[ \t]+gr(?:üße|üsse|uß|uss)|mfg\b|(?:bien )?cordialement|(?:un )?(?:cordial )?saludos?\b|atentamente|atenciosamente|cumprimentos|(?:cordiali|distinti) saluti|met vriendelijke groet|z poważaniem|pozdrawiam|med vänlig|med venlig|sent from my|von meinem)`)

// essence is what a cleanup must keep of a text: not what it quotes, and not its signature. If nothing else is left it is all
// of it.
func essence(text string) string {
	own := richtext.Own(text)
	var lines []string
	for line := range strings.Lines(own) {
		if !strings.HasPrefix(strings.TrimSpace(line), ">") {
			lines = append(lines, line)
		}
	}
	own = strings.Join(lines, "")
	if at := closing.FindStringIndex(own); at != nil && strings.TrimSpace(own[:at[0]]) != "" {
		own = own[:at[0]]
	}
	return own
}

// fold is a text without case, and with one space between words.
func fold(s string) string { return strings.Join(strings.Fields(svcx.FoldCase(s)), " ") }

func onlyDigits(s string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, s)
}

func trimZeros(digits string) string {
	if trimmed := strings.TrimLeft(digits, "0"); trimmed != "" {
		return trimmed
	}
	return "0"
}

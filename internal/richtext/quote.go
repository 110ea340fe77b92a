package richtext

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// Own is the beginning of a text up to what it quotes below from earlier messages; all of it if it quotes nothing so.
func Own(s string) string {
	own, _ := splitText(s)
	return own
}

// splitText splits off what a text quotes below it from earlier messages. Quotes that are followed
// by words of the author are answered point by point, and stay. If nothing is left, it is all
// the author's: forwarding a message is no answer.
func splitText(s string) (own, quoted string) {
	all := strings.Split(s, "\n")
	at := quoteStart(all)
	if at < 0 || !slices.ContainsFunc(all[:at], hasWords) {
		return s, ""
	}
	return strings.TrimRightFunc(strings.Join(all[:at], "\n"), unicode.IsSpace), strings.Join(all[at:], "\n")
}

func hasWords(line string) bool {
	return strings.ContainsFunc(line, func(r rune) bool { return !unicode.IsSpace(r) && !isUnseen(r) && r != '_' && r != '-' })
}

// quoteStart is the line where the quote at the end of a text begins, -1 if it has none.
func quoteStart(all []string) int {
	last := len(all) - 1 // the author's last line
	for last >= 0 && (isBlank(all[last]) || isQuoted(all[last])) {
		last--
	}
	for i, line := range all {
		if i > last {
			if isQuoted(line) {
				return attributionAbove(all, i)
			}
			continue
		}
		if isForward(line) {
			return -1
		}
		if isOriginal(line) || isRule(line) && headersAt(all, next(all, i+1)) || headersAt(all, i) {
			return i
		}
		if start, strong := attributionAt(all, i); start >= 0 && strong {
			if n := next(all, i+1); n < len(all) && !isQuoted(all[n]) {
				return start
			}
		}
	}
	return -1
}

// attributionAbove is where the line above a quote that says who wrote it begins; the quote's own
// first line if there is none.
func attributionAbove(all []string, quote int) int {
	above := quote - 1
	for above >= 0 && isBlank(all[above]) {
		above--
	}
	if above >= 0 && quote-above <= 3 {
		if start, _ := attributionAt(all, above); start >= 0 {
			return start
		}
	}
	return quote
}

// next is the first line from a place on that is not blank.
func next(all []string, at int) int {
	for at < len(all) && isBlank(all[at]) {
		at++
	}
	return at
}

func isBlank(line string) bool { return strings.TrimSpace(line) == "" }

func isQuoted(line string) bool { return strings.HasPrefix(strings.TrimLeft(line, " \t\u00a0"), ">") }

func isRule(line string) bool {
	line = strings.TrimSpace(line)
	return len(line) >= 8 && (strings.Trim(line, "_") == "" || strings.Trim(line, "-") == "")
}

// maxAttribution is how many bytes a line like "On …, … wrote:" has at most.
const maxAttribution = 500

// attributionAt reports where the attribution that ends with a line begins, which may be wrapped
// over three, and -1 if there is none. A strong one names a time or an address: it needs no marks of
// quotes below it.
func attributionAt(all []string, end int) (start int, strong bool) {
	last := strings.TrimRight(all[end], " \t\u00a0*_")
	if !strings.HasSuffix(last, ":") && !strings.HasSuffix(last, "：") {
		return -1, false
	}
	text := ""
	for start = end; start >= 0 && end-start < 3 && !isBlank(all[start]) && !isQuoted(all[start]); start-- {
		text = strings.TrimSpace(all[start]) + " " + text
		if len(text) > maxAttribution {
			return -1, false
		}
		if isNamed := says(text); isNamed || hasTime.MatchString(text) && hasAddress.MatchString(text) {
			if !strings.ContainsAny(text, "0123456789") {
				continue
			}
			strong = hasTime.MatchString(text) || hasAddress.MatchString(text) && hasYear.MatchString(text)
			return wrapped(all, start, end), strong
		}
	}
	return -1, false
}

// wrapped moves the start of an attribution up to the line that its first word is on.
func wrapped(all []string, start, end int) int {
	for at := start; at >= 0 && end-at < 3 && !isBlank(all[at]) && !isQuoted(all[at]); at-- {
		word, _, _ := strings.Cut(strings.TrimSpace(all[at]), " ")
		if slices.Contains(openers, strings.ToLower(strings.TrimRight(word, ","))) {
			return at
		}
	}
	return start
}

var (
	hasTime    = regexp.MustCompile(`\d[:.]\d\d\b`)
	hasAddress = regexp.MustCompile(`[^\s<>]@[^\s<>]`)
	hasYear    = regexp.MustCompile(`\b(19|20)\d\d\b`)
)

// says reports whether a text that ends with a colon says that somebody wrote.
func says(text string) bool {
	text = strings.ToLower(text)
	return slices.ContainsFunc(wrote, func(verb string) bool {
		i := strings.LastIndex(text, verb)
		return i >= 0 && (i == 0 || text[i-1] >= 0x80 || verb[0] >= 0x80 || !isLetter(text[i-1]))
	})
}

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' }

// isOriginal reports whether a line is Outlook's above the message that is answered.
func isOriginal(line string) bool {
	inside, ok := dashed(line)
	return ok && slices.Contains(originals, inside)
}

// isForward reports whether a line stands above a message that is passed on: what follows is what
// the author wants to be read.
func isForward(line string) bool {
	inside, ok := dashed(line)
	return ok && slices.ContainsFunc(forwards, func(word string) bool { return strings.Contains(inside, word) }) ||
		slices.Contains(forwardLines, strings.ToLower(strings.TrimSpace(line)))
}

// dashed is what stands between dashes, in lower case.
func dashed(line string) (inside string, ok bool) {
	line = strings.TrimSpace(line)
	if len(line) > 200 || !strings.HasPrefix(line, "--") || !strings.HasSuffix(line, "--") {
		return "", false
	}
	return strings.ToLower(strings.TrimSpace(strings.Trim(line, "-"))), true
}

// headersAt reports whether the header of an earlier message begins at a line, as Outlook
// writes it: From and at least two of Sent, To, Cc, Subject, on lines of their own.
func headersAt(all []string, at int) bool {
	if at >= len(all) || headerOf(all[at]) != fromHeader {
		return false
	}
	seen, lines := 0, 0
	for _, line := range all[at+1:] {
		if lines++; lines > 8 || isBlank(line) {
			break
		}
		switch headerOf(line) {
		case noHeader, fromHeader:
		default:
			seen++
		}
	}
	return seen >= 2
}

type header int

const (
	noHeader header = iota
	fromHeader
	otherHeader
)

// headerOf says which header a line is.
func headerOf(line string) header {
	line = strings.TrimLeft(line, " \t\u00a0*_")
	i := strings.IndexAny(line, ":：")
	if i <= 0 || i > 60 {
		return noHeader
	}
	name := strings.ToLower(strings.TrimRight(line[:i], " \t\u00a0*_"))
	switch {
	case slices.Contains(fromWords, name):
		return fromHeader
	case slices.Contains(headerWords, name):
		return otherHeader
	}
	return noHeader
}

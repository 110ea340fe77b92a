package svcx

import (
	"bytes"
	"fmt"
	"html"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// MaxLoggedBody is how much of a body the event log keeps, in bytes.
const MaxLoggedBody = 16 << 10

// LoggedBody cuts a body to what the event log keeps, as text that every
// database takes: whole characters, valid UTF-8, no NUL; and without anything
// that looks like a key or secret of this service, whoever put it there and
// however it is spelt.
func LoggedBody(body []byte) string {
	// A secret that begins in front of the cut is looked at as a whole.
	looked := body[:min(len(body), MaxLoggedBody+maxSpelt)]
	var shown []byte
	last := 0
	for _, r := range spelt(looked, secretsIn(len(looked) < len(body))) {
		if r.from >= MaxLoggedBody {
			break
		}
		shown = append(append(shown, looked[last:r.from]...), hiddenSecret...)
		last = r.to
	}
	if last < MaxLoggedBody {
		shown = append(shown, looked[last:min(len(looked), MaxLoggedBody)]...)
	}
	text := strings.ReplaceAll(string(shown), "\x00", "")
	return cutText(strings.ToValidUTF8(cutText(text), "\uFFFD"))
}

// LoggedText is a text, such as why something failed, without what looks like a
// key or secret of this service.
func LoggedText(s string) string {
	return string(hide([]byte(s), secretsIn(false), hiddenSecret))
}

// HideSecrets is a body without the secrets, however they are spelt: instead stands
// what is given. The body is not changed.
func HideSecrets(body []byte, secrets []string, instead string) []byte {
	return hide(body, func(text []byte) (all []span) {
		for _, s := range secrets {
			for from := 0; ; {
				i := bytes.Index(text[from:], []byte(s))
				if i < 0 || s == "" {
					break
				}
				all = append(all, span{from + i, from + i + len(s)})
				from += i + len(s)
			}
		}
		return all
	}, instead)
}

const (
	// hiddenSecret stands where one was.
	hiddenSecret = "(hidden)"
	// maxSpelt is more than a secret has bytes when each of its characters is
	// written as a long escape.
	maxSpelt = 4 << 10
)

// secretShape is how a secret of this service looks: what it begins with, and what
// it consists of from there on.
type secretShape struct {
	prefix string
	has    func(byte) bool
	// least is how many bytes after the prefix make it one: more than a list shows of
	// a key (R 2.5), and so few that a part of one is hidden too.
	least int
	// within says that the prefix may stand within a longer word that is the secret.
	within bool
}

// secretShapes are channel keys, API keys and signing secrets, and the same in base64,
// as a Basic header has it: there the prefix depends on where in three bytes it is.
var secretShapes = []secretShape{
	{prefix: "svcx_", has: isHex, least: 12}, {prefix: "svcx_sk_", has: isHex, least: 12}, {prefix: "whsec_", has: isBase64, least: 16},
	{prefix: "c3ZjeF", has: isBase64, least: 12, within: true}, {prefix: "N2Y3hf", has: isBase64, least: 12, within: true},
	{prefix: "zdmN4X", has: isBase64, least: 12, within: true}, {prefix: "d2hzZWNf", has: isBase64, least: 12, within: true},
	{prefix: "doc2VjX", has: isBase64, least: 12, within: true}, {prefix: "3aHNlY1", has: isBase64, least: 12, within: true},
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}

func isBase64(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '+' || c == '/' || c == '-' || c == '_'
}

// secretsIn finds them in a text. Where there is more of it behind, what its end cuts
// off may be one.
func secretsIn(more bool) func(text []byte) []span {
	return func(text []byte) (all []span) {
		for _, shape := range secretShapes {
			all = shape.find(all, text, more)
		}
		return all
	}
}

func (s secretShape) find(all []span, text []byte, more bool) []span {
	for at := 0; ; {
		i := bytes.Index(text[at:], []byte(s.prefix))
		if i < 0 {
			return all
		}
		from := at + i
		begin := from + len(s.prefix)
		end := begin
		for end < len(text) && s.has(text[end]) {
			end++
		}
		if end-begin >= s.least || more && end == len(text) {
			for s.within && from > at && s.has(text[from-1]) {
				from--
			}
			for range 2 { // padding of base64
				if end < len(text) && text[end] == '=' && s.has('/') {
					end++
				}
			}
			all = append(all, span{from, end})
		}
		at = end
	}
}

// span is a part of a text, in bytes.
type span struct{ from, to int }

// hide replaces what find finds in a text.
func hide(text []byte, find func([]byte) []span, instead string) []byte {
	found := spelt(text, find)
	if len(found) == 0 {
		return text
	}
	var shown []byte
	last := 0
	for _, r := range found {
		shown = append(append(shown, text[last:r.from]...), instead...)
		last = r.to
	}
	return append(shown, text[last:]...)
}

// maxLayers is how many escapes in escapes are undone: JSON in JSON in a URL.
const maxLayers = 4

// spelt finds in the text, in order and apart from each other, what find finds in it
// with no, one, two… layers of escapes undone.
func spelt(text []byte, find func([]byte) []span) []span {
	all := find(text)
	layer, changed := plain{text: text}, true
	for range maxLayers {
		if layer, changed = layer.unescape(); !changed {
			break
		}
		for _, f := range find(layer.text) {
			all = append(all, span{layer.at(f.from), layer.at(f.to)})
		}
	}
	slices.SortFunc(all, func(a, b span) int { return a.from - b.from })
	apart := all[:0]
	for _, s := range all {
		if n := len(apart); n > 0 && s.from < apart[n-1].to {
			apart[n-1].to = max(apart[n-1].to, s.to)
			continue
		}
		apart = append(apart, s)
	}
	return apart
}

// plain is a text with escapes undone: each byte, and the end, is from a place in
// the text as it came. Without places it is that text.
type plain struct {
	text   []byte
	places []int32
}

func (p plain) at(i int) int {
	if p.places == nil {
		return i
	}
	return int(p.places[i])
}

// unescape undoes one layer of escapes: those of JSON, of URLs and of HTML. NUL is
// nothing, as in what is stored.
func (p plain) unescape() (next plain, changed bool) {
	if !bytes.ContainsAny(p.text, "\\%&\x00") {
		return p, false
	}
	next = plain{make([]byte, 0, len(p.text)), make([]int32, 0, len(p.text)+1)}
	for i := 0; i < len(p.text); {
		n := 0
		if next.text, n = unescapeOne(next.text, p.text[i:]); n > 0 {
			changed = true
		} else {
			next.text, n = append(next.text, p.text[i]), 1
		}
		for len(next.places) < len(next.text) {
			next.places = append(next.places, int32(p.at(i)))
		}
		i += n
	}
	next.places = append(next.places, int32(p.at(len(p.text))))
	return next, changed
}

// unescapeOne appends what the escape stands for that the text begins with, and
// says how long that is; 0 where it begins with none.
func unescapeOne(to, text []byte) (all []byte, n int) {
	switch text[0] {
	case 0:
		return to, 1
	case '%':
		if b, ok := hexadecimal(text, 1, 3); ok {
			return appendByte(to, b), 3
		}
	case '&':
		end := bytes.IndexByte(text[:min(len(text), 12)], ';')
		if end < 2 {
			return to, 0
		}
		entity := string(text[:end+1])
		if s := html.UnescapeString(entity); s != entity {
			return append(to, s...), end + 1
		}
	case '\\':
		return unescapeBackslash(to, text)
	}
	return to, 0
}

func unescapeBackslash(to, text []byte) (all []byte, n int) {
	if len(text) < 2 {
		return to, 0
	}
	switch text[1] {
	case '\\', '/', '"', '\'':
		return append(to, text[1]), 2
	case 'x':
		if b, ok := hexadecimal(text, 2, 4); ok {
			return appendByte(to, b), 4
		}
	case 'u':
		unit, ok := hexadecimal(text, 2, 6)
		if !ok {
			return to, 0
		}
		if low, ok := hexadecimal(text, 8, 12); ok && utf16.IsSurrogate(unit) && text[6] == '\\' && text[7] == 'u' {
			return utf8.AppendRune(to, utf16.DecodeRune(unit, low)), 12
		}
		if unit == 0 {
			return to, 6
		}
		return utf8.AppendRune(to, unit), 6
	}
	return to, 0
}

// appendByte appends one but NUL.
func appendByte(to []byte, b rune) []byte {
	if b == 0 {
		return to
	}
	return append(to, byte(b))
}

// hexadecimal reads the digits between two places.
func hexadecimal(text []byte, from, to int) (value rune, ok bool) {
	if len(text) < to {
		return 0, false
	}
	for _, c := range text[from:to] {
		switch {
		case '0' <= c && c <= '9':
			value = value<<4 | rune(c-'0')
		case 'a' <= c|0x20 && c|0x20 <= 'f':
			value = value<<4 | rune(c|0x20-'a'+10)
		default:
			return 0, false
		}
	}
	return value, true
}

// Bounds of what a record tells was left out: warnings, bytes of each, and bytes
// of all.
const (
	MaxLoggedWarnings     = 200
	MaxLoggedWarning      = 1 << 10
	MaxLoggedWarningBytes = 16 << 10
)

// LoggedWarnings are warnings as the event log keeps them. Where they are more
// than it keeps the last says how many are not there.
func LoggedWarnings(all []string) []string {
	kept, size := make([]string, 0, min(len(all), MaxLoggedWarnings)), 0
	for i, w := range all {
		w = LoggedText(w)
		if len(w) > MaxLoggedWarning {
			w = strings.ToValidUTF8(w[:MaxLoggedWarning], "") + "…"
		}
		size += len(w)
		if size > MaxLoggedWarningBytes || i == MaxLoggedWarnings-1 && len(all) > MaxLoggedWarnings {
			return append(kept, fmt.Sprintf("and %d more", len(all)-i))
		}
		kept = append(kept, w)
	}
	return kept
}

// cutText cuts to MaxLoggedBody bytes, before a character that does not fit.
func cutText(s string) string {
	if len(s) <= MaxLoggedBody {
		return s
	}
	end := MaxLoggedBody
	for end > MaxLoggedBody-utf8.UTFMax && !utf8.RuneStart(s[end]) {
		end--
	}
	return s[:end]
}

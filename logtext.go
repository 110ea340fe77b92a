package svcx

import (
	"bytes"
	"fmt"
	"html"
	"slices"
	"strings"
	"unicode"
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
	// anyCase says that capitals do not count in the prefix, which ends with "_".
	anyCase bool
}

// secretShapes are channel keys, API keys and signing secrets, and the same in base64,
// as a Basic header has it: there the prefix depends on where in three bytes it is.
var secretShapes = []secretShape{
	{prefix: "svcx_", has: isHex, least: 12, anyCase: true}, {prefix: "svcx_sk_", has: isHex, least: 12, anyCase: true},
	{prefix: "whsec_", has: isBase64, least: 16, anyCase: true},
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
		i := s.index(text[at:])
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

// index is where the prefix first stands in a text, -1 if it does not.
func (s secretShape) index(text []byte) int {
	if !s.anyCase {
		return bytes.Index(text, []byte(s.prefix))
	}
	for end := 0; ; {
		i := bytes.IndexByte(text[end:], '_')
		if i < 0 {
			return -1
		}
		end += i + 1
		if from := end - len(s.prefix); from >= 0 && text[from]|0x20 == s.prefix[0] && strings.EqualFold(string(text[from:end]), s.prefix) {
			return from
		}
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

// Unescaped are a text, and what it says with one, two… layers of escapes undone.
func Unescaped(text string) []string {
	all := []string{text}
	layer, changed := plain{text: []byte(text)}, true
	for range maxLayers {
		if layer, changed = layer.unescape(); !changed {
			break
		}
		all = append(all, string(layer.text))
	}
	return all
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

// unescape undoes one layer of escapes: those of JSON and programs, of URLs and of
// HTML. Fullwidth characters are the ASCII that they look like; NUL, as in what is
// stored, and what is invisible are nothing.
func (p plain) unescape() (next plain, changed bool) {
	i := 0
	for ; i < len(p.text); i++ {
		if mayEscape(p.text[i]) {
			if _, n := unescapeOne(nil, p.text[i:]); n > 0 {
				break
			}
		}
	}
	if i == len(p.text) {
		return p, false
	}
	next = plain{append(make([]byte, 0, len(p.text)), p.text[:i]...), make([]int32, 0, len(p.text)+1)}
	for place := range i {
		next.places = append(next.places, int32(p.at(place)))
	}
	for i < len(p.text) {
		n := 0
		if mayEscape(p.text[i]) {
			next.text, n = unescapeOne(next.text, p.text[i:])
		}
		if n == 0 {
			next.text, n = append(next.text, p.text[i]), 1
		}
		for len(next.places) < len(next.text) {
			next.places = append(next.places, int32(p.at(i)))
		}
		i += n
	}
	next.places = append(next.places, int32(p.at(len(p.text))))
	return next, true
}

func mayEscape(c byte) bool {
	return c == '\\' || c == '%' || c == '&' || c == 0 || c >= 0xC2
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
		return unescapeEntity(to, text)
	case '\\':
		return unescapeBackslash(to, text)
	default:
		r, n := utf8.DecodeRune(text)
		if Invisible(r) {
			return to, n
		}
		if '\uFF01' <= r && r <= '\uFF5E' {
			return append(to, byte(r-'\uFF01'+'!')), n
		}
	}
	return to, 0
}

// unescapeEntity takes numbers with any zeros in front, and without a semicolon, as
// browsers do.
func unescapeEntity(to, text []byte) (all []byte, n int) {
	if len(text) > 2 && text[1] == '#' {
		from, base := 2, rune(10)
		if text[2]|0x20 == 'x' {
			from, base = 3, 16
		}
		r, end := number(text, from, len(text), base)
		if end == from || r > unicode.MaxRune {
			return to, 0
		}
		if end < len(text) && text[end] == ';' {
			end++
		}
		return appendRune(to, r), end
	}
	if bytes.HasPrefix(text, []byte("&amp")) && (len(text) == 4 || text[4] != ';') {
		return append(to, '&'), 4
	}
	end := bytes.IndexByte(text[:min(len(text), 12)], ';')
	if end < 2 {
		return to, 0
	}
	entity := string(text[:end+1])
	if s := html.UnescapeString(entity); s != entity {
		return append(to, s...), end + 1
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
	case '0', '1', '2', '3':
		if b, end := number(text, 1, 4, 8); end == 4 {
			return appendByte(to, b), 4
		}
	case 'x':
		if b, ok := hexadecimal(text, 2, 4); ok {
			return appendByte(to, b), 4
		}
		return unescapeBraces(to, text)
	case 'U':
		if r, end := number(text, 2, 10, 16); end == 10 && r <= unicode.MaxRune {
			return appendRune(to, r), 10
		}
	case 'u':
		if len(text) > 2 && text[2] == '{' {
			return unescapeBraces(to, text)
		}
		unit, ok := hexadecimal(text, 2, 6)
		if !ok {
			return to, 0
		}
		if low, ok := hexadecimal(text, 8, 12); ok && utf16.IsSurrogate(unit) && text[6] == '\\' && text[7] == 'u' {
			return utf8.AppendRune(to, utf16.DecodeRune(unit, low)), 12
		}
		return appendRune(to, unit), 6
	}
	return to, 0
}

// unescapeBraces undoes \u{…} and \x{…}.
func unescapeBraces(to, text []byte) (all []byte, n int) {
	if len(text) < 3 || text[2] != '{' {
		return to, 0
	}
	r, end := number(text, 3, len(text), 16)
	if end == 3 || end == len(text) || text[end] != '}' || r > unicode.MaxRune {
		return to, 0
	}
	return appendRune(to, r), end + 1
}

func appendRune(to []byte, r rune) []byte {
	if r == 0 {
		return to
	}
	return utf8.AppendRune(to, r)
}

// number reads the digits from a place on, at most to another, and says where they
// end. One that is no character any more stays above unicode.MaxRune.
func number(text []byte, from, to int, base rune) (value rune, end int) {
	for end = from; end < min(to, len(text)); end++ {
		digit := rune(16)
		switch c := text[end]; {
		case '0' <= c && c <= '9':
			digit = rune(c - '0')
		case 'a' <= c|0x20 && c|0x20 <= 'f':
			digit = rune(c|0x20-'a') + 10
		}
		if digit >= base {
			break
		}
		value = min(value*base+digit, unicode.MaxRune+1)
	}
	return value, end
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

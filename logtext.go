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

// MaxLoggedBody is how many bytes of a body the event log keeps.
const MaxLoggedBody = 16 << 10

// LoggedBody truncates a body to what the event log keeps, as text that every
// database accepts (whole characters, valid UTF-8, no NUL), and redacts anything that
// looks like a key or secret of this service, in any encoding.
func LoggedBody(body []byte) string {
	// Look beyond the cut, to see secrets that begin before it as a whole.
	looked := body[:min(len(body), MaxLoggedBody+maxEncoded)]
	var shown []byte
	last := 0
	for _, r := range findEncoded(looked, secretsIn(len(looked) < len(body))) {
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

// LoggedText redacts what looks like a key or secret of this service in a text, such
// as a reason.
func LoggedText(s string) string {
	return string(hide([]byte(s), secretsIn(false), hiddenSecret))
}

// HideSecrets replaces the secrets in a body, in any encoding, by the placeholder.
// The body itself is not modified.
func HideSecrets(body []byte, secrets []string, placeholder string) []byte {
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
	}, placeholder)
}

const (
	// hiddenSecret replaces a secret.
	hiddenSecret = "(hidden)"
	// maxEncoded is more bytes than a secret has with each character as a long
	// escape.
	maxEncoded = 4 << 10
)

// secretShape is the shape of a kind of secret: its prefix, and the bytes that may
// follow.
type secretShape struct {
	prefix string
	has    func(byte) bool
	// minimum is how many bytes must follow the prefix: more than a list shows of a
	// key (R 2.5), and few enough that a part of a secret is redacted too.
	minimum int
	// within is set if the secret may begin before the prefix.
	within bool
}

// secretShapes are channel keys, API keys and signing secrets, in plain text and in
// base64 as in a Basic header, where the prefix depends on its offset modulo 3.
var secretShapes = []secretShape{
	{prefix: "svcx_", has: isHex, minimum: 12}, {prefix: "svcx_sk_", has: isHex, minimum: 12}, {prefix: "whsec_", has: isBase64, minimum: 16},
	{prefix: "c3ZjeF", has: isBase64, minimum: 12, within: true}, {prefix: "N2Y3hf", has: isBase64, minimum: 12, within: true},
	{prefix: "zdmN4X", has: isBase64, minimum: 12, within: true}, {prefix: "d2hzZWNf", has: isBase64, minimum: 12, within: true},
	{prefix: "doc2VjX", has: isBase64, minimum: 12, within: true}, {prefix: "3aHNlY1", has: isBase64, minimum: 12, within: true},
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}

func isBase64(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '+' || c == '/' || c == '-' || c == '_'
}

// secretsIn finds secrets in a text. If truncated is set, the text's end may cut one
// off.
func secretsIn(truncated bool) func(text []byte) []span {
	return func(text []byte) (all []span) {
		for _, shape := range secretShapes {
			all = shape.find(all, text, truncated)
		}
		return all
	}
}

func (s secretShape) find(all []span, text []byte, truncated bool) []span {
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
		if end-begin >= s.minimum || truncated && end == len(text) {
			for s.within && from > at && s.has(text[from-1]) {
				from--
			}
			for range 2 { // base64 padding
				if end < len(text) && text[end] == '=' && s.has('/') {
					end++
				}
			}
			all = append(all, span{from, end})
		}
		at = end
	}
}

// span is a range of bytes in a text.
type span struct{ from, to int }

// hide replaces what find finds in a text.
func hide(text []byte, find func([]byte) []span, placeholder string) []byte {
	found := findEncoded(text, find)
	if len(found) == 0 {
		return text
	}
	var shown []byte
	last := 0
	for _, r := range found {
		shown = append(append(shown, text[last:r.from]...), placeholder...)
		last = r.to
	}
	return append(shown, text[last:]...)
}

// maxLayers is how many layers of escapes are decoded, as of JSON in JSON in a URL.
const maxLayers = 4

// findEncoded returns what find finds in the text as it is and with one or more layers
// of escapes decoded: spans of the text in order, without overlaps.
func findEncoded(text []byte, find func([]byte) []span) []span {
	all := find(text)
	layer, changed := decoded{text: text}, true
	for range maxLayers {
		if layer, changed = layer.unescape(); !changed {
			break
		}
		for _, f := range find(layer.text) {
			all = append(all, span{layer.at(f.from), layer.at(f.to)})
		}
	}
	slices.SortFunc(all, func(a, b span) int { return a.from - b.from })
	merged := all[:0]
	for _, s := range all {
		if n := len(merged); n > 0 && s.from < merged[n-1].to {
			merged[n-1].to = max(merged[n-1].to, s.to)
			continue
		}
		merged = append(merged, s)
	}
	return merged
}

// decoded is a text with escapes decoded. offsets are where each byte, and the end,
// is in the original text; nil if the two are the same.
type decoded struct {
	text    []byte
	offsets []int32
}

func (p decoded) at(i int) int {
	if p.offsets == nil {
		return i
	}
	return int(p.offsets[i])
}

// unescape decodes one layer of escapes of JSON, URLs and HTML. It drops NUL, as
// stored texts do.
func (p decoded) unescape() (next decoded, changed bool) {
	if !bytes.ContainsAny(p.text, "\\%&\x00") {
		return p, false
	}
	next = decoded{make([]byte, 0, len(p.text)), make([]int32, 0, len(p.text)+1)}
	for i := 0; i < len(p.text); {
		n := 0
		if next.text, n = unescapeOne(next.text, p.text[i:]); n > 0 {
			changed = true
		} else {
			next.text, n = append(next.text, p.text[i]), 1
		}
		for len(next.offsets) < len(next.text) {
			next.offsets = append(next.offsets, int32(p.at(i)))
		}
		i += n
	}
	next.offsets = append(next.offsets, int32(p.at(len(p.text))))
	return next, changed
}

// unescapeOne decodes the escape at the beginning of text, appends the result to to
// and returns the length of the escape; 0 if there is none.
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

// appendByte appends a byte unless it is NUL.
func appendByte(to []byte, b rune) []byte {
	if b == 0 {
		return to
	}
	return append(to, byte(b))
}

// hexadecimal parses the hexadecimal digits of text[from:to].
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

// Bounds of the warnings of an event log entry: their number, the bytes of each, and
// the bytes of all.
const (
	MaxLoggedWarnings     = 200
	MaxLoggedWarning      = 1 << 10
	MaxLoggedWarningBytes = 16 << 10
)

// LoggedWarnings are warnings as the event log keeps them. If there are more, the
// last one says how many were left out.
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

// cutText truncates to MaxLoggedBody bytes, to whole characters.
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

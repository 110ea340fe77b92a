package richtext

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/net/idna"
)

// Host is a host as people may read it: in their own letters, but in Punycode where a label
// mixes scripts, has letters of one script that all look like Latin ones, or has invisible ones.
func Host(host string) string {
	ascii, ok := asciiHost(host)
	if !ok {
		return Name(host)
	}
	labels := strings.Split(ascii, ".")
	for i, label := range labels {
		if !strings.HasPrefix(label, "xn--") {
			continue
		}
		if shown, err := idna.Punycode.ToUnicode(label); err == nil && isHonest(shown, labels[len(labels)-1]) {
			labels[i] = shown
		}
	}
	return strings.Join(labels, ".")
}

// scripts are those that a label may consist of. Those of Chinese, Japanese and Korean are
// written together.
var scripts = [][]*unicode.RangeTable{
	{unicode.Latin}, {unicode.Cyrillic}, {unicode.Greek}, {unicode.Arabic}, {unicode.Hebrew}, {unicode.Armenian}, {unicode.Georgian},
	{unicode.Han, unicode.Hiragana, unicode.Katakana}, {unicode.Han, unicode.Hangul}, {unicode.Han, unicode.Bopomofo},
	{unicode.Thai}, {unicode.Devanagari}, {unicode.Bengali}, {unicode.Tamil}, {unicode.Telugu}, {unicode.Kannada},
	{unicode.Malayalam}, {unicode.Gujarati}, {unicode.Gurmukhi}, {unicode.Sinhala}, {unicode.Khmer}, {unicode.Lao}, {unicode.Myanmar}, {unicode.Ethiopic},
}

// latinLookAlikes are letters of other scripts that are drawn as Latin ones.
const latinLookAlikes = "асԁеһіјӏорԛѕԝхуъьҽпгѵѡкмтнвґ" + "αικνοπρτυχωγηϲϳ" + "օսոհզցյո"

// isHonest reports whether a label in Unicode can be mistaken for no other. topLevel is the last
// label of its host, in ASCII.
func isHonest(label, topLevel string) bool {
	common := func(r rune) bool {
		return r == '-' || '0' <= r && r <= '9' || unicode.Is(unicode.Inherited, r) || r == 'ー'
	}
	for _, r := range label {
		if !common(r) && !unicode.IsLetter(r) && !unicode.IsMark(r) {
			return false
		}
	}
	one := func(script []*unicode.RangeTable) bool {
		for _, r := range label {
			if !common(r) && !unicode.In(r, script...) {
				return false
			}
		}
		return true
	}
	if !slices.ContainsFunc(scripts, one) {
		return false
	}
	foreign := func(r rune) bool { return !common(r) && !strings.ContainsRune(latinLookAlikes, r) }
	return strings.HasPrefix(topLevel, "xn--") || strings.ContainsFunc(label, foreign)
}

// spelled is a character that spell has named: it is there to be overlooked.
var spelled = regexp.MustCompile(`\[U\+[0-9A-F]{4,6}\]`)

// deceives reports whether a link's text names a host or mail address that is not its
// target's.
func (a address) deceives(text string) bool {
	if a.user {
		return true
	}
	text = spelled.ReplaceAllString(text, "")
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune("<>()[]{}\"'“”„«»‹›|,;⟨⟩\\", r)
	}) {
		if named := namedHost(word); named != "" && !a.is(named) {
			return true
		}
	}
	return false
}

// is reports whether a host that a text names is the target, or above it.
func (a address) is(named string) bool {
	target, named := strings.TrimPrefix(a.host, "www."), strings.TrimPrefix(named, "www.")
	if at := strings.LastIndexByte(named, '@'); at >= 0 {
		return strings.EqualFold(target, named)
	}
	if at := strings.LastIndexByte(target, '@'); at >= 0 {
		target = strings.ToLower(target[at+1:])
	}
	return target == named || strings.HasSuffix(target, "."+named)
}

// namedHost is the host or mail address that a word of a link's text names, "" if none.
func namedHost(word string) string {
	word = strings.Trim(word, ".:!?*_~…-/")
	scheme, rest, found := strings.Cut(word, "://")
	if found {
		word = rest
	} else if rest, found := strings.CutPrefix(scheme, "mailto:"); found {
		word = rest
	}
	end := strings.IndexAny(word, "/?#")
	path := end >= 0
	if path {
		word = word[:end]
	}
	mail := ""
	if at := strings.LastIndexByte(word, '@'); at >= 0 {
		mail, word = word[:at+1], word[at+1:]
	}
	if colon := strings.LastIndexByte(word, ':'); colon >= 0 {
		word = word[:colon]
	}
	if len(word) > 300 {
		return ""
	}
	ascii, ok := asciiHost(word)
	if !ok {
		return ""
	}
	dot := strings.LastIndexByte(ascii, '.')
	if dot < 0 {
		return ""
	}
	last := ascii[dot+1:]
	if len(last) < 2 || strings.Trim(last, "0123456789") == "" && strings.Count(ascii, ".") != 3 {
		return ""
	}
	if !found && !path && mail == "" && slices.Contains(fileEndings, last) {
		return ""
	}
	return mail + ascii
}

// fileEndings are endings of files that are no top-level domains, or hardly: a link that says
// "report.pdf" names no host.
var fileEndings = []string{"pdf", "doc", "docx", "xls", "xlsx", "ppt", "pptx", "odt", "ods", "png", "jpg", "jpeg", "gif", "webp", "svg", "txt", "csv", "html", "htm", "php", "js", "json", "xml", "ics", "eml", "log", "mp3", "mp4", "wav"}

package richtext

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// found is an address in a text.
type found struct {
	from, to int
	address  address
}

// findAddress finds the first address in a text from a place on: http:, https: and mailto:, www. without a
// scheme, and mail addresses. What looked like an address and is not one is not read again: time
// would grow with the square of its length.
func findAddress(text string, from int) (f found, ok bool) {
	for at := from; at < len(text); {
		i := strings.IndexAny(text[at:], ":@.")
		if i < 0 {
			return f, false
		}
		at += i
		read := at + 1
		switch text[at] {
		case ':':
			f, read, ok = schemeAt(text, from, at)
		case '@':
			f, ok = mailAt(text, from, at)
		case '.':
			f, read, ok = wwwAt(text, from, at)
		}
		if ok {
			return f, true
		}
		at = read
	}
	return f, false
}

// schemeAt reads an address whose scheme ends at a colon, and says how far it read.
func schemeAt(text string, from, colon int) (f found, read int, ok bool) {
	for _, scheme := range []string{"https", "http", "mailto"} {
		start := colon - len(scheme)
		if start < from || !strings.EqualFold(text[start:colon], scheme) || !beginsAt(text, start) {
			continue
		}
		if scheme != "mailto" && !strings.HasPrefix(text[colon:], "://") {
			break
		}
		end := addressEnd(text, colon+1)
		a, ok := parseAddress(text[start:end])
		return found{start, end, a}, max(end, colon+1), ok
	}
	return f, colon + 1, false
}

// wwwAt reads a host that begins with www and ends its first label at a dot.
func wwwAt(text string, from, dot int) (f found, read int, ok bool) {
	start := dot - len("www")
	if start < from || !strings.EqualFold(text[start:dot], "www") || !beginsAt(text, start) {
		return f, dot + 1, false
	}
	end := addressEnd(text, dot+1)
	a, ok := parseAddress("http://" + text[start:end])
	return found{start, end, a}, max(end, dot+1), ok && strings.Count(a.host, ".") >= 2
}

// mailAt reads a mail address around an @, which has at most 64 bytes in front.
func mailAt(text string, from, at int) (f found, ok bool) {
	start := at
	for start > from && at-start < 64 && isMailByte(text[start-1]) && text[start-1] != '/' && text[start-1] != '=' {
		start--
	}
	for start < at && strings.IndexByte(".'*_&#!`{|}~^$", text[start]) >= 0 {
		start++
	}
	end := at + 1
	for end < len(text) && end-at < 254 {
		r, size := utf8.DecodeRuneInString(text[end:])
		if !(r == '.' || r == '-' || unicode.IsLetter(r) || unicode.IsDigit(r)) {
			break
		}
		end += size
	}
	for end > at && (text[end-1] == '.' || text[end-1] == '-') {
		end--
	}
	if start == at || start > from && !beginsAt(text, start) || !isMail(text[start:end]) || !strings.Contains(text[at:end], ".") {
		return f, false
	}
	a, ok := parseAddress("mailto:" + text[start:end])
	return found{start, end, a}, ok
}

// beginsAt reports whether a word begins here.
func beginsAt(text string, at int) bool {
	r, _ := utf8.DecodeLastRuneInString(text[:at])
	return at == 0 || !(r == '_' || unicode.Is(unicode.Latin, r) || unicode.IsDigit(r))
}

// addressEnd is where an address that goes on here ends: at white space, quotes or angle brackets,
// without the punctuation of the sentence around it.
func addressEnd(text string, at int) int {
	end := at
	var open [3]int // ( [ {
	for end < len(text) {
		r, size := utf8.DecodeRuneInString(text[end:])
		if r == utf8.RuneError && size == 1 || unicode.IsSpace(r) || unicode.IsControl(r) || strings.ContainsRune("<>\"`|\\^“”„«»‹›⟨⟩、。，；：！？（）「」『』【】《》〈〉…", r) {
			break
		}
		if i := strings.IndexRune("([{", r); i >= 0 {
			open[i]++
		}
		if i := strings.IndexRune(")]}", r); i >= 0 {
			if open[i]--; open[i] < 0 {
				break
			}
		}
		end += size
	}
	for end > at {
		r, size := utf8.DecodeLastRuneInString(text[at:end])
		if !strings.ContainsRune(".,:;!?'*_~’‘", r) && !isUnseen(r) {
			break
		}
		end -= size
	}
	return end
}

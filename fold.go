package svcx

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/net/idna"
	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// folder is stateless according to its documentation.
var folder = cases.Fold()

// FoldCase folds a text for comparison without regard to case: Unicode's full case
// folding, so that Σ, σ and ς are one letter and ß is ss, in composed characters
// (NFC). All case-insensitive comparisons use it. It is idempotent, and lower-cases
// ASCII.
func FoldCase(s string) string {
	if isASCII(s) {
		return strings.ToLower(s)
	}
	// Lower case first: the library swaps the case of Cherokee letters.
	return norm.NFC.String(folder.String(strings.ToLower(norm.NFD.String(s))))
}

// EmailKey is the form of an address by which addresses are compared: without regard
// to case (D 2), with an internationalized domain in its ASCII form, and without
// quotes that are not needed (RFC 5321 4.1.2).
func EmailKey(email string) string {
	at := strings.LastIndexByte(email, '@')
	if at < 0 {
		return FoldCase(email)
	}
	return unquotedLocal(FoldCase(email[:at])) + "@" + domainKey(email[at+1:])
}

// unquotedLocal is what stands before the @ without its quotes, or with no more
// backslashes than it needs within them.
func unquotedLocal(local string) string {
	if len(local) < 3 || local[0] != '"' || local[len(local)-1] != '"' {
		return local
	}
	var inner, quoted strings.Builder
	for i := 1; i < len(local)-1; i++ {
		c := local[i]
		if c == '"' {
			return local // it ends before its end
		}
		if c == '\\' {
			if i++; i == len(local)-1 {
				return local
			}
			c = local[i]
		}
		if c == '"' || c == '\\' {
			quoted.WriteByte('\\')
		}
		quoted.WriteByte(c)
		inner.WriteByte(c)
	}
	if isDotAtom(inner.String()) {
		return inner.String()
	}
	return `"` + quoted.String() + `"`
}

// isDotAtom reports whether a local part needs no quotes (RFC 5322 3.2.3, RFC 6532).
func isDotAtom(s string) bool {
	for atom := range strings.SplitSeq(s, ".") {
		if atom == "" || strings.ContainsFunc(atom, func(r rune) bool { return r <= ' ' || r == 0x7F || strings.ContainsRune(`()<>[]:;@\,"`, r) }) {
			return false
		}
	}
	return true
}

// dots are all that end a label of a domain (UTS #46).
var dots = strings.NewReplacer("\u3002", ".", "\uFF0E", ".", "\uFF61", ".")

// domainKey is the domain in ASCII, each of its labels by itself: one that DNS
// cannot have keeps no other from its ASCII form.
func domainKey(domain string) string {
	if isASCII(domain) {
		return strings.ToLower(domain)
	}
	labels := strings.Split(dots.Replace(domain), ".")
	for i, label := range labels {
		labels[i] = labelKey(label)
	}
	return strings.Join(labels, ".")
}

func labelKey(label string) string {
	if ascii, err := ASCIIDomain(label); err == nil {
		return ascii
	}
	folded := FoldCase(label)
	if ascii, err := ASCIIDomain(folded); err == nil {
		return ascii
	}
	if ascii, err := idna.Punycode.ToASCII(folded); err == nil && isASCII(ascii) {
		return strings.ToLower(ascii)
	}
	return folded
}

// ASCIIDomain is a domain as in DNS, in lower case.
func ASCIIDomain(domain string) (string, error) {
	if isASCII(domain) {
		return strings.ToLower(domain), nil
	}
	return idna.Lookup.ToASCII(domain)
}

// EmailSpellings are the spellings that an address with the key may have in a folded
// text.
func EmailSpellings(key string) []string {
	at := strings.LastIndexByte(key, '@')
	if at < 0 {
		return []string{key}
	}
	local, domains := key[:at], []string{key[at:]}
	if strings.Contains(key[at:], "xn--") {
		if domain := "@" + unicodeDomain(key[at+1:]); domain != key[at:] {
			domains = append(domains, domain)
		}
	}
	var all []string
	for _, domain := range domains {
		all = append(all, local+domain)
		if local != "" && local[0] != '"' {
			all = append(all, `"`+local+`"`+domain)
		}
	}
	return all
}

// unicodeDomain is a domain in Unicode, but for labels that are nothing in it.
func unicodeDomain(domain string) string {
	labels := strings.Split(domain, ".")
	for i, label := range labels {
		if text, err := idna.Punycode.ToUnicode(label); err == nil {
			labels[i] = FoldCase(text)
		}
	}
	return strings.Join(labels, ".")
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

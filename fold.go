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
// to case (D 2), and with an internationalized domain in its ASCII form.
func EmailKey(email string) string {
	at := strings.LastIndexByte(email, '@')
	if at < 0 || isASCII(email) {
		return FoldCase(email)
	}
	return FoldCase(email[:at+1]) + domainKey(email[at+1:])
}

// domainKey is the domain in ASCII, or folded if it is not valid in DNS.
func domainKey(domain string) string {
	if ascii, err := ASCIIDomain(domain); err == nil {
		return ascii
	}
	return FoldCase(domain)
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
	if at < 0 || !strings.Contains(key[at:], "xn--") {
		return []string{key}
	}
	domain, err := idna.ToUnicode(key[at+1:])
	if err != nil {
		return []string{key}
	}
	return []string{key, key[:at+1] + FoldCase(domain)}
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

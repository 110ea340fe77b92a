package svcx

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/net/idna"
	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// folder is stateless, by its documentation.
var folder = cases.Fold()

// FoldCase is what all spellings of a text share that differ in capitals alone:
// Unicode's full case folding, so that Σ, σ and ς are one letter and ß is ss, in
// composed characters. Whatever is compared without regard to case is compared so.
// Folding twice is folding once, and ASCII is put in small letters.
func FoldCase(s string) string {
	if isASCII(s) {
		return strings.ToLower(s)
	}
	// Small letters first: of Cherokee the library turns small ones into capitals and
	// capitals into small ones.
	return norm.NFC.String(folder.String(strings.ToLower(norm.NFD.String(s))))
}

// EmailKey is what the spellings of one address share: addresses are compared
// without regard to case (decisions 2), and a domain in Unicode is the one in
// ASCII that stands for it in DNS.
func EmailKey(email string) string {
	at := strings.LastIndexByte(email, '@')
	if at < 0 || isASCII(email) {
		return FoldCase(email)
	}
	return FoldCase(email[:at+1]) + domainKey(email[at+1:])
}

// domainKey is the domain in ASCII, or folded where it is none for DNS.
func domainKey(domain string) string {
	if ascii, err := ASCIIDomain(domain); err == nil {
		return ascii
	}
	return FoldCase(domain)
}

// ASCIIDomain is a domain as it stands in DNS, in small letters.
func ASCIIDomain(domain string) (string, error) {
	if isASCII(domain) {
		return strings.ToLower(domain), nil
	}
	return idna.Lookup.ToASCII(domain)
}

// EmailSpellings are the folded spellings in which an address with the key may
// stand in a text that is folded.
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

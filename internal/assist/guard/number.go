package guard

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// run is a run of digits in groups.
type run []group

// group is some digits without a gap.
type group struct {
	digits   string
	from, to int
}

// zeros are the zeros of the scripts whose digits people type.
var zeros = []rune{'0', '０', '٠', '۰', '०'}

// digit is the digit that a character is.
func digit(r rune) (d byte, ok bool) {
	for _, zero := range zeros {
		if zero <= r && r < zero+10 {
			return byte('0' + r - zero), true
		}
	}
	return 0, false
}

// isGap reports whether a character stands between groups of digits.
func isGap(r rune) bool {
	return unicode.In(r, unicode.Zs, unicode.Pd) || r == '.' || r == '\u200b'
}

// runs finds runs of digits in groups that one character separates, or two.
func runs(text string) (all []run) {
	var current run
	gap := 0
	for i, r := range text {
		d, ok := digit(r)
		switch {
		case ok && (len(current) == 0 || gap > 0):
			current, gap = append(current, group{string(d), i, i + utf8.RuneLen(r)}), 0
		case ok:
			last := &current[len(current)-1]
			last.digits += string(d)
			last.to = i + utf8.RuneLen(r)
		case len(current) > 0 && isGap(r) && gap < 2:
			gap++
		case len(current) > 0:
			all = append(all, current)
			current, gap = nil, 0
		}
	}
	if len(current) > 0 {
		all = append(all, current)
	}
	return all
}

// cards finds card numbers: those of a known brand and length, in its groups or in one, whose check digit is right.
func cards(text string) (found []Finding) {
	addresses := sync.OnceValue(func() []part { return addressesIn(text) })
	for _, r := range runs(text) {
		for at := 0; at < len(r); at++ {
			n, digits := r[at:].card()
			if n == 0 {
				continue
			}
			from, to := r[at].from, r[at+n-1].to
			if stands(text, from, to) && !within(addresses(), from) && !isExample(text, from, digits, n == 1) {
				found = append(found, Finding{CardNumber, "The text has a card number that ends in " + digits[len(digits)-4:] + ".",
					"Remove it: a card number is never sent in a message. Name its last four digits at most.", from, to})
			}
			at += n - 1
		}
	}
	return found
}

// card is how many groups at the beginning of a run are a card number, and its digits. What follows may be an expiry date.
func (r run) card() (n int, digits string) {
	var groups []int
	for i, g := range r {
		if digits += g.digits; len(digits) > 19 {
			return 0, ""
		}
		groups = append(groups, len(g.digits))
		if ofBrand(digits) && luhn(digits) && !sameDigit(digits) && groupsOfCard(groups) {
			return i + 1, digits
		}
	}
	return 0, ""
}

func sameDigit(digits string) bool { return strings.Count(digits, digits[:1]) > len(digits)-3 }

func luhn(digits string) bool {
	sum := 0
	for i := range len(digits) {
		d := int(digits[len(digits)-1-i] - '0')
		if i%2 == 1 {
			if d *= 2; d > 9 {
				d -= 9
			}
		}
		sum += d
	}
	return sum%10 == 0
}

// brands are the ranges of the first four digits of the brands, and the lengths that their numbers have.
var brands = []struct {
	from, to string
	lengths  []int
}{
	{"4000", "4999", []int{13, 16, 19}}, {"5100", "5599", []int{16}}, {"2221", "2720", []int{16}}, {"3400", "3499", []int{15}}, {"3700", "3799", []int{15}},
	{"6011", "6011", []int{16, 19}}, {"6440", "6599", []int{16, 19}}, {"3000", "3059", []int{14, 16}}, {"3095", "3095", []int{14, 16}},
	{"3600", "3699", []int{14, 16}}, {"3800", "3999", []int{14, 16}}, {"3528", "3589", []int{16, 19}}, {"6200", "6299", []int{16, 17, 18, 19}},
	{"5018", "5018", []int{16}}, {"5020", "5020", []int{16}}, {"5038", "5038", []int{16}}, {"6304", "6304", []int{16}}, {"6759", "6763", []int{16, 18, 19}},
	{"2200", "2204", []int{16}},
}

func ofBrand(digits string) bool {
	return len(digits) >= 13 && slices.ContainsFunc(brands, func(b struct {
		from, to string
		lengths  []int
	}) bool {
		return b.from <= digits[:4] && digits[:4] <= b.to && slices.Contains(b.lengths, len(digits))
	})
}

// groupsOfCard reports whether digits are grouped as on cards: in fours, or as American Express and Diners do.
func groupsOfCard(groups []int) bool {
	if len(groups) == 1 || slices.Equal(groups, []int{4, 6, 5}) || slices.Equal(groups, []int{4, 6, 4}) {
		return true
	}
	for i, n := range groups {
		if n != 4 && (i < len(groups)-1 || n > 4) {
			return false
		}
	}
	return true
}

// stands reports whether text[from:to] is no part of a longer word or number.
func stands(text string, from, to int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:from])
	after, _ := utf8.DecodeRuneInString(text[to:])
	return !joins(before) && !joins(after) && before != '#' && !(before == '+')
}

func joins(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r)) || r == '_' || r == '/' || r == '=' || r == '*'
}

// orderLabel ends with what calls a number in one group an order's, a parcel's, a device's; testLabel says that a card is one
// for tests.
var (
	orderLabel = regexp.MustCompile(`(?i)(order|tracking|shipment|parcel|invoice|ticket|case|reference|ref|imei|serial|customer|account|booking|transaction|bestell\pL*|auftrags?\pL*|sendungs?\pL*|rechnungs?\pL*|kunden\pL*|vorgangs\pL*|referenz\pL*|commande|suivi|colis|facture|pedido|seguimiento|factura|envío|encomenda|rastreamento|rastreio|fatura|ordine|spedizione|fattura|tracciamento|bestelling|bestelnummer|ordernummer|zending|zendingsnummer|factuur|factuurnummer|zamówieni\pL*|przesyłk\pL*|faktur\pL*)[ -]?(is|ist|est|es|é|è|to|nr|no|id|code|number|nummer|numéro|número|numero|numer|n°|nº|#|de|der|du|di|van|[.:()" ])*$`)
	testLabel  = regexp.MustCompile(`(?i)(test|sandbox|dummy|example|sample|beispiel|prueba|prova|fictive)`)
)

// isExample reports whether what stands before a number says that it is another number than a card's, or a test card's.
func isExample(text string, from int, digits string, whole bool) bool {
	before := text[max(0, from-60):from]
	before = before[strings.LastIndexByte(before, '\n')+1:]
	return whole && orderLabel.MatchString(before) || testLabel.MatchString(before) && testCards[digits]
}

// testCards are numbers that payment providers publish for tests.
var testCards = map[string]bool{
	"4242424242424242": true, "4000056655665556": true, "5555555555554444": true, "2223003122003222": true, "5200828282828210": true,
	"5105105105105100": true, "378282246310005": true, "371449635398431": true, "6011111111111117": true, "6011000990139424": true,
	"3056930009020004": true, "36227206271667": true, "3566002020360505": true, "6200000000000005": true, "4111111111111111": true,
	"4000000000000002": true, "4000000000009995": true, "4000002500003155": true, "4012888888881881": true, "4000000000003220": true,
}

// ibanLengths are the characters of an IBAN by country.
var ibanLengths = map[string]int{
	"AD": 24, "AE": 23, "AL": 28, "AT": 20, "AZ": 28, "BA": 20, "BE": 16, "BG": 22, "BH": 22, "BR": 29, "BY": 28, "CH": 21, "CR": 22,
	"CY": 28, "CZ": 24, "DE": 22, "DK": 18, "DO": 28, "EE": 20, "EG": 29, "ES": 24, "FI": 18, "FO": 18, "FR": 27, "GB": 22, "GE": 22,
	"GI": 23, "GL": 18, "GR": 27, "GT": 28, "HR": 21, "HU": 28, "IE": 22, "IL": 23, "IQ": 23, "IS": 26, "IT": 27, "JO": 30, "KW": 30,
	"KZ": 20, "LB": 28, "LC": 32, "LI": 21, "LT": 20, "LU": 20, "LV": 21, "LY": 25, "MC": 27, "MD": 24, "ME": 22, "MK": 19, "MR": 27,
	"MT": 31, "MU": 30, "NL": 18, "NO": 15, "PK": 24, "PL": 28, "PS": 29, "PT": 25, "QA": 29, "RO": 24, "RS": 22, "SA": 24, "SC": 31,
	"SE": 24, "SI": 19, "SK": 24, "SM": 27, "ST": 25, "SV": 28, "TL": 23, "TN": 24, "TR": 26, "UA": 29, "VA": 22, "VG": 24, "XK": 20,
}

var ibanStart = regexp.MustCompile(`(?i)[a-z]{2}[ \x{00a0}-]?[0-9]{2}`)

// accounts finds IBANs whose check digits are right. One that the customer has written is theirs.
func accounts(r Reply) (found []Finding) {
	for at := 0; ; {
		start := ibanStart.FindStringIndex(r.Text[at:])
		if start == nil {
			return found
		}
		from := at + start[0]
		value, to := iban(r.Text[from:])
		if value == "" || !stands(r.Text, from, from+to) {
			at = from + 1
			continue
		}
		at = from + to
		if slices.ContainsFunc(r.Customer, func(c string) bool { return strings.Contains(compact(c), value) }) {
			continue
		}
		found = append(found, Finding{AccountNumber, "The text has an account number (IBAN) that ends in " + value[len(value)-4:] + ".",
			"Remove it, or name its last four characters only.", from, at})
	}
}

// iban reads an IBAN at the beginning of a text, in groups or not: its characters, "" if there is none, and the bytes that
// it takes.
func iban(text string) (value string, size int) {
	var all []byte
	length, gaps := 0, 0
	for i, r := range text {
		switch {
		case r == ' ' || r == '\u00a0' || r == '\u202f' || r == '-':
			if gaps++; gaps > 1 {
				return "", 0
			}
			continue
		case r < utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsDigit(r)):
			all = append(all, byte(unicode.ToUpper(r)))
			gaps = 0
		default:
			return "", 0
		}
		if len(all) == 2 {
			if length = ibanLengths[string(all)]; length == 0 {
				return "", 0
			}
		}
		if len(all) == length && length > 0 {
			if mod97(all[4:], all[:4]) != 1 {
				return "", 0
			}
			return string(all), i + 1
		}
	}
	return "", 0
}

func mod97(parts ...[]byte) (m int) {
	for _, part := range parts {
		for _, c := range part {
			if c >= 'A' {
				m = (m*100 + int(c-'A') + 10) % 97
			} else {
				m = (m*10 + int(c-'0')) % 97
			}
		}
	}
	return m
}

// compact is a text in capitals without what stands between groups.
func compact(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || r == '-' {
			return -1
		}
		return unicode.ToUpper(r)
	}, s)
}

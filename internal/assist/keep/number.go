package keep

import (
	"regexp"
	"strings"
	"unicode"
)

// currencySigns are signs, codes and words of currencies.
const currencySigns = `US\$|R\$|[$€£¥₹₽₺₩]|\b(?:EUR|USD|GBP|CHF|PLN|SEK|NOK|DKK|CZK|HUF|JPY|BRL|CAD|AUD|INR|TRY|RUB|UAH|CNY|KRW)\b|(?i:\beuros?\b|\bdollars?\b|\bpounds?\b|zł|\bkč|\bft\b|\bkr\b)`

var currencies = map[string]string{
	"$": "USD", "us$": "USD", "dollar": "USD", "dollars": "USD", "€": "EUR", "euro": "EUR", "euros": "EUR", "£": "GBP", "pound": "GBP", "pounds": "GBP",
	"¥": "", "zł": "PLN", "kč": "CZK", "r$": "BRL", "ft": "HUF", "kr": "", "₹": "INR", "₽": "RUB", "₺": "TRY", "₩": "KRW",
}

func currencyOf(sign string) string {
	sign = strings.ToLower(strings.TrimSpace(sign))
	if code, ok := currencies[sign]; ok {
		return code
	}
	return strings.ToUpper(sign)
}

// plainNumber is a number as languages write it: groups of three digits, a decimal mark, and then perhaps a unit.
var plainNumber = regexp.MustCompile(`^(?:[0-9]{1,3}(?:[.,'’ \x{00a0}\x{202f}][0-9]{3})+(?:[.,][0-9]{1,4})?|[0-9]+(?:[.,][0-9]+)?)`)

// takeNumbers takes numbers and amounts. What has digits and letters mixed is left for codes.
func (c *contents) takeNumbers(text string) string {
	var rest strings.Builder
	for at := 0; at < len(text); {
		r := rune(text[at])
		if r < '0' || r > '9' {
			rest.WriteByte(text[at])
			at++
			continue
		}
		match := plainNumber.FindString(text[at:])
		end := at + len(match)
		word, wordEnd := wordAround(text, at, end)
		if !isNumber(word, match) {
			rest.WriteString(text[at:max(wordEnd, at+1)])
			at = max(wordEnd, at+1)
			continue
		}
		i := Item{Kind: Number, Text: match, values: valuesOf(match)}
		if strings.EqualFold(strings.TrimPrefix(word, match), "k") {
			for _, value := range i.values {
				i.values = append(i.values, value+"000")
				c.parts[value+"000"] = true
			}
		}
		if sign := currencyBeside(text, at, end); sign != "" {
			i.Kind, i.currency = Amount, currencyOf(sign)
		}
		if len(match) >= 6 && onlyDigits(match) == match {
			i = Item{Kind: Identifier, Text: match, key: match} // an order number; zeros in front count
		}
		c.items = append(c.items, i)
		rest.WriteString(blank(match))
		at = end
	}
	return rest.String()
}

// wordAround is the word that text[from:to] is a part of, and where it ends.
func wordAround(text string, from, to int) (word string, end int) {
	begin := from
	for begin > 0 && joins(text[begin-1]) {
		begin--
	}
	for to < len(text) && (joins(text[to]) || strings.IndexByte(".:/", text[to]) >= 0 && to+1 < len(text) && joins(text[to+1])) {
		to++
	}
	return text[begin:to], to
}

func joins(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z' || c == '_' || c == '-' || c == '#'
}

var (
	// unit is what may stand behind a number without a space: 20kg, 1st, 5x, 24-hour, 3-tägig.
	unit = regexp.MustCompile(`^-?(?:[a-zA-Z]{0,4}|-[a-zA-Z\pL-]{2,30})[.:/-]?$`)
	sign = regexp.MustCompile(`^(?:-|US|EUR|USD|GBP|CHF|PLN)?$`)
)

// isNumber reports whether the digits in a word are a number, and no part of a code.
func isNumber(word, match string) bool {
	at := strings.Index(word, match)
	if at < 0 {
		return true // it has spaces
	}
	before, after := word[:at], word[at+len(match):]
	if strings.HasPrefix(after, "-") && strings.IndexFunc(after, unicode.IsDigit) == 1 && onlyDigits(after[1:]) == after[1:] && before == "" && len(word) <= 9 {
		return true // 5-10 days
	}
	return sign.MatchString(before) && unit.MatchString(after) || before != "" && strings.Trim(before, "0123456789-") == "" && after == "" && len(word) <= 9
}

// currencyBeside is the currency before or behind a number.
func currencyBeside(text string, from, to int) string {
	before := strings.TrimRight(text[max(0, from-8):from], " \u00a0\u202f")
	if m := currencyBefore.FindString(before); m != "" {
		return m
	}
	after := strings.TrimLeft(text[to:min(len(text), to+12)], " \u00a0\u202f")
	return currencyAfter.FindString(after)
}

var (
	currencyBefore = regexp.MustCompile(`(?:` + currencySigns + `)$`)
	currencyAfter  = regexp.MustCompile(`^(?:` + currencySigns + `)`)
)

// valuesOf are the values that a number may have: 1.234 is one thing in English and another in German.
func valuesOf(number string) []string {
	number = strings.NewReplacer("'", " ", "’", " ", "\u00a0", " ", "\u202f", " ").Replace(number)
	marks := strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return -1
		}
		return r
	}, number)
	digits := onlyDigits(number)
	if marks == "" {
		return []string{trimZeros(digits)}
	}
	last := marks[len(marks)-1]
	at := strings.LastIndexByte(number, last)
	whole, fraction := onlyDigits(number[:at]), number[at+1:]
	decimal := trimZeros(whole)
	if f := strings.TrimRight(fraction, "0"); f != "" {
		decimal += "." + f
	}
	switch {
	case last == ' ' || strings.Count(marks, string(last)) > 1:
		return []string{trimZeros(digits)}
	case len(fraction) == 3 && len(marks) == 1 && len(whole) <= 3 && whole[0] != '0':
		return []string{trimZeros(digits), decimal}
	}
	return []string{decimal}
}

// numberWords are the words for small numbers. One is also an article, and not listed.
var numberWords = func() map[string][]string {
	all := make(map[string][]string)
	for line := range strings.Lines(`0 zero null zéro cero nul
		2 two twice both second zwei zweimal beide zweite zweiten deux deuxième dos ambos segundo dois duas due entrambi secondo twee beide tweede dwa dwie dwóch två to kaksi
		3 three third drei dritte dritten trois troisième tres tercero três terceiro tre terzo drie derde trzy trzech kolme
		4 four fourth vier vierte quatre cuatro quatro quattro cztery czterech fyra fire neljä
		5 five fifth fünf cinq cinco cinque vijf pięć pięciu fem viisi
		6 six sixth sechs seis sei zes sześć sex seks kuusi
		7 seven sieben sept siete sete sette zeven siedem sju syv
		8 eight acht huit ocho oito otto osiem åtta otte
		9 nine neun neuf nueve nove negen dziewięć nio ni
		10 ten zehn dix diez dez dieci tien dziesięć tio ti
		11 eleven elf onze once undici
		12 twelve dozen zwölf dutzend douze doce doze dodici twaalf dwanaście
		14 fourteen fortnight vierzehn quatorze
		15 fifteen fünfzehn quinze quince
		20 twenty zwanzig vingt veinte vinte venti twintig dwadzieścia
		24 vierundzwanzig
		30 thirty dreißig trente treinta trinta trenta dertig trzydzieści
		50 fifty fünfzig cinquante cincuenta
		100 hundred hundert cent cien cem cento honderd sto
		1000 thousand tausend mille mil duizend tysiąc`) {
		words := strings.Fields(line)
		for _, w := range words[1:] {
			all[w] = append(all[w], words[0])
		}
	}
	return all
}()

// wordsFor are the numbers that a text says in words; one, always.
func wordsFor(text string) map[string]bool {
	all := map[string]bool{"1": true}
	for _, w := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) }) {
		for _, value := range numberWords[w] {
			all[value] = true
		}
	}
	return all
}

package guard

import (
	"regexp"
	"slices"
	"strings"
)

var (
	// braces are placeholders in any text: our own, and those of template languages.
	braces = regexp.MustCompile(`\{\{[^{}\n]{0,80}\}\}|<%=?[^%\n]{1,80}%>|\{%[^%\n]{1,80}%\}`)
	// named are in marks of any kind, and are placeholders if their words are.
	named = regexp.MustCompile(`\[([^\[\]\n]{2,60})\]|<([^<>\n/@]{2,60})>|\$?\{([^{}\n]{2,60})\}|%([A-Za-z_.]{2,40})%|\(\(([^()\n]{2,60})\)\)|__([A-Z][A-Z0-9_]{1,40})__`)
	// stubs are what people type where something is to follow.
	stubs = regexp.MustCompile(`X{3,}|(?i:lorem ipsum)|\?{4,}`)
	todo  = regexp.MustCompile(`\b(?:TODO|FIXME|TBD)\b *[:(]|\[ *(?i:todo|tbd|tbc|fixme|xx+) *\]`)
)

// placeholders finds what was to be filled in before the text is sent. Code is about placeholders, and has none but our own
// in no code.
func placeholders(text string) (found []Finding) {
	code, addresses := codeIn(text), addressesIn(text)
	add := func(from, to int) {
		found = append(found, Finding{Placeholder, "The text still has a placeholder.", "Fill it in, or remove it.", from, to})
	}
	for _, at := range braces.FindAllStringIndex(text, -1) {
		if !within(code, at[0]) {
			add(at[0], at[1])
		}
	}
	for _, at := range named.FindAllStringSubmatchIndex(text, -1) {
		if within(code, at[0]) || within(addresses, at[0]) {
			continue
		}
		inside := ""
		for g := 2; g < len(at); g += 2 {
			if at[g] >= 0 {
				inside = text[at[g]:at[g+1]]
			}
		}
		link := text[at[0]] == '[' && at[1] < len(text) && strings.IndexByte("([:", text[at[1]]) >= 0
		if !link && namesField(inside) {
			add(at[0], at[1])
		}
	}
	for _, at := range slices.Concat(stubs.FindAllStringIndex(text, -1), todo.FindAllStringIndex(text, -1)) {
		if !within(code, at[0]) && !within(addresses, at[0]) && (text[at[0]] != 'X' || isStub(text, at[0], at[1])) {
			add(at[0], at[1])
		}
	}
	return found
}

// isStub reports whether X's stand for something to be filled in. They are no format ("XXX-XXX", "XXXX XXXX"), no masked
// number ("XXXX 1111", "DE12XXXX") and no size.
func isStub(text string, from, to int) bool {
	if !stands(text, from, to) {
		return false
	}
	before, after := neighbour(text[:from], true), neighbour(text[to:], false)
	return !strings.ContainsAny(before, "-.:*+0123456789X") && !strings.ContainsAny(after, "-*:0123456789X/")
}

// neighbour is the character beside a place, and the one behind a space.
func neighbour(text string, last bool) string {
	if last {
		near := text[max(0, len(text)-2):]
		if strings.HasSuffix(near, " ") {
			return strings.Trim(near, " .:") // behind a full stop or a colon a stub may stand
		}
		return near[max(0, len(near)-1):]
	}
	near := text[:min(2, len(text))]
	if strings.HasPrefix(near, " ") {
		return near
	}
	return strings.TrimRight(near[:min(1, len(near))], ":-") // punctuation
}

// fieldWords are words of what is filled in: a text in brackets that has one of them as its first or last word, and few
// others, is a placeholder.
var fieldWords = func() map[string]bool {
	all := make(map[string]bool)
	for _, w := range strings.Fields(`name firstname lastname first_name last_name fullname customer customername client recipient agent company
		companyname product productname order ordernumber order_number orderid order_id number date deadline time day amount price total link url insert address
		email phone ticket ticketnumber ticket_id invoice invoicenumber tracking trackingnumber tracking_number your username placeholder
		vorname nachname kunde kundenname kundennummer bestellnummer rechnungsnummer datum betrag uhrzeit firma produkt einfügen adresse
		anrede ansprechpartner sendungsnummer
		nom prénom client commande numéro montant lien insérer entreprise
		nombre apellido cliente pedido número fecha importe enlace insertar empresa
		nome sobrenome cliente encomenda número data valor inserir cognome ordine numero importo inserire azienda
		naam voornaam achternaam klant klantnaam bestelnummer bedrag bedrijf invoegen
		imię nazwisko klient zamówienie numer kwota wstaw firma`) {
		all[w] = true
	}
	return all
}()

// namesField reports whether a text in brackets says what belongs there.
func namesField(inside string) bool {
	words := strings.FieldsFunc(strings.ToLower(inside), func(r rune) bool { return r == ' ' || r == '-' || r == '.' })
	if len(words) == 0 || len(words) > 5 || inside[0] == '-' || strings.ContainsAny(inside, "=:;\"/,!?$") || strings.Contains(inside, "...") {
		return false
	}
	if fieldWords[strings.ReplaceAll(words[0], "'s", "")] || fieldWords[words[len(words)-1]] {
		return true
	}
	// "ORDER_ID": words in capitals with underscores.
	parts := strings.Split(words[len(words)-1], "_")
	return len(words) == 1 && len(parts) > 1 && strings.ToUpper(inside) == inside && (fieldWords[parts[0]] || fieldWords[parts[len(parts)-1]] || parts[len(parts)-1] == "id")
}

// pictures are in Markdown.
var pictures = regexp.MustCompile(`!\[[^\]\n]*\]\([^)\s]+`)

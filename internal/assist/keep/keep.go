// Package keep checks that a model that rewrites a text leaves alone what it must not change: addresses, numbers, amounts,
// dates, order numbers, placeholders, code, the name that is greeted.
//
// It compares values, not spellings: 1,234.50 and 1.234,50 are one number, "14 March 2027" and "14.03.2027" one day, 2:30 pm
// and 14:30 one time, so that a translation may write them as its language does. What is said twice may be said once. Where
// it cannot tell, nothing is wrong: an answer that is refused for nothing is paid for and lost.
package keep

import (
	"slices"
	"strings"

	"svcx/internal/assist/guard"
)

// Operation is the way in which a text is rewritten. The values are those of the operations' names (R 4.8).
type Operation string

// The operations that rewrite a text.
const (
	Polish    Operation = "polish"
	Cleanup   Operation = "cleanup"
	Translate Operation = "translate"
)

// Kind is a kind of thing that is kept.
type Kind string

// The kinds of things.
const (
	URL         Kind = "link"
	Email       Kind = "e-mail address"
	Number      Kind = "number"
	Amount      Kind = "amount"
	Date        Kind = "date"
	Time        Kind = "time"
	Identifier  Kind = "order number or code" // an order number, a version, a product's name
	Phone       Kind = "phone number"
	Placeholder Kind = "placeholder"
	Code        Kind = "piece of code"
	Name        Kind = "name"
)

// Item is something that a text has.
type Item struct {
	Kind Kind
	// Text is as the text has it.
	Text string

	// key is by which items of most kinds are compared; numbers, dates and times have values.
	key    string
	values []string
	// currency is that of an amount, as its code.
	currency string
}

// Changes are what a rewrite has lost and invented.
type Changes struct{ Lost, Invented []Item }

// None reports whether nothing was lost or invented.
func (c Changes) None() bool { return len(c.Lost)+len(c.Invented) == 0 }

// String says what was lost and invented, by kinds alone: it may be logged.
func (c Changes) String() string {
	var all []string
	if len(c.Lost) > 0 {
		all = append(all, "lost "+kindsOf(c.Lost))
	}
	if len(c.Invented) > 0 {
		all = append(all, "added "+kindsOf(c.Invented))
	}
	return strings.Join(all, " and ")
}

func kindsOf(items []Item) string {
	var kinds []string
	for _, k := range KindsOf(items) {
		article := "a "
		if strings.ContainsRune("aeio", rune(k[0])) {
			article = "an "
		}
		kinds = append(kinds, article+string(k))
	}
	return strings.Join(kinds, ", ")
}

// KindsOf lists the kinds of items, each once.
func KindsOf(items []Item) (kinds []Kind) {
	for _, i := range items {
		if !slices.Contains(kinds, i.Kind) {
			kinds = append(kinds, i.Kind)
		}
	}
	return kinds
}

// Kinds are all kinds.
var Kinds = []Kind{URL, Email, Number, Amount, Date, Time, Identifier, Phone, Placeholder, Code, Name}

// maxItems bounds how much is lost or invented in Changes: an answer to another question has it all.
const maxItems = 50

// Missing compares a text before and after it was rewritten.
func Missing(before, after string, op Operation) (c Changes) {
	was, is := read(before), read(after)
	required := was
	if op == Cleanup {
		required = read(essence(before))
	}
	for _, i := range required.items {
		if len(c.Lost) < maxItems && !is.has(i, op) && !(op == Cleanup && i.Kind == Time) {
			c.Lost = append(c.Lost, i)
		}
	}
	if name := guard.Greeted(before); name != "" && !is.names(name, op) && (op != Cleanup || guard.Greeted(after) != "") {
		c.Lost = append(c.Lost, Item{Kind: Name, Text: name})
	}
	for _, i := range is.items {
		// What has no digits is a name, and may be one of the language.
		if len(c.Invented) < maxItems && i.Kind != Code && (i.Kind != Identifier || onlyDigits(i.key) != "") && !was.has(i, op) {
			c.Invented = append(c.Invented, i)
		}
	}
	for _, i := range InventedNames(before, after, op) {
		if len(c.Invented) < maxItems {
			c.Invented = append(c.Invented, i)
		}
	}
	return c
}

// has reports whether a text has an item, or says the same in another way.
func (t contents) has(want Item, op Operation) bool {
	for _, i := range t.items {
		if i.Kind == want.Kind && i.key == want.key && i.key != "" || i.agrees(want) {
			return true
		}
		// Another number may follow a phone number.
		if i.Kind == Phone && want.Kind == Phone && (strings.HasPrefix(i.key, want.key) || strings.HasPrefix(want.key, i.key)) {
			return true
		}
	}
	switch want.Kind {
	case Number, Amount:
		return t.clashes(want) == "" && t.hasNumber(want.values)
	case Date, Time:
		return t.hasParts(want)
	case URL:
		return strings.Contains(t.folded, want.key)
	case Identifier:
		return strings.Contains(t.folded, want.key) || op == Translate && (t.hasDigits(want) || t.hasNumber([]string{want.key}))
	case Code, Email:
		return strings.Contains(t.folded, want.key)
	case Placeholder:
		// A translation may have translated what is in brackets.
		return op == Translate && !strings.HasPrefix(want.Text, "{") && t.brackets > 0
	}
	return false
}

// agrees reports whether two numbers, dates or times may have the same value.
func (i Item) agrees(j Item) bool {
	if i.Kind != j.Kind && !(numeric(i.Kind) && numeric(j.Kind)) || i.currency != "" && j.currency != "" && i.currency != j.currency {
		return false
	}
	return slices.ContainsFunc(i.values, func(v string) bool { return slices.Contains(j.values, v) })
}

func numeric(k Kind) bool { return k == Number || k == Amount }

// clashes is the currency in which a text has an amount, if it is another one.
func (t contents) clashes(want Item) string {
	for _, i := range t.items {
		if want.currency != "" && i.currency != "" && i.currency != want.currency &&
			slices.ContainsFunc(i.values, func(v string) bool { return slices.Contains(want.values, v) }) {
			return i.currency
		}
	}
	return ""
}

// hasNumber reports whether a text says a number in words, or as a part of a date, a time or a code.
func (t contents) hasNumber(values []string) bool {
	return slices.ContainsFunc(values, func(v string) bool { return t.words[v] || t.parts[v] })
}

// hasDigits reports whether the digits of a short code are in a text, whose letters a language may write in another way (Q3,
// T3).
func (t contents) hasDigits(want Item) bool {
	digits := onlyDigits(want.key)
	return len([]rune(want.key)) <= 4 && digits != "" && (t.parts[trimZeros(digits)] || t.hasNumber([]string{digits}))
}

// hasParts reports whether the numbers of a date or a time are in a text of a language whose months or hours we do not know.
func (t contents) hasParts(want Item) bool {
	return slices.ContainsFunc(want.values, func(value string) bool {
		for _, part := range strings.Split(value, "-") {
			if part == "" || part[0] == 'm' {
				continue // a month may be a name
			}
			if !t.parts[part] && !t.words[part] {
				return false
			}
		}
		return true
	})
}

// names reports whether a text names someone. A translation may inflect or transcribe the name.
func (t contents) names(name string, op Operation) bool {
	words := strings.Fields(fold(name))
	for _, w := range words {
		w = strings.Trim(w, ".,")
		if guard.IsTitle(w) || strings.Contains(t.folded, w) {
			continue
		}
		if runes := []rune(w); op == Translate && (len(runes) < 4 || strings.Contains(t.folded, string(runes[:len(runes)-2])) || !t.latin) {
			continue
		}
		return false
	}
	return true
}

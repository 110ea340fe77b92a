// Package guard looks through a reply before it is sent, without a model: for what must not leave the house (card numbers,
// account numbers, passwords, keys, other customers) and for slips (a file that is promised and not attached, a placeholder,
// the wrong language). It is the floor of the handbrake, which is there when the model is not.
//
// A check that cries wolf is switched off. Whatever may be meant is let through: testdata has a corpus of ordinary replies
// that nothing may be found in, and of replies with something wrong.
//
// Everything here is a pure function of what it is given, takes time in proportion to the text, and keeps nothing. What is
// found is described without repeating it, so that a description may be logged and shown.
package guard

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Type is what is wrong, as in the answer's issues (R 4.8).
type Type string

// The types of findings.
const (
	CardNumber        Type = "card_number"
	AccountNumber     Type = "iban"
	Password          Type = "password"
	Key               Type = "key"
	OtherCustomer     Type = "other_customer"
	MissingAttachment Type = "missing_attachment"
	Placeholder       Type = "placeholder"
	WrongLanguage     Type = "wrong_language"
)

// Secret reports whether what is found must not be sent whatever the conversation is about: these are the types that are found
// in any text (D 6). The others depend on what is known of the conversation.
func (t Type) Secret() bool {
	return t == CardNumber || t == AccountNumber || t == Password || t == Key
}

// Finding is something that is wrong with a reply.
type Finding struct {
	Type                    Type
	Description, Suggestion string
	// From and To are the bytes of the text that it is about, whole characters; the whole text for a language.
	From, To int
}

// FilesUnknown in Reply.Files says that nobody knows whether files go with a reply.
const FilesUnknown = -1

// Reply is a reply as it would be sent, and what is known of its conversation. What is not known is left empty, and is not
// checked.
type Reply struct {
	// Text is the reply as it is written: plain text or Markdown.
	Text string
	// Files is how many files go with it, pictures in the text included, or FilesUnknown.
	Files int
	// Contact is the customer whom it answers.
	Contact Person
	// Known are the others who may be named: participants, authors of messages, members of the workspace.
	Known []Person
	// Others are contacts who have nothing to do with the conversation and may have slipped in: those whom the addresses in
	// the text belong to (Addresses), those of the conversations that the agent had open.
	Others []Person
	// Customer are the texts of the customer's last messages.
	Customer []string
	// Approved reports whether a secret that was found is meant to be sent, such as the workspace's own IBAN in a saved
	// reply. It is called for what was found only. It may be nil.
	Approved func(value string) bool
}

// Person is someone by their name and addresses, each of which may be missing.
type Person struct {
	Name   string
	Emails []string
}

// Check finds everything that is wrong with a reply, in the order of the text.
func Check(r Reply) []Finding {
	all := slices.Concat(secrets(r), placeholders(r.Text), strangers(r), promises(r), wrongLanguage(r))
	return arrange(r, all)
}

// Secrets finds what must not be sent in any text.
func Secrets(text string) []Finding {
	r := Reply{Text: text}
	return arrange(r, secrets(r))
}

// Redact replaces what Secrets finds in a text by words for it: a model needs no card number and no key to answer a customer.
func Redact(text string) string {
	return replace(text, func(f Finding, value string) string {
		end := ""
		if last := value[max(0, len(value)-4):]; (f.Type == CardNumber || f.Type == AccountNumber) && !strings.ContainsFunc(last, isGap) {
			end = " ending in " + last
		}
		return "[" + redacted[f.Type] + end + "]"
	})
}

var redacted = map[Type]string{CardNumber: "card number", AccountNumber: "IBAN", Password: "password", Key: "key"}

// Hide replaces what Secrets finds in a text by placeholders, and returns what puts it back into another text that has them: a
// model needs none of it to write the text again.
func Hide(text string) (hidden string, restore func(string) string) {
	var pairs []string
	n := 0
	hidden = replace(text, func(f Finding, value string) (name string) {
		for name == "" || strings.Contains(text, name) {
			n++
			name = fmt.Sprintf("{{%s_%d}}", f.Type, n)
		}
		pairs = append(pairs, name, value)
		return name
	})
	return hidden, strings.NewReplacer(pairs...).Replace
}

func replace(text string, by func(f Finding, value string) string) string {
	var b strings.Builder
	last := 0
	for _, f := range Secrets(text) {
		b.WriteString(text[last:f.From])
		b.WriteString(by(f, text[f.From:f.To]))
		last = f.To
	}
	b.WriteString(text[last:])
	return b.String()
}

func secrets(r Reply) []Finding {
	return slices.Concat(keys(r.Text), cards(r.Text), accounts(r), passwords(r.Text), shortPasswords(r.Text), pins(r.Text))
}

// arrange leaves out what is approved, orders findings, and keeps one of those that overlap: a key behind "password:" is one
// finding. What comes first in Check wins.
func arrange(r Reply, all []Finding) (kept []Finding) {
	for _, f := range all {
		overlaps := slices.ContainsFunc(kept, func(k Finding) bool {
			return f.Type != WrongLanguage && f.From < k.To && k.From < f.To
		})
		if overlaps || r.Approved != nil && f.Type.Secret() && r.Approved(r.Text[f.From:f.To]) {
			continue
		}
		kept = append(kept, f)
	}
	slices.SortStableFunc(kept, func(a, b Finding) int { return cmp.Compare(a.From, b.From) })
	return kept
}

package guard_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"svcx/internal/assist/guard"
)

func types(all []guard.Finding) string {
	var names []string
	for _, f := range all {
		names = append(names, string(f.Type))
	}
	return strings.Join(names, " ")
}

// Cards are told from other numbers by brand, length, groups and check digit.
func TestCardNumbers(t *testing.T) {
	for text, want := range map[string]string{
		"4111 1111 1111 1111":                      "card_number",
		"4111111111111112":                         "", // the check digit is wrong
		"4111-1111-1111-1111":                      "card_number",
		"4111\u00a01111\u00a01111\u00a01111":       "card_number",
		"4111–1111–1111–1111":                      "card_number",
		"４１１１ １１１１ １１１１ １１１１":                      "card_number",
		"4111 1111 1111 1111 12/27 123":            "card_number",
		"12 4111 1111 1111 1111":                   "card_number",
		"41111 11111 11111 1":                      "", // no card has these groups
		"+4111111111111111":                        "",
		"https://shop.example/4111111111111111":    "",
		"order 4111111111111111":                   "",
		"Bestellnummer: 4111111111111111":          "",
		"order 4111 1111 1111 1111":                "card_number", // in the groups of a card
		"0000 0000 0000 0000":                      "",
		"**** **** **** 1111":                      "",
		"test card 4242424242424242":               "",
		"your card 4242424242424242":               "card_number",
		"1234567890123456":                         "",
		"x4111111111111111":                        "",
		"4111111111111111 and 5555 5555 5555 4444": "card_number card_number",
	} {
		if got := types(guard.Secrets(text)); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// An IBAN has its country's length and right check digits.
func TestAccountNumbers(t *testing.T) {
	for text, want := range map[string]string{
		"DE89 3704 0044 0532 0130 00":             "iban",
		"DE89370400440532013000.":                 "iban",
		"DE88370400440532013000":                  "",
		"DE8937040044053201300":                   "",
		"DE893704004405320130001":                 "",
		"XX89370400440532013000":                  "",
		"DE89-3704-0044-0532-0130-00":             "iban",
		"IBAN:NO9386011117947, BIC":               "iban",
		"the order DE89 is late":                  "",
		"MT84MALT011000012345MTLCAST001S":         "iban",
		"Konten DE89370400440532013000 und DE89.": "iban",
	} {
		if got := types(guard.Secrets(text)); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// A description may be logged and shown: it repeats no more than the last four characters of a number.
func TestDescriptionsKeepSecrets(t *testing.T) {
	for _, s := range corpus(t, "findings.txt") {
		for _, f := range guard.Check(s.reply) {
			value := s.reply.Text[f.From:f.To]
			if f.Type.Secret() && len(value) > 4 && strings.Contains(f.Description+f.Suggestion, value) {
				t.Errorf("%s repeats %q", f.Type, value)
			}
			if f.Description == "" || f.Suggestion == "" {
				t.Errorf("%s has no words", f.Type)
			}
		}
	}
}

// A secret that the workspace has approved is sent without a question. A saved reply approves neither its placeholders nor a
// file that is missing.
func TestApproved(t *testing.T) {
	r := guard.Reply{Text: "Please pay to DE89 3704 0044 0532 0130 00. See attachment.", Approved: func(value string) bool {
		return strings.Contains("Hi {{contact.name}}, please pay to DE89 3704 0044 0532 0130 00. See attachment.", value)
	}}
	if got := types(guard.Check(r)); got != "missing_attachment" {
		t.Errorf("found %q", got)
	}
}

// Whether a file is missing is not said where nobody knows.
func TestFilesUnknown(t *testing.T) {
	for files, want := range map[int]string{guard.FilesUnknown: "", 0: "missing_attachment", 1: ""} {
		if got := types(guard.Check(guard.Reply{Text: "I have attached the invoice.", Files: files})); got != want {
			t.Errorf("with %d files: %q, want %q", files, got, want)
		}
	}
	if got := types(guard.Check(guard.Reply{Text: "I have attached a picture: ![the button](https://files.example/1.png)"})); got != "" {
		t.Errorf("with a picture in the text: %q", got)
	}
}

// Short texts are never in the wrong language.
func TestShortTexts(t *testing.T) {
	long := "Guten Tag, ich habe vor zwei Wochen bei Ihnen bestellt und die Ware ist immer noch nicht da. Wo ist sie?"
	for _, text := range []string{"Thanks!", "OK, done.", "Yes, that is fine.", "Please try again now", ""} {
		if got := types(guard.Check(guard.Reply{Text: text, Customer: []string{long}})); got != "" {
			t.Errorf("%q: %q", text, got)
		}
	}
}

func TestAddresses(t *testing.T) {
	got := guard.Addresses("Write to Anna.Kim@Example.com, <anna.kim@example.com> or info@müller.example.")
	if want := "anna.kim@example.com info@xn--mller-kva.example"; strings.Join(got, " ") != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// What is hidden from a model comes back as it was, also where the text has the same placeholder.
func TestHide(t *testing.T) {
	text := "{{card_number_1}} Karte 4111 1111 1111 1111, Passwort: Sommer2027! und DE89 3704 0044 0532 0130 00."
	hidden, restore := guard.Hide(text)
	if want := "{{card_number_1}} Karte {{card_number_2}}, Passwort: {{password_3}} und {{iban_4}}."; hidden != want {
		t.Errorf("hidden: %s", hidden)
	}
	if got := restore(hidden); got != text {
		t.Errorf("restored: %s", got)
	}
	if want, got := "{{card_number_1}} Karte [card number ending in 1111], Passwort: [password] und [IBAN].", guard.Redact(text); got != want {
		t.Errorf("redacted: %s", got)
	}
	if got := restore("Please: {{iban_4}}"); got != "Please: DE89 3704 0044 0532 0130 00" {
		t.Errorf("in another text: %s", got)
	}
}

func FuzzCheck(f *testing.F) {
	for _, name := range []string{"ordinary.txt", "findings.txt"} {
		for _, s := range corpus(f, name) {
			f.Add(s.reply.Text, strings.Join(s.reply.Customer, "\n"), s.reply.Contact.Name)
		}
	}
	f.Add("Hi \xff, password: \xff\xfe\xfd4111111111111111", "\xff", "\xff")
	f.Fuzz(func(t *testing.T, text, customer, name string) {
		r := guard.Reply{Text: text, Customer: []string{customer}, Contact: guard.Person{Name: name}, Others: []guard.Person{{Name: customer}}}
		if hidden, restore := guard.Hide(text); restore(hidden) != text {
			t.Fatalf("%q is restored to %q", hidden, restore(hidden))
		}
		last := 0
		for _, found := range guard.Check(r) {
			if found.From < last || found.To <= found.From || found.To > len(text) {
				t.Fatalf("%s at %d to %d of %d", found.Type, found.From, found.To, len(text))
			}
			if last = found.From; utf8.ValidString(text) && !utf8.ValidString(text[found.From:found.To]) {
				t.Errorf("%s is cut within a character", found.Type)
			}
		}
	})
}

func BenchmarkCheck(b *testing.B) {
	var all strings.Builder
	for _, s := range corpus(b, "ordinary.txt") {
		all.WriteString(s.reply.Text + "\n\n")
	}
	r := guard.Reply{Text: strings.Repeat(all.String(), 3)[:50_000], Customer: []string{"Hello, where is my order? Nobody answers me."}}
	for b.Loop() {
		guard.Check(r)
	}
}

// The time that a hostile text takes grows with its length, whatever it repeats.
func BenchmarkHostile(b *testing.B) {
	for _, piece := range []string{"your attachment ", "DE89 ", "4111 1111 ", "password: ", "{{x}} ", "[name] ", "-----BEGIN PRIVATE KEY-----\n", "see _ the ",
		"\n> a\n", "a.", "' ", "`", "Hi Anna, ", "http://", "\n \n"} {
		b.Run(piece, func(b *testing.B) {
			r := guard.Reply{Text: strings.Repeat(piece, 50_000/len(piece)), Contact: guard.Person{Name: "Kim Lee"}, Customer: []string{strings.Repeat(piece, 2000)}}
			for b.Loop() {
				guard.Check(r)
			}
		})
	}
}

// One short text of the customer, whose language is not clear, hid a reply in Dutch or Swedish.
func TestWrongLanguageBesideAnUnclearText(t *testing.T) {
	r := guard.Reply{
		Text:     "Wij hebben uw bestelling vandaag verstuurd en u krijgt morgen een bericht van de bezorger zodra het pakket bij u in de buurt is.",
		Customer: []string{"Ok", "Hello, I have been waiting for my order for two weeks now and nobody answers me, can you tell me where it is?"},
	}
	if got := types(guard.Check(r)); got != string(guard.WrongLanguage) {
		t.Errorf("found %q", got)
	}
}

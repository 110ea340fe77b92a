package keep_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"svcx/internal/assist/keep"
)

func items(all []keep.Item) string {
	var texts []string
	for _, i := range all {
		texts = append(texts, i.Text)
	}
	return strings.Join(texts, " | ")
}

type rewrite struct {
	op             keep.Operation
	before, after  string
	lost, invented string
}

// Rewrites that change nothing of what is kept.
var faithful = []rewrite{
	{op: keep.Polish, before: "hi anna, ur order ORD-2027-00981 ships 14.03.2027, pls see https://shop.example/o/981", after: "Hi Anna,\n\nYour order ORD-2027-00981 will ship on 14 March 2027. Please see https://shop.example/o/981."},
	{op: keep.Polish, before: "the price is 1234.50 EUR", after: "The price is 1,234.50 €."},
	{op: keep.Polish, before: "we refund in two weeks", after: "We will refund you within 2 weeks."},
	{op: keep.Polish, before: "takes 3 days", after: "It takes three days."},
	{op: keep.Polish, before: "order 4711, i say order 4711", after: "It is about order 4711."},
	{op: keep.Polish, before: "call +49 30 901820", after: "Please call +49 (30) 901820."},
	{op: keep.Polish, before: "use `npm install` then restart", after: "Please use `npm install`, and then restart."},
	{op: keep.Polish, before: "see https://a.example/x", after: "See [our page](https://a.example/x)."},
	{op: keep.Polish, before: "Hello {{contact.name}}, thx", after: "Hello {{contact.name}}, thank you."},
	{op: keep.Polish, before: "first do this then do that", after: "1. Do this.\n2. Do that."},
	{op: keep.Polish, before: "1. do this\n2. do that", after: "First do this, then do that."},
	{op: keep.Polish, before: "THis is HEllo", after: "This is hello."},
	{op: keep.Polish, before: "open from 9:00 to 5pm", after: "We are open from 9 am to 5 p.m."},
	{op: keep.Polish, before: "server 192.168.1.10.", after: "It is the server 192.168.1.10 of yours."},
	{op: keep.Polish, before: "We use version 3.5.", after: "Version 3.5 is used by us."},
	{op: keep.Polish, before: "write to a@b.example.", after: "Please write to <a@b.example>."},
	{op: keep.Polish, before: "costs 14.50 €", after: "It costs €14.50."},
	{op: keep.Polish, before: "mon-fri 9-5, sat 10-2", after: "We are open Monday to Friday from 9 am to 5 pm, and on Saturday from 10 am to 2 pm."},
	{op: keep.Polish, before: "kommt am 25.3 um 10.30", after: "Das Paket kommt am 25. März um 10:30 Uhr."},
	{op: keep.Polish, before: "we have 5k users", after: "We have 5,000 users."},
	{op: keep.Polish, before: "do it 2x", after: "Please do it twice."},
	{op: keep.Translate, before: "It costs 1,234.50 EUR and ships on March 14, 2027 at 2:30 pm.", after: "Es kostet 1.234,50 EUR und wird am 14. März 2027 um 14:30 Uhr verschickt."},
	{op: keep.Translate, before: "It costs 1,234.50 EUR and ships on March 14.", after: "Il coûte 1 234,50 € et part le 14 mars."},
	{op: keep.Translate, before: "Der Betrag von 1.234,50 € ist am 03.04.2027 fällig.", after: "The amount of €1,234.50 is due on April 3, 2027."},
	{op: keep.Translate, before: "Das dauert 2 Wochen.", after: "That takes two weeks."},
	{op: keep.Translate, before: "Call us until 5 pm.", after: "Rufen Sie uns bis 17 Uhr an."},
	{op: keep.Translate, before: "Um 14.30 Uhr ist Schluss.", after: "It ends at 2:30 p.m."},
	{op: keep.Translate, before: "Ships on 14 March 2027.", after: "2027年3月14日に発送されます。"},
	{op: keep.Translate, before: "It ships on 5 May.", after: "Lähetetään 5. toukokuuta."},
	{op: keep.Translate, before: "Hi Anna, done.", after: "Witaj Anno, gotowe."},
	{op: keep.Translate, before: "Hi Anna, done.", after: "アンナ様、完了しました。"},
	{op: keep.Translate, before: "Our GitHub app v2.3.1 fixes it.", after: "Unsere GitHub-App v2.3.1 behebt es."},
	{op: keep.Translate, before: "Dear [Customer name], hello", after: "Liebe [Kundenname], hallo"},
	{op: keep.Translate, before: "Up to 1000000 rows", after: "Bis zu 1.000.000 Zeilen"},
	{op: keep.Translate, before: "a 24-hour hotline and a 3-year warranty", after: "eine 24-Stunden-Hotline und 3 Jahre Garantie"},
	{op: keep.Translate, before: "We had 20% more in Q3", after: "Nous avons eu 20 % de plus au T3"},
	{op: keep.Translate, before: "5-10 days", after: "5 bis 10 Tage"},
	{op: keep.Cleanup, before: "Hi,\n\nmy order 4711 is late!!!\n\nOn Mon, 3 March 2027, Support wrote:\n> Your order 123456 is 99.90 EUR", after: "Hi,\n\nmy order 4711 is late!"},
	{op: keep.Cleanup, before: "Please change 4711.\n\nBest regards\nJo\nACME, +49 30 1234567, www.acme.example", after: "Please change 4711."},
	{op: keep.Cleanup, before: "10:02 hi\n10:03 my order 4711", after: "Hi, my order 4711"},
}

// Rewrites that do not.
var unfaithful = []rewrite{
	{op: keep.Polish, before: "see https://shop.example/o/981", after: "See our shop.", lost: "https://shop.example/o/981"},
	{op: keep.Polish, before: "see https://shop.example/o/981", after: "See https://shop.example/o/918", lost: "https://shop.example/o/981", invented: "https://shop.example/o/918"},
	{op: keep.Polish, before: "refund of 49.00", after: "A refund of 94.00.", lost: "49.00", invented: "94.00"},
	{op: keep.Polish, before: "refund of 49 EUR", after: "A refund of $49.", lost: "49", invented: "49"},
	{op: keep.Polish, before: "order ORD-2027-00981", after: "Your order ORD-2027-0981.", lost: "ORD-2027-00981", invented: "ORD-2027-0981"},
	{op: keep.Polish, before: "invoice 2027-000417", after: "Your invoice.", lost: "2027-000417"},
	{op: keep.Polish, before: "on 14.03.2027", after: "On 15 March 2027.", lost: "14.03.2027", invented: "15 March 2027"},
	{op: keep.Polish, before: "Hi Anna, done", after: "Hi Peter, it is done.", lost: "Anna", invented: "Peter"},
	{op: keep.Polish, before: "Hi {{contact.name}}", after: "Hi there", lost: "{{contact.name}}"},
	{op: keep.Polish, before: "done", after: "It is done.\n\nBest,\n[Your Name]", invented: "[Your Name]"},
	{op: keep.Polish, before: "we refund you", after: "We will refund you within 14 days.", invented: "14"},
	{op: keep.Polish, before: "mail a@b.example", after: "mail us", lost: "a@b.example"},
	{op: keep.Polish, before: "mail us", after: "mail support@acme.example", invented: "support@acme.example"},
	{op: keep.Polish, before: "run `rm -r tmp`", after: "run `rm -rf tmp`", lost: "rm -r tmp"},
	{op: keep.Polish, before: "code 00340434161094042557", after: "code 340434161094042557", lost: "00340434161094042557"},
	{op: keep.Polish, before: "call +49 30 901820", after: "call +49 30 901821", lost: "+49 30 901820", invented: "+49 30 901821"},
	{op: keep.Translate, before: "It costs 1,234.50 EUR.", after: "Es kostet 1.243,50 EUR.", lost: "1,234.50", invented: "1.243,50"},
	{op: keep.Translate, before: "It costs 15 EUR.", after: "It costs 15 USD.", lost: "15", invented: "15"},
	{op: keep.Translate, before: "at 2:30 pm", after: "um 15:45 Uhr", lost: "2:30 pm", invented: "15:45"},
	{op: keep.Translate, before: "Our GitHub app", after: "Unsere App", lost: "GitHub"},
	{op: keep.Translate, before: "See {{link}}", after: "Siehe {{Verweis}}", lost: "{{link}}", invented: "{{Verweis}}"},
	{op: keep.Cleanup, before: "my order 4711 of https://a.example/b is late", after: "My order is late.", lost: "https://a.example/b | 4711"},
}

func TestFaithful(t *testing.T) {
	for _, r := range faithful {
		if c := keep.Missing(r.before, r.after, r.op); !c.None() {
			t.Errorf("%s of %q to %q: lost %s, invented %s", r.op, r.before, r.after, items(c.Lost), items(c.Invented))
		}
	}
}

func TestUnfaithful(t *testing.T) {
	for _, r := range unfaithful {
		c := keep.Missing(r.before, r.after, r.op)
		if items(c.Lost) != r.lost || items(c.Invented) != r.invented {
			t.Errorf("%s of %q to %q: lost %q, invented %q, want %q, %q", r.op, r.before, r.after, items(c.Lost), items(c.Invented), r.lost, r.invented)
		}
		if c.None() || strings.ContainsAny(c.String(), "0123456789@") {
			t.Errorf("described as %q", c)
		}
	}
}

// filler is text around things, without any of them.
var filler = rapid.SampledFrom([]string{"please see", "we have", "thank you for", "und dann", "merci de", "gracias por", "it is", "the order of", "\n\n", ", ", "and the"})

// things are drawn with a number that makes them unlike all others.
var things = map[keep.Kind]func(n int) string{
	keep.URL:         func(n int) string { return fmt.Sprintf("https://shop.example/o/%d?x=y", n) },
	keep.Email:       func(n int) string { return fmt.Sprintf("person%d@mail.example", n) },
	keep.Identifier:  func(n int) string { return fmt.Sprintf("ORD-%d-X", n) },
	keep.Number:      func(n int) string { return fmt.Sprintf("%d.25", n) },
	keep.Amount:      func(n int) string { return fmt.Sprintf("%d.75 EUR", n) },
	keep.Placeholder: func(n int) string { return fmt.Sprintf("{{field%d}}", n) },
	keep.Code:        func(n int) string { return fmt.Sprintf("`run --with %d`", n) },
	keep.Phone:       func(n int) string { return fmt.Sprintf("+49 30 %d", 1000000+n) },
}

var kinds = []keep.Kind{keep.URL, keep.Email, keep.Identifier, keep.Number, keep.Amount, keep.Placeholder, keep.Code, keep.Phone}

// What a rewrite leaves out is noticed, and so is what it adds, whatever stands around it and in which order.
func TestEveryLossIsNoticed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		op := rapid.SampledFrom([]keep.Operation{keep.Polish, keep.Cleanup, keep.Translate}).Draw(t, "operation")
		n := rapid.IntRange(1, 6).Draw(t, "things")
		var before, kept []string
		out := rapid.IntRange(0, n-1).Draw(t, "left out")
		var lost string
		for i := range n {
			kind := rapid.SampledFrom(kinds).Draw(t, "kind")
			thing := things[kind](101 + 7*i)
			before = append(before, filler.Draw(t, "filler"), thing)
			if i == out {
				lost = thing
			} else {
				kept = append(kept, thing, filler.Draw(t, "filler"))
			}
		}
		full, less := strings.Join(before, " "), strings.Join(rapid.Permutation(kept).Draw(t, "order"), " ")
		if c := keep.Missing(full, full, op); !c.None() {
			t.Fatalf("%q is not faithful to itself: %s, %s", full, items(c.Lost), items(c.Invented))
		}
		if c := keep.Missing(full, less, op); len(c.Lost) != 1 || !strings.Contains(lost, c.Lost[0].Text) {
			t.Fatalf("%s of %q to %q: lost %q, want %q", op, full, less, items(c.Lost), lost)
		}
		if c := keep.Missing(less, full, op); len(c.Invented) != 1 && !strings.HasPrefix(lost, "`") {
			t.Fatalf("%s of %q to %q: invented %q, want %q", op, less, full, items(c.Invented), lost)
		}
	})
}

// Numbers are the same in the formats of all languages.
func TestNumberFormats(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		whole := rapid.IntRange(0, 99_999).Draw(t, "whole")
		cents := rapid.IntRange(1, 99).Draw(t, "cents")
		write := func(group, mark string) string {
			s := fmt.Sprint(whole)
			if len(s) > 3 {
				s = s[:len(s)-3] + group + s[len(s)-3:]
			}
			return fmt.Sprintf("%s%s%02d", s, mark, cents)
		}
		formats := []string{write(",", "."), write(".", ","), write("\u00a0", ","), write(" ", ","), write("'", "."), write("", "."), write("", ",")}
		a, b := rapid.SampledFrom(formats).Draw(t, "a"), rapid.SampledFrom(formats).Draw(t, "b")
		if c := keep.Missing("it costs "+a+" EUR", "das kostet "+b+" €", keep.Translate); !c.None() {
			t.Fatalf("%s and %s: lost %s, invented %s", a, b, items(c.Lost), items(c.Invented))
		}
	})
}

// A text is faithful to itself, whatever is in it.
func FuzzSame(f *testing.F) {
	for _, r := range append(faithful, unfaithful...) {
		f.Add(r.before, r.after)
	}
	f.Add("12.3.2027.4:5h66am\xff[`", "+0(0)0000000-1")
	f.Fuzz(func(t *testing.T, a, b string) {
		for _, op := range []keep.Operation{keep.Polish, keep.Cleanup, keep.Translate} {
			if c := keep.Missing(a, a, op); !c.None() {
				t.Errorf("%s: %q is not faithful to itself: lost %q, invented %q", op, a, items(c.Lost), items(c.Invented))
			}
			for _, i := range keep.Missing(a, b, op).Lost {
				if i.Text == "" || !utf8.ValidString(i.Text) {
					t.Errorf("lost %q", i.Text)
				}
			}
		}
	})
}

// The time that a hostile text takes grows with its length, whatever it repeats.
func BenchmarkHostile(b *testing.B) {
	for _, piece := range []string{"a", "1 ", "1.2.", "14 März ", "[name] ", "`", "https://a.example/", "+49 30 ", "2:30 pm ", "x1-", "> \n", "word and word. ", "a@b.c "} {
		b.Run(piece, func(b *testing.B) {
			text := strings.Repeat(piece, 50_000/len(piece))
			for b.Loop() {
				keep.Missing(text, text[:len(text)/2], keep.Cleanup)
			}
		})
	}
}

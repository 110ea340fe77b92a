package keep_test

import (
	"bufio"
	"os"
	"strings"
	"testing"

	"svcx/internal/assist/keep"
)

// Fault: a name that a model had made up was not noticed.
func TestInventedNames(t *testing.T) {
	for _, c := range []struct {
		op            keep.Operation
		before, after string
		want          string
	}{
		{keep.Polish, "ur parcel ships tmrw", "Dear Tom,\n\nYour parcel ships tomorrow.", "Tom"},
		{keep.Polish, "hi, ur parcel ships tmrw, from our customer team", "Hi Tom,\n\nYour parcel ships tomorrow.", "Tom"},
		{keep.Polish, "dear ms kim, it ships", "Dear Mr Miller,\n\nIt ships.", "Mr Miller"},
		{keep.Polish, "it ships", "It ships.\n\nBest regards,\nEmma Brown\nCustomer Support", "Emma"},
		{keep.Polish, "i asked a colleague", "I asked my colleague Sarah.", "Sarah"},
		{keep.Polish, "das paket kommt morgen", "Sehr geehrte Frau Schmidt,\n\ndas Paket kommt morgen.", "Frau Schmidt"},
		{keep.Polish, "das paket kommt, der kollege meldet sich", "Das Paket kommt morgen, und Herr Weber meldet sich.", "Weber"},
		{keep.Cleanup, "le colis arrive", "Bonjour Camille,\n\nLe colis arrive.", "Camille"},
		{keep.Translate, "hola, el paquete llega", "Dear Maria,\n\nThe parcel arrives.", "Maria"},
		{keep.Translate, "Guten Tag Herr Weber, es kommt", "Dear Mr Weber, it is coming. Regards, Thomas", "Thomas"},

		{keep.Polish, "hi anna, it ships", "Hi Anna,\n\nIt ships.", ""},
		{keep.Polish, "hi annna, it ships", "Hi Anna,\n\nIt ships.", ""},
		{keep.Polish, "hi bob, it ships. alex asked", "Hi Robert,\n\nIt ships. Alexander asked.", ""},
		{keep.Polish, "write to emma.brown@shop.example", "Please write to Emma Brown at emma.brown@shop.example.", ""},
		{keep.Polish, "hi, it ships", "Hi there,\n\nIt ships.", ""},
		{keep.Polish, "it ships", "Dear customer,\n\nIt ships.\n\nBest regards,\nYour Support Team", ""},
		{keep.Polish, "it ships", "Hello Everyone,\n\nIt ships.", ""},
		{keep.Polish, "it ships", "Dear Sir or Madam,\n\nIt ships.", ""},
		{keep.Polish, "es kommt", "Sehr geehrte Damen und Herren,\n\nes kommt.", ""},
		{keep.Polish, "es kommt", "Liebe Kundin, lieber Kunde,\n\nes kommt am Montag im März, mit freundlichen Grüßen vom Kundendienst.", ""},
		{keep.Polish, "open it in chrome on mon, not in excel", "Please open it in Chrome on Monday, and not in Excel. The Android app works in May, June and August.", ""},
		{keep.Translate, "Sehr geehrte Frau Müller, der Katalog kommt", "Dear Ms Mueller,\n\nthe Catalogue is coming.", ""},
		{keep.Translate, "Dear Alexander", "Уважаемый Александр!", ""},
		{keep.Translate, "アンナ様", "Dear Anna", ""},
		{keep.Translate, "bonjour, le colis arrive", "Dear Sir or Madam,\n\nThe parcel arrives.", ""},
		{keep.Translate, "hello, it ships", "Estimado cliente:\n\nSe envía.", ""},
	} {
		got := items(keep.Missing(c.before, c.after, c.op).Invented)
		if (c.want == "") != (got == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s of %q to %q invented %q, not %q", c.op, c.before, c.after, got, c.want)
		}
	}
}

// Ordinary replies, written from a note of the same words in small letters and without the greeting's punctuation, invent no
// name: capitals at the beginning of sentences, of German nouns, of products, days and months are none.
func TestOrdinaryRepliesInventNoNames(t *testing.T) {
	replies := ordinary(t)
	wrong := 0
	for _, reply := range replies {
		draft := strings.ToLower(reply)
		for _, op := range []keep.Operation{keep.Polish, keep.Cleanup} {
			for _, i := range keep.Missing(draft, reply, op).Invented {
				if i.Kind == keep.Name {
					wrong++
					t.Errorf("%s: %q in %q", op, i.Text, reply)
				}
			}
		}
		// Without its first line, which greets: all other capitals stay.
		_, body, ok := strings.Cut(reply, "\n")
		if !ok {
			continue
		}
		for _, i := range keep.InventedNames("please answer", "It is so.\n"+body, keep.Polish) {
			if !people[i.Text] {
				t.Errorf("%q in %q", i.Text, reply)
			}
		}
	}
	t.Logf("%d replies, %d false alarms", len(replies), wrong)
}

// ordinary are the ordinary replies of the handbrake's corpus.
func ordinary(t *testing.T) (all []string) {
	t.Helper()
	file, err := os.Open("../guard/testdata/ordinary.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		if _, text, ok := strings.Cut(lines.Text(), " >> "); ok {
			all = append(all, strings.ReplaceAll(text, `\n`, "\n"))
		}
	}
	return all
}

// people are those whom ordinary replies really name below their greeting.
var people = map[string]bool{"Jonas": true}

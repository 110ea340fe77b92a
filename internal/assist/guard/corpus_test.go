package guard_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"svcx/internal/assist/guard"
)

// sample is a line of the corpus.
type sample struct {
	line     string
	language string
	want     []guard.Type
	marked   []string
	reply    guard.Reply
}

func corpus(t testing.TB, name string) (all []sample) {
	t.Helper()
	content, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(content)) {
		line = strings.TrimSuffix(line, "\n")
		if line == "" || line[0] == '#' {
			continue
		}
		head, text, ok := strings.Cut(line, " >> ")
		if !ok {
			t.Fatalf("no >> in %q", line)
		}
		s := sample{line: line}
		facts := strings.Split(head, "; ")
		words := strings.Fields(facts[0])
		s.language = words[0]
		for _, w := range words[1:] {
			s.want = append(s.want, guard.Type(w))
		}
		for _, fact := range facts[1:] {
			s.know(t, fact)
		}
		text = strings.NewReplacer(`\\`, `\`, `\n`, "\n").Replace(text)
		for rest := text; ; {
			_, after, ok := strings.Cut(rest, "‹")
			if !ok {
				break
			}
			inside, after, _ := strings.Cut(after, "›")
			s.marked, rest = append(s.marked, inside), after
		}
		s.reply.Text = strings.NewReplacer("‹", "", "›", "").Replace(text)
		all = append(all, s)
	}
	return all
}

func (s *sample) know(t testing.TB, fact string) {
	key, value, _ := strings.Cut(fact, ": ")
	switch key {
	case "contact":
		s.reply.Contact = person(value)
	case "known":
		s.reply.Known = append(s.reply.Known, person(value))
	case "others":
		s.reply.Others = append(s.reply.Others, person(value))
	case "customer":
		s.reply.Customer = append(s.reply.Customer, value)
	case "files":
		s.reply.Files = 1
	default:
		t.Fatalf("unknown fact %q in %q", fact, s.line)
	}
}

func person(s string) guard.Person {
	name, email, ok := strings.Cut(strings.TrimSuffix(s, ">"), " <")
	if !ok {
		return guard.Person{Name: name}
	}
	return guard.Person{Name: name, Emails: []string{email}}
}

// The corpus holds precision and recall. A false alarm costs more than a slip, so there is none.
func TestCorpus(t *testing.T) {
	ordinary, wrong := corpus(t, "ordinary.txt"), corpus(t, "findings.txt")
	if len(ordinary) < 120 || len(wrong) < 120 {
		t.Errorf("%d ordinary replies and %d with findings, less than 120", len(ordinary), len(wrong))
	}
	var found, right, wanted int
	byType := make(map[guard.Type][2]int)
	for _, s := range append(ordinary, wrong...) {
		got := guard.Check(s.reply)
		var marked []string
		for _, f := range got {
			found++
			if slices.Contains(s.want, f.Type) {
				right++
			} else {
				t.Errorf("false alarm: %s (%q) in %s", f.Type, s.reply.Text[f.From:f.To], s.line)
			}
			marked = append(marked, s.reply.Text[f.From:f.To])
		}
		for _, want := range s.want {
			wanted++
			n := byType[want]
			n[1]++
			if slices.ContainsFunc(got, func(f guard.Finding) bool { return f.Type == want }) {
				n[0]++
			} else {
				t.Errorf("missed: %s in %s", want, s.line)
			}
			byType[want] = n
		}
		if len(s.marked) > 0 && len(got) > 0 && !slices.Equal(marked, s.marked) {
			t.Errorf("marks %q, want %q in %s", marked, s.marked, s.line)
		}
	}
	kept := 0
	for kind, n := range byType {
		kept += n[0]
		t.Logf("%-20s %d of %d found", kind, n[0], n[1])
	}
	t.Logf("%d ordinary replies and %d with findings: precision %.3f, recall %.3f", len(ordinary), len(wrong),
		float64(right)/float64(max(found, 1)), float64(kept)/float64(wanted))
}

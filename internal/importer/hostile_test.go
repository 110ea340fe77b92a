package importer_test

import (
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"svcx"
	"svcx/internal/importer"
)

// A broken record is reported with its line and name, and the others are imported.
func TestBrokenRecords(t *testing.T) {
	const sound = `{"id":1,"status":"open","requester_id":1,"description":"x","created_at":"2024-01-01T00:00:00Z"}`
	for _, tt := range []struct{ name, content, problem string }{
		{"an unclosed text", `{"id":2,"subject":"x` + "\n" + sound, `f:1: is not JSON: a text is not closed in its line`},
		{"an unclosed object", `{"id":2,"via":{` + "\n" + sound, `f:2: is not JSON: '{' is not expected here`},
		{"words", "no json\n" + sound, "f:1: is no JSON object"},
		{"a missing value", `{"id":,"x":1}` + "\n" + sound, "f:1: is not JSON: a value is missing"},
		{"a missing comma", `{"id":2 "x":1}` + "\n" + sound, "f:1: is not JSON: ':' is not expected here"},
		{"a wrong literal", `{"id":2,"x":tru}` + "\n" + sound, "f:1: is not JSON: invalid character '}' in literal true (expecting 'e')"},
		{"a cut file", sound + "\n" + `{"id":2,"x":[1,`, "f:2: the file ends within it"},
		{"a cut array", `[` + sound + `,`, "f:1: the file ends within it"},
		{"broken in an array", "[{\"id\":\"2\n\"},\n" + sound + "]", "f:1: is not JSON: a text is not closed in its line"},
		{"a number in an array", "[7," + sound + "]", "f:1: is no JSON object"},
		{"no ticket", `{"name":"x"}` + "\n" + sound, "f:1: is no ticket, user, comment or rating"},
		{"deep", strings.Repeat(`{"a":`, 100_000) + strings.Repeat("}", 100_000) + "\n" + sound, "f:1: is not JSON: invalid character '{' exceeded max depth"},
		{"deep and sound", `{"id":2,"a":` + strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000) + "}\n" + sound, "f:1: is not JSON: invalid character '[' exceeded max depth"},
		{"a huge number", `{"id":1e999,"status":"open","requester_id":1}` + "\n" + sound, "f:1: ticket: id must be given"},
		{"a long id", `{"id":"` + strings.Repeat("9", 300) + `","status":"open","requester_id":1}` + "\n" + sound, "f:1: ticket: id must be at most 223 characters"},
		{"a time of no time", `{"id":2,"status":"open","requester_id":1,"comments":[{"id":5,"plain_body":"x","created_at":1e400}]}` + "\n" + sound, "f:1: conversation 2, message 5: created_at must be a time"},
		{"an empty list", `{"tickets":[]}` + "\n" + sound, ""},
		{"pages", `{"count":1,"tickets":[` + sound + `],"next_page":null}`, ""},
		{"nested lists", `{"tickets":{"tickets":[` + sound + `]}}`, ""},
		{"a mark", "\ufeff" + sound, ""},
		{"nothing", "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			to := &recorder{TB: t}
			o := options(t, importer.Zendesk, to)
			o.Files = []importer.File{file("f", tt.content)}
			report, err := importer.Run(t.Context(), o)
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			if len(report.First) > 0 {
				p := report.First[0]
				if p.Record != "" {
					p.Record += ": "
				}
				if p.Field != "" {
					p.Field += " "
				}
				got = fmt.Sprintf("%s:%d: %s%s%s", p.File, p.Line, p.Record, p.Field, p.Text)
			}
			if got != tt.problem {
				t.Errorf("problem %q, want %q (of %d)", got, tt.problem, report.Failed)
			}
			found := 0
			for _, c := range to.Threads_ {
				if c.ExternalID == "1" && len(c.Messages) == 1 {
					found++
				}
			}
			if tt.content != "" && found != 1 {
				t.Errorf("the sound ticket was imported %d times", found)
			}
		})
	}
}

// Rows that cannot be read are errors with their lines; the others are imported.
func TestBrokenRows(t *testing.T) {
	const header, sound = "conversation_id,contact_id,content,sent_at\n", "1,u,Hello,2024-01-01\n"
	for _, tt := range []struct{ name, content, problem string }{
		{"ragged", header + "2,u\n" + sound, ":2: the row has 2 values, the first one 4"},
		{"a bare quote", header + `2,u,a"b,2024-01-01` + "\n" + sound, `:2: bare " in non-quoted-field`},
		{"lines in quotes", header + "2,u,\"a\nb\",2024-01-01\n3,u,x,never\n" + sound, `:4: conversation 3: sent_at must be a time such as 2026-11-27T22:05:01Z`},
		{"an unclosed quote", header + sound + `2,u,"a` + strings.Repeat("\nb", 10), `:3: extraneous or missing " in quoted-field`},
		{"no columns", "a,b\n1,2\n", ":1: the first row must name the columns: conversation_id and content for messages, or contact_id or contact_email for contacts"},
		{"two of a name", "conversation_id,content,Content\n1,2,3\n", ":1: content is the name of two columns"},
		{"empty", "", ":1: has no row with the names of the columns"},
		{"semicolons", strings.ReplaceAll(header+sound, ",", ";"), ""},
		{"tabs", strings.ReplaceAll(header+sound, ",", "\t"), ""},
		{"bytes", header + "1,u,H\xff\x00i,2024-01-01\n", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			to := &recorder{TB: t}
			o := options(t, importer.CSV, to)
			o.Files = []importer.File{file("", tt.content)}
			report, err := importer.Run(t.Context(), o)
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			if len(report.First) > 0 {
				p := report.First[0]
				if p.Record != "" {
					p.Record += ": "
				}
				if p.Field != "" {
					p.Field += " "
				}
				got = fmt.Sprintf(":%d: %s%s%s", p.Line, p.Record, p.Field, p.Text)
			}
			if got != tt.problem {
				t.Errorf("problem %q, want %q", got, tt.problem)
			}
			if strings.Contains(tt.content, "conversation_id") && !strings.Contains(tt.problem, "two columns") && (len(to.Threads_) == 0 || to.Threads_[len(to.Threads_)-1].ExternalID != "1") {
				t.Errorf("the sound row was not imported: %+v", to.Threads_)
			}
		})
	}
}

// A text that is too long for one message is imported as several, and nothing of it is lost.
func TestLongTexts(t *testing.T) {
	long := strings.Repeat("äb", svcx.MaxContent)
	to := &recorder{TB: t}
	o := options(t, importer.Zendesk, to)
	o.Files = []importer.File{file("f", `{"id":1,"status":"open","requester_id":1,"subject":"`+long[:3000]+`","comments":[{"id":5,"author_id":1,"plain_body":"`+long+`","created_at":"2024-01-01T00:00:00Z"},`+
		`{"id":6,"author_id":1,"html_body":"<p>`+long+`</p>","plain_body":"short","created_at":"2024-01-01T00:00:00Z"}]}`)}
	report, err := importer.Run(t.Context(), o)
	if err != nil || report.Failed > 0 {
		t.Fatal(err, report)
	}
	whole, ids := "", ""
	for _, m := range to.Threads_[0].Messages[:2] {
		whole, ids = whole+m.Content, ids+" "+m.ExternalID
	}
	if whole != long || ids != " 5 5/2" {
		t.Errorf("%d bytes of %d in%s", len(whole), len(long), ids)
	}
	if m := to.Threads_[0].Messages[2]; m.Content != "short" || m.ContentType != svcx.ContentText {
		t.Errorf("markup that is too long became %+v", m)
	}
}

// endless is a file that is made while it is read.
type endless struct {
	rest string
	n    int
	next func(n int) string
}

func (e *endless) Read(p []byte) (int, error) {
	if e.rest == "" {
		if e.rest = e.next(e.n); e.rest == "" {
			return 0, io.EOF
		}
		e.n++
	}
	n := copy(p, e.rest)
	e.rest = e.rest[n:]
	return n, nil
}

func (e *endless) Close() error { return nil }

// A file of any size is read in bounded memory: 200 MB here, in one array, with a text of 100 MB
// in it. So is one without an end to its first record.
func TestMemoryIsBounded(t *testing.T) {
	if testing.Short() {
		t.Skip("writes 200 MB")
	}
	const tickets, most = 20_000, 120 << 20
	body := strings.Repeat("word ", 1000)
	large := strings.Repeat("x", 1<<20)
	parts := func(n int) string {
		switch {
		case n == 0:
			return `{"tickets":[`
		case n <= tickets/2:
			return fmt.Sprintf(`{"id":%d,"status":"open","requester_id":1,"created_at":"2024-01-01T00:00:00Z","comments":[{"id":%[1]d,"author_id":1,"plain_body":"%s","created_at":"2024-01-01T00:00:00Z"}]},`, n, body)
		case n == tickets/2+1:
			return `{"id":0,"subject":"`
		case n <= tickets/2+101:
			return large
		case n == tickets/2+102:
			return `"},`
		case n <= tickets+102:
			return fmt.Sprintf(`{"id":%d,"status":"open","requester_id":1,"created_at":"2024-01-01T00:00:00Z","description":"%s"},`, n, body)
		case n == tickets+103:
			return `{"id":1,"status":"open","requester_id":1}]}`
		}
		return ""
	}
	var peak uint64
	sample := func() {
		var m runtime.MemStats
		runtime.GC() // what is kept is measured, not what waits to be collected
		runtime.ReadMemStats(&m)
		peak = max(peak, m.HeapAlloc)
	}
	to := &recorder{TB: t, forget: true, before: func(batch int) error {
		if batch%10 == 0 {
			sample()
		}
		return nil
	}}
	o := options(t, importer.Zendesk, to)
	reads := 0
	o.Progress = func(importer.Progress) {
		if reads++; reads%2000 == 0 {
			sample()
		}
	}
	o.Files = []importer.File{{Name: "tickets.json", Open: func() (io.ReadCloser, error) { return &endless{next: parts}, nil }}}
	report, err := importer.Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if report.Failed != 1 || report.Conversations.Imported != tickets || to.messages != tickets {
		t.Errorf("%+v, %d messages", report, to.messages)
	}
	t.Logf("%d MiB of memory at most, %d reads", peak>>20, reads)
	if peak > most {
		t.Errorf("%d MiB of memory, at most %d", peak>>20, most>>20)
	}
	peak = 0
	o.Format = importer.CSV
	o.Files = []importer.File{{Name: "rows.csv", Open: func() (io.ReadCloser, error) {
		return &endless{next: func(n int) string {
			switch {
			case n == 0:
				return "conversation_id,contact_id,content,sent_at\n1,u,\""
			case n <= 200:
				return large + "\n"
			}
			return ""
		}}, nil
	}}}
	if report, err = importer.Run(t.Context(), o); err != nil || report.Failed != 1 {
		t.Errorf("%v %+v", err, report)
	}
	t.Logf("%d MiB of memory at most", peak>>20)
	if peak > 2*most {
		t.Errorf("%d MiB of memory for a quote without an end, at most %d", peak>>20, 2*most>>20)
	}
}

// check reads a file and holds what is made of it to the limits.
func check(t *testing.T, format, content string) {
	to := &recorder{TB: t}
	o := options(t, format, to)
	o.Map = map[string]string{"type": "order_number", "order": "order_number", "n": "count"}
	o.CategoryFrom = "category"
	contacts, threads, err := importer.Convert(o, content)
	if err != nil {
		t.Error(err)
	}
	for _, c := range contacts {
		to.contact(c)
	}
	for _, thread := range threads {
		to.thread(thread)
	}
}

func fuzz(f *testing.F, format string, seeds ...string) {
	for _, seed := range seeds {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, content string) { check(t, format, content) })
}

// Whatever is changed in a file, what reaches the use case is within the limits of the contract.
// The fuzzers below do that with coverage, with -fuzzminimizetime 1x: they count that of the embedded
// database, too.
func TestChangedFiles(t *testing.T) {
	rounds := 400
	if testing.Short() {
		rounds = 50
	}
	pieces := []string{
		"{", "}", "[", "]", ",", ":", `"`, "\\", "\n", "\r\n", ";", "\t", "null", "true", "-1", "1e999", "99999999999999999999", "\x00", `\u0000`, `\ud800`, "\xff", "\xfe\xff",
		"\ufeff", `""`, "{}", "[]", `{"id":1}`, `{"tickets":[`, `{"data":`, `"comments":[`, `"message_type":`, strings.Repeat("x", 1000), strings.Repeat("[", 1000), "http://", "https://", " ",
	}
	for _, tt := range []struct{ format, name string }{
		{importer.Zendesk, "zendesk-tickets.json"}, {importer.Zendesk, "zendesk-users.json"}, {importer.Chatwoot, "chatwoot-conversations.json"},
		{importer.Chatwoot, "chatwoot-messages.json"}, {importer.Chatwoot, "chatwoot-contacts.csv"}, {importer.CSV, "messages.csv"}, {importer.CSV, "contacts.csv"},
	} {
		whole := sample(t, tt.name)
		for round := range rounds {
			random := rand.New(rand.NewPCG(uint64(round), uint64(len(whole))))
			changed := []byte(whole)
			for range 1 + random.IntN(6) {
				at := random.IntN(len(changed) + 1)
				end := min(len(changed), at+random.IntN(40))
				piece := pieces[random.IntN(len(pieces))]
				switch random.IntN(4) {
				case 0:
					piece = ""
				case 1:
					from := random.IntN(len(changed) + 1)
					piece = string(changed[from:min(len(changed), from+random.IntN(200))])
				case 2:
					end = at
				}
				changed = slices.Concat(changed[:at], []byte(piece), changed[end:])
			}
			if check(t, tt.format, string(changed)); t.Failed() {
				t.Fatalf("%s in round %d:\n%q", tt.name, round, changed)
			}
		}
	}
}

func sample(f testing.TB, name string) string {
	from, err := options(f, "", nil, name).Files[0].Open()
	if err != nil {
		f.Fatal(err)
	}
	text, err := io.ReadAll(from)
	if err != nil {
		f.Fatal(err)
	}
	return string(text)
}

// Whatever is in a file, what reaches the use case is within the limits of the contract.
func FuzzZendesk(f *testing.F) {
	fuzz(f, importer.Zendesk, sample(f, "zendesk-tickets.json"), sample(f, "zendesk-users.json"), `{"results":[{"id":1}]}`, `{"satisfaction_ratings":[{"ticket_id":1,"score":"good"}]}`)
}

func FuzzChatwoot(f *testing.F) {
	fuzz(f, importer.Chatwoot, sample(f, "chatwoot-conversations.json"), sample(f, "chatwoot-messages.json"), sample(f, "chatwoot-contacts.csv"), `[{"rating":5,"conversation_id":1}]`)
}

func FuzzCSV(f *testing.F) {
	fuzz(f, importer.CSV, sample(f, "messages.csv"), sample(f, "contacts.csv"))
}

package importer_test

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"svcx"
	"svcx/internal/importer"
)

var update = flag.Bool("update", false, "write the golden files")

var now = time.Date(2026, 11, 30, 8, 0, 0, 0, time.UTC)

// recorder is a target that keeps what it is given, and holds it to the limits of the contract.
type recorder struct {
	testing.TB
	Contacts []svcx.ImportContact
	Threads_ []svcx.ImportThread
	batches  int
	// forget is set if nothing is to be kept.
	forget   bool
	messages int
	shown    int
	// before is called before each batch.
	before func(batch int) error
}

func (r *recorder) Threads(_ context.Context, batch svcx.ImportThreads) (done svcx.ImportedThreads, err error) {
	if r.batches++; r.before != nil {
		if err := r.before(r.batches); err != nil {
			return done, err
		}
	}
	for _, c := range batch.Contacts {
		r.contact(c)
		done.Contacts.Imported++
		done.Fresh = append(done.Fresh, c.ExternalID)
	}
	for _, t := range batch.Threads {
		r.thread(t)
		if !t.Continues {
			done.Conversations.Imported++
		}
		for _, m := range t.Messages {
			if m.Note {
				done.Notes.Imported++
			} else {
				done.Messages.Imported++
			}
			r.messages++
		}
		if t.Rating != nil {
			done.Ratings.Imported++
		}
	}
	if !r.forget {
		r.Contacts, r.Threads_ = append(r.Contacts, batch.Contacts...), append(r.Threads_, batch.Threads...)
	}
	return done, nil
}

func (r *recorder) Show(context.Context) error {
	r.shown++
	return nil
}

// text checks what is stored of a text.
func (r *recorder) text(what, s string, max int) {
	if !utf8.ValidString(s) || strings.Contains(s, "\x00") || utf8.RuneCountInString(s) > max {
		r.Errorf("%s: %.100q has NUL, is not UTF-8 or has more than %d characters", what, s, max)
	}
}

func (r *recorder) id(what, s string) {
	if r.text(what, s, svcx.MaxExternalID); s == "" {
		r.Errorf("%s is empty", what)
	}
}

func (r *recorder) contact(c svcx.ImportContact) {
	r.id("a contact's id", c.ExternalID)
	r.text("a name", c.Name, svcx.MaxName)
	if c.Email != "" && !svcx.IsEmail(c.Email) || c.AvatarURL != "" && !svcx.IsHTTPS(c.AvatarURL) {
		r.Errorf("contact %+v", c)
	}
}

func (r *recorder) thread(t svcx.ImportThread) {
	r.id("a conversation's id", t.ExternalID)
	r.text("a subject", t.Subject, svcx.MaxSubject)
	if !t.Continues {
		r.contact(t.Contact)
		if !t.Status.Valid() || len(t.Tags) > svcx.MaxTags {
			r.Errorf("conversation %+v", t)
		}
	}
	if t.ResolvedAt != nil && t.CreatedAt != nil && *t.ResolvedAt < *t.CreatedAt {
		r.Errorf("conversation %s was resolved before it began", t.ExternalID)
	}
	for _, tag := range t.Tags {
		r.text("a tag", tag, svcx.MaxTag)
	}
	if t.Rating != nil && (t.Rating.Rating < svcx.MinRating || t.Rating.Rating > svcx.MaxRating) {
		r.Errorf("rating %+v", t.Rating)
	}
	for _, m := range t.Messages {
		r.id("a message's id", m.ExternalID)
		r.text("a message", m.Content, svcx.MaxContent)
		r.text("an author", m.Author.Name, svcx.MaxName)
		if svcx.Blank(m.Content) && len(m.Attachments) == 0 || len(m.Attachments) > svcx.MaxAttachments || m.Author.Type == "" || m.SentAt < 0 {
			r.Errorf("message %+v", m)
		}
		for _, f := range m.Attachments {
			if r.text("a file", f.Filename, svcx.MaxName); !svcx.IsHTTPS(f.URL) {
				r.Errorf("file %+v", f)
			}
		}
		if m.Contact != nil {
			r.contact(*m.Contact)
		}
	}
}

// options are those of an import of files by their names in testdata.
func options(t testing.TB, format string, to importer.Target, names ...string) importer.Options {
	o := importer.Options{
		Format: format, Target: to, Channel: 12, Now: func() time.Time { return now },
		Members:    []*svcx.Member{{ID: 44, Email: "eve@acme.test", Name: "Eve", Role: svcx.RoleAgent}},
		Categories: []*svcx.Category{{ID: 5, Name: "billing"}},
		Fields:     []*svcx.Field{{ID: 6, Key: "order_number", Type: svcx.FieldText}, {ID: 7, Key: "count", Type: svcx.FieldNumber}},
	}
	for _, name := range names {
		content, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		o.Files = append(o.Files, file(name, string(content)))
	}
	return o
}

func file(name, content string) importer.File {
	return importer.File{Name: name, Size: int64(len(content)), Open: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(content)), nil }}
}

// Each format is read as docs/import.md says: what is made of the samples is in the golden files.
func TestFormats(t *testing.T) {
	for name, o := range map[string]importer.Options{
		"zendesk":  options(t, importer.Zendesk, nil, "zendesk-tickets.json", "zendesk-users.json"),
		"chatwoot": options(t, importer.Chatwoot, nil, "chatwoot-messages.json", "chatwoot-conversations.json", "chatwoot-contacts.csv"),
		"csv":      options(t, importer.CSV, nil, "messages.csv", "contacts.csv"),
	} {
		t.Run(name, func(t *testing.T) {
			to := &recorder{TB: t}
			o.Target = to
			switch name {
			case "zendesk":
				o.Map, o.CategoryFrom = map[string]string{"360001": "order_number", "type": "count"}, "360003"
			case "chatwoot":
				o.Map, o.CategoryFrom = map[string]string{"order": "order_number"}, "team"
			default:
				o.Map = map[string]string{"order_no": "order_number"}
			}
			report, err := importer.Run(t.Context(), o)
			if err != nil {
				t.Fatal(err)
			}
			got, err := json.MarshalIndent(struct {
				Report   *importer.Report
				Contacts []svcx.ImportContact
				Threads  []svcx.ImportThread
			}{report, to.Contacts, to.Threads_}, "", " ")
			if err != nil {
				t.Fatal(err)
			}
			path := filepath.Join("testdata", name+".golden")
			if *update {
				if err := os.WriteFile(path, got, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if want, err := os.ReadFile(path); err != nil || !bytes.Equal(got, want) {
				t.Errorf("differs from %s (%v):\n%s", path, err, got)
			}
		})
	}
}

// The order of files does not matter.
func TestFilesInAnyOrder(t *testing.T) {
	run := func(names ...string) string {
		to := &recorder{TB: t}
		if _, err := importer.Run(t.Context(), options(t, importer.Chatwoot, to, names...)); err != nil {
			t.Fatal(err)
		}
		for i := range to.Threads_ {
			to.Threads_[i].Contact.CreatedAt = nil
		}
		text, _ := json.Marshal(to.Threads_)
		return string(text)
	}
	a := run("chatwoot-messages.json", "chatwoot-conversations.json", "chatwoot-contacts.csv")
	if b := run("chatwoot-contacts.csv", "chatwoot-conversations.json", "chatwoot-messages.json"); a != b {
		t.Errorf("in another order:\n%s\n%s", a, b)
	}
}

// An import that is stopped between two batches says so and has imported whole conversations.
func TestStopped(t *testing.T) {
	var tickets strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&tickets, `{"id":%d,"status":"open","requester_id":1,"created_at":"2024-01-01T00:00:00Z","comments":[`, i)
		for k := range 7 {
			if k > 0 {
				tickets.WriteString(",")
			}
			fmt.Fprintf(&tickets, `{"id":%d,"author_id":1,"plain_body":"x","created_at":"2024-01-01T00:00:00Z"}`, i*10+k)
		}
		tickets.WriteString("]}\n")
	}
	ctx, stop := context.WithCancel(t.Context())
	to := &recorder{TB: t, before: func(batch int) error {
		if batch == 3 {
			stop()
		}
		return nil
	}}
	o := options(t, importer.Zendesk, to)
	o.Files = []importer.File{file("tickets.json", tickets.String())}
	report, err := importer.Run(ctx, o)
	if err != context.Canceled || !report.Unfinished || to.batches != 3 || to.shown != 1 {
		t.Fatalf("%v, %+v, %d batches, shown %d", err, report, to.batches, to.shown)
	}
	for _, c := range to.Threads_ {
		if len(c.Messages) != 7 || c.Continues {
			t.Fatalf("conversation %s has %d messages", c.ExternalID, len(c.Messages))
		}
	}
	if n := len(to.Threads_); n != report.Conversations.Imported || n < 150 || n > 300 {
		t.Errorf("%d conversations, reported %d", n, report.Conversations.Imported)
	}
}

package web

import (
	"context"
	"fmt"
	"html"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/messaging"
	"svcx/internal/richtext/vectors"
	"svcx/internal/store"
	"svcx/internal/store/storetest"
	"svcx/internal/web/page"
	"svcx/internal/web/texts"
)

// lines are the last lines of the rows of a list, with what is marked in them in brackets, and where
// the rows lead.
func (d *desk) lines(path string) (lines, links []string) {
	d.Helper()
	body := d.get(path).Body.String()
	if strings.Contains(body, ` data-found="" data-`) || strings.Contains(body, " else=") {
		d.Error("a row with what was found has another line for scripts")
	}
	for _, m := range regexp.MustCompile(`(?s)<a class="conv[^"]*" href="([^"]*)".*?<span class="prev cut"[^>]*>(.*?)</span></a>`).FindAllStringSubmatch(body, -1) {
		line := strings.NewReplacer(`<mark class="hit">`, "[", `</mark>`, "]").Replace(m[2])
		lines, links = append(lines, html.UnescapeString(strings.TrimSpace(line))), append(links, html.UnescapeString(m[1]))
	}
	return lines, links
}

// Fault: a row that was found by an earlier message showed the last one, and led to the end of the
// thread: nobody saw why it was there.
func TestARowShowsWhatWasFound(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		d := newDeskOn(t, inbox.Options{DB: db})
		d.says("c1", "Amara", "Good morning! I bought it two weeks ago, and now the kettle whistles <loudly> all night long.")
		for i := range 60 {
			d.says("c1", "Amara", fmt.Sprintf("More %d", i))
		}
		d.says("c2", "Jonas", "Hello")
		if w := d.post("/app/shop/inbox/2/notes", url.Values{"content": {"He means the **Kettle** of last month"}, "format": {"markdown"}}); w.Code != 303 {
			t.Fatal(w.Code)
		}
		grace := d.joins("grace@example.com", "Grace Hopper")
		d.as(grace)
		d.post("/app/shop/inbox/2/messages", url.Values{"content": {"On its way"}})
		d.says("c3", "Mina", "Where is it?")
		d.says("c3", "Mina", "The kettle, I mean.")
		if err := db.Index.Update(t.Context(), d.workspace.ID); err != nil {
			t.Fatal(err)
		}
		const list = "/app/shop/inbox?view=all&q="
		check := func(q string, want ...string) (links []string) {
			t.Helper()
			lines, links := d.lines(list + q)
			if strings.Join(lines, "\n") != strings.Join(want, "\n") {
				t.Errorf("%s:\n%s\nnot\n%s", q, strings.Join(lines, "\n"), strings.Join(want, "\n"))
			}
			return links
		}
		links := check("kettl", "The [kettl]e, I mean.", "admin@example.co…: …the [Kettl]e of last month", "…ago, and now the [kettl]e whistles <loudly> all night long.")
		if len(links) != 3 || !regexp.MustCompile(`^/app/shop/inbox/1\?q=kettl&view=all&m=1#m-1$`).MatchString(links[2]) || !strings.Contains(links[1], "/inbox/2?") {
			t.Errorf("the rows lead to %q", links)
		}
		// The thread begins there, long before its end, with the word marked in what was found alone.
		thread := d.get(links[2][:strings.Index(links[2], "#")]).Body.String()
		if strings.Count(thread, `id="m-1"`) != 1 || !strings.Contains(thread, `now the <mark class="hit">kettl</mark>e whistles &lt;loudly&gt;`) || !strings.Contains(thread, "Later messages") {
			t.Error("the thread is not at the message")
		}
		note := d.get(links[1][:strings.Index(links[1], "#")], "HX-Request: true").Body.String()
		if !strings.Contains(note, `<strong><mark class="hit">Kettl</mark>e</strong>`) || strings.Count(note, `class="hit"`) != 1 {
			t.Error("the note is not marked, or more than it")
		}
		check("whistles+night", "…and now the kettle [whistles] <loudly> all [night] long.")
		// Who said it is part of what is found.
		check("grace", "You: On its way")
		d.session = &svcx.Session{User: svcx.User{ID: 1, Email: "admin@example.com", Name: "Ada"}}
		check("grace", "[Grace] Hopper: On its way")
		check("grace+way", "[Grace] Hopper: On its [way]")
		// By the contact: the row is what it always is.
		links = check("mina", "The kettle, I mean.")
		if links[0] != "/app/shop/inbox/3?q=mina&view=all" {
			t.Errorf("found by the contact: %q", links)
		}
		d.page(d.get(list+"mina"), 200, `<mark class="hit">Mina</mark></span>`)
		// And of a list that is no search.
		lines, links := d.lines("/app/shop/inbox?view=open")
		if len(lines) != 3 || lines[0] != "The kettle, I mean." || strings.Contains(strings.Join(links, ""), "m=") {
			t.Errorf("without a search: %q %q", lines, links)
		}
	})
}

// What is shown is from what its author wrote, before what they quoted; else the name of a file, or the
// beginning. A draft does not hide it.
func TestWhichLineIsFound(t *testing.T) {
	at := func(q string, f svcx.Found) string {
		t.Helper()
		var out strings.Builder
		words := messaging.WordsOf(q)
		if err := page.Marked(words, page.FoundLine(words, f, 20)).Render(context.Background(), &out); err != nil {
			t.Fatal(err)
		}
		return strings.NewReplacer(`<mark class="hit">`, "[", `</mark>`, "]").Replace(out.String())
	}
	said := func(text string, kind svcx.ContentType, markdown bool, files ...string) (f svcx.Found) {
		f.Text, f.ContentType, f.Markdown = text, kind, markdown
		for _, name := range files {
			f.Files = append(f.Files, svcx.Attachment{Filename: name})
		}
		return f
	}
	for _, c := range []struct {
		q    string
		of   svcx.Found
		want string
	}{
		{"kettle", said("The kettle.\n\n> which kettle?", "", false), "The [kettle]."},
		{"which kettle", said("The kettle.\n\n> which kettle?", "", false), "The [kettle]. &gt; [which] [kettle]?"},
		{"kettle", said(strings.Repeat("<p>word</p>", 200)+"<p>a <b>Ket</b>tle &amp; more</p>", svcx.ContentHTML, false), "…word word word a [Kettle] &amp; more"},
		{"kettle", said("<p>Yes</p><blockquote>A kettle?</blockquote>", svcx.ContentHTML, false), "Yes A [kettle]?"},
		{"kettle", said("A [kettle](https://example.com/)", svcx.ContentText, true), "A [kettle]"},
		{"invoice", said("See here", "", false, "photo.png", "my-invoice.pdf"), "my-[invoice].pdf"},
		{"grace", said("See here", "", false, "photo.png"), "See here"},
		{"grace here", said("See here", "", false), "See [here]"},
		{"jackpot", said("a\u202etopkcaj jack\u00adpot", "", false), "atopkcaj [jackpot]"},
	} {
		if got := at(c.q, c.of); got != c.want {
			t.Errorf("%q in %q: %s, not %s", c.q, c.of.Text, got, c.want)
		}
	}
}

// An attack in what was found does nothing in the row.
func TestAttacksInWhatWasFound(t *testing.T) {
	catalogue, err := texts.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range vectors.All() {
		for _, f := range []svcx.Found{
			{Excerpt: svcx.Excerpt{Text: "needle " + v.Payload, ContentType: svcx.ContentText}},
			{Excerpt: svcx.Excerpt{Text: v.Payload + " needle", ContentType: svcx.ContentHTML}},
			{Excerpt: svcx.Excerpt{Text: v.Payload + " needle", Markdown: true}},
			{Excerpt: svcx.Excerpt{Text: "x"}, Files: []svcx.Attachment{{Filename: "needle " + v.Payload}}},
		} {
			f.Author.Name = v.Payload
			r := row{Printer: catalogue.For("en"), words: messaging.WordsOf("needle script alert"), found: &f}
			var out strings.Builder
			if err := page.Marked(r.words, r.foundLine()).Render(context.Background(), &out); err != nil {
				t.Fatal(err)
			}
			text := regexp.MustCompile(`<mark class="hit">([^<>"]*)</mark>`).ReplaceAllString(out.String(), "$1")
			if strings.ContainsAny(text, `<>"`) || strings.ContainsAny(html.UnescapeString(text), "\u202e\u2066\u200b\n\x00") {
				t.Errorf("%q: %q", v.Payload, out.String())
			}
		}
	}
}

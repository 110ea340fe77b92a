package web

import (
	"strings"
	"testing"

	"svcx"
	"svcx/internal/richtext/vectors"
	"svcx/internal/web/page"
)

func (d *desk) message(m svcx.Message, media map[string]string) string {
	d.Helper()
	s := &page.Viewer{Printer: d.Texts.For("en"), Workspace: d.workspace}
	m.ID, m.Conversation = 1, 1
	return render(d.T, messageArticle(&messageView{Printer: s.Printer, Clock: page.SharedClock(s.Printer, 0), message: &m, media: media}))
}

// Pictures and players are shown from our own addresses with their size; everything else, and
// what only says that it is a picture, is a link with its name and type.
func TestAttachmentsAreShownByType(t *testing.T) {
	d := newDesk(t)
	const theirs, ours = "https://cdn.example.com/x", "/media/remote/shop?x"
	for _, test := range []struct{ kind, name, want string }{
		{"image/png", "a.png", `<img src="` + ours + `" alt="a.png" width="240" height="160" loading="lazy"`},
		{"image/svg+xml", "a.svg", `<a class="att" href="` + ours + `"`},
		{"audio/mpeg", "a.mp3", `<audio src="` + ours + `" controls preload="none" aria-label="a.mp3">`},
		{"video/mp4", "a.mp4", `<video src="` + ours + `" controls preload="none" width="320" height="180"`},
		{"application/pdf", "a.pdf", `<small>PDF</small>`},
		{"", "a", `<a class="att" href="` + ours + `"`},
	} {
		m := svcx.Message{Attachments: []svcx.Attachment{{URL: theirs, MIMEType: test.kind, Filename: test.name}}}
		if got := d.message(m, map[string]string{theirs: ours}); !strings.Contains(got, test.want) || strings.Contains(got, theirs) {
			t.Errorf("%s: %s", test.kind, got)
		}
		if got := d.message(m, nil); strings.Contains(got, "src=") || strings.Contains(got, "href=\"https") {
			t.Errorf("%s without an address: %s", test.kind, got)
		}
	}
}

// Media of mails are links that say what a click does; there is a button for all of them.
func TestMediaOfMailsWaitForAClick(t *testing.T) {
	d := newDesk(t)
	media := map[string]string{"https://example.com/1": "/media/remote/shop?1", "https://example.com/2": "/media/remote/shop?2"}
	m := svcx.Message{ContentType: svcx.ContentHTML, Content: `<p><img src="https://example.com/1" alt="One" width="20" height="10"> &lt;a class="rt-image" <video src="https://example.com/2"></video></p>`}
	got := d.message(m, media)
	for _, want := range []string{`<a title="Show the picture" class="rt-image" data-height="10" data-width="20"`, `<a title="Play the video" class="rt-video"`, "Show all 2</button>"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in %s", want, got)
		}
	}
	if strings.Contains(got, "<img") || strings.Contains(got, "<video") || strings.Count(got, "title=\"Show the picture\"") != 1 {
		t.Errorf("it is loaded before it was asked for: %s", got)
	}
	if got := d.message(svcx.Message{Content: `<a class="rt-image" href="/x">`}, nil); strings.Contains(got, `<a title`) || strings.Contains(got, `<a class="rt-`) {
		t.Errorf("a text makes a link: %s", got)
	}
}

// The names and types that outsiders give files stay text.
func TestFileNamesAreText(t *testing.T) {
	d := newDesk(t)
	const theirs = "https://cdn.example.com/x"
	for _, kind := range []string{"image/png", "audio/mpeg", "video/mp4", "application/pdf"} {
		file := func(name string) string {
			return d.message(svcx.Message{Attachments: []svcx.Attachment{{URL: theirs, MIMEType: kind, Filename: name}, {URL: theirs, MIMEType: name}}}, map[string]string{theirs: "/media/x"})
		}
		plain := strings.Count(file("x"), "<")
		for _, v := range vectors.All() {
			if got := strings.Count(file(v.Payload), "<"); got != plain {
				t.Errorf("%s as %s: %d tags, not %d", v.ID, kind, got, plain)
			}
		}
	}
}

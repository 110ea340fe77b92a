package browser

import (
	"context"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"svcx"
	"svcx/internal/inbox"
)

// TestInboxStates makes pictures of states of the inbox that take steps, in four widths and both themes.
// They are not in docs/screenshots:
//
//	go test ./tests/browser -run InboxStates -screenshots FOLDER -all-screens
func TestInboxStates(t *testing.T) {
	if *screenshots == "" || !*allScreens {
		t.Skip("-screenshots and -all-screens ask for them")
	}
	s := newService(t, "--outbound-allow-http", "--outbound-allow-cidrs", "127.0.0.0/8")
	s.sample()
	call := inbox.Call{Workspace: s.shop, Actor: inbox.Operator}
	_, err := s.app.Messaging.EditMessage(t.Context(), call, 1, 1, svcx.MessageEdit{Content: "Hello, I ordered a cordless drill and two batteries on Tuesday and the tracking page has not moved since. Can you look?", Reason: "the day was wrong"})
	s.must(err)
	s.attachments()
	ada := s.newTab()
	ada.signIn("ada@example.com")
	ada.atWidths("edit-history", s.path("/inbox/1?view=open&m=1&versions=all#m-1"), `document.querySelector('.versions')`)
	ada.atWidths("list", s.path("/inbox?view=open"), `document.querySelector('.conv')`)
	ada.atWidths("thread", s.path("/inbox/1?view=open"), `document.querySelector('#messages article')`)
	ada.atWidths("contact", s.path("/contacts/1"), h1)
	ada.atWidths("contacts", s.path("/contacts"), h1)
	ada.atWidths("attachments", s.path("/inbox/7?view=open"), `document.querySelectorAll('.att').length >= 4`)
	ada.open(s.path("/inbox/7?view=open"))
	name := filepath.Join(t.TempDir(), "drill, front.png")
	f, err := os.Create(name)
	s.must(err)
	s.must(png.Encode(f, image.NewRGBA(image.Rect(0, 0, 300, 200))))
	s.must(f.Close())
	ada.run(chromedp.SetUploadFiles(`input[name="file"]`, []string{name}, chromedp.ByQuery))
	ada.click(button("Send"))
	ada.until("the picture", `[...document.querySelectorAll('.shot img')].some(e => e.naturalWidth === 300)`)
	ada.atWidths("attachments-ours", "", `document.querySelector('.shot img')`)
	bob := s.newTab()
	bob.signIn("bob@example.com")
	bob.opens("Wen Zhao")
	bob.press("n")
	bob.until("the note", `document.activeElement?.id === 'note'`)
	bob.run(typed("@ada@example.com can we exchange these?"))
	bob.press("Enter", input.ModifierCtrl)
	bob.until("the note", `document.querySelector('article[data-author="note"]')`)
	ada.open(s.path("/inbox/2?view=mentions"))
	ada.write(`document.querySelector('#reply')`, "We have corrected it.")
	ada.atWidths("mentions", "", `document.querySelector('.conv')`)
	s.conversations(40)
	hold := make(chan struct{})
	s.confirms(func(id string) bool {
		<-hold
		return strings.HasSuffix(id, "3")
	})
	ada.open(s.path("/inbox?view=open"))
	ada.until("rows", `document.querySelectorAll('.conv').length === 30`)
	ada.press("*")
	ada.until("the page", `document.querySelectorAll('.sel:checked').length === 30`)
	ada.atWidths("bulk-selected", "", `document.querySelector('.sel:checked')`)
	ada.click(named("#selection button", "Resolve"))
	ada.until("progress", panel+`.includes('30')`)
	ada.atWidths("bulk-progress", "", panel)
	close(hold)
	ada.ends("could not be changed")
	ada.atWidths("bulk-failed", "", panel)
	ada.press("z")
	ada.ends("restored")
	ada.atWidths("bulk-undone", "", panel)
}

// attachments is a conversation with one of every kind.
func (s *service) attachments() {
	s.Helper()
	var files []svcx.Attachment
	for _, one := range []struct{ name, kind string }{{"drill, front.png", "image/png"}, {"noise.mp3", "audio/mpeg"}, {"noise.mp4", "video/mp4"}, {"invoice 2026-1182.pdf", "application/pdf"}, {"parts.csv", "text/csv"}} {
		files = append(files, svcx.Attachment{URL: "https://media.invalid/" + one.name, Filename: one.name, MIMEType: one.kind})
	}
	s.receive(map[string]any{"messageId": "files", "conversationId": "m9", "subject": "Files of every kind", "content": "Here is all that I have.", "from": map[string]any{"externalId": "Lena Roth", "name": "Lena Roth"},
		"attachments": files})
}

// atWidths takes pictures in four widths and both themes.
func (t *tab) atWidths(name, path, ready string) {
	t.Helper()
	for _, width := range []int64{1440, 1000, 720, 390} {
		for _, theme := range []string{"light", "dark"} {
			height := map[int64]int64{1440: 900, 1000: 800, 720: 900, 390: 844}[width]
			t.run(emulation.SetDeviceMetricsOverride(width, height, 1, width < 720), emulation.SetTouchEmulationEnabled(width < 720),
				emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: theme}, {Name: "prefers-reduced-motion", Value: "reduce"}}))
			if path != "" {
				t.open(path)
			}
			t.until(name, ready+` && document.readyState === 'complete' && document.fonts.status === 'loaded'`)
			t.shot(fmt.Sprintf("%s-%d-%s", name, width, theme))
		}
	}
	t.run(emulation.SetDeviceMetricsOverride(1440, 900, 1, false), emulation.SetTouchEmulationEnabled(false))
	t.forgive("Failed to load resource")
}

func (t *tab) shot(name string) {
	t.Helper()
	t.run(chromedp.ActionFunc(func(ctx context.Context) error {
		picture, err := page.CaptureScreenshot().WithFormat(page.CaptureScreenshotFormatWebp).WithQuality(80).Do(ctx)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(*screenshots, name+".webp"), picture, 0o644)
	}))
}

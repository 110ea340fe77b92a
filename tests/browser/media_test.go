package browser

import (
	"image"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
)

// A picture is shown in the thread in the room that was kept for it; what is in a mail waits
// for a click.
func TestPicturesInAThread(t *testing.T) {
	chromium(t)
	s := newService(t)
	s.receive(map[string]any{
		"messageId": "mail", "conversationId": "parcel", "contentType": "html", "from": map[string]any{"externalId": "Amara", "name": "Amara"},
		"content": `<p>See <img src="https://media.invalid/1.png" alt="One"> and <img src="https://media.invalid/2.png" alt="Two"></p>`,
	})
	name := filepath.Join(t.TempDir(), "picture.png")
	f, err := os.Create(name)
	s.must(err)
	s.must(png.Encode(f, image.NewRGBA(image.Rect(0, 0, 30, 30))))
	s.must(f.Close())
	ada := s.newTab()
	ada.signIn("ada@example.com")
	ada.click(row("Amara"))
	ada.until("the links", `document.querySelectorAll('a.rt-image').length === 2 && document.querySelectorAll('#messages img').length === 0`)
	ada.bothThemes("a mail with pictures")
	ada.run(chromedp.SetUploadFiles(`input[name="file"]`, []string{name}, chromedp.ByQuery))
	ada.click(button("Send"))
	ada.until("the picture", `document.querySelector('.shot img')?.naturalWidth === 30`)
	ada.until("its room", `document.querySelector('.shot img').clientWidth === 240 && document.querySelector('.shot img').clientHeight === 160`)
	ada.bothThemes("a picture")
	ada.click(`document.querySelector('a.rt-image')`)
	ada.until("that it is asked for, and a link again where there is none", `performance.getEntriesByType('resource').some(e => e.name.includes('/media/')) && document.querySelectorAll('a.rt-image').length === 2`)
	ada.click(button("Show all 2"))
	ada.until("no button", `!document.querySelector('[data-show-media]')`)
	ada.until("both links again", `document.querySelectorAll('a.rt-image').length === 2`)
	ada.forgive("Failed to load resource")
}

package browser

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// Fault: a search in Mine found nothing in other views, and the keys that lead to them dropped
// the word.
func TestSearchGoesEverywhere(t *testing.T) {
	chromium(t)
	s := newService(t)
	ada := s.newTab()
	ada.signIn("ada@example.com")
	ada.open("/app/shop/inbox?view=mine")
	ada.press("/")
	ada.until("the search field", `document.activeElement.name === 'q'`)
	ada.run(chromedp.KeyEvent("nosuchword\r"))
	ada.until("nothing everywhere", `location.search.includes('view=all') && document.querySelector('.blank')`)
	ada.press("g")
	ada.press("r")
	ada.until("the word in another view", `location.search.includes('view=resolved') && location.search.includes('q=nosuchword') && document.querySelector('.blank a')`)
	ada.click(link("Search everywhere"))
	ada.until("the wider search", `location.search.includes('view=all') && document.querySelector('.blank')`)
}

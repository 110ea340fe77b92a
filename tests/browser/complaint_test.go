package browser

import (
	"strings"
	"testing"
	"time"
)

// What a browser complains about fails a journey: an error or a text in its console, what the
// policy of a page keeps from running, a dialog, a request to elsewhere.
func TestComplaintsAreNoticed(t *testing.T) {
	chromium(t)
	s := newService(t)
	ada := s.newTab()
	ada.open("/")
	ada.until("the page", `document.querySelector('h1')`)
	s.must(ada.look(`(document.body.insertAdjacentHTML('beforeend', '<b onclick="1">x</b><img src="https://example.com/x.png">'), console.error('said'), setTimeout(() => { throw new Error('thrown') }), setTimeout(() => alert('asked')), 1)`, nil))
	for _, part := range []string{"Content Security Policy", "request to elsewhere", "said", "thrown", "a dialog: asked"} {
		for deadline := time.Now().Add(patience); !ada.complained(part); ada.until("another look", `true`) {
			if time.Now().After(deadline) {
				t.Fatalf("nothing was said about %q", part)
			}
		}
		ada.forgive(part)
	}
	ada.forgive("ERR_")
}

// complained reports whether a complaint has a part.
func (t *tab) complained(part string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, w := range t.wrong {
		if strings.Contains(w, part) {
			return true
		}
	}
	return false
}

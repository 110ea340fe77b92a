package browser

import "testing"

// On pages with a search of their own, what stands below the sidebar's search stood higher.
func TestTheSidebarStaysInPlace(t *testing.T) {
	chromium(t)
	s := newService(t)
	ada := s.newTab()
	ada.signIn("ada@example.com")
	top := func() (top float64) {
		ada.until("the sidebar", `document.querySelector('.navgroup')`)
		s.must(ada.look(`document.querySelector('.navgroup').getBoundingClientRect().top`, &top))
		return top
	}
	inbox := top()
	for _, path := range []string{"/app/shop/contacts", "/app/shop/ratings", "/app/shop/reports"} {
		ada.open(path)
		if at := top(); at != inbox {
			t.Errorf("%s: the first group stands at %v, in the inbox at %v", path, at, inbox)
		}
	}
}

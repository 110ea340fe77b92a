package browser

import (
	"testing"

	"github.com/chromedp/cdproto/emulation"
)

// onPhone opens a tab on a phone, which has a finger and no keys.
func (s *service) onPhone() *tab {
	s.Helper()
	t := s.newTab()
	t.run(emulation.SetDeviceMetricsOverride(390, 844, 2, true), emulation.SetTouchEmulationEnabled(true))
	t.signIn("ada@example.com")
	return t
}

const detailsOpen = `document.querySelector('#details').matches(':popover-open')`

// Fault: on a phone, going back left the conversation while the details lay over it.
func TestBackClosesTheDetails(t *testing.T) {
	chromium(t)
	s := newService(t)
	s.says("second", "Jonas Lindqvist", "Hello")
	s.says("first", "Amara Osei", "Hello")
	ada := s.onPhone()
	back := func() {
		ada.until("the page as a whole", `document.readyState === 'complete' && document.documentElement.classList.contains('js')`)
		s.must(ada.look(`history.back()`, nil))
	}
	ada.tap(row("Amara Osei"))
	ada.until("the conversation", isOpen("2"))
	s.must(ada.look(`document.querySelector('main').dataset.same = 'yes'`, nil))
	ada.tap(button("Details"))
	ada.until("the details", detailsOpen)
	ada.tap(named("#details button", "Priority"))
	ada.tap(named("#pick-priority [role=option]", "High"))
	ada.until("the value", detailsOpen+` && document.querySelector('#value-priority').innerText === 'High'`)
	back()
	ada.until("the conversation, in the same page", `!`+detailsOpen+` && `+isOpen("2")+` && document.querySelector('main').dataset.same`)
	// Closed by its button, it is not in the way of going back.
	ada.tap(button("Details"))
	ada.until("the details again", detailsOpen)
	ada.tap(button("Close the details"))
	ada.until("the thread", `!`+detailsOpen+` && history.state.details === 'closed'`)
	back()
	ada.until("the list", `location.pathname.endsWith('/inbox') && `+row("Amara Osei")+`?.checkVisibility()`)
	// The next conversation takes the place of what was closed.
	ada.tap(row("Amara Osei"))
	ada.until("the conversation", isOpen("2"))
	ada.tap(button("Details"))
	ada.until("the details", detailsOpen)
	ada.tap(button("Close the details"))
	ada.until("the thread", `!`+detailsOpen+` && history.state.details === 'closed'`)
	ada.tap(button("Next conversation"))
	ada.until("the next", isOpen("1"))
	back()
	ada.until("the one before", isOpen("2"))
	back()
	ada.until("the list", `location.pathname.endsWith('/inbox') && `+row("Amara Osei")+`?.checkVisibility()`)
}

// Fault: on a phone there was no way to the next conversation but by the list.
func TestNextConversationOnAPhone(t *testing.T) {
	chromium(t)
	s := newService(t)
	s.says("third", "Wen Li", "Hello")
	s.says("second", "Jonas Lindqvist", "Hello")
	s.says("first", "Amara Osei", "Hello")
	ada := s.onPhone()
	ada.tap(row("Amara Osei"))
	ada.until("the first", isOpen("3"))
	ada.tap(`document.querySelector('#set-status')`)
	ada.until("it resolved", `document.querySelector('#thead').dataset.status === 'resolved'`)
	ada.tap(button("Next conversation"))
	ada.until("the second", isOpen("2")+` && document.activeElement.matches('[data-next]')`)
	ada.accessible("a thread on a phone")
	ada.tap(button("Next conversation"))
	ada.until("the third", isOpen("1"))
	ada.tap(button("Next conversation"))
	ada.until("the list, after the last", `location.pathname.endsWith('/inbox') && `+row("Wen Li")+`?.checkVisibility()`)
}

// Fault: on a phone, where there is no Shift key, a range was selected one by one, and the icons
// above it had no words.
func TestRangeOnAPhone(t *testing.T) {
	chromium(t)
	s := newService(t)
	s.conversations(12)
	ada := s.onPhone()
	box := func(n string) string { return `document.querySelectorAll('.sel')[` + n + `]` }
	ada.tap(box("1"))
	ada.shows("1 selected")
	ada.until("words", `[...document.querySelectorAll('.tools .btn')].every(e => { const w = e.querySelector('.cut'); return w.checkVisibility() && w.innerText && w.scrollWidth <= w.clientWidth })`)
	ada.accessible("the selection on a phone")
	ada.tap(button("Select a range"))
	ada.shows("Tap the last one of the range")
	ada.tap(box("9"))
	ada.shows("9 selected")
	ada.tap(box("11"))
	ada.shows("10 selected")
	ada.until("which", `[...document.querySelectorAll('.sel')].map(e => Number(e.checked)).join('') === '011111111101'`)
}

// Fault: what a finger must meet in a thread was too small, and labels stuck to the top of their
// boxes.
func TestTargetsInAThread(t *testing.T) {
	chromium(t)
	s := newService(t)
	s.says("parcel", "Amara Osei", "Where is my parcel?")
	s.says("invoice", "Amara Osei", "And the invoice?")
	ada := s.onPhone()
	ada.until("a search without a key", `document.querySelector('.find-s').checkVisibility() && !document.querySelector('.find-s kbd').checkVisibility()`)
	ada.tap(row("And the invoice?"))
	ada.until("the conversation", isOpen("2"))
	ada.until("targets", `[...document.querySelectorAll('.thead :is(a, button), .ctabs a, .cbar :is(button, label)')].filter(e => e.checkVisibility()).every(e => { const r = e.getBoundingClientRect(); return r.width >= 44 && r.height >= 44 })`)
	ada.until("labels in the middle", `[...document.querySelectorAll('.ctabs a')].every(e => { const r = new Range(); r.selectNodeContents(e); const a = e.getBoundingClientRect(), b = r.getBoundingClientRect(); return Math.abs((a.top + a.bottom) - (b.top + b.bottom)) < 4 })`)
	ada.tap(button("Details"))
	ada.until("the customer's others", `document.querySelector('#details a.person')?.getBoundingClientRect().height >= 44`)
}

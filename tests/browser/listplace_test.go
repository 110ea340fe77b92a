package browser

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/emulation"

	"svcx"
)

const listBox = `document.querySelector('#list-scroll')`

// topOf is where a row stands on the screen.
func (t *tab) topOf(row string) (top float64) {
	t.Helper()
	t.until(row, `(`+row+`)?.checkVisibility()`)
	t.must(t.look(`(`+row+`).getBoundingClientRect().top`, &top))
	return top
}

// standsAt is an expression for a row that stands there, within a pixel.
func standsAt(row string, top float64) string {
	return fmt.Sprintf(`Math.abs((`+row+`)?.getBoundingClientRect().top - %f) <= 1`, top)
}

// scrollsTo scrolls the list to a row, loading further pages on the way.
func (t *tab) scrollsTo(row string) {
	t.Helper()
	t.until(row, `(() => { const e = `+row+`; if (!e) { `+listBox+`.scrollTop = `+listBox+`.scrollHeight; return false } const r = e.getBoundingClientRect(); if (Math.abs(r.top - 400) > 40) { `+listBox+`.scrollTop += r.top - 400; return false } return true })()`)
}

// Fault: going back from a conversation, by its button or by the browser, showed the list at its top.
func TestBackKeepsThePlaceInTheList(t *testing.T) {
	chromium(t)
	s := newService(t)
	s.conversations(75)
	for _, of := range []struct {
		name string
		back func(*tab)
		tab  func() *tab
	}{
		{"by its button", func(t *tab) { t.tap(`document.querySelector('#thead .back')`) }, s.onPhone},
		{"by the browser", func(t *tab) { t.must(t.look(`history.back()`, nil)) }, s.onPhone},
		{"beside it", func(t *tab) { t.must(t.look(`history.back()`, nil)) }, func() *tab { t := s.newTab(); t.signIn("ada@example.com"); return t }},
	} {
		for _, subject := range []string{"Subject 055", "Subject 012"} { // on the first page, and on the last
			ada := of.tab()
			ada.until("rows", `document.querySelectorAll('.conv').length === 30`)
			ada.scrollsTo(row(subject))
			top := ada.topOf(row(subject))
			ada.click(row(subject))
			ada.until("the conversation", `document.querySelector('#thead h2')?.innerText.includes('`+subject+`')`)
			ada.until("the page as a whole", `document.readyState === 'complete'`)
			of.back(ada)
			ada.until(of.name+": the place of "+subject, `!document.querySelector('#thead') && location.pathname.endsWith('/inbox') && `+standsAt(row(subject), top))
			ada.until("another list at its top", `(`+link("Open")+`.click(), true)`)
			ada.until("its top", `document.readyState === 'complete' && document.querySelectorAll('.conv').length === 30 && `+listBox+`.scrollTop === 0`)
		}
	}
}

// Fault: the conversation was resolved, and the list began at its top again.
func TestBackKeepsThePlaceOfWhatIsGone(t *testing.T) {
	chromium(t)
	s := newService(t)
	s.conversations(43)
	ada := s.onPhone()
	ada.scrollsTo(row("Subject 020"))
	top := ada.topOf(row("Subject 019"))
	ada.tap(row("Subject 020"))
	ada.until("the conversation", `document.querySelector('#thead h2')?.innerText.includes('Subject 020')`)
	ada.tap(`document.querySelector('#set-status')`)
	ada.until("it resolved", `document.querySelector('#thead').dataset.status === 'resolved'`)
	ada.tap(`document.querySelector('#thead .back')`)
	// Those above it stay where they were.
	ada.until("the place", fmt.Sprintf(`!document.querySelector('#thead') && Math.abs(`+row("Subject 021")+`?.getBoundingClientRect().bottom - %f) < 100`, top))
}

// Fault: after a reply was sent again, going back led to another list than the conversation was
// opened from.
func TestSendingAgainKeepsTheList(t *testing.T) {
	chromium(t)
	s, hook := withWebhook(t, 422, nil)
	s.says("parcel", "Amara", "Where is it?")
	ada := s.onPhone()
	ada.tap(row("Amara"))
	ada.until("the conversation", isOpen("1"))
	ada.write(`document.querySelector('#reply')`, "It ships today.")
	ada.tap(button("Send"))
	ada.until("a failed attempt", replyIs("retrying", "Not accepted yet"))
	ada.click(button("Try now"))
	ada.until("the refusal", replyIs("refused", "Refused"))
	for _, list := range []string{"?view=undelivered", "?q=ships&view=all"} {
		ada.open("/app/shop/inbox" + list)
		ada.tap(row("Amara"))
		ada.until("the conversation beside the list", isOpen("1")+` && document.querySelector('#thead .back').search === '`+list+`'`)
		const again = `document.querySelector('.dlv button')`
		ada.must(ada.look(again+`.scrollIntoView()`, nil))
		for range 2 { // as the page has it, then as the stream has brought it
			ada.until("a button", again+`?.checkVisibility()`)
			ada.must(ada.look(`(window.backs = [], document.addEventListener('htmx:oobAfterSwap', (e) => { if (e.detail.target.id === 'thead') window.backs.push(document.querySelector('#thead .back').search) }), true)`, nil))
			calls := hook.calls.Load()
			ada.click(again)
			ada.until("the same list", `window.backs.length && window.backs.every((search) => search === '`+list+`')`)
			for hook.calls.Load() == calls {
				ada.until("another attempt", `true`)
			}
			ada.until("the refusal", replyIs("refused", "Refused"))
		}
		ada.tap(`document.querySelector('#thead .back')`)
		ada.until("the list", `location.search === '`+list+`'`)
	}
	ada.forgive("422")
}

// isRefused has Bob answer somebody, whose integrator refuses it.
func (s *service) isRefused(name string) *tab {
	s.Helper()
	bob := s.newTab()
	bob.signIn("bob@example.com")
	bob.opens(name)
	bob.write(`document.querySelector('#reply')`, "It ships today.")
	bob.click(button("Send"))
	bob.until("a failed attempt", replyIs("retrying", "Not accepted yet"))
	bob.click(button("Try now"))
	bob.until("the refusal", replyIs("refused", "Refused"))
	bob.forgive("422")
	return bob
}

// Fault: rows moved under the finger: when the first was selected, and when a customer wrote.
func TestRowsStayUnderTheFinger(t *testing.T) {
	chromium(t)
	s, _ := withWebhook(t, 422, nil)
	s.conversations(43)
	s.says("parcel", "Amara", "Where is it?")
	s.isRefused("Amara").leaves()
	for _, wide := range []bool{false, true} {
		ada := s.newTab()
		size := emulation.SetDeviceMetricsOverride(390, 844, 2, true)
		if wide {
			size = emulation.SetDeviceMetricsOverride(1440, 900, 1, false)
		}
		ada.run(size, emulation.SetTouchEmulationEnabled(!wide))
		ada.signIn("ada@example.com")
		ada.until("rows", `document.querySelectorAll('.conv').length === 30`)
		if !wide {
			ada.until("what was not delivered", `document.querySelector('.quiet[data-quiet]').checkVisibility()`)
		}
		at := row("Subject 040")
		top := ada.topOf(at)
		box := func(n int) string { return fmt.Sprintf(`document.querySelectorAll('.sel')[%d]`, n) }
		ada.click(box(1))
		ada.shows("1 selected")
		ada.until("the row where it was", standsAt(at, top))
		ada.bothThemes("a selection")
		ada.run(size)
		ada.click(box(2))
		ada.until("two", `[...document.querySelectorAll('.sel')].map(e => Number(e.checked)).join('').startsWith('0110')`)
		ada.until("the row where it was", standsAt(at, top))
		ada.click(button("Clear the selection"))
		ada.until("none", `!document.querySelector('.sel:checked')`)
		ada.until("the row where it was", standsAt(at, top))

		at = row("Subject 030")
		ada.scrollsTo(at)
		top = ada.topOf(at)
		s.says(fmt.Sprint("fresh", wide), "Wen Li", "Hello")
		ada.until("news", `document.querySelector('#news').checkVisibility()`)
		ada.until("the row where it was", standsAt(at, top))
		ada.bothThemes("news")
		ada.run(size)
		ada.click(`document.querySelector('#news button')`)
		ada.until("the new row", row("Wen Li"))
		ada.leaves()
	}
}

// Fault: a bulk action could no longer be undone on the second page after it.
func TestBulkUndoStays(t *testing.T) {
	chromium(t)
	s := newService(t)
	s.conversations(3)
	ada := s.onPhone()
	ada.tap(`document.querySelector('.sel')`)
	ada.shows("1 selected")
	ada.click(named("#selection button", "Close"))
	ada.until("the end", panel+`.includes('closed.')`)
	for _, status := range []string{"Closed", "Open", "Resolved"} {
		ada.click(named(".seg a", status))
		ada.until("the page", `document.querySelector('.seg [aria-current]').innerText === '`+status+`' && document.readyState === 'complete'`)
		ada.until("undo", `document.querySelector('#bulk [data-undo]')?.checkVisibility()`)
	}
	ada.click(named("#bulk button", "Undo"))
	ada.until("undone", panel+`.includes('restored.')`)
	if n := s.total(svcx.StatusOpen); n != 3 {
		t.Errorf("%d are open", n)
	}
}

// Fault: what is above the list came while it was read, and moved its rows.
func TestWhatComesAboveTheListMovesNoRow(t *testing.T) {
	chromium(t)
	s, _ := withWebhook(t, 422, nil)
	s.conversations(43)
	s.says("parcel", "Amara", "Where is it?")
	ada := s.onPhone()
	ada.scrollsTo(row("Subject 030"))
	top := ada.topOf(row("Subject 030"))
	s.isRefused("Amara")
	ada.until("what was not delivered", `document.querySelector('.quiet[data-quiet]').checkVisibility()`)
	ada.until("the row where it was", standsAt(row("Subject 030"), top))
}

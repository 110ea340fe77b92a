package browser

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// Ten conversations without a mouse: each read, answered or noted, given to somebody, and
// resolved or closed. The keys that were pressed are counted.
func TestTriageByKeys(t *testing.T) {
	chromium(t)
	s := newService(t)
	for i := range 10 {
		s.says(fmt.Sprint("order-", i), fmt.Sprint("Customer ", i), "Where is my parcel?")
	}
	ada := s.newTab()
	ada.signIn("ada@example.com")
	ada.until("rows", `document.querySelectorAll('.conv').length === 10 && (window.sameDocument = true)`)
	keys := 0
	press := func(key string, modifiers ...input.Modifier) {
		keys++
		ada.press(key, modifiers...)
	}
	for i := range 10 {
		press("j")
		ada.until("the next conversation", fmt.Sprintf(`document.querySelector('#open h2')?.innerText === 'About order-%d' && document.querySelector('#thead').dataset.status === 'open' && document.activeElement.matches('.conv[aria-current]')`, 9-i))
		switch i % 3 {
		case 0:
			press("r")
			ada.until("the composer", `document.activeElement?.id === 'reply'`)
			ada.run(typed("It ships today."))
			press("Enter", input.ModifierCtrl, input.ModifierShift)
			ada.until("a resolved conversation with a reply", statusIs+`'resolved' && document.querySelector('article[data-author="agent"]') && document.querySelector('#reply').value === ''`)
			press("Escape")
		case 1:
			press("n")
			ada.until("the note", `document.activeElement?.id === 'note'`)
			ada.run(typed("Twice."))
			press("Enter", input.ModifierCtrl)
			ada.until("the note in the thread", `document.querySelector('article[data-author="note"]')`)
			press("Escape")
			press("E")
			ada.until("a closed conversation", statusIs+`'closed'`)
		case 2:
			press("a")
			ada.until("the choices", `document.querySelector('#pick-assign').matches(':popover-open')`)
			ada.run(typed("bob"))
			press("Enter")
			ada.until("the assignee", `document.querySelector('#value-assign').innerText === 'Bob Reyes'`)
			press("c")
			ada.until("the categories", `document.querySelector('#pick-category').matches(':popover-open')`)
			ada.run(typed("ret"))
			press("Enter")
			ada.until("the category", `document.querySelector('#value-category').innerText === 'Returns'`)
		}
		if i == 9 {
			break
		}
		press("u")
		ada.until("the focus in the list", `document.activeElement.matches('.conv[aria-current]')`)
	}
	press("g")
	press("r")
	ada.until("the resolved ones", `new URL(location).searchParams.get('view') === 'resolved' && document.querySelectorAll('.conv').length === 4`)
	t.Logf("%d keys beside what was written", keys)
}

// tap touches the middle of an element.
func (t *tab) tap(element string) {
	t.Helper()
	var at *struct{ X, Y, W, H float64 }
	for deadline := time.Now().Add(patience); at == nil; {
		t.look(`(() => { const e = `+element+`; if (!e?.checkVisibility()) return null; e.scrollIntoView({block: 'nearest'}); const r = e.getBoundingClientRect(); return {X: r.x + r.width / 2, Y: r.y + r.height / 2, W: r.width, H: r.height} })()`, &at)
		if at == nil && time.Now().After(deadline) {
			t.until(element, `(`+element+`)?.checkVisibility()`)
		}
	}
	if at.W < 44 || at.H < 44 {
		t.Errorf("%s is %.0f × %.0f px, too small for a finger", element, at.W, at.H)
	}
	t.run(chromedp.ActionFunc(func(ctx context.Context) error {
		if err := input.DispatchTouchEvent(input.TouchStart, []*input.TouchPoint{{X: at.X, Y: at.Y}}).Do(ctx); err != nil {
			return err
		}
		return input.DispatchTouchEvent(input.TouchEnd, []*input.TouchPoint{}).Do(ctx)
	}))
}

// On a phone, by touch alone: read, answer, assign, resolve, and back to the list.
func TestPhone(t *testing.T) {
	chromium(t)
	s := newService(t)
	s.says("parcel", "Amara Osei", "Where is my parcel?")
	s.says("invoice", "Jonas Lindqvist", "The VAT number is wrong.")
	ada := s.newTab()
	ada.run(emulation.SetDeviceMetricsOverride(390, 844, 2, true), emulation.SetTouchEmulationEnabled(true))
	ada.signIn("ada@example.com")
	fits := func(where string) {
		t.Helper()
		ada.until("nothing wider than the screen: "+where, `document.documentElement.scrollWidth <= 390`)
	}
	fits("the list")
	ada.tap(row("Amara Osei"))
	ada.until("the thread alone", `document.querySelector('#reply')?.checkVisibility() && !document.querySelector('#rows').checkVisibility()`)
	fits("the thread")
	ada.tap(`document.querySelector('#reply')`)
	ada.until("the composer", `document.activeElement.id === 'reply'`)
	ada.run(chromedp.ActionFunc(func(ctx context.Context) error { return input.InsertText("It ships today.").Do(ctx) }))
	// The keyboard takes the lower half.
	ada.run(emulation.SetDeviceMetricsOverride(390, 420, 2, true))
	ada.until("the composer and its button above the keyboard", `(() => { const r = `+button("Send")+`?.getBoundingClientRect(); return r && r.bottom <= innerHeight && document.querySelector('#reply').getBoundingClientRect().top >= 0 })()`)
	ada.tap(button("Send"))
	ada.until("the reply", `document.querySelector('article[data-author="agent"]') && !document.querySelector('#sending')`)
	ada.run(emulation.SetDeviceMetricsOverride(390, 844, 2, true))
	ada.tap(button("Details"))
	ada.until("the details", `document.querySelector('#details').matches(':popover-open')`)
	fits("the details")
	ada.tap(button("Assignee"))
	ada.until("the choices", `document.querySelector('#pick-assign').matches(':popover-open')`)
	fits("the choices")
	ada.tap(named("[role=option]", "Bob Reyes"))
	ada.until("the assignee", `document.querySelector('#value-assign').innerText === 'Bob Reyes'`)
	ada.until("the details closed, or a way to close them", `(document.querySelector('#details').matches(':popover-open') && document.querySelector('#details').hidePopover(), true)`)
	ada.tap(`document.querySelector('#set-status')`)
	ada.until("a resolved conversation", statusIs+`'resolved'`)
	ada.tap(`document.querySelector('#thead .back')`)
	ada.until("the list alone", `document.querySelector('#rows').checkVisibility() && !document.querySelector('#reply')?.checkVisibility()`)
	fits("the list again")
}

// Times are those of the reader's zone, also as the server writes them.
func TestTimeZones(t *testing.T) {
	chromium(t)
	s := newService(t)
	for i, at := range []string{"2026-03-01T15:30:00Z", "2026-03-01T16:30:00Z"} {
		s.receive(map[string]any{"messageId": fmt.Sprint(i), "conversationId": "parcel", "content": "Hello", "sentAt": at, "from": map[string]any{"externalId": "a", "name": "Amara Osei"}})
	}
	for zone, want := range map[string]struct{ hours, days string }{
		"Asia/Tokyo":       {`["12:30 AM","1:30 AM"]`, `["Monday 2 March"]`},
		"Europe/Berlin":    {`["4:30 PM","5:30 PM"]`, `["Sunday 1 March"]`},
		"Pacific/Auckland": {`["4:30 AM","5:30 AM"]`, `["Monday 2 March"]`},
		"Asia/Kathmandu":   {`["9:15 PM","10:15 PM"]`, `["Sunday 1 March"]`},
		"Asia/Karachi":     {`["8:30 PM","9:30 PM"]`, `["Sunday 1 March"]`},
	} {
		ada := s.newTab()
		ada.run(emulation.SetTimezoneOverride(zone))
		ada.signIn("ada@example.com")
		ada.opens("Amara Osei")
		const shown = `JSON.stringify([...document.querySelectorAll('#messages article .by time')].map(e => e.innerText.replace(/\s/g, ' ')))`
		const days = `JSON.stringify([...document.querySelectorAll('#messages .day:not(.new)')].map(e => e.innerText))`
		ada.until(zone+", by scripts", shown+` === `+quoted(want.hours)+` && `+days+` === `+quoted(want.days))
		ada.withoutScripts()
		ada.open("/app/shop/inbox/1")
		ada.until(zone+", by the server", days+` === `+quoted(want.days))
	}
	// Midnight lies between them.
	ada := s.newTab()
	ada.run(emulation.SetTimezoneOverride("Asia/Shanghai"))
	ada.signIn("ada@example.com")
	ada.opens("Amara Osei")
	ada.until("a rule between the days", `JSON.stringify([...document.querySelectorAll('#messages .day:not(.new)')].map(e => e.innerText)) === '["Sunday 1 March","Monday 2 March"]'`)
}

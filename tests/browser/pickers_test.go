package browser

import (
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
)

// Escape closes what a key or a button has opened, keeps what was chosen before, and gives the focus
// back: to the button, or to the row from which a key opened it. A second Escape leads to the list.
func TestEscapeInPickers(t *testing.T) {
	chromium(t)
	s := newService(t)
	s.required()
	s.says("parcel", "Amara Osei", "Where is my parcel?")
	s.saves("Thank you", "", "Thank you.")
	ada := s.newTab()
	ada.signIn("ada@example.com")
	ada.press("j")
	ada.until("the conversation", isOpen("1"))
	const inRow = `document.activeElement.matches('.conv[aria-current]')`
	values := func() (all string) {
		s.must(ada.look(`[...document.querySelectorAll('#details .kv dd > [id^=value-]')].map(e => e.id + '=' + e.innerText).join('; ')`, &all))
		return all
	}
	isOpenNow := func(pop string) string { return `document.querySelector('` + pop + `').matches(':popover-open')` }
	before := values()
	// By the keys that are shown in "?".
	for key, pop := range map[string]string{"a": "#pick-assign", "c": "#pick-category", "p": "#pick-priority"} {
		ada.press(key)
		ada.until(pop+" by its key", isOpenNow(pop)+` && document.activeElement.closest('`+pop+`')`)
		ada.run(typed("b"))
		ada.press("Escape")
		ada.until(pop+" closed, the focus in the row", `!`+isOpenNow(pop)+` && `+inRow)
	}
	ada.press("x")
	ada.until("a selection", `document.querySelectorAll('.sel:checked').length === 1`)
	for key, pop := range map[string]string{"a": "#sel-assign", "c": "#sel-category", "p": "#sel-priority", "t": "#sel-tags"} {
		ada.press(key)
		ada.until(pop+" by its key", isOpenNow(pop)+` && document.activeElement.closest('`+pop+`')`)
		ada.press("Escape")
		ada.until(pop+" closed, the selection kept", `!`+isOpenNow(pop)+` && document.querySelectorAll('.sel:checked').length === 1 && document.activeElement.matches('.conv, .sel')`)
	}
	ada.press("Escape")
	ada.until("no selection", `document.querySelectorAll('.sel:checked').length === 0`)
	// By their buttons.
	for button, pop := range map[string]string{
		"#details [aria-label=Assignee]": "#pick-assign", "#details [aria-label=Category]": "#pick-category", "#details [aria-label=Priority]": "#pick-priority",
		"#details [aria-label=Tags]": "#pick-tags", `[popovertarget="pick-field"]`: "#pick-field", `[popovertarget="new-participant"]`: "#new-participant",
		`[popovertarget="filter-menu"]`: "#filter-menu", `[popovertarget="sort-menu"]`: "#sort-menu", `[popovertarget="workspace-menu"]`: "#workspace-menu",
	} {
		s.must(ada.look(`document.querySelector('`+button+`').focus()`, nil))
		ada.press("Enter")
		ada.until(pop+" by its button", isOpenNow(pop))
		ada.press("Escape")
		ada.until(pop+" closed, the focus at its button", `!`+isOpenNow(pop)+` && document.activeElement.matches('`+button+`')`)
		ada.press("Escape")
		ada.until("the list after "+pop, inRow+` && `+isOpen("1"))
	}
	// One that opens another.
	s.must(ada.look(`document.querySelector('[popovertarget="pick-field"]').focus()`, nil))
	ada.press("Enter")
	ada.run(typed("reas"))
	ada.press("Enter")
	ada.until("the editor", `document.activeElement.id === 'edit-reason'`)
	ada.press("Escape")
	ada.until("the focus at the button that led to it", `!document.querySelector('[popover]:popover-open') && document.activeElement.matches('[popovertarget="pick-field"]')`)
	ada.press("Escape")
	ada.until("the list", inRow)
	// In the composer.
	ada.press("r")
	ada.until("the composer", `document.activeElement.id === 'reply'`)
	ada.run(typed("/"))
	ada.until("the saved replies", `document.querySelector('#reply').getAttribute('aria-expanded') === 'true' || [...document.querySelectorAll('[role=option]')].some(e => e.checkVisibility() && e.innerText.includes('Thank you'))`)
	ada.press("Escape")
	ada.until("no saved replies, and what was typed", `document.activeElement.id === 'reply' && document.activeElement.value === '/' && ![...document.querySelectorAll('[role=option]')].some(e => e.checkVisibility())`)
	ada.press("Escape")
	ada.until("the list", inRow)
	for _, open := range []func(){func() { ada.press("k", input.ModifierCtrl) }, func() { ada.press("?") }} {
		open()
		ada.until("a dialog", `document.querySelector('dialog:modal')`)
		ada.press("Escape")
		ada.until("the row again", `!document.querySelector('dialog[open]') && `+inRow)
	}
	if after := values(); after != before {
		t.Errorf("Escape has chosen something: %s, and before it was %s", after, before)
	}
}

// Fault: where there is no room for the details beside the thread, the keys of what is chosen there opened
// lists that nobody saw.
func TestPickersByKeysWithoutRoomForTheDetails(t *testing.T) {
	chromium(t)
	s := newService(t)
	s.says("parcel", "Amara Osei", "Where is my parcel?")
	ada := s.newTab()
	ada.run(emulation.SetDeviceMetricsOverride(1000, 800, 1, false))
	ada.signIn("ada@example.com")
	ada.press("j")
	ada.until("the conversation", isOpen("1"))
	const inRow = `document.activeElement.matches('.conv[aria-current]') && !document.querySelector('[popover]:popover-open')`
	for key, pop := range map[string]string{"a": "#pick-assign", "c": "#pick-category", "p": "#pick-priority"} {
		ada.press(key)
		ada.until(pop+", seen", `document.querySelector('`+pop+`').checkVisibility() && document.activeElement.closest('`+pop+`')`)
		ada.press("Escape")
		ada.until("the row after "+pop, inRow)
	}
	ada.press("c")
	ada.until("the categories", `document.querySelector('#pick-category').checkVisibility()`)
	ada.run(typed("ret"))
	ada.press("Enter")
	ada.until("the category, and the row", `document.querySelector('#value-category').textContent === 'Returns' && `+inRow)
}

// Fault: if the row that had the focus changed while one chose, nothing had the focus afterwards, and
// keys that followed at once were lost.
func TestFocusAfterAChoiceInARowThatChanged(t *testing.T) {
	chromium(t)
	s := newService(t)
	s.says("second", "Jonas", "Hello")
	s.says("first", "Amara", "Hello")
	ada := s.newTab()
	ada.signIn("ada@example.com")
	ada.press("j")
	ada.until("the conversation", isOpen("2"))
	ada.press("c")
	ada.until("the choices", `document.activeElement.closest('#pick-category:popover-open')`)
	s.must(ada.look(`void (window.was = document.querySelector('.conv[aria-current]'))`, nil))
	s.tags(2, "late")
	ada.until("the row as it is now", `!was.isConnected && document.querySelector('.conv[aria-current]')`)
	ada.run(typed("ship"))
	ada.press("Enter")
	ada.until("the category, and the focus in the row", `document.querySelector('#value-category').innerText === 'Shipping' && document.activeElement.matches('.conv[aria-current]')`)
	ada.press("c")
	ada.until("the choices again", `document.activeElement.closest('#pick-category:popover-open')`)
	s.must(ada.look(`void (window.was = document.querySelector('.conv[aria-current]'))`, nil))
	s.tags(2, "later")
	ada.until("the row as it is now", `!was.isConnected && document.querySelector('.conv[aria-current]')`)
	// Before the browser draws again.
	s.must(ada.look(`(() => { const filter = document.activeElement; document.querySelector('#pick-category').hidePopover(); (document.activeElement === document.body ? filter : document.activeElement).dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true, cancelable: true })) })(), true`, nil))
	ada.until("the next", isOpen("1"))
}

// Fault: "bo" for Bob chose Nobody, in whose name it stands too, and unassigned the conversation.
func TestNamesThatBeginWithWhatIsTyped(t *testing.T) {
	chromium(t)
	s := newService(t)
	s.says("parcel", "Amara Osei", "Where is my parcel?")
	ada := s.newTab()
	ada.signIn("ada@example.com")
	ada.opens("Amara Osei")
	for typing, who := range map[string]string{"bo": "Bob Reyes", "r": "Bob Reyes", "body": "Nobody"} {
		ada.press("a")
		ada.until("the members", `document.querySelector('#pick-assign').matches(':popover-open')`)
		ada.run(typed(typing))
		ada.until("whom Enter takes", `document.querySelector('#pick-assign [data-active]')?.innerText.trim() === '`+who+`'`)
		ada.press("Enter")
		ada.until("the assignee", `document.querySelector('#value-assign').innerText === '`+who+`' && !document.querySelector('#pick-assign').matches(':popover-open')`)
		ada.press("Escape")
	}
}

package browser

import (
	"testing"

	"github.com/chromedp/cdproto/emulation"
)

// heldAnswers has requests of a page wait until the expression release() is evaluated.
const heldAnswers = `(() => { const send = XMLHttpRequest.prototype.send, held = [];
	XMLHttpRequest.prototype.send = function (body) { held.push(() => send.call(this, body)) };
	window.release = () => { XMLHttpRequest.prototype.send = send; held.forEach((go) => go()); return true };
	return true })()`

// What a member sets of a conversation is shown at once, and taken back with the reason if it is
// refused. What takes longer than a second says that it is being done.
//
// Fault: nothing changed until the answer came, which waits for the integrator for up to 30 s.
func TestWhatIsSetIsShownAtOnce(t *testing.T) {
	chromium(t)
	s := newService(t, "--outbound-allow-http", "--outbound-allow-cidrs", "127.0.0.0/8")
	s.says("parcel", "Amara Osei", "Where is my parcel?")
	s.tags(1, "late")
	answer := make(chan struct{})
	s.confirms(func(string) bool { <-answer; return true })
	ada := s.newTab()
	ada.signIn("ada@example.com")
	ada.press("j")
	ada.until("the conversation", isOpen("1"))
	value := func(of, is string) string {
		return `document.querySelector('#value-` + of + `').innerText.trim() === ` + quoted(is)
	}
	const busy = ` && document.querySelector('#details [aria-busy="true"]')`
	for _, set := range []struct{ key, of, typed, before, shown, after string }{
		{"a", "assign", "bob", "Nobody", "Bob Reyes", "Bob Reyes"},
		{"c", "category", "ship", "None", "Shipping", "Shipping"},
		{"p", "priority", "high", "None", "High", "High"},
		{"t", "tags", "vip", "late", "late\nvip", "late\nvip"},
		{"t", "tags", "late", "late\nvip", "vip", "vip"},
	} {
		ada.until("what was set before of "+set.of, value(set.of, set.before)+` && !document.querySelector('[popover]:popover-open')`)
		ada.until("held answers", heldAnswers)
		ada.press(set.key)
		ada.until("the choices of "+set.of, `document.activeElement.matches('#pick-`+set.of+` [data-filter]')`)
		ada.run(typed(set.typed))
		ada.press("Enter")
		ada.until(set.of+" at once", value(set.of, set.shown)+busy)
		ada.until("the answer", `release()`)
		ada.until(set.of+" as it is", value(set.of, set.after)+` && !document.querySelector('#details [aria-busy="true"]')`)
	}
	const status = `document.querySelector('#thead .status').innerText.trim()`
	ada.press("e")
	ada.until("what is being done", status+` === 'Resolving…'`)
	ada.shows("Resolving…")
	ada.until("it said where it is read out", `document.querySelector('#say').innerText === 'Resolving…'`)
	ada.bothThemes("a change that waits")
	close(answer)
	ada.until("what it was, and why", status+` === 'Open' && document.querySelector('#alert [role=alert]').innerText.includes('The refund still runs') && document.querySelector('#say').innerText === ''`)
	ada.forgive("422")
}

// The tags of a conversation are a list that filters as one types, with those of other
// conversations in it; a new one is added by typing it.
//
// Fault: they were a line of text, and one had to know how a tag is written.
func TestTagsAreChosen(t *testing.T) {
	chromium(t)
	s := newService(t)
	s.says("one", "Amara Osei", "Where is my parcel?")
	s.says("two", "Jonas Lindqvist", "The VAT number is wrong.")
	s.tags(2, "Late delivery", "VIP", "<b>trade</b>")
	ada := s.newTab()
	ada.signIn("ada@example.com")
	ada.click(row("Amara Osei"))
	ada.until("the conversation", isOpen("1"))
	const choices = `[...document.querySelectorAll('#list-tags [role=option]')].filter(e => e.checkVisibility()).map(e => e.innerText.trim() + (e.ariaSelected === 'true' ? ' set' : '')).join()`
	tags := func(are string) {
		t.Helper()
		ada.until("the tags "+are, `[...document.querySelectorAll('#value-tags .tag')].map(e => e.innerText).join() === `+quoted(are)+` && !document.querySelector('#details [aria-busy="true"], #pick-tags:popover-open')`)
	}
	pick := func() {
		t.Helper()
		ada.press("t")
		ada.until("the tags of others", `document.activeElement.matches('#pick-tags input') && document.querySelector('#list-tags').innerText.includes('Late delivery')`)
	}
	pick()
	ada.until("all", choices+` === '<b>trade</b>,Late delivery,VIP'`)
	ada.bothThemes("the tags to choose from")
	ada.until("none that Enter takes", `!document.querySelector('#list-tags [data-active]')`)
	ada.run(typed("late"))
	ada.until("what fits, and a new one", choices+` === 'Late delivery,Add “late”'`)
	ada.press("Enter")
	tags("Late delivery")
	pick()
	ada.run(typed("brand new"))
	ada.until("a new one", choices+` === 'Add “brand new”'`)
	ada.press("Enter")
	tags("Late delivery,brand new")
	pick()
	ada.run(typed("LATE DELIVERY"))
	ada.until("the one that is set", choices+` === 'Late delivery set'`)
	ada.press("Enter")
	tags("brand new")
	ada.press("z")
	ada.until("the undone", `document.querySelectorAll('#value-tags .tag').length === 2`)
	// Without scripts one chooses from its own, and types others.
	bob := s.newTab()
	bob.withoutScripts()
	bob.signIn("bob@example.com")
	bob.open("/app/shop/inbox/1?view=open")
	bob.click(button("Tags"))
	bob.write(`document.querySelector('#pick-tags input[name=typed]')`, "vip, more")
	bob.click(named("#pick-tags button", "Add"))
	bob.until("the tags", `[...document.querySelectorAll('#value-tags .tag')].length === 4`)
	bob.click(button("Tags"))
	bob.click(named("#list-tags button", "more"))
	bob.until("the rest", `[...document.querySelectorAll('#value-tags .tag')].length === 3`)
}

// The focus stays where something is set with the keyboard, and goes to the conversation from what
// is gone. It stays, too, when somebody else changes what is beside it.
//
// Fault: it was at the beginning of the page.
func TestFocusStaysWhereSomethingIsSet(t *testing.T) {
	chromium(t)
	s := newService(t)
	s.says("parcel", "Amara Osei", "Where is my parcel?")
	ada := s.newTab()
	ada.signIn("ada@example.com")
	ada.click(row("Amara Osei"))
	ada.until("the conversation", isOpen("1"))
	at := func(what, is string) {
		t.Helper()
		ada.until("the focus at "+what, `document.activeElement.matches(`+quoted(is)+`)`)
	}
	focus := func(element string) { ada.until("the focus", `(`+element+`.focus(), true)`) }
	focus(button("Priority"))
	ada.press("Enter")
	at("the filter", "#pick-priority input")
	ada.run(typed("high"))
	ada.press("Enter")
	ada.until("the priority", `document.querySelector('#value-priority:not([aria-busy])').innerText === 'High'`)
	at("the button that opened the list", `[data-pick="priority"]`)
	ada.until("it seen", `document.activeElement.matches(':focus-visible')`)
	s.tags(1, "vip")
	ada.until("what somebody else set", `document.querySelector('#value-tags').innerText === 'vip'`)
	at("the button still", `[data-pick="priority"]`)
	focus(`document.querySelector('#say [data-undo]')`)
	ada.press("Enter")
	ada.until("the undone", `document.querySelector('#value-priority:not([aria-busy])').innerText === 'None' && !document.querySelector('#say [data-undo]')`)
	at("the conversation", ".conv, #thread")
	focus(button("Close"))
	ada.press("Enter")
	ada.until("a closed conversation", `document.querySelector('#thead').dataset.status === 'closed'`)
	at("the conversation", ".conv, #thread")
}

// A printed conversation is its whole thread, and nothing beside it.
//
// Fault: it was what the window showed.
func TestAThreadIsPrinted(t *testing.T) {
	chromium(t)
	s := newService(t)
	for range 30 {
		s.says("parcel", "Amara Osei", "Where is my parcel?\nIt should be here.")
	}
	ada := s.newTab()
	ada.signIn("ada@example.com")
	ada.click(row("Amara Osei"))
	ada.until("the conversation", isOpen("1")+` && document.querySelectorAll('#messages article').length === 30`)
	ada.printing()
	ada.until("the whole thread", `document.querySelector('#messages article:last-of-type').getBoundingClientRect().bottom <= document.documentElement.scrollHeight && document.documentElement.scrollHeight > 1500`)
	ada.until("nothing beside it", `['.nav', '#list', '#details', '#composer', '.thead .btn', '#say'].every(e => !document.querySelector(e)?.checkVisibility())`)
}

// printing shows the page as it is printed.
func (t *tab) printing() {
	t.Helper()
	t.run(emulation.SetEmulatedMedia().WithMedia("print"))
}

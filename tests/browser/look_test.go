package browser

import (
	"testing"

	"github.com/chromedp/cdproto/input"
)

// Every key is listed, by what it is for, and the list goes as it came.
func TestKeysAreListed(t *testing.T) {
	chromium(t)
	s := newService(t)
	s.says("parcel", "Amara Osei", "Where is my parcel?")
	ada := s.newTab()
	ada.signIn("ada@example.com")
	ada.press("j")
	ada.until("the conversation", isOpen("1"))
	ada.press("?")
	ada.until("the keys, whole", `document.querySelectorAll('#keys[open] dl > div').length >= 33 && document.querySelector('.keycols').scrollHeight <= document.querySelector('.keycols').clientHeight`)
	ada.press("e")
	ada.press("Escape")
	ada.until("the row again, and nothing done behind the list", `!document.querySelector('dialog[open]') && document.activeElement.matches('.conv[aria-current]') && document.querySelector('#thead').dataset.status === 'open'`)
}

// Fault: the mark of a reply that was not delivered had the padding of a page that failed.
func TestMarksLeaveARowAsHighAsItIs(t *testing.T) {
	chromium(t)
	s, _ := withWebhook(t, 422, nil)
	s.says("second", "Jonas Lindqvist", "Hello")
	s.says("first", "Amara Osei", "Hello")
	ada := s.newTab()
	ada.signIn("ada@example.com")
	ada.click(row("Amara Osei"))
	ada.until("the conversation", isOpen("2"))
	ada.write(`document.querySelector('#reply')`, "It ships today.")
	ada.press("Enter", input.ModifierCtrl)
	ada.until("the next attempt", replyIs("retrying", "422")+` || `+replyIs("waiting", "422"))
	ada.press("Escape")
	ada.press("k", input.ModifierCtrl)
	ada.run(typed("try now"))
	ada.until("the command of the reply", `document.querySelector('#commands [role=option][data-here]')?.checkVisibility()`)
	ada.press("Enter")
	ada.until("the mark", row("Amara Osei")+`.querySelector('.failed')?.checkVisibility()`)
	ada.press("a")
	ada.run(typed("bob"))
	ada.press("Enter")
	ada.until("the assignee", row("Amara Osei")+`.querySelector('.end .av')`)
	ada.until("rows of one height", `new Set([...document.querySelectorAll('#rows .conv')].map(e => e.offsetHeight)).size === 1`)
}

// Fault: a command did nothing if its button was replaced while the menu was open, as by the outcome of an
// attempt.
func TestCommandOfAButtonThatWasReplaced(t *testing.T) {
	chromium(t)
	s, hook := withWebhook(t, 422, nil)
	s.says("first", "Amara Osei", "Hello")
	ada := s.newTab()
	ada.signIn("ada@example.com")
	ada.click(row("Amara Osei"))
	ada.until("the conversation", isOpen("1"))
	ada.write(`document.querySelector('#reply')`, "It ships today.")
	ada.press("Enter", input.ModifierCtrl)
	ada.until("the next attempt", replyIs("retrying", "422"))
	ada.press("Escape")
	ada.press("k", input.ModifierCtrl)
	ada.run(typed("try now"))
	ada.until("the command of the reply", `document.querySelector('#commands [role=option][data-here]')?.checkVisibility()`)
	s.must(ada.look(`document.querySelectorAll('.dlv').forEach(e => e.replaceWith(e.cloneNode(true)))`, nil))
	hook.status.Store(204)
	ada.press("Enter")
	ada.until("it was tried", replyIs("accepted", "Accepted"))
}

// The words of a search are marked where they were found, and the thread opens there.
func TestFoundWordsAreMarked(t *testing.T) {
	chromium(t)
	s := newService(t)
	s.says("grinder", "Amara Osei", "It makes a Squéaking noise. Unsqueaking it did not help.")
	for range 30 {
		s.says("grinder", "Amara Osei", "One\n\nmore\n\nthing.")
	}
	ada := s.newTab()
	ada.signIn("ada@example.com")
	ada.press("/")
	ada.run(typed("squeak"))
	ada.press("Enter")
	ada.until("what was found", `document.querySelector('#list').dataset.q === 'squeak' && document.querySelectorAll('.conv').length === 1`)
	ada.press("j")
	ada.until("the word, marked at its beginning only, and seen", isOpen("1")+` && document.querySelectorAll('#messages .hit').length === 1 && document.querySelector('#messages .hit').innerText === 'Squéak' && (e => e.getBoundingClientRect().top > 0 && e.getBoundingClientRect().bottom < innerHeight)(document.querySelector('#messages .hit'))`)
	ada.click(link("Clear the search"))
	ada.until("no mark in another list", `document.querySelector('#list').dataset.q === '' && !document.querySelector('#rows .hit') && !CSS.highlights.has('found')`)
}

// Fault: sending nothing asked the server, which said so in a banner far from the field.
func TestSendingNothingLeadsToTheField(t *testing.T) {
	chromium(t)
	s := newService(t)
	s.says("parcel", "Amara Osei", "Where is my parcel?")
	ada := s.newTab()
	ada.signIn("ada@example.com")
	ada.click(row("Amara Osei"))
	ada.until("the conversation", isOpen("1"))
	ada.click(button("Send"))
	ada.until("the field", `document.activeElement.id === 'reply' && !document.querySelector('#alert *')`)
}

// Fault: on a phone, selecting the first row pushed all rows down, the second one out from under
// the finger.
func TestSelectingMovesNoRowOnAPhone(t *testing.T) {
	chromium(t)
	s := newService(t)
	s.conversations(42)
	ada := s.onPhone()
	var before, after float64
	ada.until("rows", `document.querySelectorAll('.conv').length === 30`)
	const top = `document.querySelectorAll('.conv')[3].getBoundingClientRect().top`
	s.must(ada.look(top, &before))
	ada.tap(`document.querySelectorAll('.sel')[3]`)
	ada.shows("1 selected")
	if s.must(ada.look(top, &after)); after != before {
		t.Errorf("the row stood at %v, and stands at %v", before, after)
	}
	// Fault: that all are selected took three lines.
	ada.tap(`document.querySelector('.sel-all')`)
	ada.shows("All 42 that match are selected")
	if s.must(ada.look(top, &after)); after != before {
		t.Errorf("the row stood at %v, and stands at %v while all are selected", before, after)
	}
}

package browser

import (
	"strconv"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// Fault: after a reply was sent, the keys of the list were written into the next one, and Escape led
// nowhere.
func TestEscapeAfterSending(t *testing.T) {
	chromium(t)
	s := newService(t)
	s.says("second", "Jonas", "Hello")
	s.says("first", "Amara", "Hello")
	ada := s.newTab()
	ada.signIn("ada@example.com")
	ada.press("j")
	ada.until("the conversation", isOpen("2"))
	ada.press("r")
	ada.until("the composer", `document.activeElement.id === 'reply'`)
	ada.run(typed("It ships today."))
	ada.press("Enter", input.ModifierCtrl)
	ada.until("sent", `document.querySelector('article[data-author="agent"]') && !document.querySelector('#sending') && document.querySelector('#reply').value === ''`)
	ada.press("Escape")
	ada.until("the row", `document.activeElement.matches('.conv[aria-current]')`)
	ada.press("j")
	ada.until("the next", isOpen("1"))
}

// Fault: j left the row at the very end of the list, and the next one was not seen.
func TestRowsAroundTheOpenOne(t *testing.T) {
	chromium(t)
	s := newService(t)
	s.conversations(30)
	ada := s.newTab()
	ada.signIn("ada@example.com")
	ada.run(chromedp.EmulateViewport(1440, 700))
	for i := range 13 {
		ada.press("j")
		ada.until("the conversation", isOpen(strconv.Itoa(30-i)))
	}
	ada.until("the row, and the next", `(() => {
		const row = document.activeElement, box = document.querySelector('#list-scroll').getBoundingClientRect();
		const next = row.closest('li').nextElementSibling?.getBoundingClientRect();
		return row.matches('.conv[aria-current]') && next.bottom <= box.bottom + 1;
	})()`)
}

// Fault: the command menu said nothing when there was no such command.
func TestNothingFoundInTheCommands(t *testing.T) {
	chromium(t)
	s := newService(t)
	ada := s.newTab()
	ada.signIn("ada@example.com")
	ada.press("k", input.ModifierCtrl)
	ada.until("the commands", `document.querySelectorAll('#commands [role=option]').length > 5 && document.activeElement.matches('#commands input')`)
	ada.run(typed("zebra"))
	ada.until("that there is none", `document.querySelector('#commands [role=status]').innerText === 'Nothing found'`)
	ada.press("Enter")
	ada.press("Backspace")
	ada.until("the menu, still open", `document.querySelector('#commands').open`)
}

// Fault: offline, the command menu closed by itself, and the command that was being typed ended up in
// the reply.
func TestCommandsOffline(t *testing.T) {
	chromium(t)
	s := newService(t)
	ada, line := s.onATrain()
	ada.loses(line)
	ada.press("r")
	ada.until("the composer", `document.activeElement?.id === 'reply'`)
	ada.run(typed("Hello"))
	ada.press("k", input.ModifierCtrl)
	ada.until("that there are no commands", `document.querySelector('#commands [role=status]').innerText.startsWith('The server did not answer')`)
	ada.run(typed("send"))
	ada.press("Enter")
	ada.until("it in the menu", `document.querySelector('#commands').open && document.querySelector('#commands input').value === 'send' && document.querySelector('#reply').value === 'Hello'`)
	ada.bothThemes("commands offline")
	ada.press("Escape")
	line.mend()
	ada.until("that it is over", isOnline)
	ada.press("k", input.ModifierCtrl)
	ada.until("the commands", `document.querySelectorAll('#commands [role=option]').length > 5 && document.querySelector('#commands [role=status]').innerText === ''`)
}

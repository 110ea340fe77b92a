package browser

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"svcx"
	"svcx/internal/inbox"
)

// A row that came into a list had one unread message, however many there were.
func TestARowThatComesIntoAListHasItsUnread(t *testing.T) {
	chromium(t)
	s := newService(t)
	for i := range 3 {
		s.says("parcel", "Amara Osei", fmt.Sprintf("Number %d.", i))
	}
	ada := s.newTab()
	ada.signIn("ada@example.com")
	ada.run(chromedp.Navigate(s.url + "/app/shop/inbox?view=mine"))
	ada.until("an empty list", `document.querySelector('#list .blank') && document.documentElement.classList.contains('js')`)
	var me svcx.UserID
	s.must(ada.look(`Number(document.body.dataset.me)`, &me))
	_, err := s.app.Messaging.AgentAssign(t.Context(), inbox.Call{Workspace: s.shop, Actor: inbox.Operator}, 1, &me)
	s.must(err)
	ada.until("three unread", `document.querySelector('#rows .conv.unread .cnt .n')?.textContent === '3'`)
}

// What comes into an open conversation in a window that nobody looks at is not read before
// somebody does.
func TestWhatNobodySeesIsNotRead(t *testing.T) {
	chromium(t)
	s := newService(t)
	s.says("parcel", "Amara Osei", "Where is my parcel?")
	ada := s.newTab()
	ada.signIn("ada@example.com")
	ada.click(row("Amara Osei"))
	ada.until("the conversation, read", `document.querySelector('#reply') && !document.querySelector('#rows .conv').classList.contains('unread')`)
	unread := func(n int) string {
		return fmt.Sprintf(`(fetch('/app/shop/unread?id=1').then(answer => answer.text()).then(text => { window.unreadNow = text.match(/>(\d+)</)[1]; }), window.unreadNow === '%d')`, n)
	}
	ada.until("that it is read", unread(0))
	var ok bool
	s.must(ada.look(`(document.hasFocus = () => false, true)`, &ok))
	s.says("parcel", "Amara Osei", "Are you there?")
	ada.until("the message, unread", `document.querySelectorAll('#messages article').length === 2 && document.querySelector('#rows .conv.unread .cnt .n')?.textContent === '1'`)
	// Everything is reloaded, and still nobody looks.
	s.must(s.app.Directory.EraseContact(t.Context(), inbox.Call{Workspace: s.shop, Actor: inbox.Operator}, s.other()))
	ada.until("that the page was reloaded", `performance.getEntriesByType('resource').some(e => e.initiatorType === 'fetch' && e.name.includes('/inbox/1?'))`)
	ada.until("still unread", `document.querySelector('#rows .conv.unread .cnt .n')?.textContent === '1'`)
	ada.until("that it is not read", unread(1))
	s.must(ada.look(`(delete document.hasFocus, window.dispatchEvent(new Event('focus')), true)`, &ok))
	ada.until("read", `!document.querySelector('#rows .conv').classList.contains('unread')`)
	ada.until("that it is read", unread(0))
}

// other adds a contact who has written nothing and returns the id.
func (s *service) other() svcx.ContactID {
	s.Helper()
	c, err := s.app.Directory.CreateContact(s.Context(), inbox.Call{Workspace: s.shop, Actor: inbox.Operator}, svcx.ContactDraft{Name: "Nobody"})
	s.must(err)
	return c.ID
}

// After an outage that was too long for the stream, the links to the rest of a thread were
// those from before it.
func TestReloadShowsTheRestOfALongThread(t *testing.T) {
	chromium(t)
	s := newService(t)
	line := newLine(t, s.url)
	s.says("parcel", "Amara Osei", "Where is my parcel?")
	ada := s.newTab()
	ada.url = line.url
	ada.run(chromedp.Navigate(strings.Replace(s.link("ada@example.com"), s.url, line.url, 1)))
	ada.click(button("Sign in"))
	ada.click(row("Amara Osei"))
	ada.until("the conversation", `document.querySelector('#reply') && document.documentElement.classList.contains('js')`)
	line.cut()
	ada.until("that it is said", `document.querySelector('#connection').innerText === 'Offline, trying again'`)
	for i := range 60 {
		s.says("parcel", "Amara Osei", fmt.Sprintf("Number %d.", i))
	}
	s.must(s.app.Directory.EraseContact(t.Context(), inbox.Call{Workspace: s.shop, Actor: inbox.Operator}, s.other()))
	line.mend()
	ada.until("the end of the thread", `document.querySelectorAll('#messages article').length === 50 && document.querySelector('#messages article:last-child').innerText.includes('Number 59.')`)
	ada.until("the way to the rest", `document.querySelector('#thread').dataset.earlier !== undefined && document.querySelectorAll('#thread .more a').length === 1`)
	ada.click(`document.querySelector('#thread .more a')`)
	ada.until("the first message", `document.querySelector('#messages article').innerText.includes('Where is my parcel?')`)
	ada.forgive("ERR_")
	ada.forgive("Failed to load resource")
}

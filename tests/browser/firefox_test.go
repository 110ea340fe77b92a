package browser

import (
	"flag"
	"strings"
	"testing"
)

var firefoxPictures = flag.String("firefox", "", "write screenshots of Firefox to this `folder`")

// The main steps of ten journeys in Firefox, where it is installed:
//
//	go test ./tests/browser -run Firefox -firefox "$PWD/docs/screenshots/firefox"
func TestFirefox(t *testing.T) {
	s := newService(t)
	f := s.newFox("")
	s.sample()
	f.sized(1440, 900)
	f.signsIn("ada@example.com")
	f.until("rows and scripts", `document.querySelectorAll('.conv').length === 6 && document.documentElement.classList.contains('js')`)
	f.picture("list")

	f.opens("Amara Osei")
	f.until("its messages", `document.querySelectorAll('#messages article').length === 3`)
	f.picture("thread")

	f.write(`document.querySelector('#reply')`, "It ships today.")
	f.press("Control", "Enter")
	f.until("the reply", `document.querySelectorAll('article[data-author="agent"]').length === 1 && !document.querySelector('#sending') && document.querySelector('#reply').value === ''`)
	s.receive(map[string]any{"messageId": "live", "conversationId": "m1", "content": "Wonderful.", "from": map[string]any{"externalId": "Amara Osei", "name": "Amara Osei", "type": "customer"}})
	f.until("what is said elsewhere", `[...document.querySelectorAll('#messages article')].at(-1).innerText.includes('Wonderful.')`)
	f.picture("reply")

	f.click(button("Resolve"))
	f.until("a resolved conversation", statusIs+`'resolved'`)
	f.picture("resolved")
	f.click(button("Reopen"))
	f.until("an open conversation", statusIs+`'open'`)

	f.click(button("Assignee"))
	f.until("the choices", `document.querySelector('#pick-assign').matches(':popover-open')`)
	f.until("the choices beside their button", `(p => p.top >= 0 && p.bottom <= innerHeight && p.left >= 0 && p.right <= innerWidth)(document.querySelector('#pick-assign').getBoundingClientRect())`)
	for _, key := range "ada" {
		f.press(string(key))
	}
	f.until("the one that fits", `[...document.querySelectorAll('#pick-assign [role=option]')].filter(e => e.checkVisibility()).length === 1`)
	f.picture("assign")
	f.press("Enter")
	f.until("the assignee", `document.querySelector('#value-assign').innerText === 'ada@example.com'`)

	f.click(`document.querySelector('[role=tab][data-tab=note]')`)
	f.write(`document.querySelector('#note')`, "A difficult one.")
	f.press("Control", "Enter")
	f.until("the note", `document.querySelector('article[data-author="note"]')?.innerText.includes('A difficult one.')`)
	f.picture("note")

	f.click(`document.querySelector('[role=tab][data-tab=reply]')`)
	f.click(button("Saved replies"))
	f.until("the saved replies", `[...document.querySelectorAll('[role=option]')].some(e => e.checkVisibility() && e.innerText.includes('Thank you'))`)
	f.picture("saved-replies")
	f.click(`[...document.querySelectorAll('[role=option]')].find(e => e.checkVisibility() && e.innerText.includes('Thank you'))`)
	f.until("the text with the name", `document.querySelector('#reply').value.includes('Thank you, Amara Osei.')`)

	f.click(`[...document.querySelectorAll('[aria-label="Search"]')].find(e => e.checkVisibility())`)
	for _, key := range "invoice" {
		f.press(string(key))
	}
	f.press("Enter")
	f.until("what was found", `location.search.includes('q=invoice') && document.querySelectorAll('#rows .conv').length === 1`)
	f.picture("search")

	f.sized(390, 844)
	f.open(s.path("/inbox?view=open"))
	f.until("the list and no thread", `document.querySelector('#rows .conv').checkVisibility() && !document.querySelector('#thread')`)
	f.until("nothing wider than the screen", `document.documentElement.scrollWidth <= innerWidth`)
	f.picture("phone-list")
	f.opens("Amara Osei")
	f.until("the thread alone", `document.querySelector('#reply').checkVisibility() && !document.querySelector('#rows .conv').checkVisibility()`)
	f.until("nothing wider than the screen", `document.documentElement.scrollWidth <= innerWidth`)
	f.picture("phone-thread")
	f.click(button("Details"))
	f.until("the details over it", `document.querySelector('#details').matches(':popover-open')`)
	f.picture("phone-details")
}

func TestFirefoxWithoutScripts(t *testing.T) {
	s := newService(t)
	f := s.newFox("user_pref(\"javascript.enabled\", false);\n")
	f.sandbox = "journey"
	s.says("parcel", "Amara Osei", "Where is my parcel?")
	f.sized(1440, 900)
	f.signsIn("ada@example.com")
	f.click(row("Amara Osei"))
	f.until("the conversation", `document.querySelector('article[data-author="customer"]')`)
	f.write(`document.querySelector('#reply')`, "It ships today.")
	f.click(button("Send"))
	f.until("the reply", `document.querySelector('article[data-author="agent"]')`)
	f.click(button("Assignee"))
	f.click(named(`[role=option]`, "Bob Reyes"))
	f.until("the assignee", `document.querySelector('#value-assign').innerText === 'Bob Reyes'`)
	f.click(button("Resolve"))
	f.until("a resolved conversation", statusIs+`'resolved'`)
	f.until("no scripts", `!document.documentElement.classList.contains('js')`)
	f.picture("without-scripts")
}

func (f *fox) signsIn(email string) {
	f.Helper()
	f.open(strings.TrimPrefix(f.link(email), f.url))
	f.click(button("Sign in"))
	f.until("the inbox", `location.pathname === '/app/`+f.shop.Slug+`/inbox' && document.readyState === 'complete' && document.hasFocus()`)
}

// opens opens the conversation whose row has a text.
func (f *fox) opens(begins string) {
	f.Helper()
	f.click(row(begins))
	f.until("the conversation of "+begins, `document.querySelector('#open').dataset.conversationId === `+row(begins)+`?.dataset.conversationId && document.querySelector('#reply')`)
}

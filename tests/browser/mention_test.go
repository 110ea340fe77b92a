package browser

import (
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"

	"svcx"
	"svcx/internal/inbox"
)

// joins adds an agent.
func (s *service) joins(email, name string) {
	s.Helper()
	_, err := s.app.Admin.AddMember(s.Context(), inbox.Call{Workspace: s.shop, Actor: inbox.Operator}, svcx.MemberDraft{Email: email, Name: name, Role: svcx.RoleAgent})
	s.must(err)
}

const (
	mentionList  = `!document.querySelector('#mentions').hidden`
	noteText     = `document.querySelector('#note').value`
	fittingNames = `[...document.querySelectorAll('#mentions [role=option]')].filter(e => e.checkVisibility())`
)

// A colleague is mentioned by keys and is told: at once, in the list and in the view, until the
// conversation is opened.
func TestMentionIsTold(t *testing.T) {
	chromium(t)
	s := newService(t)
	s.says("parcel", "Amara Osei", "Where is my parcel?")
	s.says("other", "Jonas", "Hello")
	s.joins("sam@example.com", "Sam")
	s.joins("sam@example.org", "Sam")
	ada, bob := s.newTab(), s.newTab()
	ada.signIn("ada@example.com")
	bob.signIn("bob@example.com")
	bob.opens("Jonas")
	ada.opens("Amara Osei")
	ada.press("n")
	ada.until("the note", `document.activeElement?.id === 'note'`)
	ada.run(typed("Can you look, @bo"))
	ada.until("who fits", mentionList+` && `+fittingNames+`.length === 1 && document.querySelector('#note').getAttribute('aria-activedescendant') === document.querySelector('#mentions [aria-selected=true]')?.id`)
	ada.accessible("choosing whom a note mentions")
	ada.press("Escape")
	ada.until("no list, and what was typed", `!`+mentionList+` && `+noteText+` === 'Can you look, @bo' && document.activeElement.id === 'note'`)
	ada.run(typed(" @"))
	ada.until("all but oneself", mentionList+` && `+fittingNames+`.length === 3`)
	ada.bothThemes("the members whom a note can mention")
	ada.run(typed("REYES"))
	ada.until("who fits", fittingNames+`.length === 1`)
	ada.press("Enter")
	ada.until("the name in place of what was typed", noteText+` === 'Can you look, @bo @Bob Reyes ' && !`+mentionList)
	// A name that two have mentions none of them.
	ada.run(typed("and @Sam?"))
	ada.until("that it is asked which", `document.querySelector('[data-which]').innerText.startsWith('Sam is the name of several members')`)
	ada.accessible("a name of several members")
	ada.click(`document.querySelector('[data-which] button')`)
	ada.until("the two", mentionList+` && `+fittingNames+`.length === 2`)
	ada.press("ArrowDown")
	ada.press("Enter")
	ada.until("the address", noteText+`.includes('and @sam@example.org') && document.querySelector('[data-which]').innerText === ''`)
	ada.press("Enter", input.ModifierCtrl)
	ada.until("the note with its marks", `document.querySelectorAll('article[data-author=note] .mention').length === 2 && !document.querySelector('#sending')`)
	ada.bothThemes("a note that mentions others")

	bob.until("that it is told", `document.querySelector('#say').textContent.startsWith('ada@example.com mentioned you in Amara Osei’s conversation')`)
	bob.until("it marked and counted", row("Amara Osei")+`.innerText.includes('Mentioned') && document.querySelector('.navlink [data-count=mentions]').innerText === '1'`)
	ada.until("nothing told to its author", `!document.querySelector('#say').innerText.includes('mentioned') && !`+row("Amara Osei")+`.innerText.includes('Mentioned')`)
	bob.bothThemes("a row with a mention")
	bob.press("Escape")
	bob.press("g")
	bob.press("n")
	bob.until("the view", `document.title.startsWith('Mentions') && document.querySelectorAll('#rows .conv').length === 1`)
	bob.accessible("the view of mentions")
	bob.click(row("Amara Osei"))
	bob.until("one's own mention marked more", `document.querySelectorAll('article .mention.me').length === 1 && document.querySelectorAll('article .mention').length === 2`)
	bob.until("no mark and no count", `!`+row("Amara Osei")+`.innerText.includes('Mentioned') && document.querySelector('.navlink [data-count=mentions]').innerText === '0'`)
	bob.bothThemes("a note that mentions the reader")
	bob.open("/app/shop/inbox?view=mentions")
	bob.until("it in the view, seen", row("Amara Osei")+` && !`+row("Amara Osei")+`.innerText.includes('Mentioned')`)
	// One that comes while the conversation is open needs no mark.
	bob.click(row("Amara Osei"))
	bob.until("the thread", `document.querySelector('article .mention.me')`)
	ada.press("Escape")
	ada.press("n")
	ada.until("the note", `document.activeElement?.id === 'note'`)
	ada.run(typed("@Bob Reyes, thanks"))
	ada.press("Enter", input.ModifierCtrl)
	bob.until("the second one", `document.querySelectorAll('article .mention.me').length === 2 && !`+row("Amara Osei")+`.innerText.includes('Mentioned')`)
}

// On a phone and on another device: who comes back sees what waits.
func TestMentionWaitsForWhoComesBack(t *testing.T) {
	chromium(t)
	s := newService(t)
	s.says("parcel", "Amara Osei", "Where is my parcel?")
	s.says("other", "Jonas", "Hello")
	bob := s.newTab()
	bob.signIn("bob@example.com")
	bob.opens("Amara Osei")
	bob.click(`document.querySelector('[data-tab=note]')`)
	bob.until("the note", `document.activeElement?.id === 'note'`)
	bob.run(typed("@ada"))
	bob.until("who fits", mentionList+` && `+fittingNames+`.length === 1`)
	bob.click(fittingNames + `[0]`)
	bob.until("the address of one without a name", noteText+` === '@ada@example.com '`)
	bob.click(button("Add note"))
	bob.until("the note", `document.querySelector('article[data-author=note] .mention')?.innerText === '@ada@example.com'`)
	bob.click(button("Assignee"))
	bob.until("the choices", `document.querySelector('#pick-assign').matches(':popover-open')`)
	bob.run(typed("ada"))
	bob.press("Enter")
	bob.shows("Assigned")

	ada := s.onPhone()
	ada.until("the mark and the way to the view", row("Amara Osei")+`.innerText.includes('Mentioned') && document.querySelector('.quiet.asked')?.checkVisibility()`)
	ada.bothThemes("what waits, on a phone")
	ada.run(emulation.SetDeviceMetricsOverride(390, 844, 2, true))
	ada.tap(`document.querySelector('.quiet.asked')`)
	ada.until("the view", `document.title.startsWith('Mentions') && document.querySelectorAll('#rows .conv').length === 1`)
	ada.tap(row("Amara Osei"))
	ada.until("one's own mention", `document.querySelector('article .mention.me')?.checkVisibility()`)
	ada.until("a thread that says who handed it over", `document.querySelector('#messages').innerText.includes('Bob Reyes handed this to you')`)
	ada.accessible("a mention on a phone")
	ada.tap(`document.querySelector('[data-tab=note]')`)
	ada.until("the note", `document.activeElement?.id === 'note'`)
	ada.run(typed("@"))
	ada.until("the members", mentionList+` && `+fittingNames+`.length === 1 && `+fittingNames+`[0].getBoundingClientRect().height >= 44`)
	ada.accessible("choosing on a phone whom a note mentions")
	ada.tap(fittingNames + `[0]`)
	ada.until("the name", noteText+` === '@Bob Reyes ' && !`+mentionList)

	desk := s.newTab()
	desk.signIn("ada@example.com")
	desk.until("no mark on another device", row("Amara Osei")+` && !`+row("Amara Osei")+`.innerText.includes('Mentioned') && !`+row("Amara Osei")+`.innerText.includes('Handed to you')`)
}

package browser

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/input"

	"svcx"
)

// viewers are the names of who else has a conversation open, in the thread's head or in the
// list.
const (
	inHead = `[...document.querySelectorAll('#viewers .viewer')].map(e => e.ariaLabel).join()`
	inRow  = `[...document.querySelectorAll('.conv[data-conversation-id="1"] .viewer')].map(e => e.ariaLabel).join()`
)

// Colleagues see who has a conversation open and who types in it, each once over several
// tabs, and no longer when the last tab is closed. Nobody sees oneself.
func TestWhoElseHasAConversationOpen(t *testing.T) {
	chromium(t)
	s := newService(t)
	s.says("parcel", "Amara Osei", "Where is my parcel?")
	ada, bob := s.newTab(), s.newTab()
	ada.signIn("ada@example.com")
	bob.signIn("bob@example.com")
	bob.click(row("Amara Osei"))
	ada.until("bob in the list", inRow+` === 'Bob Reyes has this open'`)
	second := bob.beside()
	second.open("/app/shop/inbox/1")
	ada.click(row("Amara Osei"))
	ada.until("bob in the head, once", inHead+` === 'Bob Reyes has this open'`)
	bob.until("ada in the head, not oneself", inHead+` === 'ada@example.com has this open' && `+inRow+` === 'ada@example.com has this open'`)
	ada.bothThemes("someone else is there")
	bob.write(`document.querySelector('#reply')`, "I look into")
	ada.until("bob types", inHead+` === 'Bob Reyes is typing' && document.querySelector('#typing').innerText.includes('Bob Reyes is typing')`)
	ada.bothThemes("someone else types")
	ada.click(button("Resolve"))
	ada.until("bob still, after the head has changed", `document.querySelector('#thead').dataset.status === 'resolved' && `+inHead+`.startsWith('Bob Reyes')`)
	bob.open("/app/shop/contacts")
	second.until("ada in the other tab", inHead+` === 'ada@example.com has this open'`)
	ada.until("bob, who has another tab", inHead+`.startsWith('Bob Reyes')`)
	second.open("/app/shop/contacts")
	ada.until("nobody", inHead+` === '' && `+inRow+` === ''`)
}

// A reply asks once about what came while it was written, and keeps its text.
func TestReplyCollides(t *testing.T) {
	chromium(t)
	s := newService(t)
	s.says("parcel", "Amara Osei", "Where is my parcel?")
	ada, bob := s.newTab(), s.newTab()
	ada.signIn("ada@example.com")
	bob.signIn("bob@example.com")
	bob.withoutScripts()
	bob.open("/app/shop/inbox/1")
	ada.open("/app/shop/inbox/1")
	ada.until("scripts", `document.documentElement.classList.contains('js')`)
	s.says("parcel", "Amara Osei", "Number 7.")
	ada.until("the message", `document.querySelectorAll('#messages article').length === 2`)
	// It came before ada began to write.
	ada.write(`document.querySelector('#reply')`, "It ships today.")
	ada.press("Enter", input.ModifierCtrl)
	ada.until("the reply", `document.querySelectorAll('article[data-author=agent]').length === 1 && document.querySelector('#reply').value === ''`)
	bob.write(`document.querySelector('#reply')`, "It is lost.")
	bob.click(button("Send"))
	bob.shows("ada@example.com answered")
	bob.shows("“It ships today.” Send anyway?")
	bob.until("the text kept", `document.querySelector('#reply').value === 'It is lost.' && document.querySelectorAll('article[data-author=agent]').length === 1`)
	bob.forgive("422")
	ada.write(`document.querySelector('#reply')`, "One more thing")
	bob.click(button("Send anyway"))
	bob.until("both", `document.querySelectorAll('article[data-author=agent]').length === 2`)
	ada.until("bob's answer", `document.querySelectorAll('article[data-author=agent]').length === 2`)
	ada.press("Enter", input.ModifierCtrl)
	ada.until("the question, with the text kept", `document.querySelector('#newer [role=alert]')?.innerText.includes('Bob Reyes answered') && document.querySelector('#reply').value === 'One more thing'`)
	ada.bothThemes("a newer message")
	ada.forgive("422")
	ada.press("Enter", input.ModifierCtrl)
	ada.until("sent at the second time", `document.querySelectorAll('article[data-author=agent]').length === 3 && document.querySelector('#reply').value === '' && !document.querySelector('#newer [role=alert]')`)
}

// prefer sets what a member's profile has.
func (s *service) prefer(email string, p svcx.Preferences) {
	s.Helper()
	members, err := s.app.Admin.Members(s.Context(), s.shop, svcx.Page{Limit: 9})
	s.must(err)
	for _, m := range members.Items {
		if m.Email == email {
			s.must(s.app.Identity.SetPreferences(s.Context(), m.ID, p))
		}
	}
}

// New messages are counted in the title and on the icon of all tabs and told of in one of
// them, as the profile has it; none in the conversation that is looked at, nor of others'.
func TestNotifications(t *testing.T) {
	chromium(t)
	s := newService(t)
	s.prefer("ada@example.com", svcx.Preferences{Notify: svcx.NotifyAbout{Unassigned: true}, Signs: svcx.NotifySigns{Count: true, Sound: true, Desktop: true}})
	s.says("parcel", "Amara Osei", "Where is my parcel?")
	ada := s.newTab()
	ada.signIn("ada@example.com")
	const fake = `window.shown = []; window.Notification = class { static permission = 'granted'; constructor(title, options) { this.title = title; Object.assign(this, options); shown.push(this) } close() {} }; true`
	ada.until("the count at first", `document.title === '(1) All open · svcx' && document.querySelector('link[rel=icon]').href.includes('icon-new')`)
	ada.click(row("Amara Osei"))
	ada.until("nothing unread", `document.title === 'About parcel · svcx' && !document.querySelector('link[rel=icon]').href.includes('icon-new')`)
	second := ada.beside()
	second.open("/app/shop/contacts")
	second.until("scripts", `document.documentElement.classList.contains('js')`)
	for _, one := range []*tab{ada, second} {
		s.must(one.look(fake, nil))
	}
	s.says("invoice", "<b>Jonas\u202e", "The <i>VAT</i> number")
	for _, one := range []*tab{ada, second} {
		one.until("the count", `document.title.startsWith('(1) ')`)
	}
	var told []int
	for _, one := range []*tab{ada, second} {
		var n int
		s.must(one.look(`shown.length`, &n))
		told = append(told, n)
	}
	if told[0]+told[1] != 1 {
		t.Errorf("told in the tabs: %v", told)
	}
	teller := ada
	if told[1] == 1 {
		teller = second
	}
	teller.until("text alone", `shown[0].title.includes('<b>Jonas') && !shown[0].title.includes('\u202e') && shown[0].body.includes('The <i>VAT</i> number')`)
	s.must(teller.look(`shown[0].onclick()`, nil))
	teller.until("the conversation", `location.pathname === '/app/shop/inbox/2' && document.title.startsWith('About invoice')`)
	teller.until("it read", `!document.title.startsWith('(')`)
}

// A reply waits five seconds for Undo where the profile has it. It is sent when its page is
// left, and undone it is in the composer again.
func TestReplyWaitsForUndo(t *testing.T) {
	chromium(t)
	s := newService(t)
	s.prefer("ada@example.com", svcx.Preferences{UndoSend: true})
	for i := range 2 {
		s.says(fmt.Sprint("c", i), "Amara Osei", "Hello")
	}
	ada := s.newTab()
	ada.signIn("ada@example.com")
	ada.open("/app/shop/inbox/1")
	ada.until("scripts", `document.documentElement.classList.contains('js')`)
	// The five seconds pass when the test says so.
	s.must(ada.look(`(() => { const real = setTimeout; window.setTimeout = (f, ms) => ms === 5000 ? (window.pass = f, 0) : real(f, ms) })()`, nil))
	ada.write(`document.querySelector('#reply')`, "Too early")
	ada.press("Enter", input.ModifierCtrl)
	ada.until("it waits", `document.querySelector('#waiting') && document.activeElement.innerText === 'Undo'`)
	ada.bothThemes("a reply that waits")
	ada.press("Enter")
	ada.until("it undone", `!document.querySelector('#waiting') && document.activeElement.id === 'reply' && document.activeElement.value === 'Too early' && document.querySelectorAll('article[data-author=agent]').length === 0`)
	ada.press("Enter", input.ModifierCtrl, input.ModifierShift)
	ada.until("it waits again", `document.querySelector('#waiting')`)
	s.must(ada.look(`pass()`, nil))
	ada.until("it sent and resolved after the wait", `document.querySelectorAll('article[data-author=agent]').length === 1 && document.querySelector('#thead').dataset.status === 'resolved' && document.querySelector('#reply').value === ''`)
	ada.open("/app/shop/inbox/2")
	ada.until("scripts", `document.documentElement.classList.contains('js')`)
	ada.write(`document.querySelector('#reply')`, "On the way out")
	ada.click(button("Send"))
	ada.until("it waits", `document.querySelector('#waiting')`)
	ada.open("/app/shop/contacts")
	ada.open("/app/shop/inbox/2")
	ada.until("it was sent and is no draft", `document.querySelectorAll('article[data-author=agent]').length === 1 && document.querySelector('#reply').value === ''`)
}

// Who is handed a conversation was not told.
func TestHandOverIsTold(t *testing.T) {
	chromium(t)
	s := newService(t)
	s.says("parcel", "Amara Osei", "Where is my parcel?")
	s.says("other", "Jonas", "Hello")
	together := []string{"Priya", "Noor", "Sam"}
	for _, name := range together {
		s.says(name, name, "Hello")
	}
	ada, bob := s.newTab(), s.newTab()
	ada.signIn("ada@example.com")
	bob.signIn("bob@example.com")
	bob.opens("Jonas")
	ada.opens("Amara Osei")
	ada.click(button("Assignee"))
	ada.until("the choices", `document.querySelector('#pick-assign').matches(':popover-open')`)
	ada.run(typed("bob"))
	ada.press("Enter")
	bob.until("that it is told", `document.querySelector('#say').innerText.startsWith('ada@example.com handed you Amara Osei’s conversation')`)
	bob.until("it marked", row("Amara Osei")+`.innerText.includes('Handed to you')`)
	ada.until("nothing told to others", `!document.querySelector('#say').innerText.includes('handed') && !`+row("Amara Osei")+`.innerText.includes('Handed to you')`)
	bob.bothThemes("a conversation that was handed over")
	bob.click(`document.querySelector('#say a')`)
	bob.until("it open, and no mark", `document.querySelector('#open').dataset.conversationId === '1' && !`+row("Amara Osei")+`.innerText.includes('Handed to you')`)
	bob.opens("Jonas")
	s.says("parcel", "Amara Osei", "Hello?")
	ada.press("Escape")
	for _, name := range together {
		ada.click(row(name) + `.parentElement.querySelector('.sel')`)
	}
	ada.shows("3 selected")
	ada.press("a")
	ada.until("the choices", `document.querySelector('#sel-assign').matches(':popover-open')`)
	ada.run(typed("bob"))
	ada.press("Enter")
	bob.until("several told together", `document.querySelector('#say').innerText.match(/^[34] conversations were handed to you/)`)
	bob.until("a message that tells nothing again", row("Amara Osei")+`.innerText.includes('Hello?') && !`+row("Amara Osei")+`.innerText.includes('Handed to you')`)
}

package browser

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/network"

	"svcx"
	"svcx/internal/inbox"
)

// From the sign-in link to an answered and resolved conversation. What happens elsewhere
// appears by itself.
func TestAgentAnswersAConversation(t *testing.T) {
	chromium(t)
	s := newService(t)
	s.says("parcel", "Amara Osei", "Where is my parcel?")
	s.says("invoice", "Jonas Lindqvist", "The VAT number is wrong.")
	ada := s.newTab()
	ada.signIn("ada@example.com")
	ada.shows("Where is my parcel?")
	ada.until("two unread conversations", `document.querySelectorAll('.conv.unread').length === 2`)
	ada.click(row("Amara Osei About parcel"))
	ada.until("the conversation without a new page", `document.querySelector('article[data-author="customer"]') && location.pathname === '/app/shop/inbox/1' && document.title.startsWith('About parcel')`)
	ada.until("the row is read", `!document.querySelector('[data-conversation-id="1"].conv').classList.contains('unread')`)

	s.says("parcel", "Amara Osei", "Are you there?")
	ada.until("the new message", `document.querySelectorAll('#messages article').length === 2`)
	s.says("third", "Wen Zhao", "A third conversation.")
	ada.until("the new row or its count", `document.querySelectorAll('.conv').length === 3 || !document.querySelector('#news').hidden`)

	ada.write(`document.querySelector('#reply')`, "It ships today.")
	ada.press("Enter", input.ModifierCtrl)
	ada.until("the reply, once", `document.querySelectorAll('article[data-author="agent"]').length === 1 && !document.querySelector('#sending')`)
	ada.until("an empty composer", `document.querySelector('#reply').value === ''`)
	ada.shows("Kept here, sent to nobody")
	ada.click(button("Resolve"))
	ada.until("a resolved conversation", `document.querySelector('#thead').dataset.status === 'resolved'`)
	ada.until("what was done, once", `[...document.querySelectorAll('#messages .ev')].filter(e => e.innerText.includes('resolved this')).length === 1`)
	ada.click(button("Reopen"))
	ada.until("an open conversation", `document.querySelector('#thead').dataset.status === 'open'`)
	ada.click(button("Assignee"))
	ada.until("the choices", `document.querySelector('#pick-assign').matches(':popover-open')`)
	ada.run(typed("bob"))
	ada.until("the one that fits", `[...document.querySelectorAll('#pick-assign [role=option]')].filter(e => e.checkVisibility()).length === 1`)
	ada.press("Enter")
	ada.until("the assignee", `document.querySelector('#value-assign').innerText === 'Bob Reyes'`)
}

// The same by links and forms alone.
func TestAgentAnswersWithoutScripts(t *testing.T) {
	chromium(t)
	s := newService(t)
	s.says("parcel", "Amara Osei", "Where is my parcel?")
	ada := s.newTab()
	ada.withoutScripts()
	ada.signIn("ada@example.com")
	ada.click(row("Amara Osei About parcel"))
	ada.until("the conversation", `document.querySelector('article[data-author="customer"]')`)
	ada.write(`document.querySelector('#reply')`, "It ships today.")
	ada.click(button("Send"))
	ada.until("the reply", `document.querySelector('article[data-author="agent"]')`)
	ada.shows("Kept here, sent to nobody")
	ada.click(link("Note"))
	ada.write(`document.querySelector('#note')`, "A difficult one.")
	ada.click(button("Add note"))
	ada.until("the note", `document.querySelector('article[data-author="note"]')`)
	ada.click(button("Assignee"))
	ada.click(named(`[role=option]`, "Bob Reyes"))
	ada.until("the assignee", `document.querySelector('#value-assign').innerText === 'Bob Reyes'`)
	ada.click(button("Resolve"))
	ada.until("a resolved conversation", `document.querySelector('#thead').dataset.status === 'resolved'`)
	ada.shows("Bob Reyes")
}

// With keys alone: through the list, into the composer, and out.
func TestKeysAlone(t *testing.T) {
	chromium(t)
	s := newService(t)
	for _, name := range []string{"Amara", "Jonas", "Wen"} {
		s.says(name, name, "Hello from "+name)
	}
	ada := s.newTab()
	ada.signIn("ada@example.com")
	ada.until("rows", `document.querySelectorAll('.conv').length === 3 && (window.sameDocument = true)`)
	ada.press("j")
	ada.until("the first", `document.querySelector('#open')?.dataset.conversationId === document.querySelector('.conv').dataset.conversationId`)
	ada.press("j")
	ada.until("the second", `document.querySelector('#open')?.dataset.conversationId === document.querySelectorAll('.conv')[1].dataset.conversationId`)
	ada.press("r")
	ada.until("the composer", `document.activeElement?.id === 'reply'`)
	ada.run(typed("jekyll"))
	ada.until("what was typed, and no command", `document.querySelector('#reply').value === 'jekyll'`)
	ada.press("Enter", input.ModifierCtrl)
	ada.until("the reply", `document.querySelector('article[data-author="agent"]')`)
	ada.press("Escape")
	ada.press("e")
	ada.until("a resolved conversation", `document.querySelector('#thead').dataset.status === 'resolved'`)
	ada.press("m")
	// A key that came right after an answer loaded the page, and keys after it were lost.
	ada.until("mine, in the same document", `document.querySelector('#value-assign').innerText.includes('ada@example.com') && window.sameDocument`)
}

// What is written is kept when one goes elsewhere and comes back.
func TestDraftsAreKept(t *testing.T) {
	chromium(t)
	s := newService(t)
	s.says("one", "Amara", "Hello")
	s.says("two", "Jonas", "Hello")
	ada := s.newTab()
	ada.signIn("ada@example.com")
	ada.click(row("Amara"))
	ada.write(`document.querySelector('#reply')`, "Not yet done")
	ada.click(row("Jonas"))
	ada.until("the other, empty", `document.querySelector('#open').dataset.conversationId === '2' && document.querySelector('#reply').value === ''`)
	ada.until("the draft in the list", `!document.querySelector('.conv[data-conversation-id="1"] .draft').hidden`)
	ada.click(row("Amara"))
	ada.until("the draft", `document.querySelector('#reply')?.value === 'Not yet done'`)
	ada.open("/app/shop/inbox/1")
	ada.until("the draft after loading", `document.querySelector('#reply')?.value === 'Not yet done'`)
	// Fault: whoever signed in next in the same browser was shown it.
	ada.run(network.ClearBrowserCookies())
	ada.signIn("bob@example.com")
	ada.open("/app/shop/inbox/1")
	ada.until("Bob's page, without the draft", `document.documentElement.classList.contains('js') && document.querySelector('#reply')?.value === ''`)
	ada.run(network.ClearBrowserCookies())
	ada.signIn("ada@example.com")
	ada.open("/app/shop/inbox/1")
	ada.until("the draft of the one who wrote it", `document.querySelector('#reply')?.value === 'Not yet done'`)
}

// A reply that is still on its way when one goes on to another conversation is not lost if it
// fails, and its answer changes nothing there.
func TestReplyFailsWhileAnotherConversationIsOpen(t *testing.T) {
	chromium(t)
	s := newService(t)
	s.says("one", "Amara", "Hello")
	s.says("two", "Jonas", "Hello")
	ada := s.newTab()
	ada.signIn("ada@example.com")
	ada.click(row("Jonas"))
	ada.write(`document.querySelector('#reply')`, "For Jonas")
	ada.click(row("Amara"))
	ada.until("the other, empty", `document.querySelector('#open').dataset.conversationId === '1' && document.querySelector('#reply').value === ''`)
	ada.write(`document.querySelector('#reply')`, "For Amara")
	// The answer waits until the other conversation is open.
	ada.until("a held answer", `(() => { const open = XMLHttpRequest.prototype.open, send = XMLHttpRequest.prototype.send;
		XMLHttpRequest.prototype.open = function (method, to, ...rest) { this.held = to.includes('/messages'); return open.call(this, method, this.held && window.breaks ? '/nowhere' : to, ...rest) };
		XMLHttpRequest.prototype.send = function (body) { if (!this.held) return send.call(this, body); window.release = () => { window.released = this; send.call(this, body) } };
		return window.breaks = true })()`)
	ada.press("Enter", input.ModifierCtrl)
	ada.until("the reply on its way", `window.release && document.querySelector('#sending')`)
	ada.click(row("Jonas"))
	ada.until("the other", `document.querySelector('#open').dataset.conversationId === '2' && document.querySelector('#reply').value === 'For Jonas'`)
	ada.until("the failure", `(window.releases ??= (window.release(), true)) && window.released.readyState === 4`)
	ada.forgive("Failed to load resource")
	ada.forgive("Response Status Error Code")
	ada.click(row("Amara"))
	ada.until("the text that was not sent", `document.querySelector('#open').dataset.conversationId === '1' && document.querySelector('#reply').value === 'For Amara'`)

	ada.until("the way free again", `(window.breaks = window.release = window.releases = undefined, true)`)
	ada.click(`document.querySelector('#reply')`)
	ada.press("Enter", input.ModifierCtrl)
	ada.until("the reply on its way again", `window.release`)
	ada.click(row("Jonas"))
	ada.until("the other again", `document.querySelector('#open').dataset.conversationId === '2'`)
	ada.until("the answer", `(window.releases ??= (window.release(), true)) && window.released.readyState === 4`)
	ada.until("all of the other", `['thead', 'composer', 'details'].every(id => [...document.getElementById(id).querySelectorAll('form')].every(f => !f.getAttribute('action')?.includes('/inbox/1/'))) && document.querySelector('#reply').value === 'For Jonas'`)
	ada.click(row("Amara"))
	ada.until("the reply, and no draft", `document.querySelector('article[data-author="agent"]') && document.querySelector('#reply').value === ''`)
}

// A connection that is lost is said, and back again the page is as if nothing had been.
func TestConnectionIsLostAndFound(t *testing.T) {
	chromium(t)
	s := newService(t)
	line := newLine(t, s.url)
	s.says("parcel", "Amara Osei", "Where is my parcel?")
	ada := s.newTab()
	ada.via(line)
	ada.signIn("ada@example.com")
	ada.click(row("Amara Osei"))
	ada.until("the conversation", `document.querySelector('#reply') && document.documentElement.classList.contains('js')`)
	ada.write(`document.querySelector('#reply')`, "Half a ")
	line.cut()
	ada.until("that it is said", `document.querySelector('#connection').innerText === 'Offline, trying again'`)
	s.says("parcel", "Amara Osei", "Are you there?")
	ada.run(typed("sentence"))
	line.mend()
	ada.until("that it is over", `document.querySelector('#connection').innerText === ''`)
	ada.until("what was missed", `document.querySelectorAll('#messages article').length === 2`)
	ada.until("what was written, where it was written", `document.activeElement.id === 'reply' && document.activeElement.value === 'Half a sentence'`)
	ada.forgive("ERR_")
	ada.forgive("Failed to load resource")
}

// Every command is found by its name, and its key stands beside it.
func TestCommandMenu(t *testing.T) {
	chromium(t)
	s := newService(t)
	s.says("parcel", "Amara Osei", "Where is my parcel?")
	ada := s.newTab()
	ada.signIn("ada@example.com")
	ada.click(row("Amara Osei"))
	ada.until("the conversation", `document.querySelector('#reply')`)
	ada.press("k", input.ModifierCtrl)
	ada.until("the menu", `document.querySelector('dialog[open] [role=combobox]') === document.activeElement`)
	ada.bothThemes("the command menu")
	ada.run(typed("assign to me"))
	ada.until("one command", `[...document.querySelectorAll('#commands [role=option]')].filter(e => e.checkVisibility()).length === 1`)
	ada.press("Enter")
	ada.until("mine", `document.querySelector('#value-assign').innerText.includes('ada@example.com')`)
}

// The menu offers what can be done now, and says that nothing is found.
func TestCommandMenuOffersWhatCanBeDone(t *testing.T) {
	chromium(t)
	s := newService(t)
	s.says("parcel", "Amara Osei", "Where is my parcel?")
	ada := s.newTab()
	ada.signIn("ada@example.com")
	offered := func(key string) string {
		return `[...document.querySelectorAll('#commands [role=option]')].some(e => e.dataset.key === '` + key + `' && e.checkVisibility() && e.ariaDisabled !== 'true')`
	}
	ada.press("k", input.ModifierCtrl)
	ada.until("every key, also of what cannot be done now", `['r', 'z', 'Ctrl+Enter'].every(key => document.querySelector('#commands [data-key="' + key + '"]')?.checkVisibility())`)
	ada.until("no reply without a conversation, nothing to undo or to send", offered("j")+` && !`+offered("r")+` && !`+offered("s")+` && !`+offered("z")+` && !`+offered("Ctrl+Enter"))
	ada.run(typed("nothing like that"))
	ada.until("that nothing is found", `document.querySelector('#commands [role=status]').innerText === 'Nothing found'`)
	ada.bothThemes("no command")
	ada.press("Escape")
	ada.click(row("Amara Osei"))
	ada.write(`document.querySelector('#reply')`, "Hello")
	ada.press("k", input.ModifierCtrl)
	ada.until("what can be done with it", offered("r")+` && `+offered("s")+` && `+offered("Ctrl+Enter"))
}

// When everything has to be reloaded, as after a person is erased, what one writes, where one is
// and what is open stays.
func TestReloadKeepsWhatIsWritten(t *testing.T) {
	chromium(t)
	s := newService(t)
	s.says("parcel", "Amara Osei", "Where is my parcel?")
	s.says("invoice", "Jonas Lindqvist", "The VAT number is wrong.")
	ada := s.newTab()
	ada.signIn("ada@example.com")
	ada.click(row("Amara Osei"))
	ada.until("the conversation", `document.querySelector('#reply')`)
	ada.write(`document.querySelector('#reply')`, "Half a sentence")
	s.must(s.app.Directory.EraseContact(t.Context(), inbox.Call{Workspace: s.shop, Actor: inbox.Operator}, 2))
	ada.until("the person gone", `!document.querySelector('#rows').innerText.includes('Jonas')`)
	ada.until("that the page was reloaded", `performance.getEntriesByType('resource').some(e => e.initiatorType === 'fetch' && e.name.includes('/inbox/1?'))`)
	ada.until("what was written, where it was written", `document.activeElement.id === 'reply' && document.activeElement.value === 'Half a sentence'`)
	ada.until("what is open", `document.querySelector('#open').dataset.conversationId === '1' && document.querySelector('.conv[data-conversation-id="1"]').hasAttribute('aria-current')`)
	s.says("third", "Wen Zhao", "A third conversation.")
	ada.until("the third in the list", `document.querySelector('#rows').innerText.includes('Wen')`)
	ada.until("a row with the focus", `(document.querySelector('.conv[data-conversation-id="1"]').focus(), window.oldRow = document.activeElement).matches('.conv')`)
	s.must(s.app.Directory.EraseContact(t.Context(), inbox.Call{Workspace: s.shop, Actor: inbox.Operator}, 3))
	ada.until("a new row with the focus", `window.oldRow !== document.activeElement && document.activeElement.dataset.conversationId === '1'`)
}

// A message of a part of the thread that is not shown, such as one that was edited, is not put
// among those that are.
func TestMessageBeforeThoseShown(t *testing.T) {
	chromium(t)
	s := newService(t)
	for i := range 60 {
		s.says("long", "Amara Osei", fmt.Sprintf("Number %d.", i))
	}
	ada := s.newTab()
	ada.signIn("ada@example.com")
	ada.click(row("Amara Osei"))
	ada.until("the end of the thread", `document.querySelectorAll('#messages article').length === 50`)
	_, err := s.app.Messaging.EditMessage(t.Context(), inbox.Call{Workspace: s.shop, Actor: inbox.Operator}, 1, 1, svcx.MessageEdit{Content: "Number zero."})
	s.must(err)
	s.says("long", "Amara Osei", "At the end.")
	ada.until("the message at the end, and none before the others", `(all => all.length === 51 && all.at(-1).innerText.includes('At the end.') && all[0].innerText.includes('Number 10.'))([...document.querySelectorAll('#messages article')])`)
}

package browser

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"svcx"
	"svcx/internal/inbox"
)

const foxAtRow = `document.activeElement.matches('.conv[aria-current]')`

// The tasks of a day in Firefox, with keys alone; many conversations at once are in TestFirefoxOutages.
func TestFirefoxTasks(t *testing.T) {
	s, hook := withWebhook(t, http.StatusUnprocessableEntity, nil)
	line := newLine(t, s.url)
	f := s.via(line).newFox("")
	for i := range 20 {
		s.says(fmt.Sprintf("c%02d", i), fmt.Sprintf("Customer %02d", i), "Hello, this is about my order.")
	}
	s.says("parcel", "Amara Osei", "Where is my parcel? The tracking number is lost.")
	s.says("other", "Amara O.", "One more, please.")
	s.saves("Thank you", "", "Thank you, {{contact.name}}.")
	f.sized(1000, 700)
	f.signsIn("ada@example.com")
	f.until("rows and scripts", `document.querySelectorAll('.conv').length === 22 && document.documentElement.classList.contains('js')`)

	// Triage twenty.
	for i := range 20 {
		f.press("j")
		f.until("the next", fmt.Sprintf(`document.querySelector('#open').dataset.conversationId === '%d' && document.querySelector('#reply') && %s`, 22-i, foxAtRow))
		f.press("c")
		f.until("the categories", `document.querySelector('#pick-category').matches(':popover-open')`)
		f.types("ret")
		f.press("Enter")
		f.until("the category", `document.querySelector('#value-category').innerText === 'Returns' && document.querySelector('#say').innerText.startsWith('Category: Returns')`)
	}
	f.picture("task-triage")

	// A saved reply.
	f.press("/")
	f.types("tracking")
	f.press("Enter")
	f.until("what was found", `location.search.includes('q=tracking') && document.querySelectorAll('#rows .conv').length === 1 && document.documentElement.classList.contains('js')`)
	f.picture("task-search")
	f.press("j")
	f.until("the conversation", `document.querySelector('#open').dataset.conversationId === '21' && document.querySelector('#reply')`)
	f.press("s")
	f.until("the saved replies", `[...document.querySelectorAll('[role=option]')].some(e => e.checkVisibility() && e.innerText.includes('Thank you'))`)
	f.press("Enter")
	f.until("the text with the name", `document.querySelector('#reply').value.includes('Thank you, Amara Osei.')`)
	f.press("Control", "Enter")
	f.until("that it failed", `document.querySelector('.dlv')?.dataset.state === 'refused' || document.querySelector('.dlv')?.dataset.state === 'retrying'`)
	f.picture("task-failed-delivery")

	// Recover from a failed delivery.
	hook.status.Store(http.StatusOK)
	f.press("Escape")
	f.press("Control", "k")
	f.until("the commands", `document.querySelector('#commands').open`)
	f.types("try now")
	f.until("the command of the reply", `document.querySelector('#commands [role=option][data-here]:not([hidden])')?.checkVisibility()`)
	f.press("Enter")
	f.until("it accepted", `document.querySelector('.dlv')?.dataset.state === 'accepted'`)
	f.picture("task-accepted")

	// Hand over, with a mention.
	f.press("n")
	f.until("the note", `document.activeElement?.id === 'note'`)
	f.types("Please take this, @bo")
	f.until("who fits", mentionList)
	f.press("Enter")
	f.until("the name", noteText+`.includes('@Bob Reyes')`)
	f.press("Control", "Enter")
	f.until("the note", `document.querySelector('article[data-author="note"] .mention')`)
	f.press("Escape")
	f.press("a")
	f.until("the members", `document.querySelector('#pick-assign').matches(':popover-open')`)
	f.types("bob")
	f.press("Enter")
	f.until("it handed over", `document.querySelector('#value-assign').innerText === 'Bob Reyes' && document.querySelector('#say').innerText.startsWith('Assigned to Bob Reyes')`)
	f.picture("task-hand-over")
	bob := s.newFox("user_pref(\"layout.css.prefers-color-scheme.content-override\", 0);\n")
	bob.sized(1000, 700)
	bob.signsIn("bob@example.com")
	bob.press("g")
	bob.press("n")
	bob.until("who mentions him, and its scripts", `document.documentElement.classList.contains('js') && document.querySelector('#list').dataset.view === 'mentions' && `+lastLine("Amara Osei")+`.startsWith('ada@example.com mentioned you: Please take this')`)
	bob.picture("dark-task-mention")
	bob.press("j")
	bob.until("the conversation, in the dark", `document.querySelector('#reply') && matchMedia('(prefers-color-scheme: dark)').matches`)
	bob.picture("dark-thread")

	// Answer on a train.
	f.press("r")
	f.until("the composer", `document.activeElement?.id === 'reply'`)
	f.types("It is on its way.")
	line.cut()
	f.until("that the connection is lost", isOffline)
	f.press("Control", "Enter")
	f.until("that it was not sent", unsent)
	f.picture("task-train")
	line.mend()
	f.until("it sent, once", `document.querySelectorAll('article[data-author="agent"]').length === 2 && !document.querySelector('#unsent .msg') && `+isOnline)
	f.forgive("")

	// Resolve with a required field.
	s.required()
	f.open(s.path("/inbox/21?view=open"))
	f.until("the conversation", `document.querySelector('#reply') && document.documentElement.classList.contains('js')`)
	f.press("e")
	f.until("the dialog", `document.querySelector('#fill dialog:modal') && document.activeElement.id === 'fill-order'`)
	f.picture("task-required-field")
	f.types("4711")
	f.press("Enter")
	f.until("a resolved conversation", statusIs+`'resolved' && !document.querySelector('dialog[open]')`)

	// Merge two contacts.
	f.press("g")
	f.press("p")
	f.until("the contacts", `location.pathname.endsWith('/contacts') && document.documentElement.classList.contains('js')`)
	f.press("/")
	f.types("amara")
	f.until("what was found", `document.querySelectorAll('#people [data-contact-id]').length === 2`)
	f.press("Enter")
	f.until("the first", `document.activeElement.matches('.who-row')`)
	f.press("Enter")
	f.until("the contact", `document.title.startsWith('Amara') && document.documentElement.classList.contains('js')`)
	f.press("Control", "k")
	f.until("the commands", `document.querySelector('#command-list [data-here]')`)
	f.types("merge")
	f.press("Enter")
	f.until("the search for the other", `location.pathname.endsWith('/merge') && document.activeElement?.name === 'q'`)
	f.types("amara")
	f.until("the other", `document.querySelectorAll('#others [data-contact-id]').length === 1`)
	f.press("ArrowDown")
	f.press("Enter")
	f.until("what will be done", `document.querySelector('.plan') && document.readyState === 'complete'`)
	f.picture("task-merge")
	f.tabs("the button", `document.activeElement.matches('.act-row button')`)
	f.press(" ")
	f.until("what was done", `[...document.querySelectorAll('[role=status]')].some(e => e.innerText === 'Merged') && document.documentElement.classList.contains('js')`)
	f.picture("task-merged")
	f.tabs("the way back", `document.activeElement === (`+button("Undo")+`)`)
	f.press("Enter")
	f.until("the contact of before", `location.pathname.endsWith('/contacts/22') && document.querySelector('h1').innerText === 'Amara O.'`)
}

// Outages, a restart, many tabs, a veto and no answer, a collision, a long thread and a bulk of five
// hundred in Firefox.
func TestFirefoxOutages(t *testing.T) {
	dir := t.TempDir()
	s := newService(t, "--data-dir", dir, "--outbound-allow-http", "--outbound-allow-cidrs", "127.0.0.0/8")
	line := newLine(t, s.url)
	f := s.via(line).newFox("")
	s.says("parcel", "Amara Osei", "Where is my parcel?")
	f.sized(1000, 700)
	f.signsIn("ada@example.com")
	f.opens("Amara Osei")
	f.write(`document.querySelector('#reply')`, "Half a sentence")
	f.until("the same document", `window.sameDocument = true`)
	for i, outage := range []time.Duration{4 * time.Second, 2 * time.Minute} {
		if *firefoxPictures == "" {
			outage = 0 // only by hand does it last
		}
		line.cut()
		f.until("that the connection is lost", isOffline)
		s.says("parcel", "Amara Osei", fmt.Sprint("Missed ", i))
		for end := time.Now().Add(outage); time.Now().Before(end); f.until("that it is still lost", isOffline) {
		}
		if i == 1 {
			f.picture("outage")
		}
		line.mend()
		f.until("what was missed, with what was written", fmt.Sprintf(`%s && document.querySelector('#messages').innerText.includes('Missed %d') && document.querySelector('#reply').value === 'Half a sentence' && window.sameDocument`, isOnline, i))
	}

	// The server restarts.
	at := strings.TrimPrefix(s.url, "http://")
	s.stop()
	f.until("that the connection is lost", isOffline)
	s.node = serve(t, "--addr", at, "--data-dir", dir, "--outbound-allow-http", "--outbound-allow-cidrs", "127.0.0.0/8")
	f.until("that it is over", isOnline+` && document.querySelector('#reply').value === 'Half a sentence' && window.sameDocument`)

	// Eight tabs.
	first := f.context
	all := []string{first}
	for range 7 {
		all = append(all, f.beside(s.path("/inbox/1?view=open")))
		f.until("the conversation", `document.querySelector('#reply') && document.documentElement.classList.contains('js')`)
	}
	s.says("parcel", "Amara Osei", "To all of them")
	for _, f.context = range all {
		f.until("the message in each tab", `document.querySelector('#messages').innerText.includes('To all of them')`)
	}
	for _, context := range all[1:] {
		f.do("browsingContext.close", map[string]any{"context": context}, nil)
	}
	f.context = first

	// A collision.
	_, err := s.app.Messaging.Send(t.Context(), inbox.Call{Workspace: s.shop, Actor: inbox.Operator}, 1, svcx.MessageDraft{Content: "I have answered.", ContentType: svcx.ContentText, Author: svcx.Author{Type: svcx.AuthorAgent, Name: "Bob Reyes"}})
	s.must(err)
	f.until("the answer", `document.querySelector('#messages').innerText.includes('I have answered.')`)
	f.click(`document.querySelector('#reply')`)
	f.press("Control", "Enter")
	f.until("the question", `document.querySelector('#newer [role=alert]') || document.querySelector('#newer')?.innerText`)
	f.picture("collision")
	f.click(button("Send anyway"))
	f.until("the reply", `[...document.querySelectorAll('article[data-author="agent"]')].some(e => e.innerText.includes('Half a sentence')) && document.querySelector('#reply').value === ''`)

	// A veto, and no answer.
	refuse := true
	s.confirms(func(string) bool { return refuse })
	f.click(button("Resolve"))
	f.until("the reason", `document.querySelector('#alert').innerText.includes('The refund still runs') && `+statusIs+`'open'`)
	f.picture("veto")
	s.setsChannel(func(c *svcx.Settings) { c.AIVerificationURL = "http://127.0.0.1:1/" })
	f.click(button("Resolve"))
	f.until("that it is unconfirmed", statusIs+`'resolved' && document.querySelector('#messages').innerText.includes('unconfirmed')`)
	f.picture("fail-open")
	refuse = false
	s.setsChannel(func(c *svcx.Settings) { c.IntentConfirmationEnabled = false })

	// Ten thousand messages.
	s.says("long", "Long Thread", "The first.")
	s.fills("long", 10_000)
	f.open(s.path("/inbox?view=open"))
	f.opens("Long Thread")
	f.until("its end", `document.querySelectorAll('#messages article').length === 50`)
	f.click(link("Earlier messages"))
	f.until("more of it", `document.querySelectorAll('#messages article').length >= 50 && document.querySelector('#thread')`)
	f.picture("long-thread")

	// Five hundred at once, and not in a list that grows by them: it would be shown as long as it was.
	f.open(s.path("/contacts"))
	s.conversations(500)
	f.open(s.path("/inbox?view=open"))
	f.until("rows", `document.querySelectorAll('.conv').length === 30 && document.documentElement.classList.contains('js')`)
	f.press("*")
	f.until("the page", `document.querySelectorAll('.sel:checked').length === 30`)
	f.click(`document.querySelector('#selection [name=all]')`)
	f.until("all", `document.querySelector('#sel-count').innerText.includes('501')`)
	f.press("E")
	f.until("the end", `document.querySelector('#bulk[data-ended]')?.innerText.includes('501 conversations closed')`)
	f.picture("bulk")
	f.forgive("")
}

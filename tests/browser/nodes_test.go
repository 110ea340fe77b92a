package browser

import (
	"testing"

	"github.com/chromedp/cdproto/input"

	"svcx"
	"svcx/internal/inbox"
)

// elsewhere are journeys in which something happens on one server and is seen on another: on
// PostgreSQL two nodes, on SQLite the same one.
var elsewhere = []struct {
	name string
	run  func(t *testing.T, near, far *service)
}{
	{"a message arrives", messageArrivesElsewhere},
	{"a colleague answers", colleagueAnswersElsewhere},
	{"a colleague writes a note", noteElsewhere},
	{"a colleague resolves and reopens", resolvedElsewhere},
	{"a colleague assigns", assignedElsewhere},
	{"both resolve", bothResolve},
	{"a person is erased", erasedElsewhere},
	{"a colleague types", colleagueTypes},
	{"a colleague has it open", viewedElsewhere},
	{"the session ends", signedOutElsewhere},
	{"the server goes away", serverGoesAway},
}

func TestOneNode(t *testing.T) {
	chromium(t)
	only := serve(t, "--addr", "127.0.0.1:0", "--data-dir", t.TempDir())
	for i, journey := range elsewhere {
		t.Run(journey.name, func(t *testing.T) {
			s := &service{T: t, node: only}
			s.fill("shop" + string(rune('a'+i)))
			journey.run(t, s, s)
		})
	}
}

func TestTwoNodes(t *testing.T) {
	chromium(t)
	near, far := newNodes(t)
	for i, journey := range elsewhere {
		t.Run(journey.name, func(t *testing.T) {
			s := &service{T: t, node: near}
			s.fill("shop" + string(rune('a'+i)))
			journey.run(t, s, s.on(far))
		})
	}
}

// opens opens the conversation whose row has a text, and waits for it.
func (t *tab) opens(begins string) {
	t.Helper()
	t.click(row(begins))
	t.until("the conversation of "+begins, `document.querySelector('#open').dataset.conversationId === `+row(begins)+`?.dataset.conversationId && document.querySelector('#reply')`)
}

// replies writes a reply and sends it by keys.
func (t *tab) replies(text string) {
	t.Helper()
	t.write(`document.querySelector('#reply')`, text)
	t.press("Enter", input.ModifierCtrl)
	t.until("the reply, sent", `!document.querySelector('#sending') && [...document.querySelectorAll('article[data-author="agent"]')].at(-1)?.innerText.includes(`+quoted(text)+`)`)
}

const statusIs = `document.querySelector('#thead')?.dataset.status === `

// The conversation that is open, the rows of the list and the counts follow.
func messageArrivesElsewhere(t *testing.T, near, far *service) {
	near.says("parcel", "Amara Osei", "Where is my parcel?")
	ada := near.newTab()
	ada.signIn("ada@example.com")
	ada.opens("Amara Osei")
	far.says("parcel", "Amara Osei", "Are you there?")
	ada.until("the message in the open conversation", `[...document.querySelectorAll('#messages article')].at(-1).innerText.includes('Are you there?')`)
	ada.until("and in its row", row("Amara Osei")+`.innerText.includes('Are you there?')`)
	far.says("invoice", "Jonas Lindqvist", "The VAT number is wrong.")
	ada.until("the new conversation, or its count", row("Jonas")+` || !document.querySelector('#news').hidden`)
	ada.until("how many are open", `document.querySelector('.n[data-count="open"]').innerText === '2'`)
}

func colleagueAnswersElsewhere(t *testing.T, near, far *service) {
	near.says("parcel", "Amara Osei", "Where is my parcel?")
	ada, bob := near.newTab(), far.newTab()
	ada.signIn("ada@example.com")
	ada.opens("Amara Osei")
	ada.write(`document.querySelector('#reply')`, "It is on its")
	bob.signIn("bob@example.com")
	bob.opens("Amara Osei")
	bob.replies("It ships today.")
	ada.until("the colleague's reply", `document.querySelector('article[data-author="agent"]')?.ariaLabel.startsWith('Bob Reyes')`)
	ada.until("what ada writes, where it was", `document.activeElement.id === 'reply' && document.activeElement.value === 'It is on its'`)
	bob.until("the reply, once", `document.querySelectorAll('article[data-author="agent"]').length === 1`)
}

func noteElsewhere(t *testing.T, near, far *service) {
	near.says("parcel", "Amara Osei", "Where is my parcel?")
	ada, bob := near.newTab(), far.newTab()
	ada.signIn("ada@example.com")
	ada.opens("Amara Osei")
	bob.signIn("bob@example.com")
	bob.opens("Amara Osei")
	bob.press("n")
	bob.until("the note's box", `document.activeElement?.id === 'note'`)
	bob.run(typed("A difficult one."))
	bob.press("Enter", input.ModifierCtrl)
	ada.until("the note", `document.querySelector('article[data-author="note"]')?.innerText.includes('A difficult one.')`)
	ada.until("that it is no reply", `!document.querySelector('article[data-author="agent"]')`)
}

func resolvedElsewhere(t *testing.T, near, far *service) {
	near.says("parcel", "Amara Osei", "Where is my parcel?")
	near.says("invoice", "Jonas Lindqvist", "Wrong.")
	ada, bob := near.newTab(), far.newTab()
	ada.signIn("ada@example.com")
	ada.opens("Amara Osei")
	bob.signIn("bob@example.com")
	bob.opens("Amara Osei")
	bob.click(button("Resolve"))
	ada.until("that it is resolved", statusIs+`'resolved' && `+button("Reopen"))
	ada.until("by whom", `document.querySelector('#messages').innerText.includes('Bob Reyes resolved this')`)
	ada.until("how many are open", `document.querySelector('.n[data-count="open"]').innerText === '1'`)
	ada.click(button("Reopen"))
	bob.until("that it is open again", statusIs+`'open' && `+button("Resolve"))
}

func assignedElsewhere(t *testing.T, near, far *service) {
	near.says("parcel", "Amara Osei", "Where is my parcel?")
	ada, bob := near.newTab(), far.newTab()
	ada.signIn("ada@example.com")
	ada.opens("Amara Osei")
	bob.signIn("bob@example.com")
	bob.opens("Amara Osei")
	bob.press("m")
	ada.until("whose it is", `document.querySelector('#value-assign').innerText === 'Bob Reyes'`)
	ada.click(button("Assignee"))
	ada.until("the choices", `document.querySelector('#pick-assign').matches(':popover-open')`)
	ada.run(typed("ada"))
	ada.press("Enter")
	bob.until("whose it is now", `document.querySelector('#value-assign').innerText === 'ada@example.com'`)
	bob.until("that none is bob's", `document.querySelector('.n[data-count="mine"]').innerText === '0'`)
	ada.until("that one is ada's", `document.querySelector('.n[data-count="mine"]').innerText === '1'`)
}

// Whoever comes second is told nothing wrong, and it is written down once.
func bothResolve(t *testing.T, near, far *service) {
	near.says("parcel", "Amara Osei", "Where is my parcel?")
	ada, bob := near.newTab(), far.newTab()
	ada.signIn("ada@example.com")
	bob.signIn("bob@example.com")
	ada.opens("Amara Osei")
	bob.opens("Amara Osei")
	ada.press("e")
	bob.press("e")
	for _, who := range []*tab{ada, bob} {
		who.until("a state that both see", `['open', 'resolved'].includes(document.querySelector('#thead').dataset.status)`)
	}
	ada.until("the same", `document.querySelector('#messages').innerText.includes('resolved this')`)
	bob.until("the same", `document.querySelector('#messages').innerText.includes('resolved this')`)
	ada.until("no failure", `!document.querySelector('#alert').innerText`)
	bob.until("no failure", `!document.querySelector('#alert').innerText`)
}

func erasedElsewhere(t *testing.T, near, far *service) {
	near.says("parcel", "Amara Osei", "Where is my parcel?")
	near.says("invoice", "Jonas Lindqvist", "Wrong.")
	ada, bob := near.newTab(), far.newTab()
	ada.signIn("ada@example.com")
	ada.opens("Amara Osei")
	ada.write(`document.querySelector('#reply')`, "Half a sentence")
	bob.signIn("bob@example.com")
	var found struct{ ID svcx.ContactID }
	near.must(bob.look(`fetch('/api/`+near.shop.Slug+`/contacts?search=Jonas').then(r => r.json()).then(r => ({ID: r.data[0].id}))`, &found))
	near.must(far.app.Directory.EraseContact(t.Context(), inbox.Call{Workspace: near.shop, Actor: inbox.Operator}, found.ID))
	ada.until("nobody of that name", `!document.querySelector('#rows').innerText.includes('Jonas')`)
	ada.until("what ada writes", `document.activeElement.id === 'reply' && document.activeElement.value === 'Half a sentence'`)
}

func colleagueTypes(t *testing.T, near, far *service) {
	near.channelWith(func(s *svcx.Settings) { s.TypingIndicatorsEnabled = true })
	near.says("parcel", "Amara Osei", "Where is my parcel?")
	ada, bob := near.newTab(), far.newTab()
	ada.signIn("ada@example.com")
	ada.opens("Amara Osei")
	bob.signIn("bob@example.com")
	bob.opens("Amara Osei")
	bob.click(`document.querySelector('#reply')`)
	bob.run(typed("It"))
	ada.until("that bob types", `document.querySelector('#typing').innerText.includes('Bob Reyes')`)
	bob.until("that nobody else types", `!document.querySelector('#typing').innerText`)
	bob.run(typed(" ships today."))
	bob.press("Enter", input.ModifierCtrl)
	ada.until("the reply in its place", `document.querySelector('article[data-author="agent"]') && !document.querySelector('#typing').innerText`)
}

func viewedElsewhere(t *testing.T, near, far *service) {
	near.says("parcel", "Amara Osei", "Where is my parcel?")
	ada, bob := near.newTab(), far.newTab()
	ada.signIn("ada@example.com")
	bob.signIn("bob@example.com")
	const viewersOfRow = `[...document.querySelectorAll('.conv .viewer')].map(e => e.ariaLabel).join()`
	bob.opens("Amara Osei")
	ada.until("bob in the list", viewersOfRow+` === 'Bob Reyes has this open'`)
	second := bob.beside()
	second.url = near.url // of another origin: the browser has a stream at each server
	second.open(near.path("/inbox?view=open"))
	second.opens("Amara Osei")
	ada.opens("Amara Osei")
	ada.until("bob in the head, once", inHead+` === 'Bob Reyes has this open'`)
	bob.until("ada in the head, not oneself", inHead+` === 'ada@example.com has this open' && `+viewersOfRow+` === 'ada@example.com has this open'`)
	bob.write(`document.querySelector('#reply')`, "I look into")
	ada.until("bob types", inHead+` === 'Bob Reyes is typing'`)
	bob.open(near.path("/contacts"))
	second.until("ada in the other tab", inHead+` === 'ada@example.com has this open'`)
	ada.until("bob, who has another tab", inHead+`.startsWith('Bob Reyes')`)
	second.open(near.path("/contacts"))
	ada.until("nobody", inHead+` === '' && `+viewersOfRow+` === ''`)
}

// Who signs out in one tab is signed out in all, wherever they come from, and led back to where
// they were.
func signedOutElsewhere(t *testing.T, near, far *service) {
	near.says("parcel", "Amara Osei", "Where is my parcel?")
	ada := near.newTab()
	ada.signIn("ada@example.com")
	ada.opens("Amara Osei")
	ada.write(`document.querySelector('#reply')`, "Half a sentence")
	ada.until("the conversation's address", `window.was = location.pathname`)
	other := ada.beside()
	other.url = far.url
	other.open(near.path("/inbox"))
	other.until("scripts", `document.documentElement.classList.contains('js')`)
	other.click(`document.querySelector('[popovertarget="workspace-menu"]')`)
	other.click(button("Sign out"))
	ada.until("the sign-in page", `document.querySelector('input[type=email]')`)
	ada.signIn("ada@example.com")
	ada.opens("Amara Osei")
	ada.until("what was written", `document.querySelector('#reply').value === 'Half a sentence'`)
	ada.forgive("401")
	other.forgive("401")
}

// A server that stops takes the connection with it, and the next one knows what was missed.
func serverGoesAway(t *testing.T, near, far *service) {
	near.says("parcel", "Amara Osei", "Where is my parcel?")
	line := newLine(t, near.url)
	ada := near.newTab().via(line)
	ada.signIn("ada@example.com")
	ada.opens("Amara Osei")
	ada.write(`document.querySelector('#reply')`, "Half a ")
	line.cut()
	ada.until("that it is said", `document.querySelector('#connection').innerText === 'Offline, trying again'`)
	line.lead(far.node)
	line.mend()
	far.says("parcel", "Amara Osei", "Are you there?")
	ada.run(typed("sentence"))
	ada.until("that it is over", `document.querySelector('#connection').innerText === ''`)
	ada.until("what was missed", `document.querySelectorAll('#messages article').length === 2`)
	ada.until("what was written, where it was written", `document.activeElement.id === 'reply' && document.activeElement.value === 'Half a sentence'`)
	ada.press("Enter", input.ModifierCtrl)
	ada.click(button("Send anyway")) // the customer has written since the sentence was begun
	ada.until("the reply", `document.querySelectorAll('article[data-author="agent"]').length === 1 && !document.querySelector('#sending')`)
	ada.forgive("ERR_")
	ada.forgive("Failed to load resource")
}

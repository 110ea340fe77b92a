package browser

import (
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"

	"svcx"
	"svcx/internal/assist/assisttest"
	"svcx/internal/inbox"
)

const (
	proposed = `document.querySelector('.ai-box [data-ai-accept]')`
	shownAI  = `(document.querySelector('.ai-box')?.innerText ?? '')`
	isHeld   = `document.querySelector('#handbrake [role="alert"]')`
)

// safe is the answer of a model that has no objection to a reply.
var safe = assisttest.JSON(map[string]any{"safe": true, "issues": []any{}})

// withModel is a service whose operator has a model that answers by a script, and a conversation that is
// open.
func withModel(t *testing.T, script ...assisttest.Answer) (*service, *tab, *assisttest.Server) {
	t.Helper()
	model := assisttest.New(t, script...)
	s := newService(t, "--ai-base-url", model.URL)
	s.says("parcel", "Amara Osei", "Where is my parcel?")
	ada := s.newTab()
	ada.signIn("ada@example.com")
	ada.opens("Amara Osei")
	ada.until("the same document", hydrated+` && (window.sameDocument = true)`)
	return s, ada, model
}

// isAsked forgives that the browser complains about answers that ask.
func (t *tab) isAsked() {
	t.Cleanup(func() { t.forgive("Failed to load resource: the server responded with a status of 422") })
}

// A suggestion arrives in parts, as text whatever is in it, and is in the reply only if it is accepted. Undo and the
// browser's own keys bring back what was there.
func TestSuggestionIsAcceptedAndUndone(t *testing.T) {
	chromium(t)
	parts := make(chan struct{})
	const hostile = `Hi <img src=x onerror="alert(1)"> there & all`
	s, ada, model := withModel(t, assisttest.Pieces(`Hi <img src=x onerror="alert(1)">`, " there & all").Between(parts))
	ada.write(`document.querySelector('#reply')`, "Mine")
	ada.click(button("Suggest"))
	ada.until("the first part, as text", `document.querySelector('.ai-box .ai-text')?.textContent === 'Hi <img src=x onerror="alert(1)">'`)
	ada.until("what is going on, read out", `document.querySelector('[data-ai-state]').textContent === 'Writing a suggestion…'`)
	ada.bothThemes("a suggestion on its way")
	parts <- struct{}{}
	ada.until("the suggestion", proposed)
	ada.until("all of it, as text", `document.querySelector('.ai-box .ai-text').textContent === `+quoted(hostile)+` && !document.querySelector('.ai-box img')`)
	ada.until("the draft as it was", replyText+` === 'Mine'`)
	ada.bothThemes("a suggestion")
	ada.click(button("Use this text"))
	ada.until("the text in the reply", replyText+` === `+quoted(hostile)+` && !document.querySelector('.ai-box')`)
	ada.until("a saved draft", draftSaid)
	ada.click(button("Undo"))
	ada.until("the draft before", replyText+` === 'Mine'`)
	ada.until("no message any more", `!document.querySelector('#say [data-undo]')`)
	ada.press("z", input.ModifierCtrl)
	ada.until("the keys undo it too", `document.execCommand('undo') && true`)
	if n := s.stored(); n != 1 || len(model.Requests()) != 1 {
		t.Errorf("%d messages, %d calls", n, len(model.Requests()))
	}
}

// A draft that is polished is shown with its changes, and stays until they are accepted. What is written meanwhile, here
// or in another tab, is said, and Undo brings it back.
func TestPolishedDraft(t *testing.T) {
	chromium(t)
	_, ada, model := withModel(t, assisttest.Text("It ships today."), assisttest.Text("It ships today by courier."))
	ada.write(`document.querySelector('#reply')`, "it shiped today.")
	ada.until("a saved draft", draftSaid)
	ada.click(button("Polish"))
	ada.until("the changes", `document.querySelector('.ai-box del') && document.querySelector('.ai-box ins')?.innerText.includes('ships')`)
	ada.bothThemes("changes of a draft")
	ada.click(button("Changes"))
	ada.until("the text as it would be", `!document.querySelector('.ai-box del').checkVisibility()`)
	ada.click(button("Discard"))
	ada.until("nothing", `!document.querySelector('.ai-box') && `+replyText+` === 'it shiped today.'`)

	ada.click(button("Polish"))
	ada.until("the proposal", proposed)
	beside := ada.beside()
	beside.open("/app/shop/inbox/1")
	beside.until("the draft", hydrated+` && `+replyText+` === 'it shiped today.'`)
	ada.click(`document.querySelector('#thread')`) // the focus leaves the reply
	beside.rewrites("#reply", "Written in the other tab")
	beside.until("a saved draft", draftSaid)
	ada.until("the other tab's draft, and what that means", replyText+` === 'Written in the other tab' && document.querySelector('[data-ai-stale]').textContent.includes('replaces your changes')`)
	ada.click(button("Use this text"))
	ada.until("the text", replyText+` === 'It ships today by courier.'`)
	ada.click(button("Undo"))
	ada.until("the draft before", replyText+` === 'Written in the other tab'`)
	if n := len(model.Requests()); n != 2 {
		t.Errorf("%d calls", n)
	}
}

// Fault: Undo threw away what was typed after a text was accepted, and stood, without effect, in the next conversation.
func TestUndoOfAcceptedTextGoesAway(t *testing.T) {
	chromium(t)
	model := assisttest.New(t, assisttest.Text("It ships today."), assisttest.Text("It ships at noon."))
	s := newService(t, "--ai-base-url", model.URL)
	s.says("invoice", "Jonas Lindqvist", "The VAT number is wrong.")
	s.says("parcel", "Amara Osei", "Where is my parcel?")
	ada := s.newTab()
	ada.signIn("ada@example.com")
	ada.opens("Amara Osei")
	ada.until("scripts", hydrated)
	const undo = `document.querySelector('#say [data-undo]')`
	ada.click(button("Suggest"))
	ada.until("the suggestion", proposed)
	ada.click(button("Use this text"))
	ada.until("Undo", undo+` && `+replyText+` === 'It ships today.'`)
	ada.write(`document.querySelector('#reply')`, " Yours, Ada")
	ada.until("no Undo, and what was typed", `!`+undo+` && `+replyText+`.includes('Yours, Ada')`)

	ada.click(button("Suggest"))
	ada.until("another suggestion", proposed)
	ada.click(button("Use this text"))
	ada.until("Undo", undo+` && `+replyText+` === 'It ships at noon.'`)
	ada.opens("Jonas Lindqvist")
	ada.until("no Undo in the next conversation", `!`+undo)
}

// Fault: on a phone the buttons of a question about a reply were cut off.
func TestHandbrakeOnAPhone(t *testing.T) {
	chromium(t)
	_, ada, model := withModel(t)
	ada.isAsked()
	model.Always(safe)
	ada.run(emulation.SetDeviceMetricsOverride(390, 600, 1, true), emulation.SetTouchEmulationEnabled(true))
	ada.write(`document.querySelector('#reply')`, "Dear [name], your card is 4111 1111 1111 1111, pay to DE89 3704 0044 0532 0130 00. I attach the invoice.")
	ada.press("Enter", input.ModifierCtrl|input.ModifierShift)
	ada.until("the question, with its buttons in sight", isHeld+` && [...document.querySelectorAll('.hb .btn')].every(e => {
		const r = e.getBoundingClientRect(), hb = e.closest('.hb').getBoundingClientRect();
		return r.height >= 32 && r.left >= hb.left && r.right <= hb.right && r.bottom <= hb.bottom && document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2)?.closest('.btn') === e
	}) && document.documentElement.scrollWidth === 390`)
	ada.accessible("a reply that is held, on a phone")
}

// What goes wrong is said below the draft, which stays: a stream that breaks off, a provider that is busy, a link that
// was lost, the limit, and what was canceled.
func TestProposalsThatFail(t *testing.T) {
	chromium(t)
	never := make(chan struct{})
	s, ada, model := withModel(t,
		assisttest.Pieces("It ", "ships").Cut(), assisttest.TooMany(99), assisttest.Text("See our page."), assisttest.Pieces("It ", "never ends").Between(never),
		assisttest.Text("See https://example.com/track today."))
	ada.isCut()
	const draft = "see https://example.com/track today"
	ada.write(`document.querySelector('#reply')`, draft)
	ada.click(button("Polish"))
	ada.until("that it was cut off", shownAI+`.includes('cut off')`)
	ada.until("the notice within the composer", `(b => parseFloat(getComputedStyle(b).marginLeft) === 8)(document.querySelector('.ai-box.why'))`)
	ada.bothThemes("an AI operation that failed")
	ada.click(button("Try again"))
	ada.until("that it is busy", shownAI+`.includes('too busy')`)
	ada.click(button("Try again"))
	ada.until("that a link was lost", shownAI+`.includes('it lost a link')`)
	ada.click(button("Try again"))
	ada.until("the first part", `document.querySelector('.ai-box .ai-text')?.textContent === 'It '`)
	ada.click(button("Cancel"))
	ada.until("nothing, and the focus in the reply", `!document.querySelector('.ai-box') && document.activeElement.id === 'reply' && `+replyText+` === `+quoted(draft))
	model.AwaitEnded(t.Context(), 4)
	ada.click(button("Polish"))
	ada.until("a proposal", proposed)
	ada.press("Escape")
	ada.until("the draft as it was", replyText+` === `+quoted(draft))

	plan := svcx.PlanFree
	_, err := s.app.Admin.SetWorkspace(t.Context(), inbox.Call{Actor: inbox.Operator}, "shop", svcx.WorkspacePatch{Plan: &plan})
	s.must(err)
	ada.click(button("Translate"))
	ada.click(named("#translate-menu button", "German"))
	ada.until("the plan, with the way to it", shownAI+`.includes('needs the Business plan') && document.querySelector('.ai-box a[href$="/settings/workspace"]')`)
	ada.open("/app/shop/inbox/1")
	ada.until("buttons that say why", hydrated+` && document.querySelector('[data-ai="polish"]').getAttribute('aria-disabled') === 'true' && document.querySelector('[data-ai="polish"]').title.includes('Pro or Business plan')`)
	ada.bothThemes("AI buttons that cannot be used")
}

// A reply with something wrong in it is not sent before its writer has decided: they see what it is, come to it, and
// send it anyway, with what was to follow.
func TestHandbrake(t *testing.T) {
	chromium(t)
	s, ada, model := withModel(t)
	ada.isAsked()
	model.Always(safe)
	ada.write(`document.querySelector('#reply')`, "Here is your 😀 card: 4111 1111 1111 1111, and I attach the invoice.")
	ada.press("Enter", input.ModifierCtrl|input.ModifierShift)
	ada.until("what is wrong", isHeld+`?.innerText.includes('A card number') && `+isHeld+`.innerText.includes('No file is attached')`)
	ada.bothThemes("a reply that is held")
	ada.click(button("Edit"))
	ada.until("the card number, selected", `(f => document.activeElement === f && f.value.slice(f.selectionStart, f.selectionEnd) === '4111 1111 1111 1111')(document.querySelector('#reply'))`)
	ada.press("Enter", input.ModifierCtrl|input.ModifierShift)
	ada.until("asked again", isHeld+` && !document.querySelector('form[data-write="reply"]').classList.contains('htmx-request')`)
	if n := s.stored(); n != 1 {
		t.Fatalf("%d messages", n)
	}
	ada.press("End")
	ada.write(`document.querySelector('#reply')`, " Bye.")
	ada.until("no question about what the reply was before", `!`+isHeld)
	ada.press("Enter", input.ModifierCtrl|input.ModifierShift)
	ada.until("the question about the new one", isHeld)
	ada.click(button("Send anyway and resolve"))
	ada.until("the reply, resolved", replies+`.length === 1 && document.querySelector('#thead').dataset.status === 'resolved' && `+replyText+` === ''`)
}

// A question about a reply that was left behind waits for its writer: for who opened another conversation meanwhile, and
// for who was offline.
func TestHeldReplyWaitsForItsWriter(t *testing.T) {
	chromium(t)
	model := assisttest.New(t)
	checked := make(chan struct{})
	model.By(func(assisttest.Request) assisttest.Answer { return safe.Held(checked) })
	s := newService(t, "--ai-base-url", model.URL)
	s.says("invoice", "Jonas Lindqvist", "The VAT number is wrong.")
	s.says("parcel", "Amara Osei", "Where is my parcel?")
	line := newLine(t, s.url)
	ada := s.newTab().via(line)
	ada.isCut()
	ada.signIn("ada@example.com")
	ada.opens("Amara Osei")
	ada.write(`document.querySelector('#reply')`, "I attach the invoice.")
	ada.press("Enter", input.ModifierCtrl)
	model.Await(t.Context(), 1)
	ada.opens("Jonas Lindqvist")
	close(checked)
	ada.shows("A message was not sent: there is a question about it.")
	ada.opens("Amara Osei")
	ada.until("the question", isHeld+`?.innerText.includes('No file is attached') && `+replyText+` === 'I attach the invoice.'`)
	ada.click(button("Send anyway"))
	ada.until("the reply", replies+`.length === 1 && `+replyText+` === ''`)

	ada.loses(line)
	ada.write(`document.querySelector('#reply')`, "Your card is 4111 1111 1111 1111.")
	ada.press("Enter", input.ModifierCtrl)
	ada.until("the message, unsent", unsent)
	line.mend()
	ada.until("the question in place of sending", isHeld+`?.innerText.includes('A card number') && `+replyText+` === 'Your card is 4111 1111 1111 1111.'`)
	ada.click(button("Send anyway"))
	ada.until("the reply, once", replies+`.length === 2`)
}

// Where sending waits for Undo, what is wrong is said when the wait is over.
func TestHandbrakeAfterTheWaitForUndo(t *testing.T) {
	chromium(t)
	s, ada, model := withModel(t)
	ada.isAsked()
	model.Always(safe)
	s.prefer("ada@example.com", svcx.Preferences{UndoSend: true})
	ada.open("/app/shop/inbox/1")
	ada.until("the composer", hydrated+` && document.querySelector('#reply')`)
	ada.write(`document.querySelector('#reply')`, "I attach the invoice.")
	ada.press("Enter", input.ModifierCtrl)
	ada.until("the wait", `document.querySelector('#waiting')`)
	ada.until("the question", `!document.querySelector('#waiting') && `+isHeld+` && !document.querySelector('form[data-write="reply"]').inert`)
	if n := s.stored(); n != 1 {
		t.Errorf("%d messages", n)
	}
}

// The same without scripts: a proposal is a page, and what is wrong stands in the composer.
func TestAssistWithoutScripts(t *testing.T) {
	chromium(t)
	model := assisttest.New(t, assisttest.Text("It ships today."))
	s := newService(t, "--ai-base-url", model.URL)
	s.says("parcel", "Amara Osei", "Where is my parcel?")
	ada := s.newTab()
	ada.withoutScripts()
	ada.signIn("ada@example.com")
	ada.click(row("Amara Osei"))
	ada.until("Send within the composer", button("Send")+`.getBoundingClientRect().right <= document.querySelector('.cbox').getBoundingClientRect().right`) // fault: the field for files pushed it out
	ada.write(`document.querySelector('#reply')`, "it shiped today.")
	ada.click(button("Polish"))
	ada.until("the proposal", `document.querySelector('h1').textContent === 'Polished reply' && document.querySelector('ins')`)
	ada.click(button("Use this text"))
	ada.until("the text", replyText+` === 'It ships today.'`)
	model.Always(safe)
	ada.write(`document.querySelector('#reply')`, " Card 4111 1111 1111 1111")
	ada.isAsked()
	ada.click(button("Send"))
	ada.until("what is wrong", isHeld+`?.innerText.includes('A card number')`)
	ada.click(button("Send anyway"))
	ada.until("the reply", replies+`.length === 1`)

	// axe needs scripts: those of the composer are passed by.
	bob := s.newTab()
	bob.signIn("bob@example.com")
	bob.opens("Amara Osei")
	bob.write(`document.querySelector('#reply')`, "it shiped today.")
	model.Then(assisttest.Text("It ships today."))
	s.must(bob.look(`(f => { f.action = '/app/shop/inbox/1/ai/polish'; HTMLFormElement.prototype.submit.call(f) })(document.querySelector('form[data-write="reply"]'))`, nil))
	bob.until("the proposal", `document.querySelector('h1')?.textContent === 'Polished reply' && document.querySelector('ins')`)
	bob.bothThemes("a proposal as a page")
}

// Fault: a note that was added closed the proposal for the reply beside it. It stays, and is used in the new composer; to look at
// the other tab closes nothing either. A reply that was sent ends it.
func TestProposalStaysBesideANote(t *testing.T) {
	chromium(t)
	_, ada, model := withModel(t, assisttest.Text("It ships today."), assisttest.Text("It ships at noon."))
	model.Always(safe)
	ada.write(`document.querySelector('#reply')`, "it shiped today.")
	ada.until("a saved draft", draftSaid)
	ada.click(button("Polish"))
	ada.until("the proposal", proposed)
	ada.click(`document.querySelector('#tab-note')`)
	ada.write(`document.querySelector('#note')`, "She called.")
	ada.click(button("Add note"))
	ada.until("the note", `document.querySelectorAll('.msg.note:not(.sending)').length === 1 && document.querySelector('#note').value === ''`)
	ada.click(`document.querySelector('#tab-reply')`)
	ada.until("the proposal, and the draft", proposed+`?.checkVisibility() && `+replyText+` === 'it shiped today.' && document.querySelector('[data-ai-stale]').textContent === ''`)
	ada.click(button("Use this text"))
	ada.until("the text", replyText+` === 'It ships today.' && !document.querySelector('.ai-box')`)
	ada.click(button("Polish"))
	ada.until("another proposal", proposed)
	ada.press("Escape")
	ada.click(button("Send"))
	ada.until("the reply, and no proposal", replies+`.length === 1 && !document.querySelector('.ai-box')`)
}

// Fault: the question about a file that was promised stayed when the file was attached. It goes, and the reply is looked through
// again with the file.
func TestHandbrakeAfterAFileIsAttached(t *testing.T) {
	chromium(t)
	s, ada, model := withModel(t)
	ada.isAsked()
	model.Always(safe)
	ada.write(`document.querySelector('#reply')`, "I attach the invoice.")
	ada.click(button("Send"))
	ada.until("the question", isHeld+`?.innerText.includes('No file is attached')`)
	ada.until("a file", `(() => {
		const data = new DataTransfer(), field = document.querySelector('.attach input');
		data.items.add(new File(['An invoice'], 'invoice.txt'));
		field.files = data.files;
		return field.dispatchEvent(new Event('change', { bubbles: true }));
	})()`)
	ada.until("no question about what the reply was before", `!`+isHeld+` && document.querySelector('[data-uploads] li')`)
	ada.click(button("Send"))
	ada.until("the reply", replies+`.length === 1 && `+replyText+` === ''`)
	if n := s.stored(); n != 2 {
		t.Errorf("%d messages", n)
	}
}

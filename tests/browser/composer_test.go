package browser

import (
	"context"
	"encoding/base64"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"svcx"
	"svcx/internal/inbox"
)

const (
	replyText = `document.querySelector('#reply')?.value`
	hydrated  = `document.documentElement.classList.contains('js')`
	draftSaid = `document.querySelector('[data-draft-state]').textContent === 'Draft saved'`
)

// One draft in two tabs is sent once: sending it in one of them takes it from the other.
func TestDraftInTwoTabs(t *testing.T) {
	chromium(t)
	s := newService(t)
	s.says("one", "Amara", "Hello")
	ada := s.newTab()
	ada.signIn("ada@example.com")
	ada.click(row("Amara"))
	ada.write(`document.querySelector('#reply')`, "Written once")
	beside := ada.beside()
	beside.open("/app/shop/inbox/1")
	beside.until("the draft", hydrated+` && `+replyText+` === 'Written once'`)
	beside.click(`document.querySelector('#reply')`)
	ada.press("Enter", input.ModifierCtrl)
	beside.until("nothing to send", `document.querySelector('article[data-author="agent"]') && `+replyText+` === ''`)
}

// A note says that the customer does not see it, and never whom a reply would go to.
func TestNoteSaysWhoSeesIt(t *testing.T) {
	chromium(t)
	s := newService(t)
	s.says("one", "Amara", "Hello")
	ada := s.newTab()
	ada.signIn("ada@example.com")
	ada.click(row("Amara"))
	ada.until("whom a reply goes to", `document.querySelector('#composer .to').innerText.includes('to Amara')`)
	ada.press("n")
	ada.until("who sees a note", `(says => says.includes('the customer does not see it') && !says.includes('to Amara'))(document.querySelector('#composer .to').innerText)`)
	ada.bothThemes("a note")
	ada.open("/app/shop/inbox/1?tab=note")
	ada.until("who sees a note", `(says => says.includes('the customer does not see it') && !says.includes('to Amara'))(document.querySelector('#composer .to').innerText)`)
}

// A draft is there after signing out and on another device. Of two versions the newer one is
// shown, and the other one is not lost.
func TestDraftOnAnotherDevice(t *testing.T) {
	chromium(t)
	s := newService(t)
	s.says("one", "Amara", "Hello")
	ada, phone := s.newTab(), s.newTab()
	ada.signIn("ada@example.com")
	ada.click(row("Amara"))
	ada.write(`document.querySelector('#reply')`, "Written at the desk")
	ada.until("a saved draft", draftSaid)
	ada.run(network.ClearBrowserCookies())
	phone.signIn("ada@example.com")
	phone.until("the draft in the list", `document.querySelector('.conv[data-conversation-id="1"]').innerText.includes('Draft')`)
	phone.click(row("Amara"))
	phone.until("the draft", replyText+` === 'Written at the desk'`)
	phone.rewrites("#reply", "Written on the phone")
	phone.until("a saved draft", draftSaid)

	ada.signIn("ada@example.com")
	ada.open("/app/shop/inbox/1")
	ada.until("the newer draft", replyText+` === 'Written on the phone'`)
	ada.shows("A newer draft from another device is shown.")
	ada.bothThemes("a newer draft from another device")
	ada.click(button("Use the other one"))
	ada.until("the other draft", replyText+` === 'Written at the desk'`)
	ada.until("a saved draft", draftSaid)
	ada.click(button("Use the other one"))
	ada.until("the newer draft", replyText+` === 'Written on the phone'`)
	ada.click(button("Use the other one"))
	ada.until("a saved draft", replyText+` === 'Written at the desk' && `+draftSaid)

	// Both write: what one writes stays, and what the other one has is offered.
	phone.rewrites("#reply", "Once more on the phone")
	phone.shows("Another device has an older draft.")
	phone.until("what is written", replyText+` === 'Once more on the phone' && `+draftSaid)

	// A draft ends when it is sent, everywhere.
	phone.press("Enter", input.ModifierCtrl)
	phone.until("the reply", `document.querySelector('article[data-author="agent"]') && `+replyText+` === ''`)
	ada.open("/app/shop/inbox/1")
	ada.until("no draft", hydrated+` && `+replyText+` === '' && document.querySelector('.conv .draft').hidden`)
	phone.open("/app/shop/inbox/1")
	phone.until("no draft", hydrated+` && `+replyText+` === '' && document.querySelector('.conv .draft').hidden`)

	// A note has a draft of its own, which ends when it is emptied.
	ada.press("n")
	ada.run(typed("Ask the warehouse"))
	ada.until("a saved draft", draftSaid)
	phone.open("/app/shop/inbox/1?tab=note")
	phone.until("the note", `document.querySelector('#note').value === 'Ask the warehouse' && `+replyText+` === ''`)
	phone.rewrites("#note", "")
	phone.until("no draft", `document.querySelector('.conv .draft').hidden`)
	phone.open("/app/shop/inbox")
	ada.open("/app/shop/inbox")
	ada.until("no draft in the list", hydrated+` && document.querySelector('.conv .draft')?.hidden`)
}

// A page that is left at once has its draft saved, and what is written without a connection is
// saved when it is back.
func TestDraftWhileTheConnectionComesAndGoes(t *testing.T) {
	chromium(t)
	s := newService(t)
	s.says("one", "Amara", "Hello")
	line := newLine(t, s.url)
	ada, desk := s.newTab(), s.newTab()
	desk.signIn("ada@example.com")
	ada.url = line.url
	ada.run(chromedp.Navigate(strings.Replace(s.link("ada@example.com"), s.url, line.url, 1)))
	ada.click(button("Sign in"))
	ada.click(row("Amara"))
	ada.until("the composer", hydrated+` && document.querySelector('#reply')`)
	ada.write(`document.querySelector('#reply')`, "Left at once")
	ada.open("/app/shop/contacts")
	desk.until("the draft of the page that was left, saved", `fetch('/app/shop/inbox/1').then(r => r.text()).then(t => t.includes('Left at once'))`)
	desk.open("/app/shop/inbox/1")
	desk.until("the draft of the page that was left", replyText+` === 'Left at once'`)

	ada.open("/app/shop/inbox/1")
	ada.until("the draft", hydrated+` && `+replyText+` === 'Left at once'`)
	line.cut()
	ada.rewrites("#reply", "Written on the train")
	ada.until("what is kept", `document.querySelector('[data-draft-state]').textContent === 'Draft kept in this browser'`)
	line.mend()
	ada.until("a saved draft", draftSaid)
	desk.open("/app/shop/inbox/1")
	desk.until("what was written on the train", replyText+` === 'Written on the train'`)
	ada.forgive("ERR_")
	ada.forgive("Failed to load resource")
}

// rewrites puts a text in place of what a field has.
func (t *tab) rewrites(field, text string) {
	t.Helper()
	t.click("document.querySelector('" + field + "')")
	t.until("a selected text", "document.querySelector('"+field+"').select(), true")
	if text == "" {
		t.until("an empty field", "document.execCommand('delete'), document.querySelector('"+field+"').value === ''")
		return
	}
	t.run(chromedp.ActionFunc(func(ctx context.Context) error { return input.InsertText(text).Do(ctx) }))
}

// Formatting is written as Markdown, previewed, and sent as what it says.
func TestFormattedReply(t *testing.T) {
	chromium(t)
	s := newService(t)
	s.says("one", "Amara", "Hello")
	ada := s.newTab()
	ada.signIn("ada@example.com")
	ada.click(row("Amara"))
	ada.until("the composer", `document.querySelector('#reply')`)
	ada.press("r")
	ada.run(typed("Plain *stars* stay"))
	ada.press("Enter", input.ModifierCtrl)
	ada.until("the text as it was written", `document.querySelector('article[data-author="agent"] .body')?.innerText.trim() === 'Plain *stars* stay'`)
	ada.until("an empty composer", replyText+` === ''`)

	ada.click(`document.querySelector('#panel-reply [data-formatting]')`)
	ada.until("the toolbar", `document.querySelector('#format-reply').checkVisibility() && document.activeElement.id === 'reply'`)
	ada.bothThemes("formatting")
	ada.run(typed("now"))
	ada.until("selected", `document.querySelector('#reply').select(), true`)
	ada.press("b", input.ModifierCtrl)
	ada.until("bold", replyText+` === '**now**'`)
	ada.until("undone", `document.execCommand('undo') && `+replyText+` === 'now'`)
	ada.until("selected", `document.querySelector('#reply').select(), true`)
	ada.click(button("Bold"))
	ada.until("bold again", replyText+` === '**now**' && getSelection().toString() === 'now'`)
	ada.click(button("Preview"))
	ada.until("the preview", `document.querySelector('#panel-reply [data-preview] strong')?.innerText === 'now' && !document.querySelector('#reply').checkVisibility()`)
	ada.bothThemes("a preview")
	ada.until("a saved draft", draftSaid)
	ada.open("/app/shop/inbox/1")
	ada.until("the draft with its format", hydrated+` && `+replyText+` === '**now**' && document.querySelector('#format-reply').checkVisibility()`)
	ada.click(`document.querySelector('#reply')`)
	ada.press("Enter", input.ModifierCtrl)
	ada.until("what was formatted", `document.querySelectorAll('article[data-author="agent"]').length === 2 && [...document.querySelectorAll('article[data-author="agent"]')].at(-1).querySelector('.body strong')?.innerText === 'now'`)
}

// Files are chosen, dropped and pasted, several at once; one can be left out, and one that fails
// is tried again. They are sent with the reply.
func TestFilesOfAReply(t *testing.T) {
	chromium(t)
	s := newService(t)
	s.says("one", "Amara", "Hello")
	ada := s.newTab()
	ada.signIn("ada@example.com")
	ada.click(row("Amara"))
	ada.until("the composer", `document.querySelector('#reply')`)
	// dropped files reach a page as an event alone.
	ada.until("a way to bring files", `(window.bring = (kind, target, ...files) => {
		const data = new DataTransfer();
		for (const [name, content] of files) data.items.add(new File([content], name));
		const init = { bubbles: true, cancelable: true };
		target.dispatchEvent(kind === 'paste' ? new ClipboardEvent(kind, { ...init, clipboardData: data }) : new DragEvent(kind, { ...init, dataTransfer: data }));
		return true;
	})`)
	ada.until("dragged over the thread", `bring('dragover', document.querySelector('#messages'), ['a.txt', 'a']) && document.querySelector('#drop').checkVisibility()`)
	ada.bothThemes("files over a thread")
	ada.until("dropped", `bring('drop', document.querySelector('#messages'), ['a.txt', 'first'], ['b.txt', 'second'], ['empty.txt', '']) && !document.querySelector('#drop').checkVisibility()`)
	ada.until("two uploaded, one refused", `document.querySelectorAll('.uploads input:not([disabled])').length === 2 && document.querySelector('.uploads').innerText.includes('The file is empty.')`)
	ada.bothThemes("files, one of which is refused")
	ada.write(`document.querySelector('#reply')`, "With files")
	ada.click(button("Send"))
	ada.shows("Nothing was sent: a file could not be uploaded.")
	ada.click(button("Remove empty.txt"))
	ada.click(button("Remove b.txt"))
	ada.until("one", `document.querySelectorAll('.uploads li').length === 1`)

	// A connection that fails, and one that takes its time.
	ada.until("a broken way", `(() => { const open = XMLHttpRequest.prototype.open, send = XMLHttpRequest.prototype.send;
		window.mend = () => { XMLHttpRequest.prototype.open = open };
		XMLHttpRequest.prototype.open = function (method, to, ...rest) { this.held = window.holds && to.endsWith('/files'); return open.call(this, method, window.breaks && to.endsWith('/files') ? '/nowhere' : to, ...rest) };
		XMLHttpRequest.prototype.send = function (body) { if (!this.held) return send.call(this, body); window.release = () => send.call(this, body) };
		return window.breaks = true })()`)
	ada.until("pasted", `bring('paste', document.querySelector('#reply'), ['image.png', Uint8Array.from(atob('`+base64.StdEncoding.EncodeToString(pixel)+`'), c => c.charCodeAt(0))])`)
	ada.until("the failure", `document.querySelector('.uploads').innerText.includes('Not uploaded')`)
	ada.forgive("Failed to load resource")
	ada.bothThemes("a file that failed")
	ada.until("a way that holds", `(window.breaks = false, window.holds = true)`)
	ada.click(button("Try again"))
	ada.until("progress", `window.release && document.querySelectorAll('.uploads progress:not([hidden])').length === 1`)
	ada.bothThemes("a file on its way")
	ada.click(`document.querySelector('#reply')`)
	ada.press("Enter", input.ModifierCtrl)
	ada.shows("The message is sent when its files are uploaded.")
	ada.until("released", `(window.release(), window.holds = false, true)`)
	ada.until("the reply with two files", `document.querySelectorAll('article[data-author="agent"] .att, article[data-author="agent"] img').length >= 2 && document.querySelectorAll('.uploads li').length === 0`)
	ada.until("what was left out, left out", `!document.querySelector('article[data-author="agent"]').innerText.includes('b.txt')`)

	// A canceled one is gone, and after a reload the page asks for those that it had.
	ada.until("held", `window.holds = true`)
	ada.until("dropped", `bring('drop', document.querySelector('#messages'), ['c.txt', 'third'], ['d.txt', 'fourth'])`)
	ada.click(button("Cancel c.txt"))
	ada.until("one", `document.querySelectorAll('.uploads li').length === 1`)
	ada.open("/app/shop/inbox/1")
	ada.shows("Choose these files again: d.txt")
}

// pixel is a picture.
var pixel, _ = base64.StdEncoding.DecodeString("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")

// How long a text is, is counted in characters, said near the limit, and refused beyond it.
func TestLengthOfAReply(t *testing.T) {
	chromium(t)
	s := newService(t)
	s.says("one", "Amara", "Hello")
	s.limit(40)
	ada := s.newTab()
	ada.signIn("ada@example.com")
	ada.click(row("Amara"))
	ada.write(`document.querySelector('#reply')`, strings.Repeat("😀", 40))
	ada.until("what is allowed", `document.querySelector('#length-reply').innerText === '40 / 40' && !document.querySelector('#reply').ariaInvalid`)
	ada.rewrites("#reply", strings.Repeat("😀", 43))
	ada.until("too much", `document.querySelector('#length-reply').innerText === '43 / 40' && document.querySelector('#reply').ariaInvalid === 'true'`)
	ada.bothThemes("a reply that is too long")
	ada.press("Enter", input.ModifierCtrl)
	ada.shows("Nothing was sent: the message is 3 characters too long. At most 40 are allowed.")
	ada.forgive("422")
	ada.until("the text kept", replyText+`.length === 86`)
	ada.rewrites("#reply", strings.Repeat("😀", 40))
	ada.press("Enter", input.ModifierCtrl)
	ada.until("the reply", `document.querySelector('article[data-author="agent"]') && `+replyText+` === ''`)
}

// limit sets how long a message may be.
func (s *service) limit(characters int) {
	s.Helper()
	_, err := s.app.Admin.UpdateChannel(s.Context(), inbox.Call{Workspace: s.shop, Actor: inbox.Operator}, s.channel, svcx.ChannelPatch{
		Settings: func(settings svcx.Settings) (svcx.Settings, error) {
			settings.MaxMessageLength = &characters
			return settings, nil
		},
	})
	s.must(err)
}

package browser

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
)

// signsOut ends the session in another tab of the same browser, and comes back in it.
func (t *tab) signsOut() (again func()) {
	t.Helper()
	other := t.beside()
	other.open(t.path("/contacts"))
	other.until("scripts", `document.documentElement.classList.contains('js')`)
	other.click(`document.querySelector('[popovertarget="workspace-menu"]')`)
	other.click(button("Sign out"))
	other.until("the sign-in page", `document.querySelector('input[type=email]')`)
	return func() {
		other.signIn("ada@example.com")
		other.forgive("401")
	}
}

const saysSignedOut = `document.querySelector('#connection')?.innerText.startsWith('You are signed out. Sign in again in another tab')`

// Fault: what was written in a form was lost if the session had ended before it was saved: the sign-in page took its place.
func TestFormIsKeptWhenTheSessionEnds(t *testing.T) {
	chromium(t)
	s := newService(t)
	ada := s.newTab()
	ada.signIn("ada@example.com")
	ada.open(s.path("/settings/saved-replies/new"))
	ada.until("the form", `document.querySelector('[name=title]')`)
	ada.write(`document.querySelector('[name=title]')`, "Thanks")
	ada.write(`document.querySelector('[name=content]')`, "A text that took an hour.")
	again := ada.signsOut()
	ada.click(button("Save"))
	ada.until("that it is said, and what was written", saysSignedOut+` && document.querySelector('[name=content]').value === 'A text that took an hour.'`)
	ada.bothThemes("a form without a session")
	again()
	ada.click(button("Save"))
	ada.until("the reply", `document.querySelector('#replies')?.innerText.includes('Thanks')`)
	ada.forgive("401")
}

// Fault: a session that ended took with it what was written in a conversation besides messages, and the files that were chosen.
func TestConversationIsKeptWhenTheSessionEnds(t *testing.T) {
	chromium(t)
	s := newService(t)
	s.says("parcel", "Amara Osei", "Where is my parcel?")
	ada := s.newTab()
	ada.signIn("ada@example.com")
	ada.opens("Amara Osei")
	ada.click(button("Add participant"))
	ada.until("the form", `document.querySelector('#new-participant:popover-open')`)
	ada.run(typed("Wen Li"))
	again := ada.signsOut()
	ada.press("Enter")
	ada.until("that it is said, and the name", saysSignedOut+` && document.querySelector('#alert').innerText.startsWith('You are signed out.') && document.querySelector('#new-participant [name=name]').value === 'Wen Li'`)
	again()
	ada.click(button("Try again"))
	ada.until("the participant", `document.querySelector('#details').innerText.includes('Wen Li')`)

	ada.write(`document.querySelector('#reply')`, "Here it is.")
	again = ada.signsOut()
	name := filepath.Join(t.TempDir(), "drill.txt")
	s.must(os.WriteFile(name, []byte("A drill."), 0o600))
	ada.run(chromedp.SetUploadFiles(`input[name="file"]`, []string{name}, chromedp.ByQuery))
	ada.until("that it is said, and the file", saysSignedOut+` && document.querySelector('[data-uploads] li [data-again]').checkVisibility()`)
	again()
	ada.click(`document.querySelector('[data-uploads] li [data-again]')`)
	ada.until("the file", `!document.querySelector('[data-uploads] li progress').checkVisibility() && !document.querySelector('[data-uploads] li [data-again]').checkVisibility()`)
	ada.click(button("Send"))
	ada.until("the reply with its file", `document.querySelector('article[data-author="agent"]')?.innerText.includes('drill.txt') && !document.querySelector('#sending')`)
	ada.forgive("401")
}

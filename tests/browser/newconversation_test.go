package browser

import (
	"testing"

	"github.com/chromedp/cdproto/input"

	"svcx/internal/assist/assisttest"
)

// A conversation is begun with somebody known, and with somebody new, without scripts too.
func TestNewConversation(t *testing.T) {
	chromium(t)
	for _, scripts := range []bool{true, false} {
		s := newService(t)
		s.says("parcel", "Amara Osei", "Where is my parcel?")
		ada := s.newTab()
		if !scripts {
			ada.withoutScripts()
		}
		ada.signIn("ada@example.com")
		ada.click(button("New conversation"))
		ada.until("the search", `location.pathname === '/app/shop/inbox/new' && document.querySelector('.who-row')`)
		if scripts {
			ada.bothThemes("choosing a contact")
		}
		ada.write(`document.querySelector('.page input[name="q"]')`, "Amara")
		ada.press("Enter")
		ada.until("who fits", `location.search.includes('q=Amara') && document.querySelectorAll('.who-row').length === 1`)
		ada.click(`document.querySelector('.who-row')`)
		ada.write(`document.querySelector('#field-subject')`, "A recall")
		ada.click(button("Send"))
		ada.until("what is wrong", `document.querySelector('#error-content')?.checkVisibility() && document.querySelector('#field-subject').value === 'A recall'`)
		ada.write(`document.querySelector('#field-content')`, "Please send it back.")
		ada.click(button("Send"))
		ada.until("the conversation", `document.title.startsWith('A recall') && document.querySelectorAll('article[data-author="agent"]').length === 1`)
		ada.shows("Conversation started")
		ada.open("/app/shop/inbox/new?contact=new")
		if scripts {
			ada.bothThemes("a new conversation")
		}
		ada.write(`document.querySelector('#field-name')`, "Wen Zhao")
		ada.write(`document.querySelector('#field-content')`, "Welcome.")
		if scripts {
			ada.press("Enter", input.ModifierCtrl)
		} else {
			ada.click(button("Send"))
		}
		ada.until("the conversation", `document.querySelector('#details a.strong')?.innerText === 'Wen Zhao'`)
		ada.forgive("422")
	}
}

// Fault: the first message of a conversation was sent without a look. What is wrong is marked, and goes when it is mended.
func TestFirstMessageIsLookedThrough(t *testing.T) {
	chromium(t)
	for _, scripts := range []bool{true, false} {
		model := assisttest.New(t)
		model.Always(safe)
		s := newService(t, "--ai-base-url", model.URL)
		s.says("parcel", "Amara Osei", "Where is my parcel?")
		ada := s.newTab()
		ada.isAsked()
		if !scripts {
			ada.withoutScripts()
		}
		ada.signIn("ada@example.com")
		ada.open("/app/shop/inbox/new?contact=1")
		ada.write(`document.querySelector('#field-subject')`, "A refund")
		ada.write(`document.querySelector('#field-content')`, "Is this your card: 4111 1111 1111 1111?")
		ada.click(button("Send"))
		ada.until("what is wrong", isHeld+`?.innerText.includes('A card number') && document.querySelector('#field-subject').value === 'A refund'`)
		if scripts {
			ada.bothThemes("a first message that is held")
			ada.click(`document.querySelector('#handbrake mark')`)
			ada.until("the card number, selected", `(f => document.activeElement === f && f.value.slice(f.selectionStart, f.selectionEnd) === '4111 1111 1111 1111')(document.querySelector('#field-content'))`)
			ada.write(`document.querySelector('#field-content')`, "your card")
			ada.until("no question any more", `!`+isHeld)
			ada.rewrites("#field-content", "Is this your card: 4111 1111 1111 1111?")
			ada.click(`document.querySelector('#field-subject')`)
			ada.press("Enter")
			ada.until("asked again", isHeld)
		}
		ada.click(button("Send anyway"))
		ada.until("the conversation", `document.title.startsWith('A refund') && `+replies+`.length === 1`)
	}
}

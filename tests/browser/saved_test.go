package browser

import (
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"

	"svcx"
	"svcx/internal/inbox"
)

// saves writes a saved reply.
func (s *service) saves(title, shortcut, content string) {
	s.Helper()
	_, err := s.app.Admin.CreateSavedReply(s.Context(), inbox.Call{Workspace: s.shop, Actor: inbox.Operator}, svcx.SavedReplyDraft{Title: title, Shortcut: shortcut, Content: content})
	s.must(err)
}

// A saved reply by keys alone: found by its shortcut after "/", what is not known asked for
// and not sent, then filled in and sent.
func TestSavedReplyByKeys(t *testing.T) {
	chromium(t)
	s := newService(t)
	s.says("parcel", "Amara Osei", "Where is my parcel?")
	s.saves("Thanks", "ty", "Thank you, {{contact.name}}.")
	s.saves("Number", "nr", "Your order {{field.order}}, {{contact.name}}?")
	s.saves(`<img src=x onerror="alert(1)">`, "", "Tricky")
	ada := s.newTab()
	ada.signIn("ada@example.com")
	ada.click(row("Amara Osei"))
	ada.until("the conversation", `document.querySelector('#reply')`)
	const list = `!document.querySelector('#saved').hidden`
	const value = `document.querySelector('#reply').value`
	ada.press("r")
	ada.until("the composer", `document.activeElement?.id === 'reply'`)
	ada.run(typed("Hello"))
	ada.press("Enter")
	ada.run(typed("/nr"))
	ada.until("what fits", list+` && [...document.querySelectorAll('#saved [role=option]')].filter(e => e.checkVisibility()).length === 1`)
	ada.until("the shortcut chosen", `document.querySelector('#saved [aria-selected=true]').innerText.includes('Number') && document.querySelector('#reply').getAttribute('aria-activedescendant') === document.querySelector('#saved [aria-selected=true]').id`)
	ada.accessible("choosing a saved reply after a slash")
	ada.press("Enter")
	ada.until("the reply in place of what was typed", value+` === 'Hello\nYour order {{field.order}}, Amara Osei?'`)
	ada.until("the placeholder selected", `getSelection().toString() === '{{field.order}}'`)
	ada.until("that it is asked for", `document.querySelector('[data-fill]').innerText === 'Fill in {{field.order}}'`)
	ada.bothThemes("a placeholder that is not filled in")
	ada.press("Enter", input.ModifierCtrl)
	ada.shows("Nothing was sent: {{field.order}} is still in the text.")
	ada.until("the text kept", value+`.includes('{{field.order}}') && document.querySelectorAll('#messages article').length === 1`)
	ada.run(typed("4711"))
	ada.until("nothing to ask", value+` === 'Hello\nYour order 4711, Amara Osei?' && document.querySelector('[data-fill]').innerText === ''`)
	// Fault: that nothing was sent stood there until something was.
	ada.until("nothing said of it", `!document.querySelector('#alert *')`)
	ada.press("Enter", input.ModifierCtrl)
	ada.until("the reply sent", `document.querySelectorAll('article[data-author="agent"]').length === 1 && !document.querySelector('#sending')`)
	ada.until("an empty composer", value+` === ''`)
	ada.forgive("422")

	ada.press("Escape")
	ada.press("s")
	ada.until("the list", list+` && document.activeElement.matches('#saved input') && document.querySelectorAll('#saved [role=option]').length === 3`)
	ada.bothThemes("choosing a saved reply")
	ada.run(typed("tha"))
	ada.until("one reply", `[...document.querySelectorAll('#saved [role=option]')].filter(e => e.checkVisibility()).length === 1`)
	ada.press("Enter")
	ada.until("the reply", value+` === 'Thank you, Amara Osei.' && document.activeElement.id === 'reply' && document.querySelector('#saved').hidden`)
	ada.press("Enter")
	ada.run(typed("/etc/hosts"))
	ada.until("no list", value+`.endsWith('/etc/hosts') && document.querySelector('#saved').hidden`)
	ada.press("Enter")
	ada.until("a new line", value+`.endsWith('/etc/hosts\n')`)
	ada.run(typed("/"))
	ada.until("the list", list)
	ada.press("Escape")
	ada.until("what was typed", value+`.endsWith('\n/') && document.querySelector('#saved').hidden && document.activeElement.id === 'reply'`)
}

// Saved replies are written, changed, deleted and restored.
func TestSavedRepliesAreWritten(t *testing.T) {
	chromium(t)
	s := newService(t)
	ada := s.newTab()
	ada.signIn("ada@example.com")
	ada.click(link("Saved replies"))
	ada.shows("No saved replies yet")
	ada.click(link("New saved reply"))
	ada.until("the first field", `document.activeElement?.id === 'field-title'`)
	ada.run(typed("Thanks"))
	ada.write(`document.querySelector('#field-shortcut')`, "/two words")
	ada.write(`document.querySelector('#field-content')`, "Thank you")
	ada.shows("Unsaved changes")
	ada.click(button("Save"))
	ada.until("the field that is wrong", `document.activeElement?.id === 'field-shortcut' && document.querySelector('#field-content').value === 'Thank you'`)
	ada.bothThemes("a field that is wrong")
	ada.run(emulation.SetDeviceMetricsOverride(1440, 900, 1, false))
	ada.look(`document.querySelector('#field-shortcut').select()`, nil)
	ada.run(typed("ty"))
	ada.click(button("Save"))
	ada.shows("1 saved reply")
	ada.bothThemes("the saved replies")
	s.says("parcel", "Amara Osei", "Where is my parcel?")
	ada.open("/app/shop/inbox/1/saved-replies")
	ada.shows("Choose a saved reply")
	ada.bothThemes("choosing on a page")
	ada.open("/app/shop/settings/saved-replies")
	ada.click(button("Delete Thanks"))
	ada.shows("Deleted Thanks")
	ada.bothThemes("after a deletion")
	ada.click(button("Undo"))
	ada.until("it is back", `location.pathname.endsWith('/saved-replies') && document.querySelector('#replies .who-row').innerText.includes('Thanks') && document.documentElement.classList.contains('js')`)
	ada.write(`document.querySelector('.page [name=q]')`, "nothing")
	ada.shows("Nothing found")
	ada.bothThemes("no saved reply found")
	ada.forgive("422")
}

// The same without scripts: a page of saved replies keeps what was written.
func TestSavedReplyWithoutScripts(t *testing.T) {
	chromium(t)
	s := newService(t)
	s.says("parcel", "Amara Osei", "Where is my parcel?")
	s.saves("Thanks", "ty", "Thank you, {{contact.name}}.\n{{field.order}}")
	ada := s.newTab()
	ada.withoutScripts()
	ada.signIn("ada@example.com")
	ada.click(row("Amara Osei"))
	ada.write(`document.querySelector('#reply')`, "Hello")
	ada.until("the text typed", `document.querySelector('#reply').value === 'Hello'`)
	ada.click(button("Saved replies"))
	ada.shows("Choose a saved reply")
	ada.click(`document.querySelector('[name=reply]')`)
	ada.until("the text", `document.querySelector('#reply')?.value === 'Hello\nThank you, Amara Osei.\n{{field.order}}'`)
	ada.shows("Fill in {{field.order}} before you send")
	ada.click(button("Send"))
	ada.shows("Nothing was sent: {{field.order}} is still in the text.")
	ada.until("the text kept", `document.querySelector('#reply').value.startsWith('Hello')`)
	ada.forgive("422")
}

// Faults: what a reply was refused for was named and not selected, so that what was typed next went to
// the end of the text; and the button that leads there failed in another script.
func TestRefusedReplyLeadsToItsPlaceholder(t *testing.T) {
	chromium(t)
	s := newService(t)
	s.says("parcel", "Amara Osei", "Where is my parcel?")
	s.saves("Number", "nr", "Order {{field.order}} is {{field.color}}.")
	ada := s.newTab()
	ada.signIn("ada@example.com")
	ada.opens("Amara Osei")
	ada.press("s")
	ada.until("the saved replies", `document.activeElement.matches('#saved input') && document.querySelectorAll('#saved [role=option]').length === 1`)
	ada.press("Enter")
	ada.until("the first", `getSelection().toString() === '{{field.order}}'`)
	ada.run(typed("4711"))
	ada.press("Enter", input.ModifierCtrl)
	ada.shows("Nothing was sent: {{field.color}} is still in the text.")
	ada.until("the second", `getSelection().toString() === '{{field.color}}' && document.activeElement.id === 'reply'`)
	ada.look(`document.querySelector('#reply').setSelectionRange(0, 0)`, nil)
	ada.click(button("Fill in {{field.color}}"))
	ada.until("the second again", `getSelection().toString() === '{{field.color}}' && document.activeElement.id === 'reply'`)
	ada.run(typed("blue"))
	ada.press("Enter", input.ModifierCtrl)
	ada.until("it sent", `document.querySelector('article[data-author="agent"] .body')?.innerText === 'Order 4711 is blue.'`)
	// Who has no name is led to where it is set.
	ada.run(typed("{{Agent.Name}}"))
	ada.until("the way to the profile", `document.querySelector('[data-fill] a')?.innerText === 'Set your name in your profile'`)
	ada.bothThemes("a name that is missing")
	ada.click(link("Set your name in your profile"))
	ada.until("the profile", `location.pathname.endsWith('/settings/profile')`)
	ada.forgive("422")
}

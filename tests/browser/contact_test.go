package browser

import (
	"testing"

	"github.com/chromedp/cdproto/emulation"
)

// inThemes runs axe in both themes, wide and narrow. Colours change without a transition,
// in the middle of which axe would see others.
func (t *tab) inThemes(where string) {
	t.Helper()
	for _, theme := range []string{"light", "dark"} {
		for _, width := range []int64{1440, 390} {
			t.run(emulation.SetDeviceMetricsOverride(width, 900, 1, width < 720),
				emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: theme}, {Name: "prefers-reduced-motion", Value: "reduce"}}))
			t.accessible(theme + ": " + where)
			t.until("nothing wider than the screen", `document.documentElement.scrollWidth <= innerWidth`)
		}
	}
	t.run(emulation.SetDeviceMetricsOverride(1440, 900, 1, false))
}

// From the search to one person in place of two, seen before it is done, and back.
func TestContactsAreMergedAndParted(t *testing.T) {
	chromium(t)
	s := newService(t)
	s.says("parcel", "Amara Osei", "Where is my parcel?")
	s.says("order", "Amara O.", "One more, please.")
	s.says("invoice", "Jonas Lindqvist", "Wrong.")
	ada := s.newTab()
	ada.signIn("ada@example.com")
	ada.click(link("Contacts"))
	ada.shows("3 contacts")
	ada.inThemes("contacts")
	ada.write(`document.querySelector('main input[aria-label="Search"]')`, "amara")
	ada.until("those who were found, while one writes", `document.querySelectorAll('#people [data-contact-id]').length === 2 && location.search === '?q=amara' && document.activeElement.name === 'q'`)
	ada.click(`document.querySelector('#people [data-contact-id="2"]')`)
	ada.until("the contact", `document.title === 'Amara O. · svcx'`)
	ada.inThemes("a contact")
	ada.click(link("Merge into another contact…"))
	ada.until("the search for the other", `document.querySelector('main input[aria-label="Search"]')?.value === 'Amara O.'`)
	ada.click(`document.querySelector('main input[aria-label="Search"]')`)
	ada.look(`document.querySelector('main input[aria-label="Search"]').value = 'amara osei'`, nil)
	ada.press("Enter")
	ada.until("the other", `location.search === '?q=amara+osei' && document.readyState === 'complete' && document.querySelector('.others [data-contact-id="1"]')`)
	ada.inThemes("the search for the other contact")
	ada.click(`document.querySelector('.others [data-contact-id="1"]')`)
	ada.shows("One conversation moves to Amara Osei.")
	ada.inThemes("what a merge will do")
	ada.click(button("Merge"))
	ada.shows("2 conversations of this contact")
	ada.until("what was done", `[...document.querySelectorAll('[role=status]')].some(e => e.innerText === 'Merged')`)
	ada.inThemes("a merged contact")
	ada.click(button("Undo"))
	ada.until("the contact of before", `location.pathname === '/app/shop/contacts/2' && document.querySelector('h1').innerText === 'Amara O.'`)
	ada.shows("One conversation of this contact.")
	ada.click(`document.querySelector('[data-conversation="2"]')`)
	ada.until("the conversation", `location.pathname === '/app/shop/inbox/2'`)
}

// What is typed and not saved is said, and put back.
func TestUnsavedContactIsSaid(t *testing.T) {
	chromium(t)
	s := newService(t)
	s.says("parcel", "Amara Osei", "Where is my parcel?")
	ada := s.newTab()
	ada.signIn("ada@example.com")
	ada.open("/app/shop/contacts/1")
	ada.until("scripts", `document.documentElement.classList.contains('js')`)
	ada.write(`document.querySelector('#field-tags')`, "gold")
	ada.shows("Unsaved changes")
	s.says("order", "Jonas Lindqvist", "What comes in meanwhile is counted, and replaces nothing.")
	ada.until("one more conversation", `document.querySelector('.n[data-count="open"]').innerText === '2'`)
	ada.until("what was typed", `document.querySelector('#field-tags').value === 'gold'`)
	ada.inThemes("a changed contact")
	ada.click(button("Discard"))
	ada.until("what was before", `document.querySelector('#field-tags').value === '' && !document.body.innerText.includes('Unsaved changes')`)
	ada.write(`document.querySelector('#field-email')`, "nobody")
	ada.click(button("Save"))
	ada.until("the error beside its field", `document.activeElement.id === 'field-email' && document.getElementById(document.activeElement.getAttribute('aria-describedby')).innerText.includes('not an e-mail address')`)
	ada.inThemes("an error")
	ada.forgive("422")
}

// An admin erases a contact by typing the name; an agent is refused.
func TestContactIsErasedByAdmins(t *testing.T) {
	chromium(t)
	s := newService(t)
	s.says("parcel", "Amara Osei", "My secret")
	bob := s.newTab()
	bob.signIn("bob@example.com")
	bob.open("/app/shop/contacts/1")
	bob.until("a contact that cannot be erased", `document.querySelector('h1').innerText === 'Amara Osei' && !document.body.innerText.includes('Erase')`)
	bob.open("/app/shop/contacts/1/erase")
	bob.shows("This page is for admins of the workspace.")
	bob.accessible("a page for admins")
	bob.forgive("403")

	ada := s.newTab()
	ada.signIn("ada@example.com")
	ada.open("/app/shop/contacts/1")
	ada.click(link("Erase…"))
	ada.shows("This cannot be undone.")
	ada.inThemes("what erasing does")
	ada.write(`document.querySelector('#field-name')`, "Amara")
	ada.click(button("Erase"))
	ada.shows("Nothing was erased")
	ada.inThemes("a wrong name")
	ada.write(`document.querySelector('#field-name')`, " Osei")
	ada.click(button("Erase"))
	ada.shows("No contacts yet")
	ada.inThemes("no contacts")
	ada.open("/app/shop/contacts/1")
	ada.shows("Not found")
	ada.forgive("422")
	ada.forgive("404")
}

package browser

import (
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// Contacts had no keys: the list, the search that threw the focus away, what a contact's page
// does, and scrolling it.
func TestContactsByKeys(t *testing.T) {
	chromium(t)
	s := newService(t)
	s.says("parcel", "Amara Osei", "Where is my parcel?")
	s.says("order", "Amara O.", "One more, please.")
	s.says("invoice", "Jonas Lindqvist", "Wrong.")
	ada := s.newTab()
	ada.signIn("ada@example.com")
	ada.until("scripts", `document.documentElement.classList.contains('js')`)
	focused := func(name string) string {
		return `document.activeElement.matches('.who-row') && document.activeElement.querySelector('b').innerText === '` + name + `'`
	}
	contacts := `location.pathname === '/app/shop/contacts' && document.activeElement.id === 'open'`

	ada.press("g")
	ada.press("p")
	ada.until("the contacts", contacts)
	ada.press("j")
	ada.until("the first", focused("Jonas Lindqvist"))
	ada.press("j")
	ada.press("j")
	ada.press("k")
	ada.until("the one in the middle", focused("Amara O."))
	ada.press("Enter")
	ada.until("the contact", `document.title === 'Amara O. · svcx' && document.activeElement.id === 'open'`)
	ada.press("u")
	ada.until("the contacts again", contacts)

	ada.press("/")
	ada.run(typed("amara"))
	ada.until("what was found, read out", `document.querySelectorAll('#people [data-contact-id]').length === 2 && document.getElementById('found').innerText === '2 found for “amara”' && document.title === 'Contacts: 2 found for “amara” · svcx'`)
	ada.press("Enter")
	ada.until("the first that was found, and their number read out once more", focused("Amara O.")+` && document.getElementById('found').innerText === '2 found for “amara”'`)
	ada.press("/")
	ada.until("the words, for the next to take their place", `getSelection().toString() === 'amara' || document.activeElement.selectionEnd === 5 && document.activeElement.selectionStart === 0`)
	ada.press("ArrowDown")
	ada.until("the first again, by the arrow", focused("Amara O."))
	ada.press("Enter")
	ada.until("the contact", `document.title === 'Amara O. · svcx' && document.activeElement.id === 'open'`)
	ada.run(chromedp.KeyEvent(kb.End))
	ada.until("the end of the page", `document.querySelector('main').scrollTop > 0`)

	ada.press("k", input.ModifierCtrl)
	ada.until("the menu with what the page does", `[...document.querySelectorAll('#command-list [data-here]')].map(e => e.innerText).join(', ') === 'Merge into another contact…, Block, Erase…'`)
	ada.run(typed("merge"))
	ada.press("Enter")
	ada.until("the search for the other, with what is not the same", `location.pathname.endsWith('/merge') && document.activeElement.name === 'q' && document.activeElement.selectionEnd > 0`)
	ada.run(typed("amara osei"))
	ada.until("the other", `document.querySelectorAll('#others [data-contact-id]').length === 1 && document.getElementById('found').innerText === 'One found for “amara osei”'`)
	ada.press("ArrowDown")
	ada.press("Enter")
	ada.until("what will be done", `document.querySelector('.plan') && document.activeElement.id === 'open'`)
	ada.press("k", input.ModifierCtrl)
	ada.run(typed("nothing of this name"))
	ada.until("that there is none", `document.querySelector('#commands [data-none]').innerText === 'Nothing found'`)
}

// Fault: a row that had the focus was replaced when the answer to the last letters came late: the focus
// was lost, and Enter did nothing.
func TestFocusInWhatWasFoundBefore(t *testing.T) {
	chromium(t)
	s := newService(t)
	s.says("parcel", "Amara Osei", "Where is my parcel?")
	s.says("order", "Amara O.", "One more, please.")
	ada := s.newTab()
	ada.signIn("ada@example.com")
	ada.open(s.path("/contacts"))
	found := func(words string) string {
		return `document.getElementById('found').innerText.endsWith('“` + words + `”')`
	}
	searchesLate := func(words string) {
		ada.look(`(q => { q.value = '`+words+`'; q.dispatchEvent(new Event('input', {bubbles: true})) })(document.querySelector('main [role=search] [name=q]'))`, nil)
		ada.until("what was found", found(words))
	}
	ada.press("/")
	ada.run(typed("amara"))
	ada.until("both", found("amara")+` && document.querySelectorAll('#people [data-contact-id]').length === 2`)
	ada.press("ArrowDown")
	const isAt = `document.activeElement.matches('.who-row') && document.activeElement.innerText.includes(`
	ada.until("the first", isAt+`'Amara O.')`)
	searchesLate("amara o")
	ada.until("the same row, in the new list", isAt+`'Amara O.')`)
	searchesLate("amara osei")
	ada.until("the search, since the row is gone", `document.activeElement.name === 'q'`)
}

package browser

import (
	"fmt"
	"testing"

	"svcx"
	"svcx/internal/inbox"
)

// Fault: the filter's field for a tag suggested none, so that one had to know how it is written.
func TestFilterSuggestsTags(t *testing.T) {
	chromium(t)
	s := newService(t)
	call := inbox.Call{Workspace: s.shop, Actor: inbox.Operator}
	for i := range 20 {
		c := s.conversation(fmt.Sprint(i))
		var tags []string
		for j := range 25 {
			tags = append(tags, fmt.Sprintf("tag %03d", i*25+j))
		}
		if i < 2 {
			tags[0] = "Wärranty <i>"
		}
		_, err := s.app.Messaging.UpdateConversation(t.Context(), call, c, svcx.ConversationPatch{Tags: &tags})
		s.must(err)
	}
	ada := s.newTab()
	ada.signIn("ada@example.com")
	const field, list = `document.querySelector('#filter-tag')`, `document.querySelector('#filter-tags')`
	const shown = `[...` + list + `.children].filter(e => e.checkVisibility())`
	open := func() {
		t.Helper()
		ada.click(button("Filter"))
		ada.click(field)
		ada.until("the most used of 500 tags", shown+`.length === 200 && `+list+`.firstElementChild.value === 'Wärranty <i>' && `+field+`.ariaExpanded === 'true'`)
	}
	open()
	ada.accessible("the tags of the filter")
	ada.run(typed("wär"))
	ada.until("the one that fits", shown+`.length === 1`)
	ada.press("ArrowDown")
	ada.until("it is aimed at", field+`.getAttribute('aria-activedescendant') === `+shown+`[0].id && `+shown+`[0].ariaSelected === 'true'`)
	ada.press("Enter")
	ada.until("it is written, and nothing sent", field+`.value === 'Wärranty <i>' && !`+list+`.checkVisibility() && document.querySelector('#filter-menu:popover-open')`)
	ada.press("Enter")
	ada.until("the list", `document.querySelector('#list').dataset.tag === 'Wärranty <i>' && document.querySelectorAll('.conv').length === 2 && document.title === 'All open · tag Wärranty <i> · svcx'`)
	ada.until("what is read out", `document.querySelector('#found').innerText === 'All open · tag Wärranty <i>'`)

	// What is set stays until something else is written.
	ada.click(button("Filter"))
	ada.until("what is set", field+`.value === 'Wärranty <i>'`)
	ada.click(field)
	ada.until("its suggestion", shown+`.length === 1`)
	ada.press("Escape")
	ada.until("the filter, without suggestions", `document.querySelector('#filter-menu:popover-open') && !`+list+`.checkVisibility()`)
	s.must(ada.look(field+`.select()`, nil))
	ada.run(typed("no such"))
	ada.until("that none fits", `document.querySelector('#filter-menu [role=status]').innerText === 'Nothing found' && !`+list+`.checkVisibility()`)
	s.must(ada.look(field+`.select()`, nil))
	ada.run(typed("tag 499")) // not among those that are offered
	ada.press("Enter")
	ada.until("its list", `document.querySelector('#list').dataset.tag === 'tag 499' && document.querySelectorAll('.conv').length === 1`)

	phone := s.onPhone()
	phone.tap(button("Filter"))
	phone.tap(field)
	phone.until("the tags, within the screen", shown+`.length === 200 && document.querySelector('#filter-menu').getBoundingClientRect().bottom <= innerHeight`)
	phone.tap(shown + `[0]`)
	phone.until("what was chosen", field+`.value === 'Wärranty <i>'`)
	phone.tap(button("Show"))
	phone.until("the list", `document.querySelectorAll('.conv').length === 2`)
	plain := s.newTab()
	plain.withoutScripts()
	plain.signIn("ada@example.com")
	plain.click(button("Filter"))
	plain.write(field, "Wärranty <i>")
	plain.press("Enter")
	plain.until("the list", `document.querySelectorAll('.conv').length === 2`)
}

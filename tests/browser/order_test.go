package browser

import (
	"testing"

	"github.com/chromedp/cdproto/input"

	"svcx"
	"svcx/internal/inbox"
)

// order are the customers' names in the list, from the top.
const order = `[...document.querySelectorAll('#rows > li:not(.gone) .who')].map(e => e.textContent).join(', ')`

// What a member sets moved a row to the top, under the time of its last message, and undoing a
// bulk action left the list in another order. The title of the list had another total than its
// view.
func TestWhatMembersSetMovesNoRow(t *testing.T) {
	chromium(t)
	s := newService(t)
	for _, who := range []string{"Amara", "Bruno", "Chidi"} {
		s.says(who, who, "Hello.")
	}
	ada := s.newTab()
	ada.signIn("ada@example.com")
	ada.run(input.DispatchMouseEvent(input.MouseMoved, 2, 2)) // where the reader points at no row
	ada.until("the list", order+` === 'Chidi, Bruno, Amara'`)
	row := func(id string) string { return `document.querySelector('.conv[data-conversation-id="` + id + `"]')` }
	call := inbox.Call{Workspace: s.shop, Actor: inbox.Operator}
	agree := func(n string) string {
		return `document.getElementById('total').innerText === '` + n + `' && document.querySelector('.navlink [data-count="open"]').innerText === '` + n + `'`
	}

	category := new(svcx.CategoryID)
	*category = 1
	_, err := s.app.Messaging.UpdateConversation(t.Context(), call, 1, svcx.ConversationPatch{Category: &category})
	s.must(err)
	ada.until("the category, in its place", row("1")+`.querySelector('.kind') && `+order+` === 'Chidi, Bruno, Amara'`)
	ada.open("/app/shop/inbox?view=open")
	ada.run(input.DispatchMouseEvent(input.MouseMoved, 2, 2)) // where the reader points at no row
	ada.until("the same order from the server", order+` === 'Chidi, Bruno, Amara'`)

	_, err = s.app.Messaging.AgentSetStatus(t.Context(), call, 2, svcx.StatusResolved)
	s.must(err)
	ada.until("one less", order+` === 'Chidi, Amara' && `+agree("2"))
	_, err = s.app.Messaging.AgentSetStatus(t.Context(), call, 2, svcx.StatusOpen)
	s.must(err)
	ada.until("where it was", order+` === 'Chidi, Bruno, Amara' && `+agree("3"))

	s.says("Amara", "Amara", "Are you there?")
	ada.until("a message moves it", order+` === 'Amara, Chidi, Bruno'`)
}

package browser

import (
	"testing"

	"svcx"
	"svcx/internal/inbox"
)

// What was edited shows what changed, and closes again; a link to a message is copied, and
// leads to it.
func TestVersionsAndLinkOfAMessage(t *testing.T) {
	chromium(t)
	s := newService(t)
	s.says("parcel", "Amara", "It costs 20 euros.")
	_, err := s.app.Messaging.EditMessage(t.Context(), inbox.Call{Workspace: s.shop, Actor: inbox.Operator}, 1, 1, svcx.MessageEdit{Content: "It costs 25 euros.", Reason: "a typing error"})
	s.must(err)
	ada := s.newTab()
	ada.signIn("ada@example.com")
	ada.click(row("Amara"))
	ada.click(link("edited"))
	ada.until("what changed", `document.querySelector('.versions del')?.innerText.includes('20') && document.querySelector('.versions ins')?.innerText.includes('25')`)
	ada.bothThemes("versions")
	ada.click(link("edited"))
	ada.until("no versions", `!document.querySelector('.versions')`)
	ada.click(link("Copy link to this message"))
	ada.shows("Link copied")
	ada.open("/app/shop/inbox/1?m=1&versions=all#m-1")
	ada.until("the message, marked, with its versions", `document.querySelector('.msg:target .versions')`)
}

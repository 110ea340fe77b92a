package browser

import (
	"testing"

	"svcx"
	"svcx/internal/inbox"
)

// The reports of a workspace in which something happened: figures, plots with the tables
// behind them, and periods that are part of the address.
func TestReports(t *testing.T) {
	chromium(t)
	s := newService(t)
	bob := s.newTab()
	bob.signIn("bob@example.com")
	bob.open("/app/shop/reports")
	bob.shows("No figures for this period")
	bob.accessible("without figures")
	s.says("parcel", "Amara Osei", "Where is my parcel?")
	s.says("invoice", "Jonas Lindqvist", "The VAT number is wrong.")
	call := inbox.Call{Workspace: s.shop, Actor: inbox.Operator}
	_, err := s.app.Messaging.Send(t.Context(), call, 1, svcx.MessageDraft{Content: "It is on its way.", ContentType: svcx.ContentText, Author: svcx.Author{Type: svcx.AuthorAgent, Name: "Bob Reyes"}})
	s.must(err)
	_, err = s.app.Messaging.Rate(t.Context(), call, 1, svcx.RatingDraft{Rating: 5})
	s.must(err)
	bob.open("/app/shop/reports")
	bob.until("plots", `document.querySelectorAll('svg.drawing').length === 4`)
	bob.inAllThemes(func(at string) {
		bob.accessible(at + "reports")
		bob.until("nothing is cut off at the side", `document.querySelector('main').scrollWidth <= document.querySelector('main').clientWidth`)
	})
	bob.click(link("7 days"))
	bob.until("the week", `location.search === '?days=7' && `+link("7 days")+`?.getAttribute('aria-current') === 'true'`)
	bob.click(named("summary", "Table: Conversations"))
	bob.until("seven days", `document.querySelectorAll('#conversations table tbody tr, section[aria-labelledby=title-conversations] tbody tr').length === 7`)
	bob.inAllThemes(func(at string) { bob.accessible(at + "a table") })
	bob.open("/app/shop/reports?from=2026-02-01&to=2026-01-01")
	bob.shows("This is before the first day.")
	bob.until("focus", `document.activeElement.name === 'to' && document.activeElement.getAttribute('aria-invalid') === 'true'`)
	bob.inAllThemes(func(at string) { bob.accessible(at + "a wrong day") })
	bob.forgive("the server responded with a status of 422")
}

// Without scripts a period is chosen and a table is read.
func TestReportsWithoutScripts(t *testing.T) {
	chromium(t)
	s := newService(t)
	s.says("parcel", "Amara Osei", "Where is my parcel?")
	bob := s.newTab()
	bob.withoutScripts()
	bob.signIn("bob@example.com")
	bob.open("/app/shop/reports?days=90")
	bob.click(button("Show"))
	bob.until("the same period", link("90 days")+`?.getAttribute('aria-current') === 'true'`)
	bob.click(named("summary", "Table: Messages"))
	bob.shows("Messages in")
}

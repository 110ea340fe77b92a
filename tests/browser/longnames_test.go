package browser

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"

	"svcx"
	"svcx/internal/admin"
	"svcx/internal/inbox"
)

// Faults: a name without a space pushed the text and the buttons of a question out of its dialog,
// and filled the screen of a phone as a heading.
func TestLongNamesLeaveRoom(t *testing.T) {
	chromium(t)
	s := newService(t)
	call, long := inbox.Call{Workspace: s.shop, Actor: inbox.Operator}, strings.Repeat("W", 250)
	_, _, err := s.app.Admin.CreateKey(t.Context(), call, svcx.KeyDraft{Name: long, Scopes: []svcx.Scope{svcx.ScopeContactsRead}})
	s.must(err)
	ch, _, err := s.app.Admin.CreateChannel(t.Context(), call, svcx.ChannelDraft{Name: long, Settings: svcx.DefaultSettings()})
	s.must(err)
	ada := s.newTab()
	ada.signIn("ada@example.com")
	for _, width := range []int64{1440, 390} {
		ada.run(emulation.SetDeviceMetricsOverride(width, 844, 1, width < 720))
		for _, path := range []string{s.path("/settings/api?ask=revoke-1"), s.path(fmt.Sprintf("/settings/channels/%d?ask=delete", ch.ID))} {
			ada.open(path)
			ada.until("all of the question", `(d => d && d.scrollWidth <= d.clientWidth && [...d.querySelectorAll('.btn')].every(b => b.getBoundingClientRect().left >= d.getBoundingClientRect().left && b.getBoundingClientRect().right <= d.getBoundingClientRect().right))(document.querySelector('dialog[open]'))`)
		}
		ada.until("a heading of a few lines", `document.querySelector('h1').getBoundingClientRect().height <= 3 * 28`)
	}
	ada.accessible("a question about a long name")
}

// Faults: the name of a workspace pushed what is beside it out of the list of workspaces, and that
// of a field the fields of a channel's defaults out of a phone.
func TestLongNamesStayInTheirColumn(t *testing.T) {
	chromium(t)
	s := newService(t)
	call, long := inbox.Call{Workspace: s.shop, Actor: inbox.Operator}, strings.Repeat("W", 200)
	_, err := s.app.Admin.CreateWorkspace(t.Context(), inbox.Call{Actor: inbox.Operator}, admin.NewWorkspace{Slug: "long", Name: long, Form: svcx.FormB, Plan: svcx.PlanFree, AdminEmail: "ada@example.com"})
	s.must(err)
	_, err = s.app.Admin.CreateField(t.Context(), call, svcx.FieldDraft{Key: "long", Name: long, Type: svcx.FieldText})
	s.must(err)
	ada := s.newTab()
	ada.signIn("ada@example.com")
	for _, width := range []int64{1440, 390} {
		ada.run(emulation.SetDeviceMetricsOverride(width, 844, 1, width < 720))
		for path, parts := range map[string]string{"/app": ".space, .who .btn", s.path(fmt.Sprintf("/settings/channels/%d/defaults", s.channel)): "main .in"} {
			ada.open(path)
			ada.until("all of it in its column", fmt.Sprintf(`(all => all.length && all.every(e => e.getBoundingClientRect().right <= e.closest('.page, .sheet').getBoundingClientRect().right))([...document.querySelectorAll('%s')])`, parts))
		}
	}
}

// Faults: one long name made all choices of a list wider than the list, so that none showed that it was chosen; and the
// name of a tag ended without a sign that there is more of it.
func TestLongNamesAmongChoices(t *testing.T) {
	chromium(t)
	s := newService(t)
	call, long := inbox.Call{Workspace: s.shop, Actor: inbox.Operator}, strings.Repeat("W", 200)
	c, err := s.app.Admin.CreateCategory(t.Context(), call, svcx.CategoryDraft{Name: long})
	s.must(err)
	s.says("parcel", "Amara Osei", "Where is my parcel?")
	of, tags := &c.ID, []string{long, "late"}
	_, err = s.app.Messaging.UpdateConversation(t.Context(), call, 1, svcx.ConversationPatch{Category: &of, Tags: &tags})
	s.must(err)
	ada := s.newTab()
	ada.signIn("ada@example.com")
	ada.opens("Amara Osei")
	for _, pick := range []string{"category", "tags"} {
		ada.click(`document.querySelector('#details [data-pick="` + pick + `"]')`)
		ada.until("every choice in its list, and what is chosen", `(list => list && [...list.querySelectorAll('[role=option]')].filter(e => e.checkVisibility()).every(e => e.getBoundingClientRect().right <= list.getBoundingClientRect().right)
			&& list.querySelector('[aria-selected=true] svg').getBoundingClientRect().right <= list.getBoundingClientRect().right)(document.querySelector('#pick-`+pick+`:popover-open [role=listbox]'))`)
		ada.press("Escape")
	}
	ada.until("that there is more of the tag", `(e => getComputedStyle(e).display === 'block' && e.scrollWidth > e.clientWidth)(document.querySelector('#value-tags .tag'))`)
}

// Fault: without scripts, a question stood at the end of its page, where nobody saw it.
func TestQuestionWithoutScriptsIsSeen(t *testing.T) {
	chromium(t)
	s := newService(t)
	ada := s.newTab()
	ada.signIn("ada@example.com")
	ada.withoutScripts()
	ada.open(s.path(fmt.Sprintf("/settings/channels/%d?ask=key", s.channel)))
	ada.until("the question in the window", `(d => d && d.getBoundingClientRect().top >= 0 && d.getBoundingClientRect().bottom <= innerHeight)(document.querySelector('dialog[open]'))`)
}

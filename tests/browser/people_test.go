package browser

import (
	"strings"
	"testing"

	"svcx"
	"svcx/internal/inbox"
)

// ready waits for a page by the beginning of its title, and for its scripts.
func (t *tab) ready(title string) {
	t.Helper()
	t.until("the page "+title, `document.title.startsWith(`+quoted(title)+`) && document.documentElement.classList.contains('js')`)
}

// A member is invited, signs in with the link that is passed on, gets another role, and is out at
// once when they are removed.
func TestMemberJourney(t *testing.T) {
	chromium(t)
	s := newService(t)
	s.says("parcel", "Amara Osei", "Where is my parcel?")
	ada, carol := s.newTab(), s.newTab()
	ada.signIn("ada@example.com")
	ada.open("/app/shop/settings/members")
	ada.ready("Members")
	ada.shows("1 open invitation") // bob has never signed in
	ada.bothThemes("the members")
	ada.click(named("a[role=button]", "Invite a member"))
	ada.until("the dialog", `document.activeElement?.id === 'field-email' && document.querySelector('dialog[open]').matches(':modal')`)
	ada.bothThemes("inviting")
	ada.run(typed("carol@"))
	ada.press("Enter")
	ada.until("the field that is wrong", `document.activeElement?.id === 'field-email' && document.activeElement.ariaInvalid === 'true' && document.querySelector('dialog[open]').matches(':modal') && document.activeElement.value === 'carol@'`)
	ada.bothThemes("an address that is wrong")
	ada.forgive("422")
	ada.look(`document.querySelector('#field-email').select()`, nil)
	ada.run(typed("carol@example.com"))
	ada.write(`document.querySelector('#field-name')`, "Carol Diaz")
	ada.click(button("Create the link"))
	ada.shows("Sign-in link for carol@example.com")
	ada.ready("Members")
	ada.bothThemes("a sign-in link")
	ada.click(button("Copy Sign-in link"))
	ada.shows("Copied")
	var link string
	s.must(ada.look(`document.querySelector('#field-link').value`, &link))
	ada.open("/app/shop/settings/members")
	ada.until("the link gone", `document.querySelectorAll('.invited').length === 2 && !document.querySelector('#field-link')`)

	carol.open(strings.TrimPrefix(link, s.url))
	carol.click(button("Sign in"))
	carol.ready("All open")
	carol.until("no admin pages", `![...document.querySelectorAll('a')].some(a => a.getAttribute('href').endsWith('/settings/members'))`)
	ada.open("/app/shop/settings/members")
	ada.until("carol among the members", `[...document.querySelectorAll('a.who-row')].some(a => a.innerText.includes('Carol Diaz') && a.innerText.includes('Last here'))`)
	ada.click(`[...document.querySelectorAll('a.who-row')].find(a => a.innerText.includes('Carol Diaz'))`)
	ada.ready("Carol Diaz")
	ada.bothThemes("a member")
	ada.click(`document.querySelector('input[name=role][value=admin]')`)
	ada.shows("Unsaved changes")
	ada.click(button("Save"))
	ada.until("it saved", `document.querySelector('#say')?.innerText === 'Saved' && document.querySelector('input[name=role][value=admin]').checked`)
	carol.open("/app/shop/settings/members")
	carol.shows("Invite a member")
	carol.open("/app/shop/inbox?view=open")
	carol.ready("All open")

	ada.ready("Carol Diaz")
	ada.click(named("a[role=button]", "Remove"))
	ada.until("the question", `document.querySelector('#ask-remove').matches(':modal')`)
	ada.bothThemes("asking before a member is removed")
	ada.press("Escape")
	ada.until("no question, and the focus back", `!document.querySelector('dialog[open]') && document.activeElement.dataset.ask === 'remove'`)
	ada.press(" ")
	ada.click(`document.querySelector('#ask-remove button')`)
	ada.shows("Member removed")
	carol.open("/app/shop/inbox")
	carol.shows("Not found")
	carol.forgive("404")
}

// The only admin stays one, and the page says why.
func TestLastAdmin(t *testing.T) {
	chromium(t)
	s := newService(t)
	ada := s.newTab()
	ada.withoutScripts()
	ada.signIn("ada@example.com")
	ada.open("/app/shop/settings/members")
	ada.click(`[...document.querySelectorAll('a.who-row')].find(a => a.innerText.includes('ada@example.com'))`)
	ada.shows("You are the only admin. A workspace needs one: make somebody else an admin first.")
	ada.until("no way to do it", `!document.querySelector('[name=role]') && !document.querySelector('[data-ask]')`)
	// Without scripts: bob becomes an admin, then ada leaves.
	ada.open("/app/shop/settings/members")
	ada.click(`[...document.querySelectorAll('a.who-row')].find(a => a.innerText.includes('Bob Reyes'))`)
	ada.click(`document.querySelector('input[name=role][value=admin]')`)
	ada.click(button("Save"))
	ada.until("it saved", `document.querySelector('.ptitle .tag').innerText === 'Admin'`)
	ada.open("/app/shop/settings/members/2")
	ada.click(named("a[role=button]", "Leave the workspace"))
	ada.until("the question", `document.querySelector('#ask-remove').open`)
	ada.click(`document.querySelector('#ask-remove button')`)
	ada.until("the workspaces", `location.pathname === '/app'`)
}

// The audit log is filtered, and an entry shows what is behind its words.
func TestAuditLogJourney(t *testing.T) {
	chromium(t)
	s := newService(t)
	_, err := s.app.Admin.CreateSecret(s.Context(), inbox.Call{Workspace: s.shop, Actor: svcx.Actor{Kind: svcx.ActorUser, ID: 2, Name: "Ada", IP: "203.0.113.9"}}, svcx.SecretDraft{Key: "crm", Value: "x"})
	s.must(err)
	ada := s.newTab()
	ada.signIn("ada@example.com")
	ada.open("/app/shop/settings/audit")
	ada.ready("Audit log")
	ada.shows("created the secret crm")
	ada.bothThemes("the audit log")
	ada.look(`document.querySelector('#field-action').value = 'channel'`, nil)
	ada.click(button("Filter"))
	ada.until("entries on channels alone", `location.search.includes('action=channel') && document.querySelectorAll('.log-item').length === 1 && document.body.innerText.includes('created the channel Web store')`)
	ada.click(`document.querySelector('.log-item summary')`)
	ada.until("what is behind it", `document.querySelector('.log-item details').open && document.body.innerText.includes('channel.create')`)
	ada.bothThemes("an entry with its details")
	ada.click(`document.querySelector('.raw .link')`)
	ada.until("all of the channel", `location.search.includes('target=channel') && document.querySelector('#field-target').value.startsWith('channel/')`)
	ada.write(`document.querySelector('#field-target')`, "9999")
	ada.click(button("Filter"))
	ada.shows("No entry fits this filter.")
	ada.bothThemes("nothing found in the audit log")
	ada.click(link("Clear the filter"))
	ada.until("all of it", `location.search === '' && document.querySelectorAll('.log-item').length > 1`)
	ada.open("/app/shop/settings/audit?from=x")
	ada.until("the field that is wrong", `document.activeElement?.id === 'field-from' && document.activeElement.ariaInvalid === 'true'`)
	ada.forgive("422")
}

// The export is downloaded, and the page says when it is complete.
func TestExportJourney(t *testing.T) {
	chromium(t)
	s := newService(t)
	s.says("parcel", "Amara Osei", "Where is my parcel?")
	ada := s.newTab()
	ada.signIn("ada@example.com")
	ada.open("/app/shop/settings/export")
	ada.ready("Export")
	ada.bothThemes("the export")
	ada.click(named("a[role=button]", "Download"))
	ada.shows("Complete: ")
	ada.bothThemes("an export that is complete")
}

// A workspace is created and its form changed, after what that does was shown.
func TestWorkspacesJourney(t *testing.T) {
	chromium(t)
	s := newService(t)
	main, err := s.app.Admin.AdminWorkspace(s.Context())
	s.must(err)
	op := s.newTab()
	s.shop, main = main, s.shop // signs in to the admin workspace
	op.service = s
	op.signIn("admin@localhost")
	s.shop = main
	op.open("/app/main/admin/workspaces")
	op.ready("Workspaces")
	op.shows("2 workspaces")
	op.bothThemes("the workspaces")
	op.click(link("New workspace"))
	op.ready("New workspace")
	op.until("the first field", `document.activeElement?.id === 'field-name'`)
	op.bothThemes("a new workspace")
	op.run(typed("Acme Tools"))
	op.until("a slug made of the name", `document.querySelector('#field-slug').value === 'acme-tools'`)
	op.look(`document.querySelector('#field-slug').select()`, nil)
	op.run(typed("Acme!"))
	op.look(`document.querySelector('#field-email').value = ''`, nil)
	op.write(`document.querySelector('#field-email')`, "carol@example.com")
	op.click(button("Create the workspace"))
	op.until("the field that is wrong", `document.activeElement?.id === 'field-slug' && document.activeElement.ariaInvalid === 'true' && document.querySelector('#field-name').value === 'Acme Tools'`)
	op.forgive("422")
	op.look(`document.querySelector('#field-slug').select()`, nil)
	op.run(typed("acme"))
	op.click(button("Create the workspace"))
	op.shows("Sign-in link for carol@example.com")
	op.ready("Acme Tools")
	op.bothThemes("a workspace")
	op.open("/app/main/admin/workspaces/acme")
	op.ready("Acme Tools")
	op.click(`document.querySelector('input[name=plan][value=business]')`)
	op.shows("Unsaved changes")
	op.click(button("Save"))
	op.until("it saved", `document.querySelector('#say')?.innerText === 'Saved' && document.querySelector('input[name=plan][value=business]').checked`)
	op.ready("Acme Tools")
	op.click(link("Change to form A"))
	op.ready("Change Acme Tools to form A")
	op.shows("Ids are strings")
	op.bothThemes("before a form is changed")
	op.click(button("Change to form A"))
	op.until("the form changed", `document.querySelector('#say')?.innerText === 'Form changed' && document.body.innerText.includes('Change to form B')`)
	op.click(link("Workspaces"))
	op.ready("Workspaces")
	op.write(`document.querySelector('input[name=q]')`, "acme")
	op.until("one workspace", `document.querySelectorAll('#spaces tbody tr').length === 1`)
}

// Fault: who pressed a button twice saw the answer to the second, which had no link any more.
func TestAFormPressedTwiceIsSentOnce(t *testing.T) {
	chromium(t)
	s := newService(t)
	line := newLine(t, s.url)
	ada := s.newTab().via(line)
	ada.signIn("ada@example.com")
	ada.open("/app/shop/settings/members?ask=invite")
	ada.until("the dialog", `document.activeElement?.id === 'field-email' && document.querySelector('dialog[open]').matches(':modal')`)
	ada.run(typed("carol@example.com"))
	line.stall()
	for range 2 {
		ada.click(button("Create the link"))
	}
	line.flow()
	ada.shows("Sign-in link for carol@example.com")
}

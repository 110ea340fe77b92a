package browser

import (
	"fmt"
	"strings"

	"svcx"
	"svcx/internal/admin"
	"svcx/internal/inbox"
)

// states are pictures of what the pages of admins show once something was done, of all of the long
// pages, of pages without scripts, and of long lists and names. They are not in docs/screenshots.
func (s *service) states(ada, op, visitor *tab) {
	s.Helper()
	channel := func(below string) string { return s.path(fmt.Sprintf("/settings/channels/%d%s", s.channel, below)) }
	bare := func(below string) string { return s.path("/settings/channels/3" + below) }
	submit := func(form string) string { return fmt.Sprintf(`document.querySelector('%s').requestSubmit()`, form) }
	fill := func(values string) string {
		return fmt.Sprintf(`for (const [name, value] of Object.entries(%s)) { const f = document.querySelector('main [name=' + name + ']'); f.value = value; f.dispatchEvent(new Event('input', { bubbles: true })) }; `, values)
	}
	const sends = `document.querySelector('main form[method=post] :is(input[type=text], textarea)').form.requestSubmit()`
	const done = `document.querySelector('.banner.done, #say :not(:empty)')`
	for _, title := range []string{"Opening hours", "Out of stock", "Refund", "Wrong item"} { // one of them is deleted for each picture
		s.saves(title, "", "A text about "+title)
	}
	ada.picture(
		extra("whole-channel", channel(""), h1).all(),
		extra("whole-paused", s.path("/settings/channels/2"), h1).all(),
		extra("whole-workspace", s.path("/settings/workspace"), h1).all(),
		extra("whole-profile", s.path("/settings/profile"), h1).all(),
		extra("whole-event", s.eventOf("warned"), h1).all(),
		extra("whole-delivery", s.eventOf("http_status"), h1).all(),
		extra("whole-export", s.path("/settings/export"), h1).all(),
		extra("whole-new-key", s.path("/settings/api/new"), h1).all(),
		extra("whole-ai", s.path("/settings/ai"), h1).all(),
		extra("whole-reports", s.path("/reports"), h1).all(),
		extra("whole-dry-run", channel("/dry-run"), `document.querySelector('.ev-outcome')`).after(refused).all(),
		extra("event-duplicate", s.eventOf("duplicate_message"), h1).all(),
		extra("channel-unsaved", channel(""), `document.querySelector('[data-unsaved]:not([hidden])')`).after(fill(`{name: "Web shop"}`)),
		extra("channel-key-shown", channel(""), `document.querySelector('#field-key').value.length > 20`).after(`document.querySelector('[aria-label="Show the channel key"]').click()`),
		extra("channel-tested", channel(""), `document.querySelector('#channel-test .banner')`).after(`document.querySelector('[action$="/test"]').requestSubmit()`),
		extra("channel-not-tested", bare(""), `document.querySelector('#channel-test .banner')`).after(`document.querySelector('[action$="/test"]').requestSubmit()`),
		extra("channel-signed", bare("?ask=signing"), `document.querySelector('.page input[value^=whsec_]')`).after(submit("#ask-signing form")),
		extra("channel-new-key", bare("?ask=key"), `!location.search.includes('ask') && document.querySelector('.page .banner')`).after(submit("#ask-key form")),
		extra("connect-waiting", s.path("/settings/channels/new"), `document.querySelector('.ch-first')`).after(fill(`{name: "Marketplace"}`)+sends),
		extra("again-done", s.eventOf("action_disabled")+"?ask=again", `!location.search.includes('ask')`).after(submit("#ask-again form")),
		extra("redelivered", channel("/events?ask=since"), `location.search.includes('redelivered') && document.querySelector('.banner.done')`).after(submit("#ask-since form")),
		extra("events-selected", channel("/events?direction=outbound"), `document.querySelector('.ev-selected.on')`).after(`document.querySelector('tr.r input').click()`),
		extra("dry-run-wrong", channel("/dry-run"), `document.querySelector('.ev-outcome, .err')`).after(`document.querySelector('textarea').value = '{"content": '; `+refused),
		extra("dry-run-skipped", channel("/dry-run"), `document.querySelector('.ev-outcome')`).after(`document.querySelector('textarea').value = '{"messageId":"sample-0","conversationId":"m1","from":{"externalId":"Amara Osei"},"content":"Hi"}'; `+refused),
		extra("category-moved", s.path("/settings/categories"), `document.querySelector('#ordered[data-said*="now"]')`).after(`document.querySelectorAll('.moves button')[1].click()`),
		extra("category-new-wrong", s.path("/settings/categories/new"), refusedReady).after(refused),
		extra("field-choice", s.path("/settings/fields/new"), `document.querySelector('[name=type]').value === 'select'`).after(`document.querySelector('[name=type]').value = 'select'; document.querySelector('[name=type]').dispatchEvent(new Event('change', {bubbles: true}))`),
		extra("audit-details", s.path("/settings/audit"), `document.querySelector('.raw[open]')`).after(`document.querySelector('.raw').open = true`),
		extra("audit-wrong", s.path("/settings/audit?from=2026-02-01&to=2026-01-01&target="+strings.Repeat("x", 300)), `document.querySelector('.err')`),
		extra("invited", s.path("/settings/members?ask=invite"), `document.querySelector('.once')`).after(`document.querySelector('#ask-invite [name=email]').value = 'new' + Date.now() + '@example.com'; document.querySelector('#ask-invite form').requestSubmit()`),
		extra("invite-wrong", s.path("/settings/members?ask=invite"), refusedReady).after(submit("#ask-invite form")),
		extra("member-self", s.path("/settings/members/2"), h1),
		extra("member-invited", s.path("/settings/members/4"), h1),
		extra("exported", s.path("/settings/export"), `document.querySelector('.progress, [role=status] time')`).after(`document.querySelector('.btn.pri').click()`),
		extra("key-made", s.path("/settings/api/new"), `document.querySelector('.once, [value^=svcx_sk_]')`).after(fill(`{name: "Nightly export"}`)+`document.querySelector('[value="conversations:read"]').click(); `+sends).all(),
		extra("profile-wrong", s.path("/settings/profile"), refusedReady).after(fill(`{zone: "Mars/Olympus"}`)+sends),
		extra("saved-reply", s.path("/settings/saved-replies/1"), h1),
		extra("saved-deleted", s.path("/settings/saved-replies"), `document.querySelector('.banner.done')`).after(`document.querySelector('.saved-item form').requestSubmit()`),
		extra("saved-nothing", s.path("/settings/saved-replies?q=nosuchword"), `document.querySelector('.blank')`),
		extra("staff-linked", channel("/staff-links"), `document.querySelector('.page .list li')`).after(fill(`{externalId: "erp-7"}`)+`document.querySelector('main select').selectedIndex = 1; `+sends),
		extra("no-workspace", "/app/nosuch/inbox", h1),
	)
	op.picture(
		extra("form-to-a", "/app/main/admin/workspaces/shop/form?to=A", h1).all(),
		extra("whole-workspace-of", "/app/main/admin/workspaces/shop", h1).all(),
		extra("workspaces-nothing", "/app/main/admin/workspaces?q=nosuchword", `document.querySelector('.blank')`),
		extra("none-categories", "/app/main/settings/categories", h1),
		extra("none-fields", "/app/main/settings/fields", h1),
		extra("none-secrets", "/app/main/settings/secrets", h1),
		extra("none-keys", "/app/main/settings/api", h1),
		extra("none-saved", "/app/main/settings/saved-replies", h1),
		extra("none-channels", "/app/main/settings/channels", h1),
		extra("none-ratings", "/app/main/ratings", h1),
		extra("none-contacts", "/app/main/contacts", h1),
		extra("main-settings", "/app/main/settings", h1).all(),
	)
	visitor.picture(
		extra("docs-form-a", "/docs?form=A", h1),
		extra("docs-conversations", "/docs/api/conversations", h1),
		extra("docs-events", "/docs/events", h1),
		extra("docs-errors", "/docs/errors", h1),
		extra("docs-none", "/docs/search?q=nosuchword", h1),
		extra("docs-missing", "/docs/nothing", h1),
		extra("docs-signatures", "/docs/signatures", h1),
		extra("docs-limits", "/docs/limits", h1),
		extra("docs-settings", "/docs/settings", h1),
	)
	plain := s.newTab()
	plain.signIn("ada@example.com")
	plain.withoutScripts()
	plain.picture(
		extra("plain-channel", channel(""), h1).all(),
		extra("plain-key", channel("?ask=key"), asked),
		extra("plain-events", channel("/events"), h1),
		extra("plain-event", s.eventOf("action_disabled"), h1),
		extra("plain-connect", channel("/connect"), h1),
		extra("plain-members", s.path("/settings/members"), h1),
		extra("plain-invite", s.path("/settings/members?ask=invite"), asked),
		extra("plain-categories", s.path("/settings/categories"), h1),
		extra("plain-fields", s.path("/settings/fields/new"), h1).all(),
		extra("plain-keys", s.path("/settings/api"), h1),
		extra("plain-profile", s.path("/settings/profile"), h1).all(),
		extra("plain-export", s.path("/settings/export"), h1),
		extra("plain-reports", s.path("/reports"), h1),
		extra("plain-docs", "/docs/tutorial", h1),
	)
	longChannel, longCategory := s.fillBig()
	ada.picture(
		extra("many-members", "/app/big/settings/members", h1),
		extra("many-channels", "/app/big/settings/channels", h1),
		extra("many-categories", "/app/big/settings/categories", h1),
		extra("many-fields", "/app/big/settings/fields", h1),
		extra("many-saved", "/app/big/settings/saved-replies", h1),
		extra("many-keys", "/app/big/settings/api", h1),
		extra("many-secrets", "/app/big/settings/secrets", h1),
		extra("many-audit", "/app/big/settings/audit", h1),
		extra("long-channel", fmt.Sprint("/app/big/settings/channels/", longChannel), h1),
		extra("long-category", fmt.Sprint("/app/big/settings/categories/", longCategory), h1),
		extra("long-defaults", fmt.Sprint("/app/big/settings/channels/", longChannel, "/defaults"), h1),
		extra("long-member", "/app/big/settings/members", h1),
		extra("long-delete", fmt.Sprint("/app/big/settings/categories/", longCategory, "?ask=delete"), asked),
		extra("long-workspaces", "/app", h1),
		extra("long-settings", "/app/big/settings/workspace", h1),
	)
}

// fillBig makes a workspace with long lists and long names, and returns a channel and a category
// with a long one.
func (s *service) fillBig() (channel svcx.ChannelID, category svcx.CategoryID) {
	s.Helper()
	ctx := s.Context()
	long := func(what string, i int) string {
		if i > 2 {
			return fmt.Sprintf("%s %d", what, i)
		}
		return fmt.Sprintf("%s %d %s", what, i, []string{strings.Repeat("with many words ", 5), strings.Repeat("Donaudampfschifffahrt", 4), "שלום עולם <b>bold</b> \u202e gnp.exe"}[i])
	}
	w, err := s.app.Admin.CreateWorkspace(ctx, inbox.Call{Actor: inbox.Operator}, admin.NewWorkspace{Slug: "big", Name: "Donaudampfschifffahrtsgesellschaft of Northern and Southern Hinterland", Form: svcx.FormB, Plan: svcx.PlanFree, AdminEmail: "ada@example.com"})
	s.must(err)
	call := inbox.Call{Workspace: w, Actor: inbox.Operator}
	for i := range 250 {
		if i < 200 {
			_, err = s.app.Admin.AddMember(ctx, call, svcx.MemberDraft{Email: fmt.Sprintf("a.rather.long.address.of.member.%d@subsidiary.example.com", i), Name: long("Member", i), Role: svcx.RoleAgent})
			s.must(err)
		}
		if i < 100 {
			c, err := s.app.Admin.CreateCategory(ctx, call, svcx.CategoryDraft{Name: long("Category", i), Color: svcx.Colors[i%len(svcx.Colors)], Description: long("What belongs here", i)})
			s.must(err)
			if i == 1 {
				category = c.ID
			}
			_, err = s.app.Admin.CreateField(ctx, call, svcx.FieldDraft{Key: fmt.Sprintf("field_number_%d", i), Name: long("Field", i), Type: svcx.FieldText, Required: i%2 == 0})
			s.must(err)
			_, err = s.app.Admin.CreateSecret(ctx, call, svcx.SecretDraft{Key: fmt.Sprintf("secret.number_%d", i), Name: long("Secret", i), Value: "x"})
			s.must(err)
			_, _, err = s.app.Admin.CreateKey(ctx, call, svcx.KeyDraft{Name: long("Key", i), Scopes: []svcx.Scope{svcx.ScopeConversationsRead, svcx.ScopeConversationsWrite, svcx.ScopeMessagesRead, svcx.ScopeMessagesWrite, svcx.ScopeContactsRead, svcx.ScopeRatingsRead}})
			s.must(err)
		}
		if i < 60 {
			c, _, err := s.app.Admin.CreateChannel(ctx, call, svcx.ChannelDraft{Name: long("Channel", i), Settings: svcx.DefaultSettings()})
			s.must(err)
			if i == 1 {
				channel = c.ID
			}
		}
	}
	return channel, category
}

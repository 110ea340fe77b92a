package browser

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"time"

	"svcx"
	"svcx/internal/admin"
	"svcx/internal/inbox"
)

// h1 says that a page is there.
const h1 = `document.querySelector('h1')`

// asked says that a page is there with a dialog open.
const asked = `document.querySelector('dialog[open]')`

// refused sends the page's form as it is, and refusedReady says that the answer is there.
const (
	refused      = `document.querySelector('main form[method=post] :is(input[type=text], textarea)').form.requestSubmit()`
	refusedReady = `document.querySelector('[aria-invalid=true]')`
)

// adminScreens are the pages of admins, of what adminSample has made.
func (s *service) adminScreens() []screen {
	channel := func(below string) string { return s.path(fmt.Sprintf("/settings/channels/%d%s", s.channel, below)) }
	rows := `document.querySelectorAll('tr.r').length > 10`
	return []screen{
		kept("channels", s.path("/settings/channels"), h1),
		kept("channel", channel(""), h1),
		kept("connect", channel("/connect"), h1),
		kept("events", channel("/events"), rows),
		kept("event", s.eventOf("action_disabled"), h1),
		kept("dry-run", channel("/dry-run?sample=action"), h1),
		kept("api", s.path("/settings/api"), h1),
		kept("fields", s.path("/settings/fields"), h1),
		kept("categories", s.path("/settings/categories"), h1),
		kept("members", s.path("/settings/members"), h1),
		kept("audit", s.path("/settings/audit"), h1),
		kept("profile", s.path("/settings/profile"), h1),
		kept("ai", s.path("/settings/ai"), h1),
		kept("secrets", s.path("/settings/secrets"), h1),
		kept("workspace", s.path("/settings/workspace"), h1),
		kept("export", s.path("/settings/export"), h1),
		kept("ratings", s.path("/ratings"), h1),
		extra("new-channel", s.path("/settings/channels/new"), h1),
		extra("new-channel-wrong", s.path("/settings/channels/new"), refusedReady).after(refused),
		kept("channel-key", channel("?ask=key"), asked),
		extra("channel-signing", channel("?ask=signing"), asked),
		extra("channel-delete", channel("?ask=delete"), asked),
		kept("channel-wrong", channel(""), refusedReady).after(`document.querySelector('[name=webhookUrl]').value = 'http://10.0.0.1/'; ` + refused),
		extra("channel-paused", s.path("/settings/channels/2"), h1),
		extra("channel-bare", s.path("/settings/channels/3"), h1),
		extra("defaults", channel("/defaults"), h1),
		extra("staff-links", channel("/staff-links"), h1),
		extra("staff-links-wrong", channel("/staff-links"), refusedReady).after(refused),
		kept("events-open", channel("/events"), `document.querySelector('tr.x')`).after(`document.querySelector('tr.r td:last-child').click()`),
		extra("events-errors", channel("/events?status=error"), h1),
		kept("events-found", channel("/events?find=m1"), `document.querySelector("tr.r")`),
		extra("events-nothing", channel("/events?find=nothing"), h1),
		extra("events-since", channel("/events?ask=since"), asked),
		extra("events-since-wrong", channel("/events?ask=since"), refusedReady).after(`document.querySelector('[name=since]').value = ''; document.querySelector('#ask-since form').requestSubmit()`),
		extra("events-empty", s.path("/settings/channels/3/events"), h1),
		kept("event-delivery", s.eventOf("http_status"), h1),
		extra("event-again", s.eventOf("action_disabled")+"?ask=again", asked),
		extra("event-key", s.eventOf("signature_mismatch"), h1),
		extra("event-warned", s.eventOf("warned"), h1),
		kept("dry-run-done", channel("/dry-run"), `document.querySelector('.ev-outcome')`).after(refused),
		extra("new-key", s.path("/settings/api/new"), h1),
		extra("new-key-wrong", s.path("/settings/api/new"), refusedReady+` || document.querySelector('.err')`).after(refused),
		extra("revoke", s.path("/settings/api?ask=revoke-1"), asked),
		extra("new-category", s.path("/settings/categories/new"), h1),
		extra("category", s.path("/settings/categories/1"), h1),
		extra("category-delete", s.path("/settings/categories/1?ask=delete"), asked),
		extra("new-field", s.path("/settings/fields/new"), h1),
		extra("new-field-wrong", s.path("/settings/fields/new"), refusedReady).after(refused),
		extra("field", s.path("/settings/fields/1"), h1),
		extra("new-secret", s.path("/settings/secrets/new"), h1),
		extra("new-secret-wrong", s.path("/settings/secrets/new"), refusedReady).after(refused),
		extra("secret", s.path("/settings/secrets/key/carrier_token"), h1),
		extra("secret-delete", s.path("/settings/secrets/key/carrier_token?ask=delete"), asked),
		kept("invite", s.path("/settings/members?ask=invite"), asked),
		kept("member", s.path("/settings/members/3"), h1),
		extra("member-remove", s.path("/settings/members/3?ask=remove"), asked),
		extra("audit-filtered", s.path("/settings/audit?action=channel"), h1),
		extra("audit-nothing", s.path("/settings/audit?from=2001-01-01&to=2001-01-02"), h1),
		extra("settings", s.path("/settings"), h1),
		extra("admin-reports", s.path("/reports"), h1),
		extra("ratings-filtered", s.path("/ratings?score=1"), h1),
	}
}

// eventOf is the address of the newest entry with an error, or with warnings.
func (s *service) eventOf(reason string) string {
	s.Helper()
	events, _, err := s.app.Messaging.RecentEvents(s.Context(), s.shop, s.channel, svcx.EventFilter{Limit: 100})
	s.must(err)
	for _, e := range events {
		if strings.HasPrefix(e.Error, reason) || reason == "warned" && len(e.Warnings) > 0 {
			return s.path(fmt.Sprintf("/settings/channels/%d/events/%d", s.channel, e.ID))
		}
	}
	s.Fatalf("there is no entry with %s", reason)
	return ""
}

// adminSample is what an admin of the sample shop has set up, and what came of it.
func (s *service) adminSample() {
	s.Helper()
	ctx, call := s.Context(), inbox.Call{Workspace: s.shop, Actor: inbox.Operator}
	receiver := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if body, _ := io.ReadAll(r.Body); strings.Contains(string(body), "Saturday") {
			w.WriteHeader(http.StatusServiceUnavailable)
			io.WriteString(w, `{"error":"the order system is being updated"}`)
		}
	}))
	s.Cleanup(receiver.Close)
	s.setsChannel(func(c *svcx.Settings) {
		c.WebhookURL, c.DisabledActions, c.MonitoringEnabled = receiver.URL+"/svcx", []string{svcx.ActionResolve}, false
	})
	for _, name := range []string{"Mobile app", "Warehouse"} {
		settings := svcx.DefaultSettings()
		if name == "Mobile app" {
			settings.WebhookURL = receiver.URL + "/app"
		}
		c, _, err := s.app.Admin.CreateChannel(ctx, call, svcx.ChannelDraft{Name: name, Settings: settings})
		s.must(err)
		if name == "Mobile app" {
			_, err = s.app.Admin.PauseDelivery(ctx, call, c.ID)
			s.must(err)
		}
	}
	_, err := s.app.Admin.CreateSigningSecret(ctx, call, s.channel)
	s.must(err)
	s.eventSample(call)
	s.settingsSample(call)
}

// eventSample is what becomes of requests and deliveries, good and bad.
func (s *service) eventSample(call inbox.Call) {
	s.Helper()
	ctx := s.Context()
	bob, err := s.app.Admin.Members(ctx, s.shop, svcx.Page{Limit: 2})
	s.must(err)
	for name, text := range map[string]string{"m1": "It is at the depot and comes tomorrow.", "m2": "A new invoice is on its way.", "m4": "Saturday works, between 9 and 12.", "m6": "Thank you, Priya."} {
		found, err := s.app.Messaging.Conversations(ctx, s.shop, svcx.ConversationFilter{ExternalID: name}, svcx.Page{Limit: 1})
		s.must(err)
		_, err = s.app.Messaging.Send(ctx, call, found.Items[0].ID, svcx.MessageDraft{Content: text, ContentType: svcx.ContentText, Author: svcx.Author{Type: svcx.AuthorAgent, User: &bob.Items[1].ID}})
		s.must(err)
	}
	s.sends("wrong", `{"messageId":"w1","content":"x"}`)
	s.sends(s.key, `{"messageId":"sample-0","conversationId":"m1","from":{"externalId":"Amara Osei"},"content":"Hello again"}`)
	s.sends(s.key, `{"action":"conversation.resolve","conversationId":"m1"}`)
	s.sends(s.key, `{"messageId":"late-1","conversationId":"m9","from":{"externalId":"c-19","name":"Tomás Ruiz","email":"not an address"},"subject":"Order 40311","content":"Which size is in the box?","sentAt":"soon"}`)
	for i, comment := range []string{"Quick and friendly.", "", "I had to ask twice."} {
		conversation := fmt.Sprintf("m%d", i+1)
		s.sends(s.key, fmt.Sprintf(`{"action":"rating.submit","conversationId":%q,"rating":%d,"comment":%q}`, conversation, 5-i, comment))
	}
}

// settingsSample is what the pages of the settings show.
func (s *service) settingsSample(call inbox.Call) {
	s.Helper()
	ctx := s.Context()
	for _, m := range []svcx.MemberDraft{
		{Email: "chidi@example.com", Name: "Chidi Eze", Role: svcx.RoleAdmin}, {Email: "dana@example.com", Name: "Dana Whitfield", Role: svcx.RoleAgent}, {Email: "emil@example.com", Role: svcx.RoleAgent},
	} {
		_, err := s.app.Admin.AddMember(ctx, call, m)
		s.must(err)
	}
	soon := svcx.At(time.Now().Add(30 * 24 * time.Hour))
	for _, k := range []svcx.KeyDraft{
		{Name: "Order system", Scopes: []svcx.Scope{svcx.ScopeConversationsRead, svcx.ScopeConversationsWrite, svcx.ScopeMessagesWrite}},
		{Name: "Data warehouse", Scopes: []svcx.Scope{svcx.ScopeConversationsRead, svcx.ScopeContactsRead, svcx.ScopeRatingsRead}, ExpiresAt: &soon},
	} {
		_, _, err := s.app.Admin.CreateKey(ctx, call, k)
		s.must(err)
	}
	for _, secret := range []svcx.SecretDraft{
		{Key: "carrier_token", Name: "Carrier API token", Description: "Looks up parcels. Renewed each January.", Value: "t-1"}, {Key: "shop_password", Name: "Shop password", Value: "p-1"},
	} {
		_, err := s.app.Admin.CreateSecret(ctx, call, secret)
		s.must(err)
	}
	for _, c := range []svcx.CategoryDraft{{Name: "Billing", Color: "amber", Description: "Invoices, payments, refunds"}, {Name: "Warranty", Color: "violet"}} {
		_, err := s.app.Admin.CreateCategory(ctx, call, c)
		s.must(err)
	}
	for _, f := range []svcx.FieldDraft{
		{Key: "delivery", Name: "Delivery", Type: svcx.FieldSelect, Options: []string{"Standard", "Express", "Pick-up"}}, {Key: "tracking", Name: "Tracking number", Type: svcx.FieldText, Required: true}, {Key: "gift", Name: "Is a gift", Type: svcx.FieldBoolean},
	} {
		_, err := s.app.Admin.CreateField(ctx, call, f)
		s.must(err)
	}
	_, err := s.app.Admin.CreateWorkspace(ctx, inbox.Call{Actor: inbox.Operator}, admin.NewWorkspace{Slug: "fjord", Name: "Fjord Bikes", Form: svcx.FormA, Plan: svcx.PlanPro, AdminEmail: "astrid@example.com"})
	s.must(err)
}

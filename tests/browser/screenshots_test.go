package browser

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"svcx"
	"svcx/internal/inbox"
)

var (
	screenshots = flag.String("screenshots", "", "write screenshots of the pages to this `folder`")
	allScreens  = flag.Bool("all-screens", false, "of every page and state, in both themes and widths, not only of those in docs/screenshots")
	onlyScreens = flag.String("only-screens", "", "only those whose name matches this `regexp`")
)

// TestScreenshots makes docs/screenshots:
//
//	go test ./tests/browser -run Screenshots -screenshots "$PWD/docs/screenshots"
func TestScreenshots(t *testing.T) {
	if *screenshots == "" {
		t.Skip("-screenshots names the folder for them")
	}
	s := newService(t, append(confirming, "--outbound-retry-schedule", "1ms,1h")...)
	s.sample()
	bob := s.newTab()
	bob.signIn("bob@example.com")
	var thread string
	s.must(bob.look(row("Amara Osei")+`.getAttribute('href')`, &thread))
	bob.picture(
		kept("list", s.path("/inbox?view=open"), `document.querySelector('.conv')`),
		kept("thread", thread, `document.querySelector('#messages article')`),
		kept("contact", s.path("/contacts/1"), `document.querySelector('h1')`),
		kept("saved-replies", s.path("/settings/saved-replies"), `document.querySelector('#replies')`),
		kept("contacts", s.path("/contacts"), `document.querySelector('#people')`),
		extra("merge", s.path("/contacts/1/merge?into=2"), `document.querySelector('h1')`),
		kept("found", s.path("/inbox?view=open&q=invoice"), `document.querySelector('.conv')`),
		extra("nothing-found", s.path("/inbox?view=open&q=nosuchword"), `document.querySelector('.blank')`),
		kept("empty", s.path("/inbox?view=closed"), `document.querySelector('.blank')`),
		extra("new-saved-reply", s.path("/settings/saved-replies/new"), `document.querySelector('h1')`),
		extra("workspaces", "/app", `document.querySelector('h1')`),
	)
	s.adminSample()
	ada := s.newTab()
	ada.signIn("ada@example.com")
	ada.open(s.eventsPath() + "?direction=outbound")
	ada.until("the deliveries", `document.querySelectorAll('tr.r').length >= 5`) // one of them was tried twice
	ada.picture(s.adminScreens()...)
	main := *s
	var err error
	main.shop, err = s.app.Admin.Workspace(t.Context(), "main")
	s.must(err)
	op := main.newTab()
	op.signIn("admin@localhost")
	op.picture(
		kept("admin-workspaces", "/app/main/admin/workspaces", h1),
		extra("workspace-of", "/app/main/admin/workspaces/fjord", h1),
		kept("workspace-form", "/app/main/admin/workspaces/fjord/form?to=B", h1),
		extra("new-workspace", "/app/main/admin/new-workspace", h1),
		extra("new-workspace-wrong", "/app/main/admin/new-workspace", refusedReady).after(refused),
		kept("welcome", "/app/main/inbox", h1),
	)
	bob.picture(
		extra("agents-settings", s.path("/settings"), h1),
		extra("agents-profile", s.path("/settings/profile"), h1),
		kept("admins-only", s.path("/settings/api"), h1),
	)
	visitor := newDemo(t)
	visitor.picture(
		kept("demo", "/app/demo/inbox?view=open", `document.querySelector('#start')`),
		kept("reports", "/app/demo/reports", `document.querySelector('svg.drawing')`),
		kept("docs", "/docs", h1),
		extra("docs-tutorial", "/docs/tutorial", h1),
		extra("docs-api", "/docs/api", h1),
		extra("docs-search", "/docs/search?q=signature", h1),
	)
	visitor.picture(
		kept("not-found", "/app/demo/nothing", `document.querySelector('h1')`),
		extra("not-found-outside", "/nothing", `document.querySelector('h1')`),
		extra("reports-nothing", "/app/demo/reports?from=2020-01-01&to=2020-01-31", `document.querySelector('.blank')`),
		extra("reports-wrong", "/app/demo/reports?from=2026-02-01&to=2026-01-01", `document.querySelector('.err')`),
	)
	eve := s.newTab()
	eve.picture(
		kept("sign-in", "/", h1),
		extra("link-sent", "/auth/sent", `document.querySelector('h1')`),
		extra("link", "/auth/verify?token=x", `document.querySelector('h1')`),
		extra("link-old", "/auth/verify?token=x", `document.querySelector('.failed')`).after(`document.querySelector('form').submit()`),
	)
	if *allScreens {
		s.states(ada, op, visitor)
	}
}

// screen is a picture of a page; ready says when it is there.
type screen struct {
	name, path, ready string
	// do is done in the page first.
	do string
	// extra is set for what is not in docs/screenshots.
	extra bool
	// whole is set for all of the page, not what fits the window.
	whole bool
}

func kept(name, path, ready string) screen { return screen{name: name, path: path, ready: ready} }
func extra(name, path, ready string) screen {
	return screen{name: name, path: path, ready: ready, extra: true}
}

// after is the screen once a script has done something in the page.
func (s screen) after(do string) screen {
	s.do = do
	return s
}

// all is the screen with all of the page.
func (s screen) all() screen {
	s.whole = true
	return s
}

// picture takes pictures, in both themes and widths.
func (t *tab) picture(screens ...screen) {
	t.Helper()
	only := regexp.MustCompile(*onlyScreens)
	for _, screen := range screens {
		for _, theme := range []string{"light", "dark"} {
			for _, width := range []int64{1440, 390} {
				if screen.extra && !*allScreens || !only.MatchString(screen.name) {
					continue
				}
				height := map[int64]int64{1440: 900, 390: 844}[width]
				t.run(emulation.SetDeviceMetricsOverride(width, height, 1, width < 720), emulation.SetTouchEmulationEnabled(width < 720),
					emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: theme}, {Name: "prefers-reduced-motion", Value: "reduce"}}))
				t.look("window.addEventListener('beforeunload', e => e.stopImmediatePropagation(), true)", nil) // what was typed for the last picture is left
				t.open(screen.path)
				if screen.do != "" {
					t.until(screen.name, `document.documentElement.classList.contains('js') || !document.querySelector('script[type=module]')`)
					t.run(chromedp.Evaluate(screen.do, nil))
				}
				t.until(screen.name, screen.ready+` && document.readyState === 'complete' && document.fonts.status === 'loaded'`)
				if screen.whole {
					var tall int64
					t.look(`(m => m ? innerHeight - m.clientHeight + m.scrollHeight : document.documentElement.scrollHeight)(document.querySelector('main.admin'))`, &tall)
					t.run(emulation.SetDeviceMetricsOverride(width, min(max(tall, height), 4000), 1, width < 720))
				}
				t.run(chromedp.ActionFunc(func(ctx context.Context) error {
					picture, err := page.CaptureScreenshot().WithFormat(page.CaptureScreenshotFormatWebp).WithQuality(80).Do(ctx)
					if err != nil {
						return err
					}
					return os.WriteFile(filepath.Join(*screenshots, fmt.Sprintf("%s-%d-%s.webp", screen.name, width, theme)), picture, 0o644)
				}))
			}
		}
	}
	t.run(emulation.SetTouchEmulationEnabled(false))
	t.forgive("the server responded with a status of")
	t.forgive("beforeunload")
}

// sample is a morning of a shop.
func (s *service) sample() {
	s.Helper()
	call := inbox.Call{Workspace: s.shop, Actor: inbox.Operator}
	for title, content := range map[string]string{
		"Where is my parcel?": "Hello {{contact.name}},\n\nyour parcel is on its way. You can follow it with the number {{field.tracking}}.",
		"Thank you":           "Thank you, {{contact.name}}. Have a good day.",
		"Return label":        "The label for your return is attached. Put it over the old one.",
	} {
		s.saves(title, "", content)
	}
	_, err := s.app.Admin.CreateField(s.Context(), call, svcx.FieldDraft{Key: "order", Name: "Order number", Type: svcx.FieldNumber})
	s.must(err)
	for i, m := range []struct{ conversation, who, subject, content, kind string }{
		{"m1", "Amara Osei", "Where is my parcel?", "Hello, I ordered a cordless drill on Monday and the tracking page has not moved since. Can you have a look?", "customer"},
		{"m2", "Jonas Lindqvist", "VAT number on the invoice", "The VAT number on invoice 2026-1182 is that of our old company.", "customer"},
		{"m3", "Wen Zhao", "Wrong drill bits", "I got the 8 mm set in place of the 6 mm one.", "customer"},
		{"m4", "Inês Carvalho", "Delivery on Saturday", "Is it possible to have it delivered on Saturday?", "customer"},
		{"m5", "Mateusz Nowak", "Return of order 40217", "I would like to send the jigsaw back, it is louder than I thought.", "customer"},
		{"m6", "Priya Raman", "A word of thanks", "It arrived a day early. Thank you.", "customer"},
		{"m1", "Order bot", "", "I found order **40231**. It left our warehouse on *Tuesday* and is with the carrier.\n\n- 1 × cordless drill 18 V\n- 2 × battery 4 Ah", "bot"},
		{"m1", "Amara Osei", "", "Thank you. But where is it now? I need it for the weekend.", "customer"},
	} {
		if m.kind == "bot" {
			found, err := s.app.Messaging.Conversations(s.Context(), s.shop, svcx.ConversationFilter{ExternalID: m.conversation}, svcx.Page{Limit: 1})
			s.must(err)
			_, err = s.app.Messaging.Send(s.Context(), call, found.Items[0].ID, svcx.MessageDraft{Content: m.content, ContentType: svcx.ContentText, Markdown: true, Author: svcx.Author{Type: svcx.AuthorBot, Name: m.who}})
			s.must(err)
			continue
		}
		from := map[string]any{"externalId": m.who, "name": m.who, "type": m.kind}
		if m.kind == "customer" {
			from["email"] = fmt.Sprintf("customer%d@example.com", len(m.who))
		}
		s.receive(map[string]any{"messageId": fmt.Sprint("sample-", i), "conversationId": m.conversation, "subject": m.subject, "content": m.content, "from": from, "fields": map[string]any{"order": 40231}})
	}
	s.sorted(call)
}

// sorted gives the conversations of the sample what a desk gives them.
func (s *service) sorted(call inbox.Call) {
	s.Helper()
	categories, err := s.app.Admin.Categories(s.Context(), s.shop, svcx.Page{Limit: svcx.MaxCategories})
	s.must(err)
	members, err := s.app.Admin.Members(s.Context(), s.shop, svcx.Page{Limit: svcx.MaxMembers})
	s.must(err)
	for i, name := range []string{"m1", "m2", "m3", "m5"} {
		found, err := s.app.Messaging.Conversations(s.Context(), s.shop, svcx.ConversationFilter{ExternalID: name}, svcx.Page{Limit: 1})
		s.must(err)
		c := found.Items[0]
		category := &categories.Items[i%len(categories.Items)].ID
		patch := svcx.ConversationPatch{Category: &category}
		if name == "m1" {
			high, tags, to := svcx.PriorityHigh, []string{"trade", "weekend"}, &members.Items[1].ID
			patch.Priority, patch.Tags, patch.AssignedTo = &high, &tags, &to
			for _, p := range []svcx.ParticipantDraft{{Name: "Ben Osei", Email: "ben@example.com", Role: svcx.RoleCC}, {Name: "Warehouse desk", ExternalID: "warehouse", Role: svcx.RoleObserver}} {
				_, err := s.app.Messaging.AddParticipant(s.Context(), call, c.ID, p)
				s.must(err)
			}
		}
		_, err = s.app.Messaging.UpdateConversation(s.Context(), call, c.ID, patch)
		s.must(err)
	}
}

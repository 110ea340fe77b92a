package web

import (
	"strings"
	"testing"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/store"
	"svcx/internal/store/storetest"
	"svcx/internal/web/page"
)

// Fault: a reply on a channel without a webhook URL said so when it was sent, and looked like any that was
// delivered when its conversation was opened later. What was so then is said as long as the message is
// there, in both forms, and nothing is sent by itself when a URL is set.
func TestAReplyThatNobodyWasSentSaysSo(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		o := &outbound{desk: newDeskOn(t, inbox.Options{DB: db})}
		for _, form := range []svcx.FormName{svcx.FormA, svcx.FormB} {
			c := o.says("c1", "Amara", "Hello by form "+string(form))
			in := *o.workspace
			in.Form = form
			o.workspace = &in
			set := func(change func(*svcx.Settings)) {
				t.Helper()
				patch := svcx.ChannelPatch{Settings: func(s svcx.Settings) (svcx.Settings, error) { change(&s); return s, nil }}
				if _, err := o.inbox.UpdateChannel(t.Context(), inbox.Call{Workspace: o.workspace, Actor: inbox.Operator}, o.channel.ID, patch); err != nil {
					t.Fatal(err)
				}
			}
			said := func(m *svcx.Message) string {
				t.Helper()
				_, article, _ := strings.Cut(o.get("/app/"+o.workspace.Slug+"/inbox/"+page.IDOrNone(&c.ID)).Body.String(), `id="m-`+page.IDOrNone(&m.ID)+`"`)
				article, _, _ = strings.Cut(article, "</article>")
				_, state, _ := strings.Cut(article, `data-state="unsent"`)
				_, text, _ := strings.Cut(state, "<span>")
				text, _, _ = strings.Cut(text, "</span>")
				return text
			}
			set(func(s *svcx.Settings) { s.WebhookURL, s.FeedEnabled, s.DisabledEvents = "", false, nil })
			first := o.replies(c, "Nobody gets this")
			set(func(s *svcx.Settings) { s.WebhookURL = "https://example.com/hook" })
			sent := o.replies(c, "They get this")
			set(func(s *svcx.Settings) { s.WebhookURL, s.FeedEnabled = "", true })
			fed := o.replies(c, "They fetch this")
			set(func(s *svcx.Settings) {
				s.WebhookURL, s.DisabledEvents = "https://example.com/hook", []svcx.EventType{svcx.EventMessageCreated}
			})
			off := o.replies(c, "Nobody gets this either")
			for m, want := range map[*svcx.Message]string{first: "Not sent: the channel had no webhook URL", sent: "", fed: "", off: "Not sent: the channel did not send replies"} {
				if got := said(m); got != want {
					t.Errorf("form %s, %q: it says %q, want %q", form, m.Content, got, want)
				}
			}
			if found, err := db.Read(t.Context()).MessageDeliveries(o.workspace.ID, []svcx.MessageID{first.ID}); err != nil || len(found) != 0 {
				t.Errorf("form %s: what was not sent is sent later: %v %v", form, found, err)
			}
		}
	})
}

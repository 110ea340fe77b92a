package web

import (
	"strings"
	"testing"

	"svcx"
	"svcx/internal/live"
	"svcx/internal/web/page"
)

// The stream shows changes by the components of the pages, the same to all members: what
// differs between them is empty, and each page keeps its own.
func TestStreamShowsTheSameToAll(t *testing.T) {
	d := newDesk(t)
	c := d.says("c1", "Amara", "Hello <script>")
	messages, err := d.inbox.Messages(t.Context(), d.workspace, c, svcx.MessagePage{Page: svcx.Page{Limit: 1}})
	if err != nil {
		t.Fatal(err)
	}
	own, err := d.inbox.AgentSend(t.Context(), (&page.Viewer{Workspace: d.workspace, Session: d.session, Member: d.ada}).Call(), d.ada, c.ID, svcx.MessageDraft{Content: "Mine", ContentType: svcx.ContentText})
	if err != nil {
		t.Fatal(err)
	}
	nameless := messages.Items[0]
	nameless.ID, nameless.Author.Name = 99, ""
	typing := svcx.Indicator{Kind: svcx.IndicatorTyping, Conversation: c.ID, Role: svcx.TypingCustomer, Name: "Amara <i>", On: true, At: 7}
	shown, err := htmlEvents{d.Handler, "shop", "en"}.Encode(t.Context(), d.workspace.ID, []live.Event{
		{Seq: 1, Conversation: c}, {Seq: 2, Message: &messages.Items[0]}, {Seq: 3, Message: own}, {Indicator: &typing}, {Seq: 4, Message: &nameless},
	})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range [][]string{
		{`<li>`, `href="/app/shop/inbox/1"`, `class="cnt" hidden`, `data-by="1" data-own="You: Mine"`, `data-status="open"`},
		{`<article class="msg"`, `data-author="customer"`, "Hello &lt;script&gt;"},
		{`data-author="agent"`, ">Mine<"},
		{`class="typing" data-conversation-id="1"`, `data-on="true" data-at="7"`, "Amara &lt;i&gt; is typing"},
		{`aria-label="Customer"`}, // Fault: it was "No contact".
	} {
		for _, text := range want {
			if !strings.Contains(string(shown[i]), text) {
				t.Errorf("%d does not say %s:\n%s", i, text, shown[i])
			}
		}
		if strings.Contains(string(shown[i]), "aria-current") || strings.Contains(string(shown[i]), "unread\"") {
			t.Errorf("%d has what only one member should see:\n%s", i, shown[i])
		}
	}
	page := d.get("/app/shop/inbox/1?view=open", "Cookie: svcx_scripts=1").Body.String()
	if article := string(shown[1]); !strings.Contains(page, article) {
		t.Errorf("the page shows the message otherwise:\n%s", article)
	}
}

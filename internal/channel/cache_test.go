package channel

import (
	"strings"
	"testing"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/limit"
)

// A channel is cached between messages, but each change of it applies to the next
// message, whichever node made it (W 5.3: a key is invalid at once).
func TestChannelChangesBetweenMessages(t *testing.T) {
	f := newFixture(t, limit.Rate{})
	ctx, admin := t.Context(), inbox.Operator
	w, err := f.inbox.Workspace(ctx, "wb")
	must(t, err)
	n := 0
	send := func(key, body, want string) {
		t.Helper()
		n++
		before := len(f.records(f.b))
		f.send(f.b, key, strings.Replace(body, "ID", string(rune('a'+n)), 1))
		if got := f.records(f.b); len(got) != before+1 || !strings.HasPrefix(got[before], want) {
			t.Errorf("records %q, want one more: %q", got[before:], want)
		}
	}
	const hello, nameless = `{"messageId":"ID","conversationId":"c1","from":{"externalId":"u"},"content":"x"}`, `{"content":"x"}`
	send(f.b.key, hello, "ok inbound_webhook")

	key, err := f.inbox.RegenerateKey(ctx, inbox.Call{Workspace: w, Actor: admin}, f.b.ID)
	must(t, err)
	send(f.b.key, hello, "error inbound_webhook signature_mismatch")
	send(key, hello, "ok inbound_webhook")
	send(f.b.key, hello, "error inbound_webhook signature_mismatch")

	c, err := f.inbox.CreateCategory(ctx, inbox.Call{Workspace: w, Actor: admin}, svcx.CategoryDraft{Name: "Sales"})
	must(t, err)
	category := &c.ID
	_, err = f.inbox.UpdateChannel(ctx, inbox.Call{Workspace: w, Actor: admin}, f.b.ID, svcx.ChannelPatch{Defaults: svcx.DefaultsPatch{Category: &category}})
	must(t, err)
	send(key, `{"messageId":"ID","conversationId":"c2","from":{"externalId":"u"},"content":"x"}`, "ok inbound_webhook")
	got, err := f.inbox.Conversations(ctx, w, svcx.ConversationFilter{Category: &c.ID}, svcx.Page{Limit: 10})
	if err != nil || got.Total != 1 {
		t.Errorf("%d conversations with the new default category, %v", got.Total, err)
	}

	// Form A requires what B does not.
	send(key, nameless, "ok inbound_webhook")
	formA := svcx.FormA
	_, err = f.inbox.SetWorkspace(ctx, inbox.Call{Actor: admin}, "wb", svcx.WorkspacePatch{Form: &formA})
	must(t, err)
	send(key, nameless, "error inbound_webhook validation: messageId")

	before := f.messages(f.b)
	must(t, f.inbox.DeleteChannel(ctx, inbox.Call{Workspace: w, Actor: admin}, f.b.ID))
	f.send(f.b, key, hello)
	if got := f.messages(f.b); got != before {
		t.Errorf("%d messages after the channel was deleted, %d before", got, before)
	}
}

// A channel that differs from the stored one again and again is not decided without end:
// 503, and nothing is stored.
func TestOutdatedChannelIsTriedSomeTimes(t *testing.T) {
	f := newFixture(t, limit.Rate{})
	f.forms.A, f.forms.B = f.forms.B, f.forms.A
	for _, i := range []integration{f.a, f.b} {
		for _, query := range []string{"", "?dryRun=1"} {
			if w := f.do("POST", i.path(query), i.key, message(1, "x")); w.Code != 503 || w.Header().Get("Retry-After") == "" {
				t.Errorf("form %s%s: %d %s", i.form.Name, query, w.Code, w.Body)
			}
		}
		if n := f.messages(i); n != 0 || len(f.records(i)) != 0 {
			t.Errorf("form %s: %d messages, records %q", i.form.Name, n, f.records(i))
		}
	}
}

// The cache holds at most maxCached channels and always the newest one.
func TestChannelCacheIsBounded(t *testing.T) {
	cache := newChannelCache()
	for id := range svcx.ChannelID(3 * maxCached / 2) {
		cache.Add(id+1, caller{})
		if !cache.Contains(id+1) || cache.Len() > maxCached {
			t.Fatalf("channel %d is cached: %t, among %d", id+1, cache.Contains(id+1), cache.Len())
		}
	}
}

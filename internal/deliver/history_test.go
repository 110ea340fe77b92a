package deliver

import (
	"context"
	"encoding/json"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/inbox"
	"svcx/internal/store"
)

// sent is an outbound event as a receiver decodes it.
type sent struct {
	Event string
	Data  struct {
		Content     string
		Attachments *[]map[string]any
		Messages    *[]struct {
			ID      int64
			Content string
		}
		Truncated *bool
	}
}

func read(t *testing.T, p posted) (s sent) {
	t.Helper()
	if len(p.body) > form.MaxDelivery {
		t.Errorf("a body of %d bytes", len(p.body))
	}
	if err := json.Unmarshal([]byte(p.body), &s); err != nil {
		t.Fatalf("%.200s: %v", p.body, err)
	}
	return s
}

// contents returns the contents of an event's history.
func (s sent) contents() (all []string) {
	for _, m := range *s.Data.Messages {
		all = append(all, m.Content)
	}
	return all
}

func exporting(depth int) func(*svcx.Settings) {
	return func(s *svcx.Settings) { s.MessageExportEnabled, s.MessageExportDepth = true, depth }
}

// W 2.7 messageExportDepth, D 4: the history has the last messages up to the event, oldest
// first, without notes.
func TestHistoryHasTheLastMessagesUpToTheEvent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newFixture(t)
		h := newInboxFixture(w, svcx.FormB)
		for i := range 12 {
			h.message("a", fmt.Sprint("in ", i))
			time.Sleep(time.Second)
		}
		c := h.conversation("a")
		author := &svcx.Member{Name: "Ann"}
		if _, err := h.AgentNote(t.Context(), inbox.Call{Workspace: h.ws}, author, c.ID, svcx.MessageDraft{Content: "a secret note", ContentType: svcx.ContentText}); err != nil {
			t.Fatal(err)
		}
		h.message("b", "of another conversation")
		h.reply(c, "out 1")
		if s := read(t, h.last()); s.Data.Messages != nil || s.Data.Truncated != nil {
			t.Errorf("off: %s", h.last().body)
		}
		h.set(exporting(10))
		time.Sleep(time.Second)
		h.reply(c, "out 2")
		s := read(t, h.last())
		want := "[in 4 in 5 in 6 in 7 in 8 in 9 in 10 in 11 out 1 out 2]"
		if got := fmt.Sprint(s.contents()); got != want || s.Data.Truncated != nil || strings.Contains(h.last().body, "note") {
			t.Errorf("messages %s, want %s", got, want)
		}
		h.set(exporting(1000))
		h.reply(c, "out 3")
		if n := len(read(t, h.last()).contents()); n != 15 {
			t.Errorf("%d messages, want all 15", n)
		}
	})
}

// However late an event is delivered, its history has no later messages; edits of earlier
// ones are in it.
func TestHistoryEndsWithTheEvent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newFixture(t)
		r := &switchedReceiver{}
		w.answer = r.answer
		h := newInboxFixture(w, svcx.FormB)
		h.set(exporting(10))
		c := h.message("a", "before")
		time.Sleep(time.Second)
		h.reply(c, "the event")
		time.Sleep(time.Second)
		h.message("a", "after")
		w.sql(`UPDATE message SET content = 'edited' WHERE content = 'before'`)
		r.works.Store(true)
		time.Sleep(time.Minute)
		s := read(t, h.last())
		if got := fmt.Sprint(s.contents()); got != "[edited the event]" {
			t.Errorf("messages %s", got)
		}
	})
}

// Each of the seven events has a history; an empty one is an array.
func TestHistoryOfEveryEvent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newFixture(t)
		h := newInboxFixture(w, svcx.FormB)
		h.set(exporting(10))
		c := h.message("a", "hello")
		for _, event := range svcx.EventTypes {
			for _, id := range []svcx.ConversationID{c.ID, 4711} {
				d := &svcx.Delivery{
					Workspace: h.ws.ID, Channel: h.ref.Channel, Conversation: id, ConversationID: "a", Sequence: 1, WebhookID: "msg_1",
					Type: event, CreatedAt: h.Now(),
				}
				w.write(h.ws.ID, func(tx *store.Tx) error { return tx.InsertDeliveries(h.ws.ID, d) })
				h.d.Wake(h.ref)
				synctest.Wait()
				s := read(t, h.last())
				want := `"messages":[]`
				if id == c.ID {
					want = `"messages":[{`
				}
				if s.Event != string(event) || !strings.Contains(h.last().body, want) {
					t.Errorf("%s: %s", event, h.last().body)
				}
			}
		}
	})
}

// Form A sends its two members, whatever the settings (W 2.4).
func TestFormAHasNoHistory(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newFixture(t)
		h := newInboxFixture(w, svcx.FormA)
		h.set(exporting(10))
		c := h.message("a", "hello")
		h.reply(c, "hi", svcx.Attachment{URL: "https://files.example.com/1"})
		if got := h.last().body; got != `{"conversationId":"a","content":"hi"}` {
			t.Errorf("sent %s", got)
		}
	})
}

// D 4: a body has at most 1 MiB; the oldest messages are dropped and truncated is set. The
// bytes read for it are bounded too.
func TestHistoryIsTruncated(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newFixture(t)
		h := newInboxFixture(w, svcx.FormB)
		h.set(exporting(1000))
		long := strings.Repeat("\x01\"é", 16_666) // 50,000 characters that escape badly
		c := h.message("a", "the first")
		var messages []*svcx.Message
		for i := range 600 {
			messages = append(messages, &svcx.Message{
				ID: svcx.MessageID(1000 + i), Workspace: h.ws.ID, Conversation: c.ID, Kind: svcx.MessageKindMessage, Author: svcx.Author{Type: svcx.AuthorCustomer},
				Content: fmt.Sprintf("%03d%s", i, long[3:]), ContentType: svcx.ContentText, SentAt: h.Now() + svcx.Time(i), CreatedAt: h.Now(),
			})
		}
		for i := 0; i < len(messages); i += 50 {
			w.write(h.ws.ID, func(tx *store.Tx) error { return tx.InsertMessages(messages[i : i+50]...) })
		}
		time.Sleep(time.Second)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		h.reply(c, long)
		runtime.ReadMemStats(&after)
		// The whole history would be some 40 MB to read and as much again to write.
		if got := after.TotalAlloc - before.TotalAlloc; got > 30<<20 {
			t.Errorf("%d bytes were needed for one event", got)
		}
		s := read(t, h.last())
		got := s.contents()
		if s.Data.Truncated == nil || !*s.Data.Truncated || s.Data.Content != long || got[len(got)-1] != long {
			t.Fatalf("%d messages, truncated %v", len(got), s.Data.Truncated)
		}
		for i, content := range got[:len(got)-1] {
			if want := fmt.Sprintf("%03d", 600-len(got)+1+i); content[:3] != want {
				t.Errorf("message %d is %s, want %s", i, content[:3], want)
			}
		}
		// Another message would not have fitted.
		if one := len(h.last().body) / (len(got) + 1); len(h.last().body)+one+1000 < form.MaxDelivery {
			t.Errorf("%d messages in %d bytes", len(got), len(h.last().body))
		}
	})
}

// relaySupportsAttachments and messageExportEnabled apply as they are at the attempt (D 4).
func TestSettingsCountAtTheAttempt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newFixture(t)
		w.answer = always(503)
		h := newInboxFixture(w, svcx.FormB)
		c := h.message("a", "hello")
		h.reply(c, "look", svcx.Attachment{URL: "https://files.example.com/1", Filename: "1.pdf"}, svcx.Attachment{URL: "https://files.example.com/2", MIMEType: "image/png"})
		files := `"attachments":[{"url":"https://files.example.com/1","filename":"1.pdf","mimeType":null},{"url":"https://files.example.com/2","filename":null,"mimeType":"image/png"}]`
		if got := h.last().body; !strings.Contains(got, files) {
			t.Errorf("on: %s", got)
		}
		h.set(func(s *svcx.Settings) { s.RelaySupportsAttachments = false })
		time.Sleep(10 * time.Second)
		if s := read(t, h.last()); s.Data.Attachments != nil || len(w.posts()) != 2 {
			t.Errorf("off: %s", h.last().body)
		}
		h.set(func(s *svcx.Settings) { s.RelaySupportsAttachments = true })
		h.set(exporting(10))
		time.Sleep(time.Minute)
		got := h.last()
		if s := read(t, got); s.Data.Attachments == nil || s.Data.Messages == nil || len(w.posts()) != 3 {
			t.Errorf("on again: %s", got.body)
		}
		if got.header.Get("webhook-id") != w.posts()[0].header.Get("webhook-id") {
			t.Error("another webhook-id")
		}
	})
}

// A message without files, and other events, have no attachments member.
func TestEventWithoutFilesHasNoAttachments(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newFixture(t)
		h := newInboxFixture(w, svcx.FormB)
		c := h.message("a", "hello")
		h.reply(c, "hi")
		if s := read(t, h.last()); s.Data.Attachments != nil {
			t.Errorf("sent %s", h.last().body)
		}
		if _, err := h.Resolve(context.Background(), inbox.Call{Workspace: h.ws, Actor: inbox.Operator}, c.ID); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		if s := read(t, h.last()); s.Event != "conversation.resolved" || s.Data.Attachments != nil {
			t.Errorf("sent %s", h.last().body)
		}
	})
}

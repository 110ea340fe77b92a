package form_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"svcx"
	"svcx/internal/form"
)

var update = flag.Bool("update", false, "write the golden files")

func ptr[T any](v T) *T { return &v }

// golden compares with testdata/name, or writes it with -update.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs (go test -update writes it):\n got %s\nwant %s", path, got, want)
	}
}

// Every kind of error in both forms (R 7). A new kind without a code fails here.
func TestErrorsInBothForms(t *testing.T) {
	for _, f := range both {
		var out bytes.Buffer
		line := func(what string, err error) {
			status, body := f.Error(err, "req-1")
			fmt.Fprintf(&out, "%s: %d %s\n", what, status, body)
		}
		for _, k := range svcx.Kinds() {
			status, code := f.ErrorCode(k)
			if code == "INTERNAL" && k != svcx.KindInternal {
				t.Errorf("form %s: kind %d has no code", f.Name, k)
			}
			fmt.Fprintf(&out, "%d %s\n", status, code)
			line("  plain", &svcx.Error{Kind: k, Err: errors.New("a secret cause")})
			line("  message", &svcx.Error{Kind: k, Field: "a[2].b", Message: "must be <x> & \"y\"", Err: errors.New("a secret cause")})
		}
		line("wrapped", fmt.Errorf("reading a secret: %w", svcx.Invalid("subject", "must be a string")))
		line("another error", errors.New("a secret cause"))
		if strings.Contains(out.String(), "secret") {
			t.Error("the cause of an error is shown")
		}
		golden(t, "errors_"+string(f.Name)+".txt", out.Bytes())
	}
}

// Every resource, with all values and with the fewest, and every event in both forms
// (R 2, W 2.4, W 6).
func TestResourcesInBothForms(t *testing.T) {
	t1, t2 := moment, moment.Add(1500e6)
	html := "<b>\"a\" & b</b>\u2028é\x01"
	files := []svcx.Attachment{{URL: "https://h/a?b&c", Filename: "a.png", MIMEType: "image/png"}, {URL: "https://h/b"}}
	conversations := map[string]*svcx.Conversation{
		"full": {ID: 7, Workspace: 1, Channel: ptr(svcx.ChannelID(3)), ChannelType: svcx.ChannelTypeCustom, ExternalID: "conv <1>",
			Subject: "S & s", Status: svcx.StatusResolved, AssignedTo: ptr(svcx.UserID(5)), Contact: ptr(svcx.ContactID(6)),
			Category: ptr(svcx.CategoryID(2)), Priority: svcx.PriorityHigh, Tags: []string{"a", "B"}, CreatedAt: t1, UpdatedAt: t2,
			LastMessageAt: &t1, ResolvedAt: &t2, MessageCount: 4, DeliverySeq: 9},
		"bare": {ID: 1<<63 - 1, Workspace: 1, ChannelType: svcx.ChannelTypeAPI, Status: svcx.StatusOpen, CreatedAt: t1, UpdatedAt: t1},
	}
	messages := map[string]*svcx.Message{
		"full": {ID: 11, Workspace: 1, Conversation: 7, Kind: svcx.MessageKindMessage,
			Author:  svcx.Author{Type: svcx.AuthorBot, Name: "Bot", Email: "b@c.d", ExternalID: "x", User: ptr(svcx.UserID(5))},
			Content: html, ContentType: svcx.ContentHTML, Markdown: true, ExternalID: "m-1", Attachments: files,
			SentAt: t1, CreatedAt: t2, EditedAt: &t2, EditCount: 2, ReadAt: &t2},
		"bare": {ID: 12, Conversation: 7, Author: svcx.Author{Type: svcx.AuthorCustomer}, Content: "hi", ContentType: svcx.ContentText, SentAt: t1, CreatedAt: t2},
	}
	contacts := map[string]*svcx.Contact{
		"full": {ID: 6, Workspace: 1, ExternalID: "u-1", Name: "Ada", Email: "a@b.c", AvatarURL: "https://h/a.png", Tags: []string{"vip"}, CreatedAt: t1, UpdatedAt: t2},
		"bare": {ID: 8, CreatedAt: t1, UpdatedAt: t1},
	}
	keys := map[string]*svcx.Key{
		"full": {ID: 4, Name: "k", Prefix: "svcx_sk_01234567", Scopes: []svcx.Scope{svcx.ScopeMessagesRead}, CreatedAt: t1, LastUsedAt: &t2, ExpiresAt: &t2},
		"bare": {ID: 5, Name: "k", Prefix: "svcx", CreatedAt: t1},
	}
	data := svcx.EventData{Content: html, ContentType: svcx.ContentHTML, AuthorName: "Ada", AuthorType: svcx.AuthorAgent, MessageID: 11, Origin: svcx.OriginAPI,
		Attachments: files, Status: svcx.StatusResolved, ResolvedAt: &t2, AssignedTo: ptr(svcx.UserID(5)), Rating: 4,
		Comment: "fine", RatedBy: "a@b.c", Reason: "auto"}

	for _, f := range both {
		var out bytes.Buffer
		line := func(what string, v any) {
			text, err := form.Encode(v)
			if err != nil {
				t.Fatalf("form %s, %s: %v", f.Name, what, err)
			}
			fmt.Fprintf(&out, "%s: %s\n", what, text)
		}
		line("id", f.ID(42))
		for _, size := range []string{"full", "bare"} {
			line("conversation "+size, f.Conversation(conversations[size]))
			line("conversation status "+size, f.ConversationStatus(conversations[size]))
			line("conversation patched "+size, f.ConversationPatched(conversations[size]))
			line("message "+size, f.Message(messages[size]))
			line("contact "+size, f.Contact(contacts[size]))
			line("key "+size, f.Key(keys[size], ""))
		}
		line("key created", f.Key(keys["full"], "svcx_sk_0123456789"))
		for _, a := range []svcx.AuthorType{svcx.AuthorCustomer, svcx.AuthorAgent, svcx.AuthorBot, svcx.AuthorAPI, svcx.AuthorSystem} {
			line("message by "+string(a), f.Message(&svcx.Message{ID: 1, Author: svcx.Author{Type: a}}))
		}
		for _, e := range svcx.EventTypes {
			for _, d := range []svcx.EventData{data, {}} {
				delivery := &svcx.Delivery{ID: 1, Conversation: 7, ConversationID: `c"1`, Sequence: 3, WebhookID: "msg_1", Type: e, Data: d, CreatedAt: t1}
				body, err := f.Deliver(delivery, nil)
				if f.Sends(e) != (err == nil) {
					t.Errorf("form %s, %s: sends %v, error %v", f.Name, e, f.Sends(e), err)
				}
				fmt.Fprintf(&out, "event %s: %s\n", e, body)
			}
		}
		golden(t, "resources_"+string(f.Name)+".txt", out.Bytes())
	}
}

// W 2.5, D 2: event log entries and their names of types and statuses.
func TestEventLogInBothForms(t *testing.T) {
	for _, f := range both {
		var out bytes.Buffer
		for _, s := range []svcx.EventStatus{svcx.EventOK, svcx.EventSkipped, svcx.EventInvalid, svcx.EventUnauthorized, svcx.EventFailed} {
			fmt.Fprintf(&out, "status %s: %s\n", s, f.EventStatus(s))
		}
		for _, in := range []string{svcx.InboundTypeMessage, svcx.InboundTypeAction, svcx.InboundTypeIntent, svcx.InboundTypeInvalid,
			"action:conversation.resolve", "intent:updateinfo"} {
			fmt.Fprintf(&out, "inbound %s: %s\n", in, f.EventType(&svcx.EventLogEntry{Direction: svcx.Inbound, Type: in, Status: svcx.EventOK}))
		}
		fmt.Fprintf(&out, "wrong key: %s\n", f.EventType(&svcx.EventLogEntry{Direction: svcx.Inbound, Type: svcx.InboundTypeMessage, Status: svcx.EventUnauthorized}))
		for _, e := range append([]svcx.EventType{svcx.CallPing, "query.contact.info"}, svcx.EventTypes[:]...) {
			fmt.Fprintf(&out, "outbound %s: %s\n", e, f.EventType(&svcx.EventLogEntry{Direction: svcx.Outbound, Type: string(e)}))
		}
		for _, e := range []*svcx.EventLogEntry{
			{ID: 9, Direction: svcx.Inbound, Type: svcx.InboundTypeMessage, Status: svcx.EventSkipped, Error: "duplicate_message",
				Warnings: []string{"from.email: x"}, ConversationID: "c1", ResponseStatus: ptr(200), ResponseMS: 3, CreatedAt: moment},
			{ID: 10, Direction: svcx.Outbound, Type: string(svcx.EventMessageCreated), Status: svcx.EventFailed, Error: "timeout",
				ConversationID: "c1", ResponseMS: 10000, Attempt: 2, Delivery: ptr(svcx.DeliveryID(77)), CreatedAt: moment},
			{ID: 11, Direction: svcx.Inbound, Type: svcx.InboundTypeInvalid, Status: svcx.EventUnauthorized, CreatedAt: moment},
			{ID: 12, Direction: svcx.Outbound, Type: string(svcx.EventMessageCreated), Status: svcx.EventFailed, Error: "timeout", Attempt: 1,
				Message: ptr(svcx.MessageID(5)), Final: ptr(false), NextAttemptAt: ptr(moment + 5000), CreatedAt: moment},
			{ID: 13, Direction: svcx.Outbound, Type: string(svcx.EventMessageCreated), Status: svcx.EventFailed, Error: "timeout", Attempt: 2,
				Message: ptr(svcx.MessageID(5)), Final: ptr(true), CreatedAt: moment},
			{ID: 14, Direction: svcx.Outbound, Type: string(svcx.EventMessageCreated), Status: svcx.EventOK, Attempt: 1, CreatedAt: moment},
		} {
			text, err := form.Encode(f.Event(e))
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&out, "entry: %s\n", text)
		}
		golden(t, "events_"+string(f.Name)+".txt", out.Bytes())
	}
}

// R 5.3, R 8, W 9: the constants of each form.
func TestConstantsOfEachForm(t *testing.T) {
	for _, f := range both {
		var out bytes.Buffer
		fmt.Fprintf(&out, "name %s\nscopes %s\nresolve %s\nlists %+v\nreveals channel key %v\nkey prefix %d\n",
			f.Name, f.Scopes, f.ResolveScope, f.Pages, f.RevealsChannelKey, f.KeyPrefixLength)
		golden(t, "data_"+string(f.Name)+".txt", out.Bytes())
		if forms.Of(f.Name) != f {
			t.Errorf("Of(%s) is another form", f.Name)
		}
	}
}

// Fault 2.12: events that an older version put in the queue may have a member's e-mail
// address as the name.
func TestQueuedAddressIsNotSent(t *testing.T) {
	for origin, want := range map[svcx.Origin]string{svcx.OriginInbox: `"authorName":"Agent"`, svcx.OriginAPI: `"authorName":"ann@acme.test"`} {
		body, err := forms.Of(svcx.FormB).Deliver(&svcx.Delivery{Type: svcx.EventMessageCreated, Data: svcx.EventData{AuthorName: "ann@acme.test", Origin: origin}}, nil)
		if err != nil || !strings.Contains(string(body), want) {
			t.Errorf("from %s: %s, %v", origin, body, err)
		}
	}
}

package form_test

import (
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/form/forma"
	"svcx/internal/form/formb"
)

var (
	forms  = form.Set{A: forma.New(), B: formb.New()}
	both   = []*form.Form{forms.A, forms.B}
	moment = svcx.At(time.Date(2026, 11, 27, 22, 5, 1, 123e6, time.UTC))
)

// ids returns a generator of ids: id-1, id-2, …
func ids() func() string {
	n := 0
	return func() string { n++; return fmt.Sprintf("id-%d", n) }
}

// full returns a message body that is valid in both forms, with extra members.
func full(extra string) string {
	return `{"messageId":"m1","conversationId":"c1","from":{"externalId":"u1"},"content":"hi"` + extra + `}`
}

// describe returns a text for a decoded body: the message's members, or the outcome.
func describe(f *form.Form, body string) string {
	read := f.DecodeInbound([]byte(body), moment, ids())
	m, o := read.Message, read.Rejected
	if m == nil && o == nil {
		return describeCommand(read)
	}
	if o != nil {
		return fmt.Sprintf("%s %s %s|%s", o.Status, o.Type, o.ConversationID, o.Reason.Text())
	}
	s := m.Sender
	text := fmt.Sprintf("%s %s %s/%d/%s %q", m.MessageID, m.ConversationID, s.ExternalID, s.Source, s.Type, m.Content)
	if s.Name != "" || s.Email != "" {
		text += fmt.Sprintf(" from %q <%s>", s.Name, s.Email)
	}
	if m.ContentType != svcx.ContentText {
		text += " " + string(m.ContentType)
	}
	if m.Subject != "" {
		text += fmt.Sprintf(" subject %q", m.Subject)
	}
	if m.SentAt != nil {
		text += " at " + m.SentAt.String()
	}
	for _, a := range m.Attachments {
		text += fmt.Sprintf(" [%s %q %q]", a.URL, a.Filename, a.MIMEType)
	}
	for _, w := range m.Warnings {
		text += " !" + w
	}
	return text
}

const plain = `m1 c1 u1/0/customer "hi"`

// W 2.1, W 9: what both forms read in the same way.
func TestMembersThatBothFormsRead(t *testing.T) {
	idError := func(field string) string {
		return "validation: " + field + " must be a string of at most 255 characters or an integer"
	}
	for _, tt := range []struct{ clause, body, want string }{
		{"W 2.1", full(``), plain},
		{"W 2.1 unknown members", full(`,"x":[1],"From":1,"Fields":5`), plain},
		{"W 2.1 null optional", full(`,"contentType":null,"subject":null,"sentAt":null,"attachments":null,"action":null,"intent":null`), plain},
		{"D 2 integers as ids", `{"messageId":1,"conversationId":2.0,"from":{"externalId":3},"content":"hi"}`, `1 2 3/0/customer "hi"`},
		{"D 2 id type", full(`,"messageId":1.5`), "invalid message c1|" + idError("messageId")},
		{"D 2 id type", full(`,"messageId":true`), "invalid message c1|" + idError("messageId")},
		{"D 2 id type", full(`,"conversationId":["c"]`), "invalid message |" + idError("conversationId")},
		{"D 2 id type", full(`,"from":{"externalId":{}}`), "invalid message c1|" + idError("from.externalId")},
		{"D 2 length", full(`,"messageId":"` + strings.Repeat("x", 256) + `"`), "invalid message c1|validation: messageId must be a string of at most 255 characters"},
		{"D 2 content may be blank with an attachment", full(`,"content":" ","attachments":[{"url":"https://h/"}]`), `m1 c1 u1/0/customer " " [https://h/ "" ""]`},
		{"D 2 content may be absent with an attachment", full(`,"content":null,"attachments":[{"url":"https://h/"}]`), `m1 c1 u1/0/customer "" [https://h/ "" ""]`},
		{"D 2 content, no usable attachment", full(`,"content":"","attachments":[{"url":"http://h/"}]`), "invalid message c1|validation: content must be a string with a character that is not white space, as no attachment could be used (attachments[0].url: must be an https URL of at most 2048 characters)"},
		{"D 2 content of a wrong type", full(`,"content":5,"attachments":[{"url":"https://h/"}]`), "invalid message c1|validation: content must be a string with a character that is not white space"},
		{"D 2 byte order mark", "\ufeff" + full(``), plain},
		{"D 2 byte order mark twice", "\ufeff\ufeff" + full(``), "invalid invalid |invalid_json: body must be one JSON object (fault near byte 0)"},
		{"W 2.1 content", full(`,"content":null`), "invalid message c1|validation: content must be a string with a character that is not white space"},
		{"W 2.1 content", full(`,"content":5`), "invalid message c1|validation: content must be a string with a character that is not white space"},
		{"W 2.1 content", full(`,"content":" \n\t\u00a0\u3000"`), "invalid message c1|validation: content must be a string with a character that is not white space"},
		{"W 2.1 content", full(`,"content":"\u0000"`), "invalid message c1|validation: content must be a string with a character that is not white space"},
		{"W 2.1 content untouched", full(`,"content":" <b>\r\n\u00e9 "`), `m1 c1 u1/0/customer " <b>\r\né "`},
		{"W 2.1 name, email", full(`,"from":{"externalId":"u1","name":" N ","email":"A@b.c"}`), plain + ` from " N " <A@b.c>`},
		{"D 2 blank name", full(`,"from":{"externalId":"u1","name":" ","email":" "}`), plain},
		{"D 2 name length", full(`,"from":{"externalId":"u1","name":"` + strings.Repeat("é", 256) + `"}`), plain + ` from "` + strings.Repeat("é", 255) + `" <> !from.name: must be a string of at most 255 characters; the first 255 were kept`},
		{"D 2 name type", full(`,"from":{"externalId":"u1","name":5}`), plain + " !from.name: must be a string of at most 255 characters; it was left out"},
		{"D 2 email", full(`,"from":{"externalId":"u1","email":"no address"}`), plain + " !from.email: must be an e-mail address; it was left out"},
		{"D 2 email type", full(`,"from":{"externalId":"u1","email":5}`), plain + " !from.email: must be a string of at most 320 characters; it was left out"},
		{"D 2 email length", full(`,"from":{"externalId":"u1","email":"` + strings.Repeat("x", 321) + `"}`), plain + " !from.email: must be a string of at most 320 characters; it was left out"},
		{"W 2.1 contentType", full(`,"contentType":"html"`), plain + " html"},
		{"W 2.1 contentType", full(`,"contentType":"text"`), plain},
		{"D 2 contentType", full(`,"contentType":"HTML"`), plain + " !contentType: must be one of text, html; it was taken as text"},
		{"D 2 contentType", full(`,"contentType":1`), plain + " !contentType: must be one of text, html; it was taken as text"},
		{"W 2.1 subject", full(`,"subject":" S "`), plain + ` subject " S "`},
		{"W 2.1 subject blank", full(`,"subject":"  "`), plain},
		{"D 2 subject length", full(`,"subject":"` + strings.Repeat("x", 999) + `"`), plain + ` subject "` + strings.Repeat("x", 998) + `" !subject: must be a string of at most 998 characters; the first 998 were kept`},
		{"D 2 subject type", full(`,"subject":["x"]`), plain + " !subject: must be a string of at most 998 characters; it was left out"},
		{"D 1 sentAt", full(`,"sentAt":"2026-11-27T10:00:00+02:00"`), plain + " at 2026-11-27T08:00:00.000Z"},
		{"D 1 sentAt", full(`,"sentAt":"2026-13-01"`), plain + " !sentAt: must be an ISO 8601 timestamp such as 2026-11-27T22:05:01.123Z; the time of receipt was stored"},
		{"D 1 sentAt", full(`,"sentAt":1700000000`), plain + " !sentAt: must be an ISO 8601 timestamp such as 2026-11-27T22:05:01.123Z; the time of receipt was stored"},
		{"D 2 sentAt ahead", full(`,"sentAt":"2026-11-27T22:15:01.123Z"`), plain + " at 2026-11-27T22:15:01.123Z"},
		{"D 2 sentAt ahead", full(`,"sentAt":"2026-11-27T22:15:01.124Z"`), plain + " !sentAt: is more than 10 minutes ahead; the time of receipt was stored"},
		{"D 2 invalid_json", `{"conversationId":"c1"`, "invalid invalid c1|invalid_json: body must be one JSON object (fault near byte 22)"},
		{"D 2 invalid_json", `{"conversationId":"c1"} x`, "invalid invalid c1|invalid_json: body must be one JSON object (fault near byte 24)"},
		{"D 2 invalid_json", ``, "invalid invalid |invalid_json: body must be one JSON object"},
		{"D 2 invalid_json, too deep", `{"conversationId":"c1","x":` + strings.Repeat("[", 10_000) + strings.Repeat("]", 10_000) + `}`,
			"invalid invalid c1|invalid_json: body must be one JSON object, nested at most 10,000 levels deep (fault near byte 10026)"},
		{"W 2.1 nested as deep as may be", full(`,"x":` + strings.Repeat("[", 9999) + strings.Repeat("]", 9999)), plain},
		{"D 2 invalid_json", `[{}]`, "invalid invalid |invalid_json: body must be one JSON object"},
		{"D 2 invalid_json", `null`, "invalid invalid |invalid_json: body must be one JSON object"},
	} {
		for _, f := range both {
			if got := describe(f, tt.body); got != tt.want {
				t.Errorf("%s %s: %.120s\n got %s\nwant %s", f.Name, tt.clause, tt.body, got, tt.want)
			}
		}
	}
}

// W 9: how the forms differ in missing members and in form B's own members.
func TestInboundFormDifferences(t *testing.T) {
	required := func(field string) string {
		return "validation: " + field + " must be a string of 1 to 255 characters"
	}
	for _, tt := range []struct{ clause, body, a, b string }{
		{"W 2.1 only content", `{"content":"hi"}`,
			"invalid message |" + required("messageId"), `id-1 id-2 api-user/2/customer "hi"`},
		{"W 2.1 conversationId missing", `{"messageId":"m1","from":{"externalId":"u1"},"content":"hi"}`,
			"invalid message |" + required("conversationId"), `m1 id-1 u1/0/customer "hi"`},
		{"W 2.1 empty ids", full(`,"messageId":"","conversationId":"","from":{"externalId":""}`),
			"invalid message |" + required("messageId"), `id-1 id-2 api-user/2/customer "hi"`},
		{"D 2 null ids", full(`,"conversationId":null`),
			"invalid message |" + required("conversationId"), `m1 id-1 u1/0/customer "hi"`},
		{"W 2.1 NUL is removed", full(`,"messageId":"\u0000"`),
			"invalid message c1|" + required("messageId"), `id-1 c1 u1/0/customer "hi"`},
		{"W 2.1 from missing", `{"messageId":"m1","conversationId":"c1","content":"hi"}`,
			"invalid message c1|" + required("from.externalId"), `m1 c1 api-user/2/customer "hi"`},
		{"W 2.1 from null", full(`,"from":null`),
			"invalid message c1|" + required("from.externalId"), `m1 c1 api-user/2/customer "hi"`},
		{"D 2 from that is not an object", full(`,"from":"u1"`),
			"invalid message c1|" + required("from.externalId"), `m1 c1 api-user/2/customer "hi" !from: must be an object; it was left out`},
		{"D 2 from that is not an object", full(`,"from":[]`),
			"invalid message c1|" + required("from.externalId"), `m1 c1 api-user/2/customer "hi" !from: must be an object; it was left out`},
		{"W 2.1 default email", full(`,"from":{"email":"a@b.c"}`),
			"invalid message c1|" + required("from.externalId"), `m1 c1 a@b.c/1/customer "hi" from "" <a@b.c>`},
		{"D 2 no default from a bad email", full(`,"from":{"email":"a b"}`),
			"invalid message c1|" + required("from.externalId"), `m1 c1 api-user/2/customer "hi" !from.email: must be an e-mail address; it was left out`},
		{"D 2 api-user sent", full(`,"from":{"externalId":"api-user"}`),
			`m1 c1 api-user/0/customer "hi"`, `m1 c1 api-user/0/customer "hi"`},
		{"D 2 first error counts", `{"content":""}`,
			"invalid message |" + required("messageId"), "invalid message |validation: content must be a string with a character that is not white space"},
		{"W 2.1 from.type", full(`,"from":{"externalId":"u1","type":"staff"}`), plain, `m1 c1 u1/0/agent "hi"`},
		{"W 2.1 from.type", full(`,"from":{"externalId":"u1","type":"bot"}`), plain, `m1 c1 u1/0/bot "hi"`},
		{"W 2.1 from.type", full(`,"from":{"externalId":"u1","type":"customer"}`), plain, plain},
		{"W 2.1 from.type", full(`,"from":{"externalId":"u1","type":null}`), plain, plain},
		{"D 2 from.type", full(`,"from":{"externalId":"u1","type":"agent"}`), plain,
			plain + " !from.type: must be one of customer, staff, bot; it was taken as customer"},
		{"D 2 from.type", full(`,"from":{"externalId":"u1","type":5}`), plain,
			plain + " !from.type: must be one of customer, staff, bot; it was taken as customer"},

		{"W 2.2 action", full(`,"action":"conversation.resolve"`),
			"invalid action:conversation.resolve c1|unsupported_in_form_a: the workspace takes messages only",
			"action conversation.resolve c1"},
		{"W 2.3 intent", full(`,"intent":"updateinfo"`),
			"invalid intent:updateinfo c1|unsupported_in_form_a: the workspace takes messages only",
			"invalid intent:updateinfo c1|validation: data must be an object"},
		{"W 4.1 action wins", full(`,"intent":"updateinfo","action":"x"`),
			"invalid action:x c1|unsupported_in_form_a: the workspace takes messages only",
			"failed action:x c1|unknown_action: there is no such action"},
		{"W 4.1 intent beside a null action", full(`,"intent":"y","action":null`),
			"invalid intent:y c1|unsupported_in_form_a: the workspace takes messages only",
			"failed intent:y c1|unknown_intent: there is no such intent"},
		{"D 2 malformed action", full(`,"action":{}`),
			"invalid action c1|unsupported_in_form_a: the workspace takes messages only",
			"invalid action c1|validation: action must be a string that names an action"},
		{"D 2 malformed intent", full(`,"intent":false`),
			"invalid intent c1|unsupported_in_form_a: the workspace takes messages only",
			"invalid intent c1|validation: intent must be a string that names an intent"},
		{"D 2 empty action", full(`,"action":""`),
			"invalid action c1|unsupported_in_form_a: the workspace takes messages only",
			"invalid action c1|validation: action must be a string that names an action"},
		{"a long type is cut", `{"action":"` + strings.Repeat("é", 1000) + `"}`,
			"invalid action:" + strings.Repeat("é", 64) + "… |unsupported_in_form_a: the workspace takes messages only",
			"failed action:" + strings.Repeat("é", 64) + "… |unknown_action: there is no such action"},
	} {
		if got := describe(forms.A, tt.body); got != tt.a {
			t.Errorf("A %s: %.120s\n got %s\nwant %s", tt.clause, tt.body, got, tt.a)
		}
		if got := describe(forms.B, tt.body); got != tt.b {
			t.Errorf("B %s: %.120s\n got %s\nwant %s", tt.clause, tt.body, got, tt.b)
		}
	}
}

// D 2: invalid attachments never reject an inbound message.
func TestInboundAttachments(t *testing.T) {
	badURL := "must be an https URL of at most 2048 characters; the attachment was left out"
	many := strings.TrimSuffix(strings.Repeat(`{"url":"https://h/"},`, 21), ",")
	for _, tt := range []struct{ json, want string }{
		{`[]`, ``},
		{`[{"url":"https://h/f"}]`, ` [https://h/f "" ""]`},
		{`[{"url":"HTTPS://h/f?x=1#y","filename":"f","mimeType":"image/png"}]`, ` [HTTPS://h/f?x=1#y "f" "image/png"]`},
		{`{}`, ` !attachments: must be an array; none were kept`},
		{`"x"`, ` !attachments: must be an array; none were kept`},
		{`[{"url":"http://h/f"},{"url":"https://h/g"}]`, ` [https://h/g "" ""] !attachments[0].url: ` + badURL},
		{`[{}]`, ` !attachments[0].url: ` + badURL},
		{`[{"url":null}]`, ` !attachments[0].url: ` + badURL},
		{`[{"url":5}]`, ` !attachments[0].url: ` + badURL},
		{`[{"url":"https://"}]`, ` !attachments[0].url: ` + badURL},
		{`[{"url":"https://h/` + strings.Repeat("x", 2048) + `"}]`, ` !attachments[0].url: ` + badURL},
		{`[null,5,"https://h/"]`, ` !attachments[0]: must be an object; the attachment was left out !attachments[1]: must be an object; the attachment was left out !attachments[2]: must be an object; the attachment was left out`},
		{`[{"url":"https://h/f","filename":5,"mimeType":"m"}]`, ` [https://h/f "" "m"] !attachments[0].filename: must be a string of at most 255 characters; it was left out`},
		{`[` + many + `]`, strings.Repeat(` [https://h/ "" ""]`, 20) + ` !attachments: must have at most 20 elements; the first 20 were kept`},
	} {
		for _, f := range both {
			if got := describe(f, full(`,"attachments":`+tt.json)); got != plain+tt.want {
				t.Errorf("%s %.100s\n got %s\nwant %s", f.Name, tt.json, got, plain+tt.want)
			}
		}
	}
}

// A message is read exactly as it was sent.
func TestInboundRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOfN(rapid.Rune(), 1, 200, -1).
			Filter(func(s string) bool { return !svcx.Blank(s) && !strings.ContainsRune(s, 0) })
		id := rapid.StringOfN(rapid.Rune().Filter(func(r rune) bool { return r != 0 }), 1, 255, -1)
		type from struct {
			ExternalID string `json:"externalId"`
			Name       string `json:"name"`
		}
		type message struct {
			MessageID      string `json:"messageId"`
			ConversationID string `json:"conversationId"`
			From           from   `json:"from"`
			Content        string `json:"content"`
			Subject        string `json:"subject"`
		}
		sent := message{id.Draw(t, "messageId"), id.Draw(t, "conversationId"),
			from{id.Draw(t, "externalId"), text.Draw(t, "name")}, text.Draw(t, "content"), text.Draw(t, "subject")}
		body, err := form.Encode(sent)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range both {
			read := f.DecodeInbound(body, moment, ids())
			m, o := read.Message, read.Rejected
			if o != nil {
				t.Fatalf("%s: %s", body, o.Reason.Text())
			}
			got := message{m.MessageID, m.ConversationID, from{m.Sender.ExternalID, m.Sender.Name}, m.Content, m.Subject}
			if diff := cmp.Diff(sent, got); diff != "" {
				t.Fatal(diff)
			}
		}
	})
}

// FuzzDecodeInbound checks that decoding never panics, has exactly one result, which a
// dry run shares, and keeps the content except for NUL and invalid UTF-8.
func FuzzDecodeInbound(f *testing.F) {
	for _, s := range []string{full(``), `{"content":"hi"}`, `{"action":"x","conversationId":5.0}`, `{"content":"\ud800\u0000x"}`,
		full(`,"attachments":[{"url":"https://h"}],"sentAt":"2026-01-01","from":{"email":"a@b.c"}`), `{"content":1e400}`, "{\"content\":\"\xff\"}"} {
		f.Add([]byte(s), "te\x00xt\xff")
	}
	f.Fuzz(func(t *testing.T, body []byte, content string) {
		before := string(body)
		for _, fm := range both {
			read := fm.DecodeInbound(body, moment, ids())
			m, o := read.Message, read.Rejected
			if one := count(m != nil, o != nil, read.Action != nil, read.Intent != nil); one != 1 {
				t.Fatalf("%s: %d results: %+v", fm.Name, one, read)
			}
			if o != nil && (o.Status == "" || o.Type == "" || o.Reason.Code == "" || !storable(o.Type+o.Reason.Text()+o.ConversationID)) {
				t.Fatalf("%s: outcome %+v", fm.Name, o)
			}
			if m != nil && (m.MessageID == "" || m.ConversationID == "" || m.Sender.ExternalID == "" || svcx.Blank(m.Content) ||
				!storable(m.MessageID+m.ConversationID+m.Content+m.Subject+m.Sender.Name+m.Sender.ExternalID+strings.Join(m.Warnings, ""))) {
				t.Fatalf("%s: message %+v", fm.Name, m)
			}
			inspected, reads := fm.InspectInbound(body, moment, ids())
			if diff := cmp.Diff(read, inspected, cmpopts.IgnoreFields(svcx.InboundMessage{}, "ManyFields")); diff != "" {
				t.Fatalf("%s: a dry run reads something else: %s", fm.Name, diff)
			}
			for _, path := range reads.Ignored(nil, nil) {
				if !storable(path) {
					t.Fatalf("%s: ignored %q", fm.Name, path)
				}
			}
			if string(body) != before {
				t.Fatal("the body was changed")
			}

			sent, err := form.Encode(map[string]any{"messageId": "m", "conversationId": "c",
				"from": map[string]any{"externalId": "u"}, "content": content})
			if err != nil {
				t.Fatal(err)
			}
			want := form.CleanText(content)
			m = fm.DecodeInbound(sent, moment, ids()).Message
			if m == nil && !svcx.Blank(want) || m != nil && m.Content != want {
				t.Fatalf("%s: %q became %+v", fm.Name, content, m)
			}
		}
	})
}

func count(all ...bool) (n int) {
	for _, is := range all {
		if is {
			n++
		}
	}
	return n
}

func storable(s string) bool { return utf8.ValidString(s) && !strings.ContainsRune(s, 0) }

func BenchmarkDecodeInbound(b *testing.B) {
	small := []byte(`{"messageId":"msg-000001","conversationId":"conv-000001","from":{"externalId":"user-1","name":"Ada Lovelace","email":"ada@example.com"},"content":"Hello, where is my parcel? It was sent a week ago.","sentAt":"2026-11-27T22:05:01.123Z"}`)
	large := []byte(full(`,"content":"` + strings.Repeat(`caf\u00e9 au lait `, 3000) + `"`))
	many := []byte(`{` + strings.Repeat(`"":0,`, 200000) + `"content":"x"}`)
	for name, body := range map[string][]byte{"small": small, "50KB": large, "1MB of members": many} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(body)))
			for b.Loop() {
				forms.B.DecodeInbound(body, moment, func() string { return "id" })
			}
		})
	}
}

package form_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"svcx"
	"svcx/internal/form"
)

// body is a body of v1 and the result in each form: a value, or an error's public
// text.
type body struct {
	clause, json string
	a, b         any
}

// check decodes the bodies with both forms.
func check[T any](t *testing.T, decode func(*form.Form) func([]byte) (T, error), bodies []body) {
	t.Helper()
	for _, tt := range bodies {
		for _, f := range both {
			want := tt.a
			if f.Name == svcx.FormB {
				want = tt.b
			}
			got, err := decode(f)([]byte(tt.json))
			if text, ok := want.(string); ok {
				e, _ := err.(*svcx.Error)
				if e == nil || e.Public() != text || e.Kind != svcx.KindValidation {
					t.Errorf("%s %s: %.100s\n got %+v, %v\nwant %s", f.Name, tt.clause, tt.json, got, err, text)
				}
				var zero T
				if diff := cmp.Diff(zero, got); diff != "" {
					t.Errorf("%s %s: %.100s: a value together with the error\n%s", f.Name, tt.clause, tt.json, diff)
				}
				continue
			}
			if diff := cmp.Diff(want, any(got)); diff != "" || err != nil {
				t.Errorf("%s %s: %.100s: %v\n%s", f.Name, tt.clause, tt.json, err, diff)
			}
		}
	}
}

const badLabel = "must be a string of 1 to %d characters, not all white space"

// R 4.1.
func TestDecodeConversation(t *testing.T) {
	type draft = svcx.ConversationDraft
	api, custom := svcx.ChannelTypeAPI, svcx.ChannelTypeCustom
	badSubject := "subject " + fmt.Sprintf(badLabel, 998)
	plain := draft{Subject: "S", ChannelType: api}
	badString, badInteger := "must be an id, a string of decimal digits", "must be an id, an integer above 0"
	check(t, func(f *form.Form) func([]byte) (draft, error) { return f.DecodeConversation }, []body{
		{"R 4.1", `{"subject":"S"}`, plain, plain},
		{"R 4.1", `{"subject":" S ","x":1}`, draft{Subject: " S ", ChannelType: api}, draft{Subject: " S ", ChannelType: api}},
		{"R 4.1 subject", `{}`, badSubject, badSubject},
		{"R 4.1 subject", `{"subject":null}`, badSubject, badSubject},
		{"D 5 subject", `{"subject":" "}`, badSubject, badSubject},
		{"D 5 subject", `{"subject":"` + strings.Repeat("x", 999) + `"}`, badSubject, badSubject},
		{"R 4.1 null optional", `{"subject":"S","contactId":null,"assignedTo":null,"channelId":null,"channelType":null}`, plain, plain},
		{"R 4.1 ids", `{"subject":"S","contactId":"6","assignedTo":"5"}`,
			draft{Subject: "S", ChannelType: api, Contact: ptr(svcx.ContactID(6)), AssignedTo: ptr(svcx.UserID(5))}, "contactId " + badInteger},
		{"R 4.1 ids", `{"subject":"S","contactId":6,"assignedTo":5}`,
			"contactId " + badString, draft{Subject: "S", ChannelType: api, Contact: ptr(svcx.ContactID(6)), AssignedTo: ptr(svcx.UserID(5))}},
		{"D 1 id", `{"subject":"S","assignedTo":"05"}`, "assignedTo " + badString, "assignedTo " + badInteger},
		{"D 1 id", `{"subject":"S","assignedTo":-1}`, "assignedTo " + badString, "assignedTo " + badInteger},
		{"R 4.1 channelType", `{"subject":"S","channelType":"custom"}`, draft{Subject: "S", ChannelType: custom}, plain},
		{"R 4.1 channelType", `{"subject":"S","channelType":"mail"}`, "channelType must be one of custom, api", plain},
		{"R 4.1 channelId", `{"subject":"S","channelId":3}`, plain, draft{Subject: "S", ChannelType: custom, Channel: ptr(svcx.ChannelID(3))}},
		{"R 4.1 channelId", `{"subject":"S","channelId":"3"}`, plain, "channelId " + badInteger},
		{"D 5 body", `[]`, "body must be one JSON object", "body must be one JSON object"},
	})
	if forms.B.DecodeConversationPatch != nil {
		t.Error("form B has PATCH /conversations/{id}")
	}
}

// R 4.1: PATCH in form A.
func TestDecodeConversationPatch(t *testing.T) {
	type patch = svcx.ConversationPatch
	badID := "assignedTo must be an id, a string of decimal digits"
	for _, tt := range []struct {
		json string
		want any
	}{
		{`{}`, patch{}},
		{`{"subject":"S"}`, patch{Subject: ptr("S")}},
		{`{"subject":null}`, patch{Subject: ptr("")}},
		{`{"subject":""}`, "subject " + fmt.Sprintf(badLabel, 998)},
		{`{"subject":5}`, "subject " + fmt.Sprintf(badLabel, 998)},
		{`{"assignedTo":null}`, patch{AssignedTo: ptr[*svcx.UserID](nil)}},
		{`{"assignedTo":"5"}`, patch{AssignedTo: ptr(ptr(svcx.UserID(5)))}},
		{`{"assignedTo":5}`, badID},
		{`{"assignedTo":""}`, badID},
		{``, "body must be one JSON object"},
	} {
		got, err := forms.A.DecodeConversationPatch([]byte(tt.json))
		if text, ok := tt.want.(string); ok {
			if e, _ := err.(*svcx.Error); e == nil || e.Public() != text {
				t.Errorf("%s: %v", tt.json, err)
			}
		} else if diff := cmp.Diff(tt.want, any(got)); diff != "" || err != nil {
			t.Errorf("%s: %v\n%s", tt.json, err, diff)
		}
	}
}

// R 4.2.
func TestDecodeMessage(t *testing.T) {
	type draft = svcx.MessageDraft
	agent, bot := svcx.AuthorAgent, svcx.AuthorBot
	by := func(a svcx.Author) draft {
		return draft{Content: "hi", ContentType: svcx.ContentText, Author: a, Origin: svcx.OriginAPI}
	}
	named := func(t svcx.AuthorType, name string) draft { return by(svcx.Author{Type: t, Name: name}) }
	with := func(d draft, change func(*draft)) draft { change(&d); return d }
	plain := named(agent, "Agent")
	file := func(f svcx.Attachment) draft {
		return with(plain, func(d *draft) { d.Attachments = []svcx.Attachment{f} })
	}
	badContent := "content " + fmt.Sprintf(badLabel, 50000)
	badName := "author.name " + fmt.Sprintf(badLabel, 255)
	badURL := "attachment.url must be an https URL of at most 2048 characters"
	long := strings.Repeat("é", 50000)
	check(t, func(f *form.Form) func([]byte) (draft, error) { return f.DecodeMessage }, []body{
		{"R 4.2", `{"content":"hi"}`, plain, plain},
		{"R 4.2 content", `{}`, badContent, badContent},
		{"D 5 content", `{"content":" \n"}`, badContent, badContent},
		{"D 5 content", `{"content":5}`, badContent, badContent},
		{"D 5 content", `{"content":"` + long + `x"}`, badContent, badContent},
		{"D 5 content", `{"content":"` + long + `"}`, with(plain, func(d *draft) { d.Content = long }), with(plain, func(d *draft) { d.Content = long })},
		{"R 4.2 contentType", `{"content":"hi","contentType":"html"}`, with(plain, func(d *draft) { d.ContentType = svcx.ContentHTML }), with(plain, func(d *draft) { d.ContentType = svcx.ContentHTML })},
		{"R 4.2 contentType", `{"content":"hi","contentType":"md"}`, "contentType must be one of text, html", "contentType must be one of text, html"},
		{"R 4.2 ai", `{"content":"hi","ai":true}`, plain, with(plain, func(d *draft) { d.Markdown = true })},
		{"R 4.2 ai", `{"content":"hi","ai":"yes"}`, plain, "ai must be true or false"},
		{"R 4.2 author null", `{"content":"hi","author":null}`, plain, plain},
		{"R 4.2 author {}", `{"content":"hi","author":{}}`, badName, named(agent, "Staff")},
		{"R 4.2 author name", `{"content":"hi","author":{"name":"Ada"}}`, named(agent, "Ada"), named(agent, "Ada")},
		{"R 4.2 author name blank", `{"content":"hi","author":{"name":" "}}`, badName, named(agent, "Staff")},
		{"R 4.2 author bot", `{"content":"hi","author":{"type":"bot"}}`, badName, named(bot, "Bot")},
		{"R 4.2 author bot", `{"content":"hi","author":{"type":"bot","name":"R2"}}`, named(agent, "R2"), named(bot, "R2")},
		{"R 4.2 author type", `{"content":"hi","author":{"type":"customer","name":"x"}}`, named(agent, "x"), "author.type must be one of staff, bot"},
		{"R 4.2 author type", `{"content":"hi","author":"Ada"}`, "author must be an object", "author must be an object"},
		{"R 4.2 author", `{"content":"hi","author":{"name":"Ada","email":"a@b.c","externalId":"e"}}`,
			by(svcx.Author{Type: agent, Name: "Ada", Email: "a@b.c", ExternalID: "e"}), by(svcx.Author{Type: agent, Name: "Ada", Email: "a@b.c", ExternalID: "e"})},
		{"D 5 email", `{"content":"hi","author":{"name":"Ada","email":"a b"}}`, "author.email must be an e-mail address", "author.email must be an e-mail address"},
		{"R 4.2 author.externalId", `{"content":"hi","author":{"name":"Ada","externalId":5}}`,
			"author.externalId must be a string of at most 255 characters", "author.externalId must be a string of at most 255 characters"},
		{"R 4.2 attachment", `{"content":"hi","attachment":{"url":"https://h/f","filename":"f","mimeType":"m/n"}}`,
			file(svcx.Attachment{URL: "https://h/f", Filename: "f", MIMEType: "m/n"}), file(svcx.Attachment{URL: "https://h/f", Filename: "f", MIMEType: "m/n"})},
		{"R 4.2 attachment null", `{"content":"hi","attachment":null}`, plain, plain},
		{"R 4.2 attachment", `{"content":"hi","attachment":{}}`, badURL, badURL},
		{"R 4.2 attachment", `{"content":"hi","attachment":{"url":"http://h"}}`, badURL, badURL},
		{"R 4.2 attachment", `{"content":"hi","attachment":[]}`, "attachment must be an object", "attachment must be an object"},
	})
}

// R 4.3.
func TestDecodeContact(t *testing.T) {
	type draft = svcx.ContactDraft
	full := draft{ExternalID: "e", Name: " N ", Email: "a@b.c"}
	badEmail := "email must be an e-mail address"
	check(t, func(f *form.Form) func([]byte) (draft, error) { return f.DecodeContact }, []body{
		{"R 4.3", `{}`, draft{}, draft{}},
		{"R 4.3", `{"externalId":"e","name":" N ","email":"a@b.c"}`, full, full},
		{"R 4.3 blank", `{"externalId":"","name":" ","email":""}`, draft{}, draft{}},
		{"R 4.3 null", `{"externalId":null,"name":null,"email":null}`, draft{}, draft{}},
		{"D 5 email", `{"email":"x"}`, badEmail, badEmail},
		{"D 5 email", `{"email":"A <a@b.c>"}`, badEmail, badEmail},
		{"R 4.3 externalId", `{"externalId":5}`, "externalId must be a string of at most 255 characters", "externalId must be a string of at most 255 characters"},
		{"D 2 length", `{"name":"` + strings.Repeat("x", 256) + `"}`, "name must be a string of at most 255 characters", "name must be a string of at most 255 characters"},
	})
}

// R 4.3, D 5.
func TestDecodeContactPatch(t *testing.T) {
	type patch = svcx.ContactPatch
	tags := func(s ...string) patch { return patch{Tags: &s} }
	long := strings.TrimSuffix(strings.Repeat(`"t",`, 101), ",")
	check(t, func(f *form.Form) func([]byte) (patch, error) { return f.DecodeContactPatch }, []body{
		{"D 5 absent", `{}`, patch{}, patch{}},
		{"D 5 null", `{"name":null,"email":null}`, patch{Name: ptr(""), Email: ptr("")}, patch{Name: ptr(""), Email: ptr("")}},
		{"D 5", `{"name":"N","email":"a@b.c"}`, patch{Name: ptr("N"), Email: ptr("a@b.c")}, patch{Name: ptr("N"), Email: ptr("a@b.c")}},
		{"D 5 email", `{"email":"x"}`, "email must be an e-mail address", "email must be an e-mail address"},
		{"D 5 externalId", `{"externalId":"e"}`, patch{}, patch{ExternalID: ptr("e")}},
		{"D 5 externalId", `{"externalId":null}`, patch{}, patch{ExternalID: ptr("")}},
		{"D 2 tags", `{"tags":[" VIP ","vip","","Été","été","a,b"]}`, patch{}, tags("VIP", "Été", "a,b")},
		{"D 5 tags", `{"tags":null}`, patch{}, patch{Tags: &[]string{}}},
		{"D 5 tags", `{"tags":"a,b"}`, patch{}, "tags must be an array"},
		{"D 5 tags", `{"tags":["a",5]}`, patch{}, "tags[1] must be a string of at most 255 characters"},
		{"D 5 tags", `{"tags":["a",null]}`, patch{}, "tags[1] must be a string of at most 255 characters"},
		{"D 5 tags", `{"tags":[` + long + `]}`, patch{}, "tags must have at most 100 elements"},
	})
}

// R 4.5.
func TestDecodeKey(t *testing.T) {
	at := svcx.Time(1_800_000_000_000)
	ok := svcx.KeyDraft{Name: "k", Scopes: []svcx.Scope{svcx.ScopeMessagesRead, svcx.ScopeMessagesWrite}}
	expires := svcx.KeyDraft{Name: "k", Scopes: []svcx.Scope{svcx.ScopeMessagesRead}, ExpiresAt: &at}
	never := svcx.KeyDraft{Name: "k", Scopes: []svcx.Scope{svcx.ScopeMessagesRead}}
	list := func(f *form.Form) string {
		names := make([]string, len(f.Scopes))
		for i, s := range f.Scopes {
			names[i] = string(s)
		}
		return " must be one of " + strings.Join(names, ", ")
	}
	badName := "name " + fmt.Sprintf(badLabel, 255)
	long := strings.TrimSuffix(strings.Repeat(`"messages:read",`, 51), ",")
	check(t, func(f *form.Form) func([]byte) (svcx.KeyDraft, error) { return f.DecodeKey }, []body{
		{"R 4.5", `{"name":"k","scopes":["messages:read","messages:write","messages:read"]}`, ok, ok},
		{"R 4.5 name", `{"scopes":["messages:read"]}`, badName, badName},
		{"R 4.5 name", `{"name":" ","scopes":["messages:read"]}`, badName, badName},
		{"R 4.5 scopes", `{"name":"k"}`, "scopes must be an array", "scopes must be an array"},
		{"R 4.5 scopes", `{"name":"k","scopes":null}`, "scopes must be an array", "scopes must be an array"},
		{"R 4.5 scopes", `{"name":"k","scopes":"messages:read"}`, "scopes must be an array", "scopes must be an array"},
		{"R 4.5 non-empty in B", `{"name":"k","scopes":[]}`, svcx.KeyDraft{Name: "k", Scopes: []svcx.Scope{}}, "scopes must have at least 1 element"},
		{"D 5 other form's", `{"name":"k","scopes":["messages:read","secrets:read"]}`, "scopes[1]" + list(forms.A), svcx.KeyDraft{Name: "k", Scopes: []svcx.Scope{svcx.ScopeMessagesRead, svcx.ScopeSecretsRead}}},
		{"D 5", `{"name":"k","scopes":["x"]}`, "scopes[0]" + list(forms.A), "scopes[0]" + list(forms.B)},
		{"D 5", `{"name":"k","scopes":["messages:read",5]}`, "scopes[1]" + list(forms.A), "scopes[1]" + list(forms.B)},
		{"D 5 api_keys", `{"name":"k","scopes":["api_keys:read"]}`, "scopes[0] must not be an api_keys scope: keys cannot manage keys", "scopes[0] must not be an api_keys scope: keys cannot manage keys"},
		{"expiry", `{"name":"k","scopes":["messages:read"],"expiresAt":"2027-01-15T08:00:00Z"}`, expires, expires},
		{"expiry", `{"name":"k","scopes":["messages:read"],"expiresAt":null}`, never, never},
		{"expiry", `{"name":"k","scopes":["messages:read"],"expiresAt":1800000000}`, "expiresAt must be an ISO 8601 timestamp such as 2026-11-27T22:05:01.123Z", "expiresAt must be an ISO 8601 timestamp such as 2026-11-27T22:05:01.123Z"},
		{"at most 50", `{"name":"k","scopes":[` + long + `]}`, "scopes must have at most 50 elements", "scopes must have at most 50 elements"},
	})
}

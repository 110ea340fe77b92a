package deliver

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/safehttp"
)

// W 4.7: the body of content resolution and its answer, of which only https URLs count
// (D 4).
func TestContentResolutionTakesOnlyHTTPS(t *testing.T) {
	const ref = "https://media.example.com/1"
	long := strings.Repeat("x", svcx.MaxURL)
	for name, c := range map[string]struct {
		status int
		answer string
		want   string // ref url expiresAt, each
		failed string
	}{
		"fresh":           {200, `{"urls":[{"ref":"` + ref + `","url":"https://cdn.example.com/1?t=x","expiresAt":"2026-11-27T22:05:01.123Z"}]}`, "[" + ref + " https://cdn.example.com/1?t=x 2026-11-27T22:05:01.123Z]", ""},
		"never expires":   {200, `{"urls":[{"ref":"r","url":"https://cdn.example.com/1"}]}`, "[r https://cdn.example.com/1 -]", ""},
		"none known":      {200, `{"urls":[]}`, "[]", ""},
		"some unusable":   {200, `{"urls":[{"ref":"a","url":"http://x.example/"},{"ref":"b","url":"javascript:1"},{"url":"https://x.example/"},7,null,{"ref":"c","url":"https://x.example/","expiresAt":"soon"},{"ref":"d","url":"https://x.example/d"},{"ref":"` + long + `x","url":"https://x.example/"}]}`, "[d https://x.example/d -]", ""},
		"not JSON":        {200, `urls`, "[]", "validation: the answer is not JSON with an array urls"},
		"no array":        {200, `{"urls":{"ref":"r"}}`, "[]", "validation: the answer is not JSON with an array urls"},
		"no member":       {200, `{}`, "[]", "validation: the answer is not JSON with an array urls"},
		"nothing":         {204, ``, "[]", "validation: the answer is not JSON with an array urls"},
		"500":             {500, `{"urls":[{"ref":"r","url":"https://cdn.example.com/1"}]}`, "[]", "http_status: the receiver answered 500"},
		"redirect":        {301, ``, "[]", "redirect: the receiver answered 301, and redirects are not followed"},
		"more than asked": {200, `{"urls":[` + strings.Repeat(`{"ref":"r","url":"https://x.example/"},`, 60) + `{"ref":"last","url":"https://x.example/"}]}`, "50 entries", ""},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newFixture(t)
				w.answer = answers(c.status, c.answer)
				h := newInboxFixture(w, svcx.FormB)
				urls, err := h.d.ResolveContent(t.Context(), w.get(h.ref), "conversation-1", []string{ref, "https://media.example.com/2"})
				got := []string{}
				for _, u := range urls {
					expires := "-"
					if u.ExpiresAt != nil {
						expires = u.ExpiresAt.String()
					}
					got = append(got, u.Ref+" "+u.URL+" "+expires)
				}
				text := fmt.Sprint(got)
				if len(got) == svcx.MaxContentRefs {
					text = "50 entries"
				}
				if text != c.want || (err != nil) != (c.failed != "") || err != nil && svcx.KindOf(err) != svcx.KindIntegrationFailed {
					t.Errorf("%s, %v, want %s", text, err, c.want)
				}
				time.Sleep(time.Minute)
				if len(w.posts()) != 1 || h.last().body != `{"type":"content.resolve","refs":["`+ref+`","https://media.example.com/2"],"conversationId":"conversation-1"}` || h.last().url != hook {
					t.Errorf("%d calls, sent %s", len(w.posts()), h.last().body)
				}
				if e := w.logged(h.ref)[0]; e.Type != "content.resolve" || e.Error != c.failed || (e.Status == svcx.EventOK) != (c.failed == "") {
					t.Errorf("logged %+v", e)
				}
			})
		})
	}
}

// W 4.7: the body of a back request (D 4) and its answer, validated like inbound data.
func TestBackRequestIsSentAndItsAnswerValidated(t *testing.T) {
	const wrong = "validation: the answer is not JSON with an object data"
	text := func(s *string) string {
		if s == nil {
			return "-"
		}
		return *s
	}
	for name, c := range map[string]struct {
		status int
		answer string
		want   string // known name email avatarUrl subject content
		failed string
	}{
		"all":          {200, `{"data":{"name":"Zoë","email":"z@example.com","avatarUrl":"https://x.example/a","subject":"S","tags":["a"],"priority":"high","fields":{"k":"v"},"content":"<b>","contentType":"html"}}`, "true Zoë z@example.com https://x.example/a S <b> [a] high 1 html", ""},
		"little":       {200, `{"data":{"name":"Zoë"}}`, "true Zoë - - -  [] - 0 ", ""},
		"nothing":      {200, `{"data":{}}`, "true - - - -  [] - 0 ", ""},
		"unusable":     {200, `{"data":{"name":7,"email":"nobody","subject":"S","tags":[7],"priority":"soon","fields":[],"content":"x","contentType":"pdf"}}`, "true - - - S  [] - 0 ", ""},
		"unknown":      {204, ``, "false - - - -  [] - 0 ", ""},
		"not JSON":     {200, `Zoë`, "false - - - -  [] - 0 ", wrong},
		"no data":      {200, `{"name":"Zoë"}`, "false - - - -  [] - 0 ", wrong},
		"null":         {200, `{"data":null}`, "false - - - -  [] - 0 ", wrong},
		"data no more": {200, `{"data":"Zoë"}`, "false - - - -  [] - 0 ", wrong},
		"404":          {404, `{"data":{"name":"Zoë"}}`, "false - - - -  [] - 0 ", "http_status: the receiver answered 404"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newFixture(t)
				w.answer = answers(c.status, c.answer)
				h := newInboxFixture(w, svcx.FormB)
				q := svcx.BackRequest{
					Type: svcx.BackMessage, ConversationID: "conversation-1", MessageID: "m-1", Data: []byte(`{"why":"agent"}`),
					Contact: &svcx.Contact{ExternalID: "crm-1"},
				}
				a, err := h.d.BackRequest(t.Context(), w.get(h.ref), q)
				tags, priority := []string{}, "-"
				if a.Info.Tags != nil {
					tags = *a.Info.Tags
				}
				if a.Info.Priority != nil {
					priority = string(*a.Info.Priority)
				}
				got := fmt.Sprintf("%t %s %s %s %s %s %v %s %d %s", a.Known, text(a.Info.Name), text(a.Info.Email), text(a.Info.AvatarURL), text(a.Info.Subject), a.Content, tags, priority, len(a.Fields), a.ContentType)
				if got != c.want || (err != nil) != (c.failed != "") || err != nil && svcx.KindOf(err) != svcx.KindIntegrationFailed {
					t.Errorf("%s, %v, want %s", got, err, c.want)
				}
				var body map[string]any
				if err := json.Unmarshal([]byte(h.last().body), &body); err != nil {
					t.Fatal(err)
				}
				id, _ := body["requestId"].(string)
				delete(body, "requestId")
				want := map[string]any{
					"type": "query.message.content", "conversationId": "conversation-1", "timestamp": h.Now().String(), "messageId": "m-1",
					"contact": map[string]any{"externalId": "crm-1", "email": nil}, "data": map[string]any{"why": "agent"},
				}
				if fmt.Sprint(body) != fmt.Sprint(want) || len(id) != 36 || len(w.posts()) != 1 {
					t.Errorf("sent %s", h.last().body)
				}
				if e := w.logged(h.ref)[0]; e.Type != "query.message.content" || e.Error != c.failed || e.ConversationID != "conversation-1" {
					t.Errorf("logged %+v", e)
				}
			})
		})
	}
}

// Opening a conversation asks for the media without a fresh URL: 50 per call, each once,
// and again after it has expired. An unknown ref in the answer is ignored.
func TestViewingAsksForMediaWithoutAFreshURL(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newFixture(t)
		var mu sync.Mutex
		var asked []string
		w.answer = func(_ context.Context, p posted) (*safehttp.Response, error) {
			var q struct {
				Type string
				Refs []string
			}
			json.Unmarshal([]byte(p.body), &q)
			if len(q.Refs) > svcx.MaxContentRefs {
				t.Errorf("%d refs in a call", len(q.Refs))
			}
			time.Sleep(time.Second)
			mu.Lock()
			defer mu.Unlock()
			asked = append(asked, q.Refs...)
			urls := []map[string]any{{"ref": "https://media.example.com/other", "url": "https://cdn.example.com/other"}}
			for _, ref := range q.Refs {
				urls = append(urls, map[string]any{"ref": ref, "url": ref + "?fresh", "expiresAt": svcx.At(time.Now().Add(time.Hour)).String()})
			}
			r := respond(200)
			// The unknown one last, since no more than 50 are read.
			r.Body, _ = json.Marshal(map[string]any{"urls": append(urls[1:], urls[0])})
			return r, nil
		}
		h := newInboxFixture(w, svcx.FormB)
		h.set(func(s *svcx.Settings) { s.EphemeralContent = true })
		for i := range 4 {
			h.message("a", `<p><img src="http://media.example.com/plain"><video src='https://media.example.com/v'></video><a href="https://media.example.com/link">`,
				func(m *svcx.InboundMessage) {
					m.ContentType = svcx.ContentHTML
					for j := range 20 {
						m.Attachments = append(m.Attachments, svcx.Attachment{URL: fmt.Sprintf("https://media.example.com/%d/%d", i, j)})
					}
				})
		}
		view := func() []svcx.ContentURL {
			view, err := h.Thread(t.Context(), h.ws, h.conversation("a").ID, svcx.MessagePage{Page: svcx.Page{Limit: 50}})
			if err != nil {
				t.Fatal(err)
			}
			return view.Fresh
		}
		for range 3 { // while a call is in flight there is no second one
			if n := len(view()); n != 0 {
				t.Errorf("%d known at once", n)
			}
		}
		time.Sleep(3 * time.Second)
		if n := len(view()); n != 81 || len(asked) != 81 || len(w.posts()) != 2 {
			t.Errorf("%d known of %d asked for in %d calls", n, len(asked), len(w.posts()))
		}
		time.Sleep(2 * time.Hour)
		if n := len(view()); n != 0 {
			t.Errorf("%d known though they have expired", n)
		}
		time.Sleep(3 * time.Second)
		if n := len(view()); n != 81 {
			t.Errorf("%d known after that", n)
		}
	})
}

// W 8: automatic back requests are made at most five times a day for each type and
// contact. Manual ones do not count, and the answers fill only empty values.
func TestAutomaticBackRequests(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newFixture(t)
		w.answer = answers(204, ``)
		h := newInboxFixture(w, svcx.FormB)
		h.set(func(s *svcx.Settings) { s.BackRequestsEnabled = true })
		c, other := h.message("a", "hello"), h.message("b", "hello")
		h.stop() // so that days pass without a poll each second
		look := func(c *svcx.Conversation, times int) (avatars, infos int) {
			t.Helper()
			calls := len(w.posts())
			for range times {
				if _, err := h.OpenConversation(t.Context(), h.ws, c.ID); err != nil {
					t.Fatal(err)
				}
				time.Sleep(time.Second)
			}
			for _, p := range w.posts()[calls:] {
				avatars += strings.Count(p.body, `"query.contact.avatar"`)
				infos += strings.Count(p.body, `"query.contact.info"`)
			}
			return avatars, infos
		}
		want := func(when string, avatars, infos, n int) {
			t.Helper()
			if avatars != n || infos != n {
				t.Errorf("%s: %d and %d requests, want %d", when, avatars, infos, n)
			}
		}
		avatars, infos := look(c, 9)
		want("nine looks", avatars, infos, 5)
		avatars, infos = look(other, 9)
		want("another contact", avatars, infos, 5)
		if _, err := h.BackRequest(t.Context(), inbox.Call{Workspace: h.ws}, c.ID, svcx.BackInfo, "", nil); err != nil {
			t.Fatal(err)
		}
		time.Sleep(23 * time.Hour)
		avatars, infos = look(c, 2)
		want("the same day", avatars, infos, 0)
		time.Sleep(time.Hour)
		avatars, infos = look(c, 9)
		want("the next day", avatars, infos, 5)

		time.Sleep(25 * time.Hour)
		w.answer = answers(200, `{"data":{"name":"Zoë","email":"b@example.com","avatarUrl":"https://x.example/a.png"}}`)
		w.sql(`UPDATE contact SET name = 'Known' WHERE id = $1`, *c.Contact)
		if avatars, infos = look(c, 3); avatars != 1 || infos != 0 {
			t.Errorf("%d and %d requests, want one: its answer has all that is asked for", avatars, infos)
		}
		p, err := h.Contact(t.Context(), h.ws, *c.Contact)
		if err != nil || p.Name != "Known" || p.Email != "b@example.com" || p.AvatarURL != "https://x.example/a.png" {
			t.Errorf("contact %+v, %v", p, err)
		}
	})
}

// Without the settings, or without a URL, there are no calls.
func TestNoBackRequestsWhenSwitchedOff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newFixture(t)
		h := newInboxFixture(w, svcx.FormB)
		c := h.message("a", "hello", func(m *svcx.InboundMessage) { m.Attachments = []svcx.Attachment{{URL: "https://media.example.com/1"}} })
		for _, change := range []func(*svcx.Settings){
			func(s *svcx.Settings) {},
			func(s *svcx.Settings) { s.BackRequestsEnabled, s.EphemeralContent, s.WebhookURL = true, true, "" },
		} {
			h.set(change)
			if _, err := h.Thread(t.Context(), h.ws, c.ID, svcx.MessagePage{Page: svcx.Page{Limit: 50}}); err != nil {
				t.Fatal(err)
			}
			if _, err := h.BackRequest(t.Context(), inbox.Call{Workspace: h.ws}, c.ID, svcx.BackInfo, "", nil); svcx.KindOf(err) != svcx.KindForbidden {
				t.Errorf("by hand: %v", err)
			}
			time.Sleep(time.Minute)
		}
		if n := len(w.posts()); n != 0 {
			t.Errorf("%d calls", n)
		}
	})
}

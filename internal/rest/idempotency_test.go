package rest_test

import (
	"context"
	"fmt"
	"net/http/httptest"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/rest"
	"svcx/internal/store"
	"svcx/internal/store/pgtest"
)

// D 5: of many concurrent requests with the same Idempotency-Key one is carried out;
// the others get 409 or its answer.
func TestIdempotencyKeyUsedConcurrently(t *testing.T) {
	d := newSessionFixture(t, "http://inbox.test")
	_, key, err := d.inbox.CreateKey(t.Context(), inbox.Call{Workspace: d.workspace("b"), Actor: svcx.Actor{}}, svcx.KeyDraft{Name: "k", Scopes: []svcx.Scope{svcx.ScopeContactsWrite}})
	d.must(err)
	const n = 40
	var mu sync.Mutex
	var group sync.WaitGroup
	answers := map[string]int{}
	start := make(chan struct{})
	for range n {
		group.Go(func() {
			<-start
			w := d.call("", "POST", "/api/v1/b/contacts", `{"name":"Ada"}`, "Authorization: Bearer "+key, "Idempotency-Key: k")
			mu.Lock()
			defer mu.Unlock()
			answers[fmt.Sprint(w.Code, " ", w.Header().Get("Idempotency-Replayed"))]++
		})
	}
	close(start)
	group.Wait()
	if answers["201 "] != 1 || answers["201 "]+answers["201 true"]+answers["409 "] != n {
		t.Errorf("answers %v", answers)
	}
	list, err := d.inbox.Contacts(t.Context(), d.workspace("b"), "", svcx.Page{Limit: 5})
	d.must(err)
	d.equal("made", list.Total, 1)
}

// D 5: while the first request runs, the next is a conflict; one that never ends
// blocks the key for two minutes at most.
func TestIdempotencyKeyOfUnfinishedRequest(t *testing.T) {
	d := newSessionFixture(t, "http://inbox.test")
	w := d.workspace("b")
	k, key, err := d.inbox.CreateKey(t.Context(), inbox.Call{Workspace: w, Actor: svcx.Actor{}}, svcx.KeyDraft{Name: "k", Scopes: []svcx.Scope{svcx.ScopeContactsWrite}})
	d.must(err)
	idempotencyKey := d.inbox.NewIdempotencyKey(w, svcx.Actor{Kind: svcx.ActorKey, ID: int64(k.ID)}, "/api/v1/b/contacts", "k", []byte(`{"name":"Ada"}`))
	_, err = d.inbox.Begin(t.Context(), idempotencyKey)
	d.must(err)
	post := func(body string) string {
		w := d.call("", "POST", "/api/v1/b/contacts", body, "Authorization: Bearer "+key, "Idempotency-Key: k")
		return fmt.Sprint(w.Code, " ", w.Body.String())
	}
	const conflict = `409 {"error":{"code":"CONFLICT","message":"the first request with this Idempotency-Key is still running"}}`
	d.equal("while it runs", post(`{"name":"Ada"}`), conflict)
	d.equal("another body", post(`{"name":"Bea"}`)[:3], "400")
	d.pass(svcx.IdempotencyLease - 1e6)
	d.equal("while it may run", post(`{"name":"Ada"}`), conflict)
	d.pass(1e6)
	d.equal("after", post(`{"name":"Ada"}`)[:3], "201")
	// A late completion changes nothing.
	d.inbox.Complete(t.Context(), idempotencyKey, nil)
	d.equal("again", post(`{"name":"Ada"}`)[:3], "201")
	list, err := d.inbox.Contacts(t.Context(), w, "", svcx.Page{Limit: 5})
	d.must(err)
	d.equal("made", list.Total, 1)
}

// Regression: after kill -9 of the node that ran the request, a repeat was a conflict
// for two minutes though nothing ran. Other nodes know at once that the node is gone;
// while it is registered, the request may still be running.
func TestIdempotencyKeyOfKilledNode(t *testing.T) {
	d := newSessionFixtureOn(t, "http://inbox.test", store.Options{URL: pgtest.URL(t)})
	w := d.workspace("b")
	k, key, err := d.inbox.CreateKey(t.Context(), inbox.Call{Workspace: w, Actor: svcx.Actor{}}, svcx.KeyDraft{Name: "k", Scopes: []svcx.Scope{svcx.ScopeContactsWrite}})
	d.must(err)
	killed, err := d.db.RegisterNode(t.Context())
	d.must(err)
	d.node = killed
	_, err = d.inbox.Begin(t.Context(), d.inbox.NewIdempotencyKey(w, svcx.Actor{Kind: svcx.ActorKey, ID: int64(k.ID)}, "/api/v1/b/contacts", "k", []byte(`{"name":"Ada"}`)))
	d.must(err)
	other, err := d.db.RegisterNode(t.Context())
	d.must(err)
	defer other.Leave()
	d.node = other
	post := func(body string) string {
		w := d.call("", "POST", "/api/v1/b/contacts", body, "Authorization: Bearer "+key, "Idempotency-Key: k")
		return fmt.Sprint(w.Code, " ", w.Header().Get("Idempotency-Replayed"))
	}
	d.equal("while the node is registered", post(`{"name":"Ada"}`), "409 ")
	killed.Leave()
	for gone := false; !gone; {
		nodes, err := d.db.Nodes(t.Context())
		d.must(err)
		gone = !slices.Contains(nodes, killed.Name)
	}
	d.equal("with another body", post(`{"name":"Bea"}`), "400 ")
	d.equal("after it is gone", post(`{"name":"Ada"}`), "201 ")
	d.equal("again", post(`{"name":"Ada"}`), "201 true")
	list, err := d.inbox.Contacts(t.Context(), w, "", svcx.Page{Limit: 5})
	d.must(err)
	d.equal("made", list.Total, 1)
}

// idempotentCalls are the POSTs of v1 with their bodies, in an order in which each is
// possible. Words in angle brackets stand for ids.
var idempotentCalls = []mutation{
	{"createContact", "/contacts", `{"name":"Ada"}`, "contact"},
	{"createConversation", "/conversations", `{"subject":"s","contactId":<contact>}`, "c"},
	{"sendMessage", "/conversations/<c>/messages", `{"content":"<b>&</b>","attachment":{"url":"https://files.example.com/a.png"}}`, "m"},
	{"resolveConversation", "/conversations/<c>/resolve", "", ""},
	{"closeConversation", "/conversations/<c>/close", "", ""},
	{"reopenConversation", "/conversations/<c>/reopen", "", ""},
	{"reopenConversation", "/conversations/<c>/reopen", "", ""},
	{"rateConversation", "/conversations/<c>/rate", `{"rating":4,"comment":"fine"}`, ""},
	{"readMessage", "/conversations/<c>/messages/<m>/read", "", ""},
	{"readConversation", "/conversations/<c>/read", "", ""},
	{"createCategory", "/categories", `{"name":"Sales"}`, "category"},
	{"createCategoryField", "/categories/<category>/fields", `{"key":"a","name":"A"}`, ""},
	{"createField", "/fields", `{"key":"b","name":"B"}`, ""},
	{"addParticipant", "/conversations/<c>/participants", `{"name":"Bea","role":"cc"}`, ""},
	{"putContent", "/conversations/<c>/content", `{"urls":[{"ref":"https://files.example.com/a.png","url":"https://cdn.example.com/a"}]}`, ""},
	{"putStaffLink", "/staff-links", `{"channelId":<channel>,"userId":<bob>,"externalId":"s"}`, ""},
	{"putStaffLink", "/staff-links", `{"channelId":<channel>,"userId":<bob>,"externalId":"s","displayName":"B"}`, ""},
	{"importConversations", "/import/conversations", `{"channelId":<channel>,"conversations":[{"externalId":"i","contact":{"externalId":"x"}},{"externalId":7},{"externalId":"i","contact":{"externalId":"x"}}]}`, ""},
	{"importMessages", "/import/messages", `{"channelId":<channel>,"messages":[{"conversationExternalId":"none","content":"x"},{"conversationExternalId":"i","content":"x"}]}`, ""},
}

// Regression: if a process ended after the commit but before it stored the answer, the
// request was carried out again two minutes later. Now the transaction stores both.
func TestIdempotencyKeySurvivesCrashAfterCommit(t *testing.T) {
	for _, row := range rest.KeyRows() {
		known := row.Name == "setTyping" || slices.ContainsFunc(idempotentCalls, func(m mutation) bool { return m.operation == row.Name })
		if row.Method == "POST" && row.Role == "" && !known {
			t.Errorf("%s is not among the calls of this test", row.Name)
		}
	}
	for _, slug := range []string{"a", "b"} {
		t.Run("sqlite "+slug, func(t *testing.T) { crashAfterCommit(t, newSessionFixture(t, "http://inbox.test"), slug) })
		t.Run("postgres "+slug, func(t *testing.T) {
			crashAfterCommit(t, newSessionFixtureOn(t, "http://inbox.test", store.Options{URL: pgtest.URL(t)}), slug)
		})
	}
}

func crashAfterCommit(t *testing.T, d *sessionFixture, slug string) {
	ch, _ := d.channel(slug)
	_, key, err := d.inbox.CreateKey(t.Context(), inbox.Call{Workspace: d.workspace(slug), Actor: svcx.Actor{}}, svcx.KeyDraft{Name: "k", Scopes: workspaceForms[slug].Scopes})
	d.must(err)
	ids := map[string]string{"channel": fmt.Sprint(ch.ID), "bob": fmt.Sprint(d.user["bob"])}
	for n, m := range idempotentCalls {
		if !slices.ContainsFunc(rest.KeyRows(), func(r rest.Row) bool {
			return r.Name == m.operation && slices.Contains(r.Forms, workspaceForms[slug].Name)
		}) {
			continue
		}
		path, body := m.path, m.body
		for name, id := range ids {
			quoted := id
			if slug == "a" {
				quoted = `"` + id + `"`
			}
			path, body = strings.ReplaceAll(path, "<"+name+">", id), strings.ReplaceAll(body, "<"+name+">", quoted)
		}
		post := func() *httptest.ResponseRecorder {
			return d.call("", "POST", "/api/v1/"+slug+path, body, "Authorization: Bearer "+key, fmt.Sprint("Idempotency-Key: ", n))
		}
		answers, restore := rest.CrashAfterCommit(m.operation)
		go post()
		var want string
		select {
		case want = <-answers:
		case <-time.After(20 * time.Second):
			t.Fatalf("%s does not answer", m.operation)
		}
		restore()
		// The time in an answer shows whether it is the first one.
		for _, wait := range []time.Duration{1e9, svcx.IdempotencyLease, svcx.IdempotencyRetention - 2*svcx.IdempotencyLease} {
			d.pass(wait)
			w := post()
			d.equal(m.operation+" "+m.body, fmt.Sprint(w.Code, " ", w.Body, w.Header().Get("Idempotency-Replayed")), want+"true")
		}
		if m.saves != "" {
			ids[m.saves] = strings.Trim(idIn.FindStringSubmatch(want)[1], `"`)
		}
	}
}

var idIn = regexp.MustCompile(`"data":\{"id":("?\d+"?)`)

// A request that is so slow that its key was given to another one stores nothing.
func TestIdempotencyKeyOfSlowRequest(t *testing.T) {
	d := newSessionFixture(t, "http://inbox.test")
	w := d.workspace("b")
	k, key, err := d.inbox.CreateKey(t.Context(), inbox.Call{Workspace: w, Actor: svcx.Actor{}}, svcx.KeyDraft{Name: "k", Scopes: []svcx.Scope{svcx.ScopeContactsWrite}})
	d.must(err)
	slow := d.inbox.NewIdempotencyKey(w, svcx.Actor{Kind: svcx.ActorKey, ID: int64(k.ID)}, "/api/v1/b/contacts", "slow", []byte(`{"name":"Ada"}`))
	_, err = d.inbox.Begin(t.Context(), slow)
	d.must(err)
	d.pass(svcx.IdempotencyLease)
	other := d.call("", "POST", "/api/v1/b/contacts", `{"name":"Ada"}`, "Authorization: Bearer "+key, "Idempotency-Key: slow")
	d.equal("the other", other.Code, 201)
	answer := func(any) (svcx.StoredResponse, error) { return svcx.StoredResponse{Status: 201}, nil }
	if _, err := d.inbox.CreateContact(t.Context(), inbox.Call{Workspace: w, Idempotency: &inbox.Idempotency{Key: slow, Respond: answer}}, svcx.ContactDraft{Name: "Ada"}); svcx.KindOf(err) != svcx.KindConflict {
		t.Errorf("the slow one: %v", err)
	}
	list, err := d.inbox.Contacts(t.Context(), w, "", svcx.Page{Limit: 5})
	d.must(err)
	d.equal("made in all", list.Total, 1)
}

// Like fault 4.6: a request that ended while the database could not be written kept
// its key for two minutes, though it had been answered with 503 and the client was to
// repeat it. What it stored is kept.
func TestIdempotencyKeyReleasedAfterOutage(t *testing.T) {
	d := newSessionFixture(t, "http://inbox.test")
	w := d.workspace("b")
	k, key, err := d.inbox.CreateKey(t.Context(), inbox.Call{Workspace: w, Actor: svcx.Actor{}}, svcx.KeyDraft{Name: "k", Scopes: []svcx.Scope{svcx.ScopeContactsWrite}})
	d.must(err)
	ctx, stop := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { d.inbox.Run(ctx) })
	defer running.Wait()
	defer stop()
	post := func() int {
		return d.call("", "POST", "/api/v1/b/contacts", `{"name":"Ada"}`, "Authorization: Bearer "+key, "Idempotency-Key: k").Code
	}
	idempotencyKey := d.inbox.NewIdempotencyKey(w, svcx.Actor{Kind: svcx.ActorKey, ID: int64(k.ID)}, "/api/v1/b/contacts", "k", []byte(`{"name":"Ada"}`))
	_, err = d.inbox.Begin(t.Context(), idempotencyKey)
	d.must(err)
	d.equal("while it is held", post(), 409)
	d.inbox.Release(idempotencyKey)
	status := 409
	for end := time.Now().Add(20 * time.Second); status == 409 && time.Now().Before(end); {
		status = post()
	}
	d.equal("after it is released", status, 201)
	d.inbox.Release(idempotencyKey)
	d.equal("again", post(), 201)
	list, err := d.inbox.Contacts(t.Context(), w, "", svcx.Page{Limit: 5})
	d.must(err)
	d.equal("made", list.Total, 1)
}

// Like fault 4.6: keys were released one by one, so after an outage during which
// clients had kept repeating requests, they were held for a long time.
func TestIdempotencyKeysReleasedInBatches(t *testing.T) {
	d := newSessionFixture(t, "http://inbox.test")
	ctx, stop := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { d.inbox.Run(ctx) })
	defer running.Wait()
	defer stop()
	var held []svcx.IdempotencyKey
	for _, slug := range []string{"a", "b"} {
		w := d.workspace(slug)
		k, _, err := d.inbox.CreateKey(t.Context(), inbox.Call{Workspace: w, Actor: svcx.Actor{}}, svcx.KeyDraft{Name: "k", Scopes: []svcx.Scope{svcx.ScopeContactsWrite}})
		d.must(err)
		for n := range 300 { // more than fit into one transaction
			idempotencyKey := d.inbox.NewIdempotencyKey(w, svcx.Actor{Kind: svcx.ActorKey, ID: int64(k.ID)}, "/api/v1/"+slug+"/contacts", strconv.Itoa(n), nil)
			_, err := d.inbox.Begin(t.Context(), idempotencyKey)
			d.must(err)
			held = append(held, idempotencyKey)
		}
	}
	for _, idempotencyKey := range held {
		d.inbox.Release(idempotencyKey)
	}
	for _, idempotencyKey := range held {
		_, err := d.inbox.Begin(t.Context(), idempotencyKey)
		for end := time.Now().Add(20 * time.Second); svcx.KindOf(err) == svcx.KindConflict && time.Now().Before(end); {
			_, err = d.inbox.Begin(t.Context(), idempotencyKey)
		}
		d.must(err)
	}
}

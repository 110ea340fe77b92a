package rest_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"svcx"
	"svcx/internal/inbox"
)

// Decisions 5: of many at once with one Idempotency-Key one is carried out; the
// others wait their turn with 409 or get its answer.
func TestOnceAtOnce(t *testing.T) {
	d := newDesk(t, "http://inbox.test")
	_, key, err := d.inbox.CreateKey(t.Context(), d.workspace("b"), svcx.Actor{}, "k", []svcx.Scope{svcx.ScopeContactsWrite})
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

// Decisions 5: while the first runs the next is a conflict; one that never ended
// holds it up for two minutes and no longer.
func TestOnceCutOff(t *testing.T) {
	d := newDesk(t, "http://inbox.test")
	w := d.workspace("b")
	k, key, err := d.inbox.CreateKey(t.Context(), w, svcx.Actor{}, "k", []svcx.Scope{svcx.ScopeContactsWrite})
	d.must(err)
	once := inbox.NewOnce(w, k, "/api/v1/b/contacts", "k", []byte(`{"name":"Ada"}`))
	_, err = d.inbox.Begin(t.Context(), once)
	d.must(err)
	post := func(body string) string {
		w := d.call("", "POST", "/api/v1/b/contacts", body, "Authorization: Bearer "+key, "Idempotency-Key: k")
		return fmt.Sprint(w.Code, " ", w.Body.String())
	}
	const conflict = `409 {"error":{"code":"CONFLICT","message":"the first request with this Idempotency-Key is still running"}}`
	d.equal("while it runs", post(`{"name":"Ada"}`), conflict)
	d.equal("another body", post(`{"name":"Bea"}`)[:3], "400")
	d.pass(svcx.OnceLease - 1e6)
	d.equal("while it may run", post(`{"name":"Ada"}`), conflict)
	d.pass(1e6)
	d.equal("after", post(`{"name":"Ada"}`)[:3], "201")
	// The late one changes nothing any more.
	d.inbox.Finish(t.Context(), once, nil)
	d.equal("again", post(`{"name":"Ada"}`)[:3], "201")
	list, err := d.inbox.Contacts(t.Context(), w, "", svcx.Page{Limit: 5})
	d.must(err)
	d.equal("made", list.Total, 1)
}

// A process that ended between storing what was asked for and keeping the answer
// once left a request that was carried out again two minutes later.
func TestOnceCutOffBehindItsWrite(t *testing.T) {
	d := newDesk(t, "http://inbox.test")
	w := d.workspace("b")
	k, key, err := d.inbox.CreateKey(t.Context(), w, svcx.Actor{}, "k", []svcx.Scope{svcx.ScopeContactsWrite})
	d.must(err)
	begin := func(name string) svcx.Once {
		once := inbox.NewOnce(w, k, "/api/v1/b/contacts", name, []byte(`{"name":"Ada"}`))
		_, err := d.inbox.Begin(t.Context(), once)
		d.must(err)
		return once
	}
	post := func(name string) string {
		w := d.call("", "POST", "/api/v1/b/contacts", `{"name":"Ada"}`, "Authorization: Bearer "+key, "Idempotency-Key: "+name)
		return fmt.Sprint(w.Code, " ", w.Body.String())
	}
	made := func() int {
		list, err := d.inbox.Contacts(t.Context(), w, "", svcx.Page{Limit: 5})
		d.must(err)
		return list.Total
	}
	create := func(once svcx.Once) error {
		_, err := d.inbox.CreateContact(d.inbox.CarryingOut(t.Context(), once), w, svcx.ContactDraft{Name: "Ada"})
		return err
	}
	d.must(create(begin("died")))
	const conflict = `409 {"error":{"code":"CONFLICT","message":"the first request with this Idempotency-Key was carried out, but`
	for _, wait := range []time.Duration{0, svcx.OnceLease, svcx.OnceLife - 2*svcx.OnceLease} {
		d.pass(wait)
		d.equal("a repeat", post("died")[:len(conflict)], conflict)
	}
	d.equal("made", made(), 1)

	// One that is so slow that another was let in stores nothing more.
	slow := begin("slow")
	d.pass(svcx.OnceLease)
	d.equal("the other", post("slow")[:3], "201")
	if err := create(slow); svcx.KindOf(err) != svcx.KindConflict {
		t.Errorf("the slow one: %v", err)
	}
	d.equal("made in all", made(), 2)
}

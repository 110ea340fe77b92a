package storetest

import (
	"svcx"
	"svcx/internal/store"
)

// Decisions 5, Idempotency-Key: a request is taken by one run, whose answer is
// kept until its time is over.
func idempotencyCases(f *fixture) {
	ws, other := f.workspace(), f.workspace()
	type begun struct {
		Answer *svcx.StoredResponse
		Body   string
	}
	begin := func(ws svcx.WorkspaceID, run string, at svcx.Time) begun {
		return read(f, ws, func(tx *store.Tx) (b begun, err error) {
			b.Answer, b.Body, err = tx.BeginIdempotencyKey(svcx.IdempotencyKey{Workspace: ws, Key: "key", Body: "body of " + run, Run: run}, at, at+10)
			return b, err
		})
	}
	finish := func(run string, until svcx.Time) {
		f.write(ws, func(tx *store.Tx) error {
			return tx.CompleteIdempotencyKey(svcx.IdempotencyKey{Workspace: ws, Key: "key", Run: run}, svcx.StoredResponse{Status: 201, Body: []byte(`{"a":"é\u0000"}`)}, until)
		})
	}
	forget := func(run string) {
		f.write(ws, func(tx *store.Tx) error {
			return tx.ReleaseIdempotencyKey(svcx.IdempotencyKey{Workspace: ws, Key: "key", Run: run})
		})
	}
	running := begun{&svcx.StoredResponse{Body: []byte{}, Run: "first"}, "body of first"}
	f.equal("the first", begin(ws, "first", now), begun{})
	f.equal("another workspace's", begin(other, "first", now), begun{})
	f.equal("the second", begin(ws, "second", now+9), running)
	forget("second")
	finish("second", now+1000)
	f.equal("not the second's", begin(ws, "second", now+9), running)
	f.equal("over", begin(ws, "third", now+10), begun{})
	finish("first", now+1000)
	f.equal("not the first's any more", begin(ws, "fourth", now+11).Answer.Status, 0)
	finish("third", now+100)
	forget("third") // it has its answer
	f.equal("the answer", begin(ws, "fourth", now+99), begun{&svcx.StoredResponse{Status: 201, Body: []byte(`{"a":"é\u0000"}`)}, "body of third"})
	trim := func(at svcx.Time) {
		if err := f.db.Trim(f.ctx(), store.Retention{Now: at}); err != nil {
			f.Fatal(err)
		}
	}
	trim(now + 100)
	f.equal("kept", begin(ws, "fourth", now+99).Body, "body of third")
	trim(now + 101)
	f.equal("forgotten", begin(ws, "fourth", now+99), begun{})
	forget("fourth")
	f.equal("free", begin(ws, "fifth", now+99), begun{})
	f.write(0, func(tx *store.Tx) error { return tx.ReleaseIdempotencyKeys() })
	f.equal("released", begin(ws, "fifth", now+99), begun{})

	// The write that a request is about keeps its answer, or is undone with it.
	fifth := svcx.IdempotencyKey{Workspace: ws, Key: "key", Run: "fifth"}
	write := func(o svcx.IdempotencyKey, name string, made func() any, failing error) error {
		ctx := store.WithIdempotencyKey(f.ctx(), o, now+1000, func(made any) (svcx.StoredResponse, error) {
			return svcx.StoredResponse{Status: 201, Body: []byte(made.(string))}, failing
		})
		if made != nil {
			ctx = store.WithResult(store.WithResult(ctx, made), func() any { return "what an inner caller says" })
		}
		return f.db.Write(ctx, ws, func(tx *store.Tx) error { return tx.SetServerSetting(name, "x") })
	}
	written := func(name string) string { return must(f.db.ServerSetting(f.ctx(), name))(f) }
	body := func() any { return "body" }
	f.equal("another write", write(fifth, "other", nil, nil), nil)
	f.equal("is no answer", begin(ws, "sixth", now+99).Answer.Status, 0)
	f.wantKind(write(fifth, "unanswerable", body, svcx.NotFound("x")), svcx.KindNotFound)
	f.wantKind(write(svcx.IdempotencyKey{Workspace: ws, Key: "key", Run: "fourth"}, "late", body, nil), svcx.KindConflict)
	f.equal("undone", []string{written("unanswerable"), written("late")}, []string{"", ""})
	f.equal("the write", write(fifth, "answered", body, nil), nil)
	f.equal("stored", []string{written("other"), written("answered")}, []string{"x", "x"})
	f.write(0, func(tx *store.Tx) error { return tx.ReleaseIdempotencyKeys() })
	f.equal("its answer", begin(ws, "sixth", now+999), begun{&svcx.StoredResponse{Status: 201, Body: []byte("body")}, "body of fifth"})
}

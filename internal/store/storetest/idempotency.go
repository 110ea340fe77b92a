package storetest

import (
	"errors"
	"svcx"
	"svcx/internal/store"
)

// D 5, Idempotency-Key: a key is taken by one run, whose response is kept until it
// expires.
func idempotencyCases(f *fixture) {
	ws, other := f.workspace(), f.workspace()
	type beginResult struct {
		Response *svcx.StoredResponse
		Body     string
	}
	begin := func(ws svcx.WorkspaceID, run string, at svcx.Time) beginResult {
		return read(f, ws, func(tx *store.Tx) (b beginResult, err error) {
			b.Response, b.Body, err = tx.BeginIdempotencyKey(svcx.IdempotencyKey{Workspace: ws, Key: "key", Body: "body of " + run, Run: run}, at, at+10)
			return b, err
		})
	}
	complete := func(run string, until svcx.Time) (kept bool) {
		return read(f, ws, func(tx *store.Tx) (bool, error) {
			lost := errors.New("another run has the key")
			err := tx.CompleteIdempotencyKey(svcx.IdempotencyKey{Workspace: ws, Key: "key", Run: run}, svcx.StoredResponse{Status: 201, Body: []byte(`{"a":"é\u0000"}`)}, until, lost)
			if err == lost {
				return false, nil
			}
			return true, err
		})
	}
	release := func(run string) {
		f.write(ws, func(tx *store.Tx) error {
			return tx.ReleaseIdempotencyKey(svcx.IdempotencyKey{Workspace: ws, Key: "key", Run: run})
		})
	}
	running := beginResult{&svcx.StoredResponse{Body: []byte{}, Run: "first"}, "body of first"}
	f.equal("the first", begin(ws, "first", now), beginResult{})
	f.equal("another workspace's", begin(other, "first", now), beginResult{})
	f.equal("the second", begin(ws, "second", now+9), running)
	release("second")
	f.equal("kept for the second", complete("second", now+1000), false)
	f.equal("not the second's", begin(ws, "second", now+9), running)
	f.equal("expired", begin(ws, "third", now+10), beginResult{})
	complete("first", now+1000)
	f.equal("not the first's any more", begin(ws, "fourth", now+11).Response.Status, 0)
	f.equal("kept for the third", complete("third", now+100), true)
	release("third") // it has a response
	f.equal("the response", begin(ws, "fourth", now+99), beginResult{&svcx.StoredResponse{Status: 201, Body: []byte(`{"a":"é\u0000"}`)}, "body of third"})
	trim := func(at svcx.Time) {
		if err := f.db.Trim(f.ctx(), store.Retention{Now: at}); err != nil {
			f.Fatal(err)
		}
	}
	trim(now + 100)
	f.equal("kept", begin(ws, "fourth", now+99).Body, "body of third")
	trim(now + 101)
	f.equal("forgotten", begin(ws, "fourth", now+99), beginResult{})
	release("fourth")
	f.equal("free", begin(ws, "fifth", now+99), beginResult{})
	f.write(0, func(tx *store.Tx) error { return tx.ReleaseIdempotencyKeys() })
	f.equal("released", begin(ws, "fifth", now+99), beginResult{})
}

package storetest

import (
	"svcx"
	"svcx/internal/store"
)

// Decisions 5, Idempotency-Key: a request is taken by one run, whose answer is
// kept until its time is over.
func onceCases(f *fixture) {
	ws, other := f.workspace(), f.workspace()
	type begun struct {
		Answer *svcx.OnceAnswer
		Body   string
	}
	begin := func(ws svcx.WorkspaceID, run string, at svcx.Time) begun {
		return read(f, ws, func(tx *store.Tx) (b begun, err error) {
			b.Answer, b.Body, err = tx.BeginOnce(svcx.Once{Workspace: ws, Key: "key", Body: "body of " + run, Run: run}, at, at+10)
			return b, err
		})
	}
	finish := func(run string, until svcx.Time) {
		f.write(ws, func(tx *store.Tx) error {
			return tx.FinishOnce(svcx.Once{Workspace: ws, Key: "key", Run: run}, svcx.OnceAnswer{Status: 201, Body: []byte(`{"a":"é\u0000"}`)}, until)
		})
	}
	forget := func(run string) {
		f.write(ws, func(tx *store.Tx) error { return tx.ForgetOnce(svcx.Once{Workspace: ws, Key: "key", Run: run}) })
	}
	running := begun{&svcx.OnceAnswer{Body: []byte{}}, "body of first"}
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
	f.equal("the answer", begin(ws, "fourth", now+99), begun{&svcx.OnceAnswer{Status: 201, Body: []byte(`{"a":"é\u0000"}`)}, "body of third"})
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
}

package inbox_test

import (
	"errors"
	"testing"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/inbox/inboxtest"
	"svcx/internal/store"
)

// Under an Idempotency-Key the response is stored with what it reports: neither is there without
// the other (D 5).
func TestResponseIsStoredWithTheWrite(t *testing.T) {
	d := inboxtest.Open(t, store.Options{Dir: t.TempDir()})
	workspace, _ := d.NewWorkspace(t, "w")
	key := func(run string) svcx.IdempotencyKey {
		return svcx.IdempotencyKey{Workspace: workspace.ID, Key: "key", Run: run, Body: "body"}
	}
	_, err := d.Begin(t.Context(), key("first"))
	if err != nil {
		t.Fatal(err)
	}
	respond := func(result any) (svcx.StoredResponse, error) {
		return svcx.StoredResponse{Status: 201, Body: []byte(result.(string))}, nil
	}
	noResponse := errors.New("no response")
	for _, call := range []struct {
		name, run string
		respond   func(any) (svcx.StoredResponse, error)
		fails     func(error) bool
		written   string
	}{
		{"a response that cannot be made", "first", func(any) (svcx.StoredResponse, error) { return svcx.StoredResponse{}, noResponse }, func(err error) bool { return errors.Is(err, noResponse) }, ""},
		{"another run's key", "second", respond, func(err error) bool { return svcx.KindOf(err) == svcx.KindConflict }, ""},
		{"its own key", "first", respond, func(err error) bool { return err == nil }, "x"},
	} {
		var result string
		c := inbox.Call{Workspace: workspace, Idempotency: &inbox.Idempotency{Key: key(call.run), Respond: call.respond}}
		err := inbox.Write(t.Context(), d.Core, c, &result, func(tx *store.Tx) error {
			result = "made"
			return tx.SetServerSetting("written", "x")
		})
		if !call.fails(err) {
			t.Errorf("%s: %v", call.name, err)
		}
		if written, err := d.DB.Read(t.Context()).ServerSetting("written"); err != nil || written != call.written {
			t.Errorf("%s: %q is written, %v", call.name, written, err)
		}
	}
	again, err := d.Begin(t.Context(), key("third"))
	if err != nil {
		t.Fatal(err)
	}
	if again == nil || again.Status != 201 || string(again.Body) != "made" {
		t.Errorf("repeated: %+v", again)
	}
}

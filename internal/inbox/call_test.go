package inbox

import (
	"errors"
	"testing"

	"svcx"
	"svcx/internal/store"
)

// Under an Idempotency-Key the response is stored with what it reports: neither is there without
// the other (D 5).
func TestResponseIsStoredWithTheWrite(t *testing.T) {
	d := newFixture(t, t.TempDir()).fresh(t, "w")
	key := func(run string) svcx.IdempotencyKey {
		return svcx.IdempotencyKey{Workspace: d.workspace.ID, Key: "key", Run: run, Body: "body"}
	}
	_, err := d.Begin(t.Context(), key("first"))
	must(t, err)
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
		c := Call{Workspace: d.workspace, Idempotency: &Idempotency{Key: key(call.run), Respond: call.respond}}
		err := write(t.Context(), d.Inbox, c, &result, func(tx *store.Tx) error {
			result = "made"
			return tx.SetServerSetting("written", "x")
		})
		if !call.fails(err) {
			t.Errorf("%s: %v", call.name, err)
		}
		if written, err := d.db.Read(t.Context()).ServerSetting("written"); err != nil || written != call.written {
			t.Errorf("%s: %q is written, %v", call.name, written, err)
		}
	}
	again, err := d.Begin(t.Context(), key("third"))
	must(t, err)
	if again == nil || again.Status != 201 || string(again.Body) != "made" {
		t.Errorf("repeated: %+v", again)
	}
}

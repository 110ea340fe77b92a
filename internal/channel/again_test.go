package channel

import (
	"context"
	"sync"
	"testing"

	"svcx"
	"svcx/internal/directory"
	"svcx/internal/inbox"
	"svcx/internal/limit"
	"svcx/internal/store"
	"svcx/internal/store/storetest"
)

// A request for a rating that was run again twice at the same moment, as by a double click, asked
// the customer twice; so did one that was run again later.
func TestRequestIsCarriedOutByOneRun(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		oneRun(t, (&fixture{TB: t, clock: start}).on(db, limit.Rate{}))
	})
}

func oneRun(t *testing.T, f *fixture) {
	w, err := f.inbox.Admin.Workspace(t.Context(), "wb")
	must(t, err)
	call := inbox.Call{Workspace: w, Actor: inbox.Operator}
	rated := func(on bool) {
		t.Helper()
		_, err := f.inbox.UpdateChannel(t.Context(), call, f.b.ID, svcx.ChannelPatch{Settings: func(s svcx.Settings) (svcx.Settings, error) {
			s.RatingEnabled, s.RatingAutoRequest, s.FeedEnabled = on, false, true
			return s, nil
		}})
		must(t, err)
	}
	rated(false)
	f.send(f.b, f.b.key, message(1, "hi"))
	f.send(f.b, f.b.key, `{"intent":"rating.request","conversationId":"c1"}`)
	refused := f.entries(f.b)[1]
	if refused.ReasonCode() != svcx.ReasonRatingDisabled {
		t.Fatalf("%+v", refused)
	}
	run := func() error {
		_, err := f.RunAgain(t.Context(), call, f.b.ID, refused.ID)
		return err
	}
	must(t, run()) // refused once more, which is no reason not to try again
	rated(true)
	var running sync.WaitGroup
	errs := make([]error, 8)
	for i := range errs {
		running.Go(func() { errs[i] = run() })
	}
	running.Wait()
	carriedOut := 0
	for _, err := range append(errs, run()) {
		if err == nil {
			carriedOut++
		} else if svcx.KindOf(err) != svcx.KindUnprocessable {
			t.Errorf("%v", err)
		}
	}
	asked := 0
	for _, e := range f.entries(f.b) {
		if e.Status == svcx.EventOK && e.Again != nil {
			asked++
		}
	}
	if carriedOut != 1 || asked != 1 {
		t.Errorf("%d runs were carried out, %d entries say so", carriedOut, asked)
	}
}

// entries are those of the channel's event log, oldest first.
func (f *fixture) entries(i integration) []*svcx.EventLogEntry {
	f.Helper()
	events, _, err := f.inbox.Events(context.Background(), i.Channel, svcx.EventQuery{Limit: 100})
	must(f, err)
	return events
}

// A body that named a contact brought the contact back, if it was run again while the contact was
// being erased.
func TestErasedContactIsNotBroughtBackByARun(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		notBroughtBack(t, (&fixture{TB: t, clock: start}).on(db, limit.Rate{}))
	})
}

func notBroughtBack(t *testing.T, f *fixture) {
	w, err := f.inbox.Admin.Workspace(t.Context(), "wb")
	must(t, err)
	call := inbox.Call{Workspace: w, Actor: inbox.Operator}
	f.send(f.b, f.b.key, message(1, "hi"))
	c := f.inbox.FindConversation(t, w, "c1")
	_, err = f.inbox.BlockContact(t.Context(), call, *c.Contact, true)
	must(t, err)
	f.send(f.b, f.b.key, message(2, "hi again"))
	skipped := f.entries(f.b)[1]
	if skipped.ReasonCode() != svcx.ReasonContactBlocked {
		t.Fatalf("%+v", skipped)
	}
	// The erasure has begun, and its node is gone.
	must(t, f.db.Write(t.Context(), w.ID, func(tx *store.Tx) error {
		contact, err := tx.Contact(w.ID, *c.Contact)
		if err != nil {
			return err
		}
		return directory.DeleteContact(tx, contact)
	}))
	if _, err := f.RunAgain(t.Context(), call, f.b.ID, skipped.ID); svcx.KindOf(err) != svcx.KindUnprocessable {
		t.Errorf("%v", err)
	}
	list, err := f.inbox.Contacts(t.Context(), w, "", svcx.Page{Limit: 9})
	if err != nil || list.Total != 0 {
		t.Errorf("%d contacts: %v", list.Total, err)
	}
}

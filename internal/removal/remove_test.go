package removal_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"svcx"
	"svcx/internal/directory"
	"svcx/internal/inbox"
	"svcx/internal/inbox/inboxtest"
	"svcx/internal/store"
)

// fixture is a workspace with contacts that can be erased.
type fixture struct {
	*inboxtest.Services
	*testing.T
	workspace *svcx.Workspace
	channel   *svcx.Channel
}

func newFixture(t *testing.T) *fixture {
	f := &fixture{Services: inboxtest.Open(t, store.Options{Dir: t.TempDir()}), T: t}
	f.workspace, f.channel = f.NewWorkspace(t, "w")
	return f
}

// begin begins the erasure of a contact that has written. Nobody continues it.
func (f *fixture) begin(contact string) {
	f.Helper()
	f.ReceiveMessage(f.T, f.channel, contact, contact, svcx.InboundSender{ExternalID: contact}, "okapi")
	c := f.FindConversation(f.T, f.workspace, contact)
	if err := f.DB.Write(f.Context(), f.workspace.ID, func(tx *store.Tx) error {
		contact, err := tx.Contact(f.workspace.ID, *c.Contact)
		if err != nil {
			return err
		}
		return directory.DeleteContact(tx, contact)
	}); err != nil {
		f.Fatal(err)
	}
}

// checkErased checks that no contact is being erased.
func (f *fixture) checkErased() {
	f.Helper()
	if left, err := f.DB.Read(f.Context()).Erasing(f.workspace.ID); err != nil || len(left) > 0 {
		f.Errorf("being erased: %v, %v", left, err)
	}
}

// Fault: an erasure whose client hung up ended with the next cleanup, ten minutes later.
func TestErasureOutlivesItsClient(t *testing.T) {
	f := newFixture(t)
	f.begin("gone")
	client, hangUp := context.WithCancel(t.Context())
	hangUp()
	f.Removal.RemoveTraces(client, f.workspace.ID)
	f.Removal.Wait()
	f.checkErased()
}

// Fault: what a node that died had left was continued by the others up to ten minutes
// later.
func TestErasureOfDeadNodeContinues(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFixture(t)
		f.begin("before the start")
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			f.Removal.Run(ctx)
		}()
		time.Sleep(time.Second)
		f.checkErased()
		f.begin("by another node")
		time.Sleep(time.Minute)
		f.checkErased()
		stop()
		<-ended
	})
}

// Fault: searches found erased words for a second after the answer.
func TestErasedWordsAreNotFound(t *testing.T) {
	f := newFixture(t)
	found := func() int {
		page, err := f.DB.SearchConversations(t.Context(), f.workspace.ID, svcx.ConversationFilter{}, "okapi", nil, 10)
		if err != nil {
			t.Fatal(err)
		}
		return len(page.Items)
	}
	f.begin("gone")
	// More than a search reads itself before it asks the index.
	var others sync.WaitGroup
	for i := range 600 {
		others.Go(func() {
			f.ReceiveMessage(t, f.channel, fmt.Sprint(i), fmt.Sprint("other", i), svcx.InboundSender{ExternalID: "other"}, "a gnu")
		})
	}
	others.Wait()
	if err := f.DB.Index.Update(t.Context(), f.workspace.ID); err != nil {
		t.Fatal(err)
	}
	if found() != 1 {
		t.Fatal("the words are not indexed")
	}
	f.Removal.RemoveTraces(t.Context(), f.workspace.ID)
	if found() != 0 {
		t.Error("the words are found")
	}
}

// Fault: exports had the texts of contacts that were being erased.
func TestExportFinishesErasures(t *testing.T) {
	f := newFixture(t)
	f.begin("gone")
	e, err := f.BeginExport(t.Context(), inbox.Call{Workspace: f.workspace, Actor: inbox.Operator})
	if err != nil {
		t.Fatal(err)
	}
	defer e.End()
	if err := e.Read(t.Context(), func(record any) error {
		if m, ok := record.(svcx.ExportedMessage); ok {
			t.Errorf("exported: %q", m.Content)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
}

package messaging_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/inbox/inboxtest"
	"svcx/internal/store"
	"svcx/internal/store/pgtest"
	"svcx/internal/store/storetest"
)

// Changes that wait for a workspace are written together, and each is as if it were alone
// (architecture, REST).
func TestChangesThatWaitAreWrittenTogether(t *testing.T) {
	t.Run("sqlite", func(t *testing.T) { changesTogether(t, store.Options{Dir: t.TempDir()}) })
	t.Run("postgres", func(t *testing.T) { changesTogether(t, store.Options{URL: pgtest.URL(t)}) })
}

func changesTogether(t *testing.T, o store.Options) {
	d := inboxtest.Open(t, o)
	w, ch := d.NewWorkspace(t, "w")
	call := inbox.Call{Workspace: w, Actor: inbox.Operator}
	create := func() *svcx.Conversation {
		c, err := d.CreateConversation(t.Context(), call, svcx.ConversationDraft{Channel: &ch.ID})
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	one, two := create(), create()
	send := func(id svcx.ConversationID, content string) func(inbox.Call) (string, error) {
		return func(call inbox.Call) (string, error) {
			m, err := d.Send(t.Context(), call, id, svcx.MessageDraft{Content: content, ContentType: svcx.ContentText, Origin: svcx.OriginAPI, Author: svcx.Author{Type: svcx.AuthorAgent}})
			if err != nil {
				return "", err
			}
			return m.Content, nil
		}
	}
	status := func(set func(context.Context, inbox.Call, svcx.ConversationID) (*svcx.Conversation, error)) func(inbox.Call) (string, error) {
		return func(call inbox.Call) (string, error) {
			c, err := set(t.Context(), call, one.ID)
			if err != nil {
				return "", err
			}
			return string(c.Status), nil
		}
	}
	failed := errors.New("failed")
	lost := call
	lost.Idempotency = &inbox.Idempotency{
		Key:     svcx.IdempotencyKey{Workspace: w.ID, Key: "key", Run: "lost"},
		Respond: func(any) (svcx.StoredResponse, error) { return svcx.StoredResponse{Status: 201}, nil },
	}
	calls := []struct {
		call inbox.Call
		do   func(inbox.Call) (string, error)
		want string
	}{
		{call, send(one.ID, "a"), "a"},
		{call, send(one.ID, " "), "validation"},
		{call, status(d.Resolve), "resolved"},
		{call, send(1<<40, "x"), "not found"},
		{call, send(two.ID, "b"), "b"},
		{call, status(d.Reopen), "open"},
		{call, send(one.ID, "c"), "c"},
	}
	together := func(name string) {
		begun, release := make(chan struct{}), make(chan struct{})
		go d.DB.Write(t.Context(), w.ID, func(*store.Tx) error {
			close(begun)
			<-release
			return nil
		})
		<-begun
		got := make([]string, len(calls))
		var all sync.WaitGroup
		for i, c := range calls {
			all.Go(func() {
				result, err := c.do(c.call)
				if got[i] = result; err != nil {
					got[i] = kindName(err, failed)
				}
			})
			storetest.Await(t, "waiting changes", func() bool { return d.DB.Waiting() == i+1 })
		}
		close(release)
		all.Wait()
		for i, c := range calls {
			if got[i] != c.want {
				t.Errorf("%s, call %d: %q, want %q", name, i, got[i], c.want)
			}
		}
	}
	together("written together")
	// What fails after its first statement undoes all; they run again one by one.
	fails := func(call inbox.Call) (string, error) {
		var none int
		return "", inbox.Apply(t.Context(), d.Core, call, two.ID, &none, func(u *inbox.Update) (bool, error) {
			u.Conversation.Subject = "changed"
			if err := u.Tx.SetServerSetting("changed", "x"); err != nil {
				return false, err
			}
			return true, failed
		})
	}
	calls = append(calls[:2:2], struct {
		call inbox.Call
		do   func(inbox.Call) (string, error)
		want string
	}{call, fails, "failed"}, calls[4])
	together("run one by one")
	calls[2].call, calls[2].do, calls[2].want = lost, send(two.ID, "lost"), "conflict"
	together("with a lost run")

	texts := func(id svcx.ConversationID) (texts []string) {
		list, err := d.Messages(t.Context(), w, &svcx.Conversation{ID: id, Workspace: w.ID}, svcx.MessagePage{Page: svcx.Page{Limit: 99}})
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range list.Items {
			texts = append(texts, m.Content)
		}
		return texts
	}
	if got := texts(one.ID); !slices.Equal(got, []string{"a", "c", "a", "a"}) {
		t.Errorf("messages of the first: %q", got)
	}
	if got := texts(two.ID); !slices.Equal(got, []string{"b", "b", "b"}) {
		t.Errorf("messages of the second: %q", got)
	}
	c, err := d.Conversation(t.Context(), w, one.ID)
	if err != nil {
		t.Fatal(err)
	}
	if c.MessageCount != 4 || c.Status != svcx.StatusOpen || c.ResolvedAt != nil {
		t.Errorf("the first: %+v", c)
	}
	if c, err = d.Conversation(t.Context(), w, two.ID); err != nil || c.MessageCount != 3 || c.Subject != "" {
		t.Errorf("the second: %+v, %v", c, err)
	}
	var events []string
	var due []*svcx.Delivery
	if err := d.DB.Write(t.Context(), w.ID, func(tx *store.Tx) error {
		now := d.Now()
		for range 20 { // each makes the next of its conversation due
			claimed, err := storetest.Claim(tx, store.ChannelRef{Workspace: w.ID, Channel: ch.ID}, 99, "lease", now, now+1)
			if err != nil {
				return err
			}
			due = append(due, claimed...)
			for _, delivery := range claimed {
				if _, err := storetest.End(tx, delivery, "lease", svcx.DeliveryDelivered, now); err != nil {
					return err
				}
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	for _, delivery := range due {
		if delivery.Conversation == one.ID {
			events = append(events, fmt.Sprint(delivery.Sequence, " ", delivery.Type))
		}
	}
	want := []string{"1 message.created", "2 conversation.resolved", "3 rating.requested", "4 conversation.reopened", "5 message.created", "6 message.created", "7 message.created"}
	if !slices.Equal(events, want) {
		t.Errorf("events: %q", events)
	}
}

func kindName(err, failed error) string {
	switch {
	case errors.Is(err, failed):
		return "failed"
	case svcx.KindOf(err) == svcx.KindNotFound:
		return "not found"
	case svcx.KindOf(err) == svcx.KindValidation:
		return "validation"
	case svcx.KindOf(err) == svcx.KindConflict:
		return "conflict"
	}
	return err.Error()
}

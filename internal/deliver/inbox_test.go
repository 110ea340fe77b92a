package deliver

import (
	"context"
	"fmt"
	"log/slog"
	"testing/synctest"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/inbox/inboxtest"
	"svcx/internal/messaging"
	"svcx/internal/seal"
	"svcx/internal/store"
	"svcx/internal/vault"
)

// inboxFixture is a fixture with an inbox, wired as in the program.
type inboxFixture struct {
	*fixture
	*inboxtest.Services
	d  *Deliverer
	ws *svcx.Workspace
	// stop stops the Deliverer. Calls that are not deliveries work without it.
	stop func()
	// ref is the workspace's channel.
	ref store.ChannelRef
}

// newInboxFixture starts a Deliverer and wires an inbox to it.
func newInboxFixture(w *fixture, form svcx.FormName, change ...func(*Options)) *inboxFixture {
	w.Helper()
	box, err := seal.NewSealer(seal.NewKey())
	if err != nil {
		w.Fatal(err)
	}
	h := &inboxFixture{fixture: w, ref: w.channel(form, hook)}
	h.ws = &svcx.Workspace{ID: h.ref.Workspace, Form: form}
	log := slog.New(slog.NewTextHandler(&w.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	secrets := vault.New(w.db, box, w.now, log)
	h.d, h.stop = w.start(append([]func(*Options){func(o *Options) { o.Secrets = secrets }}, change...)...)
	h.Services = inboxtest.New(w, inboxtest.Options{
		Options: inbox.Options{DB: w.db, Forms: w.forms, Now: w.now, Log: log, Wake: h.d.Wake}, Keys: box, Pinger: h.d, Integrator: h.d,
	})
	return h
}

// message receives a customer's message in the conversation with that external id.
func (h *inboxFixture) message(conversation, content string, change ...func(*svcx.InboundMessage)) *svcx.Conversation {
	h.Helper()
	h.n++
	m := &svcx.InboundMessage{
		MessageID: fmt.Sprintf("m-%d", h.n), ConversationID: conversation, Content: content, ContentType: svcx.ContentText,
		Sender: svcx.InboundSender{Type: svcx.AuthorCustomer, ExternalID: "crm-" + conversation},
	}
	for _, c := range change {
		c(m)
	}
	body := svcx.InboundBody{Message: m}
	out, err := h.Receive(context.Background(), messaging.Receipt{Channel: h.get(h.ref), Form: h.ws.Form, ReceivedAt: h.Now(), InboundBody: body})
	if err != nil || out.Status != svcx.EventOK {
		h.Fatalf("received %+v, %v", out, err)
	}
	return h.conversation(conversation)
}

// conversation returns the conversation with that external id.
func (h *inboxFixture) conversation(conversation string) *svcx.Conversation {
	h.Helper()
	list, err := h.db.Conversations(context.Background(), h.ws.ID, svcx.ConversationFilter{ExternalID: conversation}, svcx.Page{Limit: 1})
	if err != nil || len(list.Items) != 1 {
		h.Fatalf("conversation %s: %d, %v", conversation, len(list.Items), err)
	}
	return list.Items[0]
}

// reply sends a message by REST.
func (h *inboxFixture) reply(c *svcx.Conversation, content string, files ...svcx.Attachment) *svcx.Message {
	h.Helper()
	m, err := h.Send(context.Background(), inbox.Call{Workspace: h.ws}, c.ID, svcx.MessageDraft{
		Content: content, ContentType: svcx.ContentText, Author: svcx.Author{Type: svcx.AuthorAgent, Name: "Ann"}, Attachments: files, Origin: svcx.OriginAPI,
	})
	if err != nil {
		h.Fatal(err)
	}
	synctest.Wait()
	return m
}

// set changes the channel's settings as an admin does.
func (h *inboxFixture) set(change func(*svcx.Settings)) {
	h.Helper()
	_, err := h.UpdateChannel(context.Background(), inbox.Call{Workspace: h.ws, Actor: inbox.Operator}, h.ref.Channel, svcx.ChannelPatch{
		Settings: func(s svcx.Settings) (svcx.Settings, error) { change(&s); return s, nil },
	})
	if err != nil {
		h.Fatal(err)
	}
}

// last returns the last call.
func (h *inboxFixture) last() posted {
	h.Helper()
	calls := h.posts()
	if len(calls) == 0 {
		h.Fatal("no call was made")
	}
	return calls[len(calls)-1]
}

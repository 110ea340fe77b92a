// Package inboxtest wires the services for tests, as package app does for the program.
package inboxtest

import (
	"context"
	"fmt"
	"log/slog"
	"net/netip"
	"sync"
	"testing"
	"time"

	"svcx"
	"svcx/internal/admin"
	"svcx/internal/assist"
	"svcx/internal/bulk"
	"svcx/internal/directory"
	"svcx/internal/identity"
	"svcx/internal/inbox"
	"svcx/internal/links"
	"svcx/internal/messaging"
	"svcx/internal/removal"
	"svcx/internal/safehttp"
	"svcx/internal/seal"
	"svcx/internal/store"
	"svcx/internal/store/storetest"
	"svcx/internal/vault"
)

// Options are those of the services. DB is required; what a test does not use may be left
// out.
type Options struct {
	inbox.Options
	// Keys are the master keys; nil means a new one.
	Keys *seal.Sealer
	// BaseURL is the public address.
	BaseURL    string
	Integrator messaging.Integrator
	Bodies     messaging.Bodies
	Blobs      messaging.Blobs
	Pictures   removal.Pictures
	Pinger     admin.Pinger
	Mailer     identity.Mailer
	// AI is the operator's AI provider, in this machine.
	AI assist.Operator

	DefaultForm                          svcx.FormName
	EventLogRetention, AuditLogRetention time.Duration
}

// The services under names of their own, to be embedded together.
type (
	Messaging = messaging.Service
	Directory = directory.Service
	Admin     = admin.Service
	Identity  = identity.Service
)

// Services are all services on one database. Their use cases are its methods.
type Services struct {
	*inbox.Core
	*Messaging
	*Directory
	*Admin
	*Identity
	Removal *removal.Service
	Bulk    *bulk.Service
	Assist  *assist.Service
	Vault   *vault.Vault
	Links   *links.Links
}

// New wires the services.
func New(t testing.TB, o Options) *Services {
	t.Helper()
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Forms == nil {
		o.Forms = AnyForm{}
	}
	if o.Wake == nil {
		o.Wake = func(store.ChannelRef) {}
	}
	if o.CheckURL == nil {
		o.CheckURL = func(string) error { return nil }
	}
	if o.Keys == nil {
		var err error
		if o.Keys, err = seal.NewSealer(seal.NewKey()); err != nil {
			t.Fatal(err)
		}
	}
	s := &Services{Core: inbox.New(o.Options), Vault: vault.New(o.DB, o.Keys, o.Now, o.Log)}
	s.Links = links.New(o.Keys, func() string { return o.BaseURL }, o.Now)
	s.Removal = removal.New(removal.Options{Core: s.Core, Blobs: o.Blobs, Pictures: o.Pictures, EventLogRetention: o.EventLogRetention, AuditLogRetention: o.AuditLogRetention})
	s.Identity = identity.New(s.Core, o.Mailer)
	s.Directory = directory.New(s.Core, s.Removal)
	s.Messaging = messaging.New(messaging.Options{Core: s.Core, Removal: s.Removal, Links: s.Links, Integrator: o.Integrator, Bodies: o.Bodies, Blobs: o.Blobs})
	s.Bulk = bulk.New(s.Core, s.Messaging)
	local := safehttp.New(safehttp.Options{AllowCIDRs: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, AllowHTTP: true})
	s.Assist = assist.New(assist.Options{Core: s.Core, Messaging: s.Messaging, Vault: s.Vault, Operator: o.AI, Trusted: local, Guarded: safehttp.New(safehttp.Options{})})
	s.Admin = admin.New(admin.Options{Core: s.Core, Removal: s.Removal, Identity: s.Identity, Vault: s.Vault, Links: s.Links, Pinger: o.Pinger, DefaultForm: o.DefaultForm})
	return s
}

// Open opens a store and wires the services on it. The clock stands still unless the options
// of the store have one.
func Open(t testing.TB, o store.Options, change ...func(*Options)) *Services {
	t.Helper()
	if o.Now == nil {
		o.Now = func() time.Time { return time.UnixMilli(1_800_000_000_000) }
	}
	all := Options{Options: inbox.Options{DB: storetest.Open(t, o), Now: o.Now, Log: o.Log}}
	for _, c := range change {
		c(&all)
	}
	return New(t, all)
}

// NewWorkspace creates a workspace of form B with a channel that has a webhook and requests
// ratings.
func (s *Services) NewWorkspace(t testing.TB, slug string) (*svcx.Workspace, *svcx.Channel) {
	t.Helper()
	ctx := context.Background()
	w, err := s.CreateWorkspace(ctx, inbox.Call{Actor: inbox.Operator}, admin.NewWorkspace{Slug: slug, Name: "W", Form: svcx.FormB, Plan: svcx.PlanFree, AdminEmail: "admin@example.com"})
	if err != nil {
		t.Fatal(err)
	}
	settings := svcx.DefaultSettings()
	settings.WebhookURL, settings.RatingAutoRequest = "https://example.com/hook", true
	ch, _, err := s.CreateChannel(ctx, inbox.Call{Workspace: w, Actor: inbox.Operator}, svcx.ChannelDraft{Name: "C", Settings: settings})
	if err != nil {
		t.Fatal(err)
	}
	return w, ch
}

// ReceiveMessage receives a customer's message.
func (s *Services) ReceiveMessage(t testing.TB, ch *svcx.Channel, id, conversation string, from svcx.InboundSender, content string, more ...func(*svcx.InboundMessage)) svcx.Outcome {
	t.Helper()
	if from.Type == "" {
		from.Type = svcx.AuthorCustomer
	}
	m := &svcx.InboundMessage{MessageID: id, ConversationID: conversation, Sender: from, Content: content, ContentType: svcx.ContentText}
	for _, change := range more {
		change(m)
	}
	body := fmt.Sprintf(`{"messageId":%q,"from":{"externalId":%q,"name":%q,"email":%q},"content":%q}`, id, from.ExternalID, from.Name, from.Email, content)
	outcome, err := s.Receive(context.Background(), messaging.Receipt{
		Channel: ch, Form: svcx.FormB, ReceivedAt: s.Now(), Body: []byte(body), InboundBody: svcx.InboundBody{Message: m},
	})
	if err != nil {
		t.Fatal(err)
	}
	return outcome
}

// FindConversation finds a conversation by its external id.
func (s *Services) FindConversation(t testing.TB, w *svcx.Workspace, externalID string) *svcx.Conversation {
	t.Helper()
	list, err := s.Conversations(context.Background(), w, svcx.ConversationFilter{ExternalID: externalID}, svcx.Page{Limit: 1})
	if err != nil {
		t.Fatal(err)
	}
	if len(list.Items) == 0 {
		t.Fatalf("there is no conversation %s", externalID)
	}
	return list.Items[0]
}

// Run runs the background work of all services until ctx ends.
func (s *Services) Run(ctx context.Context) {
	var running sync.WaitGroup
	for _, run := range []func(context.Context){s.Core.Run, s.Messaging.Run, s.Admin.Run, s.Identity.Run, s.Removal.Run} {
		running.Go(func() { run(ctx) })
	}
	running.Wait()
}

// AnyForm is a form that allows everything.
type AnyForm struct{}

func (AnyForm) Sends(svcx.FormName, svcx.EventType) bool { return true }
func (AnyForm) RevealsChannelKey(svcx.FormName) bool     { return true }
func (AnyForm) RelaysAttachments(svcx.FormName) bool     { return true }
func (AnyForm) Knows(svcx.FormName, svcx.Scope) bool     { return true }

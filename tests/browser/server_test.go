package browser

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"testing"
	"time"

	"github.com/alecthomas/kong"

	"svcx"
	"svcx/internal/admin"
	"svcx/internal/app"
	"svcx/internal/inbox"
)

// service is the product, serving on a port of its own, with a workspace "shop" of which
// ada is an admin and bob an agent.
type service struct {
	*testing.T
	app     *app.App
	url     string
	shop    *svcx.Workspace
	channel svcx.ChannelID
	key     string
}

func newService(t *testing.T, arguments ...string) *service {
	t.Helper()
	var flags struct {
		app.Config `embed:""`
	}
	parser, err := kong.New(&flags, kong.Exit(func(int) {}))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := parser.Parse(append([]string{"--addr", "127.0.0.1:0", "--data-dir", t.TempDir(), "--rate-limit", "0", "--magic-link-rate-limit", "0"}, arguments...)); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	a, err := app.Open(ctx, flags.Config, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	s := &service{T: t, app: a}
	ready, ended := make(chan string, 1), make(chan error, 1)
	go func() {
		err := a.Serve(ctx, func(url string) { ready <- url })
		ended <- errors.Join(err, a.Close())
	}()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Errorf("stopping: %v", err)
		}
	})
	select {
	case s.url = <-ready:
	case err := <-ended:
		t.Fatal(err)
	}
	s.fill()
	return s
}

func (s *service) must(err error) {
	s.Helper()
	if err != nil {
		s.Fatal(err)
	}
}

func (s *service) fill() {
	s.Helper()
	ctx := s.Context()
	var err error
	s.shop, err = s.app.Admin.CreateWorkspace(ctx, inbox.Call{Actor: inbox.Operator}, admin.NewWorkspace{Slug: "shop", Name: "Northwind Tools", Form: svcx.FormB, Plan: svcx.PlanBusiness, AdminEmail: "ada@example.com"})
	s.must(err)
	call := inbox.Call{Workspace: s.shop, Actor: inbox.Operator}
	_, err = s.app.Admin.AddMember(ctx, call, svcx.MemberDraft{Email: "bob@example.com", Name: "Bob Reyes", Role: svcx.RoleAgent})
	s.must(err)
	for name, color := range map[string]string{"Returns": "rose", "Shipping": "sky"} {
		_, err = s.app.Admin.CreateCategory(ctx, call, svcx.CategoryDraft{Name: name, Color: color})
		s.must(err)
	}
	ch, key, err := s.app.Admin.CreateChannel(ctx, call, svcx.ChannelDraft{Name: "Web store", Settings: svcx.DefaultSettings()})
	s.must(err)
	s.channel, s.key = ch.ID, key
}

// says sends a customer's message, as the integrator does.
func (s *service) says(conversation, customer, content string) {
	s.Helper()
	s.receive(map[string]any{
		"messageId": fmt.Sprint(conversation, time.Now().UnixNano()), "conversationId": conversation, "content": content,
		"subject": "About " + conversation, "from": map[string]any{"externalId": customer, "name": customer},
	})
}

func (s *service) receive(message map[string]any) {
	s.Helper()
	body, err := json.Marshal(message)
	s.must(err)
	r, err := http.NewRequest("POST", fmt.Sprintf("%s/api/webhooks/custom/%d", s.url, s.channel), bytes.NewReader(body))
	s.must(err)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("X-Svcx-Api-Key", s.key)
	answer, err := http.DefaultClient.Do(r)
	s.must(err)
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		s.Fatalf("the message was answered %d", answer.StatusCode)
	}
}

// link is the address of a sign-in link.
func (s *service) link(email string) string {
	s.Helper()
	link, err := s.app.Identity.CreateLoginLink(s.Context(), email, "shop")
	s.must(err)
	return svcx.SignInURL(s.url, link.Token)
}

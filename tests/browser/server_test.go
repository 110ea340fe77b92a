package browser

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/spf13/pflag"

	"svcx"
	"svcx/internal/admin"
	"svcx/internal/app"
	"svcx/internal/inbox"
	"svcx/internal/store/pgtest"
)

// service is the product, serving on a port of its own, with a workspace "shop" of which
// ada is an admin and bob an agent.
type service struct {
	*testing.T
	*node
	shop    *svcx.Workspace
	channel svcx.ChannelID
	key     string
}

// node is one server.
type node struct {
	app *app.App
	url string
	// stop stops it, once.
	stop func()
}

func newService(t *testing.T, arguments ...string) *service {
	t.Helper()
	s := &service{T: t, node: serve(t, append([]string{"--addr", freeAddress(t), "--data-dir", t.TempDir()}, arguments...)...)}
	s.fill("shop")
	return s
}

// serve starts a server and waits until it answers.
func serve(t *testing.T, arguments ...string) *node {
	t.Helper()
	var config app.Config
	flags := pflag.NewFlagSet("svcx", pflag.ContinueOnError)
	config.Settings().AddTo(flags)
	if err := flags.Parse(append([]string{"--rate-limit", "0", "--magic-link-rate-limit", "0"}, arguments...)); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	a, err := app.Open(ctx, config, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	n := &node{app: a}
	ready, ended := make(chan string, 1), make(chan error, 1)
	go func() {
		err := a.Serve(ctx, func(url string) { ready <- url })
		ended <- errors.Join(err, a.Close())
	}()
	n.stop = sync.OnceFunc(func() {
		stop()
		if err := <-ended; err != nil {
			t.Errorf("stopping: %v", err)
		}
	})
	select {
	case n.url = <-ready:
	case err := <-ended:
		t.Fatal(err)
	}
	t.Cleanup(n.stop)
	return n
}

// newNodes are two servers on one database.
func newNodes(t *testing.T) (near, far *node) {
	t.Helper()
	database, dir := pgtest.URL(t), t.TempDir() // with the master key
	arguments := []string{"--addr", "127.0.0.1:0", "--data-dir", dir, "--database-url", database}
	return serve(t, arguments...), serve(t, arguments...)
}

func (s *service) must(err error) {
	s.Helper()
	if err != nil {
		s.Fatal(err)
	}
}

func (s *service) fill(slug string) {
	s.Helper()
	ctx := s.Context()
	var err error
	s.shop, err = s.app.Admin.CreateWorkspace(ctx, inbox.Call{Actor: inbox.Operator}, admin.NewWorkspace{Slug: slug, Name: "Northwind Tools", Form: svcx.FormB, Plan: svcx.PlanBusiness, AdminEmail: "ada@example.com"})
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

// on is the same workspace as another server has it.
func (s *service) on(n *node) *service {
	other := *s
	other.node = n
	return &other
}

// path is the address of a page of the workspace.
func (s *service) path(page string) string { return "/app/" + s.shop.Slug + page }

// channelWith creates a channel with other settings, to which later messages go.
func (s *service) channelWith(change func(*svcx.Settings)) {
	s.Helper()
	settings := svcx.DefaultSettings()
	change(&settings)
	ch, key, err := s.app.Admin.CreateChannel(s.Context(), inbox.Call{Workspace: s.shop, Actor: inbox.Operator}, svcx.ChannelDraft{Name: "Other store", Settings: settings})
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
	link, err := s.app.Identity.CreateLoginLink(s.Context(), email, s.shop.Slug)
	s.must(err)
	return svcx.SignInURL(s.url, link.Token)
}

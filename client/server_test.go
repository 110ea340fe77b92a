package client_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"svcx"
	"svcx/client"
	"svcx/internal/admin"
	"svcx/internal/app"
	"svcx/internal/form"
	"svcx/internal/inbox"
)

// patience bounds each wait.
const patience = 30 * time.Second

// site is a server with a workspace of a form, its channel, and an API key with all scopes.
type site struct {
	app                            *app.App
	call                           inbox.Call
	base, inbound, channelKey, key string
	channel                        svcx.ChannelID
	member                         svcx.UserID
	calls                          recorder
	stop                           func()
}

// newSite starts a server whose channel has a webhook URL, or none if it is empty.
func newSite(t testing.TB, name svcx.FormName, webhook string) *site {
	t.Helper()
	s, err := startSite(t.TempDir(), name, webhook)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.stop)
	return s
}

func startSite(dir string, name svcx.FormName, webhook string) (*site, error) {
	ctx, stop := context.WithCancel(context.Background())
	a, err := app.Open(ctx, app.Config{
		Addr: "127.0.0.1:0", DataDir: dir, DefaultForm: string(name), AdminEmail: "admin@localhost", AutoMigrate: true,
		MaxBody: 1 << 20, MaxImportBody: 10 << 20, EventLogRetention: time.Hour, LogLevel: "info",
		OutboundAllowHTTP: true, OwnCIDRs: []string{"127.0.0.0/8"}, OutboundRetrySchedule: "100ms", Print: io.Discard,
	}, slog.New(slog.DiscardHandler))
	if err != nil {
		stop()
		return nil, err
	}
	s := &site{app: a}
	ready, ended := make(chan string, 1), make(chan error, 1)
	go func() { ended <- a.Serve(ctx, func(base string) { ready <- base }) }()
	s.stop = func() { stop(); <-ended; a.Close() }
	select {
	case s.base = <-ready:
	case err := <-ended:
		ended <- err
		s.stop()
		return nil, fmt.Errorf("the server does not start: %w", err)
	}
	if err := s.fill(ctx, name, webhook); err != nil {
		s.stop()
		return nil, err
	}
	return s, nil
}

// fill creates the workspace and what is in it.
func (s *site) fill(ctx context.Context, name svcx.FormName, webhook string) error {
	w, err := s.app.Admin.CreateWorkspace(ctx, inbox.Call{Actor: inbox.Operator}, admin.NewWorkspace{Slug: "acme", Name: "Acme", Form: name, Plan: svcx.PlanBusiness, AdminEmail: "ann@acme.test"})
	if err != nil {
		return err
	}
	s.call = inbox.Call{Workspace: w, Actor: inbox.Operator}
	patch := `{"typingIndicatorsEnabled":true,"messageReadStatusEnabled":true,"feedEnabled":true}`
	if webhook != "" {
		patch = fmt.Sprintf(`{"typingIndicatorsEnabled":true,"messageReadStatusEnabled":true,"feedEnabled":true,"webhookUrl":%q}`, webhook)
	}
	settings, err := form.PatchSettings(svcx.DefaultSettings(), []byte(patch), s.app.CheckURL)
	if err != nil {
		return err
	}
	ch, key, err := s.app.Admin.CreateChannel(ctx, s.call, svcx.ChannelDraft{Name: "Shop", Settings: settings})
	if err != nil {
		return err
	}
	s.channel, s.channelKey = ch.ID, key
	s.inbound = s.base + "/api/webhooks/custom/" + strconv.FormatInt(int64(ch.ID), 10)
	if _, s.key, err = s.app.Admin.CreateKey(ctx, s.call, svcx.KeyDraft{Name: "tests", Scopes: s.app.Forms.Of(name).Scopes}); err != nil {
		return err
	}
	members, err := s.app.Admin.Members(ctx, w, svcx.Page{Limit: 10})
	if err != nil {
		return err
	}
	s.member = members.Items[0].ID
	_, err = s.app.Admin.CreateSecret(ctx, s.call, svcx.SecretDraft{Key: "crm.token", Name: "CRM", Value: "s3cr3t"})
	return err
}

// options record the calls that a client makes.
func (s *site) options() []client.Option {
	return []client.Option{client.WithHTTPClient(&http.Client{Transport: &s.calls}), client.WithBackoff(func(int) time.Duration { return time.Millisecond })}
}

// recorder notes the method and path of each call.
type recorder struct {
	mu   sync.Mutex
	made []string
}

func (r *recorder) RoundTrip(req *http.Request) (*http.Response, error) {
	r.mu.Lock()
	r.made = append(r.made, req.Method+" "+req.URL.Path)
	r.mu.Unlock()
	return http.DefaultTransport.RoundTrip(req)
}

// has reports whether a call of an operation was made: its path has names in braces.
func (r *recorder) has(method, path string) bool {
	pattern := regexp.MustCompile(method + " /api(/v1/acme)?" + regexp.MustCompile(`\\\{\w+\\\}`).ReplaceAllString(regexp.QuoteMeta(path), `[^/]+`) + "$")
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, call := range r.made {
		if pattern.MatchString(call) {
			return true
		}
	}
	return false
}

// script is a server that answers with one function after the other, the last one for ever.
func script(t *testing.T, answers ...http.HandlerFunc) (base string, requests func() []*http.Request) {
	t.Helper()
	var mu sync.Mutex
	var all []*http.Request
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(strings.NewReader(string(body)))
		mu.Lock()
		all = append(all, r)
		answer := answers[min(len(all), len(answers))-1]
		mu.Unlock()
		answer(w, r)
	}))
	t.Cleanup(server.Close)
	return server.URL, func() []*http.Request {
		mu.Lock()
		defer mu.Unlock()
		return all
	}
}

// Package demo runs the service with sample data: a workspace of conversations and,
// beside it, a sample integrator, so that a newcomer sees within a minute what svcx
// does.
package demo

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"svcx"
	"svcx/internal/admin"
	"svcx/internal/app"
	"svcx/internal/form"
	"svcx/internal/inbox"
	"svcx/internal/owned"
)

// slug of the demo's workspace.
const slug = "demo"

// saved is the state of a demo in its data folder, by which a second start finds
// the channel and continues.
type saved struct {
	Port       int    `json:"port"`
	ChannelKey string `json:"channelKey"`
	APIKey     string `json:"apiKey"`
	Channel    int64  `json:"channel"`
}

// Run serves the demo until ctx ends. It writes to out what to try and what the
// integrator receives.
func Run(ctx context.Context, c app.Config, log *slog.Logger, out io.Writer) error {
	state, err := load(c.DataDir)
	if err != nil {
		return err
	}
	integrator, err := newIntegrator(state.Port, out)
	if state.Port != 0 && errors.Is(err, syscall.EADDRINUSE) {
		return fmt.Errorf("%w: another demo may be running on %s", err, c.DataDir)
	}
	if err != nil {
		return err
	}
	defer integrator.close()
	if err := trust(&c, integrator); err != nil {
		return err
	}
	c.DemoEmail = c.AdminEmail
	a, err := app.Open(ctx, c, log)
	if err != nil {
		return err
	}
	defer a.Close()
	if state.Channel == 0 {
		if state, err = setUp(ctx, a, integrator); err != nil {
			return fmt.Errorf("setting up the demo: %w", err)
		}
		if err := state.save(c.DataDir); err != nil {
			return err
		}
	}
	// The samples are sent to the service's own address, so it must serve first. If
	// they fail, the demo ends.
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	defer context.AfterFunc(ctx, func() { integrator.out.announce("\nStopping…") })()
	err = a.Serve(ctx, func(baseURL string) {
		integrator.inboundURL, integrator.key = baseURL+"/api/webhooks/custom/"+strconv.FormatInt(state.Channel, 10), state.ChannelKey
		go func() {
			if err := play(ctx, a, integrator, baseURL, state); err != nil && ctx.Err() == nil {
				stop(fmt.Errorf("filling the demo: %w", err))
			}
		}()
	})
	if cause := context.Cause(ctx); cause != nil && !errors.Is(cause, context.Canceled) {
		return cause
	}
	return err
}

// trust allows webhooks to the sample integrator, by its address and certificate,
// and to no other private address.
func trust(c *app.Config, in *integrator) error {
	path := filepath.Join(c.DataDir, "demo-ca.pem")
	if err := owned.WriteFile(path, in.cert); err != nil {
		return fmt.Errorf("writing the sample integrator's certificate: %w", err)
	}
	c.OutboundCAFile = path
	c.OwnCIDRs = append(c.OwnCIDRs, "127.0.0.1/32")
	return nil
}

func load(dir string) (s saved, err error) {
	if err := owned.MkdirAll(dir, 0o700); err != nil {
		return s, fmt.Errorf("SVCX_DATA_DIR (--data-dir): creating the folder: %w", err)
	}
	text, err := os.ReadFile(filepath.Join(dir, "demo.json"))
	if errors.Is(err, os.ErrNotExist) {
		// Keep the samples out of a real deployment.
		if others, err := os.ReadDir(dir); err != nil || len(others) > 0 {
			return s, errors.Join(err, fmt.Errorf("SVCX_DATA_DIR (--data-dir): %s is not empty: the demo needs an empty folder, or none", dir))
		}
		return s, nil
	}
	if err != nil {
		return s, err
	}
	return s, json.Unmarshal(text, &s)
}

func (s saved) save(dir string) error {
	text, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return owned.WriteFile(filepath.Join(dir, "demo.json"), text)
}

// setUp creates the workspace, its channel and an API key.
func setUp(ctx context.Context, a *app.App, in *integrator) (s saved, err error) {
	w, err := a.Admin.CreateWorkspace(ctx, inbox.Call{Actor: inbox.Operator}, admin.NewWorkspace{
		Slug: slug, Name: "Sample shop", Form: svcx.FormName(a.Config.DefaultForm), Plan: svcx.PlanBusiness, AdminEmail: a.Config.AdminEmail,
	})
	if err != nil {
		return s, err
	}
	patch := fmt.Sprintf(`{"webhookUrl": %q}`, in.url())
	settings, err := form.PatchSettings(svcx.DefaultSettings(), []byte(patch), a.CheckURL)
	if err != nil {
		return s, err
	}
	ch, key, err := a.Admin.CreateChannel(ctx, inbox.Call{Workspace: w, Actor: inbox.Operator}, svcx.ChannelDraft{Name: "Shop", Settings: settings})
	if err != nil {
		return s, err
	}
	_, apiKey, err := a.Admin.CreateKey(ctx, inbox.Call{Workspace: w, Actor: inbox.Operator}, svcx.KeyDraft{Name: "Sample agents", Scopes: a.Forms.Of(w.Form).Scopes})
	return saved{Port: in.port(), Channel: int64(ch.ID), ChannelKey: key, APIKey: apiKey}, err
}

// play sends the sample messages, prints what to try, and then answers some of the
// messages, so that what the integrator receives is printed below the guide.
func play(ctx context.Context, a *app.App, in *integrator, baseURL string, s saved) error {
	for _, m := range messages {
		if err := in.send(ctx, m); err != nil {
			return err
		}
	}
	w, err := a.Admin.Workspace(ctx, slug)
	if err != nil {
		return err
	}
	if err := live(ctx, a, w, svcx.ChannelID(s.Channel)); err != nil {
		return err
	}
	link, err := a.Identity.CreateLoginLink(ctx, a.Config.AdminEmail, slug)
	if err != nil {
		return err
	}
	in.out.open(guide, baseURL, baseURL, link.Token, program(), a.Config.DataDir, a.Config.AdminEmail, s.APIKey, baseURL, s.ChannelKey, in.inboundURL, s.APIKey, baseURL)
	return answer(ctx, a, w)
}

// answer sends the sample agents' replies where there is none yet.
func answer(ctx context.Context, a *app.App, w *svcx.Workspace) error {
	actor := svcx.Actor{Kind: svcx.ActorSystem, Name: "demo"}
	for _, r := range replies {
		c, err := conversation(ctx, a, w, r.conversation)
		if err != nil || c == nil || c.Status != svcx.StatusOpen || answered(ctx, a, w, c) {
			continue
		}
		draft := svcx.MessageDraft{Content: r.content, ContentType: svcx.ContentText, Author: svcx.Author{Type: svcx.AuthorAgent, Name: r.author}, Origin: svcx.OriginInbox}
		if _, err := a.Messaging.Send(ctx, inbox.Call{Workspace: w}, c.ID, draft); err != nil {
			return err
		}
	}
	// Let the customers answer before their conversations are resolved.
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(2 * time.Second):
	}
	for _, id := range resolved {
		if c, err := conversation(ctx, a, w, id); err == nil && c != nil {
			if _, err := a.Messaging.Resolve(ctx, inbox.Call{Workspace: w, Actor: actor}, c.ID); err != nil {
				return err
			}
		}
	}
	return nil
}

func conversation(ctx context.Context, a *app.App, w *svcx.Workspace, externalID string) (*svcx.Conversation, error) {
	found, err := a.Messaging.Conversations(ctx, w, svcx.ConversationFilter{ExternalID: externalID}, svcx.Page{Limit: 1})
	if err != nil || len(found.Items) == 0 {
		return nil, err
	}
	return found.Items[0], nil
}

func answered(ctx context.Context, a *app.App, w *svcx.Workspace, c *svcx.Conversation) bool {
	list, err := a.Messaging.Messages(ctx, w, c, svcx.MessagePage{Page: svcx.Page{Limit: 50}})
	if err != nil {
		return true
	}
	for _, m := range list.Items {
		if m.Author.Type == svcx.AuthorAgent {
			return true
		}
	}
	return false
}

// program is the command by which the program was started.
func program() string {
	if strings.Contains(os.Args[0], string(filepath.Separator)+"go-build") {
		return "go run ./cmd/svcx"
	}
	return os.Args[0]
}

// guide is what the demo prints when it is ready.
const guide = `
svcx demo is running on %s
Sign in (the link works once, for 15 minutes):
  %s/auth/verify?token=%s
Make another link:
  %s login-link --data-dir %s --email %s

See the conversations through the API:
  curl -s -H 'Authorization: Bearer %s' %s/api/v1/demo/conversations

Be a customer: send a message to the sample shop's channel:
  curl -s -H 'Content-Type: application/json' -H 'x-svcx-api-key: %s' \
    -d '{"conversationId":"hello-1","from":{"externalId":"me","name":"Me"},"content":"Is anyone there?"}' \
    %s

Be an agent: answer conversation 1 and watch the integrator receive it below:
  curl -s -H 'Content-Type: application/json' -H 'Authorization: Bearer %s' \
    -d '{"content":"We are here!"}' %s/api/v1/demo/conversations/1/messages

Stop with Ctrl-C. What the sample integrator receives:
`

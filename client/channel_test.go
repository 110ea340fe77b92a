package client_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"testing"
	"time"

	"svcx"
	"svcx/client"
	"svcx/client/clienta"
	"svcx/client/clientb"
)

func asError(err error, target **client.Error) bool { return errors.As(err, target) }

// A channel's calls, in both forms, and the outcomes of what is sent.
func TestChannel(t *testing.T) {
	t.Parallel()
	for _, name := range []svcx.FormName{svcx.FormA, svcx.FormB} {
		t.Run(string(name), func(t *testing.T) {
			t.Parallel()
			s := newSite(t, name, "")
			ctx := context.Background()
			c := client.NewChannel(s.inbound, s.channelKey, s.options()...)
			m := client.Message{
				MessageID: "m-1", ConversationID: "order-1", Content: "Where is it? <&>", From: client.Sender{ExternalID: "u-1", Name: "Ada"},
				Subject: "Order 1", SentAt: time.Now().Add(-time.Minute), Attachments: []client.Attachment{{URL: "https://files.example.com/a.png"}},
			}
			dry := must[client.DryRun](t)(c.DryRun(ctx, m))
			if dry.Kind != "message" || dry.Outcome.Status != "ok" || dry.Outcome.Error != "" {
				t.Errorf("the dry run says %+v", dry)
			}
			first := must[client.Receipt](t)(c.Send(ctx, m))
			if e := must[client.LogEntry](t)(c.Outcome(ctx, first)); !e.OK() || e.ConversationID != "order-1" || e.MessageID == "" || e.RequestID != first.RequestID {
				t.Errorf("the outcome is %+v", e)
			}
			again := must[client.Receipt](t)(c.Send(ctx, m))
			if e := must[client.LogEntry](t)(c.Outcome(ctx, again)); e.OK() || e.Error == "" {
				t.Errorf("a repeated message: %+v", e)
			}
			wrong := client.NewChannel(s.inbound, "svcx_wrong")
			refused := must[client.Receipt](t)(wrong.Send(ctx, m))
			if e := must[client.LogEntry](t)(c.Outcome(ctx, refused)); e.OK() {
				t.Errorf("a wrong key: %+v", e)
			}
			if _, err := wrong.Definitions(ctx); !unauthorized(err) {
				t.Errorf("a wrong key: %v", err)
			}
			if at := must[time.Time](t)(c.Heartbeat(ctx)); time.Since(at).Abs() > patience {
				t.Errorf("the heartbeat was at %v", at)
			}
			must[client.Definitions](t)(c.Definitions(ctx))
			if n := must[int](t)(c.RedeliverSince(ctx, time.Now().Add(-time.Hour))); n != 0 {
				t.Errorf("%d redelivered", n)
			}
			if err := c.Redeliver(ctx, 9999); !client.IsNotFound(err) {
				t.Errorf("an entry that there is not: %v", err)
			}
			reply(t, s)
			if fed := firstFed(t, c); fed.Type != client.EventMessageCreated || fed.ConversationID != "order-1" || fed.Data.(*client.MessageCreated).Content != "It is on its way." || fed.ID == "" || fed.Sequence != 1 {
				t.Errorf("the feed has %+v", fed)
			}
			form := map[svcx.FormName]string{svcx.FormA: "a", svcx.FormB: "b"}[name]
			if missed := readDocument(t, form).missed(s, true); len(missed) > 0 {
				t.Errorf("not called: %v", missed)
			}
		})
	}
}

func unauthorized(err error) bool {
	var e *client.Error
	return errors.As(err, &e) && e.Status == http.StatusUnauthorized && e.Code == client.CodeUnauthorized
}

// reply sends an agent's reply in the conversation 1 by the REST API.
func reply(t *testing.T, s *site) {
	t.Helper()
	var err error
	if s.call.Workspace.Form == svcx.FormName("A") {
		_, err = clienta.New(s.base, "acme", s.key).SendMessage(t.Context(), "1", clienta.NewMessage{Content: "It is on its way."})
	} else {
		_, err = clientb.New(s.base, "acme", s.key).SendMessage(t.Context(), 1, clientb.NewMessage{Content: "It is on its way."})
	}
	if err != nil {
		t.Fatal(err)
	}
}

func firstFed(t *testing.T, c *client.Channel) client.Fed {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	for e, err := range c.Feed(ctx, "0") {
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	t.Fatal("the feed ends")
	return client.Fed{}
}

// Actions and intents have their outcome, and the events that they cause arrive at a
// receiver: verified, typed, in order and once.
func TestEventsArriveAtTheReceiver(t *testing.T) {
	t.Parallel()
	got := make(chan client.Event, 100)
	note := func(e *client.Event) error { got <- *e; return nil }
	r := &client.Receiver{
		Repeats:              client.Recent(100),
		MessageCreated:       func(_ context.Context, e *client.Event, _ *client.MessageCreated) error { return note(e) },
		ConversationResolved: func(_ context.Context, e *client.Event, _ *client.ConversationChanged) error { return note(e) },
		ConversationClosed:   func(_ context.Context, e *client.Event, _ *client.ConversationChanged) error { return note(e) },
		ConversationReopened: func(_ context.Context, e *client.Event, _ *client.ConversationChanged) error { return note(e) },
		ConversationAssigned: func(_ context.Context, e *client.Event, _ *client.ConversationAssigned) error { return note(e) },
		RatingSubmitted:      func(_ context.Context, e *client.Event, _ *client.RatingSubmitted) error { return note(e) },
		Other:                func(_ context.Context, e *client.Event) error { return note(e) },
	}
	server := httptest.NewServer(r)
	defer server.Close()
	s := newSite(t, svcx.FormB, server.URL)
	ctx := context.Background()
	secret := must[string](t)(s.app.Admin.CreateSigningSecret(ctx, s.call, s.channel))
	r.Check = must[client.Check](t)(client.Signed(secret))

	c := client.NewChannel(s.inbound, s.channelKey)
	must[client.Receipt](t)(c.Send(ctx, client.Message{ConversationID: "order-1", Content: "Hello", From: client.Sender{ExternalID: "u-1"}}))
	reply(t, s)
	outcome := func(r client.Receipt, err error) client.LogEntry {
		t.Helper()
		e := must[client.LogEntry](t)(c.Outcome(ctx, must[client.Receipt](t)(r, err)))
		if !e.OK() {
			t.Errorf("the outcome is %+v", e)
		}
		return e
	}
	for _, a := range []client.Action{
		{Action: client.ActionAssign, AssignedTo: client.Set(int64(s.member))},
		{Action: client.ActionResolve},
		{Action: client.ActionReopen},
		{Action: client.ActionClose},
		{Action: client.ActionAssign, AssignedTo: client.Null[int64]()},
		{Action: client.ActionSubmitRating, Rating: 5, Comment: "Quick!"},
	} {
		a.ConversationID = "order-1"
		outcome(c.Act(ctx, a))
	}
	outcome(c.Intend(ctx, client.Intent{Intent: client.IntentRequestRating, ConversationID: "order-1"}))
	outcome(c.Intend(ctx, client.Intent{Intent: client.IntentUpdateInfo, ConversationID: "order-1", Data: &client.Info{
		Name: client.Set("Ada"), Tags: client.Set([]string{"vip"}), Priority: client.Set("high"), Subject: client.Null[string](),
	}}))
	var types []string
	for i := range 8 {
		select {
		case e := <-got:
			types = append(types, string(e.Type))
			if e.ConversationID != "order-1" || e.Sequence != int64(i+1) || e.Timestamp.IsZero() {
				t.Errorf("event %d is %+v", i, e)
			}
			checkData(t, s, i, e.Data)
		case <-time.After(patience):
			t.Fatalf("only %v", types)
		}
	}
	want := []string{"message.created", "conversation.assigned", "conversation.resolved", "conversation.reopened", "conversation.closed", "conversation.assigned", "rating.submitted", "rating.requested"}
	if !slices.Equal(types, want) {
		t.Errorf("events %v, want %v", types, want)
	}
	if ping, err := s.app.Admin.Ping(ctx, s.call, s.channel); err != nil || !ping.OK {
		t.Errorf("the ping: %+v %v", ping, err)
	}
	// Somebody else, and a repeat.
	for header, status := range map[string]int{"": http.StatusUnauthorized} {
		res := must[*http.Response](t)(http.Post(server.URL+header, "application/json", nil))
		res.Body.Close()
		if res.StatusCode != status {
			t.Errorf("an unsigned request is answered %d", res.StatusCode)
		}
	}
}

func checkData(t *testing.T, s *site, i int, data any) {
	t.Helper()
	ok := true
	switch d := data.(type) {
	case *client.MessageCreated:
		ok = d.Content == "It is on its way." && d.Origin == "api" && d.MessageID > 0 && d.AuthorType == "agent" && d.ContentType == "text"
	case *client.ConversationAssigned:
		ok = (d.AssignedTo == int64(s.member)) == (i == 1)
	case *client.ConversationChanged:
		ok = d.Status != "" && d.ResolvedAt.IsZero() == (i != 2)
	case *client.RatingSubmitted:
		ok = d.Rating == 5 && d.Comment == "Quick!"
	case *client.RatingRequested:
		ok = d.Reason == "requested"
	default:
		ok = false
	}
	if !ok {
		text, _ := json.Marshal(data)
		t.Errorf("event %s has %T %s", strconv.Itoa(i), data, text)
	}
}

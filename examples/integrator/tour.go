package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
)

// tour uses every call once: it sends everything that a system can send, and waits
// for everything that svcx can send. Half of that is sent only when an agent works
// in the inbox; README.md lists the steps.
type tour struct {
	*sender
	*receiver
	run string
	// own is a conversation that the integrator changes, desk one that the agent
	// works on, vip one that agents may not close.
	own, desk, vip string
	// accepted and repeated are the event log entries of a message that was stored,
	// and of one that was stored already.
	accepted, repeated record
	// started is the start by the service's clock.
	started time.Time
	// outcomes are the expected event log entries.
	outcomes []record
}

func takeTour(ctx context.Context, o options, s *sender, r *receiver) error {
	ctx, cancel := context.WithTimeout(ctx, o.wait)
	defer cancel()
	t := &tour{sender: s, receiver: r, run: o.run, own: "own-" + o.run, desk: "desk-" + o.run, vip: "vip-" + o.run}

	r.tally.printf("waiting for a ping: give the channel the URL above and press Test")
	if err := t.await(ctx, call{name: "ping"}); err != nil {
		return err
	}
	rest := t.formB
	t.accepted = record{EventType: "inbound_webhook", Status: "ok"}
	t.repeated = record{EventType: "inbound_webhook", Status: "skipped", Error: "duplicate_message"}
	if o.form == "A" {
		rest = t.formA
		t.accepted.EventType, t.repeated.EventType, t.repeated.Status = "message.inbound", "message.inbound", "skip"
	}
	steps := []func(context.Context) error{t.greet, rest, t.readLog}
	for _, step := range steps {
		if err := step(ctx); err != nil {
			return err
		}
	}
	if faults := r.tally.allFaults(); len(faults) > 0 {
		return fmt.Errorf("%d faults:\n  %s", len(faults), strings.Join(faults, "\n  "))
	}
	r.tally.printf("ok")
	return nil
}

// greet sends a heartbeat and, twice, a message in the shape that both forms accept.
func (t *tour) greet(ctx context.Context) error {
	at, err := t.heartbeat(ctx)
	if err != nil {
		return err
	}
	t.started = at.Add(-time.Second)
	t.tally.saw("sent heartbeat", "")

	first := message{
		MessageID: t.run + "-1", ConversationID: t.own, Content: "Where is my order?",
		From: &from{ExternalID: "ida-" + t.run, Name: "Ida"},
	}
	t.shop.addMessage(first)
	if err := t.send(ctx, "message", t.own, first, t.accepted); err != nil {
		return err
	}
	return t.send(ctx, "repeated message", t.own, first, t.repeated)
}

// agentCalls are the calls that svcx makes in both forms when an agent works.
func (t *tour) agentCalls() []call {
	return []call{
		{"intent.confirm conversation.resolve", t.desk}, {"intent.confirm conversation.reopen", t.desk},
		{"intent.confirm conversation.close", t.desk}, {"intent.confirm vetoed", t.vip},
		{"content.resolve", t.desk}, {"query.contact.avatar", t.desk}, {"query.contact.info", t.desk},
		{"query.message.content", t.desk}, {"query.conversation.metadata", t.desk},
	}
}

// stranger is a customer without a name: svcx asks for it when an agent opens the
// conversation.
func (t *tour) stranger() *from {
	id := "kim-" + t.run
	t.shop.addCustomer(id, customer{Name: "Kim", Email: id + "@example.com", AvatarURL: "https://www.example.com/kim.png"})
	return &from{ExternalID: id}
}

// picture is the content of a message with a file whose URL expires.
func (t *tour) picture() string {
	return `<p>Look:</p><img src="https://files.example.com/` + t.run + `/broken.png">`
}

// formA is the rest of the tour in form A, which has no actions, no intents, and no
// events except the simple reply.
func (t *tour) formA(ctx context.Context) error {
	if _, err := t.discover(ctx); err != nil {
		return err
	}
	t.tally.saw("sent field discovery", "")
	full := message{
		MessageID: t.run + "-2", ConversationID: t.desk, Content: t.picture(), ContentType: "html", Subject: "Broken on arrival",
		From: t.stranger(), SentAt: time.Now().UTC().Format(time.RFC3339),
	}
	t.shop.addMessage(full)
	for _, m := range []message{
		full,
		{MessageID: t.run + "-3", ConversationID: t.vip, Content: "It is me.", From: &from{ExternalID: "vera-" + t.run, Name: "Vera", Email: "vera-" + t.run + "@example.com"}},
	} {
		if err := t.send(ctx, "message", m.ConversationID, m, t.accepted); err != nil {
			return err
		}
	}
	expected := append(t.agentCalls(), call{"simple reply", t.desk})
	if t.secret != nil {
		expected = append(expected, call{name: "signature"})
	}
	t.tally.printf("waiting for the agent")
	return t.await(ctx, expected...)
}

// formB is the rest of the tour in form B.
func (t *tour) formB(ctx context.Context) error {
	for _, step := range []func(context.Context) error{t.messages, t.intents, t.actions} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	expected := append(t.agentCalls(), []call{
		{"message.created", t.desk}, {"conversation.resolved", t.desk}, {"conversation.reopened", t.desk},
		{"conversation.closed", t.desk}, {"conversation.assigned", t.desk}, {"rating.requested auto", t.desk},
		{"history with an event", t.desk}, {"attachments with an event", t.desk},
	}...)
	if t.secret != nil {
		expected = append(expected, call{name: "signature"})
	}
	t.tally.printf("waiting for the agent")
	return t.await(ctx, expected...)
}

// messages sends messages with what form B has beyond the common shape, to its own
// conversation and to those of the agent.
func (t *tour) messages(ctx context.Context) error {
	known, err := t.discover(ctx)
	if err != nil {
		return err
	}
	t.tally.saw("sent field discovery", "")

	full := message{
		MessageID: t.run + "-2", ConversationID: t.desk, Subject: "Broken on arrival",
		From:        t.stranger(),
		Content:     t.picture(),
		ContentType: "html",
		SentAt:      time.Now().UTC().Format(time.RFC3339Nano),
		Participants: []participant{
			{Name: "Lou", Email: "lou-" + t.run + "@example.com", Role: "cc"},
			{ExternalID: "watcher-" + t.run, Role: "observer"},
		},
		Attachments: []attachment{{URL: "https://files.example.com/" + t.run + "/receipt.pdf", Filename: "receipt.pdf", MimeType: "application/pdf"}},
		Fields:      map[string]any{},
	}
	// Only defined categories and fields can be set; others are ignored.
	if len(known.Categories) > 0 {
		full.CategoryID = known.Categories[0].ID
	}
	for _, field := range known.Fields {
		if field.Type == "text" && field.CategoryID == nil {
			full.Fields[field.Key] = "set by " + t.run
		}
	}
	full.From.Type = "customer"
	t.shop.addMessage(full)

	for _, m := range []message{
		full,
		{MessageID: t.run + "-3", ConversationID: t.vip, Content: "It is me.", From: &from{ExternalID: "vera-" + t.run, Name: "Vera"}},
		{MessageID: t.run + "-4", ConversationID: t.own, Content: "I am looking it up.", From: &from{ExternalID: "bot", Name: "Shop bot", Type: "bot"}},
		{MessageID: t.run + "-5", ConversationID: t.own, Content: "It is on its way.", From: &from{ExternalID: "max", Name: "Max", Type: "staff"}},
		{Content: "All else has a default."},
	} {
		if err := t.send(ctx, "message", m.ConversationID, m, t.accepted); err != nil {
			return err
		}
	}
	return nil
}

// intents sends both intents.
func (t *tour) intents(ctx context.Context) error {
	for _, i := range []intent{
		{"intent": "updateinfo", "conversationId": t.own, "data": map[string]any{
			"name": "Ida Example", "email": "ida-" + t.run + "@example.com", "avatarUrl": "https://www.example.com/ida.png",
			"subject": "Order 1042", "tags": []string{"regular", "newsletter"}, "priority": "high",
		}},
		{"intent": "rating.request", "conversationId": t.own},
	} {
		name := "intent:" + i["intent"].(string)
		if err := t.send(ctx, name, t.own, i, record{EventType: name, Status: "ok"}); err != nil {
			return err
		}
	}
	return t.await(ctx, call{"rating.requested requested", t.own})
}

// actions sends the five actions and waits for the event of each.
func (t *tour) actions(ctx context.Context) error {
	t.tally.printf("waiting until the agent is assigned %s", t.desk)
	if err := t.await(ctx, call{"conversation.assigned", t.desk}); err != nil {
		return err
	}
	for _, step := range []struct {
		action
		event string
	}{
		{action{"action": "conversation.assign", "assignedTo": t.lastAssignee()}, "conversation.assigned"},
		{action{"action": "conversation.assign", "assignedTo": nil}, "conversation.assigned to no one"},
		{action{"action": "conversation.resolve"}, "conversation.resolved"},
		{action{"action": "rating.submit", "rating": 5, "comment": "Quick!", "ratedBy": "Ida"}, "rating.submitted"},
		{action{"action": "conversation.reopen"}, "conversation.reopened"},
		{action{"action": "conversation.close"}, "conversation.closed"},
	} {
		step.action["conversationId"] = t.own
		name := "action:" + step.action["action"].(string)
		if err := t.send(ctx, name, t.own, step.action, record{EventType: name, Status: "ok"}); err != nil {
			return err
		}
		if err := t.await(ctx, call{step.event, t.own}); err != nil {
			return err
		}
	}
	return nil
}

// send posts body and records the event log entry to expect.
func (t *tour) send(ctx context.Context, name, conversation string, body any, outcome record) error {
	if err := t.post(ctx, body); err != nil {
		return err
	}
	outcome.ConversationID = conversation
	t.outcomes = append(t.outcomes, outcome)
	t.tally.saw("sent "+name, conversation)
	return nil
}

// readLog compares the event log with what was sent.
func (t *tour) readLog(ctx context.Context) error {
	missing := append([]record(nil), t.outcomes...)
	for {
		left := append([]record(nil), missing...)
		err := t.replay(ctx, t.started, func(r record) {
			for i, want := range left {
				if r.EventType == want.EventType && r.Status == want.Status && strings.HasPrefix(r.Error, want.Error) &&
					(r.ConversationID == want.ConversationID || want.ConversationID == "") {
					left = append(left[:i], left[i+1:]...)
					return
				}
			}
		})
		if err != nil {
			return err
		}
		if len(left) == 0 {
			t.tally.saw("sent replay", "")
			return nil
		}
		// An entry may appear shortly after its request was answered.
		select {
		case <-time.After(200 * time.Millisecond):
		case <-ctx.Done():
			return fmt.Errorf("the event log lacks %+v", left)
		}
	}
}

// await waits for calls; its error lists those that are missing when time is up.
func (t *tour) await(ctx context.Context, wanted ...call) error {
	missing := t.tally.wait(ctx, wanted...)
	if len(missing) == 0 {
		return nil
	}
	if errors.Is(ctx.Err(), context.Canceled) {
		return ctx.Err()
	}
	lines := make([]string, len(missing))
	for i, c := range missing {
		lines[i] = "missing: " + c.String()
	}
	return errors.New("not every call was seen\n  " + strings.Join(lines, "\n  "))
}

package listen

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
	"sync"
	"time"

	"svcx"
	"svcx/internal/form"
)

// deliveries are the events of the form, and messages that are harder to take.
func (v *Verification) deliveries() (names []string, all []*svcx.Delivery) {
	now := svcx.At(v.Now())
	for _, t := range svcx.EventTypes {
		if !v.Form.Sends(t) {
			continue
		}
		d := &svcx.Delivery{Type: t, ConversationID: v.conversation(), CreatedAt: now}
		agent := svcx.UserID(1)
		switch t {
		case svcx.EventMessageCreated:
			d.Data = svcx.EventData{Content: "A test of svcx listen --verify.", AuthorName: "Grace", MessageID: 1, ContentType: svcx.ContentText, AuthorType: svcx.AuthorAgent, Origin: svcx.OriginInbox}
		case svcx.EventConversationResolved:
			d.Data.ResolvedAt = &now
		case svcx.EventConversationAssigned:
			d.Data.AssignedTo = &agent
		case svcx.EventRatingSubmitted:
			d.Data.Rating, d.Data.Comment, d.Data.RatedBy = 5, "Quick!", "ada@example.com"
		case svcx.EventRatingRequested:
			d.Data.Reason = "auto"
		}
		names, all = append(names, string(t)), append(all, d)
	}
	message := func(name string, data svcx.EventData) {
		data.AuthorName, data.MessageID, data.AuthorType, data.Origin = "Grace", 2, svcx.AuthorAgent, svcx.OriginInbox
		names = append(names, name)
		all = append(all, &svcx.Delivery{Type: svcx.EventMessageCreated, ConversationID: v.conversation(), CreatedAt: now, Data: data})
	}
	message("a message in other scripts, with emoji and quotes", svcx.EventData{Content: "Größe \"42\" \\ שלום 😀 日本\r\n\ttab", ContentType: svcx.ContentText})
	message("a message in HTML with a file", svcx.EventData{
		Content: "<p>See <b>this</b> &amp; that</p>", ContentType: svcx.ContentHTML,
		Attachments: []svcx.Attachment{{URL: "https://files.example.com/label.pdf", Filename: "label.pdf", MIMEType: "application/pdf"}},
	})
	message("a message of 50,000 characters", svcx.EventData{Content: strings.Repeat("long ", svcx.MaxContent/5), ContentType: svcx.ContentText})
	return names, all
}

// events sends every event of the form, and one of a type to come.
func (v *Verification) events(ctx context.Context) {
	names, all := v.deliveries()
	for i, d := range all {
		body, err := v.Form.Deliver(d, nil)
		if err != nil {
			v.report(Result{Check: names[i], Outcome: outcomeFail, Detail: err.Error()})
			continue
		}
		v.report(confirmed(names[i], v.send(ctx, v.event(body))))
	}
	if v.Form.Sends(svcx.EventConversationClosed) {
		body := fmt.Sprintf(`{"event":"conversation.archived","conversationId":%q,"timestamp":%q,"data":{"by":"svcx listen"}}`, v.conversation(), svcx.At(v.Now()).String())
		r := confirmed("an event of a type to come", v.send(ctx, v.event([]byte(body))))
		if r.Outcome == outcomeFail {
			r.Outcome, r.Detail = outcomeNote, "a later version of svcx may have more events: confirm those that you do not know. "+r.Detail
		}
		v.report(r)
	}
}

// reply is the body of a reply.
func (v *Verification) reply(content string) []byte {
	d := &svcx.Delivery{Type: svcx.EventMessageCreated, ConversationID: v.conversation(), CreatedAt: svcx.At(v.Now()), Data: svcx.EventData{
		Content: content, AuthorName: "Grace", MessageID: 3, ContentType: svcx.ContentText, AuthorType: svcx.AuthorAgent, Origin: svcx.OriginInbox,
	}}
	body, err := v.Form.Deliver(d, nil)
	if err != nil {
		panic(err) // it has been encoded before
	}
	return body
}

// repeats sends an event again: after a lost answer, all at once, and outside the order.
func (v *Verification) repeats(ctx context.Context) {
	first := v.event(v.reply("This comes more than once."))
	v.report(confirmed("an event", v.send(ctx, first)))
	again := first
	again.at = v.Now()
	v.report(confirmed("the same event again, as after a lost answer", v.send(ctx, again)))

	together := v.event(v.reply("This comes four times at once."))
	answers := make([]got, 4)
	var sent sync.WaitGroup
	for i := range answers {
		sent.Go(func() { answers[i] = v.send(ctx, together) })
	}
	sent.Wait()
	worst := confirmed("the same event four times at once", answers[0])
	for _, g := range answers[1:] {
		if r := confirmed(worst.Check, g); r.Outcome == outcomeFail {
			worst = r
		}
	}
	v.report(worst)

	late := v.event(v.reply("An admin has sent this again."))
	late.sequence = 1
	v.report(confirmed("an event outside the order, as when an admin sends it again", v.send(ctx, late)))
	v.number += 3
	v.report(confirmed("an event after a gap, as when deliveries have failed for good", v.send(ctx, v.event(v.reply("Three have failed before.")))))
}

// forgeries are signed wrongly, or not at all, and rotations rightly.
func (v *Verification) forgeries(ctx context.Context) {
	if len(v.Secrets) == 0 {
		v.report(Result{Check: "signatures", Outcome: outcomeSkip, Detail: "no secret is given: with --secret forgeries are tried, too"})
		return
	}
	const other = "whsec_YW5vdGhlciBzZWNyZXQgdGhhdCBub2JvZHkga25vd3M="
	forge := func(check string, change func(*sending)) {
		s := v.sending(v.reply("This is forged."))
		s.sequence = v.number + 1
		change(&s)
		v.report(refused(check, v.send(ctx, s)))
	}
	forge("a call without a signature", func(s *sending) { s.unsigned = true })
	forge("a signature by another secret", func(s *sending) { s.secrets = []string{other} })
	forge("a signature that is no signature", func(s *sending) { s.forged = "v1,%%%" })
	forge("a call that is an hour old, rightly signed", func(s *sending) { s.at = s.at.Add(-time.Hour) })
	forge("a call that is an hour ahead, rightly signed", func(s *sending) { s.at = s.at.Add(time.Hour) })
	forge("the signature of another call", func(s *sending) {
		right := v.sending(v.reply("Another text."))
		s.forged, _ = signed(right)
	})
	rotated := v.event(v.reply("Two secrets sign this."))
	rotated.secrets = []string{other, v.Secrets[0]}
	v.report(confirmed("two signatures, as during a rotation", v.send(ctx, rotated)))
}

// connections break, and are slow.
func (v *Verification) connections(ctx context.Context) {
	slow := v.event(v.reply("This comes slowly."))
	slow.client = outward(v.Version, wrapped(func(c net.Conn) net.Conn { return &slowConn{c} }))
	v.report(confirmed("an event that arrives slowly", v.send(ctx, slow)))

	cut := v.event(v.reply(strings.Repeat("This is cut off. ", 500)))
	cut.client = outward(v.Version, wrapped(func(c net.Conn) net.Conn { return &cutConn{Conn: c, left: 4000} }))
	v.send(ctx, cut) // there is no answer
	v.report(v.ping(ctx, "a ping after a connection that broke"))
	cut.client, cut.at = nil, v.Now()
	v.report(confirmed("the event whose connection broke, again", v.send(ctx, cut)))
}

// wrapped dials and wraps what it has dialed.
type wrapped func(net.Conn) net.Conn

func (w wrapped) DialContext(ctx context.Context, network, address string) (net.Conn, error) {
	c, err := new(net.Dialer).DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	return w(c), nil
}

// slowConn writes in pieces with pauses.
type slowConn struct{ net.Conn }

func (c *slowConn) Write(b []byte) (n int, err error) {
	for piece := range slices.Chunk(b, 128) {
		written, err := c.Conn.Write(piece)
		if n += written; err != nil {
			return n, err
		}
		time.Sleep(50 * time.Millisecond)
	}
	return n, nil
}

var errBroken = errors.New("the connection is broken on purpose")

// cutConn breaks after some bytes.
type cutConn struct {
	net.Conn
	left int
}

func (c *cutConn) Write(b []byte) (int, error) {
	if len(b) <= c.left {
		c.left -= len(b)
		return c.Conn.Write(b)
	}
	n, _ := c.Conn.Write(b[:c.left])
	c.Conn.Close()
	return n, errBroken
}

// questions ask what an endpoint may answer.
func (v *Verification) questions(ctx context.Context) {
	now := svcx.At(v.Now())
	for _, intent := range []string{"conversation.resolve", "conversation.close", "conversation.reopen"} {
		v.question(ctx, "confirm", "intent.confirm of "+intent, encoded(form.Confirm(intent, v.conversation(), now)), func(g got) string {
			allowed, reason, ok := form.ReadConfirmation(g.body)
			if !ok {
				return `want {"allowed": true} or {"allowed": false, "reason": "…"}; without it the change is made, unconfirmed`
			}
			if !allowed && reason == "" {
				return "a veto without a reason: agents read it"
			}
			return ""
		})
	}
	v.question(ctx, "content", "content.resolve", encoded(form.ResolveContent([]string{"https://files.example.com/photo.jpg"}, v.conversation())), func(g got) string {
		if _, ok := form.ReadContentURLs(g.body); !ok {
			return `want {"urls": [{"ref": "…", "url": "https://…", "expiresAt": "…"}]}`
		}
		return ""
	})
	for _, kind := range []svcx.BackRequestType{svcx.BackAvatar, svcx.BackInfo, svcx.BackMessage, svcx.BackMetadata} {
		q := svcx.BackRequest{Type: kind, ConversationID: v.conversation(), Contact: &svcx.Contact{ExternalID: "svcx-verify", Email: "verify@example.com"}}
		if kind == svcx.BackMessage {
			q.MessageID = "m-1"
		}
		v.question(ctx, "query", string(kind), encoded(form.BackRequest(q, "9b2f6f0e-6f0e-4f0e-8f0e-0123456789ab", now)), func(g got) string {
			if _, ok := form.ReadBackAnswer(g.status, g.body); !ok {
				return `want 200 with {"data": {…}}, or 204 for "unknown"`
			}
			return ""
		})
	}
}

// encoded is a body that cannot fail to be encoded.
func encoded(body []byte, err error) json.RawMessage {
	if err != nil {
		panic(err)
	}
	return body
}

// question asks, and judges the answer by wrong, which says what is wrong with the body of
// a 2xx. What a channel has switched off, its endpoint need not answer.
func (v *Verification) question(ctx context.Context, feature, check string, body []byte, wrong func(got) string) {
	g := v.send(ctx, v.sending(body))
	r := confirmed(check, g)
	if r.Outcome != outcomeFail {
		if text := wrong(g); text != "" {
			r.Outcome, r.Detail = outcomeFail, text
		}
	} else if g.status != 0 {
		r.Detail = "want 2xx"
	}
	if r.Outcome == outcomeFail && !slices.Contains(v.Need, feature) {
		r.Outcome, r.Detail = outcomeNote, "not answered, which is right while the channel does not ask. "+r.Detail
	}
	v.report(r)
}

package crash

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"sync"
	"time"
)

const (
	// pause is how long a sender waits before it repeats.
	pause = 20 * time.Millisecond
	// stallAfter is when a sender gives up on a write that is not acknowledged, which
	// is a finding.
	stallAfter = 3 * time.Minute
	// conflictFor is how long a 409 is accepted, "the first call is still running"
	// (D 5), after a kill ended that call.
	conflictFor = 10 * time.Second
)

// load is all senders, running until they are stopped.
type load struct {
	*run
	ends    chan struct{}
	senders sync.WaitGroup
}

// startLoad starts senders for every channel.
func (r *run) startLoad() *load {
	l := &load{run: r, ends: make(chan struct{})}
	for _, w := range r.workspaces {
		for _, c := range w.channels {
			answerable := make(chan *conversation, 4)
			for range r.customers {
				random := rand.New(rand.NewPCG(r.random.Uint64(), r.random.Uint64()))
				l.senders.Go(func() { l.customer(c, random, answerable) })
			}
			for range r.agents {
				random := rand.New(rand.NewPCG(r.random.Uint64(), r.random.Uint64()))
				l.senders.Go(func() { l.agent(c, random, answerable) })
			}
		}
	}
	return l
}

// stop returns when every sender's last write is acknowledged.
func (l *load) stop() {
	close(l.ends)
	l.senders.Wait()
}

func (l *load) over() bool {
	select {
	case <-l.ends:
		return true
	default:
		return false
	}
}

// outcome is what an answer means to a sender.
type outcome int

const (
	unknown outcome = iota // repeat
	acknowledged
	conflict
	failure
)

// do tries until the write is acknowledged.
func (l *load) do(tr *track, k kind, text string, try func() (outcome, string)) bool {
	e := entry{kind: k, text: text}
	began := time.Now()
	for {
		e.tries++
		out, answer := try()
		switch {
		case out == acknowledged:
			e.acknowledged = true
			l.acknowledged.Add(1)
		case out == failure:
			l.found.add(wrong, "%s was answered %s", text, answer)
		case out == conflict && time.Since(began) > conflictFor:
			l.conflicts.Add(1)
		case time.Since(began) > stallAfter:
			l.found.add(wrong, "%s is not acknowledged after %v: %s", text, stallAfter, answer)
		default:
			l.unanswered.Add(1)
			time.Sleep(pause)
			continue
		}
		tr.entries = append(tr.entries, e)
		return e.acknowledged
	}
}

// inbound posts to the channel.
func (l *load) inbound(c *channel, body map[string]any) (outcome, string) {
	status, answer, err := l.call("POST", "/api/webhooks/custom/"+c.id, c.header(), body)
	switch {
	case err != nil:
		return unknown, err.Error()
	case status == http.StatusOK && string(answer) == "ok":
		return acknowledged, ""
	case status == http.StatusServiceUnavailable:
		return unknown, string(answer)
	}
	return failure, fmt.Sprintf("%d %s", status, answer)
}

// rest posts to the REST API with an Idempotency-Key.
func (l *load) rest(w *workspace, path, idempotencyKey string, body map[string]any, into any) (outcome, string) {
	header := w.header()
	header.Set("Idempotency-Key", idempotencyKey)
	status, answer, err := l.call("POST", "/api/v1/"+w.slug+path, header, body)
	switch {
	case err != nil:
		return unknown, err.Error()
	case status == http.StatusOK || status == http.StatusCreated:
		if into != nil {
			if err := json.NewDecoder(bytes.NewReader(answer)).Decode(into); err != nil {
				return failure, fmt.Sprintf("%d %s", status, answer)
			}
		}
		return acknowledged, ""
	case status == http.StatusServiceUnavailable:
		return unknown, string(answer)
	case status == http.StatusConflict:
		return conflict, string(answer)
	}
	return failure, fmt.Sprintf("%d %s", status, answer)
}

// customer opens conversations one after the other and writes in each.
func (l *load) customer(c *channel, random *rand.Rand, answerable chan<- *conversation) {
	for !l.over() {
		conv := l.newConversation(c, fmt.Sprintf("c%d", l.serial.Add(1)))
		if random.IntN(6) == 0 {
			l.together(conv, random)
		} else {
			l.alone(conv, random, answerable)
		}
	}
}

// together is several customers who write the first messages of a conversation at the
// same time.
func (l *load) together(conv *conversation, random *rand.Rand) {
	var people sync.WaitGroup
	n := 1 + random.IntN(4)
	for range 2 + random.IntN(4) {
		tr, who := conv.newTrack(), l.serial.Add(1)
		people.Go(func() {
			for range n {
				l.message(conv, tr, who)
			}
		})
	}
	people.Wait()
}

// alone is one customer, the only one who changes the state of the conversation.
func (l *load) alone(conv *conversation, random *rand.Rand, answerable chan<- *conversation) {
	tr, who := conv.newTrack(), l.serial.Add(1)
	for n := range 10 + random.IntN(60) {
		if l.over() {
			return
		}
		if n == 2 && random.IntN(3) > 0 {
			select {
			case answerable <- conv:
			default:
			}
		}
		choice := random.IntN(100)
		switch {
		case n == 0 || choice < 84 || conv.channel.workspace.form == "A":
			l.message(conv, tr, who)
		case choice < 88:
			l.action(conv, tr, inboundResolve, "conversation.resolve")
		case choice < 91:
			l.action(conv, tr, inboundClose, "conversation.close")
		case choice < 95:
			l.action(conv, tr, inboundReopen, "conversation.reopen")
		default:
			l.action(conv, tr, inboundRating, "rating.submit")
		}
	}
}

func (l *load) message(conv *conversation, tr *track, who int64) {
	id := fmt.Sprintf("m%d", l.serial.Add(1))
	l.do(tr, inboundMessage, id, func() (outcome, string) {
		return l.inbound(conv.channel, map[string]any{
			"messageId": id, "conversationId": conv.external, "content": id,
			"from": map[string]any{"externalId": fmt.Sprintf("u%d", who)},
		})
	})
}

func (l *load) action(conv *conversation, tr *track, k kind, action string) {
	text := fmt.Sprintf("a%d", l.serial.Add(1))
	body := map[string]any{"action": action, "conversationId": conv.external}
	if k == inboundRating {
		body["rating"], body["comment"] = 3, text
	}
	l.do(tr, k, text, func() (outcome, string) { return l.inbound(conv.channel, body) })
}

// agent replies in conversations that customers have opened, and opens some.
func (l *load) agent(c *channel, random *rand.Rand, answerable <-chan *conversation) {
	for {
		var conv *conversation
		select {
		case <-l.ends:
			return
		case conv = <-answerable:
		}
		if c.workspace.form == "B" && random.IntN(8) == 0 {
			if own := l.open(c); own != nil {
				l.replies(own, random)
			}
		}
		l.replies(conv, random)
	}
}

// open creates a conversation by REST.
func (l *load) open(c *channel) *conversation {
	subject := fmt.Sprintf("s%d", l.serial.Add(1))
	var made struct {
		Data struct {
			ID                     number
			ExternalConversationID string
		}
	}
	// It is not an entry of a conversation's journal, but the conversation itself.
	if !l.do(&track{}, reply, subject, func() (outcome, string) {
		return l.rest(c.workspace, "/conversations", subject, map[string]any{"subject": subject, "channelId": json.Number(c.id)}, &made)
	}) {
		c.workspace.uncertain.Add(1)
		return nil
	}
	conv := l.newConversation(c, made.Data.ExternalConversationID)
	conv.id = string(made.Data.ID)
	return conv
}

func (l *load) replies(conv *conversation, random *rand.Rand) {
	w := conv.channel.workspace
	if conv.id == "" {
		id, err := l.find(conv)
		if err != nil {
			l.found.add(lost, "%s of %s: %v", conv.external, w.slug, err)
			return
		}
		conv.id = id
	}
	tr := conv.newTrack()
	for n := 2 + random.IntN(8); n > 0 && !l.over(); n-- {
		text := fmt.Sprintf("r%d", l.serial.Add(1))
		switch random.IntN(20) {
		case 0:
			text += " " + refused
		case 1, 2:
			l.do(tr, restRating, text, func() (outcome, string) {
				return l.rest(w, "/conversations/"+conv.id+"/rate", text, map[string]any{"rating": 4, "comment": text}, nil)
			})
			continue
		}
		l.do(tr, reply, text, func() (outcome, string) {
			return l.rest(w, "/conversations/"+conv.id+"/messages", text, map[string]any{"content": text}, nil)
		})
	}
}

// find returns the id of the conversation with that name.
func (r *run) find(conv *conversation) (string, error) {
	var list struct {
		Data []struct {
			ID                     number
			ExternalConversationID string
		}
		Total int
	}
	if err := r.get(conv.channel.workspace, "/conversations?externalConversationId="+url.QueryEscape(conv.external), &list); err != nil {
		return "", err
	}
	if len(list.Data) != 1 || list.Total != 1 {
		return "", fmt.Errorf("the conversation is there %d times (total %d)", len(list.Data), list.Total)
	}
	return string(list.Data[0].ID), nil
}

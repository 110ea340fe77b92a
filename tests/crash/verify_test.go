package crash

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"
)

const (
	// readers is how many conversations are compared at the same time.
	readers = 4
	// drainWithin bounds how long events may take after the last fault: longer than a
	// lease and the interval of a poll together.
	drainWithin = 3 * time.Minute
)

// verify compares conversations with their journals.
func (r *run) verify(conversations []*conversation) {
	r.drain(conversations)
	queue := make(chan *conversation)
	var working sync.WaitGroup
	for range readers {
		working.Go(func() {
			for conv := range queue {
				r.verifyMessages(conv)
				r.verifyEvents(conv)
			}
		})
	}
	for _, conv := range conversations {
		queue <- conv
	}
	close(queue)
	working.Wait()
}

// drain waits until the receivers have received everything.
func (r *run) drain(conversations []*conversation) {
	waiting := conversations
	for deadline := time.Now().Add(drainWithin); ; time.Sleep(50 * time.Millisecond) {
		var still []*conversation
		for _, conv := range waiting {
			least := 0
			for _, tr := range conv.tracks {
				for _, e := range tr.events(conv.channel.workspace.form) {
					least += e.least
				}
			}
			if marks, complete := r.receiver.received(conv); !complete || len(marks) < least {
				still = append(still, conv)
			}
		}
		if waiting = still; len(waiting) == 0 || time.Now().After(deadline) {
			return
		}
	}
}

// verifyMessages expects every acknowledged message once, in its sender's order, and
// nothing else.
func (r *run) verifyMessages(conv *conversation) {
	name := conv.channel.workspace.slug + " " + conv.external
	var expected [][]expectation
	acked := 0
	for _, tr := range conv.tracks {
		var some []expectation
		for _, e := range tr.entries {
			if e.kind == inboundMessage || e.kind == reply {
				some = append(some, expectation{e.text, b2i(e.acknowledged), 1})
				acked += b2i(e.acknowledged)
			}
		}
		expected = append(expected, some)
	}
	id, err := r.find(conv)
	if err != nil {
		if acked > 0 || conv.id != "" {
			r.found.add(lost, "%s: %v", name, err)
		}
		return
	}
	if conv.id != "" && conv.id != id {
		r.found.add(wrong, "%s: its id was %s and is %s", name, conv.id, id)
	}
	contents, err := r.messages(conv.channel.workspace, id)
	if err != nil {
		r.found.add(wrong, "%s: %v", name, err)
		return
	}
	r.compare(name, "message", contents, expected)
}

// messages reads the contents of all messages of a conversation.
func (r *run) messages(w *workspace, id string) ([]string, error) {
	var contents []string
	for {
		var page struct {
			Data []struct {
				Content    string
				ExternalID *string
			}
			Total int
		}
		if err := r.get(w, fmt.Sprintf("/conversations/%s/messages?limit=200&offset=%d", id, len(contents)), &page); err != nil {
			return nil, err
		}
		for _, m := range page.Data {
			if m.ExternalID != nil && *m.ExternalID != m.Content {
				return nil, fmt.Errorf("message %s has the content %q", *m.ExternalID, m.Content)
			}
			contents = append(contents, m.Content)
		}
		if len(page.Data) == 0 || len(contents) >= page.Total {
			if len(contents) != page.Total {
				return nil, fmt.Errorf("%d messages are there, the total is %d", len(contents), page.Total)
			}
			return contents, nil
		}
	}
}

// verifyEvents expects every event of what was acknowledged, in its sender's order,
// and no other.
func (r *run) verifyEvents(conv *conversation) {
	name := conv.channel.workspace.slug + " " + conv.external
	marks, complete := r.receiver.received(conv)
	if !complete {
		r.found.add(undone, "%s: of its events some are missing or not settled after %v", name, drainWithin)
	}
	var expected [][]expectation
	for _, tr := range conv.tracks {
		expected = append(expected, tr.events(conv.channel.workspace.form))
	}
	r.compare(name, "event", marks, expected)
}

// compare expects actual to have each track's expectations, in the track's order, and
// nothing else. State changes have no text of their own: they occur in one track only,
// any number of times.
func (r *run) compare(name, what string, actual []string, expected [][]expectation) {
	owner := make(map[string]int)
	for i, track := range expected {
		for _, e := range track {
			owner[e.mark] = i
		}
	}
	shares := make([][]string, len(expected))
	for _, mark := range actual {
		i, known := owner[mark]
		if !known {
			r.found.add(wrong, "%s: %s %q was not to be", name, what, mark)
			continue
		}
		shares[i] = append(shares[i], mark)
	}
	for i, track := range expected {
		r.match(name, what, shares[i], track)
	}
}

// match walks through actual and expected side by side.
func (r *run) match(name, what string, actual []string, track []expectation) {
	least, most, there := make(map[string]int), make(map[string]int), make(map[string]int)
	for _, e := range track {
		least[e.mark] += e.least
		most[e.mark] += e.most
	}
	for _, mark := range actual {
		there[mark]++
	}
	right := true
	for mark := range most {
		switch n := there[mark]; {
		case n < least[mark]:
			r.found.add(lost, "%s: %s %q is there %d times, not %d", name, what, mark, n, least[mark])
			right = false
		case n > most[mark]:
			r.found.add(doubled, "%s: %s %q is there %d times, not %d", name, what, mark, n, most[mark])
			right = false
		}
	}
	if !right {
		return
	}
	at := 0
	for _, e := range track {
		n := 0
		for n < e.most && at < len(actual) && actual[at] == e.mark {
			at++
			n++
		}
		if n < e.least {
			r.found.add(disordered, "%s: %s %q is not where it should be: %s", name, what, e.mark, strings.Join(actual, ", "))
			return
		}
	}
	if at < len(actual) {
		r.found.add(disordered, "%s: %s %q is not where it should be: %s", name, what, actual[at], strings.Join(actual, ", "))
	}
}

// eventLog is what was read of a channel's event log.
type eventLog struct {
	deliveries map[string]lastAttempt // by id
	stored     map[string]int         // entries of stored messages, by conversation
}

// lastAttempt is the last attempt of a delivery in the log.
type lastAttempt struct {
	conversation string
	ok           bool
	// pending reports that it will be retried, if the log says so.
	pending bool
}

// verifyLog expects a channel's log to have every stored message once, and every
// delivery as delivered, except those that the receiver refuses, which have failed.
func (r *run) verifyLog(c *channel, conversations []*conversation) {
	for deadline := time.Now().Add(drainWithin); ; time.Sleep(100 * time.Millisecond) {
		if err := r.replay(c); err != nil {
			r.found.add(wrong, "%v", err)
			return
		}
		problems := c.log.deliveryProblems(c, conversations)
		if len(problems) == 0 {
			break
		}
		if time.Now().After(deadline) {
			for _, problem := range problems {
				r.found.add(undone, "%s %s after %v", c.workspace.slug, problem, drainWithin)
			}
			break
		}
	}
	for _, conv := range conversations {
		if conv.channel != c {
			continue
		}
		least, most := conv.count(inboundMessage, "")
		switch n := c.log.stored[conv.external]; {
		case n < least:
			r.found.add(lost, "%s %s: the event log has %d stored messages, not %d", c.workspace.slug, conv.external, n, least)
		case n > most:
			r.found.add(doubled, "%s %s: the event log has %d stored messages, not %d", c.workspace.slug, conv.external, n, most)
		}
	}
}

// deliveryProblems reports conversations whose deliveries are not as expected at the
// end.
func (l *eventLog) deliveryProblems(c *channel, conversations []*conversation) (problems []string) {
	failed, pending := make(map[string]int), make(map[string]int)
	for _, last := range l.deliveries {
		failed[last.conversation] += b2i(!last.ok)
		pending[last.conversation] += b2i(last.pending)
	}
	for _, conv := range conversations {
		if conv.channel != c {
			continue
		}
		least, most := conv.count(reply, refused)
		if n := failed[conv.external]; n < least || n > most {
			problems = append(problems, fmt.Sprintf("%s: %d deliveries have failed, %d to %d are refused", conv.external, n, least, most))
		}
		if n := pending[conv.external]; n > 0 {
			problems = append(problems, fmt.Sprintf("%s: %d deliveries are not final", conv.external, n))
		}
	}
	return problems
}

// replay reads the next part of the channel's event log.
func (r *run) replay(c *channel) error {
	if c.log == nil {
		c.log = &eventLog{make(map[string]lastAttempt), make(map[string]int)}
		c.replayed = "0"
	}
	for {
		var page struct {
			Data []struct {
				Direction, EventType, Status string
				ConversationID               *string
				DeliveryID                   *number
				Final                        *bool
			}
			NextAfter number
			HasMore   bool
		}
		if err := r.read("/api/webhooks/custom/"+c.id+"/events?limit=100&after="+url.QueryEscape(c.replayed), c.header(), &page); err != nil {
			return err
		}
		for _, record := range page.Data {
			switch {
			case record.ConversationID == nil:
			case record.Status == "ok" && (record.EventType == "inbound_webhook" || record.EventType == "message.inbound"):
				c.log.stored[*record.ConversationID]++
			case record.Direction == "outbound" && record.DeliveryID != nil:
				c.log.deliveries[string(*record.DeliveryID)] = lastAttempt{
					conversation: *record.ConversationID, ok: record.Status == "ok", pending: record.Final != nil && !*record.Final,
				}
			}
		}
		c.replayed = string(page.NextAfter)
		if !page.HasMore {
			return nil
		}
	}
}

// verifyTotals expects as many conversations as were started, each in one state, and
// the counters of the reports to match the journals.
func (r *run) verifyTotals(w *workspace) {
	total := func(query string) int {
		var list struct{ Total int }
		if err := r.get(w, "/conversations?limit=1"+query, &list); err != nil {
			r.found.add(wrong, "%v", err)
		}
		return list.Total
	}
	want := make(map[string]bounds)
	for _, conv := range r.conversations {
		if conv.channel.workspace != w {
			continue
		}
		add(want, "conversations.opened", 1, 1)
		least, most := conv.count(inboundMessage, "")
		add(want, "messages.in", least, most)
		least, most = conv.count(reply, "")
		add(want, "messages.out", least, most)
		for _, tr := range conv.tracks {
			for _, e := range tr.events(w.form) {
				if strings.HasPrefix(e.mark, "conversation.") {
					add(want, "conversations."+strings.TrimPrefix(e.mark, "conversation."), e.least, e.most)
				}
			}
		}
	}
	add(want, "conversations.opened", 0, int(w.uncertain.Load()))

	var report struct {
		Data struct {
			Total struct{ Conversations, Messages map[string]int }
		}
	}
	if err := r.read("/api/"+w.slug+"/reports", http.Header{"Cookie": {w.cookie}}, &report); err != nil {
		r.found.add(wrong, "%v", err)
		return
	}
	for name, b := range want {
		group, member, _ := strings.Cut(name, ".")
		counts := report.Data.Total.Conversations
		if group == "messages" {
			counts = report.Data.Total.Messages
		}
		if n := counts[member]; n < b.least || n > b.most {
			r.found.add(wrong, "the reports of %s count %s %d times, it happened %d to %d times", w.slug, name, n, b.least, b.most)
		}
	}

	all, byStatus := total(""), 0
	for _, status := range []string{"open", "resolved", "closed"} {
		byStatus += total("&status=" + status)
	}
	if opened := want["conversations.opened"]; all < opened.least || all > opened.most {
		r.found.add(wrong, "%s has %d conversations, %d were begun", w.slug, all, opened.least)
	}
	if all != byStatus {
		r.found.add(wrong, "%s has %d conversations, and %d by their status", w.slug, all, byStatus)
	}
}

type bounds struct{ least, most int }

func add(sums map[string]bounds, name string, least, most int) {
	b := sums[name]
	sums[name] = bounds{b.least + least, b.most + most}
}

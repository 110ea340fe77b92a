package bench

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// deskWork is what agents do, as rows of the result.
var deskWork = [...]string{"list", "conversation", "thread", "mark read", "reply", "resolve"}

const (
	workList = iota
	workConversation
	workThread
	workRead
	workReply
	workResolve
)

// work counts one kind of what agents do.
type work struct {
	recorder
	failing sync.Mutex
	failures
}

// deskAgent opens threads at a human pace, replies and resolves.
type deskAgent struct {
	*desk
	user    *user
	number  int
	rng     *rand.Rand
	conn    *client
	used    time.Time
	replied []deskReply
}

// deskReply is a reply that was answered: the first line of its text, and the
// integrator's id of its conversation.
type deskReply struct{ mark, conversation string }

// views are what agents look at, the most common more often.
var views = [...]string{"unassigned", "unassigned", "unassigned", "mine", "open"}

// listed is a row of a list.
type listed struct {
	ID         int64  `json:"id"`
	ExternalID string `json:"externalConversationId"`
}

// loop works until the end. An agent is busy with a thread for about half of the time
// until the next one.
func (a *deskAgent) loop(ctx context.Context, end time.Time) {
	wait := time.Duration(a.rng.Float64() * float64(a.OpenEvery))
	for sleep(ctx, min(wait, time.Until(end))) == nil && time.Now().Before(end) {
		began := time.Now()
		if err := a.open(ctx, end); err != nil {
			return
		}
		wait = a.around(a.OpenEvery) - time.Since(began)
	}
	if a.conn != nil {
		a.conn.close()
	}
}

// around is a time that is d on average.
func (a *deskAgent) around(d time.Duration) time.Duration {
	return time.Duration((0.5 + a.rng.Float64()) * float64(d))
}

// open reads a list, opens a thread from it, and replies and resolves now and then. An
// error ends the agent's work: the time is up.
func (a *deskAgent) open(ctx context.Context, end time.Time) error {
	var page struct {
		Data []listed `json:"data"`
	}
	if !a.ask(workList, http.MethodGet, fmt.Sprintf(sessionAPI+"/conversations?limit=%d&view=%s", pageSize, views[a.rng.IntN(len(views))]), nil, &page) || len(page.Data) == 0 {
		return nil
	}
	c := page.Data[a.rng.IntN(len(page.Data))]
	path := sessionAPI + "/conversations/" + strconv.FormatInt(c.ID, 10)
	if !a.ask(workConversation, http.MethodGet, path, nil, nil) || !a.ask(workThread, http.MethodGet, path+"/messages?limit=30", nil, nil) || !a.ask(workRead, http.MethodPost, path+"/read", []byte("{}"), nil) {
		return nil
	}
	if a.rng.IntN(100) < a.Replies {
		if err := a.think(ctx, end); err != nil {
			return err
		}
		mark := fmt.Sprintf("Reply %s %d.%d.", a.inbound.run, a.number, len(a.replied))
		body, err := json.Marshal(map[string]string{"content": mark + "\n" + prose[:150+a.rng.IntN(200)]})
		if err != nil {
			return err
		}
		if !a.ask(workReply, http.MethodPost, path+"/messages", body, nil) {
			return nil
		}
		a.replied = append(a.replied, deskReply{mark, c.ExternalID})
	}
	if a.rng.IntN(100) < a.Resolves {
		if err := a.think(ctx, end); err != nil {
			return err
		}
		a.ask(workResolve, http.MethodPost, path+"/resolve", []byte("{}"), nil)
	}
	return nil
}

// think waits as long as an agent reads or writes.
func (a *deskAgent) think(ctx context.Context, end time.Time) error {
	if err := sleep(ctx, a.around(a.OpenEvery/4)); err != nil {
		return err
	}
	if time.Now().After(end) {
		return context.DeadlineExceeded
	}
	return nil
}

// ask sends a request and counts it. It reports whether it succeeded.
func (a *deskAgent) ask(kind int, method, path string, body []byte, into any) bool {
	began := time.Now()
	err := a.request(method, path, body, into)
	w := &a.work[kind]
	if err == nil {
		w.add(time.Since(began))
		return true
	}
	w.failing.Lock()
	defer w.failing.Unlock()
	if w.failed(err); w.errors == tooManyFailures {
		a.cancel(fmt.Errorf("%s: %d requests failed, the first with: %w", deskWork[kind], w.errors, w.firstErr))
	}
	return false
}

func (a *deskAgent) request(method, path string, body []byte, into any) (err error) {
	if a.conn != nil && time.Since(a.used) > keepIdle {
		a.conn.close()
		a.conn = nil
	}
	if a.conn == nil {
		if a.conn, err = connect(a.target.address, a.begin.Add(a.Duration+2*grace)); err != nil {
			return err
		}
	}
	var status int
	var answer []byte
	a.conn.head, a.conn.body = a.user.head(method, path), body
	if method == http.MethodGet {
		status, answer, err = a.conn.send(a.conn.head)
	} else {
		status, answer, err = a.conn.post()
	}
	a.used = time.Now()
	if err != nil {
		a.conn.close()
		a.conn = nil
		return err
	}
	if status/100 != 2 {
		return fmt.Errorf("answered %d %.200q to %s %s", status, answer, method, path)
	}
	if into != nil {
		return json.Unmarshal(answer, into)
	}
	return nil
}

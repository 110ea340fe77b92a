package crash

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"time"
)

// answerWithin is how long a sender waits for an answer, longer than any bound of
// the service: a later one is a stall.
const answerWithin = 90 * time.Second

// newClient is the HTTP client that all senders of a run share.
func newClient() *http.Client {
	return &http.Client{Timeout: answerWithin, Transport: &http.Transport{MaxIdleConnsPerHost: 1000, MaxIdleConns: 1000}}
}

type workspace struct {
	slug, form string
	key        string // of the REST API
	link       string // its admin's sign-in link
	cookie     string // of the admin's session
	channels   []*channel
	// uncertain counts conversations that REST may or may not have created.
	uncertain atomic.Int64
}

type channel struct {
	workspace *workspace
	id, key   string
	// place is the path at the receiver.
	place string
	// log is what was read of its event log, up to the entry replayed.
	log      *eventLog
	replayed string
}

// call makes a request and reads its answer; without one, status is 0 and err is
// set.
func (r *run) call(method, path string, header http.Header, body any) (status int, answer []byte, err error) {
	var content []byte
	if body != nil {
		if content, err = json.Marshal(body); err != nil {
			panic(err) // strings and numbers always encode
		}
	}
	req, err := http.NewRequest(method, r.service.url()+path, bytes.NewReader(content))
	if err != nil {
		panic(err)
	}
	for name, values := range header {
		req.Header[name] = values
	}
	req.Header.Set("Content-Type", "application/json")
	res, err := r.client.Do(req)
	if err != nil {
		return 0, nil, err
	}
	defer res.Body.Close()
	if answer, err = io.ReadAll(res.Body); err != nil {
		return 0, nil, err
	}
	return res.StatusCode, answer, nil
}

func (w *workspace) header() http.Header {
	return http.Header{"Authorization": {"Bearer " + w.key}}
}

func (c *channel) header() http.Header { return http.Header{"X-Svcx-Api-Key": {c.key}} }

// get reads an object from the REST API, and retries while the service is down.
func (r *run) get(w *workspace, path string, into any) error {
	return r.read("/api/v1/"+w.slug+path, w.header(), into)
}

func (r *run) read(path string, header http.Header, into any) error {
	var last string
	for deadline := time.Now().Add(answerWithin); time.Now().Before(deadline); time.Sleep(pause) {
		status, answer, err := r.call("GET", path, header, nil)
		switch {
		case err != nil:
			last = err.Error()
		case status == http.StatusServiceUnavailable:
			last = string(answer)
		case status != http.StatusOK:
			return fmt.Errorf("GET %s: %d %s", path, status, answer)
		default:
			decoder := json.NewDecoder(bytes.NewReader(answer))
			decoder.UseNumber()
			if err := decoder.Decode(into); err != nil {
				return fmt.Errorf("GET %s: %w", path, err)
			}
			return nil
		}
	}
	return fmt.Errorf("GET %s: no answer for %v, the last was %s", path, answerWithin, last)
}

// number is an id in either form: 12 or "12".
type number string

func (n *number) UnmarshalJSON(text []byte) error {
	*n = number(strings.Trim(string(text), `"`))
	return nil
}

// signIn starts a session of a workspace's admin, which the reports need.
func (r *run) signIn(w *workspace) error {
	_, token, _ := strings.Cut(w.link, "token=")
	body, err := json.Marshal(map[string]string{"token": token})
	if err != nil {
		return err
	}
	res, err := r.client.Post(r.service.url()+"/api/auth/verify", "application/json", bytes.NewReader(body))
	if err != nil {
		return err
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK || len(res.Cookies()) != 1 {
		return fmt.Errorf("signing in: %s", res.Status)
	}
	w.cookie = res.Cookies()[0].String()
	w.cookie, _, _ = strings.Cut(w.cookie, ";")
	return nil
}

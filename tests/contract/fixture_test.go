package contract

import (
	"bytes"
	"crypto/rand"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// fixture is what a script works on: a running server with the workspaces acme and
// other, a channel of acme whose events go to a receiver, and the last answer.
type fixture struct {
	*site
	server   *server
	receiver *receiver
	// provider is the AI provider, which a script has the server use by restarting it.
	provider *receiver
	mailbox  *mailbox
	client   *http.Client
	output   io.Writer
	// ahead is how far the server's clock is ahead of the real one; stopped is the
	// time at which it stands, 0 while it runs. Both in nanoseconds.
	ahead, stopped atomic.Int64

	// formChanges reports that the script changes a workspace's form: from then on
	// answers may be of either.
	formChanges bool

	saved map[string]any
	kept  map[string]response
	last  response
	// document is what the command json looks at.
	document any
	// logRead is how far a channel's event log was read, by its path.
	logRead map[string]any
	// streams are the script's open streams, by name.
	streams map[string]*stream
}

// response is the answer to a call.
type response struct {
	status int
	header http.Header
	body   []byte
}

func (w *fixture) now() time.Time {
	at := time.Now()
	if stopped := w.stopped.Load(); stopped != 0 {
		at = time.Unix(0, stopped)
	}
	return at.Add(time.Duration(w.ahead.Load()))
}

// newFixture creates one in dir and starts its server.
func newFixture(t *testing.T, form, database, dir string) (w *fixture, err error) {
	w = &fixture{saved: map[string]any{}, kept: map[string]response{}, logRead: map[string]any{}, output: t.Output()}
	if w.site, err = newSite(t, form, database, filepath.Join(dir, "data")); err != nil {
		return nil, err
	}
	caFile := filepath.Join(dir, "receiver.pem")
	if w.receiver, err = newReceiver(caFile); err != nil {
		return nil, err
	}
	if w.provider, err = newReceiver(caFile); err != nil { // with the same certificate
		return nil, err
	}
	if w.mailbox, err = newMailbox(); err != nil {
		return nil, err
	}
	w.settings["SVCX_SMTP_URL"], w.settings["SVCX_MAIL_FROM"] = w.mailbox.url, "inbox@inbox.test"
	w.settings["SVCX_OUTBOUND_CA_FILE"] = caFile
	w.settings["SVCX_OUTBOUND_ALLOW_CIDRS"] = "127.0.0.0/8"
	w.settings["SVCX_OUTBOUND_RETRY_SCHEDULE"] = "20ms,20ms,20ms"
	// Pings come at random times; scripts about pings switch them on.
	w.settings["SVCX_MONITOR_INTERVAL"] = "0"
	w.client = &http.Client{
		Timeout:       time.Minute,
		Transport:     patientTransport{&http.Transport{DisableCompression: true}},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	for name, value := range w.names {
		w.saved[name] = value
	}
	w.saved["receiver"] = w.receiver.hooked
	w.saved["provider"] = w.provider.URL + "/v1"
	if err := w.start(); err != nil {
		return nil, err
	}
	if err := w.connect(); err != nil {
		return nil, err
	}
	return w, w.findMembers()
}

// patientTransport refuses answers that ask for a retry without saying when.
type patientTransport struct{ *http.Transport }

func (t patientTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	res, err := t.Transport.RoundTrip(r)
	if err == nil && (res.StatusCode == http.StatusTooManyRequests || res.StatusCode == http.StatusServiceUnavailable) && res.Header.Get("Retry-After") == "" {
		res.Body.Close()
		return nil, fmt.Errorf("%s is answered %d without Retry-After", r.URL.Path, res.StatusCode)
	}
	return res, err
}

func (w *fixture) start() (err error) {
	w.server, err = start(w.settings, w.now, w.output)
	return err
}

// connect has the events of acme's channel sent to the receiver.
func (w *fixture) connect() error {
	cookie, err := w.cookie(admin)
	if err != nil {
		return err
	}
	res, err := w.send(request{"PATCH", "/api/acme/channels/" + text(w.saved["channel"]),
		http.Header{"Content-Type": {"application/json"}, "Cookie": {cookie}},
		fmt.Appendf(nil, `{"settings":{"webhookUrl":%q}}`, w.receiver.hooked)})
	if err == nil && res.status != http.StatusOK {
		err = fmt.Errorf("setting the channel's URL: %d %s", res.status, res.body)
	}
	return err
}

func (w *fixture) close() {
	for _, s := range w.streams {
		s.cancel()
	}
	w.receiver.close()
	w.provider.close()
	defer w.mailbox.Close()
	if w.server != nil {
		w.server.stop()
	}
	w.client.CloseIdleConnections()
}

// findMembers saves the ids of a member of acme and of a user who is not a member,
// as $agent and $stranger. REST v1 has no list of members, but its filters know them
// (D 5).
func (w *fixture) findMembers() error {
	for id := 1; id <= 10 && (w.saved["agent"] == nil || w.saved["stranger"] == nil); id++ {
		list := request{method: "GET", path: fmt.Sprintf("/api/v1/acme/conversations?assignedTo=%d", id), header: w.bearer("key")}
		res, err := w.send(list)
		if err != nil {
			return err
		}
		name := "stranger"
		if res.status == http.StatusOK {
			name = "agent"
		}
		if w.saved[name] == nil {
			v, _ := parseJSON([]byte(fmt.Sprint(id)))
			if w.form == "A" {
				v = fmt.Sprint(id)
			}
			w.saved[name] = v
		}
	}
	return nil
}

func (w *fixture) bearer(name string) http.Header {
	return http.Header{"Authorization": {"Bearer " + text(w.saved[name])}}
}

// request is one call to the server. Its path is sent as it is.
type request struct {
	method, path string
	header       http.Header
	body         []byte
}

func (w *fixture) send(r request) (response, error) {
	base, err := url.Parse(w.server.url)
	if err != nil {
		return response{}, err
	}
	var body io.Reader
	if r.body != nil {
		body = bytes.NewReader(r.body)
	}
	req, err := http.NewRequest(r.method, w.server.url, body)
	if err != nil {
		return response{}, err
	}
	path, query, _ := strings.Cut(r.path, "?")
	decoded, err := url.PathUnescape(path)
	if err != nil {
		decoded = path
	}
	req.URL = &url.URL{Scheme: base.Scheme, Host: base.Host, Path: decoded, RawPath: path, RawQuery: query}
	for name, values := range r.header {
		req.Header[name] = values
	}
	res, err := w.client.Do(req)
	if err != nil {
		return response{}, err
	}
	defer res.Body.Close()
	content, err := io.ReadAll(res.Body)
	return response{res.StatusCode, res.Header, content}, err
}

// look makes a response the last one, and its body the document.
func (w *fixture) look(res response) {
	w.last = res
	w.document, _ = parseJSON(res.body)
}

func randomText() string { return rand.Text() }

package contract

import (
	"encoding/json"
	"encoding/pem"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"strconv"
	"strings"
	"sync"
)

// receiver is the integrator's side of the outbound webhook: an HTTPS server that
// records what it was sent. It answers 200 by default.
type receiver struct {
	*httptest.Server
	// hooked is the webhook URL.
	hooked string
	closed chan struct{}

	mu       sync.Mutex
	requests []delivered
	// answers are the next answers by type of call; "" is for types without their
	// own.
	answers map[string][]string
	// arrived is closed and replaced whenever a request arrives.
	arrived chan struct{}
}

// delivered is a request as scripts see it.
type delivered struct {
	Method  string            `json:"method"`
	Path    string            `json:"path"`
	Headers map[string]string `json:"headers"`
	Body    any               `json:"body"`
	Raw     string            `json:"raw"`
}

// newReceiver starts one and writes its certificate to caFile, for the service
// to trust.
func newReceiver(caFile string) (*receiver, error) {
	r := &receiver{answers: map[string][]string{}, arrived: make(chan struct{}), closed: make(chan struct{})}
	r.Server = httptest.NewUnstartedServer(r)
	// Some scripts are about refused handshakes.
	r.Config.ErrorLog = log.New(io.Discard, "", 0)
	r.StartTLS()
	r.hooked = r.URL + "/hook?token=integrators-secret"
	certificate := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: r.Certificate().Raw})
	return r, os.WriteFile(caFile, certificate, 0o600)
}

// close stops it, hanging answers too.
func (r *receiver) close() {
	close(r.closed)
	r.Server.Close()
}

// answer sets how the next requests of a kind are answered, one word each: a status,
// "hang", a status and headers as in 429;Retry-After=1, or a status, a space and a
// body.
func (r *receiver) answer(kind string, words ...string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.answers[kind] = append(r.answers[kind], words...)
}

func (r *receiver) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	answer := r.note(req)
	if answer == "hang" {
		select {
		case <-req.Context().Done():
		case <-r.closed:
		}
		return
	}
	answer, body, _ := strings.Cut(answer, " ")
	status, headers, _ := strings.Cut(answer, ";")
	for header := range strings.SplitSeq(headers, ";") {
		if name, value, ok := strings.Cut(header, "="); ok {
			w.Header().Set(name, value)
		}
	}
	code, err := strconv.Atoi(status)
	if err != nil {
		panic("the script told the receiver to answer " + answer)
	}
	if code >= 300 && code <= 399 && w.Header().Get("Location") == "" {
		w.Header().Set("Location", r.URL+"/elsewhere")
	}
	if body != "" {
		w.Header().Set("Content-Type", "application/json")
	}
	w.WriteHeader(code)
	io.WriteString(w, body)
}

// note records a request and returns how to answer it.
func (r *receiver) note(req *http.Request) string {
	raw, _ := io.ReadAll(req.Body)
	d := delivered{Method: req.Method, Path: req.URL.RequestURI(), Headers: map[string]string{}, Raw: string(raw)}
	for name, values := range req.Header {
		d.Headers[strings.ToLower(name)] = strings.Join(values, ", ")
	}
	d.Body, _ = parseJSON(raw)

	r.mu.Lock()
	defer r.mu.Unlock()
	r.requests = append(r.requests, d)
	close(r.arrived)
	r.arrived = make(chan struct{})
	kind := d.kind()
	if len(r.answers[kind]) == 0 {
		kind = ""
	}
	if len(r.answers[kind]) == 0 {
		return "200"
	}
	next := r.answers[kind][0]
	r.answers[kind] = r.answers[kind][1:]
	return next
}

// received returns the requests of a kind so far, "" for all, and a channel that is
// closed when more arrive.
func (r *receiver) received(kind string) ([]delivered, <-chan struct{}) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if kind == "" {
		return r.requests, r.arrived
	}
	var some []delivered
	for _, d := range r.requests {
		if d.kind() == kind {
			some = append(some, d)
		}
	}
	return some, r.arrived
}

// kind is the type of a call such as ping, or an event's.
func (d delivered) kind() string {
	object, _ := d.Body.(map[string]any)
	for _, name := range []string{"type", "event"} {
		if kind, ok := object[name].(string); ok {
			return kind
		}
	}
	return ""
}

// document is the request as a JSON document.
func (d delivered) document() any {
	text, err := json.Marshal(d)
	if err != nil {
		panic(err) // strings and parsed JSON always encode
	}
	document, _ := parseJSON(text)
	return document
}

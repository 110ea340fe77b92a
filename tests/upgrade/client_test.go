package upgrade

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

const (
	sqlite   = "sqlite"
	postgres = "postgres"
	// These stand in the test data for the addresses of the receiver and the server.
	receiverInData, serverInData = "http://receiver.test", "http://inbox.test"
)

var databases = []string{sqlite, postgres}

// moved is an embedded database that was moved to PostgreSQL.
const moved = "moved"

// settings are those of the earlier version, and of the current one. No attempt is
// made again by itself before the earlier version is killed.
var settings = map[string]string{
	"SVCX_RATE_LIMIT": "0", "SVCX_MAGIC_LINK_RATE_LIMIT": "0", "SVCX_LOG_FORMAT": "json",
	"SVCX_MONITOR_INTERVAL": "0", "SVCX_OUTBOUND_ALLOW_CIDRS": "127.0.0.0/8", "SVCX_OUTBOUND_ALLOW_HTTP": "true",
	"SVCX_OUTBOUND_RETRY_SCHEDULE": "10m,10m",
}

// record is when an earlier version has answered, and what the names of calls.txt
// were. The answers follow.
type record struct {
	At    time.Time         `json:"at"`
	Names map[string]string `json:"names"`
}

// answer is what a caller has read: a document, or lines of them.
type answer struct {
	Who   string            `json:"who"`
	Path  string            `json:"path"`
	Body  json.RawMessage   `json:"body,omitempty"`
	Lines []json.RawMessage `json:"lines,omitempty"`
}

func lines(body []byte) iter.Seq[json.RawMessage] {
	return func(yield func(json.RawMessage) bool) {
		for line := range bytes.Lines(body) {
			if !yield(bytes.TrimSpace(line)) {
				return
			}
		}
	}
}

// call is a request by someone whose session or key has a name.
type call struct {
	who, method, path, body string
	idempotencyKey          string
	// file is the name of a file, whose content is the body.
	file string
}

type response struct {
	status int
	header http.Header
	body   []byte
}

type client struct{ url string }

func (c client) send(call call, names map[string]string) (response, error) {
	var body io.Reader = strings.NewReader(call.body)
	kind := "application/json"
	if call.file != "" {
		var form bytes.Buffer
		w := multipart.NewWriter(&form)
		part, err := w.CreateFormFile("file", call.file)
		if err != nil {
			return response{}, err
		}
		io.WriteString(part, call.body)
		w.Close()
		body, kind = &form, w.FormDataContentType()
	}
	req, err := http.NewRequest(call.method, c.url+call.path, body)
	if err != nil {
		return response{}, err
	}
	if call.method != http.MethodGet {
		req.Header.Set("Content-Type", kind)
	}
	if cookie := names[call.who+".cookie"]; cookie != "" {
		req.Header.Set("Cookie", cookie)
	}
	if key := names[call.who+".key"]; key != "" {
		req.Header.Set("Authorization", "Bearer "+key)
		req.Header.Set("x-svcx-api-key", key)
	}
	if call.idempotencyKey != "" {
		req.Header.Set("Idempotency-Key", call.idempotencyKey)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return response{}, err
	}
	defer res.Body.Close()
	content, err := io.ReadAll(res.Body)
	return response{res.StatusCode, res.Header, content}, err
}

// reference matches a name in a line of calls.txt.
var reference = regexp.MustCompile(`\$[a-z0-9]+(\.[a-z0-9]+)?`)

func expand(line string, names map[string]string) string {
	return reference.ReplaceAllStringFunc(line, func(found string) string {
		if value, ok := names[found[1:]]; ok {
			return value
		}
		return found
	})
}

func parse(body []byte) (v any, err error) {
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()
	return v, decoder.Decode(&v)
}

// lookUp finds what stands at a path such as data.0.id, or nil.
func lookUp(v any, path string) any {
	for name := range strings.SplitSeq(path, ".") {
		switch in := v.(type) {
		case map[string]any:
			v = in[name]
		case []any:
			i, err := strconv.Atoi(name)
			if err != nil || i >= len(in) {
				return nil
			}
			v = in[i]
		default:
			return nil
		}
	}
	return v
}

func text(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	encoded, _ := json.Marshal(v)
	return string(encoded)
}

// receiver is the integrator's side.
type receiver struct {
	*httptest.Server
	mu    sync.Mutex
	calls []delivered
	// answers are the statuses by path; of others 200.
	answers map[string]int
	// more is closed and opened again with each call.
	more chan struct{}
	// released is closed when what hangs is answered.
	released chan struct{}
}

// delivered is a call that the receiver got.
type delivered struct {
	path   string
	header http.Header
	body   []byte
}

// signature is what signs a call with a secret, by the Standard Webhooks scheme.
func signature(d delivered, secret string) string {
	key, _ := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s.%s.%s", d.header.Get("webhook-id"), d.header.Get("webhook-timestamp"), d.body)
	return "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

func newReceiver(t *testing.T) *receiver {
	r := &receiver{answers: map[string]int{"/busy": 503, "/refuse": 400, "/hang": 0}, more: make(chan struct{}), released: make(chan struct{})}
	r.Server = httptest.NewServer(r)
	t.Cleanup(func() {
		r.answerAll()
		r.Close()
	})
	return r
}

func (r *receiver) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	body, _ := io.ReadAll(req.Body)
	r.mu.Lock()
	r.calls = append(r.calls, delivered{req.URL.Path, req.Header, body})
	close(r.more)
	r.more = make(chan struct{})
	status, special := r.answers[req.URL.Path]
	r.mu.Unlock()
	if special && status == 0 {
		select {
		case <-req.Context().Done():
			return
		case <-r.released:
		}
	} else if special {
		w.WriteHeader(status)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	fmt.Fprint(w, `{"allowed":true,"data":{"name":"Zoë Z."},"urls":[]}`)
}

// answerAll answers everything with 200 from now on, what hangs too.
func (r *receiver) answerAll() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.answers != nil {
		close(r.released)
	}
	r.answers = nil
}

// at returns the calls of a path so far, and a channel that is closed with the next.
func (r *receiver) at(path string) ([]delivered, <-chan struct{}) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(r.calls), func(d delivered) bool { return d.path != path }), r.more
}

func (r *receiver) count(path string) int {
	calls, _ := r.at(path)
	return len(calls)
}

// syncBuffer is a buffer that a process writes.
type syncBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *syncBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *syncBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}

func readFile(t *testing.T, path string) []byte {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

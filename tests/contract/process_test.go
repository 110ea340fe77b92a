package contract

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
)

// eachSite runs a test for each form and database, each on a prepared site of its
// own.
func eachSite(t *testing.T, run func(t *testing.T, s *site)) {
	t.Parallel()
	for _, form := range []string{"A", "B"} {
		t.Run(form, func(t *testing.T) {
			for _, database := range []string{sqlite, postgres} {
				t.Run(database, func(t *testing.T) {
					t.Parallel()
					s, err := newSite(t, form, database, t.TempDir()+"/data")
					if err != nil {
						t.Fatal(err)
					}
					run(t, s)
				})
			}
		})
	}
}

// process is the real program, serving.
type process struct {
	*exec.Cmd
	url string
	// output is what it wrote to standard output and standard error, errors only the
	// latter.
	output, errors *output
}

// output collects what a process writes and finds its address in it.
type output struct {
	mu    sync.Mutex
	all   bytes.Buffer
	found chan string
	// written is closed by the next write, if somebody waits for one.
	written chan struct{}
}

// listening matches the address in a log line, or in the text for users.
var listening = regexp.MustCompile(`(?:url=|running on |Listening on )(http://[0-9.:]+)/?\s`)

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.all.Write(p)
	if o.written != nil {
		close(o.written)
		o.written = nil
	}
	if found := listening.FindSubmatch(o.all.Bytes()); found != nil {
		select {
		case o.found <- string(found[1]):
		default:
		}
	}
	return len(p), nil
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.all.String()
}

// await waits until the output contains a text.
func (o *output) await(t *testing.T, text string) {
	t.Helper()
	for deadline := time.After(patience); ; {
		o.mu.Lock()
		if o.written == nil {
			o.written = make(chan struct{})
		}
		written, there := o.written, bytes.Contains(o.all.Bytes(), []byte(text))
		o.mu.Unlock()
		if there {
			return
		}
		select {
		case <-written:
		case <-deadline:
			t.Fatalf("the output does not get %q:\n%s", text, o)
		}
	}
}

// serve starts the program and waits until it listens.
func serve(t *testing.T, s settings, args ...string) *process {
	t.Helper()
	p := spawn(t, s, args...)
	select {
	case p.url = <-p.output.found:
	case <-time.After(patience):
		t.Fatal("the server does not listen")
	}
	return p
}

// spawn starts the program, which is killed at the end of the test.
func spawn(t *testing.T, s settings, args ...string) *process {
	t.Helper()
	path, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	p := &process{Cmd: exec.Command(path, args...), output: &output{found: make(chan string, 1)}, errors: &output{}}
	p.Env = append(os.Environ(), s.lines()...)
	p.Env = append(p.Env, "SVCX_LOG_FORMAT=text")
	p.Stdout, p.Stderr = p.output, io.MultiWriter(p.output, p.errors)
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		p.Process.Kill()
		p.Wait()
		if t.Failed() {
			t.Logf("output of svcx %s:\n%s", strings.Join(args, " "), p.output)
		}
	})
	return p
}

// inbound returns the inbound path of acme's channel, and its key.
func (s *site) inbound() (path, key string) {
	return "/api/webhooks/custom/" + text(s.names["channel"]), text(s.names["channel_key"])
}

// post sends an inbound message; ok reports that it was answered with 200 ok.
func post(client *http.Client, url, key, body string) (ok bool, err error) {
	req, err := http.NewRequest("POST", url, strings.NewReader(body))
	if err != nil {
		return false, err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("x-svcx-api-key", key)
	res, err := client.Do(req)
	if err != nil {
		return false, err
	}
	defer res.Body.Close()
	answer, err := io.ReadAll(res.Body)
	return err == nil && res.StatusCode == http.StatusOK && string(answer) == "ok", err
}

// messagesOf reads the content of all messages of all conversations, by REST.
func messagesOf(t *testing.T, url, key string) []string {
	t.Helper()
	var contents []string
	for _, conversation := range list(t, url+"/api/v1/acme/conversations", key, "data.*.id") {
		contents = append(contents, list(t, url+"/api/v1/acme/conversations/"+conversation+"/messages", key, "data.*.content")...)
	}
	return contents
}

// list reads a value of every item of a list, page by page.
func list(t *testing.T, url, key, path string) []string {
	t.Helper()
	var all []string
	for {
		page := fmt.Sprintf("%s?limit=100&offset=%d", url, len(all))
		status, body := get(t, page, key)
		if status != http.StatusOK {
			t.Fatalf("GET %s: %d %s", page, status, body)
		}
		document, err := parseJSON(body)
		if err != nil {
			t.Fatal(err)
		}
		items, _ := lookUp(document, path)
		if len(items) == 0 {
			return all
		}
		for _, item := range items {
			all = append(all, text(item))
		}
	}
}

// get reads from the REST API.
func get(t *testing.T, url, key string) (status int, body []byte) {
	t.Helper()
	req, err := http.NewRequest("GET", url, nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+key)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if body, err = io.ReadAll(res.Body); err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, body
}

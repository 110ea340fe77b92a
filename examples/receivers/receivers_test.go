package receivers

import (
	"bytes"
	"context"
	"encoding/json"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/evanw/esbuild/pkg/api"

	"svcx/client"
	"svcx/internal/form"
	"svcx/internal/form/forma"
	"svcx/internal/form/formb"
	"svcx/internal/listen"
)

const (
	secret   = "whsec_YW4gZXhhbXBsZSwgbm90IGEgcmVhbCBzZWNyZXQuLi4="
	patience = 30 * time.Second
)

// commands return the command of each receiver, and what it needs to be installed.
var commands = map[string]func(t *testing.T) []string{
	"go": func(t *testing.T) []string {
		path := filepath.Join(t.TempDir(), "receiver")
		build := exec.Command("go", "build", "-o", path, "./go")
		build.Env = append(os.Environ(), "CGO_ENABLED=0")
		if out, err := build.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		return []string{path}
	},
	"typescript": func(t *testing.T) []string {
		needs(t, "node")
		// Node removes the types by itself from version 22 on.
		text, err := os.ReadFile("typescript/receiver.ts")
		if err != nil {
			t.Fatal(err)
		}
		stripped := api.Transform(string(text), api.TransformOptions{Loader: api.LoaderTS})
		for _, problem := range stripped.Errors {
			t.Fatal(problem.Text)
		}
		path := filepath.Join(t.TempDir(), "receiver.mjs")
		if err := os.WriteFile(path, stripped.Code, 0o600); err != nil {
			t.Fatal(err)
		}
		return []string{"node", path}
	},
	"python": func(t *testing.T) []string {
		needs(t, "python3")
		path, err := filepath.Abs("python/receiver.py")
		if err != nil {
			t.Fatal(err)
		}
		return []string{"python3", path}
	},
}

// needs skips the test if a program is not installed; with SVCX_REQUIRE_PROGRAMS=1, as in CI, it fails.
func needs(t *testing.T, program string) {
	t.Helper()
	if _, err := exec.LookPath(program); err == nil {
		return
	}
	if os.Getenv("SVCX_REQUIRE_PROGRAMS") == "1" {
		t.Fatalf("%s is not installed", program)
	}
	t.Skipf("%s is not installed: this was not run", program)
}

// receiver is a running receiver.
type receiver struct {
	address string
	command *exec.Cmd
	mu      sync.Mutex
	out     bytes.Buffer
}

func (r *receiver) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.out.Write(p)
}

func (r *receiver) printed() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.out.String()
}

// times counts a text in what was printed, which may come after the answer to what it is about.
func (r *receiver) times(text string) int {
	for begun := time.Now(); !strings.Contains(r.printed(), text) && time.Since(begun) < patience; time.Sleep(20 * time.Millisecond) {
	}
	return strings.Count(r.printed(), text)
}

// start starts a receiver in a folder, and waits until it listens.
func start(t *testing.T, command []string, dir string) *receiver {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := l.Addr().String()
	l.Close()
	r := &receiver{address: "http://" + addr + "/", command: exec.Command(command[0], command[1:]...)}
	r.command.Dir, r.command.Stdout, r.command.Stderr = dir, r, r
	r.command.Env = append(os.Environ(), "SIGNING_SECRET=whsec_b2xkZXIgc2VjcmV0 "+secret, "ADDR="+addr)
	if err := r.command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.stop)
	for begun := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		if c, err := net.Dial("tcp", addr); err == nil {
			c.Close()
			return r
		}
		if time.Since(begun) > patience {
			t.Fatalf("the receiver does not listen:\n%s", r.printed())
		}
	}
}

func (r *receiver) stop() {
	r.command.Process.Kill()
	r.command.Wait()
}

// Every receiver passes every check of svcx listen --verify, in both forms, and processes an event that
// comes more than once only once.
func TestReceiversDoWhatSvcxNeeds(t *testing.T) {
	t.Parallel()
	for language, command := range commands {
		for name, f := range map[string]*form.Form{"A": forma.New(), "B": formb.New()} {
			t.Run(language+"/"+name, func(t *testing.T) {
				t.Parallel()
				r := start(t, command(t), t.TempDir())
				var out bytes.Buffer
				v := listen.Verification{URL: r.address, Secrets: []string{secret}, Form: f, Need: []string{"confirm", "content", "query"}, Run: "ci", Out: &out, JSON: true, Now: time.Now, Version: "test"}
				if err := v.Verify(t.Context()); err != nil {
					t.Errorf("%v\n%s", err, out.String())
				}
				for d := json.NewDecoder(&out); d.More(); {
					var result listen.Result
					if err := d.Decode(&result); err != nil || result.Outcome != "pass" {
						t.Errorf("%+v %v", result, err)
					}
				}
				for text, times := range map[string]int{"This comes more than once.": 1, "This comes four times at once.": 1, "This is forged.": 0, "This comes slowly.": 1} {
					n := strings.Count(r.printed(), text)
					if times > 0 {
						n = r.times(text)
					}
					if n != times {
						t.Errorf("processed %d times: %s", n, text)
					}
				}
			})
		}
	}
}

// A veto reaches the agent, and a restart forgets no event where that is promised.
func TestReceiversRememberAndVeto(t *testing.T) {
	t.Parallel()
	for language, command := range commands {
		t.Run(language, func(t *testing.T) {
			t.Parallel()
			dir, run := t.TempDir(), command(t)
			first := start(t, run, dir)
			if status, answer := first.post(t, "m1", `{"type":"intent.confirm","intent":"conversation.close","conversationId":"vip-7","timestamp":"2026-11-29T07:08:54.861Z","data":{}}`); status != 200 || !strings.Contains(answer, "account manager") {
				t.Errorf("answered %d %s", status, answer)
			}
			const event = `{"event":"conversation.closed","conversationId":"order-1","timestamp":"2026-11-29T07:08:54.861Z","data":{"status":"closed"}}`
			if status, _ := first.post(t, "m2", event); status != 204 || first.times("conversation.closed in order-1") != 1 {
				t.Errorf("answered %d\n%s", status, first.printed())
			}
			first.stop()
			if language == "go" {
				return // remembers in memory
			}
			second := start(t, run, dir)
			if status, _ := second.post(t, "m2", event); status != 204 || strings.Contains(second.printed(), "order-1") {
				t.Errorf("answered %d\n%s", status, second.printed())
			}
		})
	}
}

func (r *receiver) post(t *testing.T, id, body string) (status int, answer string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, "POST", r.address, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	signature, err := client.Sign([]string{secret}, id, now, []byte(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("webhook-id", id)
	req.Header.Set("webhook-timestamp", strconv.FormatInt(now.Unix(), 10))
	req.Header.Set("webhook-signature", signature)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	var text bytes.Buffer
	text.ReadFrom(res.Body)
	return res.StatusCode, text.String()
}

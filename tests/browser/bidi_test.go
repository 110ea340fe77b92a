package browser

import (
	"bufio"
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gobwas/ws"
	"github.com/gobwas/ws/wsutil"
)

// fox is a tab of Firefox, which is told what to do by WebDriver BiDi.
type fox struct {
	*service
	connection net.Conn
	// context is how Firefox names the tab.
	context string
	// sandbox is where expressions are evaluated: one of our own where scripts are off.
	sandbox string

	mu      sync.Mutex
	last    int
	answers map[int]chan bidiMessage
	wrong   []string
}

// bidiMessage is an answer of Firefox, or an event.
type bidiMessage struct {
	ID      int             `json:"id"`
	Type    string          `json:"type"`
	Method  string          `json:"method"`
	Params  json.RawMessage `json:"params"`
	Result  json.RawMessage `json:"result"`
	Error   string          `json:"error"`
	Message string          `json:"message"`
}

// firefox finds the browser, or skips the test.
func firefox(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"firefox-esr", "firefox"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	if os.Getenv("SVCX_REQUIRE_BROWSER") == "1" {
		t.Fatal("Firefox is required, and there is none")
	}
	t.Skip("there is no Firefox")
	return ""
}

// firefoxPreferences keep Firefox from asking its makers for anything.
const firefoxPreferences = `user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("browser.aboutwelcome.enabled", false);
user_pref("browser.region.network.url", "");
user_pref("browser.safebrowsing.update.enabled", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("extensions.update.enabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("services.settings.server", "data:,");
user_pref("toolkit.telemetry.server", "data:,");
user_pref("ui.prefersReducedMotion", 1);
`

// newFox starts a Firefox with a profile of its own.
func (s *service) newFox(preferences string) *fox {
	s.Helper()
	profile := s.TempDir()
	s.must(os.WriteFile(filepath.Join(profile, "user.js"), []byte(firefoxPreferences+preferences), 0o600))
	ctx, stop := context.WithCancel(context.Background())
	process := exec.CommandContext(ctx, firefox(s.T), "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0", "about:blank")
	process.Env = append(os.Environ(), "HOME="+profile, "MOZ_CRASHREPORTER_DISABLE=1")
	process.WaitDelay = patience
	said, err := process.StderrPipe()
	s.must(err)
	s.must(process.Start())
	s.Cleanup(func() {
		stop()
		process.Wait()
	})
	f := &fox{service: s, answers: make(map[int]chan bidiMessage)}
	f.connect(said)
	return f
}

// connect opens a session with the Firefox that says where it listens.
func (f *fox) connect(said interface{ Read([]byte) (int, error) }) {
	f.Helper()
	address := make(chan string, 1)
	go func() {
		for lines := bufio.NewScanner(said); lines.Scan(); {
			if _, at, found := strings.Cut(lines.Text(), "listening on "); found {
				address <- at
			}
		}
		close(address)
	}()
	var at string
	select {
	case at = <-address:
	case <-time.After(time.Minute):
	}
	if at == "" {
		f.Fatal("Firefox does not listen")
	}
	connection, buffered, _, err := ws.Dial(f.Context(), at+"/session")
	f.must(err)
	if buffered != nil {
		f.Fatal("Firefox speaks first")
	}
	f.connection = connection
	f.Cleanup(func() { connection.Close() })
	go f.listen()
	f.do("session.new", map[string]any{"capabilities": map[string]any{}}, nil)
	f.do("session.subscribe", map[string]any{"events": []string{"log.entryAdded", "network.beforeRequestSent"}}, nil)
	// In the tab that it starts with, Firefox has the focus in its address bar: keys reach the page,
	// but press no button.
	var tree struct{ Contexts []struct{ Context string } }
	f.do("browsingContext.getTree", map[string]any{}, &tree)
	var made struct{ Context string }
	f.do("browsingContext.create", map[string]any{"type": "tab"}, &made)
	f.context = made.Context
	f.do("browsingContext.close", map[string]any{"context": tree.Contexts[0].Context}, nil)
	f.Cleanup(func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		for _, w := range f.wrong {
			f.Errorf("Firefox complained: %s", w)
		}
	})
}

// listen hands answers to those who wait for them, and notes what Firefox complains about.
func (f *fox) listen() {
	for {
		data, err := wsutil.ReadServerText(f.connection)
		if err != nil {
			return
		}
		var m bidiMessage
		if json.Unmarshal(data, &m) != nil {
			continue
		}
		f.mu.Lock()
		if m.Type == "event" {
			f.note(m)
		} else if answer := f.answers[m.ID]; answer != nil {
			delete(f.answers, m.ID)
			answer <- m
		}
		f.mu.Unlock()
	}
}

// note notes an error in the console, and a request to anywhere else. The caller holds f.mu.
func (f *fox) note(m bidiMessage) {
	var event struct {
		Level, Text string
		Request     struct{ URL string }
	}
	if json.Unmarshal(m.Params, &event) != nil {
		return
	}
	switch u := event.Request.URL; {
	case m.Method == "log.entryAdded" && event.Level == "error":
		f.wrong = append(f.wrong, event.Text)
	case m.Method == "network.beforeRequestSent" && !strings.HasPrefix(u, f.url) && !strings.HasPrefix(u, "data:") && !strings.HasPrefix(u, "about:"):
		f.wrong = append(f.wrong, "a request to elsewhere: "+u)
	}
}

// do sends a command and waits for its result.
func (f *fox) do(method string, params any, result any) {
	f.Helper()
	f.must(f.try(method, params, result))
}

func (f *fox) try(method string, params, result any) error {
	answer := make(chan bidiMessage, 1)
	f.mu.Lock()
	f.last++
	id := f.last
	f.answers[id] = answer
	f.mu.Unlock()
	command, err := json.Marshal(map[string]any{"id": id, "method": method, "params": params})
	if err != nil {
		return err
	}
	if err := wsutil.WriteClientText(f.connection, command); err != nil {
		return err
	}
	select {
	case m := <-answer:
		if m.Type == "error" {
			return fmt.Errorf("%s: %s: %s", method, m.Error, m.Message)
		}
		if result == nil {
			return nil
		}
		return json.Unmarshal(m.Result, result)
	case <-time.After(time.Minute):
		return fmt.Errorf("%s: no answer", method)
	}
}

// look evaluates an expression.
func (f *fox) look(expression string, result any) error {
	target, asked := map[string]any{"context": f.context}, `(async () => JSON.stringify(await (`+expression+`)) ?? 'null')()`
	if f.sandbox != "" { // no promise is kept where scripts are off
		target["sandbox"], asked = f.sandbox, `JSON.stringify(`+expression+`) ?? 'null'`
	}
	var value struct {
		Type             string
		Result           struct{ Value string }
		ExceptionDetails struct{ Text string }
	}
	err := f.try("script.evaluate", map[string]any{"expression": asked, "target": target, "awaitPromise": f.sandbox == ""}, &value)
	if err != nil {
		return err
	}
	if value.Type == "exception" {
		return fmt.Errorf("%s", value.ExceptionDetails.Text)
	}
	if result == nil {
		return nil
	}
	return json.Unmarshal([]byte(value.Result.Value), result)
}

// until waits for an expression to be true.
func (f *fox) until(what, expression string) {
	f.Helper()
	for deadline := time.Now().Add(2 * patience); ; {
		var is bool
		err := f.look("!!("+expression+")", &is)
		if err == nil && is {
			return
		}
		if time.Now().After(deadline) {
			var body string
			f.look("location.href + '\\n' + document.body.innerText", &body)
			f.Fatalf("Firefox waited in vain for %s (%v):\n%s", what, err, body)
		}
		select {
		case <-time.After(50 * time.Millisecond):
		case <-f.Context().Done():
			f.Fatal(f.Context().Err())
		}
	}
}

func (f *fox) open(path string) {
	f.Helper()
	f.do("browsingContext.navigate", map[string]any{"context": f.context, "url": f.url + path, "wait": "complete"}, nil)
}

func (f *fox) act(kind string, actions ...map[string]any) {
	f.Helper()
	f.do("input.performActions", map[string]any{"context": f.context, "actions": []any{map[string]any{"type": kind, "id": kind, "actions": actions}}}, nil)
}

// click clicks the middle of an element.
func (f *fox) click(element string) {
	f.Helper()
	f.until(element, `(`+element+`)?.checkVisibility()`)
	var at struct{ X, Y float64 }
	f.must(f.look(`(e => { e.scrollIntoView({block: 'nearest'}); const r = e.getBoundingClientRect(); return {X: Math.floor(r.x + r.width / 2), Y: Math.floor(r.y + r.height / 2)} })(`+element+`)`, &at))
	f.act("pointer", map[string]any{"type": "pointerMove", "x": int(at.X), "y": int(at.Y)}, map[string]any{"type": "pointerDown", "button": 0}, map[string]any{"type": "pointerUp", "button": 0})
}

// foxKeys are keys without a character, as WebDriver names them.
var foxKeys = map[string]string{"Enter": "\uE006", "Escape": "\uE00C", "Control": "\uE009", "ArrowDown": "\uE015", "Tab": "\uE004", "Shift": "\uE008"}

// press presses keys together, the last one while the others are held.
func (f *fox) press(keys ...string) {
	f.Helper()
	var down, up []map[string]any
	for _, key := range keys {
		if named := foxKeys[key]; named != "" {
			key = named
		}
		down = append(down, map[string]any{"type": "keyDown", "value": key})
		up = append([]map[string]any{{"type": "keyUp", "value": key}}, up...)
	}
	f.act("key", append(down, up...)...)
}

// tabs presses Tab until the focus is where a condition says.
func (f *fox) tabs(what, condition string) {
	f.Helper()
	for range 60 {
		f.press("Tab")
		var there bool
		f.must(f.look("!!("+condition+")", &there))
		if there {
			return
		}
	}
	f.Fatalf("Firefox does not come to %s by Tab", what)
}

// write clicks an element and types into it.
func (f *fox) write(element, text string) {
	f.Helper()
	f.click(element)
	for _, r := range text {
		f.press(string(r))
	}
}

// types types where the focus is.
func (f *fox) types(text string) {
	f.Helper()
	for _, r := range text {
		f.press(string(r))
	}
}

// via is the same service, reached by a line.
func (s *service) via(l *line) *service {
	other := *s
	other.node = &node{app: s.app, url: l.url}
	return &other
}

// beside opens another tab with the same cookies and storage; what comes next happens in it.
func (f *fox) beside(path string) (context string) {
	f.Helper()
	var made struct{ Context string }
	f.do("browsingContext.create", map[string]any{"type": "tab"}, &made)
	f.context = made.Context
	f.open(path)
	return made.Context
}

// forgive forgets complaints that a journey caused on purpose.
func (f *fox) forgive(part string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.wrong = slices.DeleteFunc(f.wrong, func(w string) bool { return strings.Contains(w, part) })
}

func (f *fox) sized(width, height int) {
	f.Helper()
	f.do("browsingContext.setViewport", map[string]any{"context": f.context, "viewport": map[string]any{"width": width, "height": height}}, nil)
}

// picture takes a screenshot, if a folder was named for them.
func (f *fox) picture(name string) {
	f.Helper()
	if *firefoxPictures == "" {
		return
	}
	var taken struct{ Data string }
	f.do("browsingContext.captureScreenshot", map[string]any{"context": f.context, "format": map[string]any{"type": "image/webp", "quality": 0.8}}, &taken)
	picture, err := base64.StdEncoding.DecodeString(taken.Data)
	f.must(err)
	kind := "png"
	if bytes.Contains(picture[:16], []byte("WEBP")) {
		kind = "webp"
	}
	f.must(os.WriteFile(filepath.Join(*firefoxPictures, name+"."+kind), picture, 0o644))
}

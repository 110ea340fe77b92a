package browser

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
)

// patience is how long a journey waits for what it expects: long, since other tests may have the
// machine meanwhile.
const patience = 30 * time.Second

// tab is a tab of a browser.
type tab struct {
	*service
	ctx context.Context
	// own is what the tab shares with those beside it.
	own cdp.BrowserContextID
	// url is where the tab finds the service.
	url string
	// plain is set if scripts are off.
	plain bool

	mu sync.Mutex
	// wrong is what the browser complained about.
	wrong []string
}

// chromium finds the browser, or skips the test.
func chromium(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	if os.Getenv("SVCX_REQUIRE_BROWSER") == "1" {
		t.Fatal("Chromium is required, and there is none")
	}
	t.Skip("there is no Chromium")
	return ""
}

// browser is the Chromium of all tests: starting one takes longer than most journeys.
var browser struct {
	sync.Once
	ctx   context.Context
	err   error
	close func()
}

func TestMain(m *testing.M) {
	code := m.Run()
	if browser.close != nil {
		browser.close()
	}
	os.Exit(code)
}

// newTab opens a tab that shares nothing with others: no cookies, storage, or workers.
func (s *service) newTab() *tab {
	s.Helper()
	program := chromium(s.T)
	browser.Do(func() {
		options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(program), chromedp.NoSandbox, chromedp.WindowSize(1440, 900))
		allocator, closeBrowser := chromedp.NewExecAllocator(context.Background(), options...)
		ctx, closeTab := chromedp.NewContext(allocator, chromedp.WithErrorf(func(string, ...any) {}))
		browser.ctx, browser.close = ctx, func() { closeTab(); closeBrowser() }
		browser.err = chromedp.Run(ctx)
	})
	if browser.err != nil {
		s.Fatalf("starting Chromium: %v", browser.err)
	}
	var own cdp.BrowserContextID
	s.inBrowser(func(ctx context.Context) (err error) {
		own, err = target.CreateBrowserContext().Do(ctx)
		return err
	})
	s.Cleanup(func() {
		s.inBrowser(func(ctx context.Context) error { return target.DisposeBrowserContext(own).Do(ctx) })
	})
	return s.tabIn(own)
}

// inBrowser does what concerns no single tab.
func (s *service) inBrowser(do func(context.Context) error) {
	s.Helper()
	if err := do(cdp.WithExecutor(browser.ctx, chromedp.FromContext(browser.ctx).Browser)); err != nil {
		s.Fatal(err)
	}
}

// beside opens another tab with the same cookies and storage.
func (t *tab) beside() *tab {
	t.Helper()
	other := t.tabIn(t.own)
	other.url = t.url
	return other
}

func (s *service) tabIn(own cdp.BrowserContextID) *tab {
	s.Helper()
	var id target.ID
	s.inBrowser(func(ctx context.Context) (err error) {
		// Without a window of its own there is none to open the first tab in.
		id, err = target.CreateTarget("about:blank").WithBrowserContextID(own).WithNewWindow(true).Do(ctx)
		return err
	})
	ctx, closeTab := chromedp.NewContext(browser.ctx, chromedp.WithTargetID(id))
	t := &tab{service: s, ctx: ctx, own: own, url: s.url}
	s.Cleanup(func() {
		closeTab()
		t.mu.Lock()
		defer t.mu.Unlock()
		for _, w := range t.wrong {
			s.Errorf("the browser complained: %s", w)
		}
	})
	chromedp.ListenTarget(ctx, t.watch)
	// A browser without a window has no focus of its own. What waits for a random time, so that
	// not all pages ask at once, waits for the shortest.
	t.run(network.Enable(), log.Enable(), emulation.SetFocusEmulationEnabled(true), chromedp.ActionFunc(func(ctx context.Context) error {
		_, err := page.AddScriptToEvaluateOnNewDocument(`Math.random = () => 0`).Do(ctx)
		return err
	}))
	return t
}

func (t *tab) watch(event any) {
	complain := func(text string) {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.wrong = append(t.wrong, text)
	}
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		complain(e.ExceptionDetails.Error())
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.APITypeError || e.Type == runtime.APITypeWarning {
			text := string(e.Type) + " in the console:"
			for _, a := range e.Args {
				text += " " + string(a.Value) + a.Description
			}
			complain(text)
		}
	case *log.EventEntryAdded:
		if e.Entry.Level == log.LevelError {
			complain(e.Entry.Text + " " + e.Entry.URL)
		}
	case *page.EventJavascriptDialogOpening:
		if e.Type != page.DialogTypeBeforeunload {
			complain("a dialog: " + e.Message)
			go chromedp.Run(t.ctx, page.HandleJavaScriptDialog(false)) // otherwise all waits for it
		}
	case *network.EventRequestWillBeSent:
		if u := e.Request.URL; !strings.HasPrefix(u, t.url) && !strings.HasPrefix(u, "data:") {
			complain("a request to elsewhere: " + u)
		}
	}
}

// forgive forgets complaints that a journey caused on purpose.
func (t *tab) forgive(part string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	var rest []string
	for _, w := range t.wrong {
		if !strings.Contains(w, part) {
			rest = append(rest, w)
		}
	}
	t.wrong = rest
}

func (t *tab) run(actions ...chromedp.Action) {
	t.Helper()
	if err := chromedp.Run(t.ctx, actions...); err != nil {
		t.Fatal(err)
	}
}

// look evaluates an expression, also where the page's own scripts are off.
func (t *tab) look(expression string, result any) error {
	return chromedp.Run(t.ctx, chromedp.ActionFunc(func(ctx context.Context) error {
		value, failure, err := runtime.Evaluate(expression).WithReturnByValue(true).WithAwaitPromise(true).WithAllowUnsafeEvalBlockedByCSP(true).Do(ctx)
		if err != nil {
			return err
		}
		if failure != nil {
			return failure
		}
		if result == nil || value.Value == nil {
			return nil
		}
		return json.Unmarshal(value.Value, result)
	}))
}

// until waits for an expression to be true, on a page whose scripts run: what comes next may be a
// key for them.
func (t *tab) until(what, expression string) {
	t.Helper()
	if !t.plain {
		expression = `document.readyState !== 'loading' && (!document.querySelector('script[type=module]') || document.documentElement.classList.contains('js')) && (` + expression + `)`
	}
	deadline := time.Now().Add(patience)
	for {
		var is bool
		err := t.look("!!("+expression+")", &is)
		if err == nil && is {
			return
		}
		if time.Now().After(deadline) {
			var body, address string
			t.look("(document.activeElement?.id ?? document.activeElement?.tagName) + \"=\" + document.activeElement?.value + \"\\n\" + document.body.innerText", &body)
			t.look("location.href", &address)
			t.Fatalf("waited in vain for %s (%v) at %s:\n%s", what, err, address, body)
		}
		select {
		case <-time.After(20 * time.Millisecond):
		case <-t.Context().Done():
			t.Fatal(t.Context().Err())
		}
	}
}

// named is an expression for the visible element with a role's selector and an exact
// accessible name, as far as labels and texts make it.
func named(selector, name string) string {
	return fmt.Sprintf(`[...document.querySelectorAll(%q)].find(e => e.checkVisibility() && (e.getAttribute('aria-label') ?? (c => { c.querySelectorAll('[aria-hidden=true]').forEach(x => x.remove()); return c.textContent })(e.cloneNode(true))).trim().replace(/\s+/g, ' ') === %q)`, selector, name)
}

// quoted is a text as JavaScript has it.
func quoted(text string) string {
	out, _ := json.Marshal(text)
	return string(out)
}

func button(name string) string { return named("button, summary", name) }
func link(name string) string   { return named("a", name) }

// click clicks the middle of an element with the mouse.
func (t *tab) click(element string) {
	t.Helper()
	// Asked for at once: the page may change between two questions.
	var at *struct{ X, Y float64 }
	for deadline := time.Now().Add(patience); at == nil; {
		t.look(`(() => { const e = `+element+`; if (!e?.checkVisibility()) return null; e.scrollIntoView({block: 'nearest'}); const r = e.getBoundingClientRect(); return {X: r.x + r.width / 2, Y: r.y + r.height / 2} })()`, &at)
		if at == nil && time.Now().After(deadline) {
			t.until(element, element)
		}
	}
	t.run(chromedp.MouseClickXY(at.X, at.Y))
}

// write types into an element.
func (t *tab) write(element, text string) {
	t.Helper()
	t.click(element)
	t.run(chromedp.ActionFunc(func(ctx context.Context) error { return input.InsertText(text).Do(ctx) }))
}

// press presses a key, as a person does: a page that takes it for itself keeps its
// character from being typed. (chromedp types the character whatever the page does.)
func (t *tab) press(key string, modifiers ...input.Modifier) {
	t.Helper()
	var held input.Modifier
	for _, m := range modifiers {
		held |= m
	}
	down := input.DispatchKeyEvent(input.KeyDown).WithKey(key).WithModifiers(held)
	switch {
	case key == "Enter":
		down = down.WithText("\r").WithWindowsVirtualKeyCode(13)
	case key == "Escape":
		down = down.WithWindowsVirtualKeyCode(27) // closes dialogs
	case len(key) == 1:
		down = down.WithText(key)
	}
	t.run(down, input.DispatchKeyEvent(input.KeyUp).WithKey(key).WithModifiers(held))
}

// open goes to a path.
func (t *tab) open(path string) {
	t.Helper()
	t.run(chromedp.Navigate(t.url + path))
}

// shows waits until the page shows a text.
func (t *tab) shows(text string) {
	t.Helper()
	t.until(fmt.Sprintf("the text %q", text), fmt.Sprintf(`document.body.innerText.includes(%q)`, text))
}

// signIn uses a sign-in link and its button.
func (t *tab) signIn(email string) {
	t.Helper()
	// A page that is being signed out would load itself again in the middle of this.
	t.run(chromedp.Navigate("about:blank"))
	t.run(chromedp.Navigate(strings.Replace(t.link(email), t.service.url, t.url, 1)))
	t.click(button("Sign in"))
	t.until("the inbox", `location.pathname === '/app/`+string(t.shop.Slug)+`/inbox'`)
}

// row is the link of a conversation by the beginning of its name.
func row(begins string) string {
	return fmt.Sprintf(`[...document.querySelectorAll('a[data-conversation-id]')].find(e => e.innerText.replace(/\s+/g, ' ').includes(%q))`, begins)
}

// via has the tab reach the service by a line.
func (t *tab) via(l *line) *tab {
	t.url = l.url
	return t
}

// withoutScripts switches scripts of pages off.
func (t *tab) withoutScripts() {
	t.plain = true
	t.run(emulation.SetScriptExecutionDisabled(true))
}

// leaves closes a page as if its tab were closed.
func (t *tab) leaves() {
	t.Helper()
	t.run(chromedp.Navigate("about:blank"))
}

package richtext

import (
	"context"
	"encoding/json"
	"fmt"
	"html/template"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"svcx/internal/richtext/vectors"
)

// policy is the pages' (architecture, "Pages").
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; media-src 'self'; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// probe counts what must not happen, and tries to make it happen: it fires events at everything, and
// writes and reads markup again and again, as pages that swap do.
const probe = `
'use strict';
const ran = [];
const note = what => ran.push(what + ' ' + (window.event && window.event.target && window.event.target.closest && window.event.target.closest('[data-vector]') || {dataset: {vector: '?'}}).dataset.vector);
for (const name of ['alert', 'confirm', 'prompt', 'print', 'open', 'write', 'eval', 'msgbox']) window[name] = () => note(name);
addEventListener('securitypolicyviolation', e => ran.push('violation ' + e.violatedDirective + ' ' + e.blockedURI));
addEventListener('click', e => e.preventDefault());
addEventListener('submit', e => e.preventDefault());
const schemes = ['http:', 'https:', 'mailto:', 'tel:'];
window.check = events => {
  const wrong = [];
  for (const box of document.querySelectorAll('[data-vector]')) {
    for (let i = 0; i < 3; i++) {
      const before = box.innerHTML;
      box.innerHTML = before;
      if (box.innerHTML !== before) wrong.push('changes: ' + box.dataset.vector);
    }
    for (const e of box.querySelectorAll('*')) {
      for (const a of e.attributes) if (/^on|^id$|^name$|^style$|^srcset$|^xlink/i.test(a.name)) wrong.push(a.name + ': ' + box.dataset.vector);
      if (e.namespaceURI !== 'http://www.w3.org/1999/xhtml') wrong.push(e.namespaceURI + ': ' + box.dataset.vector);
      if (e.tagName === 'A' && !schemes.includes(e.protocol)) wrong.push(e.href + ': ' + box.dataset.vector);
      if (e.focus) e.focus();
      for (const name of events) e.dispatchEvent(new Event(name, {bubbles: true, cancelable: true}));
      if (e.click) e.click();
    }
  }
  return new Promise(done => setTimeout(() => done({ran, wrong, boxes: document.querySelectorAll('main > [data-vector]').length}), 300));
};
// raw puts attacks in as they are, to see that the probe sees them.
window.raw = payloads => {
  for (const p of payloads) {
    const box = document.createElement('div');
    document.querySelector('main').append(box);
    box.innerHTML = p;
  }
  return new Promise(done => setTimeout(() => done({ran, wrong: [], boxes: 0}), 1000));
};`

// events are those that attacks wait for.
var events = strings.Fields("mouseover mouseenter mousemove pointerover pointerenter focus focusin blur load error toggle animationstart transitionend input change keydown submit scroll wheel beforetoggle begin play")

// box is one attack in one place.
type box struct {
	Vector string
	Markup template.HTML
	Text   string // that the page escapes
}

var shownPage = template.Must(template.New("").Parse(`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{{.Title}}</title><script src="/probe.js"></script></head><body><main>
{{range .Boxes}}<div data-vector="{{.Vector}}" dir="auto" title="{{.Text}}">{{.Markup}}{{.Text}}</div>
{{end}}</main><p id="end"></p></body></html>`))

// result is what the probe saw.
type result struct {
	Ran, Wrong []string
	Boxes      int
}

// Issue 15: every attack, through every function, in a page of a real browser, under the pages' policy and
// without any: no script runs, no dialog opens, nothing is asked of other servers.
func TestVectorsInBrowser(t *testing.T) {
	b := newBrowser(t)
	for _, csp := range []string{policy, ""} {
		for kind, show := range map[string]func(v vectors.Vector) box{
			"text":     func(v vectors.Vector) box { return shownBox(Text(v.Payload)) },
			"markdown": func(v vectors.Vector) box { return shownBox(Markdown(v.Payload, media)) },
			"html":     func(v vectors.Vector) box { return shownBox(HTML(v.Payload, media)) },
			"subject":  func(v vectors.Vector) box { return box{Text: Subject(v.Payload) + " " + HTMLLine(v.Payload, 200)} },
			"name":     func(v vectors.Vector) box { return box{Text: Name(v.Payload)} },
			"filename": func(v vectors.Vector) box { return box{Text: FileName(v.Payload) + " " + Host(v.Payload)} },
		} {
			t.Run(fmt.Sprintf("%s, policy %t", kind, csp != ""), func(t *testing.T) {
				var boxes []box
				for _, v := range vectors.All() {
					shown := show(v)
					shown.Vector = v.ID
					boxes = append(boxes, shown)
				}
				got, seen := b.visit(t, csp, boxes, "check", events)
				for _, wrong := range append(append(got.Ran, got.Wrong...), seen...) {
					t.Error(wrong)
				}
				if got.Boxes != len(boxes) {
					t.Errorf("%d of %d boxes are where they were put", got.Boxes, len(boxes))
				}
			})
		}
	}
	t.Run("the probe sees attacks", func(t *testing.T) {
		var payloads []string
		for _, v := range vectors.Of(vectors.HTML) {
			if strings.Contains(v.Payload, "alert(1)") && strings.Contains(v.Payload, "onerror") || strings.Contains(v.Payload, "<img src=https://evil.example") {
				payloads = append(payloads, v.Payload)
			}
		}
		got, seen := b.visit(t, "", nil, "raw", payloads)
		if len(got.Ran) < 50 || len(seen) < 2 {
			t.Errorf("it saw %d scripts and %d requests", len(got.Ran), len(seen))
		}
	})
}

func shownBox(s Shown) box { return box{Markup: template.HTML(s.Body + s.Quoted)} }

// browser is a Chromium and a server for it.
type browser struct {
	ctx    context.Context
	server *httptest.Server

	mu    sync.Mutex
	page  string
	csp   string
	asked []string
}

// newBrowser starts them. Without Chromium the test is skipped, or fails if
// SVCX_REQUIRE_BROWSER is 1.
func newBrowser(t *testing.T) *browser {
	t.Helper()
	found := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			found = path
			break
		}
	}
	if found == "" {
		if os.Getenv("SVCX_REQUIRE_BROWSER") == "1" {
			t.Fatal("no chromium in PATH")
		}
		t.Skip("no chromium in PATH")
	}
	b := &browser{}
	b.server = httptest.NewServer(http.HandlerFunc(b.serve))
	t.Cleanup(b.server.Close)
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(found), chromedp.NoSandbox,
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND , EXCLUDE 127.0.0.1"), chromedp.WSURLReadTimeout(time.Minute))
	allocator, stop := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(stop)
	ctx, end := chromedp.NewContext(allocator)
	t.Cleanup(end)
	b.ctx = ctx
	if err := chromedp.Run(ctx); err != nil {
		t.Fatalf("starting %s: %v", found, err)
	}
	return b
}

func (b *browser) serve(w http.ResponseWriter, r *http.Request) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch r.URL.Path {
	case "/page":
		if b.csp != "" {
			w.Header().Set("Content-Security-Policy", b.csp)
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte(b.page))
	case "/probe.js":
		w.Header().Set("Content-Type", "text/javascript")
		_, _ = w.Write([]byte(probe))
	case "/favicon.ico":
	default:
		b.asked = append(b.asked, r.URL.String())
		http.NotFound(w, r)
	}
}

// visit shows boxes in a page of its own and calls a function of the probe. What the page asked
// for, opened or asked people is seen.
func (b *browser) visit(t *testing.T, csp string, boxes []box, function string, argument any) (got result, seen []string) {
	t.Helper()
	var rendered strings.Builder
	title := ""
	for _, x := range boxes {
		title += x.Text
	}
	if err := shownPage.Execute(&rendered, map[string]any{"Boxes": boxes, "Title": title}); err != nil {
		t.Fatal(err)
	}
	b.mu.Lock()
	b.page, b.csp, b.asked = rendered.String(), csp, nil
	b.mu.Unlock()

	ctx, end := chromedp.NewContext(b.ctx)
	defer end()
	if err := chromedp.Run(ctx); err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	see := func(format string, args ...any) {
		mu.Lock()
		defer mu.Unlock()
		seen = append(seen, fmt.Sprintf(format, args...))
	}
	chromedp.ListenTarget(ctx, func(event any) {
		switch e := event.(type) {
		case *network.EventRequestWillBeSent:
			if url := e.Request.URL; !strings.HasPrefix(url, b.server.URL+"/") && !strings.HasPrefix(url, "data:image/") {
				see("request: %s", url)
			}
		case *page.EventJavascriptDialogOpening:
			see("dialog: %s", e.Message)
			go func() { _ = chromedp.Run(ctx, page.HandleJavaScriptDialog(false)) }()
		case *page.EventWindowOpen:
			see("window: %s", e.URL)
		}
	})
	before, err := chromedp.Targets(ctx)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(argument)
	if err != nil {
		t.Fatal(err)
	}
	bounded, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	awaited := func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }
	if err := chromedp.Run(bounded, network.Enable(), chromedp.Navigate(b.server.URL+"/page"),
		chromedp.Evaluate(fmt.Sprintf("%s(%s)", function, text), &got, awaited)); err != nil {
		t.Fatal(err)
	}
	after, err := chromedp.Targets(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if len(after) != len(before) {
		see("%d windows more", len(after)-len(before))
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	mu.Lock()
	defer mu.Unlock()
	for _, url := range b.asked {
		seen = append(seen, "asked of us: "+url)
	}
	return got, seen
}

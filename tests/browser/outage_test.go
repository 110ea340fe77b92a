package browser

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"svcx"
	"svcx/internal/inbox"
)

// fills imports messages of a customer into a conversation, as many as are wanted.
func (s *service) fills(conversation string, messages int) {
	s.Helper()
	call := inbox.Call{Workspace: s.shop, Actor: inbox.Operator}
	for from := 0; from < messages; from += svcx.MaxImportMessages {
		batch := svcx.Import[svcx.ImportMessage]{Channel: s.channel}
		for i := from; i < min(messages, from+svcx.MaxImportMessages); i++ {
			batch.Items = append(batch.Items, svcx.ImportMessage{
				Index: i - from, ConversationExternalID: conversation, ExternalID: fmt.Sprint("import", i), AuthorType: svcx.AuthorCustomer,
				Content: fmt.Sprintf("Number %d.", i),
			})
		}
		batch.Total = len(batch.Items)
		result, err := s.app.Messaging.ImportMessages(s.Context(), call, batch)
		s.must(err)
		if result.Imported != batch.Total {
			s.Fatalf("imported: %+v", result)
		}
	}
}

// The server stops in the middle of a sentence and comes back on the same port.
func TestServerRestarts(t *testing.T) {
	chromium(t)
	dir := t.TempDir()
	s := newService(t, "--data-dir", dir)
	s.says("parcel", "Amara Osei", "Where is my parcel?")
	ada := s.newTab()
	ada.isCut()
	ada.signIn("ada@example.com")
	ada.opens("Amara Osei")
	ada.write(`document.querySelector('#reply')`, "Half a ")
	ada.until("the same document", `window.sameDocument = true`)
	s.stop()
	ada.until("that it is said", `document.querySelector('#connection').innerText === 'Offline, trying again'`)
	ada.run(typed("sentence"))
	ada.press("Enter", input.ModifierCtrl)
	ada.until("that it was not sent", unsent+` && `+button("Send now"))
	ada.until("the text kept", `document.querySelector('#reply').value === 'Half a sentence' && !document.querySelector('#sending')`)
	s.node = serve(t, "--addr", strings.TrimPrefix(s.url, "http://"), "--data-dir", dir)
	s.says("parcel", "Amara Osei", "Are you there?")
	ada.until("that it is over", `document.querySelector('#connection').innerText === ''`)
	ada.until("what was missed", `[...document.querySelectorAll('#messages article')].some((message) => message.innerText.includes('Are you there?'))`)
	ada.forgive("422")
	// The customer has written since the sentence was begun, or it was sent before they did.
	ada.until("the question, or the reply", button("Send anyway")+`?.checkVisibility() || document.querySelector('article[data-author="agent"]')`)
	if asks := false; ada.look(`!document.querySelector('article[data-author="agent"]')`, &asks) == nil && asks {
		ada.click(button("Send anyway"))
	}
	ada.until("the reply, once", `document.querySelectorAll('article[data-author="agent"]').length === 1 && !document.querySelector('#sending') && document.querySelector('#reply').value === ''`)
	ada.until("the same document", `window.sameDocument && !document.querySelector('#alert').innerText`)
	ada.forgive("ERR_")
	ada.forgive("Failed to load resource")
	ada.forgive("htmx:")
}

// A network that goes away without closing the connection, as in a tunnel, is told by its silence.
func TestConnectionGoesSilent(t *testing.T) {
	chromium(t)
	s := newService(t)
	line := newLine(t, s.url)
	s.says("parcel", "Amara Osei", "Where is my parcel?")
	ada := s.newTab().via(line)
	ada.signIn("ada@example.com")
	ada.opens("Amara Osei")
	s.says("parcel", "Amara Osei", "Hello?")
	ada.until("the stream", `document.querySelectorAll('#messages article').length === 2`)
	ada.write(`document.querySelector('#reply')`, "Half a ")
	ada.until("the same document", `window.sameDocument = true`)
	line.stall()
	ada.until("that it is said", `document.querySelector('#connection').innerText === 'Offline, trying again'`)
	s.says("parcel", "Amara Osei", "Are you there?")
	ada.run(typed("sentence"))
	line.flow()
	ada.until("that it is over", `document.querySelector('#connection').innerText === ''`)
	ada.until("what was missed", `document.querySelectorAll('#messages article').length === 3`)
	ada.until("what was written, where it was written", `document.activeElement.id === 'reply' && document.activeElement.value === 'Half a sentence' && window.sameDocument`)

	// For so long that the connection is given up for another.
	line.stall()
	ada.until("that it is said", `document.querySelector('#connection').innerText === 'Offline, trying again'`)
	before := line.connections()
	for deadline := time.Now().Add(patience); line.connections() == before; ada.until("another look", `true`) {
		if time.Now().After(deadline) {
			t.Fatal("no other connection was tried")
		}
	}
	s.says("parcel", "Amara Osei", "I have found it.")
	line.flow()
	ada.until("that it is over again", `document.querySelector('#connection').innerText === ''`)
	ada.until("what was missed meanwhile, once", `[...document.querySelectorAll('#messages article')].filter(e => e.innerText.includes('I have found it.')).length === 1 && window.sameDocument`)
	ada.forgive("ERR_")
}

// After an outage in which more happened than is told again, as in one of hours, the page is as
// if it had been reloaded. What counts is how many changes were missed, not how long it took:
// the browser tries again every two seconds, however often it has failed.
func TestMoreIsMissedThanIsToldAgain(t *testing.T) {
	chromium(t)
	s := newService(t)
	line := newLine(t, s.url)
	s.says("long", "Amara Osei", "Hello")
	s.says("invoice", "Jonas Lindqvist", "The VAT number is wrong.")
	ada := s.newTab().via(line)
	ada.signIn("ada@example.com")
	ada.opens("Amara Osei")
	ada.write(`document.querySelector('#reply')`, "Half a sentence")
	ada.until("the same document", `window.sameDocument = true`)
	line.cut()
	ada.until("that it is said", `document.querySelector('#connection').innerText === 'Offline, trying again'`)
	s.fills("long", svcx.MaxResume+1)
	s.says("third", "Wen Zhao", "A third conversation.")
	line.mend()
	ada.until("that it is over", `document.querySelector('#connection').innerText === ''`)
	ada.until("the end of the thread", `[...document.querySelectorAll('#messages article')].at(-1).innerText.includes('Number 10000.') && document.querySelectorAll('#messages article').length === 50`)
	ada.until("the way to what is before it", link("Earlier messages"))
	ada.until("the third in the list, in its order", `document.querySelector('#rows .conv').innerText.includes('Wen')`)
	ada.until("what was written, where it was written", `document.activeElement.id === 'reply' && document.activeElement.value === 'Half a sentence' && window.sameDocument`)
	ada.until("what is open, in the list", row("Amara Osei")+`.hasAttribute('aria-current')`)
	ada.forgive("ERR_")
	ada.forgive("Failed to load resource")
}

// A thread of 10,000 messages is read from its end to its beginning and back, and a link leads
// into its middle.
func TestThreadOfTenThousand(t *testing.T) {
	chromium(t)
	s := newService(t)
	s.says("long", "Amara Osei", "Hello")
	s.fills("long", 10_000)
	ada := s.newTab()
	ada.signIn("ada@example.com")
	ada.opens("Amara Osei")
	const first = `document.querySelector('#messages article').innerText`
	const last = `[...document.querySelectorAll('#messages article')].at(-1).innerText`
	ada.until("the end", last+`.includes('Number 9999.')`)
	ada.click(link("Earlier messages"))
	ada.until("the part before", last+`.includes('Number 9949.') && `+first+`.includes('Number 9900.')`)
	ada.until("the ways on", link("Later messages")+` && `+link("Earlier messages"))
	ada.click(link("Later messages"))
	ada.until("the end again", last+`.includes('Number 9999.') && !`+link("Later messages"))
	var middle string
	s.must(ada.look(`fetch('/api/shop/conversations/1/messages?limit=1&offset=5000').then(r => r.json()).then(r => String(r.data[0].id))`, &middle))
	ada.open("/app/shop/inbox/1?m=" + middle + "#m-" + middle)
	ada.until("the message in the middle, marked and in sight", `(() => { const e = document.querySelector('#m-`+middle+`'); if (!e?.matches(':target')) return false; const r = e.getBoundingClientRect(); return r.top >= 0 && r.bottom <= innerHeight })()`)
	ada.until("the ways on", link("Later messages")+` && `+link("Earlier messages"))
	var counted int
	s.must(ada.look(`document.querySelectorAll('#messages article').length`, &counted))
	if counted > 60 {
		t.Errorf("%d messages are shown", counted)
	}
	ada.bothThemes("the middle of a long thread")
	s.says("long", "Amara Osei", "At the end.")
	ada.until("the message in the list, and not in the middle of the thread", row("Amara Osei")+`.innerText.includes('At the end.') && !document.querySelector('#messages').innerText.includes('At the end.')`)
}

// Eight tabs of one browser have one stream, so that none waits for a connection: a browser
// opens six to a server over plain HTTP.
func TestEightTabs(t *testing.T) {
	chromium(t)
	s := newService(t)
	for i := range 8 {
		s.says(fmt.Sprint("order-", i), fmt.Sprint("Customer ", i), "Hello")
	}
	to, err := url.Parse(s.url)
	s.must(err)
	var mu sync.Mutex
	streams, most := 0, 0
	proxy := httputil.NewSingleHostReverseProxy(to)
	proxy.FlushInterval = -1
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/app/shop/stream" && r.Method == "GET" {
			mu.Lock()
			streams++
			most = max(most, streams)
			mu.Unlock()
			defer func() { mu.Lock(); streams--; mu.Unlock() }()
		}
		defer func() {
			if e := recover(); e != nil && e != http.ErrAbortHandler {
				panic(e)
			}
		}()
		proxy.ServeHTTP(w, r)
	}))
	defer front.Close()
	ada := s.newTab()
	ada.url = front.URL
	ada.signIn("ada@example.com")
	tabs := []*tab{ada}
	for i := range 7 {
		other := ada.beside()
		other.open(fmt.Sprintf("/app/shop/inbox/%d", i+1))
		other.until("its conversation", `document.querySelector('#reply') && document.documentElement.classList.contains('js')`)
		tabs = append(tabs, other)
	}
	s.says("order-3", "Customer 3", "To all of them.")
	for _, each := range tabs {
		each.until("the message in the list", row("Customer 3")+`.innerText.includes('To all of them.')`)
	}
	tabs[4].until("and in its thread", `document.querySelectorAll('#messages article').length === 2`)
	tabs[7].replies("All at once.")
	for _, each := range tabs {
		each.until("the reply in the list", row("Customer 6")+`.innerText.includes('All at once.')`)
	}
	mu.Lock()
	if most != 1 {
		t.Errorf("there were %d streams at once", most)
	}
	mu.Unlock()
	for _, each := range tabs {
		each.run(chromedp.Navigate("about:blank"))
	}
	// With the last tab the stream ends.
	deadline, stop := context.WithTimeout(t.Context(), patience)
	defer stop()
	for {
		mu.Lock()
		left := streams
		mu.Unlock()
		if left == 0 {
			break
		}
		if deadline.Err() != nil {
			t.Fatal("a stream is left without a tab")
		}
		ada.until("another look", `true`)
	}
}

// A session that ends while one writes keeps the text, over signing in again.
func TestSessionEndsWhileWriting(t *testing.T) {
	chromium(t)
	s := newService(t)
	s.says("parcel", "Amara Osei", "Where is my parcel?")
	ada := s.newTab()
	ada.signIn("ada@example.com")
	ada.opens("Amara Osei")
	ada.write(`document.querySelector('#reply')`, "It ships today.")
	ada.run(network.ClearBrowserCookies())
	ada.press("Enter", input.ModifierCtrl)
	ada.until("the sign-in page", `document.querySelector('input[type=email]')`)
	ada.forgive("401")
	ada.signIn("ada@example.com")
	ada.opens("Amara Osei")
	ada.until("the text", `document.querySelector('#reply').value === 'It ships today.'`)
	ada.press("Enter", input.ModifierCtrl) // not in the box: nothing
	ada.click(`document.querySelector('#reply')`)
	ada.press("Enter", input.ModifierCtrl)
	ada.until("the reply", `document.querySelectorAll('article[data-author="agent"]').length === 1 && document.querySelector('#reply').value === ''`)
}

// Fault: a page that was asked for before a reply was sent, as one that Ctrl+Enter on its row opens in
// another tab, came with the draft, which was there again.
func TestAPageFromBeforeTheSendingBringsNoDraft(t *testing.T) {
	chromium(t)
	s := newService(t)
	s.says("parcel", "Amara Osei", "Where is my parcel?")
	ada := s.newTab()
	ada.signIn("ada@example.com")
	ada.opens("Amara Osei")
	ada.write(`document.querySelector('#reply')`, "It ships today.")
	ada.until("it saved", `document.querySelector('[data-draft-state]').innerText !== ''`)
	s.must(ada.look(`fetch(location.href, { headers: { 'HX-Request': 'true' } }).then((answer) => answer.text()).then((text) => { window.early = text; return 1 })`, nil))
	ada.until("the draft in the page", `window.early.includes('It ships today.</textarea>')`)
	ada.press("Enter", input.ModifierCtrl)
	ada.until("the reply", `document.querySelectorAll('article[data-author="agent"]').length === 1 && document.querySelector('#reply').value === ''`)
	s.must(ada.look(`htmx.swap('#open', window.early, { swapStyle: 'outerHTML' })`, nil))
	ada.until("no draft", `document.querySelector('#reply').value === '' && document.querySelector('#composer') && !`+row("Amara Osei")+`.querySelector('.draft').checkVisibility()`)
}

// A list to which conversations come all day does not grow without end; what is open stays open.
func TestListOfALongDay(t *testing.T) {
	chromium(t)
	s := newService(t)
	s.says("parcel", "Amara Osei", "Where is my parcel?")
	ada := s.newTab()
	ada.signIn("ada@example.com")
	ada.opens("Amara Osei")
	ada.write(`document.querySelector('#reply')`, "Half a sentence")
	ada.until("the same document", `window.sameDocument = true`)
	for i := range 201 {
		s.says(fmt.Sprint("order-", i), fmt.Sprint("Customer ", i), "Hello")
	}
	ada.until("the latest alone", `document.querySelectorAll('.conv').length === 30 && document.querySelector('.conv').innerText.includes('Customer 200') && `+link("Show more"))
	ada.until("what is open", `document.querySelector('#open').dataset.conversationId === '1' && document.activeElement.value === 'Half a sentence' && window.sameDocument`)
}

package browser

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"github.com/chromedp/cdproto/input"

	"svcx"
	"svcx/internal/inbox"
)

// sends posts a body to the channel's endpoint, which answers ok whatever it says, and returns the
// X-Request-Id.
func (s *service) sends(key, body string) string {
	s.Helper()
	r, err := http.NewRequest("POST", fmt.Sprintf("%s/api/webhooks/custom/%d", s.url, s.channel), bytes.NewReader([]byte(body)))
	s.must(err)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("X-Svcx-Api-Key", key)
	answer, err := http.DefaultClient.Do(r)
	s.must(err)
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		s.Fatalf("the request was answered %d", answer.StatusCode)
	}
	return answer.Header.Get("X-Request-Id")
}

// setsChannel changes the channel's settings.
func (s *service) setsChannel(change func(*svcx.Settings)) {
	s.Helper()
	_, err := s.app.Admin.UpdateChannel(s.Context(), inbox.Call{Workspace: s.shop, Actor: inbox.Operator}, s.channel, svcx.ChannelPatch{Settings: func(c svcx.Settings) (svcx.Settings, error) {
		change(&c)
		return c, nil
	}})
	s.must(err)
}

// eventsPath is the address of Recent Events.
func (s *service) eventsPath() string {
	return fmt.Sprintf("/app/%s/settings/channels/%d/events", s.shop.Slug, s.channel)
}

// entry is the row of the newest entry that has a text.
func entry(text string) string {
	return fmt.Sprintf(`[...document.querySelectorAll('tr.r')].find(e => e.innerText.includes(%q))`, text)
}

// What an endpoint that always answers ok does not say is found on the page: a wrong key, an unknown
// field and a disabled action are seen as they happen, and understood.
func TestWhatWentWrongIsFoundAndUnderstood(t *testing.T) {
	chromium(t)
	s := newService(t)
	s.says("order-1", "Amara Osei", "Where is my parcel?")
	s.setsChannel(func(c *svcx.Settings) { c.DisabledActions = []string{svcx.ActionResolve} })
	ada := s.newTab()
	ada.signIn("ada@example.com")
	ada.open(s.eventsPath())
	ada.until("the first entry", `document.querySelectorAll('tr.r').length === 1`)
	ada.bothThemes("Recent Events")
	ada.run(input.DispatchMouseEvent(input.MouseMoved, 2, 2)) // where the reader points at no row

	// New entries come in by themselves.
	request := s.sends("wrong", `{"content":"x"}`)
	ada.until("the wrong key", entry("signature_mismatch"))
	s.sends(s.key, `{"content":"x","conversationId":"order-2","contnet":"y"}`)
	ada.until("the unknown field", entry("order-2"))
	s.sends(s.key, `{"action":"conversation.resolve","conversationId":"order-1"}`)
	ada.until("the disabled action", entry("action_disabled"))

	// Where the reader points, nothing moves.
	ada.click(entry("signature_mismatch") + `.querySelector('td:last-child')`)
	ada.until("why", `document.querySelector('tr.x')?.innerText.includes('The key did not match this channel. The sender was answered 200.')`)
	ada.bothThemes("an entry below its row")
	s.sends(s.key, `{"content":"x","conversationId":"order-3"}`)
	ada.until("that something is new", `!document.querySelector('.ev-new').hidden && document.querySelector('.ev-new').innerText.trim() === '1 new' && document.querySelectorAll('tr.r').length === 4`)
	ada.click(`document.querySelector('.ev-new button')`)
	ada.until("what is new", entry("order-3"))

	// Each has a page.
	ada.click(entry("order-2") + `.querySelector('td:last-child')`)
	ada.until("the second entry", `document.querySelectorAll('tr.x').length === 2`)
	ada.click(`[...document.querySelectorAll('tr.x')].find(e => e.innerText.includes('contnet')).querySelector('a.btn')`)
	ada.shows("How it was read")
	ada.shows("These members are not read. Check their spelling: names are case-sensitive.")
	ada.shows("a new conversation")
	ada.bothThemes("an entry's page")

	// One field finds it by the id of the answer.
	ada.open(s.eventsPath())
	ada.write(`document.querySelector('[name=find]')`, request)
	ada.press("Enter")
	ada.shows("By X-Request-Id or webhook-id")
	ada.until("the one entry", `document.querySelectorAll('tr.r').length === 1 && document.querySelector('tr.r').innerText.includes('signature_mismatch')`)
	ada.bothThemes("a look-up")
	ada.open(s.eventsPath() + "?find=nothing")
	ada.shows("Nothing found")
	ada.accessible("nothing found")
}

// A request that failed for a setting is run again once the setting is changed, after a question.
func TestFailedRequestIsRunAgain(t *testing.T) {
	chromium(t)
	s := newService(t)
	s.says("order-1", "Amara Osei", "Where is my parcel?")
	s.setsChannel(func(c *svcx.Settings) { c.DisabledActions = []string{svcx.ActionResolve} })
	s.sends(s.key, `{"action":"conversation.resolve","conversationId":"order-1"}`)
	s.setsChannel(func(c *svcx.Settings) { c.DisabledActions = nil })
	ada := s.newTab()
	ada.signIn("ada@example.com")
	ada.open(s.eventsPath() + "?status=error")
	ada.click(entry("action_disabled") + `.querySelector('td:last-child')`)
	ada.until("the entry", `document.querySelector('tr.x')`)
	ada.click(link("Run again"))
	ada.until("the question", `document.querySelector('#ask-again')?.open`)
	ada.shows("Run this request again?")
	ada.bothThemes("asking before a request is run again")
	ada.click(`document.querySelector('#ask-again button.btn.pri')`)
	ada.shows("The request was carried out.")
	ada.until("which it ran", `document.querySelector('.ev-outcome').innerText.includes('Ran event 2 again')`)
	ada.click(link("Ran event 2 again"))
	ada.shows("Run again as event 3: ok")
	if c, err := s.app.Messaging.Conversation(s.Context(), s.shop, 1); err != nil || c.Status != svcx.StatusResolved {
		t.Errorf("%+v %v", c, err)
	}
}

// A delivery that failed for good is sent again: one by one, selected, and by time.
func TestFailedDeliveryIsSentAgain(t *testing.T) {
	chromium(t)
	s := newService(t, append(confirming, "--outbound-retry-schedule", "none")...)
	var status atomic.Int32
	status.Store(503)
	receiver := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(int(status.Load()))
		io.WriteString(w, `{"ok":false}`)
	}))
	t.Cleanup(receiver.Close)
	s.channelWith(func(c *svcx.Settings) { c.WebhookURL = receiver.URL })
	s.says("order-1", "Amara Osei", "Where is my parcel?")
	s.sends(s.key, `{"action":"conversation.resolve","conversationId":"order-1"}`)
	ada := s.newTab()
	ada.signIn("ada@example.com")
	ada.open(s.eventsPath())
	ada.until("the failed delivery", entry("http_status"))
	status.Store(200)
	ada.click(entry("http_status") + `.querySelector('td:last-child')`)
	ada.until("the entry", `document.querySelector('tr.x')?.innerText.includes('The receiver failed: it answered 503.')`)
	ada.click(link("Details"))
	ada.shows("Attempts")
	ada.bothThemes("the page of a failed delivery")
	ada.click(button("Redeliver"))
	ada.shows("1 delivery is sent again")
	ada.open(s.eventsPath() + "?direction=outbound")
	ada.until("both attempts", `document.querySelectorAll('tr.r').length === 2`)
	ada.look(`document.querySelector('tr.r input').click()`, nil)
	ada.until("one selected", `document.querySelector('[data-selected]').innerText.includes('1 selected')`)
	ada.bothThemes("a selection of deliveries")
	ada.click(button("Redeliver selected"))
	ada.shows("1 delivery is sent again")
	ada.click(link("Redeliver failed…"))
	ada.until("the question", `document.querySelector('#ask-since').open`)
	ada.bothThemes("asking since when")
	ada.click(`document.querySelector('#ask-since button.btn.pri')`)
	ada.shows("No delivery needed to be sent again")
}

// A dry run says what a body would do, and stores nothing; without scripts as well.
func TestDryRunInThePage(t *testing.T) {
	chromium(t)
	s := newService(t)
	ada := s.newTab()
	ada.signIn("ada@example.com")
	ada.open(s.eventsPath())
	ada.click(link("Dry run"))
	ada.until("the editor", `document.querySelector('#field-body')?.value.includes('order-1001')`)
	ada.click(button("Run"))
	ada.shows("This request would be accepted.")
	ada.shows("a new conversation")
	ada.bothThemes("a dry run")
	ada.look(`document.querySelector('#field-body').value = ''`, nil)
	ada.write(`document.querySelector('#field-body')`, `{"content":"x","colour":`)
	ada.click(button("Run"))
	ada.shows("The body is not a JSON object.")
	ada.click(link("Action"))
	ada.until("the other sample", `document.querySelector('#field-body').value.includes('conversation.resolve')`)
	ada.click(button("Run"))
	ada.shows("The channel has no conversation with this id.")
	ada.open(s.eventsPath() + "?period=all")
	ada.shows("No events yet")
	ada.bothThemes("an empty log")

	plain := s.newTab()
	plain.withoutScripts()
	plain.signIn("ada@example.com")
	plain.open(s.eventsPath()[:len(s.eventsPath())-len("/events")] + "/dry-run")
	plain.click(button("Run"))
	plain.shows("This request would be accepted.")
}

package browser

import (
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/chromedp/cdproto/emulation"

	"svcx"
	"svcx/internal/inbox"
)

// receiver is an integrator's webhook, which answers with a status.
type receiver struct {
	*httptest.Server
	status atomic.Int64
	calls  atomic.Int64
	// vetoes is set if it refuses changes of status.
	vetoes atomic.Bool
	// busy is locked while it does not answer.
	busy sync.RWMutex
}

// withWebhook is a service whose channel has a webhook; retries come much later.
func withWebhook(t *testing.T, status int64, set func(*svcx.Settings)) (*service, *receiver) {
	t.Helper()
	r := &receiver{}
	r.status.Store(status)
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		r.calls.Add(1)
		r.busy.RLock()
		defer r.busy.RUnlock()
		w.WriteHeader(int(r.status.Load()))
		if r.vetoes.Load() {
			w.Write([]byte(`{"allowed":false,"reason":"An exchange is still open."}`))
			return
		}
		w.Write([]byte(`{"error":"the shop is <b>closed</b>"}`))
	}))
	t.Cleanup(r.Close)
	s := newService(t, "--outbound-allow-http", "--outbound-allow-cidrs", "127.0.0.0/8", "--outbound-retry-schedule", "30m")
	_, err := s.app.Admin.UpdateChannel(t.Context(), inbox.Call{Workspace: s.shop, Actor: inbox.Operator}, s.channel, svcx.ChannelPatch{Settings: func(c svcx.Settings) (svcx.Settings, error) {
		c.WebhookURL = r.URL
		if set != nil {
			set(&c)
		}
		return c, nil
	}})
	s.must(err)
	return s, r
}

// replyIs is an expression for the line of the last reply that has a state and a text.
func replyIs(state, text string) string {
	return `[...document.querySelectorAll('.dlv')].at(-1)?.dataset.state === '` + state + `' && [...document.querySelectorAll('.dlv')].at(-1).innerText.includes('` + text + `')`
}

// A webhook that fails shows in the thread and in the list of every tab, without a reload;
// what failed is sent again, and turns accepted in both.
func TestAFailedReplyIsSentAgain(t *testing.T) {
	chromium(t)
	s, hook := withWebhook(t, 422, nil)
	s.says("parcel", "Amara", "Where is it?")
	s.says("other", "Jonas", "Hello")
	ada, bob := s.newTab(), s.newTab()
	ada.signIn("ada@example.com")
	bob.signIn("bob@example.com")
	bob.click(row("Amara"))
	bob.until("the thread", `document.querySelector('#open').dataset.conversationId === '1'`)
	ada.click(row("Amara"))
	ada.write(`document.querySelector('#reply')`, "It ships today.")
	ada.click(button("Send"))
	for _, tab := range []*tab{ada, bob} {
		tab.until("a failed attempt", replyIs("retrying", "Not accepted yet: the webhook answered 422"))
	}
	ada.click(button("Try now"))
	for _, tab := range []*tab{ada, bob} {
		tab.until("the refusal", replyIs("refused", "Refused: the webhook answered 422"))
		tab.until("the mark of the row", `document.querySelector('.conv[data-conversation-id="1"]').innerText.includes('Not delivered')`)
		tab.until("no mark of the other", `!document.querySelector('.conv[data-conversation-id="2"]').innerText.includes('Not delivered')`)
	}
	ada.click(link("Refused: the webhook answered 422"))
	ada.until("two attempts", `document.querySelectorAll('.attempts li').length === 2`)
	ada.click(`document.querySelector('.attempts summary')`)
	ada.shows("the shop is <b>closed</b>")
	for _, theme := range []string{"light", "dark"} {
		ada.run(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: theme}}))
		ada.open("/app/shop/inbox/1?view=open&m=3&delivery=all") // colours change slowly
		ada.until("the attempts by their address", `document.querySelectorAll('.attempts li').length === 2`)
		ada.accessible(theme + ", a reply that was refused, with its attempts")
	}
	hook.status.Store(200)
	bob.click(button("Send again"))
	for _, tab := range []*tab{ada, bob} {
		tab.until("accepted", replyIs("accepted", "Accepted"))
		tab.until("no mark", `!document.querySelector('.conv[data-conversation-id="1"]').innerText.includes('Not delivered')`)
	}
	ada.until("three attempts, still open", `document.querySelectorAll('.attempts li').length === 3`)
	if n := hook.calls.Load(); n != 3 {
		t.Errorf("the webhook was called %d times", n)
	}
	ada.click(link("Accepted"))
	ada.until("closed again", `!document.querySelector('.attempts')`)
	ada.open("/app/shop/inbox/1?view=open")
	ada.until("the same after a reload", replyIs("accepted", "Accepted"))
	ada.bothThemes("an accepted reply")
}

// Fault: the answer to "Try now" came after the stream had brought how the attempt ended, and showed
// the reply as it was before.
func TestAnAnswerThatComesAfterTheAttempt(t *testing.T) {
	chromium(t)
	s, hook := withWebhook(t, 422, nil)
	s.says("parcel", "Amara", "Where is it?")
	ada := s.newTab()
	ada.signIn("ada@example.com")
	ada.click(row("Amara"))
	ada.write(`document.querySelector('#reply')`, "It ships today.")
	ada.click(button("Send"))
	ada.until("a failed attempt", replyIs("retrying", "Not accepted yet"))
	ada.holdsAnswers()
	hook.busy.Lock()
	ada.click(button("Try now"))
	ada.until("the answer", `window.late`)
	hook.busy.Unlock()
	ada.until("the refusal", replyIs("refused", "Refused"))
	ada.until("the refusal after the answer", `late(), document.activeElement.closest('.dlv') && `+replyIs("refused", "Refused"))
}

// Without scripts the attempts have an address, and a failed reply is sent again by a form.
func TestAFailedReplyWithoutScripts(t *testing.T) {
	chromium(t)
	s, hook := withWebhook(t, 500, nil)
	s.says("parcel", "Amara", "Where is it?")
	bob := s.newTab()
	bob.withoutScripts()
	bob.signIn("bob@example.com")
	bob.open("/app/shop/inbox/1?view=open")
	bob.write(`document.querySelector('#reply')`, "It ships today.")
	bob.click(button("Send"))
	bob.until("sent", `document.querySelector('.dlv')`)
	for !t.Failed() && hook.calls.Load() == 0 {
		bob.shows("It ships today.")
	}
	bob.until("a failed attempt", `document.body.innerText.includes('Not accepted yet: the webhook answered 500') || (location.reload(), false)`)
	bob.click(link("Not accepted yet: the webhook answered 500"))
	bob.until("the attempts", `document.querySelectorAll('.attempts li').length === 1 && !document.querySelector('.attempts details')`)
	hook.status.Store(200)
	bob.click(button("Try now"))
	bob.until("the answer", `!location.search.includes('delivery')`)
	bob.until("accepted", `document.querySelector('.dlv[data-state="accepted"]') || (location.reload(), false)`)
}

// What the integrator says to a change of status: a veto shows its reason and changes
// nothing, no answer changes it and says that it is unconfirmed. What a colleague does comes
// into the open thread, in order and once.
func TestHistoryIsLive(t *testing.T) {
	chromium(t)
	s, hook := withWebhook(t, 500, func(c *svcx.Settings) { c.IntentConfirmationEnabled, c.AIVerificationURL = true, c.WebhookURL })
	s.says("parcel", "Amara", "Where is it?")
	ada, bob := s.newTab(), s.newTab()
	ada.signIn("ada@example.com")
	bob.signIn("bob@example.com")
	for _, tab := range []*tab{ada, bob} {
		tab.click(row("Amara"))
		tab.until("the thread", `document.querySelector('#messages article')`)
	}
	events := func(tab *tab, what string, texts ...string) {
		t.Helper()
		js := ""
		for _, text := range texts {
			js += `if (!(all[i++]?.innerText ?? '').includes('` + text + `')) return false;`
		}
		tab.until(what, `(() => { const all = [...document.querySelectorAll('#messages > :is(.ev, article, .day:not(.new))')].slice(1); let i = 0; `+js+` return all.length === i })()`)
	}
	ada.press("m")
	events(ada, "taken", "Where is it?", "You took this")
	events(bob, "taken by a colleague", "Where is it?", "took this")
	ada.write(`document.querySelector('#reply')`, "Today.")
	ada.click(button("Send"))
	events(bob, "the reply behind it", "Where is it?", "took this", "Today.")
	ada.press("Escape")
	ada.press("e")
	events(ada, "resolved, unconfirmed", "Where is it?", "You took this", "Today.", "You resolved this", "unconfirmed")
	events(bob, "as elsewhere", "Where is it?", "took this", "Today.", "resolved this", "unconfirmed")
	bob.open("/app/shop/inbox/1")
	events(bob, "once after a reload", "Where is it?", "took this", "Today.", "resolved this", "unconfirmed")
	ada.bothThemes("a thread with history")
	hook.status.Store(200)
	hook.vetoes.Store(true)
	ada.press("e")
	ada.until("the veto", `document.querySelector('#alert [role=alert]')?.innerText.includes('An exchange is still open.')`)
	ada.bothThemes("a veto")
	events(ada, "nothing after it", "Where is it?", "You took this", "Today.", "You resolved this", "unconfirmed")
	if hook.calls.Load() == 0 {
		t.Error("the integrator was not asked")
	}
	ada.forgive("422")
}

// Replies that do not get through are counted beside the other views, and found there; who sends one
// again stays where that was pressed.
func TestRepliesThatWereNotDeliveredAreFound(t *testing.T) {
	chromium(t)
	s, hook := withWebhook(t, 422, nil)
	s.says("parcel", "Amara", "Where is it?")
	s.says("other", "Jonas", "Hello")
	ada := s.newTab()
	ada.signIn("ada@example.com")
	ada.opens("Amara")
	ada.until("no view of what was not delivered", `document.querySelector('.navlink[data-quiet]').checkVisibility() === false`)
	ada.write(`document.querySelector('#reply')`, "It ships today.")
	ada.click(button("Send"))
	ada.until("a failed attempt", replyIs("retrying", "Not accepted yet"))
	ada.click(button("Try now"))
	ada.until("the refusal, and where the keys were", replyIs("refused", "Refused")+` && document.activeElement.matches('.dlv a')`)
	ada.until("the view", `document.querySelector('.navlink[data-quiet]').checkVisibility() && document.querySelector('.navlink [data-count="undelivered"]').innerText === '1'`)
	ada.press("g")
	ada.press("d")
	ada.until("what was not delivered", `location.search === '?view=undelivered' && document.querySelectorAll('.conv').length === 1 && document.querySelector('.conv').innerText.includes('Not delivered')`)
	ada.bothThemes("replies that were not delivered")
	ada.opens("Amara")
	hook.status.Store(200)
	ada.click(button("Send again"))
	ada.until("accepted, and where the keys were", replyIs("accepted", "Accepted")+` && document.activeElement.matches('.dlv a')`)
	ada.until("nothing left", `document.querySelector('#rows li').classList.contains('gone') && document.querySelector('.navlink [data-count="undelivered"]').innerText === '0'`)
	ada.forgive("422")
}

package browser

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/chromedp/cdproto/input"

	"svcx"
)

// confirming are flags with which an integrator on this machine is reached.
var confirming = []string{"--outbound-allow-http", "--outbound-allow-cidrs", "127.0.0.0/8"}

// asks has the integrator asked before a status changes, and what it answers.
func (s *service) asks(status int, answer string) {
	s.Helper()
	integrator := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(status)
		io.WriteString(w, answer)
	}))
	s.Cleanup(integrator.Close)
	s.channelWith(func(c *svcx.Settings) {
		c.IntentConfirmationEnabled, c.AIVerificationURL, c.AIVerificationTimeout = true, integrator.URL, 1
	})
}

// A veto changes nothing and says why, word for word and as text.
func TestIntegratorRefuses(t *testing.T) {
	chromium(t)
	s := newService(t, confirming...)
	s.asks(http.StatusOK, `{"allowed":false,"reason":"Ship first <img src=x onerror=alert(1)>"}`)
	s.says("parcel", "Amara Osei", "Where is my parcel?")
	ada := s.newTab()
	ada.signIn("ada@example.com")
	ada.opens("Amara Osei")
	ada.press("e")
	ada.until("the reason", `document.querySelector('[role=alert]')?.innerText.includes('Ship first <img src=x onerror=alert(1)>')`)
	ada.until("that nothing changed", statusIs+`'open' && `+button("Resolve"))
	ada.bothThemes("a change that the integration refused")
	ada.write(`document.querySelector('#reply')`, "It ships today.")
	ada.press("Enter", input.ModifierCtrl, input.ModifierShift)
	ada.until("the reply, which needs no permission", `document.querySelector('article[data-author="agent"]')`)
	ada.until("the reason again", `document.querySelector('[role=alert]')?.innerText.includes('Ship first')`)
	ada.until("that it is open", statusIs+`'open'`)
	ada.forgive("422")
}

// Without an answer that says yes or no the change is made, and is said to be unconfirmed.
func TestIntegratorDoesNotAnswer(t *testing.T) {
	chromium(t)
	s := newService(t, confirming...)
	s.asks(http.StatusInternalServerError, "broken")
	s.says("parcel", "Amara Osei", "Where is my parcel?")
	ada := s.newTab()
	ada.signIn("ada@example.com")
	ada.opens("Amara Osei")
	ada.press("e")
	ada.until("a resolved conversation", statusIs+`'resolved'`)
	ada.until("that it is unconfirmed", `document.querySelector('#messages').innerText.includes('the change is unconfirmed')`)
	ada.open(s.path("/inbox?view=resolved"))
	ada.opens("Amara Osei")
	ada.until("the same after loading", `[...document.querySelectorAll('#messages .ev')].filter(e => e.innerText.includes('unconfirmed')).length === 1`)
}

// The integrator is asked for what is missing, and its answer is shown beside the thread; the
// customer is asked for a rating.
func TestIntegratorIsAsked(t *testing.T) {
	chromium(t)
	s := newService(t, confirming...)
	integrator := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, `{"data":{"name":"Amara O.","subject":"Order <b>4711</b>","tags":["vip"],"priority":"high"}}`)
	}))
	t.Cleanup(integrator.Close)
	s.channelWith(func(c *svcx.Settings) { c.BackRequestsEnabled, c.WebhookURL = true, integrator.URL })
	s.says("parcel", "Amara Osei", "Where is my parcel?")
	ada := s.newTab()
	ada.signIn("ada@example.com")
	ada.opens("Amara Osei")
	ada.write(`document.querySelector('#reply')`, "Half a sentence")
	ada.click(button("Ask the integrator for what is missing"))
	ada.until("what can be asked for", `document.querySelector('#ask-back').matches(':popover-open')`)
	ada.bothThemes("what can be asked for")
	ada.click(button("Subject, fields, tags and priority"))
	ada.until("the answer", `document.querySelector('.answered')?.innerText.replace(/\s+/g, ' ').includes('Subject Order <b>4711</b> not used: there is another value') && document.querySelector('.answered').innerText.includes('vip')`)
	ada.until("what was filled in", `document.querySelector('#value-tags').innerText === 'vip' && document.querySelector('#value-priority').innerText === 'High'`)
	ada.bothThemes("an answer")
	ada.click(button("Ask the integrator for what is missing"))
	ada.click(button("Name, e-mail address and picture"))
	ada.until("the other answer", `document.querySelector('.answered')?.innerText.includes('Amara O.')`)
	ada.click(button("Ask for a rating"))
	ada.until("that it was asked for", `document.querySelector('#messages').innerText.includes('You asked for a rating') && document.querySelector('#say').innerText.includes('Rating requested')`)
	ada.until("what was written", `document.querySelector('#reply').value === 'Half a sentence'`)
}

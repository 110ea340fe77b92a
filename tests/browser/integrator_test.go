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

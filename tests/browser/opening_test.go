package browser

import (
	"fmt"
	"maps"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"svcx"
)

// isOpen is an expression for the conversation that is shown, and takes keys.
func isOpen(id string) string {
	return `document.querySelector('#open:not([inert])').dataset.conversationId === '` + id + `' && document.querySelector('.conv[aria-current]').dataset.conversationId === '` + id + `'`
}

// Keys between two conversations are for the one that one goes to: nothing is done in the one
// that was left, however slow the line is.
func TestKeysWaitForTheNextConversation(t *testing.T) {
	chromium(t)
	s := newService(t)
	s.says("third", "Priya", "Hello")
	s.says("second", "Jonas", "Hello")
	s.says("first", "Amara", "Hello")
	line := newLine(t, s.url)
	ada := s.newTab().via(line)
	ada.signIn("ada@example.com")
	ada.press("j")
	ada.until("the first", isOpen("3")+` && (window.same = true)`)

	line.stall()
	ada.press("j")
	ada.until("the first put aside, the next in the list", `document.querySelector('#open').inert && document.querySelector('#open').dataset.conversationId === '3' && document.activeElement.dataset.conversationId === '2'`)
	for _, key := range []string{"r", "H", "e", "x", "Backspace", "y"} {
		ada.press(key)
	}
	ada.press("Enter", input.ModifierCtrl)
	ada.press("Escape") // in case it was the wrong one
	ada.until("that nothing waits", `document.querySelector('#open').inert`)
	for _, key := range []string{"r", "H", "e", "x", "Backspace", "y"} {
		ada.press(key)
	}
	ada.press("Enter", input.ModifierCtrl)
	line.flow()
	ada.until("the reply where it belongs, once", isOpen("2")+` && [...document.querySelectorAll('article[data-author=agent] .body')].map(e => e.innerText).join() === 'Hey' && window.same`)
	ada.until("no draft", `document.querySelector('.conv[data-conversation-id="2"] .draft').hidden`)
	ada.press("Escape")
	ada.until("the row again", `document.activeElement.matches('.conv[aria-current]')`)

	line.stall()
	ada.press("j")
	var next string
	s.must(ada.look(`document.activeElement.dataset.conversationId`, &next))
	ada.press("e")
	line.flow()
	ada.until("the next resolved", `document.querySelector('#open').dataset.conversationId === '`+next+`' && document.querySelector('#thead').dataset.status === 'resolved'`)
	ada.until("no draft", `document.querySelector('.conv[data-conversation-id="2"] .draft').hidden`)
	for id, messages := range map[svcx.ConversationID]int{1: 1, 2: 2, 3: 1} {
		c, err := s.app.Messaging.Conversation(t.Context(), s.shop, id)
		s.must(err)
		if (c.Status == svcx.StatusResolved) != (fmt.Sprint(id) == next) || next == "2" || c.MessageCount != messages {
			t.Errorf("%d: %s, %d messages", id, c.Status, c.MessageCount)
		}
	}
}

// Fault: of what was typed ahead, what followed a key that opens the next conversation was done in the
// one before it.
func TestKeysAheadOverSeveralConversations(t *testing.T) {
	chromium(t)
	s := newService(t)
	for _, who := range []string{"Priya", "Jonas", "Amara", "Lin"} {
		s.says(who, who, "Hello")
	}
	line := newLine(t, s.url)
	ada := s.newTab().via(line)
	ada.signIn("ada@example.com")
	ada.press("j")
	ada.until("the first", isOpen("4"))
	line.stall()
	for _, key := range []string{"j", "m", "e", "j", "m", "j", "e"} {
		ada.press(key)
	}
	line.flow()
	ada.until("the last, resolved", `document.querySelector('#open').dataset.conversationId === '1' && document.querySelector('#thead').dataset.status === 'resolved' && document.querySelectorAll('.conv:not([data-assignee=""])').length === 2`)
	got := map[svcx.ConversationID]string{}
	for id := range svcx.ConversationID(5) {
		if id > 0 {
			c, err := s.app.Messaging.Conversation(t.Context(), s.shop, id)
			s.must(err)
			got[id] = fmt.Sprintf("%s %t", c.Status, c.AssignedTo != nil)
		}
	}
	if want := map[svcx.ConversationID]string{4: "open false", 3: "resolved true", 2: "open true", 1: "resolved false"}; !maps.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// Offline, the list and the thread stay together, and what was meant for the next is not done.
func TestNextConversationOffline(t *testing.T) {
	chromium(t)
	s := newService(t)
	s.says("second", "Jonas", "Hello")
	s.says("first", "Amara", "Hello")
	line := newLine(t, s.url)
	ada := s.newTab().via(line)
	ada.signIn("ada@example.com")
	ada.press("j")
	ada.until("the first", isOpen("2"))
	line.cut()
	// However long it takes to press two keys, they follow each other.
	s.must(ada.look(`(now => { Date.now = () => now })(Date.now())`, nil))
	ada.press("j")
	ada.press("e")
	ada.shows("The server did not answer.")
	ada.until("the first again", isOpen("2")+` && document.activeElement.dataset.conversationId === '2'`)
	ada.press("e")
	line.mend()
	ada.until("that it is over", isOnline+` && !document.querySelector('#alert').innerText`)
	ada.press("j")
	ada.until("the second, as it was", isOpen("1")+` && document.querySelector('#thead').dataset.status === 'open'`)
	ada.forgive("net::ERR")
	ada.forgive("/stream")
	ada.forgive("htmx:")
}

// After a touch, a button is what it does next.
func TestResolveBecomesReopenAfterATouch(t *testing.T) {
	chromium(t)
	s := newService(t)
	s.says("parcel", "Amara", "Hello")
	ada := s.newTab()
	ada.run(emulation.SetDeviceMetricsOverride(390, 844, 2, true), emulation.SetTouchEmulationEnabled(true))
	ada.signIn("ada@example.com")
	ada.tap(row("Amara"))
	for range 2 {
		ada.tap(button("Resolve"))
		ada.until("Reopen", `document.querySelector('#thead').dataset.status === 'resolved' && document.querySelector('#set-status').value === 'open'`)
		ada.tap(button("Reopen"))
		ada.until("Resolve", `document.querySelector('#thead').dataset.status === 'open' && document.querySelector('#set-status').value === 'resolved'`)
	}
}

// A button that is pressed by the space bar is not replaced before it is released, and is then.
func TestButtonPressedByTheSpaceBar(t *testing.T) {
	chromium(t)
	s := newService(t)
	s.says("parcel", "Amara", "Hello")
	ada := s.newTab()
	ada.signIn("ada@example.com")
	ada.press("j")
	ada.until("the conversation", isOpen("1"))
	ada.until("the button", `document.querySelector('#set-status').focus(), document.activeElement.id === 'set-status'`)
	s.must(ada.look(`document.addEventListener('htmx:afterRequest', e => { window.brought = e.detail.pathInfo.requestPath.includes('/parts') })`, nil))
	space := input.DispatchKeyEvent(input.KeyDown).WithKey(" ").WithText(" ").WithWindowsVirtualKeyCode(32)
	ada.run(space)
	s.tags(1, "lost")
	ada.until("the change", `window.brought`)
	ada.run(input.DispatchKeyEvent(input.KeyUp).WithKey(" ").WithWindowsVirtualKeyCode(32))
	ada.until("it resolved, and what has changed", `document.querySelector('#thead').dataset.status === 'resolved' && document.querySelector('#set-status').value === 'open' && document.querySelector('#details').innerText.includes('lost')`)
}

// Fault: what was pressed while another page was being loaded was done in the conversation of the
// page that one was leaving.
func TestKeysWhileAPageLoads(t *testing.T) {
	chromium(t)
	s := newService(t)
	s.says("parcel", "Amara", "Hello")
	line := newLine(t, s.url)
	ada := s.newTab().via(line)
	ada.signIn("ada@example.com")
	ada.press("j")
	ada.until("the conversation", isOpen("1"))
	s.must(ada.look(`document.addEventListener('htmx:beforeRequest', () => { sessionStorage.asked = 'yes' })`, nil))
	line.stall()
	ada.press("g")
	ada.press("r")
	for _, key := range []string{"e", "m", "j"} {
		ada.press(key)
	}
	line.flow()
	ada.until("the other view", `location.search.includes('view=resolved') && document.querySelector('.blank') && !sessionStorage.asked`)
	c, err := s.app.Messaging.Conversation(t.Context(), s.shop, 1)
	s.must(err)
	if c.Status != svcx.StatusOpen || c.AssignedTo != nil {
		t.Errorf("it is %s, assigned to %v", c.Status, c.AssignedTo)
	}
}

// Held down, a key does what it does once; j and k go on.
func TestAKeyThatIsHeldDown(t *testing.T) {
	chromium(t)
	s := newService(t)
	s.says("second", "Jonas", "Hello")
	s.says("first", "Amara", "Hello")
	ada := s.newTab()
	ada.signIn("ada@example.com")
	held := func(key string) chromedp.Action {
		e := input.DispatchKeyEvent(input.KeyDown).WithKey(key).WithText(key)
		e.AutoRepeat = true
		return e
	}
	ada.press("j")
	ada.until("the first", isOpen("2"))
	ada.press("e")
	ada.until("it resolved", `document.querySelector('#thead').dataset.status === 'resolved' && document.querySelector('#set-status').value === 'open'`)
	ada.run(held("e"))
	ada.run(held("j"))
	ada.until("the next", isOpen("1"))
	c, err := s.app.Messaging.Conversation(t.Context(), s.shop, 2)
	s.must(err)
	if c.Status != svcx.StatusResolved {
		t.Errorf("it is %s", c.Status)
	}
}

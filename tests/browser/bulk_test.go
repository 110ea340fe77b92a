package browser

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"

	"svcx"
	"svcx/internal/inbox"
)

// conversations creates n on the channel.
func (s *service) conversations(n int) (ids []svcx.ConversationID) {
	s.Helper()
	for i := range n {
		ids = append(ids, s.conversation(fmt.Sprintf("%03d", i)))
	}
	return ids
}

func (s *service) conversation(subject string) svcx.ConversationID {
	s.Helper()
	c, err := s.app.Messaging.CreateConversation(s.Context(), inbox.Call{Workspace: s.shop, Actor: inbox.Operator}, svcx.ConversationDraft{Channel: &s.channel, Subject: "Subject " + subject})
	s.must(err)
	return c.ID
}

// total counts the conversations of a status.
func (s *service) total(status svcx.Status) int {
	s.Helper()
	list, err := s.app.Messaging.Conversations(s.Context(), s.shop, svcx.ConversationFilter{Status: status}, svcx.Page{Limit: 1})
	s.must(err)
	return list.Total
}

// confirms has the webhook asked before a conversation is changed; refuses says which it refuses.
func (s *service) confirms(refuses func(externalID string) bool) {
	s.Helper()
	hook := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		var call struct{ ConversationID string }
		json.Unmarshal(body, &call)
		w.Header().Set("Content-Type", "application/json")
		if refuses(call.ConversationID) {
			fmt.Fprint(w, `{"allowed":false,"reason":"The refund still runs"}`)
		} else {
			fmt.Fprint(w, `{"allowed":true}`)
		}
	}))
	s.Cleanup(hook.Close)
	_, err := s.app.Admin.UpdateChannel(s.Context(), inbox.Call{Workspace: s.shop, Actor: inbox.Operator}, s.channel, svcx.ChannelPatch{Settings: func(settings svcx.Settings) (svcx.Settings, error) {
		settings.IntentConfirmationEnabled, settings.AIVerificationURL, settings.AIVerificationTimeout = true, hook.URL, 30
		return settings, nil
	}})
	s.must(err)
}

// ends waits until a bulk action of hundreds says that, a minute at most.
func (t *tab) ends(texts ...string) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); {
		var ended bool
		if err := t.look(`document.querySelector('#bulk[data-ended]') !== null`, &ended); err == nil && ended {
			break
		}
		select {
		case <-time.After(50 * time.Millisecond):
		case <-t.Context().Done():
		}
	}
	for _, text := range texts {
		t.until("the end: "+text, fmt.Sprintf(panel+`.includes(%q)`, text))
	}
}

const panel = `(document.querySelector('#bulk')?.innerText ?? '')`

// A page of the list is selected, then all that match; some are refused, and say so; what was done
// is undone. What arrives meanwhile is left alone, and so is what somebody has changed since.
func TestBulkOfFiveHundred(t *testing.T) {
	chromium(t)
	s := newService(t, "--outbound-allow-http", "--outbound-allow-cidrs", "127.0.0.0/8")
	ids := s.conversations(500)
	refused := map[string]bool{fmt.Sprint("svcx-", ids[10]): true, fmt.Sprint("svcx-", ids[499]): true}
	var pause atomic.Bool
	s.confirms(func(id string) bool { return refused[id] && !pause.Load() })
	ada := s.newTab()
	ada.signIn("ada@example.com")
	ada.until("rows", `document.querySelectorAll('.conv').length === 30`)
	ada.press("*")
	ada.until("the page", `document.querySelectorAll('.sel:checked').length === 30`)
	ada.shows("30 selected")
	ada.bothThemes("selected")
	ada.press("*")
	ada.shows("All 500 that match are selected")
	ada.click(named("#selection button", "Resolve"))
	ada.until("progress", panel+`.includes('500') || `+panel+`.includes('498')`)
	late := s.conversation("late")
	ada.ends("498 conversations resolved. 2 could not be changed.", "2 were refused by the integrator: The refund still runs.", "Subject 010")
	ada.bothThemes("the result")
	if n := s.total(svcx.StatusOpen); n != 3 {
		t.Errorf("%d are open", n)
	}
	ada.until("the rest", `document.querySelectorAll('.conv').length === 3 && !document.querySelector('#selbar.on')`)
	pause.Store(true)
	ada.click(named("#bulk button", "Try again"))
	ada.until("the second try", panel+`.includes('500 conversations')`)
	ada.ends("500 conversations resolved.")
	_, err := s.app.Messaging.Close(s.Context(), inbox.Call{Workspace: s.shop, Actor: inbox.Operator}, ids[3])
	s.must(err)
	ada.press("z")
	ada.until("undoing", panel+`.includes('Restoring') || `+panel+`.includes('restored')`)
	ada.ends("499 conversations restored. One could not be changed.", "One was changed by somebody else since.")
	if open, closed := s.total(svcx.StatusOpen), s.total(svcx.StatusClosed); open != 500 || closed != 1 {
		t.Errorf("%d are open, %d closed", open, closed)
	}
	c, err := s.app.Messaging.Conversation(t.Context(), s.shop, late)
	s.must(err)
	if c.UpdatedAt != c.CreatedAt {
		t.Error("one that arrived meanwhile was taken")
	}
	ada.click(named("#bulk button", "Dismiss"))
	ada.until("nothing", `document.querySelector('#bulk').innerText === ''`)
	ada.open("/app/shop/bulk/1")
	ada.shows("500 conversations resolved.")
	ada.bothThemes("its page")
}

// With keys alone: x, Shift+X, the listboxes, Escape. The selection survives what happens in the
// list and an opened conversation. A single action is undone with z, unless it was changed since.
func TestSelectByKeys(t *testing.T) {
	chromium(t)
	s := newService(t)
	ids := s.conversations(6)
	ada := s.newTab()
	ada.signIn("ada@example.com")
	ada.until("rows", `document.querySelectorAll('.conv').length === 6`)
	ada.press("j")
	ada.until("the first", `document.querySelector('#thead h2')?.innerText === 'Subject 005'`)
	ada.press("x")
	ada.shows("1 selected")
	ada.press("j")
	ada.until("the second", `document.querySelector('#thead h2')?.innerText === 'Subject 004'`)
	ada.press("j")
	ada.until("the third", `document.querySelector('#thead h2')?.innerText === 'Subject 003'`)
	ada.press("X", input.ModifierShift)
	ada.shows("3 selected")
	// Another agent's change moves none of them out.
	high := svcx.PriorityHigh
	_, err := s.app.Messaging.UpdateConversation(t.Context(), inbox.Call{Workspace: s.shop, Actor: inbox.Operator}, ids[4], svcx.ConversationPatch{Priority: &high})
	s.must(err)
	ada.until("the change", `document.querySelector('[data-conversation-id="`+fmt.Sprint(ids[4])+`"].conv').dataset.priority === 'high'`)
	ada.until("the selection", `document.querySelectorAll('.sel:checked').length === 3`)
	ada.press("p")
	ada.until("the list", `document.querySelector('#sel-priority').matches(':popover-open')`)
	ada.bothThemes("choosing for the selection")
	ada.run(typed("urg"))
	ada.press("Enter")
	ada.until("the end", panel+`.includes('3 conversations set to Urgent.') && !document.querySelector('#selbar.on')`)
	ada.press("z")
	ada.until("undone", panel+`.includes('3 conversations restored.')`)
	c, err := s.app.Messaging.Conversation(t.Context(), s.shop, ids[4])
	s.must(err)
	if c.Priority != high {
		t.Errorf("the priority is %q", c.Priority)
	}
	ada.press("*")
	ada.shows("6 selected")
	ada.press("t")
	ada.until("tags", `document.querySelector('#sel-tags').matches(':popover-open')`)
	ada.run(typed("vip"))
	ada.press("Enter")
	ada.until("tagged", panel+`.includes('6 conversations tagged vip.')`)
	ada.press("x")
	ada.shows("1 selected")
	ada.press("Escape")
	ada.until("nothing selected", `!document.querySelector('.sel:checked') && !document.querySelector('#selbar.on')`)
	// One conversation: what is open.
	ada.press("e")
	ada.until("resolved", `document.querySelector('#thead').dataset.status === 'resolved' && document.querySelector('#say [data-undo]')`)
	ada.bothThemes("what can be undone")
	ada.press("z")
	ada.until("reopened", `document.querySelector('#thead').dataset.status === 'open'`)
	ada.press("m")
	ada.until("mine", `document.querySelector('#details').dataset.assignee !== '' && document.querySelector('#say [data-undo]')`)
	_, err = s.app.Messaging.AgentAssign(t.Context(), inbox.Call{Workspace: s.shop, Actor: inbox.Operator}, ids[3], nil)
	s.must(err)
	ada.press("z")
	ada.until("a collision", `document.querySelector('#say[role=alert]')?.innerText.includes('somebody has changed it since')`)
	ada.forgive("422")
}

// Fault: the page that a bulk action fetches when it has ended took back what was done while it
// was on its way.
func TestChangeWhileThePageIsFetched(t *testing.T) {
	chromium(t)
	s := newService(t)
	s.conversations(2)
	ada := s.newTab()
	ada.signIn("ada@example.com")
	ada.press("j")
	ada.until("the first", `document.querySelector('#thead h2')?.innerText === 'Subject 001'`)
	s.must(ada.look(`(() => {
		const usual = window.fetch;
		window.fetch = async (address, options) => {
			const answer = await usual(address, options);
			if (address === location.href) await new Promise(done => { window.bring = done });
			return answer;
		};
		document.querySelector('#rows').dataset.old = 'yes';
	})()`, nil))
	ada.press("x")
	ada.press("p")
	ada.until("the list", `document.querySelector('#sel-priority').matches(':popover-open')`)
	ada.run(typed("urg"))
	ada.press("Enter")
	ada.until("the end, and the page that is on its way", panel+`.includes('set to Urgent.') && !document.querySelector('#selbar.on') && window.bring`)
	ada.press("e")
	ada.until("resolved", `document.querySelector('#thead').dataset.status === 'resolved' && document.querySelector('.conv[aria-current]').dataset.status === 'resolved'`)
	s.must(ada.look(`window.bring()`, nil))
	ada.until("the page", `!document.querySelector('#rows').dataset.old`)
	ada.until("resolved all the same", `document.querySelector('#thead').dataset.status === 'resolved' && document.querySelector('#details').dataset.status === 'resolved' && document.querySelector('#messages').innerText.includes('You resolved') && !document.querySelector('.conv[data-status="resolved"][data-conversation-id]:not(.gone *)')`)
}

// On a phone, with a finger; the page is left in the middle, and another device shows the rest.
// Where it was started, the next page says once what was done.
func TestBulkOnAPhone(t *testing.T) {
	chromium(t)
	s := newService(t, "--outbound-allow-http", "--outbound-allow-cidrs", "127.0.0.0/8")
	s.conversations(60)
	wait := make(chan struct{})
	goOn := sync.OnceFunc(func() { close(wait) })
	defer goOn()
	var asked atomic.Int32
	s.confirms(func(string) bool {
		if asked.Add(1) == 20 {
			<-wait
		}
		return false
	})
	ada := s.newTab()
	ada.run(emulation.SetDeviceMetricsOverride(390, 844, 1, true), emulation.SetTouchEmulationEnabled(true))
	ada.signIn("ada@example.com")
	ada.until("rows", `document.querySelectorAll('.conv').length === 30`)
	ada.click(`document.querySelector('.sel')`)
	ada.shows("1 selected")
	ada.until("targets for fingers", `[...document.querySelectorAll('.sel, .tools .btn')].every(e => { const r = e.getBoundingClientRect(); return r.width >= 44 && r.height >= 44 }) && document.documentElement.scrollWidth === 390`)
	ada.accessible("on a phone")
	ada.press("*")
	ada.click(`document.querySelector('#selection [name=all]')`)
	ada.shows("All 60 that match are selected")
	ada.click(named("#selection button", "Close"))
	ada.until("the middle", panel+`.includes('of 60')`)
	ada.accessible("progress on a phone")
	ada.open("/docs")
	again := s.newTab()
	again.signIn("ada@example.com")
	again.until("the middle", panel+`.includes('of 60')`) // what has ended is not said here
	goOn()
	again.until("the end", panel+`.includes('60 conversations closed.')`)
	ada.open("/app/shop/inbox?view=closed")
	ada.shows("60 conversations closed.")
	ada.click(named("#bulk button", "Dismiss"))
	ada.until("nothing", `document.querySelector('#bulk') && `+panel+` === ''`)
	ada.open("/app/shop/inbox?view=open")
	ada.until("nothing more", `document.querySelector('#bulk') && `+panel+` === ''`)
}

// Fault: conversations that lack a required field could be closed one by one alone. The field is asked
// for once, with keys alone, and on a phone.
func TestBulkAsksForARequiredField(t *testing.T) {
	chromium(t)
	s := newService(t)
	s.required()
	s.conversations(12)
	ada := s.newTab()
	ada.signIn("ada@example.com")
	ada.until("rows", `document.querySelectorAll('.conv').length === 12`)
	ada.press("*")
	ada.shows("12 selected")
	ada.press("E")
	ada.until("what is missing", panel+`.includes('12 need the field Order number.')`)
	ada.bothThemes("a bulk action that needs a field")
	ada.press("k", input.ModifierCtrl)
	ada.until("the commands", `document.querySelector('#commands').open`)
	ada.run(typed("fill in"))
	ada.press("Enter")
	ada.until("the field", `document.activeElement.id === 'bulk-order'`)
	ada.run(typed("many"))
	ada.press("Enter")
	ada.until("what is wrong with it", `document.querySelector('#say[role=alert]').innerText.includes('number') && document.querySelector('#bulk-order').value === 'many'`)
	ada.until("the field again", `document.activeElement.id === 'bulk-order' && (document.activeElement.select(), true)`)
	ada.run(typed("4711"))
	ada.press("Enter")
	ada.until("the end", panel+`.includes('12 conversations closed.') && !document.querySelector('#bulk-order')`)
	if n := s.total(svcx.StatusClosed); n != 12 {
		t.Errorf("%d are closed", n)
	}
	ada.forgive("422")

	s.conversations(5)
	bob := s.newTab()
	bob.run(emulation.SetDeviceMetricsOverride(390, 844, 1, true), emulation.SetTouchEmulationEnabled(true))
	bob.signIn("bob@example.com")
	bob.until("rows", `document.querySelectorAll('.conv').length === 5`)
	bob.tap(`document.querySelector('.sel')`)
	bob.shows("1 selected")
	bob.click(`document.querySelector('#selection [name=all]')`)
	bob.shows("5 selected")
	bob.tap(named("#selection button", "Close"))
	bob.until("what is missing", panel+`.includes('5 need the field Order number.') && document.documentElement.scrollWidth === 390`)
	bob.accessible("a bulk action that needs a field, on a phone")
	bob.tap(`document.querySelector('#bulk-order')`)
	bob.run(typed("4711"))
	bob.tap(named("#bulk button", "Fill in for all 5 and try again"))
	bob.until("the end", panel+`.includes('5 conversations closed.')`)
}

// Fault: on a phone, where no key selects them, all were selected one by one.
func TestSelectAllOnAPhone(t *testing.T) {
	chromium(t)
	s := newService(t)
	s.conversations(43)
	ada := s.newTab()
	ada.run(emulation.SetDeviceMetricsOverride(390, 844, 1, true), emulation.SetTouchEmulationEnabled(true))
	ada.signIn("ada@example.com")
	ada.until("rows", `document.querySelectorAll('.conv').length === 30`)
	ada.tap(`document.querySelector('.sel')`)
	ada.shows("1 selected")
	const all = `document.querySelector('#selection [name=all]')`
	ada.click(all)
	ada.shows("All 43 that match are selected")
	ada.click(all)
	ada.shows("30 selected")
	s.tags(1, "late")
	s.tags(2, "late")
	ada.open("/app/shop/inbox?view=open&tag=late")
	ada.tap(`document.querySelector('.sel')`)
	ada.shows("1 selected")
	ada.click(all)
	ada.until("both, and no offer of more", `document.querySelectorAll('.sel:checked').length === 2 && !`+all+`.checkVisibility()`)
	ada.click(named("#selection button", "Close"))
	ada.until("the end", panel+`.includes('2 conversations closed.')`)
}

// A bulk action that is cancelled says how far it came; without scripts it is a page.
func TestBulkIsCancelled(t *testing.T) {
	chromium(t)
	s := newService(t, "--outbound-allow-http", "--outbound-allow-cidrs", "127.0.0.0/8")
	s.conversations(100)
	wait := make(chan struct{})
	var asked atomic.Int32
	s.confirms(func(string) bool {
		if asked.Add(1) >= 10 {
			<-wait
		}
		return false
	})
	ada := s.newTab()
	ada.signIn("ada@example.com")
	ada.press("*")
	ada.shows("30 selected")
	ada.click(named("#selection button", "Close"))
	ada.click(named("#bulk button", "Cancel"))
	ada.until("how far", panel+`.includes('Stopped after')`)
	close(wait)
	ada.withoutScripts()
	ada.open("/app/shop/inbox?view=open")
	ada.click(`document.querySelectorAll('.sel')[0]`)
	ada.click(`document.querySelectorAll('.sel')[1]`)
	ada.click(named("#selection button", "Priority"))
	ada.click(named("#sel-priority [role=option]", "High"))
	ada.until("its page", `location.pathname.startsWith('/app/shop/bulk/')`)
	ada.shows("2 conversations set to High.")
	ada.click(button("Undo"))
	ada.shows("2 conversations restored.")
}

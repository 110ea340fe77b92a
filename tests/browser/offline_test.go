package browser

import (
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"

	"svcx"
)

const (
	isOffline = `document.querySelector('#connection').innerText === 'Offline, trying again'`
	isOnline  = `document.querySelector('#connection').innerText === ''`
	stays     = `document.querySelector('#say').innerText.startsWith('You are offline.') && window.sameDocument`
	unsent    = `document.querySelector('#unsent .msg')?.innerText.includes('Not sent yet')`
	replies   = `[...document.querySelectorAll('#messages article[data-author="agent"]')]`
)

// onATrain is a tab behind a line, with the only conversation open.
func (s *service) onATrain() (*tab, *line) {
	s.Helper()
	line := newLine(s.T, s.url)
	s.says("parcel", "Amara Osei", "Where is my parcel?")
	ada := s.newTab().via(line)
	ada.isCut()
	ada.signIn("ada@example.com")
	ada.opens("Amara Osei")
	ada.until("the same document", `window.sameDocument = true`)
	return ada, line
}

// isCut forgives what a browser complains about when its line is cut.
func (t *tab) isCut() {
	t.Cleanup(func() {
		for _, part := range []string{"ERR_", "Failed to load resource", "htmx:"} {
			t.forgive(part)
		}
	})
}

// loses cuts the line and waits until the page says so.
func (t *tab) loses(l *line) {
	t.Helper()
	l.cut()
	t.until("that the connection is lost", isOffline)
}

// stored is how many messages the only conversation has.
func (s *service) stored() int {
	s.Helper()
	list, err := s.app.Messaging.Thread(s.Context(), s.shop, 1, svcx.MessagePage{Page: svcx.Page{Limit: 50}})
	s.must(err)
	return list.Total
}

// A page that was left offline was lost: the browser showed its own error in its place.
func TestLeavingOfflineKeepsThePage(t *testing.T) {
	chromium(t)
	s := newService(t)
	s.says("other", "Jonas", "Hello")
	ada, line := s.onATrain()
	forget := func() { s.must(ada.look(`document.querySelector('#say').replaceChildren()`, nil)) }
	ada.loses(line)
	for what, leave := range map[string]func(){
		"a link":       func() { ada.click(link("Contacts")) },
		"keys":         func() { ada.press("g"); ada.press("m") },
		"a form":       func() { ada.write(`document.querySelector('nav [name="q"]')`, "parcel"); ada.press("Enter") },
		"going back":   func() { s.must(ada.look(`history.back()`, nil)) },
		"loading anew": func() { s.must(ada.look(`location.reload()`, nil)) },
	} {
		forget()
		leave()
		ada.until("the page after "+what, stays)
		ada.until("the same address", `location.pathname === '/app/shop/inbox/2'`)
		ada.press("Escape")
	}
	ada.bothThemes("offline, after a link")
	line.mend()
	ada.until("that it is over", isOnline)
	ada.press("g")
	ada.press("m")
	ada.until("the view", `location.search === '?view=mine' && !window.sameDocument`)

	ada.run(emulation.SetDeviceMetricsOverride(390, 844, 2, true), emulation.SetTouchEmulationEnabled(true))
	ada.open("/app/shop/inbox/2")
	ada.until("the phone's page", `window.sameDocument = document.documentElement.classList.contains('js')`)
	ada.loses(line)
	ada.tap(`document.querySelector('#thead .back')`)
	ada.until("the page on a phone", stays)
	line.mend()
	ada.until("that it is over", isOnline)
	ada.tap(`document.querySelector('#thead .back')`)
	ada.until("the list", `document.querySelector('main').dataset.view === 'list'`)
}

// Offline, "trying again" was said, and a reply was never sent.
func TestReplyWrittenOfflineIsSentOnce(t *testing.T) {
	chromium(t)
	s := newService(t)
	ada, line := s.onATrain()
	ada.loses(line)
	ada.write(`document.querySelector('#reply')`, "It ships today.")
	ada.press("Enter", input.ModifierCtrl)
	ada.until("that it is not sent", unsent)
	ada.until("so in the list", row("Amara Osei")+`.innerText.includes('Not sent') && !`+row("Amara Osei")+`.innerText.includes('Draft')`)
	ada.until("a way out, where the keys are heard", `document.activeElement.innerText === 'Edit'`)
	ada.bothThemes("a reply that is not sent")
	line.mend()
	ada.until("it sent by itself, once", replies+`.length === 1 && !document.querySelector('#unsent .msg') && document.querySelector('#reply').checkVisibility() && document.querySelector('#reply').value === '' && window.sameDocument`)
	ada.until("nothing in the list", `!/Not sent|Draft/.test(`+row("Amara Osei")+`.innerText)`)

	// What reached the server, while its answer did not come back.
	ada.write(`document.querySelector('#reply')`, "And it is insured.")
	line.stall()
	ada.press("Enter", input.ModifierCtrl)
	ada.until("that it may not be sent", unsent)
	line.flow()
	ada.until("both", replies+`.length === 2 && !document.querySelector('#unsent .msg') && document.querySelector('#reply').value === ''`)

	// Its page was closed meanwhile, and another is opened.
	ada.loses(line)
	ada.write(`document.querySelector('#reply')`, "Number 7.")
	ada.press("Enter", input.ModifierCtrl)
	ada.until("that it is not sent", unsent)
	second := ada.beside()
	second.isCut()
	ada.leaves()
	line.mend()
	second.open("/app/shop/contacts")
	second.until("that it is sent", `document.querySelector('#say').innerText.includes('is sent now')`)
	second.open("/app/shop/inbox/1")
	second.until("all three, and no draft", replies+`.length === 3 && document.querySelector('#reply').value === '' && !/Not sent|Draft/.test(`+row("Amara Osei")+`.innerText)`)
	if n := s.stored(); n != 4 {
		t.Errorf("%d messages are stored", n)
	}
}

// What was written offline is not sent by itself if somebody else has seen to the conversation.
func TestReplyWrittenOfflineAsks(t *testing.T) {
	chromium(t)
	s := newService(t)
	ada, line := s.onATrain()
	bob := s.newTab()
	bob.signIn("bob@example.com")
	bob.opens("Amara Osei")
	ada.loses(line)
	ada.write(`document.querySelector('#reply')`, "It ships today.")
	ada.press("Enter", input.ModifierCtrl)
	ada.until("that it is not sent", unsent)
	bob.replies("I have sent it.")
	line.mend()
	ada.until("the question, with the text", `document.querySelector('#newer [role=alert]')?.innerText.includes('Bob Reyes answered') && document.querySelector('#reply').value === 'It ships today.' && document.querySelector('#reply').checkVisibility() && !document.querySelector('#unsent .msg')`)
	ada.bothThemes("a reply that was not sent asks")
	ada.click(button("Send anyway"))
	ada.until("it sent", replies+`.length === 2 && document.querySelector('#reply').value === ''`)

	ada.loses(line)
	ada.write(`document.querySelector('#reply')`, "Anything else?")
	ada.press("Enter", input.ModifierCtrl)
	ada.until("that it is not sent", unsent)
	bob.click(button("Resolve"))
	bob.until("resolved", statusIs+`'resolved'`)
	second := ada.beside()
	second.isCut()
	ada.leaves()
	line.mend()
	second.open("/app/shop/inbox?view=resolved")
	second.until("that it asks", `document.querySelector('#say').innerText.includes('there is a question about it')`)
	second.until("so in the list", row("Amara Osei")+`.innerText.includes('Not sent')`)
	second.opens("Amara Osei")
	second.until("the question", `document.querySelector('#newer [role=alert]')?.innerText.startsWith('Bob Reyes resolved this') && document.querySelector('#reply').value === 'Anything else?'`)
	if n := s.stored(); n != 3 {
		t.Errorf("%d messages are stored", n)
	}
}

// What is not sent can be changed or discarded, and brought back.
func TestReplyWrittenOfflineIsDiscarded(t *testing.T) {
	chromium(t)
	s := newService(t)
	ada, line := s.onATrain()
	ada.loses(line)
	ada.write(`document.querySelector('#reply')`, "It ships")
	ada.press("Enter", input.ModifierCtrl)
	ada.until("that it is not sent", unsent)
	ada.press("Enter") // Edit
	ada.until("the text where it was", `document.activeElement.id === 'reply' && document.activeElement.value === 'It ships' && !document.querySelector('#unsent .msg')`)
	ada.run(typed(" today."))
	ada.press("Enter", input.ModifierCtrl)
	ada.until("that it is not sent", unsent)
	ada.click(button("Send now"))
	ada.until("that this does not help", `document.querySelector('#say').innerText === 'The server still does not answer.' && `+unsent)
	ada.click(button("Discard"))
	ada.until("nothing", `!document.querySelector('#unsent .msg') && document.querySelector('#reply').value === '' && !/Not sent|Draft/.test(`+row("Amara Osei")+`.innerText)`)
	ada.press("z")
	ada.until("it back as a draft", `document.querySelector('#reply').value === 'It ships today.' && `+row("Amara Osei")+`.innerText.includes('Draft')`)
	// What is written after it was discarded is not undone.
	ada.press("Enter", input.ModifierCtrl)
	ada.until("that it is not sent", unsent)
	ada.click(button("Discard"))
	ada.until("Undo", `document.querySelector('#say [data-undo]')`)
	ada.write(`document.querySelector('#reply')`, "It ships tomorrow.")
	ada.until("no Undo", `!document.querySelector('#say [data-undo]')`)
	line.mend()
	ada.until("that it is over", isOnline)
	ada.until("the draft", `document.querySelector('#reply').value === 'It ships tomorrow.'`)
	if n := s.stored(); n != 1 {
		t.Errorf("%d messages are stored", n)
	}
}

// Offline, the bar that says what was not done lost its button, stayed for good, and on a phone was
// covered by what is said over the page.
func TestBarOfWhatFailedOffline(t *testing.T) {
	chromium(t)
	s := newService(t)
	for i := range 45 {
		s.says("order"+string(rune('a'+i)), "Customer", "Hello")
	}
	ada, line := s.onATrain()
	ada.loses(line)
	ada.press("k")
	ada.press("j")
	ada.press("j")
	const bar = `document.querySelector('#alert [role=alert]')`
	ada.until("the bar with its button", bar+`?.innerText.includes('The server did not answer') && `+bar+`.querySelector('button')`)
	// The focus goes back there, and brings the row into view, only when the last has failed.
	ada.until("the conversation that is open", `!document.querySelector('#open').inert && document.activeElement.matches('.conv[aria-current]')`)
	s.must(ada.look(`document.querySelector('#rows .more a').scrollIntoView()`, nil))
	ada.until("the end of the list", `document.querySelector('#rows .more a').getBoundingClientRect().top < innerHeight`)
	ada.press("]")
	ada.until("the button still", bar+`?.querySelector('button')`)
	line.mend()
	ada.until("no bar any more", isOnline+` && !`+bar)

	ada.run(emulation.SetDeviceMetricsOverride(390, 844, 2, true), emulation.SetTouchEmulationEnabled(true))
	ada.until("the narrow page", `innerWidth === 390`)
	ada.loses(line)
	ada.tap(button("Resolve"))
	ada.until("the bar in sight, beside what is said", `(() => { const bar = `+bar+`, said = document.querySelector('#connection'); return bar && said.innerText && bar.getBoundingClientRect().bottom <= said.getBoundingClientRect().top })()`)
	line.mend()
	ada.until("that it is over", isOnline)
	ada.tap(button("Try again"))
	ada.until("done", statusIs+`'resolved' && !`+bar)
}

package browser

import "testing"

// What a search found was not read out, and the title did not say it: in the inbox, in settings,
// in the documentation.
func TestWhatASearchFoundIsReadOut(t *testing.T) {
	chromium(t)
	s := newService(t)
	s.says("parcel", "Amara Osei", "Where is my parcel?")
	ada := s.newTab()
	ada.signIn("ada@example.com")
	finds := func(path, title, found string) {
		t.Helper()
		ada.open(path)
		ada.until(found, `document.title === `+quoted(title)+` && document.getElementById('found').innerText === `+quoted(found)+` && document.getElementById('found').role === 'status'`)
	}
	finds("/app/shop/inbox?view=all&q=parcel", "One found for “parcel” · svcx", "One found for “parcel”")
	finds("/app/shop/inbox?view=all&q=nowhere", "Nothing found for “nowhere” · svcx", "Nothing found for “nowhere”")
	finds("/app/shop/contacts?q=nobody", "Contacts: Nothing found for “nobody” · svcx", "Nothing found for “nobody”")
	finds("/app/shop/settings/saved-replies?q=nothing", "Saved replies: Nothing found for “nothing” · svcx", "Nothing found for “nothing”")
	finds("/app/shop/settings/audit?target=channel%2F99", "Audit log: Nothing found · svcx", "Nothing found")
	ada.open("/docs/search?q=heartbeat")
	ada.until("results of the documentation", `/^Search: \d+ found for “heartbeat” · svcx docs$/.test(document.title) && document.title.includes(document.getElementById('say').innerText) && document.getElementById('say').innerText`)
	ada.open("/docs/search?q=nosuchword")
	ada.until("none", `document.getElementById('say').innerText === 'nothing found for “nosuchword”'`)
}

// A thread that was opened had its times rewritten where what changes is read out: from the
// server's clock to the browser's.
func TestAThreadIsCompleteBeforeItIsThere(t *testing.T) {
	chromium(t)
	s := newService(t)
	s.says("parcel", "Amara Osei", "Where is my parcel?")
	s.says("parcel", "Amara Osei", "Are you there?")
	ada := s.newTab()
	ada.signIn("ada@example.com")
	ada.until("the list", row("Amara Osei"))
	const watch = `(window.later = [], new MutationObserver((all) => later.push(...all.map((r) => r.target).map((node) => node.closest ? node : node.parentElement).filter((node) => node?.closest('#thread')).map((node) => node.outerHTML)))
		.observe(document.querySelector('main'), { subtree: true, childList: true, characterData: true }), true)`
	s.must(ada.look(watch, new(bool)))
	ada.click(row("Amara Osei"))
	ada.until("the thread, heard from now on", `document.querySelectorAll('#messages article time').length === 2 && !document.getElementById('thread').hasAttribute('aria-live')`)
	ada.until("the browser's time", `/[AP]M$/.test(document.querySelector('#messages article time').innerText)`)
	var later []string
	s.must(ada.look(`later`, &later))
	if len(later) > 0 {
		t.Errorf("changed afterwards: %q", later)
	}
}

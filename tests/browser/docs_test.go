package browser

import (
	"testing"

	"github.com/chromedp/cdproto/emulation"
)

// A developer without a session finds an answer with keys alone, changes the form, and copies
// a command.
func TestDocs(t *testing.T) {
	chromium(t)
	s := newService(t)
	dev := s.newTab()
	dev.open("/docs")
	dev.until("scripts", `document.documentElement.classList.contains('js')`)
	dev.bothThemes("the first page of the documentation")
	dev.press("/")
	dev.run(typed("duplicate_mess"))
	dev.until("what is found while one types", `document.querySelector('#quick a')?.getAttribute('href') === '/docs/reasons#duplicate_message' && !document.querySelector('#quick').hidden`)
	dev.bothThemes("results while typing")
	dev.press("ArrowDown")
	dev.until("the first result", `document.activeElement === document.querySelector('#quick a')`)
	dev.press("ArrowUp")
	dev.until("the search", `document.activeElement.name === 'q'`)
	dev.press("Escape")
	dev.until("no results", `document.querySelector('#quick').hidden`)
	dev.press("Enter")
	dev.until("the page of results", `location.pathname === '/docs/search' && document.querySelectorAll('.d-text .d-hits a').length > 0 && document.documentElement.classList.contains('js')`)
	dev.bothThemes("results")
	dev.click(`document.querySelector('.d-text .d-hits a')`)
	dev.until("the place", `location.pathname === '/docs/reasons' && location.hash === '#duplicate_message' && document.documentElement.classList.contains('js')`)
	dev.until("what is being read", `document.querySelector('.d-toc a[data-read]').hash === '#inbound'`)
	dev.bothThemes("an article")

	dev.click(link("Form A"))
	dev.until("form A", `location.search === '?form=a' && document.querySelector('.forms [aria-current]').innerText === 'Form A' && document.body.innerText.includes('signature_failure')`)
	dev.click(link("Messages"))
	dev.until("form A is remembered", `location.pathname === '/docs/api/messages' && document.body.innerText.includes('svcx API, form A') && document.documentElement.classList.contains('js')`)
	dev.bothThemes("a page of the reference")

	dev.write(`document.querySelector('#workspace')`, "Not One")
	dev.press("Enter")
	dev.until("what is wrong, and what was typed", `document.querySelector('#workspace').ariaInvalid === 'true' && document.querySelector('#workspace').value === 'Not One' && document.activeElement.id === 'workspace' && document.documentElement.classList.contains('js')`)
	dev.bothThemes("a workspace that cannot be one")
	dev.look(`document.querySelector('#workspace').select()`, nil)
	dev.run(typed("acme"))
	dev.press("Enter")
	dev.until("examples for the workspace", `location.search === '?workspace=acme' && document.querySelector('.d-how pre').innerText.includes('/api/v1/acme/conversations/1/messages') && document.documentElement.classList.contains('js')`)
	// It is said for a moment.
	dev.look(`(() => { navigator.clipboard.writeText = async (text) => { window.copied = text }; const say = document.querySelector('#say');
		new MutationObserver(() => { window.said ||= say.textContent }).observe(say, { childList: true }) })()`, nil)
	dev.click(button("Copy Shell"))
	dev.until("it said so", `window.said === 'Copied'`)
	dev.until("the command", `window.copied === document.querySelector('.d-how pre').textContent && window.copied.startsWith('curl ') && window.copied.includes('/api/v1/acme/')`)
	dev.open("/docs/api/secrets")
	dev.shows("Form A has no operations of this kind")
	dev.forgive("404")
	dev.open("/docs/tutorial")
	dev.until("scripts", `document.documentElement.classList.contains('js')`)
	dev.bothThemes("the tutorial")
	dev.open("/docs/session")
	dev.until("scripts", `document.documentElement.classList.contains('js')`)
	dev.bothThemes("the session API")
}

// A member sees examples for their own workspace, in its form.
func TestDocsOfAMember(t *testing.T) {
	chromium(t)
	s := newService(t)
	ada := s.newTab()
	ada.signIn("ada@example.com")
	ada.open("/docs/api/contacts")
	ada.until("the own workspace", `document.querySelector('#workspace').value === 'shop' && document.querySelector('.d-how pre').innerText.includes('/api/v1/shop/contacts')`)
	ada.accessible("with a list of workspaces")
}

// The same with links and forms alone, on a phone.
func TestDocsWithoutScripts(t *testing.T) {
	chromium(t)
	s := newService(t)
	dev := s.newTab()
	dev.withoutScripts()
	dev.run(emulation.SetDeviceMetricsOverride(390, 844, 1, true))
	dev.open("/docs")
	dev.write(`document.querySelector('[name=q]')`, "signature")
	dev.press("Enter")
	dev.until("results", `location.pathname === '/docs/search' && document.querySelector('.d-text .d-hits a').getAttribute('href') === '/docs/signatures'`)
	dev.click(`document.querySelector('.d-text .d-hits a')`)
	dev.until("the article", `location.pathname === '/docs/signatures' && document.querySelectorAll('.code-block').length > 5`)
	dev.until("no button that does nothing", `[...document.querySelectorAll('[data-copy]')].every(e => !e.checkVisibility())`)
	dev.click(`document.querySelector('.d-menu summary')`)
	dev.click(`document.querySelector('.d-menu a[href="/docs/events"]')`)
	dev.until("the next", `location.pathname === '/docs/events'`)
	dev.click(link("Form A"))
	dev.until("form A", `document.body.innerText.includes('Form A sends agents')`)
}

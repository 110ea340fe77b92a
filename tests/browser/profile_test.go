package browser

import (
	"testing"
)

// The profile is found by keys, says what is not saved and what is wrong, and every page
// obeys it.
func TestProfile(t *testing.T) {
	chromium(t)
	s := newService(t)
	s.says("parcel", "Amara Osei", "Where is my parcel?")
	ada, elsewhere := s.newTab(), s.newTab()
	ada.signIn("ada@example.com")
	elsewhere.signIn("ada@example.com")
	ada.press("g")
	ada.press("s")
	ada.until("the settings", `document.title.startsWith('Settings') && document.documentElement.classList.contains('js')`)
	ada.click(link("Profile"))
	ada.until("the profile", `document.title.startsWith('Profile') && document.documentElement.classList.contains('js')`)
	ada.bothThemes("the profile")
	ada.write(`document.querySelector('#field-zone')`, "Mars")
	ada.shows("Unsaved changes")
	ada.click(button("Save"))
	ada.until("the field that is wrong", `document.activeElement?.id === 'field-zone' && document.activeElement.ariaInvalid === 'true' && document.documentElement.classList.contains('js')`)
	ada.bothThemes("a wrong time zone")
	ada.forgive("422")
	ada.look(`document.querySelector('#field-zone').select()`, nil)
	ada.run(typed("Pacific/Auckland"))
	ada.click(`document.querySelector('input[name=theme][value=dark]')`)
	ada.click(`document.querySelector('#field-keys')`)
	ada.shows("Unsaved changes")
	ada.click(button("Discard"))
	ada.until("it as it was", `document.querySelector('#field-keys').checked && document.querySelector('[name=theme]:checked').value === ''`)
	// Save comes before Discard for the keyboard, and what was discarded by mistake can be had back.
	ada.until("the way back, focused", `document.activeElement.matches('[data-restore]')`)
	ada.press("Enter")
	ada.until("it as it was written, and Save", `!document.querySelector('#field-keys').checked && document.querySelector('[name=theme]:checked').value === 'dark' && document.querySelector('#field-zone').value === 'Pacific/Auckland' && document.activeElement.innerText === 'Save' && document.activeElement.nextElementSibling.type === 'reset'`)
	ada.click(button("Discard"))
	ada.until("it as it was", `document.querySelector('#field-keys').checked`)
	ada.look(`document.querySelector('#field-zone').value = ''`, nil)
	ada.write(`document.querySelector('#field-zone')`, "Pacific/Auckland")
	ada.click(`document.querySelector('input[name=theme][value=dark]')`)
	ada.click(`document.querySelector('#field-keys')`)
	ada.click(button("Save"))
	ada.until("it saved", `document.documentElement.dataset.theme === 'dark' && document.querySelector('#say').innerText === 'Saved' && document.documentElement.classList.contains('js')`)
	ada.open("/app/shop/inbox/1")
	ada.until("scripts", `document.documentElement.classList.contains('js')`)
	ada.until("times of the zone", `[...document.querySelectorAll('#messages time')].every(t => t.textContent === new Intl.DateTimeFormat(navigator.language, {hour: 'numeric', minute: '2-digit', timeZone: 'Pacific/Auckland'}).format(new Date(t.dateTime)))`)
	ada.press("g")
	ada.press("s")
	ada.press("n")
	ada.press("?")
	ada.until("no key caught", `location.pathname === '/app/shop/inbox/1' && !document.querySelector('dialog[open]') && document.querySelector('[data-tab=note]').ariaSelected !== 'true'`)
	ada.open("/app/shop/settings/profile")
	ada.until("both sessions", `document.querySelectorAll('.who-row').length === 2`)
	ada.click(button("End all other sessions"))
	ada.until("one session", `document.querySelectorAll('.who-row').length === 1`)
	elsewhere.open("/app/shop/inbox")
	elsewhere.until("the sign-in page", `location.pathname === '/'`)
	elsewhere.forgive("401")
}

// The same by forms alone.
func TestProfileWithoutScripts(t *testing.T) {
	chromium(t)
	s := newService(t)
	ada := s.newTab()
	ada.withoutScripts()
	ada.signIn("ada@example.com")
	ada.click(link("Settings"))
	ada.click(link("Profile"))
	ada.write(`document.querySelector('#field-name')`, "Ada")
	ada.click(`document.querySelector('input[name=theme][value=light]')`)
	ada.click(`document.querySelector('#field-undo')`)
	ada.click(button("Save"))
	ada.until("the name saved", `document.querySelector('#field-name').value === 'Ada'`)
	ada.until("the theme saved", `document.documentElement.dataset.theme === 'light'`)
	ada.until("the switch saved", `document.querySelector('#field-undo').checked`)
	ada.click(button("Theme"))
	ada.until("the next theme on the same page", `document.documentElement.dataset.theme === 'dark' && location.pathname.endsWith('/profile')`)
}

// Fault: other tabs kept their theme until their next page, and the button said the one before.
func TestThemeChangesInAllTabs(t *testing.T) {
	chromium(t)
	s := newService(t)
	ada := s.newTab()
	ada.signIn("ada@example.com")
	second := ada.beside()
	second.open("/app/shop/contacts")
	second.until("scripts", `document.documentElement.classList.contains('js')`)
	const theme = `document.querySelector('[data-theme-form] button')`
	for _, next := range []string{"light", "dark", "system"} {
		ada.click(theme)
		for name, tab := range map[string]*tab{"its tab": ada, "the other": second} {
			tab.until(next+" in "+name, `(document.documentElement.dataset.theme ?? 'system') === '`+next+`' && `+theme+`.title === 'Theme: `+next+`'`)
		}
	}
	second.click(theme)
	ada.until("light again", `document.documentElement.dataset.theme === 'light'`)
	ada.open("/app/shop/inbox")
	ada.until("it kept", `document.documentElement.dataset.theme === 'light'`)
}

package browser

import (
	_ "embed"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

//go:embed testdata/axe.min.js
var axe string

// typed are keys that are typed one by one.
func typed(text string) chromedp.Action {
	return chromedp.KeyEvent(text, chromedp.KeyModifiers([]input.Modifier{}...))
}

// accessible fails the test for what axe finds on the page.
func (t *tab) accessible(where string) {
	t.Helper()
	t.examined(where, `{}`)
}

// examined has axe look for violations, with its options.
func (t *tab) examined(where, options string) {
	t.Helper()
	var loaded bool
	t.must(t.look(`Boolean(window.axe)`, &loaded))
	if !loaded {
		t.must(t.look(axe, nil))
	}
	var found []string
	t.must(t.look(`axe.run(document, {resultTypes: ['violations'], ...`+options+`}).then(r => r.violations.map(v => v.id + ': ' + v.help + ' ' + v.nodes.map(n => n.html.slice(0, 160) + ' ' + n.failureSummary).slice(0, 3).join(' | ')))`, &found))
	for _, violation := range found {
		t.Errorf("%s: %s", where, strings.ReplaceAll(violation, "\n", " "))
	}
}

// What axe looks for: contrast takes as long as all the rest. It is looked at in each theme, on a
// small screen and a wide one; the widths between change where things are, not their colours,
// and a theme changes nothing but colours.
const (
	everything   = `{}`
	contrast     = `{runOnly: ['color-contrast']}`
	butContrast  = `{rules: {'color-contrast': {enabled: false}}}`
	narrow, wide = 390, 1440
)

// bothThemes has axe examine a state in both themes, in the four widths that the layout knows.
// The focus stays where it was. Colours change slowly, and in the middle of that axe would see
// others; what the page said fades, and is held as it was when it appeared.
func (t *tab) bothThemes(where string) {
	t.Helper()
	t.must(t.look(`(window.focused = document.activeElement, true)`, nil))
	for _, look := range []struct {
		theme   string
		width   int64
		options string
	}{
		{"dark", narrow, contrast}, {"dark", wide, contrast},
		{"light", narrow, everything}, {"light", 720, butContrast}, {"light", 1000, butContrast}, {"light", wide, everything},
	} {
		t.run(emulation.SetDeviceMetricsOverride(look.width, 900, 1, look.width == narrow), emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: look.theme}}))
		t.until("settled colours", `document.getAnimations().every(a => a.playState !== 'running' || a.animationName)`)
		t.until("nothing beside the screen", `document.documentElement.scrollWidth <= innerWidth`)
		t.must(t.look(`(window.fading = document.getAnimations().filter(a => ['bye', 'gone'].includes(a.animationName) && a.playState === 'running'), fading.forEach(a => { a.pause(); a.currentTime = 0 }), true)`, nil))
		t.examined(fmt.Sprintf("%s, %d wide: %s", look.theme, look.width, where), look.options)
		t.must(t.look(`(window.fading.forEach(a => a.play()), true)`, nil))
	}
	t.must(t.look(`(window.focused?.focus({preventScroll: true}), true)`, nil))
}

// States of the inbox that no other journey comes to.
func TestPagesAreAccessible(t *testing.T) {
	chromium(t)
	s := newService(t)
	ada := s.newTab()
	ada.open("/")
	ada.bothThemes("the sign-in page")
	ada.signIn("ada@example.com")
	ada.bothThemes("an empty list")
	ada.open(s.path("/inbox?view=closed&q=nothing"))
	ada.bothThemes("nothing found")
	ada.open("/app")
	ada.bothThemes("the workspaces")
	s.sample()
	s.receive(map[string]any{
		"messageId": "html", "conversationId": "m1", "contentType": "html", "from": map[string]any{"externalId": "Amara Osei", "name": "Amara Osei"},
		"content": `<p>See <a href="https://example.com/a">this</a><img src="https://example.com/x.png" onerror="alert(1)"></p><blockquote type="cite">Earlier</blockquote>`,
	})
	ada.open(s.path("/inbox?view=open"))
	ada.until("rows", `document.querySelectorAll('.conv').length === 6`)
	ada.bothThemes("the list")
	for _, menu := range []string{"filter-menu", "sort-menu", "workspace-menu"} {
		ada.click(`document.querySelector('[popovertarget="` + menu + `"]')`)
		ada.until(menu, `document.querySelector('#`+menu+`').matches(':popover-open')`)
		ada.bothThemes(menu)
		ada.press("Escape")
	}
	ada.press("?")
	ada.until("the keys", `document.querySelector('dialog[open] .keycols')`)
	ada.bothThemes("the keys")
	ada.press("Escape")
	ada.opens("Amara Osei")
	ada.until("messages", `document.querySelectorAll('#messages article').length === 4`)
	ada.bothThemes("a conversation")
	for _, pick := range []string{"Assignee", "Category", "Priority", "Tags"} {
		ada.click(button(pick))
		ada.until(pick, `document.querySelector('#details .pop:popover-open')`)
		ada.bothThemes(pick)
		ada.press("Escape")
		ada.until("the choices closed", `!document.querySelector('#details .pop:popover-open')`)
	}
	ada.click(button("Formatting"))
	ada.write(`document.querySelector('#reply')`, "**Bold** and a [link](https://example.com).")
	ada.bothThemes("formatting")
	ada.click(button("Preview"))
	ada.until("the preview", `document.querySelector('[data-preview]').checkVisibility() && document.querySelector('[data-preview] strong')`)
	ada.bothThemes("the preview")
	s.must(ada.look(`(document.querySelector('#connection').textContent = document.body.dataset.tOffline, true)`, nil))
	ada.bothThemes("without a connection")
}

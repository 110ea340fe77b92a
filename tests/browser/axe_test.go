package browser

import (
	_ "embed"
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
	if err := t.look(axe, nil); err != nil {
		t.Fatal(err)
	}
	var found []string
	err := t.look(`axe.run(document, {resultTypes: ['violations']}).then(r => r.violations.map(v => v.id + ': ' + v.help + ' ' + v.nodes.map(n => n.html.slice(0, 160) + ' ' + n.failureSummary).slice(0, 3).join(' | ')))`, &found)
	if err != nil {
		t.Fatal(err)
	}
	for _, violation := range found {
		t.Errorf("%s: %s", where, strings.ReplaceAll(violation, "\n", " "))
	}
}

// Pages and states have no violation in either theme, wide and narrow.
func TestPagesAreAccessible(t *testing.T) {
	chromium(t)
	s := newService(t)
	ada := s.newTab()
	ada.open("/")
	ada.accessible("the sign-in page")
	ada.signIn("ada@example.com")
	ada.accessible("an empty list")
	s.says("parcel", "Amara Osei", "Where is my parcel?")
	s.says("parcel", "Amara Osei", "Hello?")
	s.receive(map[string]any{
		"messageId": "html", "conversationId": "parcel", "contentType": "html", "from": map[string]any{"externalId": "Amara Osei", "name": "Amara Osei"},
		"content": `<p>See <a href="https://example.com/a">this</a><img src="https://example.com/x.png" onerror="alert(1)"></p><blockquote type="cite">Earlier</blockquote>`,
	})
	s.says("invoice", "Jonas Lindqvist", "Wrong.")
	for _, theme := range []string{"light", "dark"} {
		for _, width := range []int64{1440, 1000, 720, 390} {
			ada.run(emulation.SetDeviceMetricsOverride(width, 900, 1, width < 720),
				emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: theme}}))
			at := theme + ", " + string(rune('0'+width/1000)) + "…: "
			ada.open("/app/shop/inbox?view=open")
			ada.until("rows", `document.querySelectorAll('.conv').length === 2`)
			ada.accessible(at + "the list")
			ada.open("/app/shop/inbox/1?view=open")
			ada.until("messages", `document.querySelectorAll('#messages article').length === 3`)
			ada.accessible(at + "a conversation")
		}
	}
	ada.run(emulation.SetDeviceMetricsOverride(1440, 900, 1, false))
	ada.open("/app/shop/inbox/1?view=open")
	ada.click(button("Assignee"))
	ada.until("choices", `document.querySelector('#pick-assign').matches(':popover-open')`)
	ada.accessible("choosing an assignee")
	ada.open("/app/shop/inbox?view=closed&q=nothing")
	ada.accessible("nothing found")
	ada.open("/app")
	ada.accessible("the workspaces")
}

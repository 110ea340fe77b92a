package browser

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"

	"svcx"
	"svcx/internal/inbox"
)

// scripts waits until the page's scripts run.
func (t *tab) scripts() {
	t.Helper()
	t.until("scripts", `document.documentElement.classList.contains('js')`)
}

// command runs a line that a page shows in a shell.
func (t *tab) command(element string) {
	t.Helper()
	var line string
	if err := t.look(element, &line); err != nil || line == "" {
		t.Fatal("no command:", err)
	}
	if out, err := exec.Command("sh", "-c", line).CombinedOutput(); err != nil || !strings.HasSuffix(string(out), "ok") {
		t.Fatalf("%s: %v %s", line, err, out)
	}
}

// curl skips the test where it is not installed, and fails it in CI.
func curl(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("curl"); err == nil {
		return
	}
	if os.Getenv("SVCX_REQUIRE_PROGRAMS") == "1" {
		t.Fatal("curl is not installed")
	}
	t.Skip("curl is not installed")
}

// A new channel: its key, the command that sends a message, the message, and the answer to it.
func TestConnect(t *testing.T) {
	chromium(t)
	curl(t)
	s := newService(t)
	ada := s.newTab()
	ada.signIn("ada@example.com")
	ada.open(s.path("/settings/channels"))
	ada.bothThemes("the list of channels")
	ada.click(link("Connect"))
	ada.until("the form", `document.activeElement?.id === 'field-name'`)
	ada.run(typed("Shop"))
	ada.write(`document.querySelector('#field-webhookUrl')`, "http://hooks.example/x")
	ada.click(button("Connect"))
	ada.until("the field that is wrong", `document.activeElement?.id === 'field-webhookUrl' && document.activeElement.ariaInvalid === 'true' && document.querySelector('#field-name').value === 'Shop'`)
	ada.shows("Use a public https:// address.")
	ada.bothThemes("a form of a new channel with an error")
	ada.forgive("422")
	ada.look(`document.querySelector('#field-webhookUrl').value = ''`, nil)
	ada.click(button("Connect"))
	ada.shows("Waiting for your first message")
	ada.scripts()
	ada.bothThemes("a new channel")
	// A wrong key is said, and then the right one works.
	ada.look(`fetch(document.querySelector('#field-inbound').value, {method: 'POST', headers: {'Content-Type': 'application/json', 'x-svcx-api-key': 'svcx_wrong'}, body: '{"content":"x"}'})`, nil)
	ada.shows("The channel key is missing or wrong.")
	ada.bothThemes("a new channel whose key was wrong")
	ada.command(`document.querySelector('#block-curl').textContent`)
	ada.shows("Your first message is here")
	ada.bothThemes("a first message")
	ada.click(link("Answer it"))
	ada.until("the conversation", `document.querySelector('article[data-author=customer]')?.innerText.includes('Hello')`)
	ada.write(`document.querySelector('#reply')`, "Welcome.")
	ada.click(button("Send"))
	ada.until("the answer", `document.querySelector('article[data-author=agent]')?.innerText.includes('Welcome.')`)
}

// The same by forms alone.
func TestConnectWithoutScripts(t *testing.T) {
	chromium(t)
	s := newService(t)
	ada := s.newTab()
	ada.withoutScripts()
	ada.signIn("ada@example.com")
	ada.open(s.path("/settings/channels/new"))
	ada.write(`document.querySelector('#field-name')`, "Shop")
	ada.click(button("Connect"))
	ada.shows("Waiting for your first message")
	var key string
	if err := ada.look(`document.querySelector('#field-key').value`, &key); err != nil {
		t.Fatal(err)
	}
	s.channel, s.key = s.channel+1, key
	s.says("c", "Amara Osei", "Where is my parcel?")
	ada.click(link("Reload to see whether it has arrived"))
	ada.shows("Where is my parcel?")
	ada.open(s.path(fmt.Sprintf("/settings/channels/%d", s.channel)))
	ada.click(button("Show the channel key"))
	ada.until("the key", `document.querySelector('#field-key').value === `+quoted(key))
	ada.click(link("Regenerate"))
	ada.until("the question", `document.querySelector('#ask-key').open`)
	ada.click(`document.querySelector('#ask-key button.danger')`)
	ada.until("another key", `document.querySelector('#field-key').value.length === 45 && document.querySelector('#field-key').value !== `+quoted(key))
	ada.click(button("Send a test event"))
	ada.shows("No test event was sent")
}

// hook is an integrator's webhook.
type hook struct {
	*httptest.Server
	mu     sync.Mutex
	bodies []string
}

func newHook(t *testing.T) *hook {
	r := &hook{}
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		body, _ := io.ReadAll(q.Body)
		r.mu.Lock()
		defer r.mu.Unlock()
		r.bodies = append(r.bodies, string(body))
	}))
	t.Cleanup(r.Close)
	return r
}

// events are the replies that arrived.
func (r *hook) events() (all []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, b := range r.bodies {
		if strings.Contains(b, "message.created") {
			all = append(all, b)
		}
	}
	return all
}

// Settings say what is not saved, what is wrong and what was saved; a page that is left with
// changes asks, whatever it is left by.
func TestChannelSettings(t *testing.T) {
	chromium(t)
	s := newService(t)
	ada := s.newTab()
	ada.signIn("ada@example.com")
	at := s.path(fmt.Sprintf("/settings/channels/%d", s.channel))
	ada.open(at)
	ada.scripts()
	ada.bothThemes("the settings of a channel")
	ada.click(`document.querySelector('#field-feedEnabled')`)
	ada.write(`document.querySelector('#field-webhookUrl')`, "http://hooks.northwind.example/svcx")
	ada.shows("Unsaved changes")
	ada.click(button("Save"))
	ada.until("the field that is wrong", `document.activeElement?.id === 'field-webhookUrl' && document.activeElement.ariaInvalid === 'true'`)
	ada.shows("Use a public https:// address.")
	ada.until("the switch as it was left", `document.querySelector('#field-feedEnabled').checked`)
	ada.bothThemes("a wrong address")
	ada.forgive("422")
	ada.look(`document.querySelector('#field-webhookUrl').value = ''`, nil)
	ada.write(`document.querySelector('#field-webhookUrl')`, "https://hooks.northwind.example/svcx")
	ada.click(button("Save"))
	ada.until("it saved", `document.querySelector('#say')?.innerText === 'Saved' && document.querySelector('#field-webhookUrl').value.startsWith('https')`)
	ada.scripts()
	ada.write(`document.querySelector('#field-messageExportDepth')`, "0")
	ada.shows("Unsaved changes")
	ada.click(button("Discard"))
	ada.until("it as it was", `document.querySelector('#field-messageExportDepth').value === '100'`)

	// Secrets.
	ada.click(button("Show the channel key"))
	ada.until("the key", `document.querySelector('#field-key').value === `+quoted(s.key))
	ada.bothThemes("a shown key")
	ada.click(link("Create a secret"))
	ada.until("the question", `document.querySelector('#ask-signing').open && document.querySelector('#ask-signing').contains(document.activeElement)`)
	ada.bothThemes("a question")
	ada.click(`document.querySelector('#ask-signing button')`)
	ada.until("the secret", `document.querySelector('#field-secret')?.value.startsWith('whsec_')`)
	ada.scripts()
	ada.bothThemes("a new secret")
	var first string
	ada.look(`document.querySelector('#field-secret').value`, &first)
	ada.click(link("Rotate"))
	ada.click(`document.querySelector('#ask-signing button')`)
	ada.until("another secret", `document.querySelector('#field-secret')?.value.startsWith('whsec_') && document.querySelector('#field-secret').value !== `+quoted(first))
	ada.shows("The previous secret signs too until")
	ada.scripts()
	ada.click(link("Remove"))
	ada.click(`document.querySelector('#ask-unsign button')`)
	ada.shows("Calls are not signed.")
	ada.scripts()
	ada.click(link("Delete channel"))
	ada.press("Escape")
	ada.until("no question", `!document.querySelector('#ask-delete').open && document.activeElement?.dataset.ask === 'delete'`)
	ada.open(at + "/defaults")
	ada.scripts()
	ada.bothThemes("the defaults of a channel")
	ada.open(at + "/staff-links")
	ada.scripts()
	ada.write(`document.querySelector('#field-externalId')`, "u-7")
	ada.click(button("Link"))
	ada.until("the field that is wrong", `document.querySelector('#field-userId').ariaInvalid === 'true'`)
	ada.bothThemes("a staff link without a member")
	ada.forgive("422")
	ada.look(`document.querySelector('#field-userId').selectedIndex = 2`, nil)
	ada.click(button("Link"))
	ada.until("the link", `document.querySelector('.who-row')?.innerText.includes('u-7')`)
	ada.bothThemes("a staff link")
	ada.click(button("Remove the link of u-7"))
	ada.shows("No staff links yet")
}

// Paused, replies wait and say so; resumed, all are delivered.
func TestPauseOfAChannel(t *testing.T) {
	chromium(t)
	s := newService(t, confirming...)
	r := newHook(t)
	s.channelWith(func(c *svcx.Settings) { c.WebhookURL, c.MonitoringEnabled = r.URL, false })
	s.says("parcel", "Amara Osei", "Where is my parcel?")
	ada := s.newTab()
	ada.signIn("ada@example.com")
	at := s.path(fmt.Sprintf("/settings/channels/%d", s.channel))
	ada.open(at)
	ada.scripts()
	ada.click(button("Send a test event"))
	ada.shows("The webhook answered 200 after")
	ada.click(button("Pause delivery"))
	ada.shows("No event waits")
	ada.scripts()
	ada.open(s.path("/inbox"))
	ada.scripts()
	ada.opens("Amara Osei")
	for _, text := range []string{"One moment.", "It ships today."} {
		ada.write(`document.querySelector('#reply')`, text)
		ada.click(button("Send"))
		ada.until("the reply", `[...document.querySelectorAll('article[data-author=agent]')].some(a => a.innerText.includes(`+quoted(text)+`))`)
	}
	ada.shows("Waiting: delivery is paused")
	ada.bothThemes("replies that wait for a pause")
	ada.open(at)
	ada.scripts()
	ada.shows("2 events wait")
	ada.bothThemes("a channel that is paused")
	if got := r.events(); len(got) != 0 {
		t.Errorf("delivered during the pause: %q", got)
	}
	ada.open(s.path("/settings/channels"))
	ada.shows("2 events wait")
	ada.bothThemes("a list with a channel that is paused")
	ada.open(at)
	ada.scripts()
	ada.click(button("Resume delivery"))
	ada.until("nothing that waits", `document.querySelector('#say')?.innerText === 'Delivery resumed' && !document.body.innerText.includes('Delivery is paused')`)
	ada.open(s.path("/inbox"))
	ada.opens("Amara Osei")
	ada.until("both accepted", `document.querySelectorAll('.dlv[data-state=accepted]').length === 2`)
	if got := r.events(); len(got) != 2 || !strings.Contains(got[0], "One moment.") {
		t.Errorf("delivered %q", got)
	}
}

// Health shows how it was.
func TestHealthOfAChannel(t *testing.T) {
	chromium(t)
	s := newService(t)
	ch, err := s.app.Admin.Channel(t.Context(), s.shop, s.channel)
	s.must(err)
	_, err = s.app.Messaging.Heartbeat(t.Context(), ch)
	s.must(err)
	_, err = s.app.Admin.PauseDelivery(t.Context(), inbox.Call{Workspace: s.shop, Actor: inbox.Operator}, s.channel)
	s.must(err)
	ada := s.newTab()
	ada.signIn("ada@example.com")
	ada.open(s.path(fmt.Sprintf("/settings/channels/%d", s.channel)))
	ada.scripts()
	ada.until("the plot", `document.querySelectorAll('.hist rect').length === 2`)
	ada.bothThemes("the health of a channel")
}

package browser

import (
	"context"
	"flag"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/heapprofiler"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"svcx"
	"svcx/internal/inbox"
)

var (
	measureDir      = flag.String("measure", "", "measure the inbox in a browser on the store in this `folder`, which bench seed has filled")
	measureDatabase = flag.String("measure-database", "", "`URL` of the store's PostgreSQL database")
	measureEvents   = flag.Int("measure-events", 20_000, "how many events the page gets while its memory is watched")
)

// rounds is how often each thing is measured.
const rounds = 50

// probe measures in the page: from the event that a person causes to the frame in which what it
// leads to is painted.
const probe = `(() => {
	const p = window.probe = { tasks: [] };
	const painted = (then) => requestAnimationFrame(() => { const c = new MessageChannel(); c.port1.onmessage = () => then(performance.now()); c.port2.postMessage(0) });
	new PerformanceObserver((list) => p.tasks.push(...list.getEntries().map((e) => e.duration))).observe({ type: 'longtask' });
	addEventListener('click', (e) => { if (e.isTrusted) p.clicked = e.timeStamp }, true);
	addEventListener('keydown', (e) => { p.pressed = e.timeStamp }, true);
	addEventListener('focusin', (e) => { if (e.target.matches('.conv') && p.pressed) painted((at) => { p.row = at - p.pressed }) });
	document.addEventListener('htmx:afterSwap', (e) => { if (e.target.id === 'open' && p.clicked) painted((at) => { p.thread = at - p.clicked }) });
	new MutationObserver(() => { if (p.text && [...document.querySelectorAll('#messages article')].at(-1)?.innerText.includes(p.text)) { p.text = ''; painted(() => { p.arrived = Date.now() }) } }).observe(document.body, { childList: true, subtree: true });
	return true;
})()`

// TestMeasure measures the budgets of the inbox that only a browser can tell:
//
//	go test ./tests/browser -run Measure -measure DIR -v -timeout 30m
//
// DIR is the folder of "svcx bench seed"; a channel and some conversations are added to its store.
func TestMeasure(t *testing.T) {
	if *measureDir == "" {
		t.Skip("-measure names the folder of a store")
	}
	chromium(t)
	s, agent := seeded(t)
	// The conversations that are written to are open and not assigned.
	for i := range 200 {
		s.writes(i, "Hello")
	}
	ada := s.newTab()
	ada.signIn(agent)
	ada.open(s.path("/inbox?view=open"))
	ada.until("rows", `document.querySelectorAll('.conv').length === 30 && document.readyState === 'complete' && document.fonts.status === 'loaded'`)
	ada.until("the page at rest", `new Promise((done) => setTimeout(done, 2000, true))`)
	ada.until("the probe", probe)

	report(t, "click to painted thread", 100, ada.measured(func(i int) float64 {
		ada.click(fmt.Sprintf(`document.querySelectorAll('#rows .conv')[%d]`, i%39+1))
		return ada.taken("thread")
	}))
	ada.look(`document.querySelector('#rows .conv').focus()`, nil)
	report(t, "key to painted row", 50, ada.measured(func(i int) float64 {
		ada.press(map[bool]string{true: "j", false: "k"}[i < rounds/2])
		took := ada.taken("row")
		ada.until("the thread", `!document.querySelector('.htmx-request')`)
		return took
	}))
	report(t, "key or click, longest task", 50, ada.tasks())

	ada.open(s.path("/inbox?view=open&channel=" + fmt.Sprint(s.channel)))
	ada.opens("Customer 199")
	ada.until("the probe", probe)
	report(t, "inbound 200 to painted message, idle", 50, ada.measured(func(i int) float64 {
		text := fmt.Sprintf("Number %d of them.", i)
		ada.until("the probe, waiting", `probe.text = `+quoted(text))
		s.writes(199, text)
		answered := time.Now()
		return ada.taken("arrived") - float64(answered.UnixMicro())/1000
	}))
	report(t, "messages, longest task", 50, ada.tasks())

	before, nodes := ada.heap(), ada.nodes()
	s.floods(*measureEvents / 2) // a message changes its conversation too
	ada.until("the probe, waiting", `probe.text = 'The last of all.'`)
	s.writes(199, "The last of all.")
	ada.taken("arrived")
	report(t, "events, longest task", 50, ada.tasks())
	fmt.Printf("memory after %d events: %+.1f MB (%.1f before), %+d elements; budget 20 MB\n", *measureEvents, float64(ada.heap()-before)/1e6, float64(before)/1e6, ada.nodes()-nodes)
	ada.forgive("")
}

// seeded is the service on a store that is there, and the address of one of its agents.
func seeded(t *testing.T) (*service, string) {
	t.Helper()
	arguments := []string{"--addr", "127.0.0.1:0", "--data-dir", *measureDir}
	if *measureDatabase != "" {
		arguments = append(arguments, "--database-url", *measureDatabase)
	}
	s := &service{T: t, node: serve(t, arguments...)}
	var err error
	s.shop, err = s.app.Admin.Workspace(t.Context(), "bench")
	s.must(err)
	members, err := s.app.Admin.Members(t.Context(), s.shop, svcx.Page{Limit: svcx.MaxMembers})
	s.must(err)
	agent := ""
	for _, m := range members.Items {
		if m.Role == svcx.RoleAgent && agent == "" {
			agent = m.Email
		}
	}
	ch, key, err := s.app.Admin.CreateChannel(t.Context(), inbox.Call{Workspace: s.shop, Actor: inbox.Operator}, svcx.ChannelDraft{Name: "Browser " + fmt.Sprint(time.Now().Unix()), Settings: svcx.DefaultSettings()})
	s.must(err)
	s.channel, s.key = ch.ID, key
	return s, agent
}

// writes sends a message of one of the customers.
func (s *service) writes(customer int, text string) {
	s.Helper()
	name := fmt.Sprint("Customer ", customer)
	s.says(name, name, text)
}

// floods sends messages of all customers in turn, four at a time. Each fifth is of a new one.
func (s *service) floods(messages int) {
	s.Helper()
	var sending sync.WaitGroup
	for sender := range 4 {
		sending.Go(func() {
			for i := sender; i < messages; i += 4 {
				customer := i % 200
				if i%5 == 0 {
					customer = 1000 + i
				}
				s.writes(customer, fmt.Sprintf("Message %d, which is as long as what a customer writes who has a question.", i))
			}
		})
	}
	sending.Wait()
}

// measured measures something in each round.
func (t *tab) measured(once func(round int) float64) (all []float64) {
	t.Helper()
	for i := range rounds {
		t.until("an empty probe", `(probe.row = probe.thread = probe.arrived = probe.clicked = probe.pressed = undefined, true)`)
		all = append(all, once(i))
	}
	return all
}

// taken waits until the probe has measured something, in milliseconds.
func (t *tab) taken(what string) (ms float64) {
	t.Helper()
	t.until(what, `probe.`+what+` !== undefined`)
	t.must(t.look(`probe.`+what, &ms))
	return ms
}

// tasks are the tasks of 50 ms and more that blocked the page since they were last asked for.
func (t *tab) tasks() (all []float64) {
	t.Helper()
	t.must(t.look(`probe.tasks.splice(0)`, &all))
	return all
}

// heap is what the page's objects take, in bytes.
func (t *tab) heap() int64 {
	t.Helper()
	var used float64
	t.run(heapprofiler.Enable(), heapprofiler.CollectGarbage(), heapprofiler.CollectGarbage(), chromedp.ActionFunc(func(ctx context.Context) error {
		heap, _, embedded, _, err := runtime.GetHeapUsage().Do(ctx)
		used = heap + embedded
		return err
	}))
	return int64(used)
}

// nodes is how many elements the page has.
func (t *tab) nodes() (n int) {
	t.Helper()
	t.must(t.look(`document.querySelectorAll('*').length`, &n))
	return n
}

// report prints how long something took.
func report(t *testing.T, what string, budget float64, all []float64) {
	t.Helper()
	if len(all) == 0 {
		fmt.Printf("%s: none of 50 ms\n", what)
		return
	}
	slices.Sort(all)
	fmt.Printf("%s: %.0f ms in the middle, %.0f at the 95th percentile, %.0f at most, of %d; budget %.0f\n", what, all[len(all)/2], all[len(all)*95/100], all[len(all)-1], len(all), budget)
}

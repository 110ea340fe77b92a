package crash

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

const (
	sqlite   = "sqlite"
	postgres = "postgres"
)

// plan describes a run.
type plan struct {
	database          string
	kills, crashes    int
	customers, agents int // of each channel
	// feed makes channels keep their events in feeds, every second channel without a
	// webhook URL; readerKills is how often the readers are killed.
	feed        bool
	readerKills int
	// calm is the least time after a crash of PostgreSQL. A node that is killed before
	// it has reconnected leaves leases that last half a minute.
	calm time.Duration
}

// roundOf is how many faults there are between two comparisons.
const roundOf = 50

// run is one run: a service, its database, senders and receivers.
type run struct {
	t *testing.T
	plan
	random   *rand.Rand // chooses the faults and their times; not shared
	began    time.Time
	service  *service
	server   *server
	proxy    *proxy
	receiver *receiver
	client   *http.Client
	found    findings

	workspaces []*workspace
	serial     atomic.Int64

	mu            sync.Mutex
	conversations []*conversation

	// Answers to senders: acknowledged, none or 503, a conflict until they gave up.
	acknowledged, unanswered, conflicts atomic.Int64
	// faults counts the faults so far, by name.
	faults map[string]int
}

// begin starts a service with all it needs.
func begin(t *testing.T, p plan) *run {
	t.Helper()
	t.Logf("seed %d", *seed)
	r := &run{t: t, plan: p, began: time.Now(), client: newClient(), faults: make(map[string]int)}
	r.random = rand.New(rand.NewPCG(*seed, uint64(len(p.database))))
	r.receiver = newReceiver(&r.found)
	t.Cleanup(r.receiver.Close)
	dir := newFolder(t)
	r.service = newService(t, dir)
	if p.database == postgres {
		r.server = newServer(t, dir)
		var err error
		if r.proxy, err = newProxy(r.server.address()); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(r.proxy.close)
		r.service.env = append(r.service.env, "SVCX_DATABASE_URL="+r.server.url(r.proxy.address()))
	}
	r.prepare()
	t.Cleanup(r.service.end)
	if err := r.service.start(); err != nil {
		t.Fatal(err)
	}
	for _, w := range r.workspaces {
		if err := r.signIn(w); err != nil {
			t.Fatal(err)
		}
	}
	return r
}

// newFolder is for a run's data. It is not t.TempDir, which only its owner can read:
// PostgreSQL may run as another user.
func newFolder(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp(*folder, "svcx-crash")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

// newService is a service that was not started yet.
func newService(t *testing.T, dir string) *service {
	t.Helper()
	path, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	port, err := freePort()
	if err != nil {
		t.Fatal(err)
	}
	log, err := os.Create(filepath.Join(dir, "svcx.log"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if t.Failed() {
			said, _ := os.ReadFile(log.Name())
			t.Logf("the service said at last:\n%s", said[max(0, len(said)-4000):])
		}
		log.Close()
	})
	address := fmt.Sprintf("127.0.0.1:%d", port)
	return &service{program: path, address: address, log: log, env: append(cleanEnvironment(),
		"SVCX_ADDR="+address,
		"SVCX_DATA_DIR="+filepath.Join(dir, "data"),
		"SVCX_RATE_LIMIT=0",
		"SVCX_LOG_FORMAT=text",
		"SVCX_OUTBOUND_ALLOW_CIDRS=127.0.0.0/8",
		"SVCX_OUTBOUND_ALLOW_HTTP=true",
		// Only a refusal is ever final here.
		"SVCX_OUTBOUND_RETRY_SCHEDULE="+strings.Repeat("50ms,", 3)+strings.Repeat("200ms,", 40)+"1s",
		"SVCX_MONITOR_INTERVAL=0",
	)}
}

// scopes are those that both forms have.
const scopes = "conversations:read,conversations:write,messages:read,messages:write,ratings:write"

// prepare creates two workspaces of each form with two channels each.
func (r *run) prepare() {
	for _, form := range []string{"A", "B", "A", "B"} {
		w := &workspace{slug: fmt.Sprintf("w%d", len(r.workspaces)+1), form: form}
		w.link = r.command("workspace", "create", "--slug", w.slug, "--name", w.slug, "--form", form, "--admin-email", w.slug+"@example.test").LoginLink
		w.key = r.command("key", "create", "--workspace", w.slug, "--name", "senders", "--scopes", scopes).Key
		for n := range 2 {
			c := &channel{workspace: w}
			// The receiver distinguishes channels by their paths, which are known
			// before their ids.
			place := fmt.Sprintf("%s-%d", w.slug, n)
			args := []string{"channel", "create", "--workspace", w.slug, "--name", place}
			if !r.feed || n == 0 {
				args = append(args, "--webhook-url", r.receiver.URL+"/"+place)
			}
			if r.feed {
				args = append(args, "--settings", `{"feedEnabled":true}`)
			}
			made := r.command(args...)
			c.id, c.key, c.place = string(made.ID), made.Key, place
			w.channels = append(w.channels, c)
		}
		r.workspaces = append(r.workspaces, w)
	}
}

type made struct {
	ID             number
	Key, LoginLink string
}

// command runs the program and reads what it prints.
func (r *run) command(args ...string) (m made) {
	cmd := exec.Command(r.service.program, append(args, "--json")...)
	cmd.Env = r.service.env
	var said strings.Builder
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		r.t.Fatalf("svcx %s: %v\n%s", strings.Join(args, " "), err, said.String())
	}
	if err := json.Unmarshal(out, &m); err != nil {
		r.t.Fatalf("svcx %s printed %q", strings.Join(args, " "), out)
	}
	return m
}

func (r *run) newConversation(c *channel, external string) *conversation {
	conv := &conversation{channel: c, external: external}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.conversations = append(r.conversations, conv)
	return conv
}

// all does the plan's faults in rounds, and compares after each round what was
// written in it, and finally everything.
func (r *run) all() {
	faults := r.faultsInOrder()
	compared, done := 0, 0
	for round := range slices.Chunk(faults, roundOf) {
		l := r.startLoad()
		for _, f := range round {
			time.Sleep(time.Duration(200+r.random.IntN(500)) * time.Millisecond)
			r.faults[f.name]++
			if err := f.do(r); err != nil {
				r.t.Errorf("%s: %v", f.name, err)
				close(l.ends)
				r.report("ended")
				return
			}
			if f.name != killed {
				time.Sleep(r.calm)
			}
			done++
		}
		l.stop()
		r.compareAll(r.conversations[compared:])
		compared = len(r.conversations)
		r.report(fmt.Sprintf("%d of %d faults", done, len(faults)))
	}
	if len(faults) > roundOf {
		r.compareAll(r.conversations)
	}
	r.report("summary")
	if r.acknowledged.Load() == 0 {
		r.t.Error("nothing was acknowledged: the run shows nothing")
	}
}

func (r *run) compareAll(conversations []*conversation) {
	r.verify(conversations)
	for _, w := range r.workspaces {
		r.verifyTotals(w)
		for _, c := range w.channels {
			r.verifyLog(c, conversations)
		}
	}
}

// report prints the progress of the run and new findings.
func (r *run) report(what string) {
	for _, told := range r.found.take() {
		r.t.Error(told)
	}
	line := fmt.Sprintf("%s: %s, faults %v, acknowledged %d, not answered or 503 %d, conflicts %d, lost %d, doubled %d, disordered %d, undone %d, wrong %d, %s, duration %v, seed %d",
		what, r.database, r.faults, r.acknowledged.Load(), r.unanswered.Load(), r.conflicts.Load(),
		r.found.count(lost), r.found.count(doubled), r.found.count(disordered), r.found.count(undone), r.found.count(wrong),
		r.receiver.figures(), time.Since(r.began).Round(time.Second), *seed)
	r.t.Log(line)
}

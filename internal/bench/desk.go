package bench

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"svcx"
	"svcx/internal/bench/seed"
	"svcx/internal/seal"
	"svcx/internal/store"
)

// DeskOptions are the options of Desk; DatabaseURL may be empty.
type DeskOptions struct {
	// SeedOptions say what to measure, as in ReadOptions.
	SeedOptions
	Duration time.Duration
	// Inbound is how many messages a second arrive in conversations that exist, and
	// NewConversations how many more start one, NewContacts percent of them from
	// a contact who has never written.
	Inbound, NewConversations, NewContacts int
	// Agents each have a session of their own that streams, and open a thread every
	// OpenEvery on average. They reply to Replies percent of these and resolve Resolves
	// percent.
	Agents            int
	OpenEvery         time.Duration
	Replies, Resolves int
}

// desk is a run of Desk.
type desk struct {
	*run
	DeskOptions
	seeded  *seed.Description
	meter   meter
	begin   time.Time // of the load
	cancel  context.CancelCauseFunc
	log     logSize
	admin   *user // reads the channels' keys
	agents  []*deskAgent
	inbound *arrivals
	screens []*screen
	// lag is how long after they were due messages were on a screen, and marker what
	// their events have before their number.
	lag     recorder
	marker  []byte
	streams struct {
		mu sync.Mutex
		failures
	}
	resets atomic.Int64
	work   [len(deskWork)]work
	result DeskResult
}

// Desk has messages arrive at a constant rate while agents watch, read and answer.
func Desk(ctx context.Context, o DeskOptions) (*DeskResult, error) {
	r := &run{Options: Options{Executable: o.Executable, Dir: o.Dir, DatabaseURL: o.DatabaseURL, Form: "B", Progress: o.Progress}}
	seeded, err := r.openSeeded(ctx, o.SeedOptions)
	if err != nil {
		return nil, err
	}
	b := &desk{run: r, DeskOptions: o, seeded: seeded}
	b.result = DeskResult{
		Database: seeded.Database, Seeded: seeded, CPUs: runtime.NumCPU(), GoVersion: runtime.Version(), Agents: o.Agents,
		OpenEverySeconds: o.OpenEvery.Seconds(), RepliesPercent: o.Replies, ResolvesPercent: o.Resolves,
	}
	fmt.Fprintf(o.Progress, "signing in %d agents …\n", o.Agents)
	if err := b.prepare(ctx); err != nil {
		return nil, fmt.Errorf("preparing the desk: %w", err)
	}
	s, _, err := r.startServer(ctx)
	if err != nil {
		return nil, err
	}
	defer s.stop()
	r.target.address = s.address
	b.meter = meter{s, databaseProcess(ctx, o.DatabaseURL)}
	if b.log, err = openLogSize(ctx, r); err != nil {
		return nil, err
	}
	defer b.log.close()
	if err := b.findChannels(ctx); err != nil {
		return nil, err
	}
	if err := sleep(ctx, settle); err != nil {
		return nil, err
	}
	if err := b.measure(ctx); err != nil {
		return nil, err
	}
	if err := s.stop(); err != nil {
		return nil, err
	}
	fmt.Fprintln(o.Progress, "reading the messages back …")
	return &b.result, b.verify(ctx)
}

// customers is how many conversations of the store get messages: the newest.
const customers = 5000

// prepare opens the store directly for what no interface offers: sessions without an
// e-mail, and a list of conversations with their customers.
func (b *desk) prepare(ctx context.Context) error {
	db, err := b.openStore(ctx)
	if err != nil {
		return err
	}
	defer db.Close()
	// The store may have been filled by an earlier version.
	if _, err := db.Migrate(ctx); err != nil {
		return err
	}
	w, err := db.Read(ctx).WorkspaceBySlug(benchSlug)
	if err != nil {
		return err
	}
	b.target.workspace = w.ID
	if err := db.Write(ctx, w.ID, func(tx *store.Tx) error { return b.signInAll(tx, svcx.At(time.Now())) }); err != nil {
		return err
	}
	n := b.NewConversations + b.Inbound
	b.inbound = &arrivals{desk: b, interval: time.Second / time.Duration(n), run: strconv.FormatInt(time.Now().UnixMilli(), 36), vocabulary: seed.NewVocabulary()}
	total := int(b.Duration / b.inbound.interval)
	b.inbound.answered, b.inbound.thread = make([]bool, total), make([]int32, total)
	b.marker = []byte(`"externalId":"` + b.inbound.prefix())
	last := b.seeded.FirstConversation + svcx.ConversationID(b.seeded.Conversations) - 1
	for id := last; id >= b.seeded.FirstConversation && len(b.inbound.threads) < customers; id-- {
		t, err := existingThread(db.Read(ctx), w.ID, id)
		if svcx.KindOf(err) == svcx.KindNotFound {
			continue
		} else if err != nil {
			return err
		}
		b.inbound.threads = append(b.inbound.threads, t)
	}
	if b.inbound.known = len(b.inbound.threads); b.inbound.known == 0 {
		return errors.New("the store has no conversation")
	}
	return nil
}

// existingThread is a conversation as its customer knows it.
func existingThread(r store.Reads, ws svcx.WorkspaceID, id svcx.ConversationID) (t arrivalThread, err error) {
	c, err := r.Conversation(ws, id)
	if err != nil {
		return t, err
	}
	if c.Channel == nil || c.Contact == nil {
		return t, svcx.NotFound("contact")
	}
	contact, err := r.Contact(ws, *c.Contact)
	if err != nil {
		return t, err
	}
	return arrivalThread{
		channel: *c.Channel, conversationID: c.ExternalID, person: person{name: contact.Name, email: contact.Email, externalID: contact.ExternalID},
	}, nil
}

// signInAll makes a session for each agent, and for an admin.
func (b *desk) signInAll(tx *store.Tx, now svcx.Time) error {
	members := seed.Agents()
	for len(members) < b.Agents {
		n := len(members) + 1
		members = append(members, svcx.MemberDraft{Name: "Agent " + strconv.Itoa(n), Email: fmt.Sprintf("agent%d@desk.example", n), Role: svcx.RoleAgent})
	}
	members = append(members[:b.Agents], svcx.MemberDraft{Name: "Admin", Email: "admin@desk.example", Role: svcx.RoleAdmin})
	known, err := tx.Members(b.target.workspace)
	if err != nil {
		return err
	}
	ids := make(map[string]svcx.UserID)
	for _, m := range known {
		ids[m.Email] = m.ID
	}
	for i, m := range members {
		id, exists := ids[m.Email]
		if !exists {
			if id, err = tx.AddMember(b.target.workspace, m.Email, m.Name, m.Role, now); err != nil {
				return err
			}
		}
		cookie := seal.NewToken()
		session := &svcx.Session{ID: seal.RandomHex(24), User: svcx.User{ID: id}, CreatedAt: now, LastSeenAt: now, UserAgent: "svcx-bench"}
		if err := tx.InsertSession(session, seal.Hash(cookie)); err != nil {
			return err
		}
		u := &user{run: b.run, cookie: "svcx_session=" + cookie}
		if i == b.Agents {
			b.admin = u
			break
		}
		b.agents = append(b.agents, &deskAgent{desk: b, user: u, number: i, rng: rand.New(rand.NewPCG(b.Seed, uint64(i)))})
	}
	return nil
}

// findChannels finds the addresses and keys of the channels. The server must run.
func (b *desk) findChannels(ctx context.Context) error {
	b.inbound.channels = make(map[svcx.ChannelID]*target)
	for _, t := range b.inbound.threads[:b.inbound.known] {
		if b.inbound.channels[t.channel] != nil {
			continue
		}
		var key struct {
			Data struct {
				Key string `json:"key"`
			} `json:"data"`
		}
		if err := b.admin.get(ctx, fmt.Sprintf(sessionAPI+"/channels/%d/key", t.channel), &key); err != nil {
			return err
		}
		b.inbound.channels[t.channel] = &target{address: b.target.address, path: fmt.Sprintf("/api/webhooks/custom/%d", t.channel), key: key.Data.Key}
	}
	return nil
}

// Of all screens one in watchShare is compared with all that was sent; of the others
// the oldest message of each read counts, which costs less.
const watchShare = 20

// measure opens the screens, puts the load on, and waits until the screens show it.
func (b *desk) measure(ctx context.Context) error {
	if memory, err := b.meter.server.memory(); err == nil {
		b.result.Memory.IdleBytes = &memory.now
	}
	ctx, b.cancel = context.WithCancelCause(ctx)
	defer b.cancel(nil)
	var screens sync.WaitGroup
	watching, shut := context.WithCancel(ctx)
	defer shut()
	opened := make(chan error, b.Agents)
	for i, agent := range b.agents {
		s := &screen{desk: b, user: agent.user}
		if i%watchShare == 0 {
			s.seen = make([]atomic.Bool, len(b.inbound.answered))
		}
		b.screens = append(b.screens, s)
		screens.Go(func() { s.run(watching, opened) })
	}
	for range b.agents {
		if err := <-opened; err != nil {
			return fmt.Errorf("opening a stream: %w", err)
		}
	}
	fmt.Fprintf(b.DeskOptions.Progress, "%s: %d messages and %d new conversations a second, %d agents …\n", b.Duration, b.Inbound, b.NewConversations, b.Agents)
	b.begin = time.Now()
	b.inbound.begin = b.begin
	end := b.begin.Add(b.Duration)
	var load, sampling sync.WaitGroup
	for _, agent := range b.agents {
		load.Go(func() { agent.loop(ctx, end) })
	}
	load.Go(func() { b.inbound.send(ctx) })
	sampled, stop := context.WithCancel(ctx)
	sampling.Go(func() { b.sample(sampled) })
	load.Wait()
	b.waitForScreens(ctx)
	stop()
	sampling.Wait()
	shut()
	screens.Wait()
	b.summarize()
	if cause := context.Cause(ctx); cause != nil {
		return cause
	}
	return b.meter.server.exited()
}

// waitForScreens waits until the watched screens have shown all that was answered, or
// nothing new for long.
func (b *desk) waitForScreens(ctx context.Context) {
	for end := time.Now().Add(grace); time.Now().Before(end) && ctx.Err() == nil; sleep(ctx, drainEvery) {
		missed := 0
		for _, s := range b.screens {
			missed += s.missed()
		}
		if missed == 0 {
			return
		}
	}
}

// verify reads back every message that was answered, and every reply: each must be
// stored once.
func (b *desk) verify(ctx context.Context) error {
	db, err := b.openStore(ctx)
	if err != nil {
		return err
	}
	defer db.Close()
	touched := make(map[string]bool)
	a := b.inbound
	for _, thread := range a.thread {
		if thread >= 0 {
			touched[a.threads[thread].conversationID] = true
		}
	}
	replied := make(map[string]int)
	for _, agent := range b.agents {
		for _, reply := range agent.replied {
			replied[reply.mark] = 0
			if reply.conversation != "" {
				touched[reply.conversation] = true
			}
		}
	}
	ids := make([]string, 0, len(touched))
	for id := range touched {
		ids = append(ids, id)
	}
	stored := make([]int, len(a.answered))
	check := &b.result.Check
	if err := b.readBack(ctx, db, ids, func(c *svcx.Conversation, messages []svcx.Message) {
		if len(messages) != c.MessageCount {
			check.WrongCounts++
		}
		for _, m := range messages {
			if i, ok := a.number(m.ExternalID); ok {
				stored[i]++
			}
			if mark, _, found := strings.Cut(m.Content, "\n"); found {
				if n, ours := replied[mark]; ours {
					replied[mark] = n + 1
				}
			}
		}
	}); err != nil {
		return err
	}
	count := func(n int, answered bool) {
		if answered {
			check.Answered++
		}
		if answered && n == 0 {
			check.Missing++
		}
		if n > 1 {
			check.Twice++
		}
		check.Stored += n
	}
	for i, answered := range a.answered {
		count(stored[i], answered)
	}
	for _, n := range replied {
		count(n, true)
	}
	return nil
}

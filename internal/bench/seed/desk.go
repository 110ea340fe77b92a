package seed

import (
	"container/heap"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"svcx"
)

// Desk is what happens at a support desk over some months: who writes when, who
// answers, what is assigned, read and settled. It is computed from a seed, so that two
// desks with the same seed differ in their dates alone, which end at the given time.
//
// happens returns what happens in the order of time, as it would have been stored.
// Conversations are planned as a whole when they begin, and stored once, as they are
// at the end.
type Desk struct {
	seed                    uint64
	conversations, messages int
	begin, end              svcx.Time
	// lengths are the numbers of messages of the conversations.
	lengths []uint8
	hours   []float64 // how busy each hour is, as a running total

	workspace  svcx.WorkspaceID
	agents     []*svcx.Member
	channels   []*svcx.Channel
	categories []svcx.CategoryID

	started, contacts int
	hour              int // of the conversation that starts next
	pending           threads
	next              *thread
	text              *Writer
}

// The random numbers of a desk come in streams, so that what one part takes does not
// change the others.
const (
	lengthStream   = 0x1 << 56
	threadStream   = 0x2 << 56
	customerStream = 0x3 << 56
	textStream     = 0x4 << 56
)

// maxThread is the most messages of a conversation.
const maxThread = 200

// NewDesk returns a desk that had conversations with so many messages in the days
// before the end, and refuses sizes that no desk has.
func NewDesk(seed uint64, conversations, messages, days int, end svcx.Time) (*Desk, error) {
	switch {
	case conversations < 1:
		return nil, errors.New("there must be a conversation")
	case messages < conversations || messages > conversations*maxThread:
		return nil, fmt.Errorf("%d conversations have %d to %d messages, not %d", conversations, conversations, conversations*maxThread, messages)
	case days < 1:
		return nil, errors.New("there must be a day")
	}
	d := &Desk{seed: seed, conversations: conversations, messages: messages, begin: end.Add(-time.Duration(days) * 24 * time.Hour), end: end, text: NewWriter(NewVocabulary())}
	d.lengths = threadLengths(rand.New(rand.NewPCG(seed, lengthStream)), conversations, messages)
	d.hours = make([]float64, days*24+1)
	for i := range days * 24 {
		d.hours[i+1] = d.hours[i] + busy(d.begin.Add(time.Duration(i)*time.Hour).Std())
	}
	return d, nil
}

// threadLengths distributes messages over n conversations: many short ones, a few very
// long ones, and exactly as many messages in all.
func threadLengths(rng *rand.Rand, n, messages int) []uint8 {
	normal := make([]float64, n)
	for i := range normal {
		normal[i] = rng.NormFloat64()
	}
	length := func(z, mu float64) int { return int(min(max(math.Round(math.Exp(mu+1.1*z)), 1), maxThread)) }
	// The median that comes closest to the average.
	low, high := -5.0, 8.0
	sample := normal[:min(n, 20_000)]
	for range 40 {
		mu, sum := (low+high)/2, 0
		for _, z := range sample {
			sum += length(z, mu)
		}
		if float64(sum)/float64(len(sample)) < float64(messages)/float64(n) {
			low = mu
		} else {
			high = mu
		}
	}
	lengths, sum := make([]uint8, n), 0
	for i, z := range normal {
		lengths[i] = uint8(length(z, low))
		sum += int(lengths[i])
	}
	for sum != messages {
		i := rng.IntN(n)
		switch {
		case sum < messages && lengths[i] < maxThread:
			lengths[i]++
			sum++
		case sum > messages && lengths[i] > 1:
			lengths[i]--
			sum--
		}
	}
	return lengths
}

// busy is how many conversations begin in an hour: fewer at night and at weekends.
func busy(t time.Time) float64 {
	of := [24]float64{1, 1, 1, 1, 1, 2, 4, 7, 11, 14, 15, 15, 13, 14, 14, 13, 12, 10, 8, 7, 6, 4, 3, 2}[t.Hour()]
	if t.Weekday() == time.Saturday || t.Weekday() == time.Sunday {
		of *= 0.4
	}
	return of
}

// startOf is when the conversation with the number begins. Numbers must not decrease.
func (d *Desk) startOf(number int) svcx.Time {
	share := (float64(number) + 0.5) / float64(d.conversations) * d.hours[len(d.hours)-1]
	for d.hours[d.hour+1] < share {
		d.hour++
	}
	within := (share - d.hours[d.hour]) / (d.hours[d.hour+1] - d.hours[d.hour])
	return d.begin.Add(time.Duration((float64(d.hour) + within) * float64(time.Hour)))
}

// eventKind is what happens in a conversation.
type eventKind uint8

const (
	eventMessage eventKind = iota
	eventNote
	eventAssign
	eventStatus
	eventRead
)

// event is something that happens in a conversation.
type event struct {
	at   svcx.Time
	kind eventKind
	// number counts the conversation's messages and notes; of a mark it is what was
	// last read.
	number int
	author svcx.AuthorType
	agent  *svcx.Member // nil for customers and bots
	status svcx.Status
	// readAt is when the customer read an answer, or nil.
	readAt *svcx.Time
}

// thread is a conversation with all that happens in it.
type thread struct {
	*svcx.Conversation
	number   int
	channel  *svcx.Channel
	customer int // the contact's number
	fresh    bool
	person   person
	events   []event
	done     int // how many events were returned
	// ids are those of its messages and notes, as far as they were stored.
	ids []svcx.MessageID
	// status and assignedTo are those after the events returned so far.
	status     svcx.Status
	assignedTo *svcx.UserID
	agent      *svcx.Member
	rng        *rand.Rand
}

// threads is a heap of conversations by their next event.
type threads []*thread

func (t threads) Len() int { return len(t) }
func (t threads) Less(i, j int) bool {
	a, b := t[i], t[j]
	if a.events[a.done].at != b.events[b.done].at {
		return a.events[a.done].at < b.events[b.done].at
	}
	return a.number < b.number
}
func (t threads) Swap(i, j int) { t[i], t[j] = t[j], t[i] }
func (t *threads) Push(x any)   { *t = append(*t, x.(*thread)) }
func (t *threads) Pop() any {
	last := (*t)[len(*t)-1]
	*t = (*t)[:len(*t)-1]
	return last
}

// happens returns the next event and its conversation; nil at the end.
func (d *Desk) happens() (*thread, event) {
	if d.next == nil && d.started < d.conversations {
		d.next = d.plan(d.started)
		d.started++
	}
	if d.next != nil && (len(d.pending) == 0 || d.next.CreatedAt <= d.pending[0].events[d.pending[0].done].at) {
		heap.Push(&d.pending, d.next)
		d.next = nil
	}
	if len(d.pending) == 0 {
		return nil, event{}
	}
	t := d.pending[0]
	e := t.events[t.done]
	if t.done++; t.done == len(t.events) {
		heap.Pop(&d.pending)
	} else {
		heap.Fix(&d.pending, 0)
	}
	return t, e
}

// plan decides on a conversation.
func (d *Desk) plan(number int) *thread {
	rng := rand.New(rand.NewPCG(d.seed^threadStream, uint64(number)))
	at := d.startOf(number)
	channel := skewed(rng, d.channels)
	t := &thread{number: number, channel: channel, rng: rng, status: svcx.StatusOpen, Conversation: &svcx.Conversation{
		Workspace: d.workspace, Channel: &channel.ID, ChannelType: svcx.ChannelTypeCustom, ExternalID: "thr_" + scrambled(number),
		CreatedAt: at, UpdatedAt: at, Status: svcx.StatusOpen, AskedAt: &at,
	}}
	if t.fresh = d.contacts == 0 || rng.IntN(100) < 62; t.fresh {
		t.customer = d.contacts
		d.contacts++
	} else {
		// Those who wrote lately write again sooner.
		t.customer = d.contacts - 1 - int(math.Pow(rng.Float64(), 2)*float64(d.contacts))
	}
	t.person = d.customer(t.customer)
	if rng.IntN(5) > 0 {
		category := skewed(rng, d.categories)
		t.Category = &category
	}
	t.Priority = [...]svcx.Priority{"", "", "", "", "", "", svcx.PriorityNormal, svcx.PriorityLow, svcx.PriorityHigh, svcx.PriorityUrgent}[rng.IntN(10)]
	for range max(0, rng.IntN(6)-2) {
		if tag := skewed(rng, deskTags[:]); !slices.Contains(t.Tags, tag) {
			t.Tags = append(t.Tags, tag)
		}
	}
	d.text.Begin(d.seed^textStream, uint64(number)<<16|0xffff)
	t.Subject = d.text.Subject()
	d.write(t, int(d.lengths[number]))
	d.settle(t)
	d.read(t)
	slices.SortStableFunc(t.events, func(a, b event) int { return int(a.at - b.at) })
	d.foresee(t)
	return t
}

// write plans n messages. One in six conversations is answered by a bot alone; of
// those with a single message nobody has answered.
func (d *Desk) write(t *thread, n int) {
	bot := t.rng.IntN(6) == 0
	if !bot {
		t.agent = skewed(t.rng, d.agents)
	}
	// Half of the long ones are chats.
	chat := n > 20 || t.rng.IntN(3) == 0
	offsets, authors := make([]float64, n), make([]svcx.AuthorType, n)
	authors[0] = svcx.AuthorCustomer
	for i := 1; i < n; i++ {
		customer := authors[i-1] == svcx.AuthorCustomer
		if customer = t.rng.IntN(100) < 78 != customer; customer {
			authors[i] = svcx.AuthorCustomer
		} else if authors[i] = svcx.AuthorAgent; bot {
			authors[i] = svcx.AuthorBot
		}
		median := 40.0 * 60 // seconds
		switch {
		case authors[i] == svcx.AuthorBot:
			median = 5
		case chat:
			median = 90
		}
		offsets[i] = offsets[i-1] + 1 + median*math.Exp(1.3*t.rng.NormFloat64())
	}
	// All of it happens before the end.
	scale := 1.0
	if left := float64(d.end-t.CreatedAt) / 1000; offsets[n-1] > left {
		scale = left / offsets[n-1]
	}
	for i := range n {
		e := event{at: t.CreatedAt + svcx.Time(offsets[i]*scale*1000), number: i, author: authors[i]}
		if e.author == svcx.AuthorAgent {
			e.agent = t.agent
			if t.rng.IntN(12) == 0 {
				e.agent = skewed(t.rng, d.agents)
			}
			if t.assignedTo == nil {
				t.assignedTo = &t.agent.ID
				t.events = append(t.events, event{at: e.at, kind: eventAssign, agent: t.agent})
			}
		}
		t.events = append(t.events, e)
	}
	t.assignedTo = nil
	if t.agent != nil && t.rng.IntN(25) == 0 {
		last := t.events[len(t.events)-1].at
		t.events = append(t.events, event{at: last, kind: eventNote, number: n, agent: t.agent})
	}
	for i := range t.events {
		// Two of three answers were read before the customer wrote again.
		e := &t.events[i]
		if e.kind == eventMessage && e.author != svcx.AuthorCustomer && i+1 < len(t.events) && t.events[i+1].author == svcx.AuthorCustomer && t.rng.IntN(3) > 0 {
			at := t.events[i+1].at
			e.readAt = &at
		}
	}
}

// settle plans how a conversation ends, unless that lies after the end: most are
// resolved within a day and many of these archived within a week. A tenth is
// neglected.
func (d *Desk) settle(t *thread) {
	if t.rng.IntN(10) == 0 {
		return
	}
	last := t.events[len(t.events)-1].at
	wait := func(hours float64) svcx.Time {
		return svcx.Time(hours * math.Exp(t.rng.NormFloat64()) * float64(time.Hour/time.Millisecond))
	}
	move := func(at svcx.Time, to svcx.Status) {
		if at <= d.end {
			t.events = append(t.events, event{at: at, kind: eventStatus, agent: t.agent, status: to})
		}
	}
	at := last + 1 + wait(5)
	switch t.rng.IntN(10) {
	case 0, 1:
		move(at, svcx.StatusClosed)
	case 2, 3, 4, 5:
		move(at, svcx.StatusResolved)
	default:
		move(at, svcx.StatusResolved)
		move(at+1+wait(70), svcx.StatusClosed)
	}
}

// read plans up to where each agent has read a conversation at the end: who answered
// has read what came before, mostly also what came after, and others look in.
func (d *Desk) read(t *thread) {
	marks := make(map[*svcx.Member]event)
	var order []*svcx.Member
	mark := func(agent *svcx.Member, at svcx.Time, number int) {
		if _, known := marks[agent]; !known {
			order = append(order, agent)
		}
		marks[agent] = event{at: at, kind: eventRead, agent: agent, number: number}
	}
	last := 0
	for _, e := range t.events {
		switch e.kind {
		case eventMessage:
			last = e.number
			if e.agent != nil {
				mark(e.agent, e.at, e.number)
			}
		case eventStatus:
			if e.agent != nil {
				mark(e.agent, e.at, last)
			}
		}
	}
	end := t.events[len(t.events)-1].at
	if t.agent != nil && t.rng.IntN(3) == 0 {
		mark(t.agent, end, last)
	}
	if t.rng.IntN(7) == 0 {
		mark(skewed(t.rng, d.agents), end, last)
	}
	for _, agent := range order {
		t.events = append(t.events, marks[agent])
	}
}

// foresee sets what the conversation is like at the end.
func (d *Desk) foresee(t *thread) {
	c := t.Conversation
	for _, e := range t.events {
		at := e.at
		switch e.kind {
		case eventMessage:
			c.MessageCount++
			c.LastMessageAt = &at
			switch {
			case e.author != svcx.AuthorCustomer:
				c.WaitingSince = nil
				if c.AnsweredAt == nil {
					c.AnsweredAt = &at
				}
			case c.WaitingSince == nil:
				c.WaitingSince = &at
			}
		case eventAssign:
			c.AssignedTo = &e.agent.ID
		case eventStatus:
			c.Status, c.WaitingSince = e.status, nil
			if c.SettledAt == nil {
				c.SettledAt = &at
			}
			if e.status == svcx.StatusResolved {
				c.ResolvedAt = &at
			}
		case eventRead:
			continue
		}
		c.UpdatedAt = max(c.UpdatedAt, at)
	}
}

// textOf returns the text of a message or note.
func (d *Desk) textOf(t *thread, e event) string {
	w := d.text
	w.Begin(d.seed^textStream, uint64(t.number)<<16|uint64(e.number))
	words := int(min(max(28*math.Exp(0.7*w.Rand.NormFloat64()), 2), 400))
	switch {
	case e.kind == eventNote:
		words /= 2
	case e.author == svcx.AuthorCustomer:
		if e.number == 0 && w.Rand.IntN(2) == 0 {
			w.Text = append(w.Text, "Hello,\n\n"...)
		}
	case e.agent != nil:
		w.Text = fmt.Appendf(w.Text, "Hi %s,\n\n", t.person.name)
	}
	w.Sentences(words)
	switch {
	case e.author == svcx.AuthorCustomer && e.kind == eventMessage && w.Rand.IntN(8) == 0:
		w.Text = append(append(w.Text, "\n\nOrder "...), OrderNumber(t.number)...)
	case e.agent != nil && e.kind == eventMessage && w.Rand.IntN(2) == 0:
		w.Text = fmt.Appendf(w.Text, "\n\nBest regards\n%s", e.agent.Name)
	}
	return string(w.Text)
}

// OrderNumber is a word that only the conversation with the number has.
func OrderNumber(number int) string { return "ord" + scrambled(number) }

// messageID is the sender's id of a message.
func (t *thread) messageID(e event) string {
	return "msg_" + scrambled(t.number) + "." + fmt.Sprint(e.number)
}

var deskTags = [...]string{
	"refund", "vip", "shipping", "bug", "billing", "complaint", "returns", "follow-up", "spam", "feature-request", "urgent", "wholesale", "gift",
	"warranty", "chargeback", "translation", "press", "partner", "legal", "survey", "beta", "escalated", "duplicate", "training",
}

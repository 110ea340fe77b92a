package channel

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"svcx"
	"svcx/internal/messaging"
)

const (
	// unauthenticatedRows is how many inbound requests without the key get a row of
	// their own, per channel and any span of unauthenticatedSpan (D 2).
	unauthenticatedRows = 60
	unauthenticatedSpan = time.Minute

	// flushEvery is how often counts whose minute is over are looked for.
	flushEvery = time.Second
	// writeWithin bounds the write of an event log entry that no client waits for.
	writeWithin = 5 * time.Second
)

// unauthenticatedLog records inbound requests without their channel's key, in such a way
// that they cannot fill the event log: the first sixty of a minute get a row each, the
// others share one row with their number, written a minute after the first of them (D 2).
//
// It holds half a kilobyte for each channel that had such a request within the last
// minute. Only existing channels get an entry, so invented ids cost nothing.
type unauthenticatedLog struct {
	messaging *messaging.Service
	now       func() time.Time
	start     time.Time
	log       *slog.Logger

	mu       sync.Mutex
	channels map[svcx.ChannelID]*unauthenticatedCount
}

// unauthenticatedCount is the entry of one channel. Times are relative to
// unauthenticatedLog.start, so that setting a clock with a monotonic reading changes
// nothing.
type unauthenticatedCount struct {
	workspace svcx.WorkspaceID
	// rows are the times of the last rows, a ring buffer of unauthenticatedRows.
	rows   []time.Duration
	oldest int
	// more is the number of requests for the shared row, which is written at due.
	more int
	due  time.Duration
}

func newUnauthenticatedLog(events *messaging.Service, now func() time.Time, log *slog.Logger) *unauthenticatedLog {
	return &unauthenticatedLog{messaging: events, now: now, start: now(), log: log, channels: make(map[svcx.ChannelID]*unauthenticatedCount)}
}

// note records the request, now or in a count. If its row cannot be written, that is
// logged and the request is counted instead. The write does not end with the request: a
// client cannot stay out of the event log by hanging up early.
func (l *unauthenticatedLog) note(ctx context.Context, ch *svcx.Channel, received time.Time, from messaging.Origin) {
	at := received.Sub(l.start)
	if !l.take(ch, at) {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), writeWithin)
	defer cancel()
	if err := l.messaging.LogUnauthorized(ctx, ch, svcx.At(received), 0, from); err != nil {
		l.failed(ch.ID, err)
		l.count(ch.ID, ch.Workspace, at, 1)
	}
}

// take reports whether the request gets a row of its own; otherwise it is counted.
func (l *unauthenticatedLog) take(ch *svcx.Channel, at time.Duration) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	c := l.entry(ch.ID, ch.Workspace)
	if c.row(at) {
		return true
	}
	c.add(at, 1)
	return false
}

func (l *unauthenticatedLog) count(id svcx.ChannelID, ws svcx.WorkspaceID, at time.Duration, n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.entry(id, ws).add(at, n)
}

// entry returns the channel's count and creates it if needed. The caller holds l.mu.
func (l *unauthenticatedLog) entry(id svcx.ChannelID, ws svcx.WorkspaceID) *unauthenticatedCount {
	c := l.channels[id]
	if c == nil {
		c = &unauthenticatedCount{workspace: ws}
		l.channels[id] = c
	}
	return c
}

// row takes one of the rows of the minute, if any is left.
func (c *unauthenticatedCount) row(at time.Duration) bool {
	if len(c.rows) < unauthenticatedRows {
		c.rows = append(c.rows, at)
		return true
	}
	if within(c.rows[c.oldest], at) {
		return false
	}
	c.rows[c.oldest] = at
	c.oldest = (c.oldest + 1) % unauthenticatedRows
	return true
}

// within reports whether then lies in the span that ends at now. A time in the future
// does not: the clock was set back.
func within(then, now time.Duration) bool { return then <= now && now-then < unauthenticatedSpan }

func (c *unauthenticatedCount) add(at time.Duration, n int) {
	if c.more == 0 {
		c.due = at + unauthenticatedSpan
	}
	c.more += n
}

// idle reports whether the entry can be forgotten.
func (c *unauthenticatedCount) idle(now time.Duration) bool {
	if c.more > 0 {
		return false
	}
	for _, row := range c.rows {
		if within(row, now) {
			return false
		}
	}
	return true
}

// pendingCount is a count to be written to the event log.
type pendingCount struct {
	channel svcx.ChannelID
	unauthenticatedCount
}

// collect removes and returns the counts whose minute is over, or all of them, and
// forgets idle channels.
func (l *unauthenticatedLog) collect(now time.Duration, all bool) []pendingCount {
	l.mu.Lock()
	defer l.mu.Unlock()
	var ready []pendingCount
	for id, c := range l.channels {
		if c.more > 0 && (all || !within(c.due-unauthenticatedSpan, now)) {
			ready = append(ready, pendingCount{id, *c})
			c.more = 0
		}
		if c.idle(now) {
			delete(l.channels, id)
		}
	}
	return ready
}

// flush writes the counts whose minute is over, or all of them. While the store is
// unavailable they are kept for another minute; after any other failure they are
// dropped, since it would only repeat.
func (l *unauthenticatedLog) flush(ctx context.Context, all bool) {
	now := l.now()
	at := now.Sub(l.start)
	for _, c := range l.collect(at, all) {
		ch := &svcx.Channel{ID: c.channel, Workspace: c.workspace}
		if err := l.messaging.LogUnauthorized(ctx, ch, svcx.At(now), c.more, messaging.Origin{}); err != nil {
			l.failed(c.channel, err)
			if kind := svcx.KindOf(err); kind == svcx.KindUnavailable || canceled(err) {
				l.count(c.channel, c.workspace, at, c.more)
			}
		}
	}
}

// failed logs a failed write. If the store is unavailable that is only a debug line: the
// store logs an outage itself, and only once.
func (l *unauthenticatedLog) failed(id svcx.ChannelID, err error) {
	level := slog.LevelWarn
	if svcx.KindOf(err) == svcx.KindUnavailable {
		level = slog.LevelDebug
	}
	l.log.Log(context.Background(), level, "requests without the channel's key could not be written to the event log", "channel", id, "error", err)
}

// Run writes the counts of requests without a key (D 2) until ctx ends, then the rest of
// them, and returns. The caller stops it after the HTTP server and before the store.
func (h *Handler) Run(ctx context.Context) {
	ticker := time.NewTicker(flushEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			h.unauthenticated.flush(ctx, false)
		case <-ctx.Done():
			last, cancel := context.WithTimeout(context.WithoutCancel(ctx), writeWithin)
			defer cancel()
			h.unauthenticated.flush(last, true)
			return
		}
	}
}

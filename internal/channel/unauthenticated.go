package channel

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"svcx"
	"svcx/internal/inbox"
)

const (
	// unauthenticatedRows is how many inbound requests without the key are recorded
	// each by itself, a channel, in any stretch of unauthenticatedSpan (decisions 2).
	unauthenticatedRows = 60
	unauthenticatedSpan = time.Minute

	// flushEvery is how often it is looked for counts whose minute is over.
	flushEvery = time.Second
	// writeWithin bounds the write of a record that nobody waits for.
	writeWithin = 5 * time.Second
)

// unauthenticatedLog records inbound requests that do not have their channel's key, so
// that somebody without one cannot fill the log: the first sixty of a minute as
// a row each, the others as one row with their number once the minute since the
// first of them is over (decisions 2).
//
// Memory: an entry per channel that was called so within the last minute, half
// a kilobyte each. Only channels that exist get one, so that inventing ids
// costs nothing.
type unauthenticatedLog struct {
	inbox *inbox.Inbox
	now   func() time.Time
	start time.Time
	log   *slog.Logger

	mu       sync.Mutex
	channels map[svcx.ChannelID]*unauthenticatedCount
}

// unauthenticatedCount is one channel's. Times are counted from keyless.start, so that
// setting the clock changes nothing where it has a monotonic reading.
type unauthenticatedCount struct {
	workspace svcx.WorkspaceID
	// rows are the times of the last rows, a ring once it has unauthenticatedRows.
	rows   []time.Duration
	oldest int
	// more requests wait to be counted in one row at due.
	more int
	due  time.Duration
}

func newUnauthenticatedLog(in *inbox.Inbox, now func() time.Time, log *slog.Logger) *unauthenticatedLog {
	return &unauthenticatedLog{inbox: in, now: now, start: now(), log: log, channels: make(map[svcx.ChannelID]*unauthenticatedCount)}
}

// note records the request, now or in a count. A record that cannot be written
// is logged as a warning and counted instead. The caller's going away does not
// stop the write: hanging up early must not keep one out of the log.
func (k *unauthenticatedLog) note(ctx context.Context, ch *svcx.Channel, received time.Time) {
	at := received.Sub(k.start)
	if !k.take(ch, at) {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), writeWithin)
	defer cancel()
	if err := k.inbox.LogUnauthorized(ctx, ch, svcx.At(received), 0); err != nil {
		k.failed(ch.ID, err)
		k.count(ch.ID, ch.Workspace, at, 1)
	}
}

// take reports whether the request gets a row of its own; otherwise it is
// counted.
func (k *unauthenticatedLog) take(ch *svcx.Channel, at time.Duration) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	c := k.entry(ch.ID, ch.Workspace)
	if c.row(at) {
		return true
	}
	c.add(at, 1)
	return false
}

func (k *unauthenticatedLog) count(id svcx.ChannelID, ws svcx.WorkspaceID, at time.Duration, n int) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.entry(id, ws).add(at, n)
}

// entry is the channel's count, made if need be. Under the lock.
func (k *unauthenticatedLog) entry(id svcx.ChannelID, ws svcx.WorkspaceID) *unauthenticatedCount {
	c := k.channels[id]
	if c == nil {
		c = &unauthenticatedCount{workspace: ws}
		k.channels[id] = c
	}
	return c
}

// row takes one of the rows of the minute, if there is one left.
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

// within reports whether the time then lies in the span that ends at now. One
// in the future does not: the clock was set back.
func within(then, now time.Duration) bool { return then <= now && now-then < unauthenticatedSpan }

func (c *unauthenticatedCount) add(at time.Duration, n int) {
	if c.more == 0 {
		c.due = at + unauthenticatedSpan
	}
	c.more += n
}

// idle reports whether the entry holds nothing that matters any more.
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

// counted is a count on its way to the log.
type counted struct {
	channel svcx.ChannelID
	unauthenticatedCount
}

// collect takes the counts whose minute is over, or all of them, and forgets
// the channels that have been quiet.
func (k *unauthenticatedLog) collect(now time.Duration, all bool) []counted {
	k.mu.Lock()
	defer k.mu.Unlock()
	var ready []counted
	for id, c := range k.channels {
		if c.more > 0 && (all || !within(c.due-unauthenticatedSpan, now)) {
			ready = append(ready, counted{id, *c})
			c.more = 0
		}
		if c.idle(now) {
			delete(k.channels, id)
		}
	}
	return ready
}

// flush writes the counts whose minute is over, or all of them. Where the store
// does not work they are kept for another minute; any other failure would only
// come again.
func (k *unauthenticatedLog) flush(ctx context.Context, all bool) {
	now := k.now()
	at := now.Sub(k.start)
	for _, c := range k.collect(at, all) {
		ch := &svcx.Channel{ID: c.channel, Workspace: c.workspace}
		if err := k.inbox.LogUnauthorized(ctx, ch, svcx.At(now), c.more); err != nil {
			k.failed(c.channel, err)
			if kind := svcx.KindOf(err); kind == svcx.KindUnavailable || canceled(err) {
				k.count(c.channel, c.workspace, at, c.more)
			}
		}
	}
}

// failed tells the log: for debugging alone where the store has, since it does so
// once and not for each request.
func (k *unauthenticatedLog) failed(id svcx.ChannelID, err error) {
	level := slog.LevelWarn
	if svcx.KindOf(err) == svcx.KindUnavailable {
		level = slog.LevelDebug
	}
	k.log.Log(context.Background(), level, "requests without the channel's key could not be written to the event log", "channel", id, "error", err)
}

// Run writes the counts of requests without a key (decisions 2) until ctx ends,
// then what is left of them, and returns. It is to be stopped after the HTTP
// server and before the store.
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

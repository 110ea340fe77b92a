package deliver

import (
	"context"
	"sync"
	"time"

	"github.com/google/uuid"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/store"
)

const (
	// pingPollInterval is how often channels that are due for a ping are looked for.
	pingPollInterval = time.Second
	// maxPings bounds this node's pings in flight, so that hanging receivers cannot
	// pile up. If each hangs for ten seconds, it is enough for some two thousand
	// channels in five minutes.
	maxPings = 64
	// pingJitter is how far a ping may be off its time, as a fraction of the interval.
	pingJitter = 0.1
)

// monitor pings the channels with monitoring until ctx ends (W 4.7): each once per
// interval, at its own time, from one node.
func (d *Deliverer) monitor(ctx context.Context) {
	var inFlight sync.WaitGroup
	defer inFlight.Wait()
	slots := make(chan struct{}, maxPings)
	tick := time.NewTicker(pingPollInterval)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		// No more than can be made at once: while a ping waited, the channel's
		// monitoring could be switched off.
		n := cap(slots) - len(slots)
		if n == 0 {
			continue
		}
		now := svcx.At(d.now())
		due, err := d.db.Read(ctx).DuePings(now, now.Add(2*d.interval+store.ClockSlack), n)
		if err != nil {
			continue // poll has logged the outage
		}
		for _, p := range due {
			slots <- struct{}{}
			inFlight.Go(func() {
				defer func() { <-slots }()
				if d.takePing(ctx, p) {
					d.ping(ctx, p.Channel, true)
				}
			})
		}
	}
}

// takePing sets when the channel is pinged next and reports whether this node makes a
// ping now: only one node does, and none if the settings have changed since they were
// read. The first ping of a channel comes at a random time within an interval, so that
// channels are not pinged together.
func (d *Deliverer) takePing(ctx context.Context, p store.DuePing) (ours bool) {
	wait := time.Duration(float64(d.interval) * (1 - pingJitter + 2*pingJitter*d.jitter()))
	if p.Due == 0 {
		wait = time.Duration(float64(d.interval) * d.jitter())
	}
	err := d.db.Write(ctx, p.Channel.Workspace, func(tx *store.Tx) (err error) {
		// At least 1: 0 means that no time is set.
		ours, err = tx.TakePing(p, max(1, svcx.At(d.now()).Add(wait)))
		return err
	})
	switch {
	case err == nil:
		d.writing.Works()
	case ctx.Err() == nil:
		d.writing.Failed(err)
	}
	return err == nil && ours && p.Due != 0
}

// Ping pings the channel's webhook URL on an admin's request, records the result for
// the channel's health, and logs it. It is not retried.
func (d *Deliverer) Ping(ctx context.Context, ch *svcx.Channel) svcx.PingResult {
	return d.ping(ctx, ch, false)
}

func (d *Deliverer) ping(ctx context.Context, ch *svcx.Channel, monitored bool) svcx.PingResult {
	body, err := form.Ping(svcx.At(d.now()), uuid.NewString())
	if err != nil {
		d.log.Error("a ping could not be written", "channel", ch.ID, "error", err)
		return svcx.PingResult{Error: svcx.ReasonValidation}
	}
	out := d.singleAttempt(ctx, svcx.CallPing, "", call{channel: ch, url: ch.Settings.WebhookURL, body: body}, nil, func(tx *store.Tx, out outcome) error {
		if out.cut {
			return nil // nothing is known about the receiver
		}
		return notePing(tx, ch, monitored, out.verdict != delivered, svcx.At(d.now()))
	})
	d.log.Debug("a channel was pinged", "channel", ch.ID, "ok", out.verdict == delivered, "reason", out.reason.Text())
	return svcx.PingResult{OK: out.verdict == delivered, Status: out.status, MS: out.took.Milliseconds(), Error: out.reason.Text()}
}

// notePing records a ping for the channel's health and its history. It does not count if the channel
// has changed meanwhile: if the URL is another one, or if it was a monitor's ping and
// monitoring was switched off (see admin.UpdateChannel).
func notePing(tx *store.Tx, ch *svcx.Channel, monitored, failed bool, at svcx.Time) error {
	now, err := tx.Channel(ch.Workspace, ch.ID)
	switch {
	case svcx.KindOf(err) == svcx.KindNotFound:
		return nil
	case err != nil:
		return err
	case now.Settings.WebhookURL != ch.Settings.WebhookURL, monitored && !now.Settings.MonitoringEnabled:
		return nil
	}
	next := *now
	next.PingFailed = failed
	if err := tx.NoteHealth(now, &next, at); err != nil {
		return err
	}
	return tx.SetPingFailed(ch.Workspace, ch.ID, failed)
}

package deliver

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"sync"
	"time"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/store"
)

const (
	// pingLook is how often the channels that are due for a ping are looked for.
	pingLook = time.Second
	// pingsAtOnce bounds this node's pings in flight, so that hanging receivers
	// cannot pile up. With each of them hanging for ten seconds it is enough for
	// some two thousand channels in five minutes.
	pingsAtOnce = 64
	// pingJitter is how far a ping may be off its time, as a share of the
	// interval.
	pingJitter = 0.1
)

// monitor pings the channels that want it until ctx ends (W 4.7): each once an
// interval, at a time of its own, on one node.
func (d *Deliverer) monitor(ctx context.Context) {
	var flying sync.WaitGroup
	defer flying.Wait()
	free := make(chan struct{}, pingsAtOnce)
	tick := time.NewTicker(pingLook)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		// No more than can be made at once: a ping that had to wait could find
		// the channel's monitoring switched off meanwhile.
		n := cap(free) - len(free)
		if n == 0 {
			continue
		}
		now := svcx.At(d.now())
		due, err := d.db.DuePings(ctx, now, now.Add(2*d.interval+store.ClockSlack), n)
		if err != nil {
			continue // poll has logged that the store is down
		}
		for _, p := range due {
			free <- struct{}{}
			flying.Go(func() {
				defer func() { <-free }()
				if d.takePing(ctx, p) {
					d.ping(ctx, p.Channel, true)
				}
			})
		}
	}
}

// takePing decides when the channel is pinged next and reports whether a ping is
// ours to make now: on one node alone, and not where the settings were changed
// since they were read. A channel that is new to this starts anywhere within an
// interval, so that channels do not ping together.
func (d *Deliverer) takePing(ctx context.Context, p store.DuePing) (ours bool) {
	wait := time.Duration(float64(d.interval) * (1 - pingJitter + 2*pingJitter*d.jitter()))
	if p.Due == 0 {
		wait = time.Duration(float64(d.interval) * d.jitter())
	}
	err := d.db.Write(ctx, p.Channel.Workspace, func(tx *store.Tx) (err error) {
		// At least a millisecond ahead: 0 is the mark of the undecided.
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

// Ping pings the channel's webhook URL now, at an admin's wish, notes what came
// of it for the channel's health, and logs it. It is never tried again.
func (d *Deliverer) Ping(ctx context.Context, ch *svcx.Channel) svcx.PingResult {
	return d.ping(ctx, ch, false)
}

func (d *Deliverer) ping(ctx context.Context, ch *svcx.Channel, monitored bool) svcx.PingResult {
	body, err := form.Ping(svcx.At(d.now()), newUUID())
	if err != nil {
		d.log.Error("a ping could not be written", "channel", ch.ID, "error", err)
		return svcx.PingResult{Error: svcx.ReasonValidation}
	}
	out := d.singleAttempt(ctx, svcx.CallPing, "", call{channel: ch, url: ch.Settings.WebhookURL, body: body}, nil, func(tx *store.Tx, out outcome) error {
		if out.cut {
			return nil // it says nothing about the receiver
		}
		return notePing(tx, ch, monitored, out.verdict != delivered)
	})
	d.log.Debug("a channel was pinged", "channel", ch.ID, "ok", out.verdict == delivered, "reason", out.reason.Text())
	return svcx.PingResult{OK: out.verdict == delivered, Status: out.status, MS: out.took.Milliseconds(), Error: out.reason.Text()}
}

// notePing notes a ping for the channel's health. One that says nothing of the
// channel as it is now does not count: the URL is another, or it was the
// monitor's and monitoring was switched off meanwhile (see inbox.UpdateChannel).
func notePing(tx *store.Tx, ch *svcx.Channel, monitored, failed bool) error {
	now, err := tx.Channel(ch.Workspace, ch.ID)
	switch {
	case svcx.KindOf(err) == svcx.KindNotFound:
		return nil
	case err != nil:
		return err
	case now.Settings.WebhookURL != ch.Settings.WebhookURL, monitored && !now.Settings.MonitoringEnabled:
		return nil
	}
	return tx.SetPingFailed(ch.Workspace, ch.ID, failed)
}

// newMessageID is the webhook-id of a call that is made once.
func newMessageID() string { return "msg_" + randomHex(16) }

func newUUID() string {
	var b [16]byte
	rand.Read(b[:]) // never fails, by its documentation
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	h := hex.EncodeToString(b[:])
	return h[:8] + "-" + h[8:12] + "-" + h[12:16] + "-" + h[16:20] + "-" + h[20:]
}

func randomHex(n int) string {
	b := make([]byte, n)
	rand.Read(b) // never fails, by its documentation
	return hex.EncodeToString(b)
}

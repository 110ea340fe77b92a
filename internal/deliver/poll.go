package deliver

import (
	"context"
	"time"

	"svcx"
	"svcx/internal/store"
)

const (
	// pollInterval is how often the database is searched for what Wake does not
	// report: retries, expired leases, deliveries of other nodes or of an earlier
	// process.
	pollInterval = time.Second
	// maxPollInterval is the longest pause while the store is unavailable.
	maxPollInterval = 16 * time.Second
	// A poll reads at most pollPages pages of pollPage channels, and the next one
	// continues from there, so that it uses a bounded part of the database however
	// many channels have retries due.
	pollPage  = 200
	pollPages = 5
)

// poll looks for due channels every second until ctx ends, the first time at once.
// While the store is unavailable the pauses get longer.
func (d *Deliverer) poll(ctx context.Context) {
	var from store.ChannelRef
	pause := pollInterval
	var others knownNodes
	var clock clockWatch
	for {
		err := d.reclaimLeases(ctx, &others)
		if failed := d.watchClock(ctx, &clock); failed != nil {
			err = failed
		}
		var failed error
		if from, failed = d.wakeDue(ctx, from); failed != nil {
			err = failed
		}
		switch {
		case err == nil:
			d.reading.Works()
			pause = pollInterval
		case ctx.Err() == nil:
			d.reading.Failed(err)
			pause = min(2*pause, maxPollInterval)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(pause):
		}
	}
}

// wakeDue wakes the due channels after the given one and returns where the next call
// continues.
func (d *Deliverer) wakeDue(ctx context.Context, from store.ChannelRef) (store.ChannelRef, error) {
	for range pollPages {
		due, next, err := d.db.Read(ctx).DueChannels(svcx.At(d.now()), from, pollPage)
		if err != nil {
			return from, err
		}
		for _, ref := range due {
			d.Wake(ref)
		}
		if from = next; from == (store.ChannelRef{}) {
			break
		}
	}
	return from, nil
}

package deliver

import (
	"context"
	"time"

	"svcx"
	"svcx/internal/store"
)

const (
	// pollInterval is how often the database is looked at for what no Wake told
	// of: retries, leases that ran out, what other nodes or an earlier process
	// left.
	pollInterval = time.Second
	// maxPollInterval is the longest pause while the store is down.
	maxPollInterval = 16 * time.Second
	// A look reads pollPages pages of pollPage channels and the next goes on from
	// there, so that it takes no more than its share of the database however many
	// channels have retries ahead.
	pollPage  = 200
	pollPages = 5
)

// poll looks for due channels each second until ctx ends, the first time at
// once. While the store is down it looks ever less often.
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
		if from, failed = d.look(ctx, from); failed != nil {
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

// look wakes the due channels behind the given one and returns where the next
// look begins.
func (d *Deliverer) look(ctx context.Context, from store.ChannelRef) (store.ChannelRef, error) {
	for range pollPages {
		due, next, err := d.db.DueChannels(ctx, svcx.At(d.now()), from, pollPage)
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

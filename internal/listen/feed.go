package listen

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"time"

	"svcx/client"
)

// Feed reads a channel's feed until ctx ends, and takes each event as if svcx had called:
// for a machine that has no address which svcx could call. An event that is not confirmed is taken three times, then the
// next one is. after is the cursor; "" begins with what comes from now on.
func (l *Listener) Feed(ctx context.Context, channel *client.Channel, after client.ID) error {
	if after == "" {
		var err error
		if after, err = channel.FeedEnd(ctx); err != nil {
			return err
		}
	}
	for {
		for e, err := range channel.Feed(ctx, after) {
			if ctx.Err() != nil {
				return nil
			}
			if refused := new(client.Error); errors.As(err, &refused) && refused.Status < 500 {
				return err
			}
			if err != nil {
				break // the server is away; the feed goes on where it was
			}
			l.takeFed(ctx, e)
			after = e.After
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(time.Second):
		}
	}
}

func (l *Listener) takeFed(ctx context.Context, e client.Fed) {
	for n := range 3 {
		now := l.options.Now()
		header := http.Header{"Content-Type": {"application/json"}}
		header.Set("webhook-id", e.ID)
		header.Set("webhook-timestamp", strconv.FormatInt(now.Unix(), 10))
		header.Set("svcx-sequence", strconv.FormatInt(e.Sequence, 10))
		if len(l.options.Secrets) > 0 {
			// What the feed has comes by https and with the channel's key. A program behind
			// --forward may still want a signature.
			if signed, err := client.Sign(l.options.Secrets, e.ID, now, e.Body); err == nil {
				header.Set("webhook-signature", signed)
			}
		}
		if a := l.take(ctx, header, e.Body); a.status < 300 && !a.drop {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(time.Second << n):
		}
	}
}

package client

import (
	"context"
	"encoding/json"
	"iter"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// Fed is an event of the feed, with its cursor.
type Fed struct {
	Event
	// After is where to read on after this event: store it with what the event changed.
	After ID
}

// Feed iterates over a channel's events from a cursor on, oldest first, and waits for new
// ones until the context ends; after is "0" to begin with the oldest that is kept. It needs the setting feedEnabled, and
// no public address. An error ends the iteration; it may be started again from the last
// event's After.
func (c *Channel) Feed(ctx context.Context, after ID) iter.Seq2[Fed, error] {
	return func(yield func(Fed, error) bool) {
		for {
			page, err := c.feedPage(ctx, after, 25*time.Second)
			if err != nil {
				yield(Fed{}, err)
				return
			}
			for _, item := range page.Data {
				e, err := parseEvent(item.Event)
				if err == nil {
					e.Delivery = Delivery{ID: item.WebhookID, At: item.CreatedAt, Sequence: item.Sequence, Body: item.Event}
				}
				if !yield(Fed{Event: e, After: item.ID}, err) || err != nil {
					return
				}
			}
			after = page.NextAfter
		}
	}
}

// feedItem is an item of the feed on the wire.
type feedItem struct {
	ID        ID
	WebhookID string
	Sequence  int64
	CreatedAt time.Time
	Event     json.RawMessage
}

type feedPage struct {
	Data      []feedItem
	NextAfter ID
	HasMore   bool
}

func (c *Channel) feedPage(ctx context.Context, after ID, wait time.Duration) (page feedPage, err error) {
	query := url.Values{"after": {string(after)}, "limit": {"100"}, "wait": {strconv.Itoa(int(wait / time.Second))}}
	err = c.do(ctx, http.MethodGet, "/feed", query, nil, &page)
	return page, err
}

// FeedEnd returns the cursor after the last event of the feed. Feed called with it returns only events
// that come later.
func (c *Channel) FeedEnd(ctx context.Context) (ID, error) {
	for after := ID("0"); ; {
		page, err := c.feedPage(ctx, after, 0)
		if err != nil || !page.HasMore {
			return page.NextAfter, err
		}
		after = page.NextAfter
	}
}

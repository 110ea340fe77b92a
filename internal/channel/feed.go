package channel

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/httpd"
	"svcx/internal/live"
	"svcx/internal/messaging"
)

// The bounds of a feed (interface: with the channel key).
const (
	feedDefault = 50
	feedMax     = 100
	feedWait    = 30
	// feedBytes is how many bytes of bodies end a page.
	feedBytes = 1 << 20
	// feedReserve is what a page whose bodies have histories takes of the budget:
	// feedBytes, one body beyond, and both again when they are written.
	feedReserve = 2 * (feedBytes + form.MaxDelivery)
	// feedOverhead is roughly the size of an event without its body.
	feedOverhead = 256
)

// feedEvent is an outbound event in a feed.
type feedEvent struct {
	ID any `json:"id"`
	// WebhookID and Sequence are the headers webhook-id and svcx-sequence of a call.
	WebhookID string         `json:"webhookId"`
	Sequence  int64          `json:"sequence"`
	CreatedAt string         `json:"createdAt"`
	Event     jsontext.Value `json:"event"`
}

type feedAnswer struct {
	Data []feedEvent `json:"data"`
	// NextAfter is the value of after for the next page.
	NextAfter any  `json:"nextAfter"`
	HasMore   bool `json:"hasMore"`
}

// feed is GET /api/webhooks/custom/{channelId}/feed: the channel's outbound events with
// the bodies that calls to the webhook URL have, oldest first. With wait it is answered
// when there is an event, after that many seconds, or when the server stops.
//
// Answer: 200 {data, nextAfter, hasMore}. Errors: 401 and 503 as of authorize; a
// validation error in the form's status for a bad query; 409 for a channel without a
// feed; 429 if too many requests wait already.
func (h *Handler) feed(c *call) error {
	q, err := readFeedQuery(c.http.URL.RawQuery)
	if err != nil {
		return err
	}
	page, err := h.messaging.Feed(c.http.Context(), c.channel, c.form.Name, q.after, q.limit)
	if err == nil && len(page.Events) == 0 && q.wait > 0 && c.http.Method == http.MethodGet {
		page, err = h.awaitFeed(c, q)
	}
	if err != nil {
		return err
	}
	return h.answerFeed(c, page)
}

// awaitFeed waits for a page that is not empty, and returns an empty one when the time is
// up. The channel and its key are checked again before each read, since both may have
// changed.
func (h *Handler) awaitFeed(c *call, q feedQuery) (page messaging.FeedPage, err error) {
	reader, err := h.live.WaitForFeed(c.channel.ID)
	if err != nil {
		return page, err
	}
	defer reader.Leave()
	ctx := c.http.Context()
	if c.http.Body == http.NoBody {
		httpd.EndReadDeadline(c.w)
	}
	late := time.NewTimer(q.wait)
	defer late.Stop()
	// The first read is for events from before the wait, the last one for events
	// without a notification.
	for more := true; ; more = waitForEvent(ctx, reader, late.C) {
		if err := ctx.Err(); err != nil {
			return page, err // the client is gone
		}
		if err := h.authorize(c); err != nil {
			return page, err
		}
		page, err = h.messaging.Feed(ctx, c.channel, c.form.Name, q.after, q.limit)
		if err != nil || len(page.Events) > 0 || !more {
			return page, err
		}
	}
}

// waitForEvent waits until there may be an event in the feed; false if the wait is over.
func waitForEvent(ctx context.Context, reader *live.FeedReader, late <-chan time.Time) bool {
	select {
	case <-reader.Woken:
		return true
	case <-late:
	case <-reader.Closed:
	case <-ctx.Done():
	}
	return false
}

// answerFeed renders the events of the page and answers with as many as fit into
// feedBytes.
func (h *Handler) answerFeed(c *call, page messaging.FeedPage) error {
	answer, err := h.front.Budget.Answer(c.http.Context(), c.w, feedCost(c.channel, page))
	if err != nil {
		return err
	}
	defer answer.Release()
	wire := feedAnswer{Data: make([]feedEvent, 0, len(page.Events)), NextAfter: feedID(c.form, page.Next), HasMore: page.More}
	size := 0
	for i, d := range page.Events {
		body, err := h.messaging.EventBody(c.http.Context(), c.channel, c.form.Name, d)
		if err != nil {
			return err
		}
		wire.Data = append(wire.Data, feedEvent{c.form.ID(int64(d.ID)), d.WebhookID, d.Sequence, d.CreatedAt.String(), body})
		if size += len(body); size >= feedBytes && i < len(page.Events)-1 {
			wire.NextAfter, wire.HasMore = feedID(c.form, d.ID), true
			break
		}
	}
	body, err := form.Encode(wire)
	if err != nil {
		return err
	}
	writeJSON(answer.Writer(), http.StatusOK, body)
	return nil
}

// feedCost is what a page takes of the budget: the events as read, their bodies, and the
// answer.
func feedCost(ch *svcx.Channel, page messaging.FeedPage) int64 {
	if len(page.Events) > 0 && ch.Settings.MessageExportEnabled {
		return feedReserve
	}
	cost := 0
	for _, d := range page.Events {
		cost += 3*len(d.Data.Content) + feedOverhead
		for _, a := range d.Data.Attachments {
			cost += 3*len(a.URL) + feedOverhead
		}
	}
	return int64(cost)
}

// feedID is an id in the form's type, including 0, which is before the first one.
func feedID(f *form.Form, id svcx.DeliveryID) any { return f.ID(int64(id)) }

// feedQuery is the query of a feed request.
type feedQuery struct {
	after svcx.DeliveryID
	limit int
	wait  time.Duration
}

// readFeedQuery reads after (an event's id, or 0, the default, for all that are kept),
// limit (1 to 100, default 50) and wait (0 to 30 seconds, default 0). As in a replay,
// errors name the parameter, and unknown parameters are ignored.
func readFeedQuery(raw string) (q feedQuery, err error) {
	q.limit = feedDefault
	values, err := url.ParseQuery(raw)
	if err != nil {
		return q, errQuery
	}
	after, given, err := parameter(values, "after")
	if err != nil {
		return q, err
	}
	if given && after != "0" {
		n, ok := form.ParseID(after)
		if !ok {
			return q, svcx.Invalid("after", "must be the id of an event of the feed, or 0 for all that are kept")
		}
		q.after = svcx.DeliveryID(n)
	}
	limit, given, err := parameter(values, "limit")
	if err != nil {
		return q, err
	}
	if given {
		n, ok := form.ParseID(limit)
		if !ok || n > feedMax {
			return q, svcx.Invalid("limit", "must be an integer from 1 to %d", feedMax)
		}
		q.limit = int(n)
	}
	wait, given, err := parameter(values, "wait")
	if err != nil {
		return q, err
	}
	if given {
		n, err := strconv.Atoi(wait)
		if err != nil || n < 0 || n > feedWait {
			return q, svcx.Invalid("wait", "must be an integer from 0 to %d, in seconds", feedWait)
		}
		q.wait = time.Duration(n) * time.Second
	}
	return q, nil
}

package live

import (
	"strconv"
	"sync"

	"svcx"
)

// maxFeedReaders bounds the readers that wait for one channel's feed on a node.
const maxFeedReaders = 10

// feeds has the readers that wait for events, by channel.
type feeds struct {
	mu      sync.Mutex
	readers map[svcx.ChannelID]map[*FeedReader]struct{}
}

// FeedReader waits for events of a channel.
type FeedReader struct {
	// Woken receives when there may be a new event, since the reader came or was
	// last woken. It relies on notifications alone, without a poll: if the message
	// of another node is lost, the reader is not woken.
	Woken <-chan struct{}
	// Closed is closed with the hub.
	Closed <-chan struct{}

	woken   chan struct{}
	feeds   *feeds
	channel svcx.ChannelID
}

// WaitForFeed returns a reader that is woken by new events of a channel. The caller
// has to call Leave. Events that were committed before do not wake it, so the
// caller reads the feed once more before it waits. If too many readers wait for the
// channel, the error is KindRateLimited.
func (h *Hub) WaitForFeed(channel svcx.ChannelID) (*FeedReader, error) {
	woken := make(chan struct{}, 1)
	r := &FeedReader{Woken: woken, Closed: h.open.Done(), woken: woken, feeds: &h.feeds, channel: channel}
	f := &h.feeds
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.readers[channel]) >= maxFeedReaders {
		return nil, &svcx.Error{Kind: svcx.KindRateLimited, Message: "too many requests wait for this channel's feed: " + strconv.Itoa(maxFeedReaders) + " at most, end one"}
	}
	if f.readers == nil {
		f.readers = make(map[svcx.ChannelID]map[*FeedReader]struct{})
	}
	if f.readers[channel] == nil {
		f.readers[channel] = make(map[*FeedReader]struct{})
	}
	f.readers[channel][r] = struct{}{}
	return r, nil
}

// Leave ends the waiting.
func (r *FeedReader) Leave() {
	r.feeds.mu.Lock()
	defer r.feeds.mu.Unlock()
	delete(r.feeds.readers[r.channel], r)
	if len(r.feeds.readers[r.channel]) == 0 {
		delete(r.feeds.readers, r.channel)
	}
}

func (r *FeedReader) wake() {
	select {
	case r.woken <- struct{}{}:
	default:
	}
}

func (f *feeds) wake(channel svcx.ChannelID) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for r := range f.readers[channel] {
		r.wake()
	}
}

// wakeAll wakes every reader, when messages of other nodes may have been missed.
func (f *feeds) wakeAll() {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, readers := range f.readers {
		for r := range readers {
			r.wake()
		}
	}
}

// Fed wakes the readers of a channel's feed on all nodes. It is called after the
// commit of a new event and never blocks.
func (h *Hub) Fed(channel svcx.ChannelID) {
	h.feeds.wake(channel)
	h.bus.fed(channel)
}

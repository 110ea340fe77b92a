package live

import (
	"strconv"
	"sync"

	"svcx"
)

// maxFeedReaders bounds who waits for the feed of one channel on a node.
const maxFeedReaders = 10

// feeds are those who wait for events of a channel.
type feeds struct {
	mu      sync.Mutex
	readers map[svcx.ChannelID]map[*FeedReader]struct{}
}

// FeedReader waits for events of a channel.
type FeedReader struct {
	// Woken has something once there may be an event that was not there when the
	// reader came, or when it was last woken. Nobody looks at the database for it:
	// where the word of another node is lost, it comes to nothing.
	Woken <-chan struct{}
	// Closed ends with the hub.
	Closed <-chan struct{}

	woken   chan struct{}
	feeds   *feeds
	channel svcx.ChannelID
}

// WaitForFeed begins to wait, for a reader that must be left in the end. What was
// committed before is not told: whoever waits reads first once more. It is
// KindRateLimited where too many wait for the channel.
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

// wakeAll is for when words of other nodes may have been missed.
func (f *feeds) wakeAll() {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, readers := range f.readers {
		for r := range readers {
			r.wake()
		}
	}
}

// Fed says, after the commit, that the channel's feed has a new event. It never
// blocks.
func (h *Hub) Fed(channel svcx.ChannelID) {
	h.feeds.wake(channel)
	h.bus.fed(channel)
}

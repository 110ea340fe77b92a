package limit

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"golang.org/x/sync/semaphore"
)

const (
	// SmallBody is the size up to which a body passes beside the large ones: it is
	// read at once, and used from a part of the budget that is kept for its like.
	SmallBody = 16 << 10

	// budgetPatience is how long a body waits for its share.
	budgetPatience = 5 * time.Second

	// cutAfter is how long somebody waits until senders that are slower than
	// slowest, in bytes a second, lose the share that they hold.
	cutAfter = time.Second
	slowest  = 128 << 10

	// warnEvery is how often refusals are logged.
	warnEvery = time.Minute

	// copies is how often the text of a body is in memory while it is decoded and
	// stored, beside the body itself: decoded, as a statement's argument, in what
	// is sent to the database, each with room to grow.
	copies = 5
)

// ErrBusy says that a body found no share of the budget in time, or lost it to
// others because it came too slowly. Nothing was done; it may be sent again.
var ErrBusy = errors.New("too much is being received at this moment")

// Budget bounds the memory that request bodies take, from their first byte until
// what they say is stored. All endpoints that keep a body in memory share one.
//
// A body of more than SmallBody waits for its share before the rest of it is
// read, so that what waits stays with its sender; one without an announced
// length takes the most that it may have and gives back what it does not need.
// Then it waits, whole, for what decoding and storing it will take. First come,
// first served; nobody waits longer than some seconds at each of the two.
//
// A sender cannot hold a share by sending slowly: while somebody waits, bodies
// that come in at less than 128 KiB a second are cut off, after a second.
//
// A nil Budget bounds nothing.
type Budget struct {
	arriving, large, small share
	now                    func() time.Time
	log                    *slog.Logger

	mu      sync.Mutex
	senders map[*sender]struct{}
	refused int
	warned  time.Time
}

// NewBudget divides that many bytes. A body that needs more than a whole part
// takes all of it, alone.
func NewBudget(size int64, now func() time.Time, log *slog.Logger) *Budget {
	return &Budget{
		arriving: newShare(size / 4), large: newShare(size / 8 * 5), small: newShare(size / 8),
		now: now, log: log, senders: make(map[*sender]struct{}),
	}
}

// share is one of the parts.
type share struct {
	size int64
	free *semaphore.Weighted
}

func newShare(size int64) share { return share{size, semaphore.NewWeighted(size)} }

// Body is a body that has been read.
type Body struct {
	Bytes   []byte
	release func()
}

// Release gives the body's share back. It may be called again.
func (b *Body) Release() {
	if b != nil && b.release != nil {
		b.release()
		b.release = nil
	}
}

// Read reads the body of a request, of at most max bytes. It is to be released
// when neither it nor what was made of it is in memory any more.
//
// Errors: *http.MaxBytesError for a body that is larger, ErrBusy, the context's,
// and whatever reading met: the sender hung up, was too slow for the server's
// deadline, or spoke broken HTTP.
func (b *Budget) Read(w http.ResponseWriter, r *http.Request, max int64) (*Body, error) {
	if r.ContentLength > max {
		return nil, &http.MaxBytesError{Limit: max}
	}
	in := http.MaxBytesReader(w, r.Body, max)
	var buffer bytes.Buffer
	// The buffer wants some room behind the last byte to see the end.
	if n := r.ContentLength; n >= 0 {
		buffer.Grow(int(min(n, SmallBody)) + bytes.MinRead)
	}
	if _, err := buffer.ReadFrom(io.LimitReader(in, SmallBody)); err != nil {
		return nil, err
	}
	whole := int64(buffer.Len()) < SmallBody || r.ContentLength == SmallBody
	if b == nil || whole {
		if !whole {
			if _, err := buffer.ReadFrom(in); err != nil {
				return nil, err
			}
		}
		return b.use(r.Context(), buffer.Bytes())
	}
	return b.readLarge(w, r, in, &buffer, max)
}

// readLarge reads what is more than a small body.
func (b *Budget) readLarge(w http.ResponseWriter, r *http.Request, in io.Reader, buffer *bytes.Buffer, max int64) (*Body, error) {
	most := max
	if r.ContentLength >= 0 {
		most = r.ContentLength
	}
	arriving, err := b.take(r.Context(), &b.arriving, most)
	if err != nil {
		return nil, err
	}
	defer arriving()
	if r.ContentLength >= 0 {
		buffer.Grow(int(most) - buffer.Len() + bytes.MinRead)
	}
	s := b.sends(w, in)
	_, err = buffer.ReadFrom(s)
	if b.sent(s) {
		return nil, b.refuse()
	}
	if err != nil {
		return nil, err
	}
	return b.use(r.Context(), buffer.Bytes())
}

// use takes what decoding and storing the body needs.
func (b *Budget) use(ctx context.Context, body []byte) (*Body, error) {
	if b == nil {
		return &Body{Bytes: body}, nil
	}
	of := &b.large
	if len(body) <= SmallBody {
		of = &b.small
	}
	release, err := b.take(ctx, of, cost(body))
	if err != nil {
		return nil, err
	}
	return &Body{body, release}, nil
}

// cost is what a body takes in all. Each byte of it that is no UTF-8 becomes a
// character of three.
func cost(body []byte) int64 {
	text := len(body)
	if !utf8.Valid(body) {
		for i := 0; i < len(body); {
			r, n := utf8.DecodeRune(body[i:])
			if i += n; r == utf8.RuneError && n == 1 {
				text += 2
			}
		}
	}
	return int64(len(body)) + copies*int64(text)
}

// take waits for n bytes of a part, or for all of it.
func (b *Budget) take(ctx context.Context, of *share, n int64) (release func(), err error) {
	n = min(n, of.size)
	if !of.free.TryAcquire(n) {
		if of == &b.arriving {
			defer b.press()()
		}
		waiting, cancel := context.WithTimeout(ctx, budgetPatience)
		defer cancel()
		if of.free.Acquire(waiting, n) != nil {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			return nil, b.refuse()
		}
	}
	return func() { of.free.Release(n) }, nil
}

// refuse counts who found no room, and logs it once in a while.
func (b *Budget) refuse() error {
	now := b.now()
	b.mu.Lock()
	defer b.mu.Unlock()
	b.refused++
	if b.warned.IsZero() || now.Sub(b.warned) >= warnEvery {
		b.log.Warn("request bodies were refused with 503: too many bytes are being received at once", "requests", b.refused)
		b.refused, b.warned = 0, now
	}
	return ErrBusy
}

// sender is a body on its way in.
type sender struct {
	in   io.Reader
	read atomic.Int64
	// At marked it had sent so much.
	marked time.Time
	sent   int64
	// cut ends the reading; off says that it was.
	cut func()
	off bool
}

func (s *sender) Read(p []byte) (int, error) {
	n, err := s.in.Read(p)
	s.read.Add(int64(n))
	return n, err
}

// sends notes that the body comes in from now on.
func (b *Budget) sends(w http.ResponseWriter, in io.Reader) *sender {
	s := &sender{in: in, marked: b.now(), cut: func() {
		// Where deadlines cannot be set the server's own holds.
		_ = http.NewResponseController(w).SetReadDeadline(time.Unix(1, 0))
	}}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.senders[s] = struct{}{}
	return s
}

// sent notes that no more of it is read, and reports whether it was cut off.
func (b *Budget) sent(s *sender) (off bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.senders, s)
	return s.off
}

// press cuts slow senders off each second until it is stopped.
func (b *Budget) press() (stop func()) {
	done := make(chan struct{})
	go func() {
		every := time.NewTicker(cutAfter)
		defer every.Stop()
		for {
			select {
			case <-every.C:
				b.cutSlow()
			case <-done:
				return
			}
		}
	}()
	return func() { close(done) }
}

// cutSlow looks at what each sender has sent since the last look that is long
// enough ago.
func (b *Budget) cutSlow() {
	now := b.now()
	b.mu.Lock()
	defer b.mu.Unlock()
	for s := range b.senders {
		took, read := now.Sub(s.marked), s.read.Load()
		if took < cutAfter {
			continue
		}
		if !s.off && float64(read-s.sent) < slowest*took.Seconds() {
			s.off = true
			s.cut()
		}
		s.marked, s.sent = now, read
	}
}

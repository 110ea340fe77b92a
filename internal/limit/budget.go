package limit

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"sync"
	"time"
	"unicode/utf8"

	"golang.org/x/sync/semaphore"

	"svcx"
)

const (
	// SmallBody is the size up to which a body does not wait for large ones: it is
	// read at once, and takes its memory from a pool kept for small bodies.
	SmallBody = 16 << 10

	// budgetPatience is how long a body waits for its share.
	budgetPatience = 5 * time.Second

	// cutAfter is how long a request waits before senders and readers slower than
	// slowest, in bytes per second, lose their share.
	cutAfter = time.Second
	slowest  = 128 << 10

	// warnEvery is how often refusals are logged.
	warnEvery = time.Minute

	// copies is how many copies of a body's text are in memory while it is decoded
	// and stored, besides the body itself: the decoded text, the statement's
	// argument, the bytes sent to the database, each with room to grow.
	copies = 5
)

// ErrBusy is the cause of an error of kind Unavailable: a body or an answer got no
// share of the budget in time, or a body lost its share because it arrived too slowly.
// Nothing was done; the request may be sent again.
var ErrBusy = errors.New("too much is being received or answered at this moment")

// Budget bounds the memory that request bodies take, from their first byte until
// their content is stored, and the memory that answers take until their readers
// have received them (answer.go). All endpoints that hold either in memory share
// one Budget.
//
// A body larger than SmallBody waits for its share before the rest of it is read,
// so that the waiting bytes stay with the sender. A body without a Content-Length
// takes the maximum and gives back what it does not need. Once read, it waits for
// the memory that decoding and storing will take. Both waits are first come,
// first served, and last at most a few seconds each.
//
// A slow sender cannot hold its share: while another request waits, a body that
// arrives at less than 128 KiB per second is cut off after one second.
//
// A nil Budget bounds nothing.
type Budget struct {
	arriving, large, small pool
	// made bounds the answers that are in memory and wait for a share of answers.
	// It has the same size.
	answers, made                 pool
	now                           func() time.Time
	log                           *slog.Logger
	refusedBodies, refusedAnswers refusals
}

// NewBudget returns a budget of that many bytes for request bodies, divided into
// pools, and for answers. A request that needs more than a whole pool takes all
// of it, alone.
func NewBudget(bodies, answers int64, now func() time.Time, log *slog.Logger) *Budget {
	return &Budget{
		arriving: newSlowPool(bodies / 4), large: newPool(bodies / 8 * 5), small: newPool(bodies / 8), answers: newSlowPool(answers), made: newPool(answers),
		now: now, log: log,
		refusedBodies: refusals{
			text:   "request bodies were refused with 503: too many bytes are being received at once",
			public: "the service receives too much right now, try again",
		},
		refusedAnswers: refusals{
			text:   "requests were refused with 503: too many bytes of answers wait for their readers",
			public: "the service answers too much right now, try again",
		},
	}
}

// pool is one part of the budget.
type pool struct {
	size int64
	free *semaphore.Weighted
	// slow has the clients that hold a share for as long as they send or read; nil
	// for a pool whose shares do not depend on clients.
	slow *peers
}

func newPool(size int64) pool { return pool{size: size, free: semaphore.NewWeighted(size)} }

// newSlowPool returns a pool whose shares are held while a client sends or reads.
func newSlowPool(size int64) pool {
	s := newPool(size)
	s.slow = &peers{all: make(map[*peer]struct{})}
	return s
}

// Body is a request body that has been read.
type Body struct {
	Bytes   []byte
	release func()
}

// Release gives the body's share back and drops the body. It may be called more
// than once.
func (b *Body) Release() {
	if b != nil && b.release != nil {
		b.release()
		b.release, b.Bytes = nil, nil
	}
}

// Read reads the body of a request, of at most max bytes. The caller releases it
// when neither the body nor anything decoded from it is in memory any more.
//
// Errors: *http.MaxBytesError for a larger body, ErrBusy, the context's, and read
// errors: the sender hung up, was too slow for the server's deadline, or sent
// broken HTTP.
func (b *Budget) Read(w http.ResponseWriter, r *http.Request, max int64) (*Body, error) {
	if r.ContentLength > max {
		return nil, &http.MaxBytesError{Limit: max}
	}
	in := http.MaxBytesReader(w, r.Body, max)
	var buffer bytes.Buffer
	// ReadFrom needs spare room after the last byte to see the end.
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

// readLarge reads the rest of a body that is larger than SmallBody.
func (b *Budget) readLarge(w http.ResponseWriter, r *http.Request, in io.Reader, buffer *bytes.Buffer, max int64) (*Body, error) {
	most := max
	if r.ContentLength >= 0 {
		most = r.ContentLength
	}
	arriving, err := b.take(r.Context(), &b.arriving, most, &b.refusedBodies)
	if err != nil {
		return nil, err
	}
	defer arriving()
	if r.ContentLength >= 0 {
		buffer.Grow(int(most) - buffer.Len() + bytes.MinRead)
	}
	s := b.arriving.slow.add(b.now(), func() {
		// If deadlines cannot be set, the server's own still apply.
		_ = http.NewResponseController(w).SetReadDeadline(time.Unix(1, 0))
	})
	_, err = buffer.ReadFrom(counted{in, s})
	if b.arriving.slow.remove(s) {
		return nil, b.refuse(&b.refusedBodies)
	}
	if err != nil {
		return nil, err
	}
	return b.use(r.Context(), buffer.Bytes())
}

// counted counts the bytes of a body as they arrive.
type counted struct {
	io.Reader
	peer *peer
}

func (c counted) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.peer.done.Add(int64(n))
	return n, err
}

// use takes the memory that decoding and storing the body needs.
func (b *Budget) use(ctx context.Context, body []byte) (*Body, error) {
	if b == nil {
		return &Body{Bytes: body}, nil
	}
	from := &b.large
	if len(body) <= SmallBody {
		from = &b.small
	}
	release, err := b.take(ctx, from, cost(body), &b.refusedBodies)
	if err != nil {
		return nil, err
	}
	return &Body{body, release}, nil
}

// cost is the memory that a body takes in all. Each byte that is not valid UTF-8
// becomes a character of three bytes.
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

// take waits for n bytes of a pool, or for all of it if n is more.
func (b *Budget) take(ctx context.Context, from *pool, n int64, refused *refusals) (release func(), err error) {
	n = min(n, from.size)
	if !from.free.TryAcquire(n) {
		if from.slow != nil {
			defer from.slow.press(b.now)()
		}
		waiting, cancel := context.WithTimeout(ctx, budgetPatience)
		defer cancel()
		if from.free.Acquire(waiting, n) != nil {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			return nil, b.refuse(refused)
		}
	}
	return func() { from.free.Release(n) }, nil
}

// refusals counts refused requests; the count is logged once per warnEvery.
type refusals struct {
	// text is logged, public told to clients.
	text, public string

	mu     sync.Mutex
	n      int
	warned time.Time
}

func (b *Budget) refuse(r *refusals) error {
	now := b.now()
	r.mu.Lock()
	defer r.mu.Unlock()
	r.n++
	if r.warned.IsZero() || now.Sub(r.warned) >= warnEvery {
		b.log.Warn(r.text, "requests", r.n)
		r.n, r.warned = 0, now
	}
	return &svcx.Error{Kind: svcx.KindUnavailable, Message: r.public, Err: ErrBusy}
}

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
)

const (
	// SmallBody is the size up to which a body passes beside the large ones: it is
	// read at once, and used from a part of the budget that is kept for its like.
	SmallBody = 16 << 10

	// budgetPatience is how long a body waits for its share.
	budgetPatience = 5 * time.Second

	// cutAfter is how long somebody waits until senders and readers that are slower
	// than slowest, in bytes a second, lose the share that they hold.
	cutAfter = time.Second
	slowest  = 128 << 10

	// warnEvery is how often refusals are logged.
	warnEvery = time.Minute

	// copies is how often the text of a body is in memory while it is decoded and
	// stored, beside the body itself: decoded, as a statement's argument, in what
	// is sent to the database, each with room to grow.
	copies = 5
)

// ErrBusy says that a body or an answer found no share of the budget in time, or
// a body lost it to others because it came too slowly. Nothing was done; it may be
// sent again.
var ErrBusy = errors.New("too much is being received or answered at this moment")

// Budget bounds the memory that request bodies take, from their first byte until
// what they say is stored, and that answers take until their readers have them
// (answer.go). All endpoints that keep either in memory share one.
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
	// Of answers that were made and wait for a share of answers there are as many
	// bytes as those have.
	answers, made                 share
	now                           func() time.Time
	log                           *slog.Logger
	refusedBodies, refusedAnswers refusals
}

// NewBudget has that many bytes for request bodies, which it divides, and for
// answers. What needs more than a whole part takes all of it, alone.
func NewBudget(bodies, answers int64, now func() time.Time, log *slog.Logger) *Budget {
	return &Budget{
		arriving: newSlowShare(bodies / 4), large: newShare(bodies / 8 * 5), small: newShare(bodies / 8), answers: newSlowShare(answers), made: newShare(answers),
		now: now, log: log,
		refusedBodies:  refusals{words: "request bodies were refused with 503: too many bytes are being received at once"},
		refusedAnswers: refusals{words: "requests were refused with 503: too many bytes of answers wait for their readers"},
	}
}

// share is one of the parts.
type share struct {
	size int64
	free *semaphore.Weighted
	// slow are those who hold some of it for as long as they take to send or read;
	// nil where nobody does.
	slow *peers
}

func newShare(size int64) share { return share{size: size, free: semaphore.NewWeighted(size)} }

// newSlowShare is one that is held while somebody sends or reads.
func newSlowShare(size int64) share {
	s := newShare(size)
	s.slow = &peers{all: make(map[*peer]struct{})}
	return s
}

// Body is a body that has been read.
type Body struct {
	Bytes   []byte
	release func()
}

// Release gives the body's share back, and the body with it. It may be called
// again.
func (b *Body) Release() {
	if b != nil && b.release != nil {
		b.release()
		b.release, b.Bytes = nil, nil
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
	arriving, err := b.take(r.Context(), &b.arriving, most, &b.refusedBodies)
	if err != nil {
		return nil, err
	}
	defer arriving()
	if r.ContentLength >= 0 {
		buffer.Grow(int(most) - buffer.Len() + bytes.MinRead)
	}
	s := b.arriving.slow.add(b.now(), func() {
		// Where deadlines cannot be set the server's own holds.
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

// counted is a body on its way in.
type counted struct {
	io.Reader
	peer *peer
}

func (c counted) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.peer.done.Add(int64(n))
	return n, err
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
	release, err := b.take(ctx, of, cost(body), &b.refusedBodies)
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
func (b *Budget) take(ctx context.Context, of *share, n int64, refused *refusals) (release func(), err error) {
	n = min(n, of.size)
	if !of.free.TryAcquire(n) {
		if of.slow != nil {
			defer of.slow.press(b.now)()
		}
		waiting, cancel := context.WithTimeout(ctx, budgetPatience)
		defer cancel()
		if of.free.Acquire(waiting, n) != nil {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			return nil, b.refuse(refused)
		}
	}
	return func() { of.free.Release(n) }, nil
}

// refusals counts who found no room, and is logged once in a while.
type refusals struct {
	words  string
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
		b.log.Warn(r.words, "requests", r.n)
		r.n, r.warned = 0, now
	}
	return ErrBusy
}

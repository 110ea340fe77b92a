package live

import (
	"bytes"
	"context"
	"net/http"
	"strconv"
	"sync/atomic"
	"time"

	"svcx"
)

const (
	// heartbeat is how often a comment is written while nothing else is, so that proxies
	// do not close an idle connection.
	heartbeat = 25 * time.Second
	// aliveInterval is how often a reader gets an event that has Subscription.Alive.
	aliveInterval = time.Second
	// checkInterval is how often the reader's access is checked.
	checkInterval = 3 * time.Second
	// writeTime is the default of Options.WriteTime.
	writeTime = 10 * time.Second
	// closeTime is how long a write may still take when the hub closes.
	closeTime = 500 * time.Millisecond
	// retry has the milliseconds after which a browser reconnects.
	retry = "retry: 2000\n"
)

// SequenceHeader has the number of the last change that a response contains, or of
// the last one before a stream.
const SequenceHeader = "X-Svcx-Sequence"

// Serve writes the stream of a subscription until the client disconnects, the hub
// closes, or check denies access.
func (h *Hub) Serve(w http.ResponseWriter, req *http.Request, s Subscription, check func(context.Context) error) error {
	r, err := h.Subscribe(req.Context(), s)
	if err != nil {
		return err
	}
	defer r.Leave()
	header := w.Header()
	header.Set("Content-Type", "text/event-stream")
	header.Set("Cache-Control", "no-store, no-transform")
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("X-Accel-Buffering", "no")
	header.Set(SequenceHeader, strconv.FormatInt(int64(r.joined), 10))
	w.WriteHeader(http.StatusOK)
	if req.Method == http.MethodHead {
		return nil
	}
	out := newStream(w, h.writeTime)
	defer out.end()
	ctx, end := context.WithCancel(req.Context())
	defer end()
	defer context.AfterFunc(h.open, func() {
		end()
		out.hurry()
	})()
	// From here on a failure can only end the stream.
	if out.begin(r) == nil && r.resume(ctx, out.write, check) == nil {
		r.forward(ctx, out, check)
	}
	return nil
}

// denied reports whether check denies access. Other errors, such as those of the
// database, do not end a stream.
func denied(ctx context.Context, check func(context.Context) error) bool {
	switch svcx.KindOf(check(ctx)) {
	case svcx.KindUnauthorized, svcx.KindForbidden, svcx.KindNotFound:
		return true
	}
	return false
}

// forward writes what is queued until the stream ends.
func (r *Reader) forward(ctx context.Context, out *stream, check func(context.Context) error) {
	sign, interval := []byte(":\n\n"), heartbeat
	if r.Alive {
		sign, interval = []byte("event: "+eventAlive+"\ndata:\n\n"), aliveInterval
		if out.write(sign) != nil {
			return
		}
	}
	quiet, recheck := time.NewTicker(interval), time.NewTicker(checkInterval)
	defer quiet.Stop()
	defer recheck.Stop()
	for {
		pieces := r.take()
		if len(pieces) > 0 {
			quiet.Reset(interval)
		}
		if out.writePieces(pieces) != nil {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-r.ready:
		case <-quiet.C:
			if out.write(sign) != nil {
				return
			}
		case <-recheck.C:
			if denied(ctx, check) {
				return
			}
		}
	}
}

// stream is the body of the response. A write that takes too long ends the
// connection.
type stream struct {
	w       http.ResponseWriter
	control *http.ResponseController
	// patience is how long a write may take.
	patience time.Duration
	late     *time.Timer
	hurried  atomic.Bool
}

func newStream(w http.ResponseWriter, patience time.Duration) *stream {
	s := &stream{w: w, control: http.NewResponseController(w), patience: patience}
	// The server's read timeout would end the stream too. A writer without
	// deadlines has none to lift.
	s.control.SetReadDeadline(time.Time{})
	// A deadline long past ends a blocked write, without asking a clock.
	s.late = time.AfterFunc(patience, func() { s.control.SetWriteDeadline(time.Unix(1, 0)) })
	s.late.Stop()
	return s
}

func (s *stream) end() { s.late.Stop() }

// hurry makes a blocked write, or a later one, end soon.
func (s *stream) hurry() {
	s.hurried.Store(true)
	s.late.Reset(closeTime)
}

// begin writes the retry time and, for a reader without a Last-Event-ID, the number
// after which the stream begins, so that a browser that loses the connection before
// the first event does not miss it. Without data this is not an event.
func (s *stream) begin(r *Reader) error {
	var out bytes.Buffer
	out.WriteString(retry)
	if r.Since == nil {
		writeID(&out, r.joined)
	}
	out.WriteByte('\n')
	return s.write(out.Bytes())
}

// writePieces writes pieces and releases them.
func (s *stream) writePieces(pieces []*piece) error {
	defer releaseAll(pieces)
	all := make([][]byte, len(pieces))
	for i, p := range pieces {
		all[i] = p.data
	}
	return s.write(all...)
}

func (s *stream) write(pieces ...[]byte) error {
	if len(pieces) == 0 {
		return nil
	}
	s.late.Reset(s.patience)
	if s.hurried.Load() {
		s.late.Reset(closeTime)
	}
	defer s.late.Stop()
	for _, piece := range pieces {
		if _, err := s.w.Write(piece); err != nil {
			return err
		}
	}
	return s.control.Flush()
}

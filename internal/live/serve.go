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
	// heartbeat is how often something is written, so that nobody between takes
	// the connection for dead.
	heartbeat = 25 * time.Second
	// checkInterval is how often it is asked whether the reader may still look.
	checkInterval = 3 * time.Second
	// writeTime is Options.WriteTime unless that is set.
	writeTime = 10 * time.Second
	// closeTime is how long a write may still take when the hub closes.
	closeTime = 500 * time.Millisecond
	// retry is after how many milliseconds a browser comes back.
	retry = "retry: 2000\n"
)

// SequenceHeader tells the number of the last change at the moment an answer was
// read, or of the last one before a stream.
const SequenceHeader = "X-Svcx-Sequence"

// Serve writes the stream of a subscription until the client goes, the hub
// closes, or may returns an error that says that the reader may look no longer.
func (h *Hub) Serve(w http.ResponseWriter, req *http.Request, s Subscription, may func(context.Context) error) error {
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
	if out.begin(r) == nil && r.resume(ctx, out.write, may) == nil {
		r.forward(ctx, out, may)
	}
	return nil
}

// barred reports whether may says that the reader may look no longer. That it
// cannot be told is no reason to end a stream.
func barred(ctx context.Context, may func(context.Context) error) bool {
	switch svcx.KindOf(may(ctx)) {
	case svcx.KindUnauthorized, svcx.KindForbidden, svcx.KindNotFound:
		return true
	}
	return false
}

// forward writes what comes until the stream is over.
func (r *Reader) forward(ctx context.Context, out *stream, may func(context.Context) error) {
	beat, check := time.NewTicker(heartbeat), time.NewTicker(checkInterval)
	defer beat.Stop()
	defer check.Stop()
	for {
		if out.hand(r.take()) != nil {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-r.ready:
		case <-beat.C:
			if out.write([]byte(":\n\n")) != nil {
				return
			}
		case <-check.C:
			if barred(ctx, may) {
				return
			}
		}
	}
}

// stream is the answer's body. A write that takes too long ends the connection.
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
	// The server's limit on how long a request may take to arrive would end the
	// stream too. Not every writer has deadlines; then nothing needs lifting.
	s.control.SetReadDeadline(time.Time{})
	// A moment long past ends a write that waits, without asking a clock.
	s.late = time.AfterFunc(patience, func() { s.control.SetWriteDeadline(time.Unix(1, 0)) })
	s.late.Stop()
	return s
}

func (s *stream) end() { s.late.Stop() }

// hurry has a write that waits, or comes, end soon.
func (s *stream) hurry() {
	s.hurried.Store(true)
	s.late.Reset(closeTime)
}

// begin tells a reader who names no number behind which one the stream begins,
// so that a browser that loses it before the first event comes back for that one
// too. Without data it is no event.
func (s *stream) begin(r *Reader) error {
	var out bytes.Buffer
	out.WriteString(retry)
	if r.Since == nil {
		writeID(&out, r.joined)
	}
	out.WriteByte('\n')
	return s.write(out.Bytes())
}

// hand writes what waited for a reader, and holds it no longer.
func (s *stream) hand(pieces []*piece) error {
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

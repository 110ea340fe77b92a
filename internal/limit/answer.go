package limit

import (
	"context"
	"net/http"
	"time"
)

// Answer is a response that holds a share of the budget. Bytes written through
// it count as read by the client.
type Answer struct {
	w       http.ResponseWriter
	peer    *peer
	release func()
}

// readPiece is how much of an answer is written before it is counted as read.
const readPiece = 64 << 10

// Made is like Answer, for an answer that is already in memory. If too many of
// those wait, it is refused at once.
func (b *Budget) Made(ctx context.Context, w http.ResponseWriter, n int64) (*Answer, error) {
	if b == nil || n <= SmallBody {
		return &Answer{w: w}, nil
	}
	n = min(n, b.answers.size)
	if !b.made.free.TryAcquire(n) {
		return &Answer{w: w}, b.refuse(&b.refusedAnswers)
	}
	defer b.made.free.Release(n)
	return b.Answer(ctx, w, n)
}

// Answer waits for n bytes of the budget and holds them until Release. n is how
// much of the answer is in memory until its reader has received it. An answer of
// at most SmallBody takes nothing: it fits into the system's buffers.
//
// A slow reader cannot hold its share: while another request waits, an answer
// that is read at less than 128 KiB per second is cut off after one second.
//
// The error is ErrBusy or the context's. The returned Answer can be written to
// even then; it holds no share.
func (b *Budget) Answer(ctx context.Context, w http.ResponseWriter, n int64) (*Answer, error) {
	a := &Answer{w: w}
	if b == nil || n <= SmallBody {
		return a, nil
	}
	release, err := b.take(ctx, &b.answers, n, &b.refusedAnswers)
	if err != nil {
		return a, err
	}
	a.peer = b.answers.slow.add(b.now(), func() {
		// If deadlines cannot be set, the server's own still apply.
		_ = http.NewResponseController(w).SetWriteDeadline(time.Unix(1, 0))
	})
	a.release = func() {
		b.answers.slow.remove(a.peer)
		release()
	}
	return a, nil
}

// Write writes a part of the answer.
func (a *Answer) Write(p []byte) (n int, err error) {
	for err == nil && n < len(p) {
		var k int
		k, err = a.w.Write(p[n:min(len(p), n+readPiece)])
		n += k
		if a.peer != nil {
			a.peer.done.Add(int64(k))
		}
	}
	return n, err
}

// Writer returns the answer as a ResponseWriter, for callers that also write a
// header.
func (a *Answer) Writer() http.ResponseWriter { return answerWriter{a.w, a} }

type answerWriter struct {
	http.ResponseWriter
	answer *Answer
}

func (w answerWriter) Write(p []byte) (int, error) { return w.answer.Write(p) }
func (w answerWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// Release gives the share back. It may be called more than once.
func (a *Answer) Release() {
	if a.release != nil {
		a.release()
		a.release = nil
	}
}

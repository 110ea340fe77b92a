package limit

import (
	"context"
	"net/http"
	"time"
)

// Answer is an answer with a share of the budget. What is written through it
// counts as read.
type Answer struct {
	w       http.ResponseWriter
	peer    *peer
	release func()
}

// readPiece is how much of an answer is written before its reader is seen to have
// read it.
const readPiece = 64 << 10

// Made is Answer for one that is in memory already: where too many of those wait
// it is refused at once.
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

// Answer waits for n bytes, which are held until Release: what will be in memory
// of the answer until its reader has it. One of at most SmallBody takes nothing:
// it goes into the system's buffers at once.
//
// A reader cannot hold a share by reading slowly: while somebody waits, answers of
// which less than 128 KiB a second are read are cut off, after a second.
//
// Errors: ErrBusy, and the context's. With an error too there is an Answer to
// write to, which has no share.
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
		// Where deadlines cannot be set the server's own hold.
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

// Writer is the answer for who writes a header too.
func (a *Answer) Writer() http.ResponseWriter { return answerWriter{a.w, a} }

type answerWriter struct {
	http.ResponseWriter
	answer *Answer
}

func (w answerWriter) Write(p []byte) (int, error) { return w.answer.Write(p) }
func (w answerWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// Release gives the share back. It may be called again.
func (a *Answer) Release() {
	if a.release != nil {
		a.release()
		a.release = nil
	}
}

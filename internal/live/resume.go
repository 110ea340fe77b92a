package live

import (
	"bytes"
	"context"
	"errors"
	"time"

	"svcx"
)

// resume writes what a reader missed that was away, up to where the topic hands
// it what is new; or one reset, where that is too much or too long ago, or the
// number is none of this workspace's.
//
// It ends with ctx, and where may says between two batches that the reader may
// look no longer.
func (r *Reader) resume(ctx context.Context, write func(...[]byte) error, may func(context.Context) error) error {
	if r.Since == nil || *r.Since == r.joined {
		return nil
	}
	after := *r.Since
	if after > r.joined {
		if after == r.seen {
			return nil // seen on another node, which was faster: the topic goes on from there
		}
		return r.reset(write)
	}
	if r.joined-after > svcx.MaxResume || after < 0 {
		return r.reset(write)
	}
	oldest := svcx.At(r.hub.now()).Add(-svcx.ResumeAge)
	for after < r.joined {
		last, err := r.pass(ctx, after, oldest, write)
		if err != nil {
			return err
		}
		if last == 0 {
			return r.reset(write)
		}
		after = last
		if after < r.joined && barred(ctx, may) {
			return context.Canceled
		}
	}
	return nil
}

// errBusy ends a stream whose reader found too many others reading, or reading for
// too long, since the database may not answer.
var errBusy = errors.New("too many readers are catching up")

// pass writes the next changes behind a number; last is as of missed. Readers who
// take nothing keep others from it for as long as a write may take.
func (r *Reader) pass(ctx context.Context, after svcx.Sequence, oldest svcx.Time, write func(...[]byte) error) (last svcx.Sequence, err error) {
	select {
	case r.hub.handing <- struct{}{}:
		defer func() { <-r.hub.handing }()
	case <-ctx.Done():
		return 0, ctx.Err()
	}
	data, last, err := r.missed(ctx, after, oldest)
	if err != nil || len(data) == 0 {
		return last, err
	}
	return last, write(data)
}

// missed renders the next changes behind a number; last is 0 where some of them
// are gone or too old. Only a few readers do so at once.
func (r *Reader) missed(ctx context.Context, after svcx.Sequence, oldest svcx.Time) (data []byte, last svcx.Sequence, err error) {
	late := time.NewTimer(catchTime)
	defer late.Stop()
	select {
	case r.hub.catching <- struct{}{}:
		defer func() { <-r.hub.catching }()
	case <-late.C:
		return nil, 0, errBusy
	case <-ctx.Done():
		return nil, 0, ctx.Err()
	}
	b, first, gap, err := r.hub.read(ctx, r.Workspace, after, r.joined)
	if err != nil || gap || b.last == 0 || first.At < oldest {
		return nil, 0, err
	}
	data, err = b.frames(ctx, r.Workspace, r.Encoder)
	return data, b.last, err
}

func (r *Reader) reset(write func(...[]byte) error) error {
	var out bytes.Buffer
	writeReset(&out, r.joined)
	return write(out.Bytes())
}

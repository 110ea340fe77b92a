package live

import (
	"bytes"
	"context"
	"errors"
	"time"

	"svcx"
)

// resume writes the changes that a reader missed while it was disconnected, up to
// where the topic takes over; or one reset, if they are too many or too old, or if
// the number does not exist in this workspace.
//
// It ends with ctx, and if check denies access between two batches.
func (r *Reader) resume(ctx context.Context, write func(...[]byte) error, check func(context.Context) error) error {
	if r.Since == nil || *r.Since == r.joined {
		return nil
	}
	after := *r.Since
	if after > r.joined {
		if after == r.seen {
			return nil // seen on another node, which was faster: the topic continues from there
		}
		return r.reset(write)
	}
	if r.joined-after > svcx.MaxResume || after < 0 {
		return r.reset(write)
	}
	oldest := svcx.At(r.hub.now()).Add(-svcx.ResumeAge)
	for after < r.joined {
		last, err := r.writeMissed(ctx, after, oldest, write)
		if err != nil {
			return err
		}
		if last == 0 {
			return r.reset(write)
		}
		after = last
		if after < r.joined && denied(ctx, check) {
			return context.Canceled
		}
	}
	return nil
}

// errBusy ends a stream whose reader waited too long to read what it missed:
// because many others do, or because the database does not answer.
var errBusy = errors.New("too many readers are catching up")

// writeMissed writes the next changes after a number; last is that of missed. A
// stuck reader can keep others from it for as long as one write may take.
func (r *Reader) writeMissed(ctx context.Context, after svcx.Sequence, oldest svcx.Time, write func(...[]byte) error) (last svcx.Sequence, err error) {
	select {
	case r.hub.catchUpWrites <- struct{}{}:
		defer func() { <-r.hub.catchUpWrites }()
	case <-ctx.Done():
		return 0, ctx.Err()
	}
	data, last, err := r.missed(ctx, after, oldest)
	if err != nil || len(data) == 0 {
		return last, err
	}
	return last, write(data)
}

// missed renders the next changes after a number; last is 0 if some of them were
// trimmed or are too old. Only a few readers do so at once.
func (r *Reader) missed(ctx context.Context, after svcx.Sequence, oldest svcx.Time) (data []byte, last svcx.Sequence, err error) {
	late := time.NewTimer(catchUpTime)
	defer late.Stop()
	select {
	case r.hub.catchUpReads <- struct{}{}:
		defer func() { <-r.hub.catchUpReads }()
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

package files

import (
	"errors"
	"time"
)

// ErrFull is the error of FailAfter.
var ErrFull = errors.New("no space left on device")

type full struct {
	temporary
	left int
	sync bool
}

func (f *full) Write(p []byte) (int, error) {
	if f.left -= len(p); f.left < 0 && !f.sync {
		return 0, ErrFull
	}
	return f.temporary.Write(p)
}

func (f *full) Sync() error {
	if f.sync {
		return ErrFull
	}
	return f.temporary.Sync()
}

// FailAfter makes the disk full after n bytes or, with atSync, only when the blob is
// synced.
func (d *Dir) FailAfter(n int, atSync bool) {
	d.create = func(path string) (temporary, error) {
		file, err := createTemporary(path)
		return &full{file, n, atSync}, err
	}
}

// RetryAfter sets the pause before a request is sent again.
func (s *S3) RetryAfter(pause time.Duration) { s.client.pause = pause }

// RetryAfter sets the pause before a request is sent again.
func (o *Object) RetryAfter(pause time.Duration) { o.client.pause = pause }

// Parts sets the size of parts.
func (u *Upload) Parts(size int64) { u.size = size }

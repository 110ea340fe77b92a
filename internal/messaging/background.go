package messaging

import (
	"context"
	"errors"
	"time"

	"svcx"
)

// backgroundTime bounds a background task, which makes one or two calls to an
// integrator.
const backgroundTime = 30 * time.Second

// maxBackground is how many tasks may run at once. Further ones are dropped; the next
// request for the conversation starts them again.
const maxBackground = 64

// errBusy is why a background task is dropped.
var errBusy = errors.New("too many are running")

// background runs a task that no response waits for. It is canceled when Run ends. Dropped
// and failed tasks are logged once until one succeeds; a task that finds something deleted
// has not failed.
func (s *Service) background(task func(ctx context.Context) error) {
	select {
	case s.slots <- struct{}{}:
		s.tasksDropped.Works()
	default:
		s.tasksDropped.Failed(errBusy)
		return
	}
	s.working.Go(func() {
		defer func() { <-s.slots }()
		ctx, cancel := context.WithTimeout(s.alive, backgroundTime)
		defer cancel()
		err := task(ctx)
		switch {
		case err == nil || svcx.KindOf(err) == svcx.KindNotFound:
			s.tasksFailed.Works()
		case s.alive.Err() == nil:
			s.tasksFailed.Failed(err)
		}
	})
}

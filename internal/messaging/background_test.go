package messaging

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"svcx"
	"svcx/internal/outage"
)

// Dropped and failed background tasks went unlogged: each has a line, and one when it is over.
func TestBackgroundTasksAreLogged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		s := &Service{slots: make(chan struct{}, 1)}
		s.alive, s.quit = context.WithCancel(t.Context())
		s.tasksDropped = outage.New(slog.New(slog.NewTextHandler(&log, nil)), time.Now, "dropped", "not dropped")
		s.tasksFailed = outage.New(slog.New(slog.NewTextHandler(&log, nil)), time.Now, "failed", "works")
		release := make(chan error)
		task := func(context.Context) error { return <-release }
		for _, err := range []error{errors.New("lost"), nil, svcx.NotFound("contact")} {
			s.background(task)
			for range 3 {
				s.background(task)
			}
			release <- err
			synctest.Wait()
		}
		s.quit()
		s.background(task)
		release <- context.Canceled
		synctest.Wait()
		for text, want := range map[string]int{"msg=dropped": 1, "msg=failed": 1, "msg=works": 1, "msg=\"not dropped\"": 1} {
			if got := strings.Count(log.String(), text); got != want {
				t.Errorf("%d lines %s, want %d:\n%s", got, text, want, log.String())
			}
		}
	})
}

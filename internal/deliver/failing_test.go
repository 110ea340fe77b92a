package deliver

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"svcx"
	"svcx/internal/safehttp"
)

// logLines returns the log's lines of a level that contain a text.
func (w *fixture) logLines(level, text string) (lines []string) {
	for line := range strings.SplitSeq(w.log.String(), "\n") {
		if strings.Contains(line, "level="+level+" ") && strings.Contains(line, text) {
			lines = append(lines, line)
		}
	}
	return lines
}

func (w *fixture) wantLogged(n int, level, text string) {
	w.Helper()
	if lines := w.logLines(level, text); len(lines) != n {
		w.Errorf("%d lines at %s say %q, want %d:\n%s", len(lines), level, text, n, strings.Join(lines, "\n"))
	}
}

const (
	failsLine = "a delivery failed and will be tried again"
	worksLine = "a channel's receiver takes deliveries again"
)

// Fault 2.10: a failing delivery that will be retried was not logged. There is a line when
// failures begin and one when they end.
func TestFailingReceiverIsLogged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newFixture(t)
		w.answer = inSequence(503, 503, 503, 500)
		ref := w.channel(svcx.FormB, hook)
		w.add(&conversation{ref: ref, id: 1}, 1)
		w.start()
		time.Sleep(3 * time.Second)
		w.wantLogged(1, "INFO", failsLine)
		for _, part := range []string{"attempt=1", "reason=\"http_status: the receiver answered 503\"", "nextAttemptAt=2000-", "channel=1", "type=message.created"} {
			if line := w.logLines("INFO", failsLine); len(line) == 1 && !strings.Contains(line[0], part) {
				t.Errorf("no %s in %s", part, line[0])
			}
		}
		time.Sleep(time.Hour)
		w.wantLogged(2, "INFO", failsLine) // the other reason
		w.wantLogged(1, "INFO", worksLine+"\" workspace=1 channel=1 failed=4")
		w.wantLogged(0, "WARN", "")
		if strings.Contains(w.log.String(), "s3cret") {
			t.Error("the log has the URL's secret")
		}
	})
}

// A receiver that hangs, or fails now and then, does not fill the log.
func TestFailingReceiverIsLoggedOnce(t *testing.T) {
	for name, answer := range map[string]func(ctx context.Context, n int) (*safehttp.Response, error){
		"hangs":            func(ctx context.Context, _ int) (*safehttp.Response, error) { return hang(ctx) },
		"every other time": func(_ context.Context, n int) (*safehttp.Response, error) { return respond(200 + 303*(n%2)), nil },
		"always otherwise": func(_ context.Context, n int) (*safehttp.Response, error) {
			return nil, &safehttp.Error{Code: safehttp.CodeConnectFailed, Err: errors.New(fmt.Sprint("no way ", n))}
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newFixture(t)
				ref := w.channel(svcx.FormB, hook)
				w.answer = func(ctx context.Context, _ posted) (*safehttp.Response, error) { return answer(ctx, len(w.posts())) }
				for i := range 200 {
					w.add(&conversation{ref: ref, id: svcx.ConversationID(i + 1)}, 1)
				}
				w.start()
				const minutes = 10
				time.Sleep(minutes*time.Minute - time.Second)
				if n := len(w.logLines("INFO", failsLine)); n < 1 || n > minutes {
					t.Errorf("%d lines in %d minutes:\n%s", n, minutes, strings.Join(w.logLines("INFO", failsLine), "\n"))
				}
				if n := len(w.logLines("INFO", worksLine)); n > minutes {
					t.Errorf("%d times it works again in %d minutes", n, minutes)
				}
			})
		})
	}
}

// A delivery that failed for good is a warning (fault 2.1).
func TestFailedDeliveryIsAWarning(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newFixture(t)
		w.answer = always(500)
		w.add(&conversation{ref: w.channel(svcx.FormB, hook), id: 1}, 1)
		w.start(schedule(time.Second))
		time.Sleep(time.Minute)
		w.wantLogged(1, "INFO", failsLine)
		w.wantLogged(1, "WARN", "a delivery failed for good")
	})
}

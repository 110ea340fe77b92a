package textsearch_test

import (
	"errors"
	"log/slog"
	"strings"
	"testing"

	"svcx/internal/store"
	"svcx/internal/store/storetest"
)

// An outage of the index is logged when it begins and when it ends, and not at each
// attempt between.
func TestIndexingLogsAnOutageOnce(t *testing.T) {
	var log storetest.LogBuffer
	db := storetest.Open(t, store.Options{Dir: t.TempDir(), Log: slog.New(slog.NewTextHandler(&log, nil))})
	failure := errors.New("cut off")
	db.Index.AfterIndexing(func() error { return failure })
	insertMessage(t, db, "word")
	log.Reset()
	for range 3 {
		db.Index.StepPending(t.Context())
	}
	failure = nil
	for db.Index.HasPending() {
		db.Index.StepPending(t.Context())
	}
	var lines []string
	for line := range strings.Lines(log.String()) {
		_, message, _ := strings.Cut(line, "msg=")
		lines = append(lines, message)
	}
	if len(lines) != 3 || !strings.Contains(lines[0], "rebuilding the text index") || !strings.HasPrefix(lines[1], `"a search index update failed"`) ||
		!strings.HasPrefix(lines[2], `"search index updates succeed again"`) {
		t.Errorf("the log has\n%s", log.String())
	}
}

// The queues that had no turn when a step failed are indexed after it, without another
// commit.
func TestFailedStepKeepsTheOtherQueues(t *testing.T) {
	db := storetest.Open(t, store.Options{Dir: t.TempDir()})
	db.Index.NotifyQueues(1, 2, 3)
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	db.Index.StepPending(t.Context())
	if n := db.Index.PendingQueues(); n != 3 {
		t.Errorf("%d queues are pending, want 3", n)
	}
}

package store_test

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"svcx"
	"svcx/internal/store"
	"svcx/internal/store/storetest"
)

// All connections end in the middle of writes, repeatedly (a failover, an
// administrator). Acknowledged writes are stored, only writes in flight fail, and
// everything works again as soon as that is over.
func TestTerminatedConnectionsFailOnlyWritesInFlight(t *testing.T) {
	t.Parallel()
	url := storetest.PostgresURL(t)
	log := new(logLines)
	db, admin := storetest.Open(t, store.Options{URL: url, Log: slog.New(log)}), storetest.Open(t, store.Options{URL: url, MaxConns: 1})
	queue := newBothQueue(db)
	connected := make(chan bool, 1000)
	listening, stop := context.WithCancel(t.Context())
	var background sync.WaitGroup
	background.Go(func() { db.Listen(listening, func() { connected <- true }, func(string) {}) })
	arrives(t, "connection that listens", connected)

	var mu sync.Mutex
	acked, refused := make(map[string]bool), 0
	var ended atomic.Bool
	var calling sync.WaitGroup
	for i := range 16 {
		ws := svcx.WorkspaceID(1 + i%4)
		calling.Go(func() {
			for n := 0; !ended.Load(); n++ {
				name := fmt.Sprintf("writer-%d-%d", i, n)
				var err error
				if i < 8 {
					err = queue.Do(context.Background(), ws, name)
				} else {
					err = db.Write(context.Background(), ws, func(tx *store.Tx) error { return both(tx, name) })
				}
				mu.Lock()
				if err == nil {
					acked[name] = true
				} else {
					refused++
				}
				mu.Unlock()
			}
		})
	}
	var reads, failed int
	calling.Go(func() {
		for !ended.Load() {
			reads++
			if _, err := db.Read(context.Background()).Workspaces(); err != nil {
				failed++
			}
			if _, err := db.LoadInbound(context.Background(), 1, store.InboundKeys{MessageKeys: []string{"m"}, ContactIDs: []string{"x"}}); err != nil {
				failed++
			}
		}
	})
	const kills = 20
	killed := 0
	for range kills {
		before := progress(&mu, acked)
		storetest.Await(t, "progress", func() bool { return progress(&mu, acked) > before+50 })
		killed += len(query(t, admin, `SELECT pg_terminate_backend(pid)::text FROM pg_stat_activity
			WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()`))
	}
	ended.Store(true)
	calling.Wait()
	t.Logf("%d connections were ended, %d writes acknowledged, %d refused, %d of %d reads failed", killed, len(acked), refused, failed, reads)
	// At most the writes in flight, each time.
	if refused > kills*16 {
		t.Errorf("%d writes were refused, want %d at the most", refused, kills*16)
	}
	if failed > kills {
		t.Errorf("%d reads failed, want %d at the most", failed, kills)
	}
	everyWorkerWrites(t, db)
	storetest.WantNil(t, db.Ready(t.Context()))
	arrives(t, "connection that listens again", connected)
	stored := make(map[string]bool)
	for name := range strings.FieldsSeq(written(t, admin)) {
		stored[name] = true
	}
	for name := range acked {
		if !stored[name] {
			t.Errorf("%s was acknowledged and is not stored", name)
		}
	}
	stop()
	background.Wait()
}

func progress(mu *sync.Mutex, acked map[string]bool) int {
	mu.Lock()
	defer mu.Unlock()
	return len(acked)
}

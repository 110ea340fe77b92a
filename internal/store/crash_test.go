package store_test

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"svcx/internal/store"
	"svcx/internal/store/storetest"
)

// crashVariable marks the test binary as the process to be killed, and has the
// location of its database: a folder or a URL.
const crashVariable = "SVCX_TEST_CRASH"

// Acknowledged writes are durable: a process killed while it writes loses nothing
// that was acknowledged and leaves no partial write.
func TestKilledProcessLosesNothing(t *testing.T) {
	if location := os.Getenv(crashVariable); location != "" {
		writeUntilKilled(location)
	}
	storetest.EachOptions(t, func(t *testing.T, o store.Options) {
		db := storetest.Open(t, o)
		acked := make(map[string]bool)
		for round := range 3 {
			test, _, _ := strings.Cut(t.Name(), "/")
			for _, name := range storetest.KillProcess(t, test, crashVariable+"="+o.URL+o.Dir, 100*(round+1)) {
				acked[name] = true
			}
			names := make(map[string]bool)
			for name := range strings.FieldsSeq(written(t, db)) {
				names[name] = true
			}
			for name := range acked {
				if !names[name] {
					t.Errorf("%s was acknowledged and is not stored", name)
				}
			}
			// In one statement, since a server may still be running the last write.
			var partial int
			if err := db.Raw().QueryRow(`SELECT (SELECT count(*) FROM server_setting WHERE name NOT IN (SELECT key FROM message_key)) +
				(SELECT count(*) FROM message_key WHERE key NOT IN (SELECT name FROM server_setting))`).Scan(&partial); err != nil || partial != 0 {
				t.Errorf("%d partial writes, %v", partial, err)
			}
		}
		if db.Dialect() == "sqlite" {
			checkIntegrity(t, db)
		}
		storetest.WantNil(t, db.Write(t.Context(), 1, storetest.Put("after")))
	})
}

func writeUntilKilled(location string) {
	o := store.Options{Dir: location, Now: time.Now, Log: slog.Default()}
	if strings.HasPrefix(location, "postgres") {
		o.Dir, o.URL = "", location
	}
	db, err := store.Open(context.Background(), o)
	if err != nil {
		panic(err)
	}
	var mu sync.Mutex
	var writing sync.WaitGroup
	for writer := range 8 {
		writing.Go(func() {
			for i := 0; ; i++ {
				name := fmt.Sprintf("%d-%d-%d", os.Getpid(), writer, i)
				if err := db.Write(context.Background(), 1, func(tx *store.Tx) error { return both(tx, name) }); err != nil {
					panic(err)
				}
				mu.Lock()
				fmt.Println(name + ".")
				mu.Unlock()
			}
		})
	}
	writing.Wait()
}

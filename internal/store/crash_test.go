package store_test

import (
	"bufio"
	"context"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"svcx/internal/store"
	"svcx/internal/store/storetest"
)

// crashVariable tells the test binary that it is the process to be killed, and
// where its database lies: a folder or a URL.
const crashVariable = "SVCX_TEST_CRASH"

// What was answered is durable: a process killed in the middle of writing loses
// nothing that a caller was told is stored, and leaves no half of a write.
func TestKilledProcessLosesNothing(t *testing.T) {
	if place := os.Getenv(crashVariable); place != "" {
		writeUntilKilled(place)
	}
	eachOptions(t, func(t *testing.T, o store.Options) {
		db := storetest.Open(t, o)
		told := make(map[string]bool)
		for round := range 3 {
			test, _, _ := strings.Cut(t.Name(), "/")
			for _, name := range killProcess(t, test, crashVariable+"="+o.URL+o.Dir, 100*(round+1)) {
				told[name] = true
			}
			names := make(map[string]bool)
			for name := range strings.FieldsSeq(written(t, db)) {
				names[name] = true
			}
			for name := range told {
				if !names[name] {
					t.Errorf("%s was answered and is not there", name)
				}
			}
			// In one statement, since a server may still be at the last write.
			var halves int
			if err := db.Raw().QueryRow(`SELECT (SELECT count(*) FROM server_setting WHERE name NOT IN (SELECT key FROM message_key)) +
				(SELECT count(*) FROM message_key WHERE key NOT IN (SELECT name FROM server_setting))`).Scan(&halves); err != nil || halves != 0 {
				t.Errorf("%d halves of writes, %v", halves, err)
			}
		}
		if db.Dialect() == "sqlite" {
			checkIntegrity(t, db)
		}
		wantNil(t, db.Write(t.Context(), 1, put("after")))
	})
}

// killProcess runs a test in a process that writes, kills it once it has told of n
// writes and returns the names of those it told of.
func killProcess(t *testing.T, test, variable string, n int) []string {
	t.Helper()
	process := exec.Command(os.Args[0], "-test.run=^"+test+"$")
	process.Env = append(os.Environ(), variable)
	out, err := process.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	var told []string
	for lines := bufio.NewScanner(out); lines.Scan(); {
		name, complete := strings.CutSuffix(lines.Text(), ".")
		if complete {
			told = append(told, name)
		}
		if len(told) == n {
			process.Process.Kill()
		}
	}
	process.Wait()
	if len(told) < n {
		t.Fatalf("the process told of %d writes, want %d", len(told), n)
	}
	return told
}

func writeUntilKilled(place string) {
	o := store.Options{Dir: place, Now: time.Now, Log: slog.Default()}
	if strings.HasPrefix(place, "postgres") {
		o.Dir, o.URL = "", place
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

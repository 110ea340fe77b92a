package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"strings"
	"testing"
	"time"

	"svcx/internal/store/pgtest"
)

// A small whole run: the program is built, started, put under load and checked.
func TestSmallRunAgainstARealServer(t *testing.T) {
	program := program(t)
	for _, database := range []string{"sqlite", "postgres"} {
		for _, form := range []string{"A", "B"} {
			t.Run(database+" "+form, func(t *testing.T) {
				o := Options{
					Executable: program, Dir: t.TempDir(), Form: form, Connections: 8, Duration: time.Second, Alone: 200 * time.Millisecond,
					Contacts: 1500, NewConversations: 20, Repeats: 20, Progress: io.Discard,
				}
				if database == "postgres" {
					o.DatabaseURL = pgtest.URL(t)
				}
				result, err := Run(context.Background(), o)
				if err != nil {
					t.Fatal(err)
				}
				checkResult(t, result)
			})
		}
	}
}

func checkResult(t *testing.T, r *Result) {
	if failed := r.Failed(); failed != "" {
		t.Error(failed)
	}
	if distinct := r.Alone.Messages + r.Load.Messages - r.Alone.Repeats - r.Load.Repeats; r.Check.Answered != distinct || r.Check.Stored != distinct {
		t.Errorf("%d messages, but the check found %+v", distinct, r.Check)
	}
	if r.Load.NewConversations == 0 || r.Load.Repeats == 0 || r.Start.ReadyMS <= 0 || r.Disk.FsyncMS <= 0 || r.Load.PerSecond <= 0 {
		t.Errorf("figures are missing: %+v", r)
	}
	var text bytes.Buffer
	if err := r.Print(&text); err != nil || !strings.Contains(text.String(), "each is stored once") {
		t.Errorf("printed %v:\n%s", err, text.String())
	}
	if _, err := json.Marshal(r); err != nil {
		t.Error(err)
	}
}

// A database that has been used is refused before anything is written to it.
func TestRefusesUsedDatabase(t *testing.T) {
	url := pgtest.URL(t)
	r := &run{Options: Options{DatabaseURL: url, Dir: t.TempDir()}}
	if err := r.checkEmpty(context.Background()); err != nil {
		t.Fatalf("an empty database: %v", err)
	}
	db, err := r.openStore(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Migrate(context.Background()); err != nil {
		t.Fatal(err)
	}
	if err := r.checkEmpty(context.Background()); err == nil {
		t.Error("a used database was accepted")
	}
}

// The error for a program that does not start has its standard error.
func TestServerThatDoesNotStartSaysWhy(t *testing.T) {
	r := &run{Options: Options{Executable: "sh", Dir: t.TempDir()}}
	// sh takes "serve" for a script, which does not exist.
	_, _, err := r.startServer(context.Background())
	if err == nil || !strings.Contains(err.Error(), "exited") || !strings.Contains(err.Error(), "serve") {
		t.Errorf("got %v", err)
	}
}

func TestRunWithAFaultHasFailed(t *testing.T) {
	good := Result{Load: Phase{Messages: 10}, Check: Check{Answered: 10, Stored: 10}}
	if failed := good.Failed(); failed != "" {
		t.Errorf("a good run failed: %s", failed)
	}
	for name, change := range map[string]func(*Result){
		"missing":      func(r *Result) { r.Check.Missing = 1 },
		"twice":        func(r *Result) { r.Check.Twice = 1 },
		"wrong counts": func(r *Result) { r.Check.WrongCounts = 1 },
		"errors":       func(r *Result) { r.Alone.Errors = 1 },
		"nothing sent": func(r *Result) { r.Load.Messages = 0 },
	} {
		bad := good
		change(&bad)
		if bad.Failed() == "" {
			t.Errorf("%s is no failure", name)
		}
	}
}

// Each kind of read is known by its name before there is a store.
func TestNamesOfReads(t *testing.T) {
	for _, name := range []string{"session", "list", "list open", "list page 150 by offset", "search a rare word", "contacts by host", "thread of 30", "v1 list open"} {
		if !IsRead(name) {
			t.Errorf("%q is not known", name)
		}
	}
	if IsRead("nope") {
		t.Error("nope is known")
	}
}

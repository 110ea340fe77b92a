package main

import (
	"os"
	"path/filepath"
	"testing"
)

func TestWrongBenchFlagsAreUsageErrors(t *testing.T) {
	for _, args := range [][]string{
		{"--connections", "0"}, {"--connections", "x"}, {"--duration", "1ms"}, {"--duration", "60"}, {"--alone", "0s"}, {"--contacts", "0"},
		{"--new-conversations", "101"}, {"--repeats", "100"}, {"--repeats", "-1"}, {"--new-contacts", "101"}, {"--form", "C"}, {"--unknown"}, {"extra"},
	} {
		if code := run(append([]string{"bench", "inbound"}, args...)); code != exitUsage {
			t.Errorf("svcx bench inbound %v exits %d, expected %d", args, code, exitUsage)
		}
	}
}

func TestBenchStoreUsage(t *testing.T) {
	other := filepath.Join(t.TempDir(), "other")
	if err := os.WriteFile(other, []byte("#!/bin/sh\nexit 1\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"seed", "--conversations", "0"}, {"seed", "--conversations", "10", "--messages", "9"}, {"seed", "--conversations", "10", "--messages", "2001"},
		{"seed", "--days", "0"}, {"seed", "--seed", "-1"}, {"read", "--callers", "0"}, {"read", "--duration", "1ms"},
		{"read", "--messages", "5"}, {"pages", "--callers", "0"}, {"pages", "--only", "nope"}, {"deliver", "--connections", "0"}, {"deliver", "--channels", "0"}, {"deliver", "--alone", "0s"}, {"deliver", "x"},
		{"desk", "--agents", "0"}, {"desk", "--duration", "1ms"}, {"desk", "--inbound", "-1"}, {"desk", "--new-conversations", "0"}, {"desk", "--new-contacts", "101"},
		{"desk", "--open-every", "0s"}, {"desk", "--replies", "101"}, {"desk", "--resolves", "-1"}, {"desk", "--conversations", "0"},
		// Fault: these were noticed after a store had been filled.
		{"read", "--only", "nope"}, {"read", "--only", "list,nope"}, {"desk", "--plot", "no-such-folder/plot.svg"},
	} {
		if args[0] != "seed" {
			// Not this one: if the usage were right, it would run this test again.
			args = append(args, "--program", other)
		}
		if code := run(append([]string{"bench"}, args...)); code != exitUsage {
			t.Errorf("svcx bench %v exits %d, expected %d", args, code, exitUsage)
		}
	}
	t.Chdir(t.TempDir())
	for _, command := range []string{"read", "pages", "deliver", "desk", "bodies", "answers"} {
		if code := run([]string{"bench", command, "--program", "no-such-program"}); code != exitUsage {
			t.Errorf("svcx bench %s without its program exits %d, expected %d", command, code, exitUsage)
		}
	}
	for _, args := range [][]string{{"seed"}, {"inbound", "--seeded"}} {
		if code := run(append([]string{"bench"}, args...)); code != exitFailed {
			t.Errorf("svcx bench %v without a folder exits %d, expected %d", args, code, exitFailed)
		}
	}
}

// A folder that is not empty is refused.
func TestBenchRefusesAFolderThatIsNotEmpty(t *testing.T) {
	dir := t.TempDir()
	if got, remove, err := benchDir(dir, true); err != nil || got != dir {
		t.Errorf("an empty folder: %q, %v", got, err)
	} else if remove(); !exists(dir) {
		t.Error("a folder that was given was removed")
	}
	if err := os.WriteFile(filepath.Join(dir, "svcx.db"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, err := benchDir(dir, true); err == nil {
		t.Error("a folder with a database in it was accepted")
	}
	t.Chdir(t.TempDir())
	made, remove, err := benchDir("./data", false)
	if err != nil || !exists(made) {
		t.Fatalf("a folder of its own: %q, %v", made, err)
	}
	if remove(); exists(made) {
		t.Error("its own folder is left behind")
	}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

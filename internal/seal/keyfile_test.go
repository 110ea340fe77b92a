package seal

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

func load(t *testing.T, path string, wantCreated bool) Key {
	t.Helper()
	k, created, err := LoadOrCreateKeyFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if created != wantCreated {
		t.Fatalf("created: %v, want %v", created, wantCreated)
	}
	return k
}

func TestKeyFileIsCreatedOnce(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "data")
	path := filepath.Join(dir, "master.key")
	if _, err := LoadKeyFile(path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a missing file: %v", err)
	}
	k := load(t, path, true)
	if again := load(t, path, false); again.ID() != k.ID() {
		t.Error("another key at the second start")
	}
	if again, err := LoadKeyFile(path); err != nil || again.ID() != k.ID() {
		t.Errorf("LoadKeyFile: %v", err)
	}
	for p, want := range map[string]fs.FileMode{path: 0o600, dir: 0o700, filepath.Dir(dir): 0o700} {
		info, err := os.Stat(p)
		if err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v, %v", p, info.Mode(), err)
		}
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 {
		t.Errorf("left behind: %v, %v", entries, err)
	}
	b, err := os.ReadFile(path)
	if err != nil || string(b) != k.encode()+"\n" {
		t.Errorf("content: %d bytes, %v", len(b), err)
	}
}

func TestKeyFileInWorkingDirectory(t *testing.T) {
	t.Chdir(t.TempDir())
	k := load(t, "master.key", true)
	if load(t, "./master.key", false).ID() != k.ID() {
		t.Error("another key")
	}
}

// Of several processes that start at once, one creates the key and all return it.
func TestConcurrentKeyFileCreation(t *testing.T) {
	for range 20 {
		path := filepath.Join(t.TempDir(), "data", "master.key")
		var wg sync.WaitGroup
		var mu sync.Mutex
		ids, creations := map[string]bool{}, 0
		start := make(chan struct{})
		for range 16 {
			wg.Go(func() {
				<-start
				k, created, err := LoadOrCreateKeyFile(path)
				if err != nil {
					t.Error(err)
					return
				}
				mu.Lock()
				defer mu.Unlock()
				ids[k.ID()] = true
				if created {
					creations++
				}
			})
		}
		close(start)
		wg.Wait()
		if len(ids) != 1 || creations != 1 {
			t.Fatalf("%d keys, created %d times", len(ids), creations)
		}
	}
}

func TestKeyFileModes(t *testing.T) {
	path := filepath.Join(t.TempDir(), "master.key")
	load(t, path, true)
	tests := []struct {
		mode fs.FileMode
		ok   bool
	}{
		{0o600, true}, {0o400, true}, {0o440, true}, {0o640, true},
		{0o644, false}, {0o604, false}, {0o602, false}, {0o601, false}, {0o660, false}, {0o777, false},
	}
	for _, tt := range tests {
		if err := os.Chmod(path, tt.mode); err != nil {
			t.Fatal(err)
		}
		k, _, err := LoadOrCreateKeyFile(path)
		if (err == nil) != tt.ok {
			t.Errorf("%04o: %v", tt.mode, err)
		}
		if err != nil && (k.secret != nil || !strings.Contains(err.Error(), "chmod 600 '"+path+"'")) {
			t.Errorf("%04o: the error does not help: %v", tt.mode, err)
		}
	}
}

func TestInvalidKeyFileIsRefused(t *testing.T) {
	dir := t.TempDir()
	for name, content := range map[string]string{"empty": "", "short": "c2VjcmV0\n", "long": strings.Repeat("A", 5000)} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		_, _, err := LoadOrCreateKeyFile(path)
		if err == nil || !strings.Contains(err.Error(), path) || strings.Contains(err.Error(), "c2Vj") {
			t.Errorf("%s: %v", name, err)
		}
		if b, _ := os.ReadFile(path); string(b) != content {
			t.Errorf("%s: overwritten", name)
		}
	}
	if _, _, err := LoadOrCreateKeyFile(dir); err == nil {
		t.Error("a directory is accepted as a key")
	}
	if _, _, err := LoadOrCreateKeyFile(filepath.Join(dir, "short", "master.key")); err == nil {
		t.Error("created a key below a file")
	}
}

func TestKeyFileIsNeverOverwritten(t *testing.T) {
	for name, create := range map[string]func(path string, k Key, like string) error{"link": createKeyFile, "in place": createInPlace} {
		path := filepath.Join(t.TempDir(), "master.key")
		k := NewKey()
		if err := create(path, k, ""); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if err := create(path, NewKey(), ""); !errors.Is(err, fs.ErrExist) {
			t.Errorf("%s: a second key: %v", name, err)
		}
		if load(t, path, false).ID() != k.ID() {
			t.Errorf("%s: overwritten", name)
		}
	}
}

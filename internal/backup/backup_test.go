package backup

import (
	"archive/tar"
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

var at = time.Date(2026, 5, 4, 10, 0, 0, 0, time.UTC)

const fileA = "0a1b2c3d4e5f60718293a4b5c6d7e8f9"

// data makes a folder with a database, stored files, and what is not backed up.
func data(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, content := range map[string]string{
		"svcx.db": strings.Repeat("rows", 300), "files/0a/" + fileA: "a file", "files/0a/" + fileA + ".part": "unfinished",
		"files/incoming/x": "unfinished", "files/ff/" + fileA: "in a wrong folder", "master.key": "secret",
	} {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(content), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func written(t *testing.T, dir string) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := Write(t.Context(), &b, Manifest{Version: "1.2.3", KeyCheck: "ab"}, at, filepath.Join(dir, "svcx.db"), filepath.Join(dir, "files"), func(int64) {}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func read(t *testing.T, archive []byte) (dir string, m Manifest, err error) {
	t.Helper()
	dir = t.TempDir()
	m, _, err = Read(t.Context(), bytes.NewReader(archive), dir, func(Manifest) error { return nil }, func(int64) {})
	return dir, m, err
}

func listed(t *testing.T, dir string) (names []string) {
	t.Helper()
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			names = append(names, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// I backup: the database and the stored files come back as they were; the master key and
// unfinished uploads are not in it.
func TestBackupIsRead(t *testing.T) {
	dir, m, err := read(t, written(t, data(t)))
	if err != nil {
		t.Fatal(err)
	}
	if want := (Manifest{Format: 1, Version: "1.2.3", CreatedAt: "2026-05-04T10:00:00Z", KeyCheck: "ab"}); m != want {
		t.Errorf("%+v", m)
	}
	if got := strings.Join(listed(t, dir), " "); got != "files/0a/"+fileA+" svcx.db" {
		t.Error(got)
	}
	for name, want := range map[string]string{"svcx.db": strings.Repeat("rows", 300), "files/0a/" + fileA: "a file"} {
		if got, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(got) != want {
			t.Errorf("%s: %q %v", name, got, err)
		}
	}
}

// I backup: a file that was cut or changed is refused, and nothing of it is left.
func TestDamagedBackupLeavesNothing(t *testing.T) {
	whole := written(t, data(t))
	refused := func(what string, archive []byte) {
		t.Helper()
		dir, _, err := read(t, archive)
		if err == nil {
			t.Errorf("%s: accepted", what)
		}
		if left, _ := os.ReadDir(dir); len(left) > 0 {
			t.Errorf("%s: left %v", what, left)
		}
	}
	// The last two blocks are the end of any archive.
	for n := 0; n < len(whole)-1024-512; n += 256 {
		refused("cut", whole[:n])
	}
	content := bytes.Index(whole, []byte("rowsrows"))
	for _, at := range []int{content, content + 1199, bytes.Index(whole, []byte("a file"))} {
		changed := bytes.Clone(whole)
		changed[at] ^= 1
		refused("changed", changed)
	}
	refused("text", []byte("hello"))
	refused("nothing", nil)
}

func TestBackupWithForeignEntries(t *testing.T) {
	whole := written(t, data(t))
	for _, name := range []string{"files/0a/../../../../../../tmp/svcx-escaped", "/tmp/svcx-escaped", "files/0b/" + fileA, "master.key"} {
		// The name of the file, which the checksum of the header covers, in another archive.
		var b bytes.Buffer
		w := &writer{tar: tar.NewWriter(&b), at: at, read: func(int64) {}}
		if err := errors.Join(w.bytes(manifestName, []byte(`{"format":1}`)), w.bytes(name, []byte("x")), w.tar.Close()); err != nil {
			t.Fatal(err)
		}
		if dir, _, err := read(t, b.Bytes()); err == nil || len(listed(t, dir)) > 0 {
			t.Errorf("%s: %v %v", name, err, listed(t, dir))
		}
	}
	if _, err := os.Stat("/tmp/svcx-escaped"); err == nil {
		t.Error("a file outside the folder")
	}
	later := bytes.Replace(whole, []byte(`"format": 1`), []byte(`"format": 2`), 1)
	if _, _, err := read(t, later); err == nil || !strings.Contains(err.Error(), "svcx 1.2.3") {
		t.Errorf("a later format: %v", err)
	}
}

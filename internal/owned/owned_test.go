//go:build unix

package owned

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// other is the id of a user, which need not exist.
const other = 4711

// folder creates a folder of another user, which only root can do.
func folder(t *testing.T) string {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Skip("only root can create files of another user")
	}
	dir := t.TempDir()
	if err := os.Chown(dir, other, other+1); err != nil {
		t.Fatal(err)
	}
	return dir
}

func wantOwner(t *testing.T, path string, uid, gid uint32, mode os.FileMode) {
	t.Helper()
	info, err := os.Lstat(path)
	if err != nil {
		t.Fatal(err)
	}
	got := info.Sys().(*syscall.Stat_t)
	if got.Uid != uid || got.Gid != gid || info.Mode().Perm() != mode {
		t.Errorf("%s is of %d:%d with mode %o, want %d:%d and %o", filepath.Base(path), got.Uid, got.Gid, info.Mode().Perm(), uid, gid, mode)
	}
}

// Fault 104: what root creates in another user's folder belongs to that user, at
// each depth.
func TestFilesBelongToTheFoldersOwner(t *testing.T) {
	dir := folder(t)
	deep := filepath.Join(dir, "a", "b")
	for range 2 {
		if err := MkdirAll(deep, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	f, err := Create(filepath.Join(deep, "created"), 0o600)
	if err != nil {
		t.Fatal(err)
	}
	f.Close()
	temp, err := CreateTemp(deep, "new-*")
	if err != nil {
		t.Fatal(err)
	}
	temp.Close()
	for _, text := range []string{"first", "second"} {
		if err := WriteFile(filepath.Join(deep, "written"), []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	if text, err := os.ReadFile(filepath.Join(deep, "written")); err != nil || string(text) != "second" {
		t.Errorf("%q, %v", text, err)
	}
	for path, mode := range map[string]os.FileMode{filepath.Dir(deep): 0o700, deep: 0o700, f.Name(): 0o600, temp.Name(): 0o600, filepath.Join(deep, "written"): 0o600} {
		wantOwner(t, path, other, other+1, mode)
	}
}

// Existing files, and targets of the folder owner's links, keep their owner.
func TestExistingFilesKeepTheirOwner(t *testing.T) {
	dir := folder(t)
	path, target := filepath.Join(dir, "there"), filepath.Join(t.TempDir(), "target")
	for _, name := range []string{path, target} {
		if err := os.WriteFile(name, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(target, filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{path, filepath.Join(dir, "link")} {
		if _, err := Create(name, 0o600); !os.IsExist(err) {
			t.Errorf("%s: %v", name, err)
		}
		if err := MkdirAll(filepath.Join(name, "below"), 0o700); err == nil {
			t.Errorf("a folder below the file %s", name)
		}
	}
	wantOwner(t, path, 0, 0, 0o644)
	wantOwner(t, target, 0, 0, 0o644)
}

// A file that replaces another gets its owner, group and mode, whatever the folder.
func TestLikeCopiesOwnerAndMode(t *testing.T) {
	dir := folder(t)
	path := filepath.Join(dir, "before")
	if err := os.WriteFile(path, nil, 0o640); err != nil {
		t.Fatal(err)
	}
	if err := os.Chown(path, 0, other); err != nil {
		t.Fatal(err)
	}
	f, err := CreateTemp(dir, "after-*")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := Like(f, path); err != nil {
		t.Fatal(err)
	}
	wantOwner(t, f.Name(), 0, other, 0o640)
}

// For other users than root it works as package os.
func TestFilesOfAUserAreItsOwn(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b")
	if err := MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := WriteFile(filepath.Join(dir, "f"), []byte("x")); err != nil {
		t.Fatal(err)
	}
	uid, gid := uint32(os.Geteuid()), uint32(os.Getegid())
	wantOwner(t, dir, uid, gid, 0o700)
	wantOwner(t, filepath.Join(dir, "f"), uid, gid, 0o600)
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
		t.Errorf("%v, %v", entries, err)
	}
}

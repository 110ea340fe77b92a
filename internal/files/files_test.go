package files_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
	"time"

	"svcx/internal/files"
)

// backend is one of the two stores with access to its content.
type backend struct {
	files.Store
	dir   string // of the temporary files
	names func() []string
	// again opens it again, with the temporary files in another folder.
	again func(dir string) files.Store
}

// each runs fn on both.
func each(t *testing.T, fn func(t *testing.T, b backend)) {
	t.Run("dir", func(t *testing.T) {
		root := t.TempDir()
		fn(t, backend{files.NewDir(root), root, func() []string {
			return slices.DeleteFunc(all(t, root), func(name string) bool { return strings.HasSuffix(name, ".mark") })
		}, func(dir string) files.Store { return files.NewDir(dir) }})
	})
	t.Run("s3", func(t *testing.T) {
		root, server := t.TempDir(), newFakeS3(t)
		open := func(dir string) files.Store {
			s, err := files.OpenS3(server.address("/bucket/some/prefix"), files.NewDir(dir))
			if err != nil {
				t.Fatal(err)
			}
			return s
		}
		fn(t, backend{open(root), root, server.names, open})
	})
}

// all are the files below a folder.
func all(t *testing.T, root string) (names []string) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			names = append(names, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func read(t *testing.T, s files.Store, name string) []byte {
	t.Helper()
	c, err := s.Open(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	content, err := io.ReadAll(c)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// Interface, files: a stored blob can be read as a whole and in parts until it is
// deleted.
func TestStoredBlobIsReadAsAWholeAndInParts(t *testing.T) {
	each(t, func(t *testing.T, b backend) {
		content := bytes.Repeat([]byte("0123456789"), 200_000)
		stored, err := b.Put(t.Context(), iotest.OneByteReader(bytes.NewReader(content[:5000])), 5000)
		if err != nil || stored.Size != 5000 || !bytes.Equal(stored.Head, content[:files.HeadSize]) {
			t.Fatalf("stored %+v, %v", stored, err)
		}
		if !bytes.Equal(read(t, b, stored.Name), content[:5000]) {
			t.Error("other content was read")
		}
		large, err := b.Put(t.Context(), bytes.NewReader(content), 2_000_000)
		if err != nil || large.Size != 2_000_000 || large.Name == stored.Name {
			t.Fatalf("stored %+v, %v", large, err)
		}
		c, err := b.Open(t.Context(), large.Name)
		if err != nil {
			t.Fatal(err)
		}
		if end, err := c.Seek(0, io.SeekEnd); err != nil || end != 2_000_000 {
			t.Errorf("its end is at %d, %v", end, err)
		}
		if _, err := c.Seek(1_999_995, io.SeekStart); err != nil {
			t.Fatal(err)
		}
		if tail, err := io.ReadAll(c); err != nil || string(tail) != "56789" {
			t.Errorf("the tail is %q, %v", tail, err)
		}
		c.Close()
		if names := b.names(); len(names) != 2 {
			t.Errorf("it holds %v", names)
		}
		for range 2 {
			if err := b.Delete(t.Context(), large.Name); err != nil {
				t.Error(err)
			}
		}
		if _, err := b.Open(t.Context(), large.Name); !errors.Is(err, files.ErrNotFound) {
			t.Errorf("opening a deleted one: %v", err)
		}
		if len(read(t, b, stored.Name)) != 5000 {
			t.Error("the other one is gone too")
		}
	})
}

var errCut = errors.New("the sender hung up")

// A blob that is too large, or breaks off, leaves nothing behind.
func TestNothingIsLeftBehind(t *testing.T) {
	each(t, func(t *testing.T, b backend) {
		cut := io.MultiReader(strings.NewReader(strings.Repeat("x", 100_000)), iotest.ErrReader(errCut))
		if _, err := b.Put(t.Context(), cut, 1<<20); !errors.Is(err, errCut) {
			t.Errorf("a cut one: %v", err)
		}
		if _, err := b.Put(t.Context(), strings.NewReader("0123456789"), 9); !errors.Is(err, files.ErrTooLarge) {
			t.Errorf("one too large: %v", err)
		}
		if left := append(b.names(), all(t, b.dir)...); len(left) != 0 {
			t.Errorf("left: %v", left)
		}
		if s, err := b.Put(t.Context(), strings.NewReader(""), 9); err != nil || s.Size != 0 || len(read(t, b, s.Name)) != 0 {
			t.Errorf("an empty one: %+v %v", s, err)
		}
	})
}

// A full disk, noticed by a write or by the sync, is an error of the storage and leaves
// nothing behind.
func TestFullDiskLeavesNothingBehind(t *testing.T) {
	for name, atSync := range map[string]bool{"write": false, "sync": true} {
		t.Run(name, func(t *testing.T) {
			root := t.TempDir()
			d := files.NewDir(root)
			d.FailAfter(50_000, atSync)
			if _, err := d.Put(t.Context(), strings.NewReader(strings.Repeat("x", 100_000)), 1<<20); !errors.Is(err, files.ErrFull) {
				t.Errorf("error %v", err)
			}
			if left := all(t, root); len(left) != 0 {
				t.Errorf("left: %v", left)
			}
		})
	}
}

// Concurrent uploads do not mix.
func TestConcurrentUploadsDoNotMix(t *testing.T) {
	each(t, func(t *testing.T, b backend) {
		var group sync.WaitGroup
		for i := range 8 {
			group.Go(func() {
				content := strings.Repeat(string(rune('a'+i)), 50_000)
				s, err := b.Put(t.Context(), iotest.HalfReader(strings.NewReader(content)), 1<<20)
				if err != nil {
					t.Error(err)
					return
				}
				c, err := b.Open(t.Context(), s.Name)
				if err != nil {
					t.Error(err)
					return
				}
				defer c.Close()
				if got, err := io.ReadAll(c); err != nil || string(got) != content {
					t.Errorf("upload %d came out otherwise: %v", i, err)
				}
			})
		}
		group.Wait()
		if names := b.names(); len(names) != 8 {
			t.Errorf("it holds %v", names)
		}
	})
}

// A name that is not a blob name is not found.
func TestInvalidNamesAreNotFound(t *testing.T) {
	each(t, func(t *testing.T, b backend) {
		victim := filepath.Join(filepath.Dir(b.dir), "victim")
		if err := os.WriteFile(victim, []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"", "x", "../victim", "../../victim", strings.Repeat("a", 31), strings.Repeat("A", 32), strings.Repeat("a", 32) + "/../../victim"} {
			if _, err := b.Open(t.Context(), name); !errors.Is(err, files.ErrNotFound) {
				t.Errorf("opening %q: %v", name, err)
			}
			if err := b.Delete(t.Context(), name); err != nil {
				t.Errorf("deleting %q: %v", name, err)
			}
		}
		if _, err := os.Stat(victim); err != nil {
			t.Error("the file outside is gone")
		}
	})
}

// What a crash left behind is removed at the next start, whether it happened during the
// upload or before the database knew the blob; after that the blob stays.
func TestACrashLeavesNothing(t *testing.T) {
	each(t, func(t *testing.T, b backend) {
		put := func(content io.Reader) string {
			stored, err := b.Put(t.Context(), content, 100)
			if err != nil {
				t.Fatal(err)
			}
			return stored.Name
		}
		kept, known, unknown := put(strings.NewReader("kept")), put(strings.NewReader("known")), put(strings.NewReader("unknown"))
		b.Keep(kept)
		half := &stopped{Reader: strings.NewReader("half"), at: make(chan struct{}), on: make(chan struct{})}
		var group sync.WaitGroup
		late := ""
		group.Go(func() { late = put(half) })
		<-half.at
		has := func(_ context.Context, blob string) (bool, error) { return blob == known || blob == kept, nil }
		if n, err := b.Clean(t.Context(), has); n != 0 || err != nil {
			t.Errorf("what is under way was removed: %d, %v", n, err)
		}
		// A copy of the folder is as after a crash: its marks are not locked.
		crashed := t.TempDir()
		if err := os.CopyFS(crashed, os.DirFS(b.dir)); err != nil {
			t.Fatal(err)
		}
		after := b.again(crashed)
		failing := func(context.Context, string) (bool, error) { return false, errCut }
		if n, err := after.Clean(t.Context(), failing); n != 0 || !errors.Is(err, errCut) {
			t.Errorf("without the database: %d, %v", n, err)
		}
		if n, err := after.Clean(t.Context(), has); n != 2 || err != nil {
			t.Errorf("removed %d, %v", n, err)
		}
		if left := all(t, filepath.Join(crashed, "incoming")); len(left) != 0 {
			t.Errorf("left: %v", left)
		}
		if string(read(t, after, kept)) != "kept" || string(read(t, after, known)) != "known" {
			t.Error("a blob that is known was touched")
		}
		if _, err := after.Open(t.Context(), unknown); !errors.Is(err, files.ErrNotFound) {
			t.Errorf("an unknown blob is left: %v", err)
		}
		close(half.on)
		group.Wait()
		for _, name := range []string{late, known} {
			b.Keep(name)
		}
		if err := b.Delete(t.Context(), unknown); err != nil {
			t.Error(err)
		}
		if left := all(t, filepath.Join(b.dir, "incoming")); len(left) != 0 {
			t.Errorf("left after all have ended: %v", left)
		}
	})
}

// stopped is a reader that blocks after the first read.
type stopped struct {
	io.Reader
	at, on chan struct{}
	once   sync.Once
}

func (s *stopped) Read(p []byte) (int, error) {
	n, err := s.Reader.Read(p)
	s.once.Do(func() { close(s.at); <-s.on })
	return n, err
}

// Interface, files: the type is that of the content. The name only tells apart types that
// begin alike.
func TestTypeIsThatOfTheContent(t *testing.T) {
	const png, zip, ole = "\x89PNG\r\n\x1a\n", "PK\x03\x04", "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"
	const svg = `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`
	for _, test := range []struct{ head, ending, want string }{
		{png, ".svg", "image/png"},
		{"\xFF\xD8\xFF\xE0", "", "image/jpeg"},
		{"GIF89a", ".txt", "image/gif"},
		{"RIFF....WEBPVP", "", "image/webp"},
		{svg, ".png", "text/plain"},
		{"<?xml version='1.0'?>" + svg, ".png", "text/xml"},
		{"<!DOCTYPE html><script>", ".png", "text/html"},
		{" \n<html>", ".gif", "text/html"},
		{"%PDF-1.7", "", "application/pdf"},
		{zip, ".docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"},
		{zip, ".zip", "application/zip"},
		{zip, ".png", "application/zip"},
		{ole, ".xls", "application/vnd.ms-excel"},
		{ole, ".exe", "application/octet-stream"},
		{"MZ\x90\x00\x03", ".docx", "application/octet-stream"},
		{"\x1f\x8b\x08", ".png", "application/x-gzip"},
		{"OggS\x00", "", "audio/ogg"},
		{"\xFF\xFB\x90\x64\x00", "", "audio/mpeg"},
		{"\xFF\xFEh\x00i\x00", "", "text/plain"},
		{"", "", "text/plain"},
	} {
		if got := files.DetectType([]byte(test.head), test.ending); got != test.want {
			t.Errorf("%q with %q is %s, want %s", test.head, test.ending, got, test.want)
		}
	}
}

// The cache misses old and damaged entries, and evicts the oldest over its limit.
func TestCacheEvictsOldAndDamaged(t *testing.T) {
	dir := t.TempDir()
	now := time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC)
	c := files.NewCache(dir, 1000, func() time.Time { return now })
	put := func(key string, size int) {
		t.Helper()
		if err := c.Put(key, bytes.Repeat([]byte(key[:1]), size)); err != nil {
			t.Fatal(err)
		}
	}
	has := func(key string) bool { _, ok := c.Get(key, time.Hour); return ok }
	put("a/../../x", 200)
	if content, ok := c.Get("a/../../x", time.Hour); !ok || len(content) != 200 || content[0] != 'a' {
		t.Errorf("got %q, %t", content, ok)
	}
	now = now.Add(time.Hour)
	if !has("a/../../x") {
		t.Error("it is an hour old and gone")
	}
	now = now.Add(time.Second)
	if has("a/../../x") {
		t.Error("it is too old and still there")
	}
	put("b", 200)
	put("large", 251)
	if has("large") {
		t.Error("a quarter of the cache is the most for one")
	}
	for _, key := range []string{"c", "d", "e"} {
		now = now.Add(time.Second)
		put(key, 200)
	}
	for key, want := range map[string]bool{"a/../../x": false, "b": false, "c": true, "d": true, "e": true} {
		if has(key) != want {
			t.Errorf("%s is there: %t", key, !want)
		}
	}
	now = now.Add(-24 * time.Hour)
	if has("e") {
		t.Error("it was put by a clock that was set back since, and is still there")
	}
	now = now.Add(24 * time.Hour)
	for _, path := range all(t, dir) {
		if err := os.Truncate(path, 100); err != nil {
			t.Fatal(err)
		}
	}
	if has("c") || has("e") {
		t.Error("what is damaged was returned")
	}
	now = time.Now().Add(time.Hour) // cutting them has made them new
	again := files.NewCache(dir, 100, func() time.Time { return now })
	if err := again.Put("f", []byte("f")); err != nil {
		t.Fatal(err)
	}
	if left := all(t, dir); len(left) != 1 {
		t.Errorf("a smaller bound at the next start leaves %v", left)
	}
}

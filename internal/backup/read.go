package backup

import (
	"archive/tar"
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"svcx/internal/owned"
)

var (
	errNoBackup = errors.New("this is not a backup of svcx")
	errCut      = errors.New("the backup is incomplete: its end is missing")
)

// reader is an archive that is being read into a folder.
type reader struct {
	tar  *tar.Reader
	dir  string
	read func(n int64)
	// sums are those of what was read.
	sums []string
	// made are the files and folders that were created, in order.
	made []string
}

// Read reads a backup into a data folder. accept may refuse it by its description before
// anything is written. What it returns is complete and has the content that was written
// (by its SHA-256); after an error nothing of it is left in the folder. read is told each
// time how many more bytes were written.
func Read(ctx context.Context, from io.Reader, dir string, accept func(Manifest) error, read func(n int64)) (m Manifest, remove func(), err error) {
	r := &reader{tar: tar.NewReader(from), dir: dir, read: read}
	if m, err = r.manifest(); err == nil {
		err = accept(m)
	}
	if err == nil {
		err = r.content(ctx)
	}
	if err != nil {
		r.remove()
		return m, nil, err
	}
	return m, r.remove, nil
}

func (r *reader) manifest() (m Manifest, err error) {
	entry, err := r.tar.Next()
	if err != nil || entry.Name != manifestName || entry.Size > maxText {
		return m, errNoBackup
	}
	text, err := r.text()
	if err != nil {
		return m, err
	}
	r.note(text, manifestName)
	return parseManifest(text)
}

// content reads what follows the description, up to the end, and checks it.
func (r *reader) content(ctx context.Context) error {
	for {
		entry, err := r.tar.Next()
		if err == io.EOF || errors.Is(err, io.ErrUnexpectedEOF) {
			return errCut
		}
		if err != nil {
			return fmt.Errorf("reading the backup: %w", err)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		switch {
		case entry.Name == sumsName:
			return r.check()
		case entry.Typeflag != tar.TypeReg || entry.Name != databaseName && !isFile(entry.Name):
			return fmt.Errorf("the backup has an entry that does not belong there: %q", entry.Name)
		}
		if err := r.file(ctx, entry.Name); err != nil {
			return err
		}
	}
}

func (r *reader) file(ctx context.Context, name string) (err error) {
	path := filepath.Join(r.dir, filepath.FromSlash(name))
	if err := r.mkdir(filepath.Dir(path)); err != nil {
		return err
	}
	f, err := owned.Create(path, 0o600)
	if err != nil {
		return fmt.Errorf("restoring %s: %w", name, err)
	}
	r.made = append(r.made, path)
	sum := sha256.New()
	w := writer{read: r.read}
	err = w.copy(ctx, io.MultiWriter(f, sum), r.tar)
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = errCut
	}
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return fmt.Errorf("restoring %s: %w", name, err)
	}
	r.sums = append(r.sums, fmt.Sprintf("%x  %s", sum.Sum(nil), name))
	return nil
}

// mkdir creates a folder below the data folder.
func (r *reader) mkdir(path string) error {
	if path == r.dir {
		return nil
	}
	if err := r.mkdir(filepath.Dir(path)); err != nil {
		return err
	}
	if _, err := os.Stat(path); err == nil {
		return nil
	}
	if err := owned.MkdirAll(path, 0o700); err != nil {
		return err
	}
	r.made = append(r.made, path)
	return nil
}

func (r *reader) check() error {
	text, err := r.text()
	if err != nil {
		return err
	}
	want := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	if slices.Equal(want, r.sums) {
		return nil
	}
	for i, sum := range r.sums {
		if i >= len(want) || want[i] != sum {
			_, name, _ := strings.Cut(sum, "  ")
			return fmt.Errorf("the backup is damaged: %s is not what was written", name)
		}
	}
	return errCut
}

// text reads an entry that is no file.
func (r *reader) text() ([]byte, error) {
	var b bytes.Buffer
	_, err := b.ReadFrom(r.tar)
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = errCut
	}
	return b.Bytes(), err
}

func (r *reader) note(content []byte, name string) {
	r.sums = append(r.sums, fmt.Sprintf("%x  %s", sha256.Sum256(content), name))
}

// remove removes what was created. Folders that others have put something into stay.
func (r *reader) remove() {
	for _, path := range slices.Backward(r.made) {
		os.Remove(path)
	}
}

// maxText bounds the description.
const maxText = 64 << 10

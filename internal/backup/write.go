package backup

import (
	"archive/tar"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// writer is an archive that is being written.
type writer struct {
	tar  *tar.Writer
	at   time.Time
	sums bytes.Buffer
	// read is told how many bytes were read.
	read func(n int64)
}

// Write writes a backup: the description, the database at a path, and the stored files in
// folder dir, if there is one. Files that come or go meanwhile need not be in it. read is
// told each time how many more bytes were read.
func Write(ctx context.Context, to io.Writer, m Manifest, at time.Time, database, dir string, read func(n int64)) error {
	m.Format = format
	m.CreatedAt = at.UTC().Format(time.RFC3339)
	text, err := json.MarshalIndent(m, "", "\t")
	if err != nil {
		return err
	}
	w := &writer{tar: tar.NewWriter(to), at: at, read: read}
	if err := w.bytes(manifestName, append(text, '\n')); err != nil {
		return err
	}
	if err := w.file(ctx, databaseName, database); err != nil {
		return err
	}
	if err := w.files(ctx, dir); err != nil {
		return err
	}
	sums := w.sums.Bytes()
	if err := w.bytes(sumsName, bytes.Clone(sums)); err != nil {
		return err
	}
	return w.tar.Close()
}

// files writes the stored files. One that is gone belonged to something that was deleted
// meanwhile.
func (w *writer) files(ctx context.Context, dir string) error {
	root := os.DirFS(dir)
	return fs.WalkDir(root, ".", func(at string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("listing the stored files: %w", err)
		}
		name := filesName + "/" + at
		if !isFile(name) {
			return nil
		}
		err = w.file(ctx, name, filepath.Join(dir, filepath.FromSlash(at)))
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	})
}

func (w *writer) header(name string, size int64) error {
	return w.tar.WriteHeader(&tar.Header{Name: name, Size: size, Mode: 0o600, ModTime: w.at, Format: tar.FormatPAX})
}

func (w *writer) bytes(name string, content []byte) error {
	if err := w.header(name, int64(len(content))); err != nil {
		return err
	}
	_, err := w.tar.Write(content)
	fmt.Fprintf(&w.sums, "%x  %s\n", sha256.Sum256(content), name)
	return err
}

func (w *writer) file(ctx context.Context, name, path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if err := w.header(name, info.Size()); err != nil {
		return err
	}
	sum := sha256.New()
	if err := w.copy(ctx, io.MultiWriter(w.tar, sum), f); err != nil {
		return fmt.Errorf("writing %s into the backup: %w", name, err)
	}
	fmt.Fprintf(&w.sums, "%x  %s\n", sum.Sum(nil), name)
	return nil
}

// copy copies until ctx ends.
func (w *writer) copy(ctx context.Context, to io.Writer, from io.Reader) error {
	for {
		n, err := io.CopyN(to, from, copyStep)
		w.read(n)
		switch {
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		case ctx.Err() != nil:
			return ctx.Err()
		}
	}
}

// copyStep is how many bytes are copied between two looks at the context.
const copyStep = 4 << 20

// Package files stores the content of files: blobs with generated names, in the data
// folder (Dir) or in S3-compatible storage (S3). The database has a file's name and
// owner; this package knows only content and detects its type (DetectType). It also
// has the Cache of outside pictures.
package files

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"regexp"
)

// Errors for errors.Is. Any other error means that the storage does not work at the
// moment, except an error of the reader passed to Put, which is returned as it is.
var (
	ErrTooLarge = errors.New("the content is longer than allowed")
	ErrNotFound = errors.New("there is no such blob")
)

// Store stores blobs. Implementations are safe for concurrent use.
type Store interface {
	// Put stores content up to its end, at most max bytes, and returns once it is
	// durable. If it fails, or content does, nothing is left behind. It never holds
	// a whole blob in memory.
	Put(ctx context.Context, content io.Reader, max int64) (Blob, error)
	// Open returns a blob's content, which can be read until ctx ends.
	Open(ctx context.Context, name string) (Content, error)
	// Delete removes a blob; a missing one is not an error.
	Delete(ctx context.Context, name string) error
	// Keep marks a stored blob as known to the database. Until then Clean removes it
	// after a crash.
	Keep(name string)
	// Clean removes what uploads that a crash interrupted have left behind, also
	// blobs that were put and not kept, and returns how many there were.
	Clean(ctx context.Context, known func(ctx context.Context, blob string) (bool, error)) (removed int, err error)
}

// Content is a blob that is being read.
type Content interface {
	io.ReadSeeker
	io.Closer
}

// Blob is the result of Put.
type Blob struct {
	Name string
	Size int64
	// Head is the beginning of the content, at most HeadSize bytes.
	Head []byte
}

// newName returns a blob's name: 32 random hexadecimal digits, so that only the
// database knows where a blob is.
func newName() string {
	var b [16]byte
	rand.Read(b[:]) // never fails, by its documentation
	return hex.EncodeToString(b[:])
}

var blobName = regexp.MustCompile(`^[0-9a-f]{32}$`)

// checkName keeps other strings than blob names out of paths.
func checkName(name string) error {
	if !blobName.MatchString(name) {
		return fmt.Errorf("%w: %q is not a blob name", ErrNotFound, name)
	}
	return nil
}

// receive copies at most max bytes and returns the first ones.
func receive(to io.Writer, content io.Reader, max int64) (head []byte, size int64, err error) {
	source := &source{from: content}
	begin := &headWriter{}
	size, err = io.Copy(io.MultiWriter(to, begin), io.LimitReader(source, max+1))
	switch {
	case source.err != nil:
		return nil, 0, source.err
	case err != nil:
		return nil, 0, fmt.Errorf("storing a blob: %w", err)
	case size > max:
		return nil, 0, ErrTooLarge
	}
	return begin.bytes, size, nil
}

// source records an error of its reader, to tell it from one of the storage.
type source struct {
	from io.Reader
	err  error
}

func (s *source) Read(p []byte) (int, error) {
	n, err := s.from.Read(p)
	if err != nil && err != io.EOF {
		s.err = err
	}
	return n, err
}

// headWriter keeps the first HeadSize bytes that are written to it.
type headWriter struct{ bytes []byte }

func (b *headWriter) Write(p []byte) (int, error) {
	b.bytes = append(b.bytes, p[:min(len(p), HeadSize-len(b.bytes))]...)
	return len(p), nil
}

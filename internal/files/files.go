// Package files keeps the bytes of files: blobs with names of their own making,
// in the data folder (Dir) or in S3-compatible storage (S3). What a file is
// called and whose it is stands in the database; here is only content, and what
// type it turns out to be (see DetectType). It also has the Cache in which
// pictures from outside are kept for a while.
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

// Errors to be told apart with errors.Is. Every other error means that the
// storage does not work at the moment, but for one of the reader that Put was
// given, which comes back as it is.
var (
	ErrTooLarge = errors.New("the content is longer than allowed")
	ErrNotFound = errors.New("there is no such blob")
)

// Store keeps blobs. Both kinds are safe for concurrent use.
type Store interface {
	// Put stores what content has to its end, at most max bytes, and returns
	// once it is durable. Where it fails, or content does, nothing is left
	// behind. It never holds a whole blob in memory.
	Put(ctx context.Context, content io.Reader, max int64) (Blob, error)
	// Open returns a blob's content. It can be read for as long as ctx lasts.
	Open(ctx context.Context, name string) (Content, error)
	// Delete removes a blob; one that is not there is no error.
	Delete(ctx context.Context, name string) error
	// Keep says that the database knows a blob that was put. Until then a crash
	// leaves it for Clean.
	Keep(name string)
	// Clean removes what uploads that a crash cut have left, also those that
	// were put and not kept, and returns how many there were.
	Clean(ctx context.Context, known func(ctx context.Context, blob string) (bool, error)) (removed int, err error)
}

// Content is a blob that is being read.
type Content interface {
	io.ReadSeeker
	io.Closer
}

// Blob is what Put has stored.
type Blob struct {
	Name string
	Size int64
	// Head is how the content begins, at most HeadSize bytes.
	Head []byte
}

// newName makes a blob's name: 32 hexadecimal digits of secure randomness, so
// that nothing tells where a blob is but the database.
func newName() string {
	var b [16]byte
	rand.Read(b[:]) // never fails, by its documentation
	return hex.EncodeToString(b[:])
}

var blobName = regexp.MustCompile(`^[0-9a-f]{32}$`)

// checkName keeps what is no blob's name away from paths.
func checkName(name string) error {
	if !blobName.MatchString(name) {
		return fmt.Errorf("%w: %q is no blob's name", ErrNotFound, name)
	}
	return nil
}

// receive copies at most max bytes and returns how they begin.
func receive(to io.Writer, content io.Reader, max int64) (head []byte, size int64, err error) {
	source := &source{from: content}
	begin := &beginning{}
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

// source remembers its reader's own failure, so that it is told from one of
// the storage.
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

// beginning keeps the first HeadSize bytes that are written to it.
type beginning struct{ bytes []byte }

func (b *beginning) Write(p []byte) (int, error) {
	b.bytes = append(b.bytes, p[:min(len(p), HeadSize-len(b.bytes))]...)
	return len(p), nil
}

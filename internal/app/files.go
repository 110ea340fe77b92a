package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"time"

	"svcx"
	"svcx/internal/files"
	"svcx/internal/outage"
)

// maxCache bounds the cache of outside pictures, in bytes.
const maxCache = 256 << 20

// blobs is the storage of files with the errors that the inbox expects.
type blobs struct{ files.Store }

func (c *Config) filesDir() *files.Dir { return files.NewDir(filepath.Join(c.DataDir, "files")) }

// storage opens the storage of files that is configured.
func (c *Config) storage(now func() time.Time, log *slog.Logger) (*storage, error) {
	dir := c.filesDir()
	if c.FilesURL == "" {
		return newStorage(dir, "SVCX_DATA_DIR", now, log), nil
	}
	s3, err := files.OpenS3(c.FilesURL, dir)
	if err != nil {
		return nil, fmt.Errorf("SVCX_FILES_URL %w", err)
	}
	return newStorage(s3, "SVCX_FILES_URL", now, log), nil
}

func (b blobs) Put(ctx context.Context, content io.Reader, max int64, ending string) (blob, mimeType string, size int64, err error) {
	stored, err := b.Store.Put(ctx, content, max)
	var known *svcx.Error
	switch {
	case err == nil:
		return stored.Name, files.DetectType(stored.Head, ending), stored.Size, nil
	case errors.Is(err, files.ErrTooLarge):
		err = &svcx.Error{Kind: svcx.KindTooLarge, Message: fmt.Sprintf("the file must be at most %d MiB", max>>20)}
	case !errors.As(err, &known):
		err = svcx.Unavailable("storing a file", err)
	}
	return "", "", 0, err
}

// storage logs when files cannot be stored, read or deleted, and when they can be
// again.
type storage struct {
	files.Store
	// Apart, since deleting works on a full disk too.
	storing, reading, deleting *outage.Outage
}

func newStorage(s files.Store, setting string, now func() time.Time, log *slog.Logger) *storage {
	return &storage{Store: s,
		storing:  outage.New(log, now, "files cannot be stored", "files can be stored again", "setting", setting),
		reading:  outage.New(log, now, "files cannot be read", "files can be read again", "setting", setting),
		deleting: outage.New(log, now, "files cannot be deleted", "files can be deleted again", "setting", setting),
	}
}

// note records the outcome of a call in o. A mistake of the caller, or a file that
// does not exist, is not a failure of the storage.
func note(ctx context.Context, o *outage.Outage, err error) {
	var known *svcx.Error
	switch {
	case err == nil:
		o.Works()
	case ctx.Err() != nil, errors.Is(err, files.ErrNotFound), errors.Is(err, files.ErrTooLarge), errors.As(err, &known):
	default:
		o.Failed(err)
	}
}

func (s *storage) Put(ctx context.Context, content io.Reader, max int64) (files.Blob, error) {
	b, err := s.Store.Put(ctx, content, max)
	note(ctx, s.storing, err)
	return b, err
}

func (s *storage) Delete(ctx context.Context, name string) error {
	err := s.Store.Delete(ctx, name)
	note(ctx, s.deleting, err)
	return err
}

func (s *storage) Open(ctx context.Context, name string) (files.Content, error) {
	c, err := s.Store.Open(ctx, name)
	if err != nil {
		note(ctx, s.reading, err)
		return nil, err
	}
	return &content{Content: c, ctx: ctx, reading: s.reading}, nil
}

// content logs reads that fail in the middle, of which the client sees only a
// connection that ends. Reading counts as working again when a content was read
// without a failure.
type content struct {
	files.Content
	ctx          context.Context
	reading      *outage.Outage
	read, failed bool
}

func (c *content) Read(p []byte) (int, error) {
	n, err := c.Content.Read(p)
	c.read = true
	if err != nil && err != io.EOF {
		c.failed = true
		note(c.ctx, c.reading, err)
	}
	return n, err
}

func (c *content) Close() error {
	if c.read && !c.failed {
		c.reading.Works()
	}
	return c.Content.Close()
}

// check connects to a remote storage, so that the log has a wrong setting at start.
func (s *storage) check(ctx context.Context) {
	if elsewhere, ok := s.Store.(interface{ Check(context.Context) error }); ok {
		if err := elsewhere.Check(ctx); err != nil {
			note(ctx, s.storing, err)
		}
	}
}

// cleanFiles removes what uploads that a crash interrupted have left behind. It runs
// in the background, since the storage may be slow or unavailable.
func (a *App) cleanFiles(ctx context.Context) {
	removed, err := a.blobs.Clean(ctx, func(ctx context.Context, blob string) (bool, error) { return a.db.Read(ctx).HasBlob(blob) })
	if err != nil && ctx.Err() == nil {
		a.Log.Warn("the remains of interrupted uploads could not be removed", "error", err)
	}
	if removed > 0 {
		a.Log.Info("the remains of interrupted uploads were removed", "files", removed)
	}
}

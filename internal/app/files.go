package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"path/filepath"
	"strings"
	"time"

	"svcx"
	"svcx/internal/files"
	"svcx/internal/outage"
)

// uploadTime is how long a client may take for a file, which on a slow line is
// longer than for other requests.
const uploadTime = 10 * time.Minute

// Of the cache of outside pictures.
const maxCache = 256 << 20

// blobs is where files are kept, with the errors that the inbox wants.
type blobs struct{ files.Store }

// storage opens the storage of files that is configured.
func (c *Config) storage(now func() time.Time, log *slog.Logger) (*storage, error) {
	dir := files.NewDir(filepath.Join(c.DataDir, "files"))
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

// storage tells the log when files cannot be stored, or read, and when that is
// over.
type storage struct {
	files.Store
	// Deleting needs no room: that it works says nothing of storing.
	storing, reading, deleting *outage.Outage
}

func newStorage(s files.Store, setting string, now func() time.Time, log *slog.Logger) *storage {
	return &storage{Store: s,
		storing:  outage.New(log, now, "files cannot be stored", "files can be stored again", "setting", setting),
		reading:  outage.New(log, now, "files cannot be read", "files can be read again", "setting", setting),
		deleting: outage.New(log, now, "files cannot be deleted", "files can be deleted again", "setting", setting),
	}
}

// note tells o how a call went. What the caller has done, or has asked for that
// is not there, is no failure of the storage.
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

// content tells the log of one that breaks off: its reader sees no more than a
// connection that ends. That reading works again is known when one was read
// without that.
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

// check asks a storage that is elsewhere whether it is there.
func (s *storage) check(ctx context.Context) {
	if elsewhere, ok := s.Store.(interface{ Check(context.Context) error }); ok {
		if err := elsewhere.Check(ctx); err != nil {
			note(ctx, s.storing, err)
		}
	}
}

// cleanFiles removes what uploads that a crash cut have left. It runs beside the
// service: the storage may be slow or away.
func (a *App) cleanFiles(ctx context.Context) {
	removed, err := a.blobs.Clean(ctx, a.db.HasBlob)
	if err != nil && ctx.Err() == nil {
		a.Log.Warn("removing what cut uploads have left", "error", err)
	}
	if removed > 0 {
		a.Log.Info("what cut uploads have left was removed", "files", removed)
	}
}

// giveTime lets an upload take longer than other requests.
func giveTime(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodPost && strings.HasPrefix(r.URL.Path, "/api/") && strings.HasSuffix(r.URL.Path, "/files") {
		// Where it cannot be set the usual time holds.
		_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(uploadTime))
	}
}

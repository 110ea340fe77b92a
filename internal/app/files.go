package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"time"

	"svcx"
	"svcx/internal/files"
)

// uploadTime is how long a client may take for a file, which on a slow line is
// longer than for other requests.
const uploadTime = 10 * time.Minute

// Of the cache of outside pictures.
const maxCache = 256 << 20

// blobs is where files are kept, with the errors that the inbox wants.
type blobs struct{ files.Store }

// blobs opens the storage of files that is configured.
func (c *Config) blobs() (blobs, error) {
	dir := files.NewDir(filepath.Join(c.DataDir, "files"))
	if c.FilesURL == "" {
		return blobs{dir}, nil
	}
	s3, err := files.OpenS3(c.FilesURL, dir)
	if err != nil {
		return blobs{}, fmt.Errorf("SVCX_FILES_URL %w", err)
	}
	return blobs{s3}, nil
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

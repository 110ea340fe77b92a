package media

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	_ "image/gif"
	_ "image/jpeg"
	_ "image/png"
	"io"
	"net/http"
	"time"

	_ "golang.org/x/image/webp"

	"svcx"
	"svcx/internal/files"
	"svcx/internal/safehttp"
)

// Bounds of what is fetched.
const (
	maxAvatar = 5 << 20  // D 5
	maxImage  = 10 << 20 // an image is held in memory
	maxStream = 25 << 20 // sound and video are streamed
	maxKept   = 1 << 20  // larger images of messages are not cached
	// A decoded image may be a thousand times as large as the file, so pixels and
	// each side are bounded too.
	maxAvatarPixels = 16 << 20
	maxImagePixels  = 128 << 20
	maxSide         = 1 << 14
	maxFetches      = 16
	// fetchTime bounds how long a viewer waits: for a whole image, and for the
	// beginning of sound and video.
	fetchTime = 10 * time.Second
	// failedTime is how long a target is not fetched again after a failure.
	failedTime = time.Minute
	maxFailed  = 1000
)

// errSlots is the error when no slot becomes free in time.
var errSlots = &svcx.Error{Kind: svcx.KindUnavailable, Message: "too many pictures are being fetched, try again in a moment"}

// unusable is the error for a target whose answer cannot be shown. Only the code of
// the cause is public.
func unusable(reason string, cause error) error {
	if code := safehttp.Code(cause); code != "" {
		reason = code
	}
	return &svcx.Error{Kind: svcx.KindIntegrationFailed, Message: "the picture, sound or video cannot be shown: " + reason, Err: cause}
}

// take waits for a slot until ctx ends.
func (h *Handler) take(ctx context.Context) (release func(), err error) {
	select {
	case h.slots <- struct{}{}:
		return func() { <-h.slots }, nil
	case <-ctx.Done():
		return nil, errSlots
	}
}

// open starts a fetch and reads the head of the content.
func (h *Handler) open(ctx context.Context, url string, max int64) (s *safehttp.Stream, head []byte, err error) {
	s, err = h.Fetch.Open(ctx, safehttp.Request{URL: url, MaxBody: max, Header: http.Header{"Accept": {"image/*, audio/*, video/*"}}})
	if err != nil {
		return nil, nil, unusable("no answer", err)
	}
	if s.Status < 200 || s.Status > 299 {
		s.Close()
		return nil, nil, unusable(fmt.Sprintf("the answer was %d", s.Status), nil)
	}
	head = make([]byte, files.HeadSize)
	n, err := io.ReadFull(s, head)
	if err != nil && err != io.ErrUnexpectedEOF {
		s.Close()
		return nil, nil, unusable("the answer is empty", err)
	}
	return s, head[:n], nil
}

// readImage reads the rest of a raster image, which may have up to max bytes in all and
// that many pixels. An image of unknown size is not shown.
func readImage(s io.Reader, head []byte, max, pixels int64) ([]byte, error) {
	content, err := io.ReadAll(io.LimitReader(io.MultiReader(bytes.NewReader(head), s), max+1))
	if err != nil {
		return nil, unusable("the answer broke off", err)
	}
	if int64(len(content)) > max {
		return nil, unusable(safehttp.CodeBodyTooLarge, nil)
	}
	size, _, err := image.DecodeConfig(bytes.NewReader(content))
	if err != nil {
		return nil, unusable("its size cannot be read", err)
	}
	if size.Width > maxSide || size.Height > maxSide || int64(size.Width)*int64(size.Height) > pixels {
		return nil, unusable(fmt.Sprintf("it has %d × %d pixels", size.Width, size.Height), nil)
	}
	return content, nil
}

// showImage answers with a raster image.
func (h *Handler) showImage(w http.ResponseWriter, r *http.Request, content []byte, age time.Duration) error {
	answer, err := h.Front.Budget.Made(r.Context(), w, int64(len(content)))
	if err != nil {
		return &svcx.Error{Kind: svcx.KindUnavailable, Message: "the service is busy, try again in a moment", Err: err}
	}
	defer answer.Release()
	header := w.Header()
	header.Set("Content-Type", files.DetectType(content[:min(len(content), files.HeadSize)], ""))
	header.Set("Content-Disposition", "inline")
	header.Set("Cross-Origin-Resource-Policy", "same-origin")
	keep(header, age)
	http.ServeContent(answer.Writer(), r, "", time.Time{}, bytes.NewReader(content))
	return nil
}

// failure is why a target could not be fetched a short time ago.
type failure struct {
	err   error
	until time.Time
}

// picture returns an image from the cache or fetches it, once for all concurrent requests.
// The fetch continues if the client that started it leaves, since others may wait for it.
func (h *Handler) picture(ctx context.Context, key, url string, max int64, maxAge time.Duration) ([]byte, error) {
	if content, ok := h.Cache.Get(key, maxAge); ok {
		return content, nil
	}
	if err := h.recentFailure(key); err != nil {
		return nil, err
	}
	fetched := h.fetches.DoChan(key, func() (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), fetchTime)
		defer cancel()
		return h.fetchAndCache(ctx, key, url, max, maxAge)
	})
	select {
	case result := <-fetched:
		content, _ := result.Val.([]byte)
		return content, result.Err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// fetchAndCache fetches an image and remembers the result. It checks the cache again, since a
// previous fetch may have ended just before this one started.
func (h *Handler) fetchAndCache(ctx context.Context, key, url string, max int64, maxAge time.Duration) ([]byte, error) {
	if content, ok := h.Cache.Get(key, maxAge); ok {
		return content, nil
	}
	if err := h.recentFailure(key); err != nil {
		return nil, err
	}
	content, err := h.fetchImage(ctx, url, max)
	if err != nil {
		h.noteFailure(key, err)
		return nil, err
	}
	if err := h.Cache.Put(key, content); err != nil {
		h.Front.Log.Warn("a picture could not be cached", "error", err)
	}
	return content, nil
}

func (h *Handler) fetchImage(ctx context.Context, url string, max int64) ([]byte, error) {
	release, err := h.take(ctx)
	if err != nil {
		return nil, err
	}
	defer release()
	s, head, err := h.open(ctx, url, max)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	if !svcx.IsRaster(files.DetectType(head, "")) {
		return nil, unusable("it is not a PNG, JPEG, GIF or WebP image", nil)
	}
	return readImage(s, head, max, maxAvatarPixels)
}

// recentFailure is the error of the last fetch, if that failed a short time ago.
func (h *Handler) recentFailure(key string) error {
	if last, ok := h.failed.Get(key); ok && h.Now().Before(last.until) {
		return last.err
	}
	return nil
}

func (h *Handler) noteFailure(key string, err error) {
	if errors.Is(err, errSlots) || errors.Is(err, context.Canceled) {
		return // not a failure of the target
	}
	h.failed.Add(key, failure{err, h.Now().Add(failedTime)})
}

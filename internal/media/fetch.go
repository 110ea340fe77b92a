package media

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"

	"svcx"
	"svcx/internal/files"
	"svcx/internal/safehttp"
)

// Bounds of what is fetched.
const (
	maxAvatar = 5 << 20  // decisions 5
	maxImage  = 10 << 20 // an image is held in memory
	maxStream = 25 << 20 // sound and video are passed on as they come
	maxKept   = 1 << 20  // larger images of messages are not kept
	// What a browser unpacks may be a thousand times what was sent: the pixels
	// are bounded too, and so is each side.
	maxAvatarPixels = 16 << 20
	maxImagePixels  = 128 << 20
	maxSide         = 1 << 14
	maxFetches      = 16
	// fetchTime bounds what somebody waits for: an image as a whole, and the
	// beginning of sound and video.
	fetchTime = 10 * time.Second
	// failedTime is how long a target that failed is left alone.
	failedTime = time.Minute
	maxFailed  = 1000
)

// errSlots is when too many fetches are under way for too long.
var errSlots = &svcx.Error{Kind: svcx.KindUnavailable, Message: "too much is being fetched at the moment, try again"}

// unusable is the error of a target that gave nothing that can be shown. The
// cause is told by its code alone.
func unusable(reason string, cause error) error {
	if code := safehttp.Code(cause); code != "" {
		reason = code
	}
	return &svcx.Error{Kind: svcx.KindIntegrationFailed, Message: "the picture, sound or video cannot be shown: " + reason, Err: cause}
}

// take waits for a slot, for as long as somebody waits.
func (h *Handler) take(ctx context.Context) (release func(), err error) {
	select {
	case h.slots <- struct{}{}:
		return func() { <-h.slots }, nil
	case <-ctx.Done():
		return nil, errSlots
	}
}

// open starts a fetch and looks at what begins.
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
		return nil, nil, unusable("nothing came", err)
	}
	return s, head[:n], nil
}

// image reads what is left of a raster image, up to max bytes in all and so many
// pixels.
func image(s io.Reader, head []byte, max, pixels int64) ([]byte, error) {
	content, err := io.ReadAll(io.LimitReader(io.MultiReader(bytes.NewReader(head), s), max+1))
	if err != nil {
		return nil, unusable("it broke off", err)
	}
	if int64(len(content)) > max {
		return nil, unusable(safehttp.CodeBodyTooLarge, nil)
	}
	width, height, _ := files.ImageSize(content)
	if width > maxSide || height > maxSide || int64(width)*int64(height) > pixels {
		return nil, unusable(fmt.Sprintf("it has %d × %d pixels", width, height), nil)
	}
	return content, nil
}

// showImage answers with a raster image.
func (h *Handler) showImage(w http.ResponseWriter, r *http.Request, content []byte, age time.Duration) error {
	answer, err := h.Budget.Made(r.Context(), w, int64(len(content)))
	if err != nil {
		return &svcx.Error{Kind: svcx.KindUnavailable, Message: "the service answers too much right now, try again", Err: err}
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

// flights lets those who want one picture at the same time share one fetch, and
// remembers for a moment what failed.
type flights struct {
	mu     sync.Mutex
	under  map[string]*flight
	failed map[string]failure
}

type flight struct {
	done    chan struct{}
	content []byte
	err     error
}

type failure struct {
	err   error
	until time.Time
}

// picture finds an image in the cache or fetches it. The fetch goes on when its
// first viewer leaves, for the others.
func (h *Handler) picture(ctx context.Context, key, url string, max int64, maxAge time.Duration) ([]byte, error) {
	if content, ok := h.Cache.Get(key, maxAge); ok {
		return content, nil
	}
	if err := h.recentFailure(key); err != nil {
		return nil, err
	}
	f := &h.flights
	f.mu.Lock()
	running, shared := f.under[key]
	if !shared {
		running = &flight{done: make(chan struct{})}
		f.under[key] = running
		go h.fly(context.WithoutCancel(ctx), running, key, url, max, maxAge)
	}
	f.mu.Unlock()
	select {
	case <-running.done:
		return running.content, running.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (h *Handler) fly(ctx context.Context, f *flight, key, url string, max int64, maxAge time.Duration) {
	ctx, cancel := context.WithTimeout(ctx, fetchTime)
	defer cancel()
	f.content, f.err = h.land(ctx, key, url, max, maxAge)
	h.flights.mu.Lock()
	delete(h.flights.under, key)
	h.flights.mu.Unlock()
	close(f.done)
}

// land is a fetch and what is remembered of it. The flight before may have ended
// between this one's look and its start: it looks again.
func (h *Handler) land(ctx context.Context, key, url string, max int64, maxAge time.Duration) ([]byte, error) {
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
		h.Log.Warn("keeping a picture", "error", err)
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
		return nil, unusable("it is no PNG, JPEG, GIF or WebP image", nil)
	}
	return image(s, head, max, maxAvatarPixels)
}

// recentFailure is what came of the last fetch, if that was a moment ago.
func (h *Handler) recentFailure(key string) error {
	h.flights.mu.Lock()
	defer h.flights.mu.Unlock()
	if last, ok := h.flights.failed[key]; ok && h.Now().Before(last.until) {
		return last.err
	}
	return nil
}

func (h *Handler) noteFailure(key string, err error) {
	if errors.Is(err, errSlots) || errors.Is(err, context.Canceled) {
		return // says nothing of the target
	}
	h.flights.mu.Lock()
	defer h.flights.mu.Unlock()
	if len(h.flights.failed) >= maxFailed {
		clear(h.flights.failed)
	}
	h.flights.failed[key] = failure{err, h.Now().Add(failedTime)}
}

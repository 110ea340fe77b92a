package media

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"svcx"
	"svcx/internal/files"
	"svcx/internal/limit"
)

// How long a picture is cached.
const (
	avatarAge = 7 * 24 * time.Hour
	imageAge  = 24 * time.Hour
)

// Pictures is the cache of external media, for deleting from it.
type Pictures struct{ Cache *files.Cache }

// Forget removes a URL from the cache, as a contact's picture and as a message's.
func (p Pictures) Forget(ws svcx.WorkspaceID, url string) error {
	return errors.Join(p.Cache.Delete(keyOf("avatar", ws, url)), p.Cache.Delete(keyOf("image", ws, url)))
}

// avatar serves a contact's picture: GET /media/avatar/{org}/{contact}.
func (h *Handler) avatar(w http.ResponseWriter, r *http.Request, ws *svcx.Workspace, id string) error {
	n, err := strconv.ParseInt(id, 10, 64)
	if err != nil {
		return svcx.NotFound("contact")
	}
	contact, err := h.Directory.Contact(r.Context(), ws, svcx.ContactID(n))
	if err != nil {
		return err
	}
	if contact.AvatarURL == "" {
		return svcx.NotFound("picture")
	}
	content, err := h.picture(r.Context(), keyOf("avatar", ws.ID, contact.AvatarURL), contact.AvatarURL, maxAvatar, avatarAge)
	if err != nil {
		return err
	}
	return h.showImage(w, r, content, imageAge)
}

// keyOf is the cache key of a URL. Workspaces share nothing: the time of an answer
// would disclose what others have viewed.
func keyOf(kind string, ws svcx.WorkspaceID, url string) string {
	return fmt.Sprintf("%s\n%d\n%s", kind, ws, url)
}

// remote serves media in a message: GET /media/remote/{org}?url=…&signature=…, with
// the signature that the service returned with the message.
func (h *Handler) remote(w http.ResponseWriter, r *http.Request, ws *svcx.Workspace) error {
	query := r.URL.Query()
	url := query.Get("url")
	if !h.Links.IsMedia(ws, url, query.Get("signature")) {
		return svcx.NotFound("media")
	}
	key := keyOf("image", ws.ID, url)
	if content, ok := h.Cache.Get(key, imageAge); ok {
		return h.showImage(w, r, content, imageAge)
	}
	if err := h.recentFailure(key); err != nil {
		return err
	}
	err := h.pass(w, r, key, url)
	if err != nil && r.Context().Err() == nil && !errors.Is(err, limit.ErrBusy) {
		h.noteFailure(key, err)
	}
	return err
}

// pass fetches and serves: an image as a whole, sound and video as a stream.
func (h *Handler) pass(w http.ResponseWriter, r *http.Request, key, url string) error {
	// A timer instead of a deadline, since it is stopped for sound and video.
	ctx, cancel := context.WithCancelCause(r.Context())
	defer cancel(nil)
	timer := time.AfterFunc(fetchTime, func() { cancel(context.DeadlineExceeded) })
	defer timer.Stop()
	release, err := h.take(ctx)
	if err != nil {
		return err
	}
	release = sync.OnceFunc(release)
	defer release()
	s, head, err := h.open(ctx, url, maxStream)
	if err != nil {
		return err
	}
	defer s.Close()
	kind := files.DetectType(head, "")
	if svcx.IsRaster(kind) {
		content, err := readImage(s, head, maxImage, maxImagePixels)
		if err != nil {
			return err
		}
		if len(content) <= maxKept {
			if err := h.Cache.Put(key, content); err != nil {
				h.Front.Log.Warn("a picture could not be cached", "error", err)
			}
		}
		return h.showImage(w, r, content, imageAge)
	}
	if !strings.HasPrefix(kind, "audio/") && !strings.HasPrefix(kind, "video/") {
		return unusable("it is not a raster image, sound or video", nil)
	}
	timer.Stop()
	release() // a stream takes little memory and may take minutes
	header := w.Header()
	header.Set("Content-Type", kind)
	header.Set("Content-Disposition", "inline")
	header.Set("Cross-Origin-Resource-Policy", "same-origin")
	if s.Length >= 0 {
		header.Set("Content-Length", strconv.FormatInt(s.Length, 10))
	}
	keep(header, time.Hour)
	if r.Method == http.MethodHead {
		return nil
	}
	if _, err = w.Write(head); err == nil {
		_, err = io.Copy(w, s)
	}
	if err != nil {
		panic(http.ErrAbortHandler) // so that the client notices that it is cut off
	}
	return nil
}

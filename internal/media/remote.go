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

// How long a picture is kept before it is fetched again.
const (
	avatarAge = 7 * 24 * time.Hour
	imageAge  = 24 * time.Hour
)

// Pictures is what is kept of outside media, for those who delete.
type Pictures struct{ Cache *files.Cache }

// Forget removes what is kept of a URL, as a contact's picture or a message's.
func (p Pictures) Forget(ws svcx.WorkspaceID, url string) error {
	return errors.Join(p.Cache.Delete(keyOf("avatar", ws, url)), p.Cache.Delete(keyOf("image", ws, url)))
}

// avatar serves a contact's picture: GET /media/avatar/{org}/{contact}.
func (h *Handler) avatar(w http.ResponseWriter, r *http.Request, ws *svcx.Workspace, id string) error {
	n, err := strconv.ParseInt(id, 10, 64)
	if err != nil {
		return svcx.NotFound("contact")
	}
	contact, err := h.Inbox.Contact(r.Context(), ws, svcx.ContactID(n))
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

// keyOf is what something outside is kept under. Workspaces share nothing: how
// fast an answer comes would tell what others have looked at.
func keyOf(kind string, ws svcx.WorkspaceID, url string) string {
	return fmt.Sprintf("%s\n%d\n%s", kind, ws, url)
}

// remote serves what stands in a message: GET /media/remote/{org}?url=…&
// signature=…, with the signature that the service gave out with the message.
func (h *Handler) remote(w http.ResponseWriter, r *http.Request, ws *svcx.Workspace) error {
	query := r.URL.Query()
	url := query.Get("url")
	if !h.Inbox.IsMediaSrc(ws, url, query.Get("signature")) {
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

// pass fetches and passes on: an image when it is whole, sound and video as they
// come.
func (h *Handler) pass(w http.ResponseWriter, r *http.Request, key, url string) error {
	// A timer instead of a deadline, since it is lifted for sound and video.
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
		content, err := image(s, head, maxImage, maxImagePixels)
		if err != nil {
			return err
		}
		if len(content) <= maxKept {
			if err := h.Cache.Put(key, content); err != nil {
				h.Log.Warn("keeping a picture", "error", err)
			}
		}
		return h.showImage(w, r, content, imageAge)
	}
	if !strings.HasPrefix(kind, "audio/") && !strings.HasPrefix(kind, "video/") {
		return unusable("it is no raster image, sound or video", nil)
	}
	timer.Stop()
	release() // what streams takes no memory, and may take minutes
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
		panic(http.ErrAbortHandler) // so that a part is not taken for the whole
	}
	return nil
}

package media

import (
	"errors"
	"mime"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"svcx"
	"svcx/internal/files"
)

// file serves a stored file to whoever has a signed address that has not
// expired: GET /files/{workspace}/{id}?expires=…&signature=…, ranges too.
func (h *Handler) file(w http.ResponseWriter, r *http.Request) error {
	f, until, err := h.Inbox.LinkedFile(r.Context(), r.URL.Path, r.URL.RawQuery)
	if err != nil {
		return err
	}
	content, err := h.Blobs.Open(r.Context(), f.Blob)
	if errors.Is(err, files.ErrNotFound) {
		h.Log.Error("the content of a file is missing", "workspace", f.Workspace, "file", f.ID, "blob", f.Blob)
		return svcx.NotFound("file")
	}
	if err != nil {
		return svcx.Unavailable("reading a file", err)
	}
	defer content.Close()
	header := w.Header()
	header.Set("Content-Type", f.MIMEType)
	header.Set("Content-Disposition", disposition(f))
	header.Set("ETag", `"`+strconv.FormatInt(int64(f.ID), 10)+`"`)
	keep(header, until.Std().Sub(h.Now()))
	http.ServeContent(w, r, "", f.CreatedAt.Std(), content)
	return nil
}

// disposition has all but raster images saved: nothing else of what anybody
// uploads is shown in our own name. Browsers read the name behind filename*,
// whatever its script.
func disposition(f *svcx.File) string {
	how := "attachment"
	if svcx.IsRaster(f.MIMEType) {
		how = "inline"
	}
	if plain := mime.FormatMediaType(how, map[string]string{"filename": "file" + svcx.FileEnding(f.Name)}); plain != "" {
		how = plain
	}
	return how + "; filename*=UTF-8''" + extended(f.Name)
}

// extended is a name in the alphabet of RFC 8187, which is smaller than that of
// a path.
func extended(name string) string {
	return strings.NewReplacer(":", "%3A", "=", "%3D", "@", "%40").Replace(url.PathEscape(name))
}

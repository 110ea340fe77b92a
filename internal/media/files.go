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

// file serves a stored file to a client with a signed address that has not expired:
// GET /files/{workspace}/{id}?expires=…&signature=…, with ranges.
func (h *Handler) file(w http.ResponseWriter, r *http.Request) error {
	f, until, err := h.Messaging.LinkedFile(r.Context(), r.URL.Path, r.URL.RawQuery)
	if err != nil {
		return err
	}
	content, err := h.Blobs.Open(r.Context(), f.Blob)
	if errors.Is(err, files.ErrNotFound) {
		h.Front.Log.Error("the content of a file is missing", "workspace", f.Workspace, "file", f.ID, "blob", f.Blob)
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

// disposition makes browsers save everything but raster images: no other upload is
// shown from the service's own origin. Browsers read the name after filename*,
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

// extended encodes a name for RFC 8187, which allows fewer characters than a path.
func extended(name string) string {
	return strings.NewReplacer(":", "%3A", "=", "%3D", "@", "%40").Replace(url.PathEscape(name))
}

package rest

import (
	"errors"
	"io"
	"mime/multipart"
	"net/http"
	"strings"
	"time"

	"svcx"
)

// maxFileBody bounds the body of an upload: the file and the multipart around it.
const maxFileBody = svcx.MaxFile + 64<<10

// uploadTime is how long an upload may take; on a slow line it needs longer than other
// bodies.
const uploadTime = 10 * time.Minute

// uploadFile serves POST /api/{org}/files, multipart/form-data with one part
// "file" that has a filename. The file is stored while it is received.
//
// Answer: 201 {id, url, filename, mimeType, size}. Errors: 413 above 25 MiB, 415 if
// the body is not multipart/form-data, a validation error naming file if it is
// missing, empty or given more than once.
func (a *API) uploadFile(r *request) (any, error) {
	if r.http.ContentLength > maxFileBody {
		return nil, fileTooLarge()
	}
	kind, _, _ := strings.Cut(r.http.Header.Get("Content-Type"), ";")
	if !strings.EqualFold(strings.TrimSpace(kind), "multipart/form-data") || compressed(r.http.Header) {
		return nil, noMultipart(nil)
	}
	r.http.Body = http.MaxBytesReader(r.w, r.http.Body, maxFileBody)
	heads := &headReader{in: r.http.Body}
	r.http.Body = heads
	parts, err := r.http.MultipartReader()
	if err != nil {
		return nil, noMultipart(err)
	}
	u := &upload{parts: parts, heads: heads}
	if u.part, err = u.next(); err == io.EOF {
		return nil, svcx.Invalid("file", "must be a part of the body with a filename")
	}
	if err != nil {
		return nil, err
	}
	file, err := a.Messaging.AddFile(r.http.Context(), r.call(), r.member, u.part.FileName(), u)
	if err != nil {
		return nil, err
	}
	return single{r.form.File(file, a.Links.File(r.workspace.ID, file.ID, file.Name, svcx.FileLinkForMember))}, nil
}

func fileTooLarge() error {
	return &svcx.Error{Kind: svcx.KindTooLarge, Message: "the file must be at most 25 MiB"}
}

func noMultipart(err error) error {
	return &svcx.Error{Kind: svcx.KindUnsupportedMedia, Message: "the body must be multipart/form-data with a part named file", Err: err}
}

// upload reads the file among the parts of a body. It ends with the body: if the
// body was cut or has a second file, reading fails before the first file is kept.
type upload struct {
	parts *multipart.Reader
	part  *multipart.Part
	heads *headReader
}

// maxPartHead bounds the header of a part, which is held in memory as a whole;
// multipart.Reader itself allows 10 MiB.
const maxPartHead = 64 << 10

// headReader is the body of an upload, with a bound for the headers of its parts.
type headReader struct {
	in io.ReadCloser
	// inHead is set while a header is being read; left is how much of it may follow.
	inHead bool
	left   int
}

func (h *headReader) Read(p []byte) (int, error) {
	if h.inHead {
		if h.left == 0 {
			return 0, errPartHead
		}
		p = p[:min(len(p), h.left)]
	}
	n, err := h.in.Read(p)
	h.left -= n
	return n, err
}

func (h *headReader) Close() error { return h.in.Close() }

var errPartHead = errors.New("the header of a part is too long")

func (u *upload) Read(p []byte) (int, error) {
	n, err := u.part.Read(p)
	switch {
	case err == nil || n > 0:
		return n, nil
	case err != io.EOF:
		return 0, uploadError(err)
	}
	if _, err = u.next(); err == nil {
		err = svcx.Invalid("file", "must be given once")
	}
	return 0, err
}

// next skips to the next part named file that has a filename; io.EOF if there is
// no such part.
func (u *upload) next() (*multipart.Part, error) {
	// The rest of the current part does not count as a header.
	for part := u.part; ; {
		if part != nil {
			if _, err := io.Copy(io.Discard, part); err != nil {
				return nil, uploadError(err)
			}
		}
		u.heads.inHead, u.heads.left = true, maxPartHead
		next, err := u.parts.NextPart()
		u.heads.inHead = false
		if err == io.EOF {
			return nil, io.EOF
		}
		if err != nil {
			return nil, uploadError(err)
		}
		if next.FormName() == "file" && next.FileName() != "" {
			return next, nil
		}
		part = next
	}
}

func uploadError(err error) error {
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		return fileTooLarge()
	}
	if errors.Is(err, errPartHead) {
		return svcx.Invalid("file", "must have a head of at most %d bytes", maxPartHead)
	}
	invalid := svcx.Invalid("file", "could not be read to its end")
	invalid.Err = err
	return invalid
}

package web

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/web/handbrake"
	"svcx/internal/web/page"
)

// uploadTime is how long a form with a file may take to arrive.
const uploadTime = 10 * time.Minute

// written is what the form of a message has.
type written struct {
	key     string
	content string
	// markdown is set if marks in the content are formatting.
	markdown bool
	// names tell the files from others: the names of those that came with the form, the ids
	// of those that were uploaded before.
	names []string
	files []svcx.Attachment
	// uploaded are all files of the message.
	uploaded []uploadedFile
	// seen is the last message that the writer saw: its id, "0" for none, "" if that is
	// not known.
	seen string
	// then is the status that the conversation gets when the message is sent; "" for the
	// same.
	then svcx.Status
	// unattended is set if a script sends what did not get through before; event is the last entry
	// of the history that the writer saw then.
	unattended bool
	event      int64
	// anyway is the reply that is to be sent although something is wrong with it, as handbrake.Held has it.
	anyway string
	// language is what the text is to be translated into.
	language string
}

// uploadedFile is a file that was uploaded, and is not sent yet.
type uploadedFile struct {
	id   svcx.FileID
	name string
}

// value is what a form says of the file; attach reads it.
func (f uploadedFile) value() string { return page.IDOrNone(&f.id) + " " + f.name }

// body tells a message from another one that is sent with the same key.
func (m written) body() string {
	return strings.Join(append(append([]string{formatName(m.markdown)}, m.names...), m.content), "\n")
}

// readMessage reads the form of a message. Its files are stored while they arrive, but for
// those that a script has uploaded before; what was written is before them, and is returned
// also if a file was refused.
func (h *Handler) readMessage(w http.ResponseWriter, r *http.Request, s *page.Viewer) (m written, err error) {
	var fields url.Values
	var refused error
	if kind, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";"); kind != "multipart/form-data" {
		if fields, err = page.ReadForm(w, r); err != nil {
			return m, err
		}
	} else {
		fields, err = h.readParts(w, r, func(part *multipart.Part) error {
			if refused = m.room(s); refused != nil {
				return refused
			}
			f, err := h.Messaging.AddFile(r.Context(), s.Call(), s.Member, form.CleanText(part.FileName()), arriving{part})
			if err == nil {
				m.add(uploadedFile{f.ID, f.Name}, f.Name)
			}
			return err
		})
	}
	m.key, m.content, m.then = fields.Get(page.FormKey), fields.Get("content"), svcx.Status(fields.Get("then"))
	m.markdown, m.seen = fields.Get("format") == formatMarkdown, fields.Get("seen")
	m.unattended = fields.Get("unattended") != ""
	m.language = fields.Get("language")
	anyway, then := handbrake.AnywayOf(fields.Get("anyway"))
	m.anyway, m.then = anyway, cmp.Or(then, m.then)
	m.event, _ = strconv.ParseInt(fields.Get("event"), 10, 64) // what is missing is all
	switch {
	case refused != nil:
		return m, refused
	case err != nil:
		return m, brokenUpload(s, err)
	}
	return m, m.attach(s, fields["attachment"])
}

// arriving is a file that is received. That it breaks off is no failure of the storage.
type arriving struct{ from io.Reader }

func (a arriving) Read(p []byte) (int, error) {
	n, err := a.from.Read(p)
	if err != nil && err != io.EOF {
		err = &svcx.Error{Message: "the file did not arrive whole", Err: err}
	}
	return n, err
}

// add adds a file, which is told from others by what.
func (m *written) add(f uploadedFile, what string) {
	m.files, m.uploaded, m.names = append(m.files, svcx.Attachment{File: f.id}), append(m.uploaded, f), append(m.names, what)
}

// attach adds files that were uploaded before: by their ids, after which a form without scripts
// has their names.
func (m *written) attach(s *page.Viewer, files []string) error {
	for _, text := range files {
		text, name, _ := strings.Cut(text, " ")
		id, ok := form.ParseID(text)
		if !ok {
			return svcx.Invalid("", "%s", s.T("upload.broken"))
		}
		if err := m.room(s); err != nil {
			return err
		}
		m.add(uploadedFile{svcx.FileID(id), name}, text)
	}
	return nil
}

// room is the error of one file too many.
func (m *written) room(s *page.Viewer) error {
	if len(m.files) == svcx.MaxAttachments {
		return svcx.Invalid("", "%s", s.T("upload.tooMany", "Max", svcx.MaxAttachments))
	}
	return nil
}

// maxFields bounds the values besides files that are kept of a form.
const maxFields = 10 + svcx.MaxAttachments

// readParts reads a form with files; each file is handed to keep. What was read is returned
// also with an error.
func (h *Handler) readParts(w http.ResponseWriter, r *http.Request, keep func(*multipart.Part) error) (fields url.Values, err error) {
	fields = make(url.Values)
	kept := 0
	h.Front.ReadWithin(w, uploadTime)
	// The reader of parts ends quietly within the header of one.
	whole := &ending{from: http.MaxBytesReader(w, r.Body, svcx.MaxAttachments*svcx.MaxFile+page.MaxForm), is: closingBoundary(r)}
	r.Body = whole
	parts, err := r.MultipartReader()
	if err != nil {
		return fields, err
	}
	for {
		part, err := parts.NextPart()
		switch {
		case err == io.EOF && whole.seen():
			return fields, nil
		case err != nil:
			return fields, err
		case part.FormName() == "file" && part.FileName() != "":
			err = keep(part)
		case part.FormName() != "file" && kept < maxFields:
			var text []byte
			text, err = io.ReadAll(io.LimitReader(part, page.MaxForm))
			kept++
			fields.Add(part.FormName(), page.Newlines.Replace(form.CleanText(string(text))))
		}
		if err != nil {
			return fields, err
		}
	}
}

// ending is a body of which the last bytes are known.
type ending struct {
	from io.ReadCloser
	last []byte
	// is what it must have near its end.
	is string
}

// closingBoundary ends a multipart body.
func closingBoundary(r *http.Request) string {
	_, params, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	return "--" + params["boundary"] + "--"
}

func (e *ending) Read(p []byte) (int, error) {
	n, err := e.from.Read(p)
	e.last = append(e.last, p[:n]...)
	if most := 16 << 10; len(e.last) > most {
		e.last = append(e.last[:0], e.last[len(e.last)-most/2:]...)
	}
	return n, err
}

func (e *ending) Close() error { return e.from.Close() }

func (e *ending) seen() bool { return bytes.Contains(e.last, []byte(e.is)) }

// upload is POST /app/{org}/inbox/{id}/files: a script uploads a file before the message is
// sent that it belongs to. One that is never sent is deleted after a while.
func (h *Handler) upload(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	if _, err := conversationID(r); err != nil {
		return err
	}
	m, err := h.readMessage(w, r, s)
	if text, refused := page.Refusal(s, err); refused {
		return page.Show(w, r, http.StatusUnprocessableEntity, uploadRefused(text))
	}
	if err == nil && len(m.files) != 1 {
		err = svcx.Invalid("file", "must be one file")
	}
	if err != nil {
		return err
	}
	return page.Show(w, r, http.StatusOK, fileStored(m.files[0].File))
}

// brokenUpload says what was wrong with a file.
func brokenUpload(s *page.Viewer, err error) error {
	var large *http.MaxBytesError
	switch kind := svcx.KindOf(err); {
	case kind == svcx.KindTooLarge, errors.As(err, &large):
		return svcx.Invalid("", "%s", s.T("upload.large", "Max", svcx.MaxFile>>20))
	case kind == svcx.KindValidation:
		return svcx.Invalid("", "%s", s.T("upload.empty"))
	case kind == svcx.KindInternal:
		return svcx.Invalid("", "%s", s.T("upload.broken"))
	}
	return err
}

package form

import (
	"net/url"
	"strings"

	"svcx"
)

// isHTTPS reports whether s is an https URL with a host and of an allowed length.
// Whether svcx may call the address is not checked: an attachment's URL is for the
// reader's browser.
func isHTTPS(s string) bool {
	if len(s) > svcx.MaxURL {
		return false
	}
	u, err := url.Parse(s)
	return err == nil && strings.EqualFold(u.Scheme, "https") && u.Hostname() != ""
}

// httpsURL reads the required https URL of an attachment.
func httpsURL(v Value) string {
	if v.isText() {
		if s := v.text(); isHTTPS(s) {
			return s
		}
	}
	v.Refuse("must be an https URL of at most %d characters", svcx.MaxURL)
	return ""
}

// attachmentURL reads an https URL, or an http URL that may be one of svcx's own
// files: a server on a private network may not have https.
func attachmentURL(v Value) string {
	if v.isText() {
		s := v.text()
		if u, err := url.Parse(s); err == nil && len(s) <= svcx.MaxURL && u.Scheme == "http" && strings.HasPrefix(u.Path, svcx.FilesPath) {
			return s
		}
	}
	return httpsURL(v)
}

// OptionalAttachment reads attachment of a message to be sent: {url, filename?,
// mimeType?} with an https URL (R 4.2), or {id} of a stored file; nil if absent. Who
// may give an id, and whether a URL that looks like one of svcx's own files is one,
// is checked by the use case.
func (o *Object) OptionalAttachment(readID func(Value) int64) []svcx.Attachment {
	v := o.Value("attachment")
	if !v.Given() {
		return nil
	}
	a := v.Object()
	if id := OptionalID[svcx.FileID](a, "id", readID); id != nil {
		return []svcx.Attachment{{File: *id}}
	}
	return []svcx.Attachment{{
		URL:      attachmentURL(a.Value("url")),
		Filename: a.OptionalLabel("filename", svcx.MaxName),
		MIMEType: a.OptionalLabel("mimeType", svcx.MaxName),
	}}
}

const attachmentLeftOut = "; the attachment was left out"

// inboundAttachments reads the attachments of an inbound message, an extension of the
// contract: at most 20 of {url, filename?, mimeType?}. Invalid values are left out
// with a warning; the message is never rejected for them (D 2).
func inboundAttachments(v Value) (files []svcx.Attachment, warnings []string) {
	if !v.Given() {
		return nil, nil
	}
	elements, more, ok := v.elements(svcx.MaxAttachments)
	if !ok {
		return nil, []string{v.Path() + ": must be an array; none were kept"}
	}
	for _, e := range elements {
		var file svcx.Attachment
		err := e.Try(func(e Value) {
			a := e.Object()
			if !e.Given() {
				e.Refuse("must be an object")
			}
			file.URL = httpsURL(a.Value("url"))
		})
		if err != nil {
			warnings = append(warnings, Warning(err)+attachmentLeftOut)
			continue
		}
		// A file is kept even if its name or type is invalid.
		a := e.Object()
		for _, part := range []struct {
			name string
			to   *string
		}{{"filename", &file.Filename}, {"mimeType", &file.MIMEType}} {
			err := a.Value(part.name).Try(func(v Value) {
				if v.Given() {
					*part.to = v.Text(svcx.MaxName)
				}
			})
			if err != nil {
				warnings = append(warnings, Warning(err)+leftOut)
			}
		}
		files = append(files, file)
	}
	if more {
		warnings = append(warnings, v.Path()+": must have at most 20 elements; the first 20 were kept")
	}
	return files, warnings
}

// Warning returns the text of a warning about a value that was left out: its path and
// what was expected (D 2).
func Warning(err *svcx.Error) string { return err.Field + ": " + err.Message }

package form

import "svcx"

type fileRecord struct {
	ID       any    `json:"id"`
	URL      string `json:"url"`
	Filename string `json:"filename"`
	MIMEType string `json:"mimeType"`
	Size     int64  `json:"size"`
}

// File encodes a stored file for the session API: {id, url, filename, mimeType,
// size}. url is a signed address that expires.
func (f *Form) File(file *svcx.File, url string) any {
	return fileRecord{f.ID(int64(file.ID)), url, file.Name, file.MIMEType, file.Size}
}

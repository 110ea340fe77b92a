package form

import "svcx"

type fileRecord struct {
	ID       any    `json:"id"`
	URL      string `json:"url"`
	Filename string `json:"filename"`
	MIMEType string `json:"mimeType"`
	Size     int64  `json:"size"`
}

// File is a stored file as the session API shows it: {id, url, filename,
// mimeType, size}, with an address that is good for a time.
func (f *Form) File(file *svcx.File, url string) any {
	return fileRecord{f.ID(int64(file.ID)), url, file.Name, file.MIMEType, file.Size}
}

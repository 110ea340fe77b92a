package svcx

import (
	"strings"
	"time"
	"unicode/utf8"
)

// FileID identifies a stored file.
type FileID int64

// MaxFile is the maximum size of a file in bytes.
const MaxFile = 25 << 20

// File is a file that a member uploaded. Its content is a blob; the database holds
// only the blob's name.
type File struct {
	ID        FileID
	Workspace WorkspaceID
	Name      string
	// MIMEType is detected from the content, never taken from the client.
	MIMEType  string
	Size      int64
	Blob      string
	User      UserID
	CreatedAt Time
}

// Attachment is a reference to the file for a message. Its URL is created when the
// message is shown.
func (f *File) Attachment() Attachment {
	return Attachment{Filename: f.Name, MIMEType: f.MIMEType, File: f.ID}
}

// How long the URL of a stored file is valid: for integrators, who receive it in an
// event or by REST, and for a member's page, which requests new ones.
const (
	FileLinkForIntegrator = 7 * 24 * time.Hour
	FileLinkForMember     = time.Hour
)

// UnusedFileLife is how long an uploaded file is kept that no message refers to: as
// long as its URL is valid.
const UnusedFileLife = FileLinkForIntegrator

// FilesPath and MediaPath are where stored files and external media are served.
const (
	FilesPath = "/files/"
	MediaPath = "/media/"
)

// rasterTypes are the image types that are served inline from our origin. SVG is
// not among them: it can contain scripts.
var rasterTypes = map[string]bool{"image/png": true, "image/jpeg": true, "image/gif": true, "image/webp": true}

// IsRaster reports whether files of the type may be shown inline.
func IsRaster(mimeType string) bool { return rasterTypes[mimeType] }

// CleanFilename removes the path, control characters and characters that change the
// direction of text, which can make "exe" look like "gpj", from an external name.
// The joiners U+200C and U+200D stay: Persian words and emoji need them. The result
// has at most 255 characters, with its extension kept; if nothing is left it is
// "file".
func CleanFilename(name string) string {
	name = strings.ToValidUTF8(name, "\uFFFD")
	name = name[strings.LastIndexAny(name, `/\`)+1:]
	name = strings.TrimSpace(strings.Map(func(r rune) rune {
		if unseen(r) {
			return -1
		}
		return r
	}, name))
	if strings.Trim(name, ". \u200c\u200d") == "" {
		return "file"
	}
	if utf8.RuneCountInString(name) <= MaxName {
		return name
	}
	ending := FileEnding(name)
	kept := []rune(name)[:MaxName-utf8.RuneCountInString(ending)]
	return strings.TrimSpace(string(kept)) + ending
}

// FileEnding is the extension of a file's name in lower case with its dot; "" if
// it has none of 1 to 10 letters and digits.
func FileEnding(name string) string {
	at := strings.LastIndexByte(name, '.')
	if at < 0 {
		return ""
	}
	ending := strings.ToLower(name[at+1:])
	if ending == "" || len(ending) > 10 || strings.Trim(ending, "abcdefghijklmnopqrstuvwxyz0123456789") != "" {
		return ""
	}
	return "." + ending
}

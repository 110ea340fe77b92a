package svcx

import (
	"strings"
	"time"
	"unicode/utf8"
)

// FileID names a stored file.
type FileID int64

// MaxFile is the greatest size of a file, in bytes.
const MaxFile = 25 << 20

// File is one that a member has uploaded. Its bytes are a blob, which the
// database knows by name alone.
type File struct {
	ID        FileID
	Workspace WorkspaceID
	Name      string
	// MIMEType is what the content was found to be, never what was claimed.
	MIMEType  string
	Size      int64
	Blob      string
	User      UserID
	CreatedAt Time
}

// Attachment is the file as a message has it: a reference without an address,
// which is made when it is shown.
func (f *File) Attachment() Attachment {
	return Attachment{Filename: f.Name, MIMEType: f.MIMEType, File: f.ID}
}

// How long the address of a stored file is good: for an integrator, whom it
// reaches in an event or by REST, and for a member's page, which asks again.
const (
	FileLinkForIntegrator = 7 * 24 * time.Hour
	FileLinkForMember     = time.Hour
)

// UnusedFileLife is how long a file is kept that no message has shown: as long
// as its address is good.
const UnusedFileLife = FileLinkForIntegrator

// FilesPath and MediaPath are where stored files and outside media are served.
const (
	FilesPath = "/files/"
	MediaPath = "/media/"
)

// rasterTypes are the images that a browser may show in our own name. SVG is
// none of them: it can hold scripts.
var rasterTypes = map[string]bool{"image/png": true, "image/jpeg": true, "image/gif": true, "image/webp": true}

// IsRaster reports whether files of the type may be shown inline.
func IsRaster(mimeType string) bool { return rasterTypes[mimeType] }

// CleanFilename is a name from outside without a path, control characters and
// those that turn the direction of text, by which "exe" can be made to look
// like "gpj". The joiners U+200C and U+200D stay: Persian words and emoji are
// spelled with them. At most 255 characters, its ending kept; one with nothing
// left is "file".
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

// FileEnding is the ending of a file's name in lower case with its dot; "" where
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

package links

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	"svcx"
)

// File is what the address of a stored file says.
type File struct {
	Workspace svcx.WorkspaceID
	ID        svcx.FileID
	// expires is in seconds of Unix time.
	expires int64
}

// Expires is when the address stops being valid.
func (f File) Expires() svcx.Time { return svcx.At(time.Unix(f.expires, 0)) }

func (f File) signedText() string { return fmt.Sprintf("%d/%d/%d", f.Workspace, f.ID, f.expires) }

// File is an address of a stored file that is valid for at least life and at most a sixth
// longer. It only changes every sixth of life, so that browsers can cache the file.
func (l *Links) File(ws svcx.WorkspaceID, id svcx.FileID, name string, life time.Duration) string {
	step := life / 6
	return l.base() + l.path(File{ws, id, l.now().Add(life + step).Truncate(step).Unix()}, name)
}

// path is the canonical path and query of an address of a file of that name.
func (l *Links) path(f File, name string) string {
	query := url.Values{"expires": {strconv.FormatInt(f.expires, 10)}, "signature": {l.sign(filePurpose, f.signedText())}}
	return svcx.FilesPath + fmt.Sprintf("%d/%d", f.Workspace, f.ID) + svcx.FileEnding(name) + "?" + query.Encode()
}

// IsPath reports whether path and query are those of the address of a file of that name, in
// its only valid spelling: another extension might claim another type.
func (l *Links) IsPath(f File, name, path, rawQuery string) bool {
	return path+"?"+rawQuery == l.path(f, name)
}

// ReadFile reads the address of a file. ok is false unless it was signed here.
func (l *Links) ReadFile(path, rawQuery string) (f File, ok bool) {
	rest, ok := strings.CutPrefix(path, svcx.FilesPath)
	query, err := url.ParseQuery(rawQuery)
	if !ok || err != nil {
		return f, false
	}
	ws, name, _ := strings.Cut(rest, "/")
	digits, _, _ := strings.Cut(name, ".")
	workspace, err1 := strconv.ParseInt(ws, 10, 64)
	file, err2 := strconv.ParseInt(digits, 10, 64)
	expires, err3 := strconv.ParseInt(query.Get("expires"), 10, 64)
	if err1 != nil || err2 != nil || err3 != nil {
		return f, false
	}
	f = File{svcx.WorkspaceID(workspace), svcx.FileID(file), expires}
	return f, l.signed(filePurpose, f.signedText(), query.Get("signature"))
}

// OwnFile reads a URL that begins like those of this server's files; own is false for other
// URLs. ok is false unless it was signed here.
func (l *Links) OwnFile(raw string) (f File, own, ok bool) {
	rest, own := strings.CutPrefix(raw, l.base()+svcx.FilesPath)
	if !own {
		return f, false, false
	}
	path, query, _ := strings.Cut(rest, "?")
	f, ok = l.ReadFile(svcx.FilesPath+path, query)
	return f, true, ok
}

// LinkFiles sets the URLs of stored files in the attachments of messages, valid for life.
// It must be called before messages from the store are shown.
func (l *Links) LinkFiles(ws svcx.WorkspaceID, messages []svcx.Message, life time.Duration) {
	for i := range messages {
		messages[i].Attachments = l.LinkAttachments(ws, messages[i].Attachments, life)
	}
}

// LinkAttachments is LinkFiles for attachments. It does not modify its argument.
func (l *Links) LinkAttachments(ws svcx.WorkspaceID, attachments []svcx.Attachment, life time.Duration) []svcx.Attachment {
	var linked []svcx.Attachment
	for i, a := range attachments {
		if a.File == 0 {
			continue
		}
		if linked == nil {
			linked = append(linked, attachments...)
		}
		linked[i].URL = l.File(ws, a.File, a.Filename, life)
	}
	if linked == nil {
		return attachments
	}
	return linked
}

package inbox

import (
	"context"
	"encoding/base64"
	"fmt"
	"io"
	"net/url"
	"strconv"
	"strings"
	"time"

	"svcx"
	"svcx/internal/store"
)

// Blobs stores the content of files. Its errors are *svcx.Error: TooLarge beyond max,
// Unavailable if the storage fails. Errors of the content's reader are returned as they
// are.
type Blobs interface {
	// Put stores content durably and atomically. ending is the extension of the
	// file's name, to distinguish types whose content begins alike.
	Put(ctx context.Context, content io.Reader, max int64, ending string) (blob, mimeType string, size int64, err error)
	Delete(ctx context.Context, blob string) error
	// Keep confirms that a stored blob is in use; others are removed after a crash.
	Keep(blob string)
}

// Purposes of signatures, for package seal.
const (
	fileSignature  = "file link"
	mediaSignature = "media link"
)

// AddFile stores a file that a member uploads. Its name is cleaned; its type is detected
// from the content. An empty file is a validation error, one over svcx.MaxFile is TooLarge.
func (in *Inbox) AddFile(ctx context.Context, w *svcx.Workspace, by *svcx.Member, name string, content io.Reader) (*svcx.File, error) {
	f := &svcx.File{Workspace: w.ID, Name: svcx.CleanFilename(name), User: by.ID}
	var err error
	if f.Blob, f.MIMEType, f.Size, err = in.blobs.Put(ctx, content, svcx.MaxFile, svcx.FileEnding(f.Name)); err != nil {
		return nil, err
	}
	if f.Size == 0 {
		err = svcx.Invalid("file", "must not be empty")
	} else {
		// Not canceled with the request, or there could be a row without a blob.
		err = in.db.Write(context.WithoutCancel(ctx), w.ID, func(tx *store.Tx) error {
			f.CreatedAt = in.Now()
			return tx.InsertFile(f)
		})
	}
	if err != nil {
		// The blob is not referred to; delete it even if the request was canceled.
		if failed := in.blobs.Delete(context.WithoutCancel(ctx), f.Blob); failed != nil {
			in.log.Warn("unused blob could not be deleted", "blob", f.Blob, "error", failed)
		}
		return nil, err
	}
	in.blobs.Keep(f.Blob)
	return f, nil
}

// FileURL is a URL of a stored file that is valid for at least life and at most a sixth
// longer. It only changes every sixth of life, so that browsers can cache the file.
func (in *Inbox) FileURL(ws svcx.WorkspaceID, id svcx.FileID, name string, life time.Duration) string {
	step := life / 6
	l := fileLink{ws, id, in.now().Add(life + step).Truncate(step).Unix()}
	return in.baseURL() + in.fileAddress(l, name)
}

// fileAddress is the canonical path and query of a link to a file of that name.
func (in *Inbox) fileAddress(l fileLink, name string) string {
	query := url.Values{"expires": {strconv.FormatInt(l.expires, 10)}, "signature": {in.sign(fileSignature, fileText(l.workspace, l.file, l.expires))}}
	return svcx.FilesPath + fmt.Sprintf("%d/%d", l.workspace, l.file) + svcx.FileEnding(name) + "?" + query.Encode()
}

func fileText(ws svcx.WorkspaceID, id svcx.FileID, expires int64) string {
	return fmt.Sprintf("%d/%d/%d", ws, id, expires)
}

func (in *Inbox) sign(purpose, text string) string {
	return base64.RawURLEncoding.EncodeToString(in.masterKeys.Sign(purpose, []byte(text)))
}

func (in *Inbox) signed(purpose, text, signature string) bool {
	raw, err := base64.RawURLEncoding.Strict().DecodeString(signature)
	return err == nil && in.masterKeys.Signed(purpose, []byte(text), raw)
}

// fileLink is the content of a file's URL.
type fileLink struct {
	workspace svcx.WorkspaceID
	file      svcx.FileID
	expires   int64
}

// readFileLink parses a file's URL. ok is false unless it was signed here.
func (in *Inbox) readFileLink(path, rawQuery string) (l fileLink, ok bool) {
	rest, ok := strings.CutPrefix(path, svcx.FilesPath)
	query, err := url.ParseQuery(rawQuery)
	if !ok || err != nil {
		return l, false
	}
	ws, name, _ := strings.Cut(rest, "/")
	digits, _, _ := strings.Cut(name, ".")
	workspace, err1 := strconv.ParseInt(ws, 10, 64)
	file, err2 := strconv.ParseInt(digits, 10, 64)
	expires, err3 := strconv.ParseInt(query.Get("expires"), 10, 64)
	if err1 != nil || err2 != nil || err3 != nil {
		return l, false
	}
	l = fileLink{svcx.WorkspaceID(workspace), svcx.FileID(file), expires}
	return l, in.signed(fileSignature, fileText(l.workspace, l.file, l.expires), query.Get("signature"))
}

// LinkedFile finds the file of a URL, and until when the URL is valid. A wrong signature is
// NotFound, and so is any other spelling of a valid URL, whose extension might claim
// another type. An expired URL is Forbidden.
func (in *Inbox) LinkedFile(ctx context.Context, path, rawQuery string) (*svcx.File, svcx.Time, error) {
	l, ok := in.readFileLink(path, rawQuery)
	if !ok {
		return nil, 0, svcx.NotFound("file")
	}
	until := svcx.At(time.Unix(l.expires, 0))
	if in.Now() >= until {
		return nil, 0, &svcx.Error{Kind: svcx.KindForbidden, Message: "this address has expired: ask for the message again, it comes with a new one"}
	}
	f, err := in.db.File(ctx, l.workspace, l.file)
	if err == nil && path+"?"+rawQuery != in.fileAddress(l, f.Name) {
		return nil, 0, svcx.NotFound("file")
	}
	return f, until, err
}

// claimFiles turns attachments that are stored files into references: an id, which only
// members may send, or a URL of this server, which the client has received, even if it has
// expired. All others must be https.
func (in *Inbox) claimFiles(ctx context.Context, w *svcx.Workspace, draft *svcx.MessageDraft) error {
	claimed := make([]svcx.Attachment, len(draft.Attachments))
	for i, a := range draft.Attachments {
		field, id := "attachment.id", a.File
		if id != 0 && draft.Origin != svcx.OriginInbox {
			return svcx.Invalid("attachment.url", "must be an https URL of at most %d characters", svcx.MaxURL)
		}
		own, isOwn := strings.CutPrefix(a.URL, in.baseURL()+svcx.FilesPath)
		switch {
		case id != 0:
		case isOwn:
			path, query, _ := strings.Cut(own, "?")
			l, ok := in.readFileLink(svcx.FilesPath+path, query)
			if !ok || l.workspace != w.ID {
				return svcx.Invalid("attachment.url", "must be the address of a file of this workspace")
			}
			field, id = "attachment.url", l.file
		case !strings.HasPrefix(strings.ToLower(a.URL), "https://"):
			return svcx.Invalid("attachment.url", "must be an https URL of at most %d characters", svcx.MaxURL)
		default:
			claimed[i] = a
			continue
		}
		f, err := in.db.File(ctx, w.ID, id)
		if svcx.KindOf(err) == svcx.KindNotFound {
			return svcx.Invalid(field, "must be a file of this workspace")
		}
		if err != nil {
			return err
		}
		claimed[i] = f.Attachment()
	}
	if len(claimed) > 0 {
		draft.Attachments = claimed
	}
	return nil
}

// LinkFiles sets the URLs of stored files in the attachments of messages, valid for life.
// It must be called before messages from the store are shown.
func (in *Inbox) LinkFiles(ws svcx.WorkspaceID, messages []svcx.Message, life time.Duration) {
	for i := range messages {
		messages[i].Attachments = in.LinkAttachments(ws, messages[i].Attachments, life)
	}
}

// LinkAttachments is LinkFiles for attachments. It does not modify its argument.
func (in *Inbox) LinkAttachments(ws svcx.WorkspaceID, attachments []svcx.Attachment, life time.Duration) []svcx.Attachment {
	var linked []svcx.Attachment
	for i, a := range attachments {
		if a.File == 0 {
			continue
		}
		if linked == nil {
			linked = append(linked, attachments...)
		}
		linked[i].URL = in.FileURL(ws, a.File, a.Filename, life)
	}
	if linked == nil {
		return attachments
	}
	return linked
}

// messageLife is how long URLs in the response to a message's sender are valid.
func messageLife(origin svcx.Origin) time.Duration {
	if origin == svcx.OriginInbox {
		return svcx.FileLinkForMember
	}
	return svcx.FileLinkForIntegrator
}

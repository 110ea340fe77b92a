package messaging

import (
	"context"
	"io"
	"time"

	"svcx"
	"svcx/internal/inbox"
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

// AddFile stores a file that a member uploads. Its name is cleaned; its type is detected
// from the content. An empty file is a validation error, one over svcx.MaxFile is TooLarge.
func (s *Service) AddFile(ctx context.Context, call inbox.Call, by *svcx.Member, name string, content io.Reader) (*svcx.File, error) {
	f := &svcx.File{Workspace: call.Workspace.ID, Name: svcx.CleanFilename(name), User: by.ID}
	var err error
	if f.Blob, f.MIMEType, f.Size, err = s.blobs.Put(ctx, content, svcx.MaxFile, svcx.FileEnding(f.Name)); err != nil {
		return nil, err
	}
	if f.Size == 0 {
		err = svcx.Invalid("file", "must not be empty")
	} else {
		// Not canceled with the request, or there could be a row without a blob.
		err = s.db.Write(context.WithoutCancel(ctx), call.Workspace.ID, func(tx *store.Tx) error {
			f.CreatedAt = s.core.Now()
			return tx.InsertFile(f)
		})
	}
	if err != nil {
		// The blob is not referred to; delete it even if the request was canceled.
		if failed := s.blobs.Delete(context.WithoutCancel(ctx), f.Blob); failed != nil {
			s.log.Warn("unused blob could not be deleted", "blob", f.Blob, "error", failed)
		}
		return nil, err
	}
	s.blobs.Keep(f.Blob)
	return f, nil
}

// LinkedFile finds the file of a URL, and until when the URL is valid. A wrong signature is
// NotFound, and so is any other spelling of a valid URL, whose extension might claim
// another type. An expired URL is Forbidden.
func (s *Service) LinkedFile(ctx context.Context, path, rawQuery string) (*svcx.File, svcx.Time, error) {
	l, ok := s.links.ReadFile(path, rawQuery)
	if !ok {
		return nil, 0, svcx.NotFound("file")
	}
	if s.core.Now() >= l.Expires() {
		return nil, 0, &svcx.Error{Kind: svcx.KindForbidden, Message: "this address has expired: ask for the message again, it comes with a new one"}
	}
	f, err := s.db.Read(ctx).File(l.Workspace, l.ID)
	if err == nil && !s.links.IsPath(l, f.Name, path, rawQuery) {
		return nil, 0, svcx.NotFound("file")
	}
	return f, l.Expires(), err
}

// claimFiles turns attachments that are stored files into references: an id, which only
// members may send, or a URL of this server, which the client has received, even if it has
// expired. All others must be https.
func (s *Service) claimFiles(ctx context.Context, w *svcx.Workspace, draft *svcx.MessageDraft) error {
	claimed := make([]svcx.Attachment, len(draft.Attachments))
	for i, a := range draft.Attachments {
		field, id := "attachment.id", a.File
		if id != 0 && draft.Origin != svcx.OriginInbox {
			return svcx.Invalid("attachment.url", "must be an https URL of at most %d characters", svcx.MaxURL)
		}
		link, isOwn, signed := s.links.OwnFile(a.URL)
		switch {
		case id != 0:
		case isOwn:
			if !signed || link.Workspace != w.ID {
				return svcx.Invalid("attachment.url", "must be the address of a file of this workspace")
			}
			field, id = "attachment.url", link.ID
		case !svcx.IsHTTPS(a.URL):
			return svcx.Invalid("attachment.url", "must be an https URL of at most %d characters", svcx.MaxURL)
		default:
			claimed[i] = a
			continue
		}
		f, err := s.db.Read(ctx).File(w.ID, id)
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

// messageLife is how long URLs in the response to a message's sender are valid.
func messageLife(origin svcx.Origin) time.Duration {
	if origin == svcx.OriginInbox {
		return svcx.FileLinkForMember
	}
	return svcx.FileLinkForIntegrator
}

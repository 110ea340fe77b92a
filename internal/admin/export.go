package admin

import (
	"context"
	"net/url"
	"slices"
	"time"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/store"
)

// Export is all data of a workspace. It can be read once.
type Export struct {
	service   *Service
	workspace *svcx.Workspace
	// At is when it started.
	At svcx.Time
	// End ends the export, so that another one can start.
	End func()
	// progress is what ExportProgress shows.
	progress *exportProgress
}

// erasureTime is how long an export waits for the erasures that are running.
const erasureTime = 30 * time.Second

// BeginExport starts an export and adds it to the audit log. The caller must call End.
// Contacts that are being erased are erased first: no export has them.
func (s *Service) BeginExport(ctx context.Context, call inbox.Call) (*Export, error) {
	now := s.core.Now()
	progress, err := s.exports.begin(call.Workspace.ID, now)
	if err != nil {
		return nil, err
	}
	end := func() { s.exports.end(progress, s.core.Now()) }
	if err := s.FinishErasures(ctx, call.Workspace.ID); err != nil {
		end()
		return nil, err
	}
	e := &Export{service: s, workspace: call.Workspace, End: end, progress: progress}
	err = s.db.Write(ctx, call.Workspace.ID, func(tx *store.Tx) error {
		e.At = s.core.Now()
		return s.core.Audit(tx, call, svcx.AuditWorkspaceExport, "workspace", call.Workspace.ID)
	})
	if err != nil {
		end()
		return nil, err
	}
	return e, nil
}

// FinishErasures waits for the erasures of a workspace that have begun. It is Unavailable if they
// take too long.
func (s *Service) FinishErasures(ctx context.Context, ws svcx.WorkspaceID) error {
	begun, err := s.db.Read(ctx).Erasing(ws)
	if err != nil || len(begun) == 0 {
		return err
	}
	wait, cancel := context.WithTimeout(ctx, erasureTime)
	defer cancel()
	s.removal.RemoveTraces(wait, ws)
	left, err := s.db.Read(ctx).Erasing(ws)
	if err == nil && slices.ContainsFunc(begun, func(id svcx.ContactID) bool { return slices.Contains(left, id) }) {
		err = &svcx.Error{Kind: svcx.KindUnavailable, Message: "a contact is being erased, try again when that is done"}
	}
	return err
}

// Read calls put with each record: the workspace with its definitions and its use of the AI, then *svcx.File,
// *svcx.Contact, svcx.ExportedConversation, svcx.ExportedMessage, *svcx.Rating,
// svcx.HistoryEntry and *svcx.AuditEntry. They contain no keys and no values of secrets.
// It stops at the first error of put. put may be slow: only a page of records is held in
// memory, and no transaction.
//
// Everything that was stored when the export began and is not deleted while it runs is
// exported once, as it is when it is read. What is created or changed in the meantime may
// or may not be exported.
func (e *Export) Read(ctx context.Context, put func(record any) error) error {
	if err := e.read(ctx, func(record any) error {
		e.progress.add(record)
		return put(record)
	}); err != nil {
		return err
	}
	e.progress.complete.Store(true)
	return nil
}

func (e *Export) read(ctx context.Context, put func(record any) error) error {
	fields, err := e.definitions(ctx, put)
	if err != nil {
		return err
	}
	db, ws := e.service.db, e.workspace.ID
	if err := db.EachFile(ctx, ws, each[*svcx.File](put)); err != nil {
		return err
	}
	if err := db.EachContact(ctx, ws, each[*svcx.Contact](put)); err != nil {
		return err
	}
	if err := db.EachConversation(ctx, ws, func(page []*svcx.Conversation) error { return e.conversations(ctx, page, fields, put) }); err != nil {
		return err
	}
	if err := db.EachMessage(ctx, ws, func(page []svcx.Message) error { return e.messages(ctx, page, put) }); err != nil {
		return err
	}
	if err := db.EachRating(ctx, ws, each[*svcx.Rating](put)); err != nil {
		return err
	}
	if err := db.EachHistoryEntry(ctx, ws, each[svcx.HistoryEntry](put)); err != nil {
		return err
	}
	return db.EachAuditEntry(ctx, ws, each[*svcx.AuditEntry](put))
}

func each[T any](put func(any) error) func([]T) error {
	return func(page []T) error {
		for _, record := range page {
			if err := put(record); err != nil {
				return err
			}
		}
		return nil
	}
}

// definitions exports what a workspace has few of; it returns the fields.
func (e *Export) definitions(ctx context.Context, put func(any) error) ([]*svcx.Field, error) {
	db, ws := e.service.db, e.workspace.ID
	fields, err := db.Read(ctx).Fields(ws)
	if err != nil {
		return nil, err
	}
	steps := []func() error{
		func() error { return put(e.workspace) },
		whole(ws, put, db.Read(ctx).Members),
		whole(ws, put, db.Read(ctx).Categories),
		func() error { return each[*svcx.Field](put)(fields) },
		func() error {
			return db.EachChannel(ctx, ws, func(page []*svcx.Channel) error {
				for _, c := range page {
					c.Settings.WebhookURL, c.Settings.AIVerificationURL = withoutSecret(c.Settings.WebhookURL), withoutSecret(c.Settings.AIVerificationURL)
				}
				return each[*svcx.Channel](put)(page)
			})
		},
		func() error { return db.EachStaffLink(ctx, ws, each[*svcx.StaffLink](put)) },
		whole(ws, put, db.Read(ctx).Secrets),
		func() error {
			replies, err := db.SavedReplies(ctx, ws, svcx.Page{Limit: svcx.MaxSavedReplies})
			if err != nil {
				return err
			}
			return replies.Each(ctx, each[*svcx.SavedReply](put))
		},
		func() error {
			usage, err := store.AssistOf(db.Read(ctx)).Usage(ws, 0, svcx.DayOf(e.At)+1)
			if err != nil {
				return err
			}
			return each[svcx.AIUsage](put)(usage)
		},
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return nil, err
		}
	}
	return fields, nil
}

// whole is a step for a list that is read as a whole.
func whole[T any](ws svcx.WorkspaceID, put func(any) error, list func(svcx.WorkspaceID) ([]T, error)) func() error {
	return func() error {
		items, err := list(ws)
		if err != nil {
			return err
		}
		return each[T](put)(items)
	}
}

// withoutSecret is a URL without the parts that may contain a secret of the integrator.
func withoutSecret(raw string) string {
	u, err := url.Parse(raw)
	if err != nil {
		return ""
	}
	u.User, u.RawQuery, u.Fragment = nil, "", ""
	return u.String()
}

// conversations exports a page of conversations.
func (e *Export) conversations(ctx context.Context, page []*svcx.Conversation, fields []*svcx.Field, put func(any) error) error {
	ids := make([]int64, len(page))
	for i, c := range page {
		ids[i] = int64(c.ID)
	}
	values, tooMany, err := e.service.db.Read(ctx).FieldValuesOf(e.workspace.ID, ids)
	if err != nil {
		return err
	}
	if tooMany {
		half := len(page) / 2
		if err := e.conversations(ctx, page[:half], fields, put); err != nil {
			return err
		}
		return e.conversations(ctx, page[half:], fields, put)
	}
	participants, err := e.service.db.Read(ctx).ParticipantsOf(e.workspace.ID, ids)
	if err != nil {
		return err
	}
	for _, c := range page {
		record := svcx.ExportedConversation{Conversation: c, Fields: svcx.ShownValues(c, fields, values[c.ID]), Participants: participants[c.ID]}
		if err := put(record); err != nil {
			return err
		}
	}
	return nil
}

// messages exports a page of messages, with URLs of their files and the versions of those
// that were edited.
func (e *Export) messages(ctx context.Context, page []svcx.Message, put func(any) error) error {
	e.service.links.LinkFiles(e.workspace.ID, page, svcx.FileLinkForIntegrator)
	if err := store.AttentionOf(e.service.db.Read(ctx)).SetMentions(e.workspace.ID, page); err != nil {
		return err
	}
	for _, m := range page {
		record := svcx.ExportedMessage{Message: m}
		if m.EditCount > 0 {
			versions, err := e.service.db.Versions(ctx, e.workspace.ID, m.ID, svcx.Page{Limit: svcx.MaxVersions})
			if err != nil {
				return err
			}
			if err := versions.Each(ctx, func(some []svcx.MessageVersion) error {
				record.Versions = append(record.Versions, some...)
				return nil
			}); err != nil {
				return err
			}
		}
		if err := put(record); err != nil {
			return err
		}
	}
	return nil
}

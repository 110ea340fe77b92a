package admin

import (
	"context"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/store"
)

// StaffLinks lists the links of a channel of the workspace (R 4.7).
func (s *Service) StaffLinks(ctx context.Context, w *svcx.Workspace, channel svcx.ChannelID, page svcx.Page) (svcx.List[*svcx.StaffLink], error) {
	if _, err := s.db.Read(ctx).Channel(w.ID, channel); err != nil {
		return svcx.List[*svcx.StaffLink]{}, inbox.Missing(err, "channelId", "a channel")
	}
	return s.db.Read(ctx).StaffLinks(w.ID, channel, page)
}

// PutStaffLink links a sender of a channel to a member, replacing the sender's existing link.
// Names that the draft does not set stay (D 5).
func (s *Service) PutStaffLink(ctx context.Context, call inbox.Call, draft svcx.StaffLinkDraft) (put svcx.PutStaffLink, err error) {
	err = inbox.Write(ctx, s.core, call, &put, func(tx *store.Tx) error {
		if _, err := tx.Channel(call.Workspace.ID, draft.Channel); err != nil {
			return inbox.Missing(err, "channelId", "a channel")
		}
		if _, err := tx.Member(call.Workspace.ID, draft.User); err != nil {
			return inbox.Missing(err, "userId", "a member")
		}
		if put, err = tx.PutStaffLink(call.Workspace.ID, draft); err != nil {
			return err
		}
		action := svcx.AuditStaffLinkUpdate
		if put.Fresh {
			action = svcx.AuditStaffLinkCreate
		}
		return s.core.Audit(tx, call, action, "staff_link", put.Link.ID)
	})
	return put, err
}

// DeleteStaffLink deletes a link. Messages that were attributed stay so.
func (s *Service) DeleteStaffLink(ctx context.Context, call inbox.Call, id svcx.StaffLinkID) error {
	return s.db.Write(ctx, call.Workspace.ID, func(tx *store.Tx) error {
		if err := tx.DeleteStaffLink(call.Workspace.ID, id); err != nil {
			return err
		}
		return s.core.Audit(tx, call, svcx.AuditStaffLinkDelete, "staff_link", id)
	})
}

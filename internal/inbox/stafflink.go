package inbox

import (
	"context"

	"svcx"
	"svcx/internal/store"
)

// StaffLinks lists the links of a channel of the workspace (R 4.7).
func (in *Inbox) StaffLinks(ctx context.Context, w *svcx.Workspace, channel svcx.ChannelID, page svcx.Page) (svcx.List[*svcx.StaffLink], error) {
	if _, err := in.db.Read(ctx).Channel(w.ID, channel); err != nil {
		return svcx.List[*svcx.StaffLink]{}, missing(err, "channelId", "a channel")
	}
	return in.db.Read(ctx).StaffLinks(w.ID, channel, page)
}

// PutStaffLink links a sender of a channel to a member, replacing the sender's existing link.
// Names that the draft does not set stay (D 5).
func (in *Inbox) PutStaffLink(ctx context.Context, call Call, draft svcx.StaffLinkDraft) (put svcx.PutStaffLink, err error) {
	err = write(ctx, in, call, &put, func(tx *store.Tx) error {
		if _, err := tx.Channel(call.Workspace.ID, draft.Channel); err != nil {
			return missing(err, "channelId", "a channel")
		}
		if _, err := tx.Member(call.Workspace.ID, draft.User); err != nil {
			return missing(err, "userId", "a member")
		}
		if put, err = tx.PutStaffLink(call.Workspace.ID, draft); err != nil {
			return err
		}
		action := svcx.AuditStaffLinkUpdate
		if put.Fresh {
			action = svcx.AuditStaffLinkCreate
		}
		return in.audit(tx, call, action, "staff_link", put.Link.ID)
	})
	return put, err
}

// DeleteStaffLink deletes a link. Messages that were attributed stay so.
func (in *Inbox) DeleteStaffLink(ctx context.Context, call Call, id svcx.StaffLinkID) error {
	return in.db.Write(ctx, call.Workspace.ID, func(tx *store.Tx) error {
		if err := tx.DeleteStaffLink(call.Workspace.ID, id); err != nil {
			return err
		}
		return in.audit(tx, call, svcx.AuditStaffLinkDelete, "staff_link", id)
	})
}

// staffKey is a sender of a channel.
type staffKey struct {
	channel    svcx.ChannelID
	externalID string
}

// authorOf is the author of an inbound message: the sender or, for staff, the member that the
// sender is linked to (R 4.7, D 2).
func (d *decider) authorOf(item *receipt) svcx.Author {
	s := item.Message.Sender
	author := svcx.Author{Type: s.Type, Name: s.Name, Email: s.Email, ExternalID: s.ExternalID}
	if s.Type != svcx.AuthorAgent {
		return author
	}
	if l, linked := d.staff[staffKey{item.Channel.ID, s.ExternalID}]; linked {
		author.User, author.Name = &l.User, l.DisplayName
	}
	return author
}

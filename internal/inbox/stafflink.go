package inbox

import (
	"context"
	"strconv"

	"svcx"
	"svcx/internal/store"
)

// StaffLinks lists the links of a channel of the workspace (R 4.7).
func (in *Inbox) StaffLinks(ctx context.Context, w *svcx.Workspace, channel svcx.ChannelID, page svcx.Page) (svcx.List[*svcx.StaffLink], error) {
	if _, err := in.db.Channel(ctx, w.ID, channel); err != nil {
		return svcx.List[*svcx.StaffLink]{}, missing(err, "channelId", "a channel")
	}
	return in.db.StaffLinks(ctx, w.ID, channel, page)
}

// PutStaffLink links a sender of a channel to a member, replacing the sender's existing link.
// Names that the draft does not set stay (D 5).
func (in *Inbox) PutStaffLink(ctx context.Context, w *svcx.Workspace, actor svcx.Actor, draft svcx.StaffLinkDraft) (put svcx.PutStaffLink, err error) {
	err = in.db.Write(withResult(ctx, &put), w.ID, func(tx *store.Tx) error {
		if _, err := tx.Channel(w.ID, draft.Channel); err != nil {
			return missing(err, "channelId", "a channel")
		}
		if _, err := tx.Member(w.ID, draft.User); err != nil {
			return missing(err, "userId", "a member")
		}
		if put, err = tx.PutStaffLink(w.ID, draft); err != nil {
			return err
		}
		action := svcx.AuditStaffLinkUpdate
		if put.Fresh {
			action = svcx.AuditStaffLinkCreate
		}
		return in.auditStaffLink(tx, w.ID, actor, action, put.Link.ID)
	})
	return put, err
}

// DeleteStaffLink deletes a link. Messages that were attributed stay so.
func (in *Inbox) DeleteStaffLink(ctx context.Context, w *svcx.Workspace, actor svcx.Actor, id svcx.StaffLinkID) error {
	return in.db.Write(ctx, w.ID, func(tx *store.Tx) error {
		if err := tx.DeleteStaffLink(w.ID, id); err != nil {
			return err
		}
		return in.auditStaffLink(tx, w.ID, actor, svcx.AuditStaffLinkDelete, id)
	})
}

func (in *Inbox) auditStaffLink(tx *store.Tx, ws svcx.WorkspaceID, actor svcx.Actor, action svcx.AuditAction, id svcx.StaffLinkID) error {
	target := "staff_link/" + strconv.FormatInt(int64(id), 10)
	return tx.InsertAudit(&svcx.AuditEntry{Workspace: ws, Actor: actor, Action: action, Target: target, At: in.Now()})
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

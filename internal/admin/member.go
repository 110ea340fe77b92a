package admin

import (
	"context"

	"svcx"
	"svcx/internal/identity"
	"svcx/internal/inbox"
	"svcx/internal/store"
)

// Members lists the workspace's members, oldest first.
func (s *Service) Members(ctx context.Context, w *svcx.Workspace, page svcx.Page) (svcx.List[*svcx.Member], error) {
	all, err := s.db.Read(ctx).Members(w.ID)
	return svcx.Window(all, page), err
}

// AddMember makes the user with the address a member, creating the user if
// needed. They are invited by e-mail after the commit unless the operator adds
// them. An address that is already a member's is a validation error naming the
// field and that member's id (D 5); so is one member too many.
func (s *Service) AddMember(ctx context.Context, call inbox.Call, draft svcx.MemberDraft) (m *svcx.Member, err error) {
	err = s.db.Write(ctx, call.Workspace.ID, func(tx *store.Tx) error {
		all, err := tx.Members(call.Workspace.ID)
		if err != nil {
			return err
		}
		for _, other := range all {
			if svcx.EmailKey(other.Email) == svcx.EmailKey(draft.Email) {
				return svcx.Invalid("email", "must not be that of a member: member %d has it", other.ID)
			}
		}
		if len(all) >= svcx.MaxMembers {
			return svcx.Invalid("email", "cannot be added: a workspace has at most %d members", svcx.MaxMembers)
		}
		id, err := tx.AddMember(call.Workspace.ID, draft.Email, draft.Name, draft.Role, s.core.Now())
		if err != nil {
			return err
		}
		if m, err = tx.Member(call.Workspace.ID, id); err != nil {
			return err
		}
		return s.core.Audit(tx, call, svcx.AuditMemberAdd, "member", id)
	})
	if err == nil {
		s.identity.Invite(ctx, call.Workspace, m.Email, call.Actor)
	}
	return m, err
}

// InviteMember mails a member a new invitation with a sign-in link.
func (s *Service) InviteMember(ctx context.Context, call inbox.Call, id svcx.UserID) (m *svcx.Member, err error) {
	err = s.db.Write(ctx, call.Workspace.ID, func(tx *store.Tx) error {
		if m, err = tx.Member(call.Workspace.ID, id); err != nil {
			return err
		}
		return s.core.Audit(tx, call, svcx.AuditMemberInvite, "member", id)
	})
	if err == nil {
		s.identity.Invite(ctx, call.Workspace, m.Email, call.Actor)
	}
	return m, err
}

// LinkMember creates a sign-in link for a member who has never been in the workspace, for an
// admin to pass on where there is no mail. It is a Conflict for other members: in whose name
// one acts, one has to be.
func (s *Service) LinkMember(ctx context.Context, call inbox.Call, id svcx.UserID) (m *svcx.Member, link identity.LoginLink, err error) {
	err = s.db.Write(ctx, call.Workspace.ID, func(tx *store.Tx) error {
		if m, err = tx.Member(call.Workspace.ID, id); err != nil {
			return err
		}
		all, err := s.identity.PresencesIn(tx.Reads, call.Workspace.ID)
		if err != nil {
			return err
		}
		if !all[id].Invited() {
			return &svcx.Error{Kind: svcx.KindConflict, Message: "this member has signed in already, and gets further links by the sign-in page"}
		}
		if link, err = s.identity.LinkTo(tx, call.Workspace, m); err != nil {
			return err
		}
		return s.core.Audit(tx, call, svcx.AuditMemberLink, "member", id)
	})
	return m, link, err
}

// UpdateMember changes what the patch sets, in this workspace only. Changing the role of the
// last admin is a validation error.
func (s *Service) UpdateMember(ctx context.Context, call inbox.Call, id svcx.UserID, patch svcx.MemberPatch) (m *svcx.Member, err error) {
	err = s.db.Write(ctx, call.Workspace.ID, func(tx *store.Tx) error {
		if m, err = tx.Member(call.Workspace.ID, id); err != nil {
			return err
		}
		if patch.Role != nil && *patch.Role != svcx.RoleAdmin {
			if err := keepAnAdmin(tx, call.Workspace.ID, id, "role", "must stay admin"); err != nil {
				return err
			}
		}
		set(&m.Name, patch.Name)
		set(&m.Role, patch.Role)
		if err := tx.UpdateMember(call.Workspace.ID, m); err != nil {
			return err
		}
		return s.core.Audit(tx, call, svcx.AuditMemberUpdate, "member", id)
	})
	return m, err
}

// unassignStep is how many conversations are read at once.
const unassignStep = 100

// RemoveMember removes a member; the user's sessions and other workspaces stay. Open
// conversations assigned to the member are unassigned one by one, with events, and all others
// without. It works in steps: after an error some may be unassigned although the member was
// not removed. The last admin cannot be removed.
func (s *Service) RemoveMember(ctx context.Context, call inbox.Call, id svcx.UserID) error {
	for {
		open, err := s.removeIdle(ctx, call, id)
		if err != nil || len(open) == 0 {
			return err
		}
		for _, c := range open {
			err := s.unassign(ctx, call, c, id)
			if err != nil && svcx.KindOf(err) != svcx.KindNotFound {
				return err
			}
		}
	}
}

// unassign unassigns a conversation if it is the member's.
func (s *Service) unassign(ctx context.Context, call inbox.Call, id svcx.ConversationID, from svcx.UserID) error {
	var c *svcx.Conversation
	return inbox.Apply(ctx, s.core, call, id, &c, func(u *inbox.Update) (bool, error) {
		if c = u.Conversation; c.AssignedTo == nil || *c.AssignedTo != from {
			return false, nil
		}
		u.Assign(nil)
		return true, nil
	})
}

// removeIdle removes a member without open conversations; otherwise it returns some of them
// and does nothing.
func (s *Service) removeIdle(ctx context.Context, call inbox.Call, id svcx.UserID) (open []svcx.ConversationID, err error) {
	err = s.db.Write(ctx, call.Workspace.ID, func(tx *store.Tx) error {
		if _, err := tx.Member(call.Workspace.ID, id); err != nil {
			return err
		}
		if err := keepAnAdmin(tx, call.Workspace.ID, id, "userId", "must not be the last admin's"); err != nil {
			return err
		}
		if open, err = tx.OpenAssignedTo(call.Workspace.ID, id, unassignStep); err != nil || len(open) > 0 {
			return err
		}
		n, err := tx.UnassignAll(call.Workspace.ID, id)
		if err != nil {
			return err
		}
		if n > 0 {
			if err := s.core.ShowReset(tx, call.Workspace.ID); err != nil {
				return err
			}
		}
		if err := tx.RemoveMember(call.Workspace.ID, id); err != nil {
			return err
		}
		return s.core.Audit(tx, call, svcx.AuditMemberRemove, "member", id)
	})
	return open, err
}

// keepAnAdmin refuses what would leave the workspace without an admin.
func keepAnAdmin(tx *store.Tx, ws svcx.WorkspaceID, but svcx.UserID, field, must string) error {
	all, err := tx.Members(ws)
	if err != nil {
		return err
	}
	admin := false
	for _, m := range all {
		if m.Role != svcx.RoleAdmin {
			continue
		}
		if m.ID != but {
			return nil
		}
		admin = true
	}
	if !admin {
		return nil
	}
	return svcx.Invalid(field, "%s: the workspace has no other admin", must)
}

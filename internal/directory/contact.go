package directory

import (
	"context"
	"strconv"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/store"
)

// Contacts lists contacts, newest first, or searches them (R 4.3, D 5).
func (s *Service) Contacts(ctx context.Context, w *svcx.Workspace, search string, page svcx.Page) (svcx.List[*svcx.Contact], error) {
	return s.db.Contacts(ctx, w.ID, search, page)
}

// ContactsAfter lists at most limit contacts of Contacts that follow one, and the one that
// the next page follows; nil at the end.
func (s *Service) ContactsAfter(ctx context.Context, w *svcx.Workspace, search string, after svcx.ContactID, limit int) (svcx.List[*svcx.Contact], *svcx.ContactID, error) {
	return s.db.ContactsAfter(ctx, w.ID, search, after, limit)
}

// Contact finds one contact.
func (s *Service) Contact(ctx context.Context, w *svcx.Workspace, id svcx.ContactID) (*svcx.Contact, error) {
	return s.db.Read(ctx).Contact(w.ID, id)
}

// CreateContact adds a contact. An external id or e-mail address that another contact has
// is a validation error naming the field and that contact's id (D 5).
func (s *Service) CreateContact(ctx context.Context, call inbox.Call, draft svcx.ContactDraft) (c *svcx.Contact, err error) {
	err = inbox.Write(ctx, s.core, call, &c, func(tx *store.Tx) error {
		if err := checkClash(tx, call.Workspace.ID, 0, draft.ExternalID, draft.Email); err != nil {
			return err
		}
		ids, err := tx.ReserveContacts(1)
		if err != nil {
			return err
		}
		now := s.core.Now()
		c = &svcx.Contact{
			ID: svcx.ContactID(ids[0]), Workspace: call.Workspace.ID, ExternalID: draft.ExternalID, Name: draft.Name, Email: draft.Email,
			CreatedAt: now, UpdatedAt: now,
		}
		return tx.InsertContacts(c)
	})
	return c, err
}

// UpdateContact changes what the patch sets. If nothing changes, updatedAt stays.
func (s *Service) UpdateContact(ctx context.Context, call inbox.Call, id svcx.ContactID, patch svcx.ContactPatch) (*svcx.Contact, error) {
	return s.EditContact(ctx, call, id, func(*svcx.Contact) (svcx.ContactPatch, error) { return patch, nil })
}

// EditContact is UpdateContact with a patch that depends on what the contact is in the
// transaction. edit may be called several times.
func (s *Service) EditContact(ctx context.Context, call inbox.Call, id svcx.ContactID, edit func(*svcx.Contact) (svcx.ContactPatch, error)) (c *svcx.Contact, err error) {
	err = s.db.Write(ctx, call.Workspace.ID, func(tx *store.Tx) error {
		if c, err = tx.Contact(call.Workspace.ID, id); err != nil {
			return err
		}
		patch, err := edit(c)
		if err != nil {
			return err
		}
		before := *c
		if patch.ExternalID != nil && *patch.ExternalID != c.ExternalID {
			c.ExternalID, c.ExternalIDDefaulted = *patch.ExternalID, false
		}
		if patch.Name != nil {
			c.Name = *patch.Name
		}
		if patch.Email != nil {
			c.Email = *patch.Email
		}
		if patch.Tags != nil {
			c.Tags = *patch.Tags
		}
		if inbox.SameContact(&before, c) {
			return nil
		}
		email := c.Email
		if email == before.Email {
			email = "" // two contacts may have it (see package refold)
		}
		if err := checkClash(tx, call.Workspace.ID, c.ID, c.ExternalID, email); err != nil {
			return err
		}
		c.UpdatedAt = max(s.core.Now(), c.UpdatedAt)
		return s.core.StoreContact(tx, c)
	})
	return c, err
}

// SetAvatar sets or, for "", clears a contact's avatar URL. A URL that cannot be an
// avatar's is a validation error; it is not fetched here (R 4.3, D 5).
func (s *Service) SetAvatar(ctx context.Context, call inbox.Call, id svcx.ContactID, url string) (c *svcx.Contact, err error) {
	if err := s.core.CheckAvatarURL(url); err != nil {
		return nil, svcx.Invalid("url", "%s", err.Error())
	}
	err = s.db.Write(ctx, call.Workspace.ID, func(tx *store.Tx) error {
		if c, err = tx.Contact(call.Workspace.ID, id); err != nil || c.AvatarURL == url {
			return err
		}
		c.AvatarURL, c.UpdatedAt = url, max(s.core.Now(), c.UpdatedAt)
		return s.core.StoreContact(tx, c)
	})
	return c, err
}

// BlockContact blocks or unblocks a contact. Messages of a blocked contact are not
// accepted; earlier ones stay. It is idempotent.
func (s *Service) BlockContact(ctx context.Context, call inbox.Call, id svcx.ContactID, blocked bool) (c *svcx.Contact, err error) {
	err = s.db.Write(ctx, call.Workspace.ID, func(tx *store.Tx) error {
		if c, err = tx.Contact(call.Workspace.ID, id); err != nil || blocked == (c.BlockedAt != nil) {
			return err
		}
		now, action := s.core.Now(), svcx.AuditContactUnblock
		c.BlockedAt = nil
		if blocked {
			c.BlockedAt, action = &now, svcx.AuditContactBlock
		}
		c.UpdatedAt = max(now, c.UpdatedAt)
		if err := s.core.StoreContact(tx, c); err != nil {
			return err
		}
		return s.core.Audit(tx, call, action, "contact", c.ID)
	})
	return c, err
}

// checkClash is a validation error naming the contact that has the external id or e-mail
// address. The writes of a workspace are serialized, so they stay free.
func checkClash(tx *store.Tx, ws svcx.WorkspaceID, self svcx.ContactID, externalID, email string) error {
	byExternalID, byEmail, err := tx.ContactClash(ws, self, externalID, email)
	switch {
	case err != nil:
		return err
	case byExternalID != 0:
		return svcx.Invalid("externalId", "must be unique in the workspace: contact %s has it", strconv.FormatInt(int64(byExternalID), 10))
	case byEmail != 0:
		return svcx.Invalid("email", "must be unique in the workspace: contact %s has it", strconv.FormatInt(int64(byEmail), 10))
	}
	return nil
}

// EraseContact erases a contact (D 6) with all that were merged into it, and everything that
// they wrote or that is known of them. Conversations stay with what agents wrote, without the
// contact. Calling it again before it is finished continues it.
func (s *Service) EraseContact(ctx context.Context, call inbox.Call, id svcx.ContactID) error {
	err := s.movingContacts(ctx, call, func(tx *store.Tx) error {
		c, err := tx.Contact(call.Workspace.ID, id)
		if svcx.KindOf(err) == svcx.KindNotFound {
			if erasing, failed := Erasing(tx, call.Workspace.ID, id); erasing || failed != nil {
				return failed
			}
		}
		if err != nil {
			return err
		}
		if err := DeleteContact(tx, c); err != nil {
			return err
		}
		if err := s.core.ShowReset(tx, call.Workspace.ID); err != nil {
			return err
		}
		return s.core.Audit(tx, call, svcx.AuditContactErase, "contact", id)
	})
	if err == nil {
		s.removal.RemoveTraces(ctx, call.Workspace.ID)
	}
	return err
}

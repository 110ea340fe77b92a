package inbox

import (
	"context"
	"strconv"

	"svcx"
	"svcx/internal/store"
)

// Contacts lists contacts, newest first, or searches them (R 4.3, D 5).
func (in *Inbox) Contacts(ctx context.Context, w *svcx.Workspace, search string, page svcx.Page) (svcx.List[*svcx.Contact], error) {
	return in.db.Contacts(ctx, w.ID, search, page)
}

// Contact finds one contact.
func (in *Inbox) Contact(ctx context.Context, w *svcx.Workspace, id svcx.ContactID) (*svcx.Contact, error) {
	return in.db.Read(ctx).Contact(w.ID, id)
}

// CreateContact adds a contact. An external id or e-mail address that another contact has
// is a validation error naming the field and that contact's id (D 5).
func (in *Inbox) CreateContact(ctx context.Context, call Call, draft svcx.ContactDraft) (c *svcx.Contact, err error) {
	err = write(ctx, in, call, &c, func(tx *store.Tx) error {
		if err := checkClash(tx, call.Workspace.ID, 0, draft.ExternalID, draft.Email); err != nil {
			return err
		}
		ids, err := tx.ReserveContacts(1)
		if err != nil {
			return err
		}
		now := in.Now()
		c = &svcx.Contact{
			ID: svcx.ContactID(ids[0]), Workspace: call.Workspace.ID, ExternalID: draft.ExternalID, Name: draft.Name, Email: draft.Email,
			CreatedAt: now, UpdatedAt: now,
		}
		return tx.InsertContacts(c)
	})
	return c, err
}

// UpdateContact changes what the patch sets. If nothing changes, updatedAt stays.
func (in *Inbox) UpdateContact(ctx context.Context, call Call, id svcx.ContactID, patch svcx.ContactPatch) (c *svcx.Contact, err error) {
	err = in.db.Write(ctx, call.Workspace.ID, func(tx *store.Tx) error {
		if c, err = tx.Contact(call.Workspace.ID, id); err != nil {
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
		if sameContact(&before, c) {
			return nil
		}
		email := c.Email
		if email == before.Email {
			email = "" // from before store.Refold two contacts may have it
		}
		if err := checkClash(tx, call.Workspace.ID, c.ID, c.ExternalID, email); err != nil {
			return err
		}
		c.UpdatedAt = max(in.Now(), c.UpdatedAt)
		return in.changeContact(tx, c)
	})
	return c, err
}

// SetAvatar sets or, for "", clears a contact's avatar URL. A URL that cannot be an
// avatar's is a validation error; it is not fetched here (R 4.3, D 5).
func (in *Inbox) SetAvatar(ctx context.Context, call Call, id svcx.ContactID, url string) (c *svcx.Contact, err error) {
	if err := in.checkAvatarURL(url); err != nil {
		return nil, svcx.Invalid("url", "%s", err.Error())
	}
	err = in.db.Write(ctx, call.Workspace.ID, func(tx *store.Tx) error {
		if c, err = tx.Contact(call.Workspace.ID, id); err != nil || c.AvatarURL == url {
			return err
		}
		c.AvatarURL, c.UpdatedAt = url, max(in.Now(), c.UpdatedAt)
		return in.changeContact(tx, c)
	})
	return c, err
}

// BlockContact blocks or unblocks a contact. Messages of a blocked contact are not
// accepted; earlier ones stay. It is idempotent.
func (in *Inbox) BlockContact(ctx context.Context, call Call, id svcx.ContactID, blocked bool) (c *svcx.Contact, err error) {
	err = in.db.Write(ctx, call.Workspace.ID, func(tx *store.Tx) error {
		if c, err = tx.Contact(call.Workspace.ID, id); err != nil || blocked == (c.BlockedAt != nil) {
			return err
		}
		now, action := in.Now(), svcx.AuditContactUnblock
		c.BlockedAt = nil
		if blocked {
			c.BlockedAt, action = &now, svcx.AuditContactBlock
		}
		c.UpdatedAt = max(now, c.UpdatedAt)
		if err := in.changeContact(tx, c); err != nil {
			return err
		}
		return in.audit(tx, call, action, "contact", c.ID)
	})
	return c, err
}

// maxContactChanges bounds the conversations on the live stream when their contact
// changes: the newest ones.
const maxContactChanges = 20

// changeContact stores a contact and publishes changes of its conversations.
func (in *Inbox) changeContact(tx *store.Tx, c *svcx.Contact) error {
	if err := tx.UpdateContact(c); err != nil {
		return err
	}
	conversations, err := tx.ConversationsOfContact(c.Workspace, c.ID, maxContactChanges)
	if err != nil {
		return err
	}
	return in.ShowConversations(tx, c.Workspace, conversations...)
}

func sameContact(a, b *svcx.Contact) bool {
	if len(a.Tags) != len(b.Tags) {
		return false
	}
	for i := range a.Tags {
		if a.Tags[i] != b.Tags[i] {
			return false
		}
	}
	return a.ExternalID == b.ExternalID && a.Name == b.Name && a.Email == b.Email
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

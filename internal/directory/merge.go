package directory

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/store"
)

// MergeContact merges a contact into another, which takes over its conversations, its tags
// and, where it has none, its external id, name, e-mail address and avatar. From then on the
// merged contact's id, external id and address identify the other contact. A merge can be
// undone.
//
// It is idempotent. A contact that is itself merged can be neither side, and a contact has at
// most svcx.MaxAliasBytes of aliases; both are validation errors naming into.
func (s *Service) MergeContact(ctx context.Context, call inbox.Call, id, into svcx.ContactID) (c *svcx.Contact, err error) {
	err = s.movingContacts(ctx, call, func(tx *store.Tx) error {
		merged, err := tx.ContactRow(call.Workspace.ID, id)
		if err != nil {
			return err
		}
		if c, err = tx.ContactRow(call.Workspace.ID, into); err != nil {
			return inbox.Missing(err, "into", "a contact")
		}
		if merged.MergedInto != nil && *merged.MergedInto == into && id != into {
			c, err = tx.Contact(call.Workspace.ID, into)
			return err
		}
		now := s.core.Now()
		undo, err := joinIfAllowed(merged, c)
		if err != nil {
			return err
		}
		c.UpdatedAt = max(now, c.UpdatedAt)
		if err := tx.PutMerge(merged, c, undo, now); err != nil {
			return err
		}
		return s.core.Audit(tx, call, svcx.AuditContactMerge, "contact", id, "into", into)
	})
	if err == nil {
		s.removal.RemoveTraces(ctx, call.Workspace.ID)
	}
	return c, err
}

// joinIfAllowed is join; the error is why the contacts cannot be merged.
func joinIfAllowed(merged, into *svcx.Contact) (undo store.MergeUndo, err error) {
	switch {
	case merged.ID == into.ID:
		return undo, svcx.Invalid("into", "must be another contact")
	case merged.MergedInto != nil:
		return undo, svcx.Invalid("into", "must be left as it is: contact %d is merged into contact %d, which must be undone first", merged.ID, *merged.MergedInto)
	case into.MergedInto != nil:
		return undo, svcx.Invalid("into", "must be a contact that is not merged itself: contact %d is merged into contact %d", into.ID, *into.MergedInto)
	}
	undo = join(merged, into)
	if len(strings.Join(into.Aliases, "")) > svcx.MaxAliasBytes {
		return undo, svcx.Invalid("into", "must have at most %d KiB of names together with those of all that are merged into it", svcx.MaxAliasBytes>>10)
	}
	return undo, nil
}

// join copies to into what it has not. Unique values move.
func join(merged, into *svcx.Contact) store.MergeUndo {
	undo := store.MergeUndo{Merged: identity(merged), Before: identity(into)}
	into.Aliases = append(into.Aliases, names(merged)...)
	if (into.ExternalID == "" || into.ExternalIDDefaulted) && merged.ExternalID != "" && !merged.ExternalIDDefaulted {
		into.ExternalID, into.ExternalIDDefaulted = merged.ExternalID, false
		merged.ExternalID = ""
	}
	if into.Email == "" && merged.Email != "" {
		into.Email, merged.Email = merged.Email, ""
	}
	if into.Name == "" {
		into.Name = merged.Name
	}
	if into.AvatarURL == "" {
		into.AvatarURL = merged.AvatarURL
	}
	for _, tag := range merged.Tags {
		if len(into.Tags) < svcx.MaxTags && !hasTag(into.Tags, tag) {
			into.Tags = append(into.Tags, tag)
			undo.Tags = append(undo.Tags, tag)
		}
	}
	undo.After = identity(into)
	return undo
}

func hasTag(tags []string, tag string) bool {
	key := svcx.FoldCase(tag)
	return slices.ContainsFunc(tags, func(t string) bool { return svcx.FoldCase(t) == key })
}

// names are the names by which searches find a contact, including its aliases.
func names(c *svcx.Contact) (all []string) {
	for _, name := range append([]string{c.Name, c.Email, c.ExternalID}, c.Aliases...) {
		if name != "" {
			all = append(all, name)
		}
	}
	return all
}

func identity(c *svcx.Contact) store.Identity {
	return store.Identity{
		ExternalID: c.ExternalID, ExternalIDDefaulted: c.ExternalIDDefaulted, Name: c.Name, Email: c.Email, AvatarURL: c.AvatarURL,
	}
}

// UnmergeContact undoes the merge of a contact. It is restored as it was, with the
// conversations that moved; later ones stay with the other contact. What the merge copied to
// the other contact is removed there unless it was changed since. In a chain of merges the
// last one must be undone first. A contact that is not merged is returned as it is.
func (s *Service) UnmergeContact(ctx context.Context, call inbox.Call, id svcx.ContactID) (c *svcx.Contact, err error) {
	err = s.movingContacts(ctx, call, func(tx *store.Tx) error {
		if c, err = tx.ContactRow(call.Workspace.ID, id); err != nil || c.MergedInto == nil {
			return err
		}
		into, err := tx.ContactRow(call.Workspace.ID, *c.MergedInto)
		if err != nil {
			return err
		}
		if into.MergedInto != nil {
			return &svcx.Error{Kind: svcx.KindConflict, Message: "contact " + strconv.FormatInt(int64(into.ID), 10) + ", which it was merged into, is itself merged: undo that first"}
		}
		if err := part(tx.Reads, c, into); err != nil {
			return err
		}
		into.UpdatedAt = max(s.core.Now(), into.UpdatedAt)
		if err := tx.EndMerge(c, into); err != nil {
			return err
		}
		return s.core.Audit(tx, call, svcx.AuditContactUnmerge, "contact", id, "from", into.ID)
	})
	if err == nil {
		s.removal.RemoveTraces(ctx, call.Workspace.ID)
	}
	return c, err
}

// part gives both contacts of a merge what they have once it is undone.
func part(r store.Reads, merged, into *svcx.Contact) error {
	undo, err := r.MergeUndo(merged.Workspace, merged.ID)
	if err != nil {
		return err
	}
	takeBack(into, undo)
	if err := giveBack(r, merged, into, undo.Merged); err != nil {
		return err
	}
	into.Aliases, err = aliasesWithout(r, into, merged.ID)
	return err
}

// takeBack removes what the merge copied to into and has not changed since.
func takeBack(into *svcx.Contact, undo store.MergeUndo) {
	before, after := undo.Before, undo.After
	if into.ExternalID == after.ExternalID && into.ExternalIDDefaulted == after.ExternalIDDefaulted {
		into.ExternalID, into.ExternalIDDefaulted = before.ExternalID, before.ExternalIDDefaulted
	}
	for _, v := range []struct {
		now           *string
		before, after string
	}{{&into.Name, before.Name, after.Name}, {&into.Email, before.Email, after.Email}, {&into.AvatarURL, before.AvatarURL, after.AvatarURL}} {
		if *v.now == v.after {
			*v.now = v.before
		}
	}
	into.Tags = slices.DeleteFunc(into.Tags, func(tag string) bool { return slices.Contains(undo.Tags, tag) })
}

// giveBack restores the external id and the address of a contact, unless another contact now
// has them.
func giveBack(r store.Reads, c, into *svcx.Contact, had store.Identity) error {
	byExternalID, byEmail, err := r.ContactClash(c.Workspace, c.ID, had.ExternalID, had.Email)
	if err != nil {
		return err
	}
	if byExternalID == 0 || byExternalID == into.ID && into.ExternalID != had.ExternalID {
		c.ExternalID, c.ExternalIDDefaulted = had.ExternalID, had.ExternalIDDefaulted
	}
	if byEmail == 0 || byEmail == into.ID && svcx.EmailKey(into.Email) != svcx.EmailKey(had.Email) {
		c.Email = had.Email
	}
	return nil
}

// aliasesWithout are the aliases of a contact without those of one merged contact.
func aliasesWithout(r store.Reads, into *svcx.Contact, unmerged svcx.ContactID) (aliases []string, err error) {
	all, err := r.MergedContacts(into.Workspace, into.ID)
	for i := range all {
		if all[i].ID != unmerged {
			aliases = append(aliases, names(&all[i].Contact)...)
		}
	}
	return aliases, err
}

// MergedContacts lists the contacts that were merged into a contact, oldest merge first.
func (s *Service) MergedContacts(ctx context.Context, w *svcx.Workspace, c *svcx.Contact) ([]svcx.MergedContact, error) {
	return s.db.Read(ctx).MergedContacts(w.ID, c.ID)
}

// movingContacts runs a change that moves conversations to another contact, after earlier
// ones are finished.
func (s *Service) movingContacts(ctx context.Context, call inbox.Call, fn func(*store.Tx) error) error {
	var moving bool
	attempt := func() error {
		return s.db.Write(ctx, call.Workspace.ID, func(tx *store.Tx) (err error) {
			if moving, err = tx.MovingContacts(call.Workspace.ID); err != nil || moving {
				return err
			}
			return fn(tx)
		})
	}
	err := attempt()
	if err == nil && moving {
		s.removal.RemoveTraces(ctx, call.Workspace.ID)
		err = attempt()
	}
	if err == nil && moving {
		return &svcx.Error{Kind: svcx.KindConflict, Message: "another merge is still running, try again"}
	}
	return err
}

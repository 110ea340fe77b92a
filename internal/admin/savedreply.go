package admin

import (
	"context"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/store"
)

// SavedReplies lists the workspace's saved replies, oldest first.
func (s *Service) SavedReplies(ctx context.Context, w *svcx.Workspace, page svcx.Page) (svcx.List[*svcx.SavedReply], error) {
	return s.db.SavedReplies(ctx, w.ID, page)
}

// SavedReply finds one saved reply.
func (s *Service) SavedReply(ctx context.Context, w *svcx.Workspace, id svcx.SavedReplyID) (*svcx.SavedReply, error) {
	return s.db.Read(ctx).SavedReply(w.ID, id)
}

// CreateSavedReply adds a saved reply. A shortcut that another saved reply has, without regard
// to case, is a validation error naming the field and that reply's id; so is one reply too
// many.
func (s *Service) CreateSavedReply(ctx context.Context, call inbox.Call, draft svcx.SavedReplyDraft) (r *svcx.SavedReply, err error) {
	err = inbox.Write(ctx, s.core, call, &r, func(tx *store.Tx) error {
		r = &svcx.SavedReply{Workspace: call.Workspace.ID, Title: draft.Title, Content: draft.Content, Shortcut: draft.Shortcut}
		if err := checkShortcut(tx, r); err != nil {
			return err
		}
		all, err := tx.SavedReplies(call.Workspace.ID)
		if err != nil {
			return err
		}
		if len(all) >= svcx.MaxSavedReplies {
			return svcx.Invalid("title", "cannot be added: a workspace has at most %d saved replies", svcx.MaxSavedReplies)
		}
		if err := checkTotal("content", svcx.MaxSavedReplyBytes, all, replyBytes, len(r.Content), 0); err != nil {
			return err
		}
		return tx.InsertSavedReply(r)
	})
	return r, err
}

func replyBytes(r *svcx.SavedReply) int { return len(r.Content) }

// UpdateSavedReply changes what the patch sets. Errors are those of CreateSavedReply.
func (s *Service) UpdateSavedReply(ctx context.Context, call inbox.Call, id svcx.SavedReplyID, patch svcx.SavedReplyPatch) (*svcx.SavedReply, error) {
	return s.EditSavedReply(ctx, call, id, func(*svcx.SavedReply) (svcx.SavedReplyPatch, error) { return patch, nil })
}

// EditSavedReply is UpdateSavedReply with a patch that depends on what the saved reply is in
// the transaction. edit may be called several times.
func (s *Service) EditSavedReply(ctx context.Context, call inbox.Call, id svcx.SavedReplyID, edit func(*svcx.SavedReply) (svcx.SavedReplyPatch, error)) (r *svcx.SavedReply, err error) {
	err = s.db.Write(ctx, call.Workspace.ID, func(tx *store.Tx) error {
		if r, err = tx.SavedReply(call.Workspace.ID, id); err != nil {
			return err
		}
		patch, err := edit(r)
		if err != nil {
			return err
		}
		set(&r.Title, patch.Title)
		if patch.Content != nil {
			all, err := tx.SavedReplies(call.Workspace.ID)
			if err != nil {
				return err
			}
			if err := checkTotal("content", svcx.MaxSavedReplyBytes, all, replyBytes, len(*patch.Content), len(r.Content)); err != nil {
				return err
			}
			r.Content = *patch.Content
		}
		if patch.Shortcut != nil && *patch.Shortcut != r.Shortcut {
			r.Shortcut = *patch.Shortcut
			if err := checkShortcut(tx, r); err != nil {
				return err
			}
		}
		return tx.UpdateSavedReply(r)
	})
	return r, err
}

// DeleteSavedReply deletes a saved reply.
func (s *Service) DeleteSavedReply(ctx context.Context, call inbox.Call, id svcx.SavedReplyID) error {
	return s.db.Write(ctx, call.Workspace.ID, func(tx *store.Tx) error { return tx.DeleteSavedReply(call.Workspace.ID, id) })
}

// checkShortcut is a validation error naming the saved reply that has the shortcut.
func checkShortcut(tx *store.Tx, r *svcx.SavedReply) error {
	if r.Shortcut == "" {
		return nil
	}
	owner, err := tx.SavedReplyByShortcut(r.Workspace, r.Shortcut)
	if err != nil || owner == nil || owner.ID == r.ID {
		return err
	}
	return svcx.Invalid("shortcut", "must be unique in the workspace: saved reply %d has it", owner.ID)
}

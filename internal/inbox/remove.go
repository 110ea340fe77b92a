package inbox

import (
	"context"
	"strconv"
	"time"

	"svcx"
	"svcx/internal/store"
)

// What is deleted is gone for everybody with the first transaction. The rest of
// it follows in small steps, which only the caller waits for, and which the next
// round of clearing up finishes where a caller goes away or a node dies.

// Pictures forgets what this node has cached of outside media.
type Pictures interface {
	Forget(ws svcx.WorkspaceID, url string) error
}

// DeleteConversation deletes a conversation with its messages, their versions and
// files, its ratings, participants, field values and history, and the events of
// it that wait; no event tells of it. A repeat of one of its messages is still
// one; a new message on its external id begins a new conversation.
func (in *Inbox) DeleteConversation(ctx context.Context, w *svcx.Workspace, actor svcx.Actor, id svcx.ConversationID) error {
	err := in.db.Write(ctx, w.ID, func(tx *store.Tx) error {
		c, err := tx.Conversation(w.ID, id)
		if err != nil {
			return err
		}
		if err := tx.DeleteConversation(c); err != nil {
			return err
		}
		if err := in.showAnew(tx, w.ID); err != nil {
			return err
		}
		target := "conversation/" + strconv.FormatInt(int64(id), 10)
		return tx.InsertAudit(&svcx.AuditEntry{Workspace: w.ID, Actor: actor, Action: svcx.AuditConversationDelete, Target: target, At: in.Now()})
	})
	if err == nil {
		in.removeTraces(ctx, w.ID)
	}
	return err
}

// EraseContact erases a person (D 6): the contact, all that were merged
// into it, and everything that they wrote or that is kept of them. Conversations
// stay, without it, with what the agents wrote. Asking again while that is not
// finished goes on with it.
func (in *Inbox) EraseContact(ctx context.Context, w *svcx.Workspace, actor svcx.Actor, id svcx.ContactID) error {
	err := in.movingContacts(ctx, w, func(tx *store.Tx) error {
		c, err := tx.Contact(w.ID, id)
		if svcx.KindOf(err) == svcx.KindNotFound {
			if erasing, failed := tx.Erasing(w.ID, id); erasing || failed != nil {
				return failed
			}
		}
		if err != nil {
			return err
		}
		if err := tx.DeleteContact(c); err != nil {
			return err
		}
		if err := in.showAnew(tx, w.ID); err != nil {
			return err
		}
		return in.auditContact(tx, w.ID, actor, svcx.AuditContactErase, id)
	})
	if err == nil {
		in.removeTraces(ctx, w.ID)
	}
	return err
}

// removeTraces removes what is left of things that are gone. It is no failure of
// the caller's where that is not finished: finishRemovals goes on with it.
// Those who look read anew when something is finished.
func (in *Inbox) removeTraces(ctx context.Context, ws svcx.WorkspaceID) {
	media := func(m *svcx.Message) []string { return mediaRefs([]svcx.Message{*m}) }
	shownAnew := func(tx *store.Tx) error { return in.showAnew(tx, ws) }
	if err := in.db.Remove(ctx, ws, media, shownAnew); err != nil && ctx.Err() == nil {
		in.log.Warn("removing what is left of something that was deleted", "workspace", ws, "error", err)
	}
	in.emptyBin(ctx, callerBinTime)
}

// finishRemovals goes on where a node died or a caller went away, and overwrites
// what was erased since it was run last: nobody waits for that, since it takes as
// long as the text index is large, and once serves for many.
func (in *Inbox) finishRemovals(ctx context.Context) {
	unfinished, err := in.db.Removals(ctx)
	if err != nil && ctx.Err() == nil {
		in.log.Warn("looking for unfinished removals", "error", err)
	}
	for _, ws := range unfinished {
		in.removeTraces(ctx, ws)
		err := in.db.Purge(ctx, ws)
		if err != nil && ctx.Err() == nil {
			in.log.Warn("overwriting what was erased", "workspace", ws, "error", err)
		}
		if svcx.KindOf(err) == svcx.KindUnavailable {
			break // the others would take as long to fail
		}
	}
	in.emptyBin(ctx, binTime)
}

const (
	// binStep is how many discards are looked at in one go.
	binStep = 100
	// binTime bounds a round: where each blob takes its whole time to fail, what
	// else is done in the background must not wait for all of them.
	binTime = 2 * time.Minute
	// callerBinTime is that of who has deleted something and waits: what is left
	// the next round removes.
	callerBinTime = 10 * time.Second
)

// emptyBin removes blobs and cached pictures that nothing refers to any more. One
// that cannot be removed now is tried again with the next round; the log has one
// line for all of them.
func (in *Inbox) emptyBin(ctx context.Context, most time.Duration) {
	ctx, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	failed, last := 0, error(nil)
	for after := int64(0); ctx.Err() == nil; {
		all, err := in.db.PendingDeletions(ctx, after, binStep)
		if err != nil && ctx.Err() == nil {
			in.log.Warn("looking for what is to be removed", "error", err)
		}
		for _, d := range all {
			after = d.ID
			err := in.deletePending(ctx, d)
			if err == nil {
				err = in.db.Write(ctx, d.Workspace, func(tx *store.Tx) error { return tx.EndPendingDeletion(d) })
			}
			if err != nil && ctx.Err() == nil {
				failed, last = failed+1, err
			}
		}
		if len(all) < binStep {
			break
		}
	}
	if failed > 0 {
		in.log.Warn("removing stored files or cached pictures; it is tried again", "failed", failed, "error", last)
	}
}

func (in *Inbox) deletePending(ctx context.Context, d store.PendingDeletion) error {
	switch {
	case d.Kind == store.PendingBlob && in.blobs != nil:
		return in.blobs.Delete(ctx, d.Name)
	case d.Kind == store.PendingPicture && in.pictures != nil:
		return in.pictures.Forget(d.Workspace, d.Name)
	}
	return nil
}

// deleteUnusedFiles removes uploads that no message has shown while their address
// was good.
func (in *Inbox) deleteUnusedFiles(ctx context.Context, now svcx.Time) {
	for {
		unused, err := in.db.UnusedFiles(ctx, now.Add(-svcx.UnusedFileLife), binStep)
		for _, f := range unused {
			if err == nil {
				err = in.db.Write(ctx, f.Workspace, func(tx *store.Tx) error { return tx.DeleteUnusedFile(f) })
			}
		}
		if err != nil && ctx.Err() == nil {
			in.log.Warn("removing uploads that were never sent", "error", err)
		}
		if err != nil || len(unused) < binStep {
			return
		}
	}
}

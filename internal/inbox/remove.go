package inbox

import (
	"context"
	"time"

	"svcx"
	"svcx/internal/directory"
	"svcx/internal/links"
	"svcx/internal/store"
)

// The first transaction of a deletion makes the thing invisible. Its remains are removed in
// small steps, which only the caller waits for. If the caller goes away or the node dies,
// finishRemovals continues.

// Pictures is this node's cache of external media.
type Pictures interface {
	Forget(ws svcx.WorkspaceID, url string) error
}

// DeleteConversation deletes a conversation with its messages, their versions and files, its
// rating, participants, field values and history, and its waiting deliveries. It sends no
// event. A duplicate of one of its messages is still a duplicate; a new message with its
// external id creates a new conversation.
func (in *Inbox) DeleteConversation(ctx context.Context, call Call, id svcx.ConversationID) error {
	err := in.db.Write(ctx, call.Workspace.ID, func(tx *store.Tx) error {
		c, err := tx.Conversation(call.Workspace.ID, id)
		if err != nil {
			return err
		}
		if err := tx.DeleteConversation(c); err != nil {
			return err
		}
		if err := in.ShowReset(tx, call.Workspace.ID); err != nil {
			return err
		}
		return in.audit(tx, call, svcx.AuditConversationDelete, "conversation", id)
	})
	if err == nil {
		in.removeTraces(ctx, call.Workspace.ID)
	}
	return err
}

// EraseContact erases a contact (D 6) with all that were merged into it, and everything that
// they wrote or that is known of them. Conversations stay with what agents wrote, without the
// contact. Calling it again before it is finished continues it.
func (in *Inbox) EraseContact(ctx context.Context, call Call, id svcx.ContactID) error {
	err := in.movingContacts(ctx, call, func(tx *store.Tx) error {
		c, err := tx.Contact(call.Workspace.ID, id)
		if svcx.KindOf(err) == svcx.KindNotFound {
			if erasing, failed := directory.Erasing(tx, call.Workspace.ID, id); erasing || failed != nil {
				return failed
			}
		}
		if err != nil {
			return err
		}
		if err := directory.DeleteContact(tx, c); err != nil {
			return err
		}
		if err := in.ShowReset(tx, call.Workspace.ID); err != nil {
			return err
		}
		return in.audit(tx, call, svcx.AuditContactErase, "contact", id)
	})
	if err == nil {
		in.removeTraces(ctx, call.Workspace.ID)
	}
	return err
}

// removeTraces removes the remains of deleted things. Failing is not an error of the caller:
// finishRemovals continues. Clients reload when something is finished.
func (in *Inbox) removeTraces(ctx context.Context, ws svcx.WorkspaceID) {
	media := func(m *svcx.Message) []string { return links.MediaRefs([]svcx.Message{*m}) }
	reset := func(tx *store.Tx) error { return in.ShowReset(tx, ws) }
	if err := in.db.Remove(ctx, ws, media, directory.Erase, reset); err != nil && ctx.Err() == nil {
		in.log.Warn("removing the remains of deleted things failed", "workspace", ws, "error", err)
	}
	in.collectPending(ctx, callerCollectTime)
}

// finishRemovals continues removals of nodes that died and callers that went away, and
// overwrites what was erased since the last time. That is done in the background, since it
// takes longer the larger the text index is, and once for many erasures.
func (in *Inbox) finishRemovals(ctx context.Context) {
	unfinished, err := in.db.Read(ctx).Removals()
	if err != nil && ctx.Err() == nil {
		in.log.Warn("reading unfinished removals failed", "error", err)
	}
	for _, ws := range unfinished {
		in.removeTraces(ctx, ws)
		err := in.db.Purge(ctx, ws)
		if err != nil && ctx.Err() == nil {
			in.log.Warn("overwriting erased data failed", "workspace", ws, "error", err)
		}
		if svcx.KindOf(err) == svcx.KindUnavailable {
			break // the others would take as long to fail
		}
	}
	in.collectPending(ctx, collectTime)
}

const (
	// collectStep is how many pending deletions are read at once.
	collectStep = 100
	// collectTime bounds a round: if each blob takes long to fail, other background work
	// must not wait for all of them.
	collectTime = 2 * time.Minute
	// callerCollectTime bounds it for a caller that waits. The next round does the rest.
	callerCollectTime = 10 * time.Second
)

// collectPending deletes blobs and cached pictures that nothing refers to. Failures are retried
// in the next round and logged as one line.
func (in *Inbox) collectPending(ctx context.Context, most time.Duration) {
	ctx, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	failed, last := 0, error(nil)
	for after := int64(0); ctx.Err() == nil; {
		all, err := in.db.Read(ctx).PendingDeletions(after, collectStep)
		if err != nil && ctx.Err() == nil {
			in.log.Warn("reading pending deletions failed", "error", err)
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
		if len(all) < collectStep {
			break
		}
	}
	if failed > 0 {
		in.log.Warn("deleting stored files or cached pictures failed, retrying later", "failed", failed, "error", last)
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

// deleteUnusedFiles deletes uploads that no message refers to and whose URL has expired.
func (in *Inbox) deleteUnusedFiles(ctx context.Context, now svcx.Time) {
	for {
		unused, err := in.db.Read(ctx).UnusedFiles(now.Add(-svcx.UnusedFileLife), collectStep)
		for _, f := range unused {
			if err == nil {
				err = in.db.Write(ctx, f.Workspace, func(tx *store.Tx) error { return tx.DeleteUnusedFile(f) })
			}
		}
		if err != nil && ctx.Err() == nil {
			in.log.Warn("deleting unused uploads failed", "error", err)
		}
		if err != nil || len(unused) < collectStep {
			return
		}
	}
}

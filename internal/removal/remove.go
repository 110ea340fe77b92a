package removal

import (
	"context"
	"time"

	"svcx"
	"svcx/internal/directory"
	"svcx/internal/links"
	"svcx/internal/store"
)

// The first transaction of a deletion makes the thing invisible. Its remains are removed in
// small steps, which the caller waits for. They go on if the caller goes away: an erasure
// that ended with its client's connection left texts of the contact readable until the next
// round. If they fail or the node dies, Run continues, on this node or another.

// Pictures is this node's cache of external media.
type Pictures interface {
	Forget(ws svcx.WorkspaceID, url string) error
}

// RemoveTraces removes the remains of what was deleted before the call. It returns when that
// is done or ctx ends; the removal goes on. Failing is not an error of the caller. Clients
// reload when something is finished.
func (s *Service) RemoveTraces(ctx context.Context, ws svcx.WorkspaceID) {
	select {
	case <-s.beginPass(ws):
	case <-ctx.Done():
	}
}

// beginPass begins a pass over the removals of a workspace, after the one that is running,
// and returns its end. A node runs one at a time, for all that wait for it.
func (s *Service) beginPass(ws svcx.WorkspaceID) <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	next, running := s.passes[ws]
	if next != nil {
		return next
	}
	end := make(chan struct{})
	if s.alive.Err() != nil {
		// The service ends; the next start continues.
		close(end)
		return end
	}
	if running {
		s.passes[ws] = end
		return end
	}
	s.passes[ws] = nil
	s.working.Go(func() { s.runPasses(ws, end) })
	return end
}

// runPasses runs passes until none waits.
func (s *Service) runPasses(ws svcx.WorkspaceID, end chan struct{}) {
	for end != nil {
		s.pass(s.alive, ws)
		close(end)
		s.mu.Lock()
		if end = s.passes[ws]; end != nil {
			s.passes[ws] = nil
		} else {
			delete(s.passes, ws)
		}
		s.mu.Unlock()
	}
}

// indexTime bounds how long the answer to an erasure waits for the text index. It takes
// longer only if the index is far behind, as when it is built.
const indexTime = 10 * time.Second

func (s *Service) pass(ctx context.Context, ws svcx.WorkspaceID) {
	media := func(m *svcx.Message) []string { return links.MediaRefs([]svcx.Message{*m}) }
	reset := func(tx *store.Tx) error { return s.core.ShowReset(tx, ws) }
	erased := false
	erase := func(r *store.Remover, removal *store.Removal) (bool, error) {
		erased = true
		return directory.Erase(r, removal)
	}
	if err := s.db.Remove(ctx, ws, media, erase, reset); err != nil && ctx.Err() == nil {
		s.log.Warn("removing the remains of deleted things failed", "workspace", ws, "error", err)
	}
	if erased {
		// Searches would find the words until the index is next brought up to date.
		wait, cancel := context.WithTimeout(ctx, indexTime)
		defer cancel()
		if err := s.db.Index.Update(wait, ws); err != nil && wait.Err() == nil {
			s.log.Warn("removing erased words from the text index failed", "workspace", ws, "error", err)
		}
	}
	s.collectPending(ctx, callerCollectTime)
}

// resume continues removals that nobody runs.
func (s *Service) resume(ctx context.Context) {
	for _, ws := range s.unfinished(ctx) {
		s.RemoveTraces(ctx, ws)
	}
}

// unfinished lists the workspaces in which something is left to remove.
func (s *Service) unfinished(ctx context.Context) []svcx.WorkspaceID {
	unfinished, err := s.db.Read(ctx).Removals()
	if err != nil && ctx.Err() == nil {
		s.log.Warn("reading unfinished removals failed", "error", err)
	}
	return unfinished
}

// FinishRemovals continues removals, and overwrites what was erased since the last time.
// That is done in the background, since it takes longer the larger the text index is, and
// once for many erasures.
func (s *Service) FinishRemovals(ctx context.Context) {
	for _, ws := range s.unfinished(ctx) {
		s.RemoveTraces(ctx, ws)
		err := s.db.Purge(ctx, ws)
		if err != nil && ctx.Err() == nil {
			s.log.Warn("overwriting erased data failed", "workspace", ws, "error", err)
		}
		if svcx.KindOf(err) == svcx.KindUnavailable {
			break // the others would take as long to fail
		}
	}
	s.collectPending(ctx, collectTime)
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
func (s *Service) collectPending(ctx context.Context, most time.Duration) {
	ctx, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	failed, last := 0, error(nil)
	for after := int64(0); ctx.Err() == nil; {
		all, err := s.db.Read(ctx).PendingDeletions(after, collectStep)
		if err != nil && ctx.Err() == nil {
			s.log.Warn("reading pending deletions failed", "error", err)
		}
		for _, d := range all {
			after = d.ID
			err := s.deletePending(ctx, d)
			if err == nil {
				err = s.db.Write(ctx, d.Workspace, func(tx *store.Tx) error { return tx.EndPendingDeletion(d) })
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
		s.log.Warn("deleting stored files or cached pictures failed, retrying later", "failed", failed, "error", last)
	}
}

func (s *Service) deletePending(ctx context.Context, d store.PendingDeletion) error {
	switch {
	case d.Kind == store.PendingBlob && s.blobs != nil:
		return s.blobs.Delete(ctx, d.Name)
	case d.Kind == store.PendingPicture && s.pictures != nil:
		return s.pictures.Forget(d.Workspace, d.Name)
	}
	return nil
}

// deleteUnusedFiles deletes uploads that no message refers to and whose URL has expired.
func (s *Service) deleteUnusedFiles(ctx context.Context, now svcx.Time) {
	for {
		unused, err := s.db.Read(ctx).UnusedFiles(now.Add(-svcx.UnusedFileLife), collectStep)
		for _, f := range unused {
			if err == nil {
				err = s.db.Write(ctx, f.Workspace, func(tx *store.Tx) error { return tx.DeleteUnusedFile(f) })
			}
		}
		if err != nil && ctx.Err() == nil {
			s.log.Warn("deleting unused uploads failed", "error", err)
		}
		if err != nil || len(unused) < collectStep {
			return
		}
	}
}

package identity

import (
	"context"
	"sync"

	"svcx"
	"svcx/internal/store"
)

// MemberBy finds the member whom a session makes its user in the workspace, and notes that they
// were there. It is NotFound if the user is no member, and if the session is of another
// workspace alone.
func (s *Service) MemberBy(ctx context.Context, w *svcx.Workspace, session *svcx.Session) (*svcx.Member, error) {
	if !session.Opens(w.ID) {
		return nil, svcx.NotFound("member")
	}
	m, err := s.Member(ctx, w, session.User.ID)
	if err == nil {
		s.present.note(presence{w.ID, m.ID}, s.core.Now())
	}
	return m, err
}

// Presences lists when the members of the workspace joined and were last there, including what
// this node has not written yet. What it knows of an earlier membership does not count.
func (s *Service) Presences(ctx context.Context, w *svcx.Workspace) (map[svcx.UserID]svcx.MemberPresence, error) {
	return s.PresencesIn(s.db.Read(ctx), w.ID)
}

// PresencesIn is Presences in a transaction.
func (s *Service) PresencesIn(r store.Reads, ws svcx.WorkspaceID) (map[svcx.UserID]svcx.MemberPresence, error) {
	all, err := store.PeopleOf(r).Presences(ws)
	for id, p := range all {
		if at := s.present.last(presence{ws, id}); at >= p.JoinedAt && at > 0 && (p.LastSeenAt == nil || *p.LastSeenAt < at) {
			p.LastSeenAt = &at
			all[id] = p
		}
	}
	return all, err
}

// LinkTo creates a sign-in link for a member of the workspace, which another member passes on:
// nobody has shown that it reaches the address. The session that it begins is of this workspace
// alone, so that an admin cannot get into a user's other workspaces by inviting them. The link
// works until the member has been in the workspace, or is none any more.
func (s *Service) LinkTo(tx *store.Tx, w *svcx.Workspace, m *svcx.Member) (LoginLink, error) {
	return s.insertLink(tx, m.ID, m.Email, inboxPage(w.Slug), &w.ID)
}

// isInvited reports whether a user is a member of the workspace who was never there: for nobody
// else is a link that is passed on.
func (s *Service) isInvited(tx *store.Tx, ws svcx.WorkspaceID, user svcx.UserID) (bool, error) {
	all, err := s.PresencesIn(tx.Reads, ws)
	p, member := all[user]
	return member && p.Invited(), err
}

// presence is a member in a workspace.
type presence struct {
	workspace svcx.WorkspaceID
	user      svcx.UserID
}

// presenceUse holds when members were last in their workspaces, and what of that is not written
// yet. A time is written at most every seenInterval.
type presenceUse struct {
	mu   sync.Mutex
	seen map[presence]svcx.Time
	// written are the times that were written last.
	written map[presence]svcx.Time
}

func newPresenceUse() *presenceUse {
	return &presenceUse{seen: make(map[presence]svcx.Time), written: make(map[presence]svcx.Time)}
}

func (u *presenceUse) note(p presence, at svcx.Time) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if at < u.written[p].Add(seenInterval) {
		return
	}
	u.seen[p] = max(u.seen[p], at)
}

func (u *presenceUse) last(p presence) svcx.Time {
	u.mu.Lock()
	defer u.mu.Unlock()
	return max(u.seen[p], u.written[p])
}

// take returns what is to be written, as if it were.
func (u *presenceUse) take() map[presence]svcx.Time {
	u.mu.Lock()
	defer u.mu.Unlock()
	seen := u.seen
	u.seen = make(map[presence]svcx.Time)
	for p, at := range seen {
		u.written[p] = at
	}
	return seen
}

// restore puts back what could not be written.
func (u *presenceUse) restore(seen map[presence]svcx.Time) {
	u.mu.Lock()
	defer u.mu.Unlock()
	for p, at := range seen {
		u.seen[p] = max(u.seen[p], at)
		delete(u.written, p)
	}
}

// writePresence stores when members were last in their workspaces.
func (s *Service) writePresence(ctx context.Context) {
	seen := s.present.take()
	if len(seen) == 0 {
		return
	}
	err := s.db.Write(ctx, store.AllWorkspaces, func(tx *store.Tx) error {
		for p, at := range seen {
			if err := store.PeopleIn(tx).Seen(p.workspace, p.user, at); err != nil {
				return err
			}
		}
		return nil
	})
	switch {
	case svcx.KindOf(err) == svcx.KindUnavailable:
		s.present.restore(seen)
	case err != nil:
		s.log.Warn("storing when members were last in their workspaces failed", "error", err)
	}
}

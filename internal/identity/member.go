package identity

import (
	"context"
	"sync"

	"svcx"
	"svcx/internal/inbox"
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

// presenceUse holds when members were last in their workspaces. A time is noted at most every
// seenInterval.
type presenceUse struct {
	inbox.LastUse[presence]
	mu    sync.Mutex
	noted map[presence]svcx.Time
}

func (u *presenceUse) note(p presence, at svcx.Time) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if at < u.noted[p].Add(seenInterval) {
		return
	}
	u.noted[p] = at
	u.Note(p, at)
}

// last is when the member was last noted here, written or not.
func (u *presenceUse) last(p presence) svcx.Time {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.noted[p]
}

// writePresence stores when members were last in their workspaces.
func (s *Service) writePresence(ctx context.Context) {
	err := s.present.Write(ctx, s.db, func(tx *store.Tx, p presence, at svcx.Time) error {
		return store.PeopleIn(tx).Seen(p.workspace, p.user, at)
	})
	if err != nil {
		s.log.Warn("storing when members were last in their workspaces failed", "error", err)
	}
}

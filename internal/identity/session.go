package identity

import (
	"context"
	"slices"
	"strings"
	"time"

	"svcx"
	"svcx/internal/seal"
	"svcx/internal/store"
)

// seenInterval is how old a session's time of last use may be before it is written again:
// sessions last for days, so not every request needs to write.
const seenInterval = 5 * time.Minute

// SignIn is a request to sign in.
type SignIn struct {
	Token string
	// Replaces is the browser's previous cookie, whose session ends.
	Replaces      string
	IP, UserAgent string
}

// SignIn uses a sign-in link and creates a session, with the token for its cookie and the page
// to redirect to. A link that is unknown, used or expired is Unauthorized, and so is one that was
// passed on to a member who has been in the workspace since (see LinkTo). Of several concurrent
// requests with a link, one gets a session (D 6).
func (s *Service) SignIn(ctx context.Context, request SignIn) (cookie, redirect string, err error) {
	cookie = seal.NewToken()
	err = s.db.Write(ctx, store.AllWorkspaces, func(tx *store.Tx) error {
		now := s.core.Now()
		link, err := tx.UseLoginToken(seal.Hash(request.Token), now)
		invited := true
		if err == nil && link.Workspace != nil {
			invited, err = s.isInvited(tx, *link.Workspace, link.User)
		}
		if svcx.KindOf(err) == svcx.KindNotFound || !invited {
			return &svcx.Error{Kind: svcx.KindUnauthorized, Message: "the sign-in link was used already or has expired; ask for a new one"}
		}
		if err != nil {
			return err
		}
		if request.Replaces != "" {
			if err := tx.EndSession(seal.Hash(request.Replaces)); err != nil {
				return err
			}
		}
		redirect = svcx.LocalPath(link.Redirect)
		session := &svcx.Session{
			ID: seal.RandomHex(24), User: svcx.User{ID: link.User}, CreatedAt: now, LastSeenAt: now, IP: request.IP,
			UserAgent: strings.ToValidUTF8(request.UserAgent[:min(len(request.UserAgent), svcx.MaxUserAgent)], ""), Workspace: link.Workspace,
		}
		if err := tx.InsertSession(session, seal.Hash(cookie)); err != nil {
			return err
		}
		return forgetFirstAdmin(tx)
	})
	return cookie, redirect, err
}

// Session finds the session of a cookie. If it is unknown, ended or expired it is Unauthorized.
// Session always reads the database, so that ending a session takes effect at once on every
// node.
func (s *Service) Session(ctx context.Context, cookie string) (*svcx.Session, error) {
	unauthorized := &svcx.Error{Kind: svcx.KindUnauthorized, Message: "a session is needed: sign in first"}
	if cookie == "" {
		return nil, unauthorized
	}
	hash := seal.Hash(cookie)
	session, err := s.db.Read(ctx).SessionByHash(hash)
	if svcx.KindOf(err) == svcx.KindNotFound {
		return nil, unauthorized
	}
	if err != nil {
		return nil, err
	}
	now := s.core.Now()
	session.LastSeenAt = max(session.LastSeenAt, s.seen.Last(hash))
	if !session.Alive(now) {
		return nil, unauthorized
	}
	if now >= session.LastSeenAt.Add(seenInterval) {
		s.seen.Note(hash, now)
	}
	return session, nil
}

// SignOut ends the session of a cookie.
func (s *Service) SignOut(ctx context.Context, cookie string) error {
	return s.db.Write(ctx, store.AllWorkspaces, func(tx *store.Tx) error { return tx.EndSession(seal.Hash(cookie)) })
}

// Sessions lists the active sessions of a session's user, newest first: those that it shows.
func (s *Service) Sessions(ctx context.Context, of *svcx.Session, page svcx.Page) (svcx.List[*svcx.Session], error) {
	all, err := s.db.Read(ctx).Sessions(of.User.ID)
	shown := slices.DeleteFunc(all, func(other *svcx.Session) bool { return !other.Alive(s.core.Now()) || !of.Shows(other) })
	return svcx.Window(shown, page), err
}

// EndSession ends a session of the same user that by shows; others are NotFound.
func (s *Service) EndSession(ctx context.Context, by *svcx.Session, id string) error {
	return s.endSessions(ctx, by, func(other *svcx.Session) bool { return other.ID == id }, svcx.NotFound("session"))
}

// EndOtherSessions ends all sessions of the same user that by shows, but by itself.
func (s *Service) EndOtherSessions(ctx context.Context, by *svcx.Session) error {
	return s.endSessions(ctx, by, func(other *svcx.Session) bool { return other.ID != by.ID }, nil)
}

// endSessions ends sessions that by shows. none is the error if there are none.
func (s *Service) endSessions(ctx context.Context, by *svcx.Session, which func(*svcx.Session) bool, none error) error {
	return s.db.Write(ctx, store.AllWorkspaces, func(tx *store.Tx) error {
		all, err := tx.Sessions(by.User.ID)
		if err != nil {
			return err
		}
		ended := false
		for _, other := range all {
			if !by.Shows(other) || !which(other) {
				continue
			}
			if err := tx.EndSessionOf(by.User.ID, other.ID); err != nil {
				return err
			}
			ended = true
		}
		if !ended {
			return none
		}
		return nil
	})
}

// SetPreferences stores what a user has chosen for the pages.
func (s *Service) SetPreferences(ctx context.Context, user svcx.UserID, p svcx.Preferences) error {
	return s.db.Write(ctx, store.AllWorkspaces, func(tx *store.Tx) error { return tx.SetPreferences(user, p) })
}

// Memberships lists the workspaces that a session opens, oldest first.
func (s *Service) Memberships(ctx context.Context, session *svcx.Session) ([]svcx.Membership, error) {
	all, err := s.db.Read(ctx).Memberships(session.User.ID)
	return slices.DeleteFunc(all, func(m svcx.Membership) bool { return !session.Opens(m.Workspace.ID) }), err
}

// Member finds a member of the workspace.
func (s *Service) Member(ctx context.Context, w *svcx.Workspace, user svcx.UserID) (*svcx.Member, error) {
	return s.db.Read(ctx).Member(w.ID, user)
}

// writeSessionUse stores when sessions were last used.
func (s *Service) writeSessionUse(ctx context.Context) {
	err := s.seen.Write(ctx, s.db, func(tx *store.Tx, hash string, at svcx.Time) error { return tx.TouchSession(hash, at) })
	if err != nil {
		s.log.Warn("storing when sessions were last used failed", "error", err)
	}
}

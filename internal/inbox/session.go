package inbox

import (
	"context"
	"strings"
	"sync"
	"time"

	"svcx"
	"svcx/internal/seal"
	"svcx/internal/store"
)

// seenInterval is how old a session's time of last use may get before it is
// written again: sessions last days, so that requests need not write.
const seenInterval = 5 * time.Minute

// SignIn is what a browser shows to sign in.
type SignIn struct {
	Token string
	// Replaces is the cookie that the browser has from before; its session ends.
	Replaces      string
	IP, UserAgent string
}

// SignIn uses up a sign-in link and makes a session: cookie is what proves it,
// redirect the page that the link leads to. A link that is unknown, used or
// expired is Unauthorized. However many come with one link at the same time,
// one gets a session (D 6).
func (in *Inbox) SignIn(ctx context.Context, s SignIn) (cookie, redirect string, err error) {
	cookie = seal.NewToken()
	err = in.db.Write(ctx, operators, func(tx *store.Tx) error {
		now := in.Now()
		link, err := tx.UseLoginToken(hashText(s.Token), now)
		if svcx.KindOf(err) == svcx.KindNotFound {
			return &svcx.Error{Kind: svcx.KindUnauthorized, Message: "the sign-in link was used already or has expired, ask for a new one"}
		}
		if err != nil {
			return err
		}
		if s.Replaces != "" {
			if err := tx.EndSession(hashText(s.Replaces)); err != nil {
				return err
			}
		}
		redirect = svcx.LocalPath(link.Redirect)
		session := &svcx.Session{
			ID: randomHex(12), User: svcx.User{ID: link.User}, CreatedAt: now, LastSeenAt: now, IP: s.IP,
			UserAgent: strings.ToValidUTF8(s.UserAgent[:min(len(s.UserAgent), svcx.MaxUserAgent)], ""),
		}
		if err := tx.InsertSession(session, hashText(cookie)); err != nil {
			return err
		}
		return forgetFirstAdmin(tx)
	})
	return cookie, redirect, err
}

// Session finds whose session a cookie proves. One that is unknown, ended or
// over is Unauthorized. It reads the database each time, so that ending a
// session holds at once on every node.
func (in *Inbox) Session(ctx context.Context, cookie string) (*svcx.Session, error) {
	unauthorized := &svcx.Error{Kind: svcx.KindUnauthorized, Message: "a session is needed: sign in first"}
	if cookie == "" {
		return nil, unauthorized
	}
	hash := hashText(cookie)
	s, err := in.db.SessionByHash(ctx, hash)
	if svcx.KindOf(err) == svcx.KindNotFound {
		return nil, unauthorized
	}
	if err != nil {
		return nil, err
	}
	now := in.Now()
	s.LastSeenAt = max(s.LastSeenAt, in.seen.last(hash))
	if !s.Alive(now) {
		return nil, unauthorized
	}
	if now >= s.LastSeenAt.Add(seenInterval) {
		in.seen.note(hash, now)
	}
	return s, nil
}

// SignOut ends the session of a cookie.
func (in *Inbox) SignOut(ctx context.Context, cookie string) error {
	return in.db.Write(ctx, operators, func(tx *store.Tx) error { return tx.EndSession(hashText(cookie)) })
}

// Sessions lists a person's sessions that are not over, newest first.
func (in *Inbox) Sessions(ctx context.Context, user svcx.UserID, page svcx.Page) (svcx.List[*svcx.Session], error) {
	all, err := in.db.Sessions(ctx, user)
	var alive []*svcx.Session
	for _, s := range all {
		if s.Alive(in.Now()) {
			alive = append(alive, s)
		}
	}
	return window(alive, page), err
}

// EndSession ends one of a person's sessions; NotFound for anybody else's.
func (in *Inbox) EndSession(ctx context.Context, user svcx.UserID, id string) error {
	return in.db.Write(ctx, operators, func(tx *store.Tx) error { return tx.EndSessionOf(user, id) })
}

// Memberships lists the workspaces that a person works in, oldest first.
func (in *Inbox) Memberships(ctx context.Context, user svcx.UserID) ([]svcx.Membership, error) {
	return in.db.Memberships(ctx, user)
}

// Member finds a member of the workspace; NotFound for who is none.
func (in *Inbox) Member(ctx context.Context, w *svcx.Workspace, user svcx.UserID) (*svcx.Member, error) {
	return in.db.Member(ctx, w.ID, user)
}

// sessionUse remembers when sessions were seen until it is written down.
type sessionUse struct {
	mu   sync.Mutex
	seen map[string]svcx.Time
}

func (u *sessionUse) note(hash string, at svcx.Time) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.seen == nil {
		u.seen = make(map[string]svcx.Time)
	}
	u.seen[hash] = at
}

// last is when a session was seen last, as far as that is not written yet.
func (u *sessionUse) last(hash string) svcx.Time {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.seen[hash]
}

func (u *sessionUse) take() map[string]svcx.Time {
	u.mu.Lock()
	defer u.mu.Unlock()
	seen := u.seen
	u.seen = nil
	return seen
}

// restore keeps what could not be written for the next time.
func (u *sessionUse) restore(seen map[string]svcx.Time) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.seen == nil {
		u.seen = make(map[string]svcx.Time)
	}
	for hash, at := range seen {
		u.seen[hash] = max(u.seen[hash], at)
	}
}

// writeSessionUse stores when sessions were last seen, in one transaction. While
// the database cannot be used they wait; the store tells the log.
func (in *Inbox) writeSessionUse(ctx context.Context) {
	seen := in.seen.take()
	if len(seen) == 0 {
		return
	}
	err := in.db.Write(ctx, operators, func(tx *store.Tx) error {
		for hash, at := range seen {
			if err := tx.TouchSession(hash, at); err != nil {
				return err
			}
		}
		return nil
	})
	switch {
	case svcx.KindOf(err) == svcx.KindUnavailable:
		in.seen.restore(seen)
	case err != nil:
		in.log.Warn("noting when sessions were last seen", "error", err)
	}
}

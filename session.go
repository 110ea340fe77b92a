package svcx

import (
	"strings"
	"time"
)

// User can sign in and is a member of any number of workspaces.
type User struct {
	ID          UserID
	Email       string
	Name        string
	Preferences Preferences
}

// Label is the name, or the address of a user without one.
func (u User) Label() string {
	if u.Name == "" {
		return u.Email
	}
	return u.Name
}

// Membership is a workspace of a user and the role in it.
type Membership struct {
	Workspace *Workspace
	Role      Role
}

// Session is a browser in which a user is signed in (D 6). ID identifies it in lists.
// Its token is only in the cookie and is stored as a hash.
type Session struct {
	ID   string
	User User
	// CreatedAt is when the user signed in. LastSeenAt is at most a few minutes before
	// the last request.
	CreatedAt  Time
	LastSeenAt Time
	IP         string
	UserAgent  string
	// Workspace is the only one that the session is of, if it began with a link that an admin
	// of that workspace passed on; nil for all of the user's.
	Workspace *WorkspaceID
}

// Opens reports whether a user who is a member of the workspace may be there with the session.
func (s *Session) Opens(ws WorkspaceID) bool { return s.Workspace == nil || *s.Workspace == ws }

// Shows reports whether the session may see and end another one of its user: one of a single
// workspace only those of the same.
func (s *Session) Shows(other *Session) bool {
	return s.Workspace == nil || other.Workspace != nil && *other.Workspace == *s.Workspace
}

// How long a session lasts (D 6).
const (
	SessionIdle = 7 * 24 * time.Hour  // without a request
	SessionLife = 30 * 24 * time.Hour // in all
)

// LinkLifetime is how long a sign-in link is valid (D 6).
const LinkLifetime = 15 * time.Minute

// SignInURL is the sign-in link with the token.
func SignInURL(baseURL, token string) string { return baseURL + "/auth/verify?token=" + token }

// MaxUserAgent bounds the stored user agent of a session, in bytes.
const MaxUserAgent = 255

// Alive reports whether the session is valid at the time.
func (s *Session) Alive(now Time) bool {
	return now < s.LastSeenAt.Add(SessionIdle) && now < s.CreatedAt.Add(SessionLife)
}

// LocalPath is where to redirect after signing in: the path if it is one of this
// server, otherwise "/" (D 6). Browsers treat "//host" and "/\host" as another
// server, and remove tabs and line breaks first.
func LocalPath(path string) string {
	if len(path) > MaxURL || !strings.HasPrefix(path, "/") || strings.HasPrefix(path, "//") || strings.HasPrefix(path, `/\`) ||
		strings.ContainsFunc(path, func(r rune) bool { return r < ' ' || r == 0x7f }) {
		return "/"
	}
	return path
}

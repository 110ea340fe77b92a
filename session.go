package svcx

import (
	"strings"
	"time"
)

// User is somebody who can sign in, a member of any number of workspaces.
type User struct {
	ID    UserID
	Email string
	Name  string
}

// Label is how a person is shown: the name, or the address without one.
func (p User) Label() string {
	if p.Name == "" {
		return p.Email
	}
	return p.Name
}

// Membership is a workspace that a person works in, and as what.
type Membership struct {
	Workspace *Workspace
	Role      Role
}

// Session is one browser that a person has signed in with (decisions 6). ID
// names it in lists; what proves it is in the cookie alone and kept as a hash.
type Session struct {
	ID   string
	User User
	// CreatedAt is when the person signed in, LastSeenAt some minutes at most
	// before the last request.
	CreatedAt  Time
	LastSeenAt Time
	IP         string
	UserAgent  string
}

// Of a session (decisions 6).
const (
	SessionIdle = 7 * 24 * time.Hour  // without a request
	SessionLife = 30 * 24 * time.Hour // in all
)

// LinkLifetime is how long a sign-in link works (decisions 6).
const LinkLifetime = 15 * time.Minute

// SignInURL is the link that signs in with the token.
func SignInURL(baseURL, token string) string { return baseURL + "/auth/verify?token=" + token }

// MaxUserAgent bounds what is kept of a browser's own name, in bytes.
const MaxUserAgent = 255

// Alive reports whether the session still counts at the moment.
func (s *Session) Alive(now Time) bool {
	return now < s.LastSeenAt.Add(SessionIdle) && now < s.CreatedAt.Add(SessionLife)
}

// LocalPath is a place to go to after signing in: the path if it is one of this
// server, else "/" (decisions 6). A browser takes "//host" and "/\host" for
// another server, and drops tabs and line breaks before it looks.
func LocalPath(path string) string {
	if len(path) > MaxURL || !strings.HasPrefix(path, "/") || strings.HasPrefix(path, "//") || strings.HasPrefix(path, `/\`) ||
		strings.ContainsFunc(path, func(r rune) bool { return r < ' ' || r == 0x7f }) {
		return "/"
	}
	return path
}

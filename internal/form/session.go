package form

import (
	"strings"

	"svcx"
)

type signedIn struct {
	User       person       `json:"user"`
	Workspaces []membership `json:"workspaces"`
}

type person struct {
	ID    svcx.UserID `json:"id"`
	Email string      `json:"email"`
	Name  *string     `json:"name"`
}

type membership struct {
	Slug   string        `json:"slug"`
	Name   string        `json:"name"`
	Role   svcx.Role     `json:"role"`
	Form   svcx.FormName `json:"form"`
	Plan   svcx.Plan     `json:"plan"`
	UserID any           `json:"userId"`
}

// SignedIn is who is signed in and where they work: {user: {id, email, name},
// workspaces: [{slug, name, role, form, plan, userId}]}. user.id is an integer,
// being of no workspace; userId has the form of its own.
func (s Set) SignedIn(p svcx.User, memberships []svcx.Membership) any {
	record := signedIn{User: person{p.ID, p.Email, OptionalString(p.Name)}, Workspaces: make([]membership, len(memberships))}
	for i, m := range memberships {
		w := m.Workspace
		record.Workspaces[i] = membership{w.Slug, w.Name, m.Role, w.Form, w.Plan, s.Of(w.Form).ID(int64(p.ID))}
	}
	return record
}

type session struct {
	ID         string `json:"id"`
	CreatedAt  string `json:"createdAt"`
	LastSeenAt string `json:"lastSeenAt"`
	IP         string `json:"ip"`
	UserAgent  string `json:"userAgent"`
	Current    bool   `json:"current"`
}

// Session is one of a person's own sessions: {id, createdAt, lastSeenAt, ip,
// userAgent, current}. current marks the one that asks.
func Session(s *svcx.Session, current string) any {
	return session{s.ID, s.CreatedAt.String(), s.LastSeenAt.String(), s.IP, s.UserAgent, s.ID == current}
}

// DecodeLinkRequest reads the body of POST /api/auth/magic-link: {email,
// redirect}; "" for a member that is missing or no string, and for both where
// the body is no JSON object. Nothing here is an error: whoever asks is told the
// same (decisions 6).
func DecodeLinkRequest(body []byte) (email, redirect string) {
	o, err := ReadObject(body)
	if err != nil {
		return "", ""
	}
	text := func(name string) string {
		if v := o.Value(name); v.isText() {
			return v.text()
		}
		return ""
	}
	return strings.TrimSpace(text("email")), text("redirect")
}

// DecodeToken reads the body of POST /api/auth/verify: {token}; "" where it has
// none or one that is no string, which is as bad as a wrong one.
func DecodeToken(body []byte) (string, error) {
	o, err := ReadObject(body)
	if err != nil {
		return "", err
	}
	if v := o.Value("token"); v.isText() {
		return v.text(), nil
	}
	return "", nil
}

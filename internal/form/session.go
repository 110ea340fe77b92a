package form

import (
	"strings"

	"svcx"
)

type signedIn struct {
	User       user         `json:"user"`
	Workspaces []membership `json:"workspaces"`
}

type user struct {
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

// SignedIn encodes the signed-in user and their workspaces: {user: {id, email, name},
// workspaces: [{slug, name, role, form, plan, userId}]}. user.id is always an
// integer; userId is the same id in the workspace's form.
func (s Set) SignedIn(u svcx.User, memberships []svcx.Membership) any {
	record := signedIn{User: user{u.ID, u.Email, OptionalString(u.Name)}, Workspaces: make([]membership, len(memberships))}
	for i, m := range memberships {
		w := m.Workspace
		record.Workspaces[i] = membership{w.Slug, w.Name, m.Role, w.Form, w.Plan, s.Of(w.Form).ID(int64(u.ID))}
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

// Session encodes one of a user's own sessions: {id, createdAt, lastSeenAt, ip,
// userAgent, current}. current is true for the session of the request.
func Session(s *svcx.Session, current string) any {
	return session{s.ID, s.CreatedAt.String(), s.LastSeenAt.String(), s.IP, s.UserAgent, s.ID == current}
}

// DecodeLinkRequest reads the body of POST /api/auth/magic-link: {email, redirect}. A
// member that is missing or not a string is ""; both are if the body is not a JSON
// object. There are no errors, since the answer is always the same (D 6).
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

// DecodeToken reads the body of POST /api/auth/verify: {token}. A token that is
// missing or not a string is "", which counts as a wrong one.
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

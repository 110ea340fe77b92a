package rest

import "svcx"

// authentication is everything that happens before an operation runs: it picks the
// operation, and authenticates and authorizes the client. What it finds it leaves in the
// request; the request's form is the one in which an error is encoded.
type authentication func(*endpoint, *request) error

// authorizeUser is the authentication of /api/auth. It checks path and method,
// rate limit, origin, session, in this order.
func (e *endpoint) authorizeUser(r *request) (err error) {
	if r.op, err = e.operation(r, nil); err != nil {
		return err
	}
	if err := r.overLimit(); err != nil {
		return err
	}
	if err := e.api.Front.CheckOrigin(r.http); err != nil {
		return err
	}
	if !r.op.open {
		if r.session, err = e.api.Front.SignedIn(r.http); err != nil {
			return err
		}
	}
	return r.readPath()
}

// authorizeMember is the authentication of /api/{org}. It checks path and method,
// rate limit, session, membership, the form's own operations, origin, role and
// path ids, in this order.
//
// A user who is not a member learns nothing about a workspace, not even its form:
// the answer is that of an unknown slug (D 5), and for a wrong method what holds
// for both forms. A write from another site is refused before the answer reveals
// anything else.
func (e *endpoint) authorizeMember(r *request) error {
	return e.authorize(r, func() (*svcx.Workspace, error) {
		return e.api.Admin.Workspace(r.http.Context(), r.http.PathValue("org"))
	})
}

// authorizeOperator is the authentication of /api/admin: that of authorizeMember
// for the admin workspace.
func (e *endpoint) authorizeOperator(r *request) error {
	return e.authorize(r, func() (*svcx.Workspace, error) { return e.api.Admin.AdminWorkspace(r.http.Context()) })
}

// authorize is the authentication for the workspace that find returns.
func (e *endpoint) authorize(r *request, find func() (*svcx.Workspace, error)) error {
	if _, err := e.operation(r, nil); err != nil {
		if !r.counted.Allowed || r.identify(find) != nil {
			return err
		}
		r.w.Header().Del("Allow")
		_, err = e.operation(r, r.workspace)
		return err
	}
	if err := r.overLimit(); err != nil {
		return err
	}
	foreign := e.api.Front.CheckOrigin(r.http)
	if err := r.identify(find); err != nil {
		if foreign != nil {
			return foreign
		}
		return err
	}
	var err error
	if r.op, err = e.operation(r, r.workspace); err != nil {
		return err
	}
	if foreign != nil {
		return foreign
	}
	if err := r.mustBe(r.op.role); err != nil {
		return err
	}
	return r.readPath()
}

// identify loads the session, the workspace and the user's membership in it.
func (r *request) identify(find func() (*svcx.Workspace, error)) (err error) {
	a := r.api
	if r.session, err = a.Front.SignedIn(r.http); err != nil {
		return err
	}
	if r.workspace, err = find(); err != nil {
		return err
	}
	if err = r.membership(); err != nil {
		return err
	}
	r.form = a.Forms.Of(r.workspace.Form)
	return nil
}

// membership loads the signed-in user's membership in the workspace.
func (r *request) membership() (err error) {
	r.member, err = r.api.Identity.MemberBy(r.http.Context(), r.workspace, r.session)
	if svcx.KindOf(err) == svcx.KindNotFound {
		return svcx.NotFound("workspace")
	}
	return err
}

// mustBe rejects a member without the role.
func (r *request) mustBe(role svcx.Role) error {
	if role == svcx.RoleAdmin && r.member.Role != svcx.RoleAdmin {
		return &svcx.Error{Kind: svcx.KindForbidden, Message: "only an admin of the workspace may do this"}
	}
	return nil
}

// overLimit sets the rate limit headers and rejects a request above the limit.
func (r *request) overLimit() error {
	r.counted.SetHeaders(r.w.Header())
	return r.counted.Err()
}

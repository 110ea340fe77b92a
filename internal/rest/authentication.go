package rest

import (
	"net/http"
	"strconv"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/limit"
)

// authentication is everything that happens before an operation runs: it
// authenticates and authorizes the client and picks the operation. It also returns
// the form in which to encode an error.
type authentication func(e *endpoint, w http.ResponseWriter, r *http.Request, decision limit.Decision) (*form.Form, *request, *operation, error)

// authorizeUser is the authentication of /api/auth. It checks path and method,
// rate limit, origin, session, in this order.
func (e *endpoint) authorizeUser(w http.ResponseWriter, r *http.Request, decision limit.Decision) (*form.Form, *request, *operation, error) {
	a, f := e.api, e.api.Forms.B
	op, err := e.operation(w, r.Method, nil)
	if err != nil {
		return f, nil, nil, err
	}
	if err := overLimit(w, decision); err != nil {
		return f, nil, nil, err
	}
	if err := a.Front.CheckOrigin(r); err != nil {
		return f, nil, nil, err
	}
	req := &request{http: r, w: w, api: a, form: f}
	if !op.open {
		if req.session, err = a.Front.SignedIn(r); err != nil {
			return f, nil, nil, err
		}
	}
	return f, req, op, req.readPath(op)
}

// authorizeMember is the authentication of /api/{org}. It checks path and method,
// rate limit, session, membership, the form's own operations, origin, role and
// path ids, in this order.
//
// A user who is not a member learns nothing about a workspace, not even its form:
// the answer is that of an unknown slug (D 5), and for a wrong method what holds
// for both forms. A write from another site is refused before the answer reveals
// anything else.
func (e *endpoint) authorizeMember(w http.ResponseWriter, r *http.Request, decision limit.Decision) (*form.Form, *request, *operation, error) {
	return e.authorize(w, r, decision, func() (*svcx.Workspace, error) { return e.api.Inbox.Workspace(r.Context(), r.PathValue("org")) })
}

// authorizeOperator is the authentication of /api/admin: that of authorizeMember
// for the admin workspace.
func (e *endpoint) authorizeOperator(w http.ResponseWriter, r *http.Request, decision limit.Decision) (*form.Form, *request, *operation, error) {
	return e.authorize(w, r, decision, func() (*svcx.Workspace, error) { return e.api.Inbox.AdminWorkspace(r.Context()) })
}

// authorize is the authentication for the workspace that find returns.
func (e *endpoint) authorize(w http.ResponseWriter, r *http.Request, decision limit.Decision, find func() (*svcx.Workspace, error)) (*form.Form, *request, *operation, error) {
	a, f := e.api, e.api.Forms.B
	req := &request{http: r, w: w, api: a}
	if _, err := e.operation(w, r.Method, nil); err != nil {
		if !decision.Allowed || req.identify(find) != nil {
			return f, nil, nil, err
		}
		w.Header().Del("Allow")
		_, err = e.operation(w, r.Method, req.workspace)
		return req.form, nil, nil, err
	}
	if err := overLimit(w, decision); err != nil {
		return f, nil, nil, err
	}
	foreign := a.Front.CheckOrigin(r)
	if err := req.identify(find); err != nil {
		if foreign != nil {
			err = foreign
		}
		return f, nil, nil, err
	}
	f = req.form
	op, err := e.operation(w, r.Method, req.workspace)
	switch {
	case err != nil:
	case foreign != nil:
		err = foreign
	default:
		if err = req.mustBe(op.role); err == nil {
			err = req.readPath(op)
		}
	}
	return f, req, op, err
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
	r.form = a.Forms.Of(r.workspace.Form)
	return r.membership()
}

// membership loads the signed-in user's membership in the workspace.
func (r *request) membership() (err error) {
	r.member, err = r.api.Inbox.Member(r.http.Context(), r.workspace, r.session.User.ID)
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
func overLimit(w http.ResponseWriter, decision limit.Decision) error {
	decision.SetHeaders(w.Header())
	if decision.Allowed {
		return nil
	}
	return &svcx.Error{Kind: svcx.KindRateLimited, Message: "too many requests from this address, wait " + strconv.Itoa(int(decision.RetryAfter.Seconds())) + " s"}
}

package rest

import (
	"errors"
	"net/http"
	"slices"
	"strings"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/httpd"
	"svcx/internal/limit"
)

// ServeHTTP authenticates a request, with the checks in the order of D 5, and runs
// the operation, which reads the body.
func (e *endpoint) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	a := e.api
	// The request is counted first, but refused in the order of the checks: a request
	// that fails an earlier check counts too.
	req := &request{http: r, w: w, api: a, form: a.Forms.B, counted: a.Front.Count(r, e.limiter(r.Method))}
	err := e.authenticate(e, req)
	if err == nil {
		defer func() { req.read.Release() }()
		err = req.run()
	}
	if err != nil {
		a.fail(w, r, req.form, err)
	}
}

// run runs the operation and answers.
func (r *request) run() error {
	if r.op.deadline > 0 {
		r.api.Front.ReadWithin(r.w, r.op.deadline)
	}
	if r.op.sequenced {
		if err := r.setSequence(); err != nil {
			return err
		}
	}
	answer, err := r.api.runOperation(r)
	if err != nil {
		return err
	}
	// The body is no longer needed; a slow reader must not keep it in memory.
	r.read.Release()
	return r.answer(answer)
}

// authorizeKey is the authentication of v1. It checks path and method, workspace,
// API enabled, rate limit, key, scope and path ids, in this order.
func (e *endpoint) authorizeKey(r *request) error {
	a := e.api
	ws, err := a.Admin.Workspace(r.http.Context(), r.http.PathValue("org"))
	if err != nil && svcx.KindOf(err) != svcx.KindNotFound {
		return err
	}
	if ws != nil {
		r.workspace, r.form = ws, a.Forms.Of(ws.Form)
	}
	if r.op, err = e.operation(r, ws); err != nil {
		return err
	}
	if ws == nil {
		return svcx.NotFound("workspace")
	}
	if !ws.APIEnabled {
		return &svcx.Error{Kind: svcx.KindAPIDisabled, Message: "API access is not enabled for this workspace"}
	}
	if err := r.overLimit(); err != nil {
		return err
	}
	if r.op.role != "" {
		err = r.authorizeAdmin()
	} else {
		err = r.authorizeScope(r.op.scope(r.form))
	}
	if err != nil {
		return err
	}
	return r.readPath()
}

// authorizeScope loads the key of the request. It must hold the scope, and the
// workspace must currently allow that scope.
func (r *request) authorizeScope(scope svcx.Scope) (err error) {
	if r.key, err = r.api.Admin.Authenticate(r.http.Context(), r.workspace, bearer(r.http)); err != nil {
		return err
	}
	httpd.NoteKey(r.w, r.key.Prefix)
	if !r.key.Has(scope) {
		return &svcx.Error{Kind: svcx.KindForbidden, Message: "the key needs the scope " + string(scope)}
	}
	if !r.workspace.Allows(scope) {
		return &svcx.Error{Kind: svcx.KindForbidden, Message: "keys of this workspace may not use the scope " + string(scope)}
	}
	return nil
}

// authorizeAdmin requires the session of an admin of the workspace, for key
// management (R 4.5). If there is a bearer token, it alone counts and the request is
// refused, since no key may do this (D 5). A user who is not a member gets the
// answer of an unknown slug.
func (r *request) authorizeAdmin() (err error) {
	a, ctx := r.api, r.http.Context()
	if hasBearer(r.http) {
		if _, err := a.Admin.Authenticate(ctx, r.workspace, bearer(r.http)); err != nil {
			return err
		}
		return &svcx.Error{Kind: svcx.KindForbidden, Message: "keys cannot manage keys: an admin's session is needed"}
	}
	if err := a.Front.CheckOrigin(r.http); err != nil {
		return err
	}
	if r.session, err = a.Front.SignedIn(r.http); err != nil {
		return err
	}
	if err := r.membership(); err != nil {
		return err
	}
	return r.mustBe(svcx.RoleAdmin)
}

// limiter returns the limiter of the method's operation, or of requests if there is
// none.
func (e *endpoint) limiter(method string) limit.Limiter {
	if ops := e.methods[method]; len(ops) > 0 && ops[0].limiter != nil {
		return ops[0].limiter(e.api.Front)
	}
	return e.api.Front.Limiter
}

// operation returns the operation of a method in the workspace's form. A path
// without operations in that form is not found; if it has other methods, the method
// is not allowed. If the workspace is unknown, the operations of both forms count.
func (e *endpoint) operation(r *request, ws *svcx.Workspace) (*operation, error) {
	method := r.http.Method
	if method == http.MethodHead {
		method = http.MethodGet
	}
	var allowed []string
	for m, ops := range e.methods {
		for _, op := range ops {
			if ws != nil && !op.forms.has(ws.Form) {
				continue
			}
			if m == method {
				return op, nil
			}
			allowed = append(allowed, m)
		}
	}
	if len(allowed) == 0 || e.otherForm(method) {
		return nil, svcx.NotFound("path")
	}
	if slices.Contains(allowed, http.MethodGet) {
		allowed = append(allowed, http.MethodHead)
	}
	slices.Sort(allowed)
	r.w.Header().Set("Allow", strings.Join(slices.Compact(allowed), ", "))
	return nil, &svcx.Error{Kind: svcx.KindMethodNotAllowed, Message: "the method " + method + " is not allowed here"}
}

// otherForm reports whether the method has an operation in the other form; the
// answer is then not found rather than not allowed (D 1).
func (e *endpoint) otherForm(method string) bool { return len(e.methods[method]) > 0 }

// bearer returns the token of the Authorization header; "" without one. The
// scheme's name is case-insensitive.
func bearer(r *http.Request) string {
	_, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if !hasBearer(r) {
		return ""
	}
	return strings.TrimSpace(token)
}

// hasBearer reports whether a request has a bearer token, even an empty one.
func hasBearer(r *http.Request) bool {
	scheme, _, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	return strings.EqualFold(scheme, "Bearer")
}

// answer writes a successful response.
func (r *request) answer(v any) error {
	switch v := v.(type) {
	case seeOther:
		r.w.Header().Set("Cache-Control", "no-store")
		http.Redirect(r.w, r.http, string(v), http.StatusSeeOther)
		return nil
	case streamed:
		return r.serveStream(v)
	case *export:
		v.send()
		return nil
	case *long:
		return v.send(r)
	case encoded:
		return r.write(v)
	}
	ready, err := r.op.success(v)
	if err != nil {
		return err
	}
	return r.write(ready)
}

// write writes an encoded answer. A completed write is answered even if the budget is
// exhausted.
func (r *request) write(ready encoded) error {
	out, err := r.api.Front.Budget.Made(r.http.Context(), r.w, int64(len(ready.body)))
	if err != nil && r.op.method == http.MethodGet {
		return err
	}
	defer out.Release()
	httpd.SetJSON(r.w.Header(), len(ready.body))
	r.w.WriteHeader(ready.status)
	out.Write(ready.body)
	return nil
}

// fail answers an error in the form's envelope, or as a page to a browser that posted a
// form.
func (a *API) fail(w http.ResponseWriter, r *http.Request, f *form.Form, err error) {
	present := httpd.InEnvelope(f)
	if asPage(r) && strings.HasPrefix(r.URL.Path, "/api/auth/") {
		present = a.Front.InPage(f)
	}
	a.Front.Fail(w, r, err, present)
}

// refuse answers an error outside of any workspace.
func (a *API) refuse(w http.ResponseWriter, r *http.Request, err error) { a.fail(w, r, a.Forms.B, err) }

// cut logs why an answer ends before it is complete, unless the client disconnected, and
// cuts the connection, the only way to show that.
func (r *request) cut(err error) {
	if r.http.Context().Err() == nil && !errors.Is(err, errReaderGone) {
		r.api.Front.Log.Error("answer was cut short", "request", httpd.RequestID(r.w), "method", r.http.Method, "path", r.http.URL.Path, "error", err)
	}
	panic(http.ErrAbortHandler)
}

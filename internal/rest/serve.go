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
	decision := a.Front.Count(r, e.limiter(r.Method))
	f, req, op, err := e.authenticate(e, w, r, decision)
	if err == nil {
		defer func() { req.read.Release() }()
		req.maxBody = a.MaxBody
		if op.bulk {
			req.maxBody = a.MaxImportBody
		}
		if op.deadline > 0 {
			a.Front.ReadWithin(w, op.deadline)
		}
		if err = e.run(w, req, op); err == nil {
			return
		}
	}
	a.fail(w, r, f, err)
}

// run runs the operation and answers.
func (e *endpoint) run(w http.ResponseWriter, req *request, op *operation) error {
	if op.sequenced {
		if err := req.setSequence(); err != nil {
			return err
		}
	}
	answer, err := e.api.runOperation(op, req)
	if err != nil {
		return err
	}
	// The body is no longer needed; a slow reader must not keep it in memory.
	req.read.Release()
	if s, ok := answer.(streamed); ok {
		return e.api.serveStream(w, req, s)
	}
	e.api.answer(w, req.http, req.form, op, answer)
	return nil
}

// authorizeKey is the authentication of v1. It checks path and method, workspace,
// API enabled, rate limit, key, scope and path ids, in this order.
func (e *endpoint) authorizeKey(w http.ResponseWriter, r *http.Request, decision limit.Decision) (*form.Form, *request, *operation, error) {
	a, f := e.api, e.api.Forms.B
	ws, err := a.Inbox.Workspace(r.Context(), r.PathValue("org"))
	if err != nil && svcx.KindOf(err) != svcx.KindNotFound {
		return f, nil, nil, err
	}
	if ws != nil {
		f = a.Forms.Of(ws.Form)
	}
	op, err := e.operation(w, r.Method, ws)
	if err != nil {
		return f, nil, nil, err
	}
	if ws == nil {
		return f, nil, nil, svcx.NotFound("workspace")
	}
	if !ws.APIEnabled {
		return f, nil, nil, &svcx.Error{Kind: svcx.KindAPIDisabled, Message: "API access is not enabled for this workspace"}
	}
	if err := overLimit(w, decision); err != nil {
		return f, nil, nil, err
	}
	req := &request{http: r, w: w, api: a, workspace: ws, form: f}
	if op.role != "" {
		err = req.authorizeAdmin()
	} else {
		err = req.authorizeScope(op.scope(f))
	}
	if err == nil {
		err = req.readPath(op)
	}
	return f, req, op, err
}

// authorizeScope loads the key of the request. It must hold the scope, and the
// workspace must currently allow that scope.
func (r *request) authorizeScope(scope svcx.Scope) (err error) {
	if r.key, err = r.api.Inbox.Authenticate(r.http.Context(), r.workspace, bearer(r.http)); err != nil {
		return err
	}
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
		if _, err := a.Inbox.Authenticate(ctx, r.workspace, bearer(r.http)); err != nil {
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
func (e *endpoint) operation(w http.ResponseWriter, method string, ws *svcx.Workspace) (*operation, error) {
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
	slices.Sort(allowed)
	w.Header().Set("Allow", strings.Join(slices.Compact(allowed), ", "))
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
func (a *API) answer(w http.ResponseWriter, r *http.Request, f *form.Form, op *operation, v any) {
	if to, ok := v.(seeOther); ok {
		w.Header().Set("Cache-Control", "no-store")
		http.Redirect(w, r, string(to), http.StatusSeeOther)
		return
	}
	switch v := v.(type) {
	case *export:
		v.send(w, r, func(err error) { a.cut(w, r, err) })
		return
	case *long:
		if err := v.send(a, w, r); err != nil {
			a.fail(w, r, f, err)
		}
		return
	}
	ready, ok := v.(encoded)
	if !ok {
		var err error
		if ready, err = op.success(v); err != nil {
			a.fail(w, r, f, err)
			return
		}
	}
	out, err := a.Front.Budget.Made(r.Context(), w, int64(len(ready.body)))
	if err != nil && op.method == http.MethodGet {
		a.fail(w, r, f, err)
		return
	}
	// A completed write is answered even if the budget is exhausted.
	defer out.Release()
	httpd.SetJSON(w.Header(), len(ready.body))
	w.WriteHeader(ready.status)
	out.Write(ready.body)
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

// cut logs why an answer was cut short, unless the client disconnected.
func (a *API) cut(w http.ResponseWriter, r *http.Request, err error) {
	if r.Context().Err() != nil || errors.Is(err, errReaderGone) {
		return
	}
	a.Front.Log.Error("answer was cut short", "request", httpd.RequestID(w), "method", r.Method, "path", r.URL.Path, "error", err)
}

package rest

import (
	"net/http"
	"net/url"
	"strings"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/httpd"
	"svcx/internal/identity"
)

// seeOther answers a form posted by a browser with a redirect (303).
type seeOther string

// asPage reports whether a browser posted a form and will show the answer as a
// page.
func asPage(r *http.Request) bool {
	return isForm(r) && httpd.WantsPage(r)
}

func isForm(r *http.Request) bool {
	kind, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";")
	return strings.EqualFold(strings.TrimSpace(kind), "application/x-www-form-urlencoded")
}

type okAnswer struct {
	OK       bool   `json:"ok"`
	Redirect string `json:"redirect,omitempty"`
}

// requestLink serves POST /api/auth/magic-link {email, redirect?}, as JSON or as a
// form, which sends a sign-in link by e-mail.
//
// Answer: 200 {ok}, in the same time for any address: also if it is unknown, missing
// or invalid, or the body is malformed. A browser's form is redirected to a page
// that confirms it (303). Errors: 403 from another site, 413, 415, 429 above a limit
// of its own (W 8, D 6).
func (a *API) requestLink(r *request) (any, error) {
	email, redirect, err := r.linkRequest()
	if err != nil {
		return nil, err
	}
	a.Identity.RequestLink(r.http.Context(), identity.LinkRequest{Email: email, Redirect: redirect, IP: r.ip()})
	if asPage(r.http) {
		return seeOther("/auth/sent"), nil
	}
	return okAnswer{OK: true}, nil
}

func (r *request) linkRequest() (email, redirect string, err error) {
	if !isForm(r.http) {
		body, err := r.body()
		if err != nil {
			return "", "", err
		}
		email, redirect = form.DecodeLinkRequest(body)
		return email, redirect, nil
	}
	body, err := r.bytes()
	if err != nil {
		return "", "", err
	}
	// A malformed body has no address.
	values, _ := url.ParseQuery(form.CleanText(string(body)))
	return form.CleanText(values.Get("email")), form.CleanText(values.Get("redirect")), nil
}

// verify serves POST /api/auth/verify {token}, as JSON or as a form, which signs in.
//
// Answer: 200 {ok, redirect} and the cookie; a browser's form is redirected to
// redirect (303). Errors: 401 if the link is unknown, used or expired or the body
// has no token (D 6). A browser that already has a session is redirected to a page
// that says so instead.
func (a *API) verify(r *request) (any, error) {
	token, err := r.token()
	if err != nil {
		return nil, err
	}
	cookie, redirect, err := a.Identity.SignIn(r.http.Context(), identity.SignIn{
		Token: token, Replaces: a.Front.Cookie(r.http), IP: r.ip(), UserAgent: form.CleanText(r.http.UserAgent()),
	})
	if svcx.KindOf(err) == svcx.KindUnauthorized && asPage(r.http) {
		if _, err := a.Front.SignedIn(r.http); err == nil {
			return seeOther("/?link=old"), nil
		}
	}
	if err != nil {
		return nil, err
	}
	a.Front.SetCookie(r.w, cookie)
	if asPage(r.http) {
		return seeOther(redirect), nil
	}
	return okAnswer{OK: true, Redirect: redirect}, nil
}

// token reads the token of a sign-in link from the body. A missing token counts as
// a wrong one.
func (r *request) token() (string, error) {
	if !isForm(r.http) {
		return decode(r, form.DecodeToken)
	}
	body, err := r.bytes()
	if err != nil {
		return "", err
	}
	values, err := url.ParseQuery(string(body))
	if err != nil {
		return "", svcx.Invalid("body", "must be a form's fields, escaped for URLs")
	}
	return values.Get("token"), nil
}

// getSession serves GET /api/auth/session → the signed-in user.
func (a *API) getSession(r *request) (any, error) {
	memberships, err := a.Identity.Memberships(r.http.Context(), r.session)
	if err != nil {
		return nil, err
	}
	return single{a.Forms.SignedIn(r.session.User, memberships)}, nil
}

// logout serves POST /api/auth/logout, which ends the session. Answer: 200 {ok}; a
// browser's form is redirected to "/" (303).
func (a *API) logout(r *request) (any, error) {
	if err := a.Identity.SignOut(r.http.Context(), a.Front.Cookie(r.http)); err != nil {
		return nil, err
	}
	a.Front.SetCookie(r.w, "")
	if asPage(r.http) {
		return seeOther("/"), nil
	}
	return okAnswer{OK: true}, nil
}

// listSessions serves GET /api/auth/sessions, the user's own, newest first.
func (a *API) listSessions(r *request) (any, error) {
	page, err := r.page(r.form.Pages.Contacts)
	if err != nil {
		return nil, err
	}
	items, err := a.Identity.Sessions(r.http.Context(), r.session, page)
	if err != nil {
		return nil, err
	}
	return list(items, page, func(s *svcx.Session) any { return form.Session(s, r.session.ID) }), nil
}

// endSession serves DELETE /api/auth/sessions/{name}, which ends one of the user's
// own sessions, possibly the current one.
func (a *API) endSession(r *request) (any, error) {
	id := r.http.PathValue("name")
	if err := a.Identity.EndSession(r.http.Context(), r.session, id); err != nil {
		return nil, err
	}
	if id == r.session.ID {
		a.Front.SetCookie(r.w, "")
	}
	return single{deletion{id, true}}, nil
}

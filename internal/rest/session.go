package rest

import (
	"net/http"
	"net/url"
	"strings"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/inbox"
)

// cookieName is the session's cookie. Over https it has the prefix that makes
// browsers refuse it from anybody but this very host (decisions 6).
func cookieName(secure bool) string {
	if secure {
		return "__Host-svcx_session"
	}
	return "svcx_session"
}

// SignedIn finds the session that a request's cookie proves; Unauthorized
// without one.
func (a *API) SignedIn(r *http.Request) (*svcx.Session, error) {
	return a.Inbox.Session(r.Context(), a.cookieOf(r))
}

// cookieOf is what the request's cookie holds; "" without one.
func (a *API) cookieOf(r *http.Request) string {
	c, err := r.Cookie(cookieName(a.secure))
	if err != nil {
		return ""
	}
	return c.Value
}

// setCookie hands the browser its session, or takes it back with "".
func (a *API) setCookie(w http.ResponseWriter, value string) {
	c := &http.Cookie{
		Name: cookieName(a.secure), Value: value, Path: "/", Secure: a.secure, HttpOnly: true, SameSite: http.SameSiteLaxMode,
		MaxAge: int(svcx.SessionLife.Seconds()),
	}
	if value == "" {
		c.MaxAge = -1
	}
	http.SetCookie(w, c)
}

// seeOther answers a form that a browser posted: go there.
type seeOther string

// asPage reports whether a browser posted a form and shows what comes back.
func asPage(r *http.Request) bool {
	return isForm(r) && strings.Contains(r.Header.Get("Accept"), "text/html")
}

func isForm(r *http.Request) bool {
	kind, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";")
	return strings.EqualFold(strings.TrimSpace(kind), "application/x-www-form-urlencoded")
}

type okAnswer struct {
	OK       bool   `json:"ok"`
	Redirect string `json:"redirect,omitempty"`
}

// requestLink mails a sign-in link: POST /api/auth/magic-link {email, redirect?},
// as JSON or as a form.
//
// Answer: 200 {ok} in the same time whatever the address, also for one that is
// nobody's, missing or none, and for a body that cannot be read; a browser's
// form is sent on to a page that says so (303). Errors: 403 from another site,
// 413, 415, 429 over the limit of its own (W 8, decisions 6).
func (a *API) requestLink(r *request) (any, error) {
	email, redirect, err := r.linkWish()
	if err != nil {
		return nil, err
	}
	a.Inbox.RequestLink(inbox.LinkRequest{Email: email, Redirect: redirect, IP: r.ip()})
	if asPage(r.http) {
		return seeOther("/auth/sent"), nil
	}
	return okAnswer{OK: true}, nil
}

func (r *request) linkWish() (email, redirect string, err error) {
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
	// What cannot be read holds no address.
	values, _ := url.ParseQuery(form.CleanText(string(body)))
	return form.CleanText(values.Get("email")), form.CleanText(values.Get("redirect")), nil
}

// verify signs in: POST /api/auth/verify {token}, as JSON or as a form.
//
// Answer: 200 {ok, redirect} and the cookie; a browser's form is sent on to
// redirect (303). Errors: 401 for a link that is unknown, used or expired, and
// for a body without a token (decisions 6); a browser whose session goes on is
// sent on to where it is told so.
func (a *API) verify(r *request) (any, error) {
	token, err := r.token()
	if err != nil {
		return nil, err
	}
	cookie, redirect, err := a.Inbox.SignIn(r.http.Context(), inbox.SignIn{
		Token: token, Replaces: a.cookieOf(r.http), IP: r.ip(), UserAgent: form.CleanText(r.http.UserAgent()),
	})
	if svcx.KindOf(err) == svcx.KindUnauthorized && asPage(r.http) {
		if _, none := a.SignedIn(r.http); none == nil {
			return seeOther("/?link=old"), nil
		}
	}
	if err != nil {
		return nil, err
	}
	a.setCookie(r.w, cookie)
	if asPage(r.http) {
		return seeOther(redirect), nil
	}
	return okAnswer{OK: true, Redirect: redirect}, nil
}

// token is the sign-in link's token in the body; one that is missing is as bad
// as a wrong one.
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

// getSession tells who is signed in: GET /api/auth/session.
func (a *API) getSession(r *request) (any, error) {
	memberships, err := a.Inbox.Memberships(r.http.Context(), r.session.User.ID)
	if err != nil {
		return nil, err
	}
	return single{a.Forms.SignedIn(r.session.User, memberships)}, nil
}

// logout ends the session: POST /api/auth/logout. Answer: 200 {ok}, a browser's
// form is sent on to "/" (303).
func (a *API) logout(r *request) (any, error) {
	if err := a.Inbox.SignOut(r.http.Context(), a.cookieOf(r.http)); err != nil {
		return nil, err
	}
	a.setCookie(r.w, "")
	if asPage(r.http) {
		return seeOther("/"), nil
	}
	return okAnswer{OK: true}, nil
}

// listSessions lists one's own sessions, newest first: GET /api/auth/sessions.
func (a *API) listSessions(r *request) (any, error) {
	page, err := r.page(r.form.Lists.Contacts)
	if err != nil {
		return nil, err
	}
	items, err := a.Inbox.Sessions(r.http.Context(), r.session.User.ID, page)
	if err != nil {
		return nil, err
	}
	return list(items, page, func(s *svcx.Session) any { return form.Session(s, r.session.ID) }), nil
}

// endSession ends one of one's own sessions, the present one too: DELETE
// /api/auth/sessions/{name}.
func (a *API) endSession(r *request) (any, error) {
	id := r.http.PathValue("name")
	if err := a.Inbox.EndSession(r.http.Context(), r.session.User.ID, id); err != nil {
		return nil, err
	}
	if id == r.session.ID {
		a.setCookie(r.w, "")
	}
	return single{deletion{id, true}}, nil
}

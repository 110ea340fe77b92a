package httpd

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"svcx"
)

// Sessions finds the session of a cookie's value, "" without a cookie. Without a session
// the error is of kind Unauthorized. *identity.Service implements it.
type Sessions interface {
	Session(ctx context.Context, cookie string) (*svcx.Session, error)
}

// SignedIn returns the session of the request's cookie, or an Unauthorized error.
func (f *Front) SignedIn(r *http.Request) (*svcx.Session, error) {
	return f.Sessions.Session(r.Context(), f.Cookie(r))
}

// cookieName returns the name of the session cookie. Over https it has the prefix that
// makes browsers accept it from this host only (D 6).
func (f *Front) cookieName() string {
	if f.https {
		return "__Host-svcx_session"
	}
	return "svcx_session"
}

// Cookie returns the value of the request's session cookie; "" without one.
func (f *Front) Cookie(r *http.Request) string {
	c, err := r.Cookie(f.cookieName())
	if err != nil {
		return ""
	}
	return c.Value
}

// SetCookie sets the session cookie, or deletes it if value is "".
func (f *Front) SetCookie(w http.ResponseWriter, value string) {
	c := &http.Cookie{
		Name: f.cookieName(), Value: value, Path: "/", Secure: f.https, HttpOnly: true, SameSite: http.SameSiteLaxMode,
		MaxAge: int(svcx.SessionLife.Seconds()),
	}
	if value == "" {
		c.MaxAge = -1
	}
	http.SetCookie(w, c)
}

// CheckOrigin refuses a write that a page of another site sent with the user's cookie
// (D 6).
func (f *Front) CheckOrigin(r *http.Request) error {
	if err := f.origins.Check(r); err != nil {
		return &svcx.Error{Kind: svcx.KindForbidden, Message: "requests from other sites are refused", Err: err}
	}
	return nil
}

// trustOwnOrigin accepts writes from svcx's own pages even behind a proxy that changes
// the Host header.
func (f *Front) trustOwnOrigin() {
	u, err := url.Parse(f.BaseURL)
	if err != nil || u.Host == "" {
		return
	}
	if err := f.origins.AddTrustedOrigin(u.Scheme + "://" + u.Host); err != nil {
		f.Log.Warn("the base URL is not a valid origin", "error", err)
	}
}

// WantsPage tells a browser's navigation from a program's request.
func WantsPage(r *http.Request) bool { return strings.Contains(r.Header.Get("Accept"), "text/html") }

// Package rest serves the REST API v1 (R 4) and the session API.
//
// Tables of operations define routing, forms, scopes, roles and limits. One
// function per operation decodes the request through the workspace's form, calls
// one method of inbox, and encodes the answer through the form. v1 and the session
// API share these functions and differ in authentication (authentication.go).
package rest

import (
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/inbox"
	"svcx/internal/limit"
	"svcx/internal/links"
	"svcx/internal/live"
	"svcx/internal/openapi"
)

// Options configures an API. BaseURL, Budget, FailPage and MaxImportBody (10 MiB
// by default, D 5) are optional.
type Options struct {
	Inbox   *inbox.Inbox
	Links   *links.Links
	Forms   form.Set
	Live    *live.Hub
	Limiter limit.Limiter
	// LinkLimiter counts requests for sign-in links, in place of Limiter (W 8).
	LinkLimiter limit.Limiter
	Proxies     limit.Proxies
	// BaseURL is the public address. If it is https, the session cookie is secure
	// (D 6).
	BaseURL string
	// MaxBody bounds the body of a request in bytes, MaxImportBody that of an
	// import (D 5).
	MaxBody, MaxImportBody int64
	// Budget bounds the bytes of bodies in memory at once; nil means no bound.
	Budget *limit.Budget
	// FailPage shows an error to a browser that posted a form. If it is nil, the
	// error is answered in the envelope.
	FailPage func(w http.ResponseWriter, r *http.Request, status int, message string)
	Log      *slog.Logger
}

// API handles everything below /api/ except the webhooks.
type API struct {
	Options
	// v1 and session are separate because their patterns would conflict in one mux.
	v1, session *http.ServeMux
	origins     *http.CrossOriginProtection
	secure      bool
	// reference returns the OpenAPI documents of v1, listing those of the session
	// API.
	reference, listing func() []*openapi.Document
}

// prefix is that of every path of v1.
const prefix = "/api/v1/"

// New returns the handler.
func New(o Options) *API {
	if o.MaxImportBody == 0 {
		o.MaxImportBody = svcx.DefaultMaxImportBody
	}
	a := &API{
		Options: o, v1: http.NewServeMux(), session: http.NewServeMux(),
		origins: http.NewCrossOriginProtection(), secure: strings.HasPrefix(o.BaseURL, "https://"),
	}
	a.reference = sync.OnceValue(func() []*openapi.Document {
		return []*openapi.Document{Describe(o.Forms.A), Describe(o.Forms.B)}
	})
	a.listing = sync.OnceValue(func() []*openapi.Document {
		return []*openapi.Document{DescribeSession(o.Forms.A), DescribeSession(o.Forms.B)}
	})
	a.trustOwnOrigin()
	for _, t := range []struct {
		mux          *http.ServeMux
		under        string
		operations   []operation
		authenticate authentication
	}{
		{a.v1, prefix + "{org}", operations, (*endpoint).authorizeKey},
		{a.session, "/api/{org}", slices.Concat(memberOperations, sharedOperations), (*endpoint).authorizeMember},
		{a.session, "/api/admin", operatorOperations, (*endpoint).authorizeOperator},
		{a.session, "/api/auth", userOperations, (*endpoint).authorizeUser},
	} {
		for path, methods := range byPath(t.operations) {
			t.mux.Handle(t.under+path, &endpoint{api: a, methods: methods, authenticate: t.authenticate})
		}
	}
	return a
}

// trustOwnOrigin accepts writes from svcx's own pages even behind a proxy that
// changes the Host header.
func (a *API) trustOwnOrigin() {
	u, err := url.Parse(a.BaseURL)
	if err != nil || u.Host == "" {
		return
	}
	if err := a.origins.AddTrustedOrigin(u.Scheme + "://" + u.Host); err != nil {
		a.Log.Warn("the base URL is not a valid origin", "error", err)
	}
}

// ServeHTTP answers every path in the envelope: the mux's own answers (plain text,
// redirects to a cleaned path) are never sent.
func (a *API) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	mux := a.session
	if strings.HasPrefix(r.URL.Path, prefix) {
		mux = a.v1
	}
	handler, pattern := mux.Handler(r)
	if _, ours := handler.(*endpoint); !ours || pattern == "" || !cleanPath(r.URL.EscapedPath()) || !storable(r.URL.Path) {
		a.fail(w, r, a.Forms.B, svcx.NotFound("path"))
		return
	}
	mux.ServeHTTP(w, r)
}

// storable rejects NUL and invalid UTF-8: no name or id contains them, and
// PostgreSQL would fail on them.
func storable(path string) bool { return form.CleanText(path) == path }

// cleanPath rejects paths that the mux would redirect.
func cleanPath(path string) bool {
	for i, segment := range strings.Split(path, "/") {
		if i > 0 && (segment == "" || segment == "." || segment == "..") {
			return false
		}
	}
	return true
}

// endpoint is a path with its operations by method. HEAD is answered like GET.
type endpoint struct {
	api          *API
	methods      map[string][]*operation
	authenticate authentication
}

func byPath(all []operation) map[string]map[string][]*operation {
	paths := make(map[string]map[string][]*operation)
	for i := range all {
		op := &all[i]
		if paths[op.path] == nil {
			paths[op.path] = make(map[string][]*operation)
		}
		paths[op.path][op.method] = append(paths[op.path][op.method], op)
	}
	return paths
}

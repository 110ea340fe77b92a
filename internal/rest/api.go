// Package rest serves the REST API v1 (R 4) and the session API: tables of
// operations, from which routing, forms, scopes, roles and limits follow, and
// one function per operation, which reads through the workspace's form, calls
// one method of inbox, and answers through the form. No operation exists twice:
// v1 and the session API differ in authentication (authentication.go).
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
	"svcx/internal/live"
	"svcx/internal/openapi"
)

// Options are what an API works with; all are needed but BaseURL, Budget,
// FailPage and MaxImportBody, whose default is decisions 5's 10 MiB.
type Options struct {
	Inbox   *inbox.Inbox
	Forms   form.Set
	Live    *live.Hub
	Limiter limit.Limiter
	// LinkLimiter counts the requests for sign-in links, which Limiter does not
	// (W 8).
	LinkLimiter limit.Limiter
	Proxies     limit.Proxies
	// BaseURL is the public address. https makes the session's cookie a secure
	// one (decisions 6).
	BaseURL string
	// MaxBody bounds a request's body in bytes, MaxImportBody an import's
	// (decisions 5).
	MaxBody, MaxImportBody int64
	// Budget bounds the bodies that are in memory at once; nil bounds none.
	Budget *limit.Budget
	// FailPage shows an error to a browser that posted a form; without it the
	// envelope is all that there is.
	FailPage func(w http.ResponseWriter, r *http.Request, status int, message string)
	Log      *slog.Logger
}

// API is the handler of everything below /api/ but the webhooks.
type API struct {
	Options
	// v1 and session are apart: their patterns clash in one mux.
	v1, session *http.ServeMux
	origins     *http.CrossOriginProtection
	secure      bool
	// reference are the documents of v1, listing the lists of the session API.
	reference, listing func() []*openapi.Document
}

// prefix of every path of v1.
const prefix = "/api/v1/"

// New makes the handler.
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
		mux        *http.ServeMux
		under      string
		operations []operation
		door       authentication
	}{
		{a.v1, prefix + "{org}", operations, (*endpoint).authorizeKey},
		{a.session, "/api/{org}", slices.Concat(memberOperations, sharedOperations), (*endpoint).authorizeMember},
		{a.session, "/api/admin", operatorOperations, (*endpoint).authorizeOperator},
		{a.session, "/api/auth", userOperations, (*endpoint).authorizeUser},
	} {
		for path, methods := range byPath(t.operations) {
			t.mux.Handle(t.under+path, &endpoint{api: a, methods: methods, door: t.door})
		}
	}
	return a
}

// trustOwnOrigin makes posts of our own pages ours also behind a proxy that
// changes the Host header.
func (a *API) trustOwnOrigin() {
	u, err := url.Parse(a.BaseURL)
	if err != nil || u.Host == "" {
		return
	}
	if err := a.origins.AddTrustedOrigin(u.Scheme + "://" + u.Host); err != nil {
		a.Log.Warn("the base URL is no origin that browsers name", "error", err)
	}
}

// ServeHTTP answers in the envelope, whatever the path: the mux's own answers,
// plain text and redirects to a cleaned path, never go out.
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

// storable refuses NUL and bad UTF-8: no name or id has them, and PostgreSQL
// would answer a look-up with a failure of its own.
func storable(path string) bool { return form.CleanText(path) == path }

// cleanPath refuses what the mux would redirect.
func cleanPath(path string) bool {
	for i, segment := range strings.Split(path, "/") {
		if i > 0 && (segment == "" || segment == "." || segment == "..") {
			return false
		}
	}
	return true
}

// endpoint is one path with its operations by method. HEAD is answered as GET.
type endpoint struct {
	api     *API
	methods map[string][]*operation
	door    authentication
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

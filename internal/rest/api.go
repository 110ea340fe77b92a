// Package rest serves the REST API v1 (R 4): one table of operations, from which
// routing, forms, scopes and limits follow, and one function per operation,
// which reads through the workspace's form, calls one method of inbox, and
// answers through the form. No operation exists twice.
package rest

import (
	"log/slog"
	"net/http"
	"strings"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/inbox"
	"svcx/internal/limit"
)

// Options are what an API works with; all are needed.
type Options struct {
	Inbox   *inbox.Inbox
	Forms   form.Set
	Limiter limit.Limiter
	Proxies limit.Proxies
	// MaxBody bounds a request's body in bytes (decisions 5).
	MaxBody int64
	Log     *slog.Logger
}

// API is the handler of everything below /api/v1/.
type API struct {
	Options
	mux *http.ServeMux
}

// prefix of every path of v1.
const prefix = "/api/v1/"

// New makes the handler.
func New(o Options) *API {
	a := &API{Options: o, mux: http.NewServeMux()}
	for path, methods := range byPath(operations) {
		a.mux.Handle(prefix+"{org}"+path, &endpoint{api: a, methods: methods})
	}
	return a
}

// ServeHTTP answers in the envelope, whatever the path: the mux's own answers,
// plain text and redirects to a cleaned path, never go out.
func (a *API) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	handler, pattern := a.mux.Handler(r)
	if _, ours := handler.(*endpoint); !ours || pattern == "" || !cleanPath(r.URL.EscapedPath()) {
		a.fail(w, r, a.Forms.B, svcx.NotFound("path"))
		return
	}
	a.mux.ServeHTTP(w, r)
}

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

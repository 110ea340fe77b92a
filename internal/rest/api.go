// Package rest serves the REST API v1 (R 4) and the session API.
//
// Tables of operations define routing, forms, scopes, roles and limits. One
// function per operation decodes the request through the workspace's form, calls
// one use case, and encodes the answer through the form. v1 and the session
// API share these functions and differ in authentication (authentication.go).
package rest

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"sync"

	"svcx"
	"svcx/internal/admin"
	"svcx/internal/assist"
	"svcx/internal/directory"
	"svcx/internal/form"
	"svcx/internal/httpd"
	"svcx/internal/identity"
	"svcx/internal/inbox"
	"svcx/internal/links"
	"svcx/internal/live"
	"svcx/internal/messaging"
	"svcx/internal/openapi"
)

// Options configures an API. MaxImportBody is optional: 10 MiB by default (D 5).
type Options struct {
	Core      *inbox.Core
	Messaging *messaging.Service
	Directory *directory.Service
	Admin     *admin.Service
	Assist    *assist.Service
	Identity  *identity.Service
	Links     *links.Links
	Forms     form.Set
	Live      *live.Hub
	// Inbound is the channels' inbound endpoint (channel.Handler).
	Inbound interface {
		// RunAgain carries out the request of an entry again, and returns the entry of that.
		RunAgain(ctx context.Context, call inbox.Call, id svcx.ChannelID, event svcx.EventID) (svcx.EventID, error)
	}
	Front *httpd.Front
	// MaxBody bounds the body of a request in bytes, MaxImportBody that of an
	// import (D 5).
	MaxBody, MaxImportBody int64
}

// API handles everything below /api/ except the webhooks.
type API struct {
	Options
	// v1 and session are separate because their patterns would conflict in one mux.
	v1, session *httpd.Mux
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
	a := &API{Options: o}
	a.v1, a.session = httpd.NewMux(a.refuse), httpd.NewMux(a.refuse)
	a.reference = sync.OnceValue(func() []*openapi.Document {
		return []*openapi.Document{Describe(o.Forms.A), Describe(o.Forms.B)}
	})
	a.listing = sync.OnceValue(func() []*openapi.Document {
		return []*openapi.Document{DescribeSession(o.Forms.A), DescribeSession(o.Forms.B)}
	})
	for _, t := range []struct {
		mux          *httpd.Mux
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

// ServeHTTP finds the path among those of v1 or of the session API.
func (a *API) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch path := r.URL.Path; {
	case form.CleanText(path) != path:
		// No name or id contains NUL or invalid UTF-8, and PostgreSQL would fail on them.
		a.refuse(w, r, svcx.NotFound("path"))
	case strings.HasPrefix(path, prefix):
		a.v1.ServeHTTP(w, r)
	default:
		a.session.ServeHTTP(w, r)
	}
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

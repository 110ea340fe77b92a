package httpd

import (
	"net/http"
	"strings"

	"svcx"
)

// Mux finds the endpoint of a path by the patterns of http.ServeMux, but has none of its
// answers: it redirects nothing, and the caller answers what it does not find.
type Mux struct {
	patterns http.ServeMux
	refuse   Presenter
}

// NewMux returns a Mux without endpoints. refuse answers what has none: the error is
// KindNotFound, or KindMethodNotAllowed if the path has other methods, which are in Allow.
func NewMux(refuse Presenter) *Mux { return &Mux{refuse: refuse} }

// Handle registers an endpoint. One for GET answers HEAD too. A pattern that ends with a
// slash is for all paths below it.
func (m *Mux) Handle(pattern string, endpoint http.Handler) {
	m.patterns.Handle(pattern, endpoint)
	if path, below := strings.CutSuffix(pattern, "/"); below {
		// Otherwise http.ServeMux redirects from there.
		m.patterns.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) { m.refuse(w, r, svcx.NotFound("path")) })
	}
}

// ServeHTTP calls the endpoint, and leaves its pattern in r.Pattern.
func (m *Mux) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !isClean(r.URL.EscapedPath()) {
		m.refuse(w, r, svcx.NotFound("path"))
		return
	}
	found, pattern := m.patterns.Handler(r)
	if pattern != "" {
		m.patterns.ServeHTTP(w, r)
		return
	}
	answer := refusal{header: make(http.Header)}
	found.ServeHTTP(&answer, r)
	if answer.status != http.StatusMethodNotAllowed {
		m.refuse(w, r, svcx.NotFound("path"))
		return
	}
	w.Header().Set("Allow", answer.header.Get("Allow"))
	m.refuse(w, r, &svcx.Error{Kind: svcx.KindMethodNotAllowed})
}

// isClean reports whether a path is one that http.ServeMux would not redirect.
func isClean(path string) bool {
	for segment := range strings.SplitSeq(path, "/") {
		if segment == "." || segment == ".." {
			return false
		}
	}
	return strings.HasPrefix(path, "/") && !strings.Contains(path, "//")
}

// refusal is the answer of http.ServeMux to what has no endpoint.
type refusal struct {
	header http.Header
	status int
}

func (r *refusal) Header() http.Header         { return r.header }
func (r *refusal) Write(p []byte) (int, error) { return len(p), nil }
func (r *refusal) WriteHeader(status int)      { r.status = status }

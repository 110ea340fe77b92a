package rest

import (
	"net/http"
	"strconv"
	"sync"

	"svcx"
	"svcx/internal/openapi"
)

// Reference returns the OpenAPI documents of both forms. They are built at the
// first call and must not be modified.
func (a *API) Reference() []*openapi.Document { return a.reference() }

// SessionListing lists the session API of both forms (see DescribeSession).
func (a *API) SessionListing() []*openapi.Document { return a.listing() }

// documentMethods are the methods of a document's path.
const documentMethods = "GET, HEAD, OPTIONS"

// Documents serves the OpenAPI documents at DocumentPaths. They are public: pages
// of any origin, such as a hosted Swagger UI, may read them, but nothing else of
// this server.
func (a *API) Documents() http.Handler {
	mux := http.NewServeMux()
	for i, path := range DocumentPaths {
		text := sync.OnceValues(func() ([]byte, error) { return a.Reference()[i].Encode() })
		mux.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) {
			h := w.Header()
			h.Set("Access-Control-Allow-Origin", "*")
			switch r.Method {
			case http.MethodGet, http.MethodHead:
			case http.MethodOptions:
				h.Set("Access-Control-Allow-Methods", documentMethods)
				h.Set("Access-Control-Allow-Headers", "*")
				h.Set("Access-Control-Max-Age", "86400")
				h.Set("Allow", documentMethods)
				w.WriteHeader(http.StatusNoContent)
				return
			default:
				h.Set("Allow", documentMethods)
				a.Refuse(w, r, &svcx.Error{Kind: svcx.KindMethodNotAllowed, Message: "the method " + r.Method + " is not allowed here"})
				return
			}
			body, err := text()
			if err != nil {
				a.Refuse(w, r, err)
				return
			}
			h.Set("Content-Type", "application/json")
			h.Set("Content-Length", strconv.Itoa(len(body)))
			h.Set("Cache-Control", "no-cache")
			h.Set("X-Content-Type-Options", "nosniff")
			w.Write(body)
		})
	}
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) { a.Refuse(w, r, svcx.NotFound("path")) })
	return mux
}

// DocumentPaths are the paths of the OpenAPI documents of forms A and B.
var DocumentPaths = []string{"/openapi-a.json", "/openapi-b.json"}

package rest

import (
	"net/http"
	"sync"

	"svcx/internal/httpd"
	"svcx/internal/openapi"
)

// Reference returns the OpenAPI documents of both forms. They are built at the
// first call and must not be modified.
func (a *API) Reference() []*openapi.Document { return a.reference() }

// SessionListing lists the session API of both forms (see DescribeSession).
func (a *API) SessionListing() []*openapi.Document { return a.listing() }

// documentMethods are the methods of a document's path.
const documentMethods = "GET, HEAD, OPTIONS"

// AddDocuments serves the OpenAPI documents at /openapi-a.json and /openapi-b.json, and the
// Postman collections that are made from them at /postman-a.json and /postman-b.json. They
// are public: pages of any origin, such as a hosted Swagger UI, may read them, but nothing
// else of this server.
func (a *API) AddDocuments(mux *httpd.Mux) {
	for i, form := range []string{"a", "b"} {
		a.addDocument(mux, "/openapi-"+form+".json", func() ([]byte, error) { return a.Reference()[i].Encode() })
		a.addDocument(mux, "/postman-"+form+".json", func() ([]byte, error) { return a.Reference()[i].Postman() })
	}
}

func (a *API) addDocument(mux *httpd.Mux, path string, encode func() ([]byte, error)) {
	text := sync.OnceValues(encode)
	mux.Handle(path, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
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
			a.Front.Refuse(w, r, httpd.NotAllowed(r))
			return
		}
		body, err := text()
		if err != nil {
			a.Front.Refuse(w, r, err)
			return
		}
		httpd.SetJSON(h, len(body))
		h.Set("Cache-Control", "no-cache")
		w.Write(body)
	}))
}

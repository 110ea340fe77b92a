package rest

import (
	"net/http"
	"strconv"
	"sync"

	"svcx/internal/openapi"
)

// Reference are the documents of both forms. They are made at the first call,
// and are to be read only.
func (a *API) Reference() []*openapi.Document { return a.reference() }

// Documents serves the documents at their paths (see DocumentPaths).
func (a *API) Documents() http.Handler {
	mux := http.NewServeMux()
	for i, path := range DocumentPaths {
		text := sync.OnceValues(func() ([]byte, error) { return a.Reference()[i].Encode() })
		mux.HandleFunc("GET "+path, func(w http.ResponseWriter, r *http.Request) {
			body, err := text()
			if err != nil {
				a.fail(w, r, a.Forms.B, err)
				return
			}
			h := w.Header()
			h.Set("Content-Type", "application/json")
			h.Set("Content-Length", strconv.Itoa(len(body)))
			h.Set("Cache-Control", "no-cache")
			h.Set("X-Content-Type-Options", "nosniff")
			w.Write(body)
		})
	}
	mux.HandleFunc("/", a.NotFound)
	return mux
}

// DocumentPaths are where the documents of the forms A and B are served.
var DocumentPaths = []string{"/openapi-a.json", "/openapi-b.json"}

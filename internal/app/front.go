package app

import (
	"net/http"
	"strings"
)

// secured puts on every answer what browsers are to know of it, whoever gives
// it: its type is what it says, and, behind https, that there is no other way
// here.
func secured(next http.Handler, baseURL string) http.Handler {
	https := strings.HasPrefix(baseURL, "https://")
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Content-Type-Options", "nosniff")
		if https {
			w.Header().Set("Strict-Transport-Security", "max-age=31536000")
		}
		next.ServeHTTP(w, r)
	})
}

package httpd

import (
	"net/http"
	"net/netip"

	"svcx/internal/limit"
)

// ClientIP returns the address of a request's client, behind the trusted proxies. It is
// invalid if there is none (Proxies).
func (f *Front) ClientIP(r *http.Request) netip.Addr { return f.Proxies.ClientIP(r) }

// Count counts a request of its client. A nil limiter counts nothing.
func (f *Front) Count(r *http.Request, l limit.Limiter) limit.Decision {
	if l == nil {
		return limit.Decision{Allowed: true}
	}
	return l.Take(r.Context(), limit.Key(f.ClientIP(r)))
}

// Admit counts a request against the limit of requests and sets the headers that say so.
// The caller refuses the request with the decision's Err.
func (f *Front) Admit(w http.ResponseWriter, r *http.Request) limit.Decision {
	decision := f.Count(r, f.Limiter)
	decision.SetHeaders(w.Header())
	return decision
}

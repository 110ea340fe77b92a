package safehttp

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/netip"

	"golang.org/x/net/http/httpguts"
)

// Request is one call.
type Request struct {
	Method string // "" means GET
	URL    string // as CheckURL takes it; a fragment is not sent
	// Header is sent, except for what concerns the connection or is not supported
	// (see dropped). It is not changed.
	Header http.Header
	// Body must not be changed, even after Do has returned.
	Body []byte
	// MaxBody is how many bytes of the answer's body are read. 0 means
	// Options.MaxBody.
	MaxBody int64
}

// dropped are headers that callers cannot set: they would change how the connection
// is used, the form of the answer, or the identity of the client.
var dropped = []string{
	"Accept-Encoding", "Connection", "Content-Length", "Cookie", "Expect", "Host",
	"Keep-Alive", "Proxy-Authorization", "Proxy-Connection", "Referer", "Te",
	"Trailer", "Transfer-Encoding", "Upgrade", "User-Agent",
}

// checkRequest refuses early what net/http would refuse only after DNS.
func checkRequest(r Request) error {
	if r.Method != "" && !httpguts.ValidHeaderFieldName(r.Method) { // both are tokens
		return fmt.Errorf("safehttp: invalid method %q", r.Method)
	}
	for name, values := range r.Header {
		if !httpguts.ValidHeaderFieldName(name) {
			return fmt.Errorf("safehttp: invalid header name %q", name)
		}
		for _, v := range values {
			if !httpguts.ValidHeaderFieldValue(v) {
				return fmt.Errorf("safehttp: invalid value of header %q", name) // may be a secret
			}
		}
	}
	return nil
}

// newRequest returns the request for one pinned address.
func (c *Client) newRequest(ctx context.Context, t *target, pinned netip.Addr, r Request) *http.Request {
	u := *t.url
	u.Host = poolKey(pinned, t)
	header := make(http.Header, len(r.Header)+2)
	for name, values := range r.Header {
		name = http.CanonicalHeaderKey(name)
		header[name] = append(header[name], values...)
	}
	for _, name := range dropped {
		delete(header, name)
	}
	header["User-Agent"] = []string{c.userAgent}
	// net/http repeats a request with this header on a new connection when a kept
	// one turns out to be closed. Without a value the header is not sent.
	if _, ok := header["Idempotency-Key"]; !ok {
		header["Idempotency-Key"] = nil
	}
	req := &http.Request{
		Method: r.Method,
		URL:    &u,
		Host:   t.url.Host,
		Header: header,
	}
	if len(r.Body) > 0 {
		req.Body, _ = bodyOf(r.Body)()
		req.GetBody = bodyOf(r.Body)
		req.ContentLength = int64(len(r.Body))
	}
	return req.WithContext(ctx)
}

// bodyOf returns a function of the shape of http.Request.GetBody.
func bodyOf(body []byte) func() (io.ReadCloser, error) {
	return func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(body)), nil }
}

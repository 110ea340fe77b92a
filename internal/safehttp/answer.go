package safehttp

import (
	"fmt"
	"io"
	"math"
	"net/http"
)

// Response is a final answer.
type Response struct {
	Status int // as sent, normally 200 to 599; 101 is final here, never a switch
	Header http.Header
	// Body is what was read of the body, as sent: a Content-Encoding is not decoded.
	Body []byte
	// Truncated says that the body is incomplete: it was longer than MaxBody, the
	// connection broke, or the time was up.
	Truncated bool
	// TooLong says that the body was longer than MaxBody.
	TooLong bool
}

// readAnswer reads at most limit bytes of the body and closes it. Closing a body
// that was not read to its end closes the connection. The deadline of the attempt
// bounds the reading.
func readAnswer(answer *http.Response, limit int64) (*Response, error) {
	defer answer.Body.Close()
	r := &Response{Status: answer.StatusCode, Header: answer.Header}
	if r.Status < 200 {
		// After 101 another protocol follows, not a body. net/http skips the other
		// 1xx answers, within the limit of header bytes.
		return r, nil
	}
	limit = min(limit, math.MaxInt64-1)
	// One byte more than is kept shows whether the body is longer.
	body, err := io.ReadAll(io.LimitReader(answer.Body, limit+1))
	r.Body, r.Truncated = body, err != nil
	if int64(len(body)) > limit {
		r.Body, r.Truncated, r.TooLong = body[:limit], true, true
	}
	if r.Status >= 300 && r.Status <= 399 {
		return r, &Error{Code: CodeRedirect, Err: fmt.Errorf("answered %d, and redirects are not followed", r.Status)}
	}
	return r, nil
}

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
	// Body is what was read of it, as sent: a Content-Encoding is not undone.
	Body []byte
	// Truncated: the body is not whole. It was longer than MaxBody, or it
	// broke off, or time was up.
	Truncated bool
	// TooLong: it was longer than MaxBody.
	TooLong bool
}

// readAnswer reads at most limit bytes of the body and closes it. Where the
// body was not read to its end, closing it closes the connection. The deadline
// of the attempt ends the reading of a slow one.
func readAnswer(answer *http.Response, limit int64, strict bool) (*Response, error) {
	defer answer.Body.Close()
	r := &Response{Status: answer.StatusCode, Header: answer.Header}
	if r.Status < 200 {
		// 101: what follows is another protocol, and no body. net/http skips
		// the other 1xx, within the bound of header bytes.
		return r, nil
	}
	strict = strict && r.Status < 300
	if strict && answer.ContentLength > limit {
		r.Truncated, r.TooLong = true, true
		return r, tooLarge(limit)
	}
	limit = min(limit, math.MaxInt64-1)
	// One byte more than is kept tells a whole body from a cut one.
	body, err := io.ReadAll(io.LimitReader(answer.Body, limit+1))
	r.Body, r.Truncated = body, err != nil
	if int64(len(body)) > limit {
		r.Body, r.Truncated, r.TooLong = body[:limit], true, true
		if strict {
			return r, tooLarge(limit)
		}
	}
	if r.Status >= 300 && r.Status <= 399 {
		return r, &Error{Code: CodeRedirect, Err: fmt.Errorf("answered %d, and redirects are not followed", r.Status)}
	}
	return r, nil
}

func tooLarge(limit int64) *Error {
	return &Error{Code: CodeBodyTooLarge, Err: fmt.Errorf("the answer is longer than %d bytes", limit)}
}

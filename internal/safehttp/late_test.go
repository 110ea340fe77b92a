package safehttp

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
)

// late answers after the client has canceled.
type late struct{}

func (late) RoundTrip(r *http.Request) (*http.Response, error) {
	<-r.Context().Done()
	return &http.Response{StatusCode: http.StatusOK, Body: io.NopCloser(strings.NewReader("ok")), ContentLength: 2}, nil
}

// A receiver that answered only when the request was canceled counted as one that
// had answered in time, if the machine was so busy that the answer was read before
// the connection was closed.
func TestAnswerAfterTheDeadlineDoesNotCount(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := New(Options{AllowHTTP: true, Resolver: answer("8.8.8.8")})
		c.transport.RegisterProtocol("http", late{})
		r := Request{URL: "http://example.com/"}
		if _, err := c.Do(context.Background(), r); Code(err) != CodeTimeout {
			t.Errorf("an answer as a whole: %v", err)
		}
		if _, err := c.Open(context.Background(), r); Code(err) != CodeTimeout {
			t.Errorf("an answer as a stream: %v", err)
		}
	})
}

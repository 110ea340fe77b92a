package httpd

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

// http.ResponseController reaches the server's writer through the counting one.
func TestCountedAnswer(t *testing.T) {
	w := httptest.NewRecorder()
	c := &countedAnswer{ResponseWriter: w}
	c.Write([]byte("abc"))
	if err := http.NewResponseController(c).Flush(); err != nil || !w.Flushed || c.status != 200 || c.bytes != 3 {
		t.Errorf("%v, %+v", err, c)
	}
}

package httpd

import (
	"net/http"
	"time"
)

// ReadWithin gives a client that long, from now, to send its body, in place of the
// server's read timeout. If it cannot be set, the usual deadline holds.
func (f *Front) ReadWithin(w http.ResponseWriter, d time.Duration) {
	_ = http.NewResponseController(w).SetReadDeadline(f.clock().Add(d))
}

// EndReadDeadline lets an answer last as long as it is read or waited for. It is for
// requests that have arrived whole: net/http goes on reading, to notice that the client
// is gone, and the read timeout would end the answer. If deadlines cannot be set, there
// are none.
func EndReadDeadline(w http.ResponseWriter) {
	_ = http.NewResponseController(w).SetReadDeadline(time.Time{})
}

package app

import (
	"net/http"
	"strings"
	"time"
)

// stallTime is how long the reader of a long answer may take nothing of it.
const stallTime = time.Minute

func isExport(r *http.Request) bool {
	return r.Method == http.MethodGet && strings.HasPrefix(r.URL.Path, "/api/") && strings.HasSuffix(r.URL.Path, "/export")
}

// slowAnswer lets an answer take as long as its reader wants, as long as that
// one reads. The request has come in whole: its own deadline would else end it.
type slowAnswer struct {
	http.ResponseWriter
	control *http.ResponseController
}

func newSlowAnswer(w http.ResponseWriter) *slowAnswer {
	a := &slowAnswer{w, http.NewResponseController(w)}
	// Where deadlines cannot be set there are none.
	_ = a.control.SetReadDeadline(time.Time{})
	return a
}

func (a *slowAnswer) Write(p []byte) (int, error) {
	_ = a.control.SetWriteDeadline(time.Now().Add(stallTime))
	n, err := a.ResponseWriter.Write(p)
	// The connection's next answers have no deadline, like all others.
	_ = a.control.SetWriteDeadline(time.Time{})
	return n, err
}

func (a *slowAnswer) Unwrap() http.ResponseWriter { return a.ResponseWriter }

package demo

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// A ping has a type and no event: it is no reply that the customer answers.
func TestPingIsNoReply(t *testing.T) {
	var out bytes.Buffer
	in := &integrator{out: &journal{to: &out}, answered: make(map[string]bool)}
	w := httptest.NewRecorder()
	in.receive(w, httptest.NewRequest(http.MethodPost, "/events", strings.NewReader(`{"type":"ping","timestamp":"2026-11-29T00:00:00Z"}`)))
	if w.Code != http.StatusNoContent || out.Len() > 0 || len(in.answered) > 0 {
		t.Errorf("%d %s", w.Code, out.String())
	}
}

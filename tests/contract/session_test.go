package contract

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// admin is the one of acme.
const admin = "ann@acme.test"

func init() {
	add("session", session)
	add("until", until)
}

// session [-as EMAIL] [-org SLUG] METHOD path [json]
//
// A path that starts with a slash is the whole path.
func session(w *world, ts *testscript.TestScript, args []string) error {
	s, err := w.read(ts, args, "as", "org")
	if err != nil {
		return err
	}
	org, as := "acme", admin
	if s.options["org"] != "" {
		org = s.options["org"]
	}
	if s.options["as"] != "" {
		as = s.options["as"]
	}
	cookie, err := w.cookie(as)
	if err != nil {
		return err
	}
	s.fill("Cookie", cookie)
	if len(s.words) > 1 && strings.HasPrefix(s.words[1], "/") {
		return w.finish(s, "")
	}
	return w.finish(s, "/api/"+org+"/")
}

// cookie is of a session of the person, who signs in at the first call.
func (w *world) cookie(email string) (string, error) {
	if known, ok := w.saved["cookie of "+email].(string); ok {
		return known, nil
	}
	link, err := w.run("login-link", "--email", email)
	if err != nil {
		return "", err
	}
	body := []byte(`{"token":"` + text(link["token"]) + `"}`)
	res, err := w.send(request{"POST", "/api/auth/verify", http.Header{"Content-Type": {"application/json"}}, body})
	if err != nil {
		return "", err
	}
	cookie, _, _ := strings.Cut(res.header.Get("Set-Cookie"), ";")
	if res.status != http.StatusOK || cookie == "" {
		return "", fmt.Errorf("signing in as %s: %d %s", email, res.status, res.body)
	}
	w.saved["cookie of "+email] = cookie
	return cookie, nil
}

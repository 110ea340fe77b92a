package contract

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// admin is acme's admin.
const admin = "ann@acme.test"

func init() {
	add("session", session)
	add("until", until)
	add("upload", upload)
	add("fetch", fetch)
	add("shown", shown)
}

// session [-as EMAIL] [-org SLUG] METHOD path [json]
//
// A path that starts with a slash is the whole path.
func session(w *fixture, ts *testscript.TestScript, args []string) error {
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

// upload [-as EMAIL] [-org SLUG] [-name FILENAME] [-part NAME] [-times N] [-cut N] CONTENT
//
// Posts a file as a browser does: one part, or several equal ones, without the last N
// bytes with -cut. Without -name the part has no filename.
func upload(w *fixture, ts *testscript.TestScript, args []string) error {
	s, err := w.read(ts, args, "as", "org", "name", "part", "times", "cut")
	if err != nil {
		return err
	}
	if len(s.words) != 1 {
		return fmt.Errorf("usage: upload [options] content")
	}
	content, err := w.expand(s.words[0])
	if err != nil {
		return err
	}
	org, as, part := "acme", admin, "file"
	for option, to := range map[string]*string{"org": &org, "as": &as, "part": &part} {
		if s.options[option] != "" {
			*to = s.options[option]
		}
	}
	cookie, err := w.cookie(as)
	if err != nil {
		return err
	}
	s.fill("Cookie", cookie)
	times, _ := strconv.Atoi(s.options["times"])
	const boundary = "svcx-contract-boundary"
	for range max(times, 1) {
		named := ""
		if s.options["name"] != "" {
			named = `; filename="` + s.options["name"] + `"`
		}
		s.body = fmt.Appendf(s.body, "--%s\r\nContent-Disposition: form-data; name=\"%s\"%s\r\nContent-Type: image/png\r\n\r\n%s\r\n", boundary, part, named, content)
	}
	s.body = fmt.Appendf(s.body, "--%s--\r\n", boundary)
	if cut, _ := strconv.Atoi(s.options["cut"]); cut > 0 {
		s.body = s.body[:len(s.body)-cut]
	}
	s.fill("Content-Type", "multipart/form-data; boundary="+boundary)
	s.words = []string{"POST", "files"}
	return w.finish(s, "/api/"+org+"/")
}

// fetch [-as EMAIL] METHOD ADDRESS
func fetch(w *fixture, ts *testscript.TestScript, args []string) error {
	s, err := w.read(ts, args, "as")
	if err != nil {
		return err
	}
	if len(s.words) == 2 {
		// References are expanded here, since the query must stay as it is.
		address, err := w.expand(s.words[1])
		if err != nil {
			return err
		}
		s.words[1] = strings.TrimPrefix(address, w.server.url)
	}
	if s.options["as"] != "" {
		cookie, err := w.cookie(s.options["as"])
		if err != nil {
			return err
		}
		s.fill("Cookie", cookie)
	}
	return w.finish(s, "")
}

// shown PATH…
//
// At each path is an address of the service that returns a file without a session;
// the document contains no empty address and no internal file reference.
func shown(w *fixture, _ *testscript.TestScript, args []string) error {
	for _, path := range args {
		addresses, _ := lookUp(w.document, path)
		if len(addresses) == 0 {
			return fmt.Errorf("there is no %s in %s", path, text(w.document))
		}
		for _, address := range addresses {
			relative, ours := strings.CutPrefix(text(address), w.server.url)
			if !ours || !strings.HasPrefix(relative, "/files/") {
				return fmt.Errorf("%s is %s, which is no address of ours", path, text(address))
			}
			res, err := w.send(request{method: http.MethodGet, path: relative})
			if err != nil {
				return err
			}
			if res.status != http.StatusOK || len(res.body) == 0 {
				return fmt.Errorf("%s at %s: %d %s", path, text(address), res.status, res.body)
			}
		}
	}
	return noReference(w.document)
}

func noReference(v any) error {
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			if err := noReference(e); err != nil {
				return err
			}
		}
	case map[string]any:
		for _, name := range []string{"file", "fileId", "blob"} {
			if inner, there := v[name]; there {
				return fmt.Errorf("%s %s is shown in %s", name, text(inner), text(v))
			}
		}
		if address, there := v["url"]; there && address == "" {
			return fmt.Errorf("an address is empty in %s", text(v))
		}
		for _, e := range v {
			if err := noReference(e); err != nil {
				return err
			}
		}
	}
	return nil
}

// cookie is the user's session cookie; the first call signs in.
func (w *fixture) cookie(email string) (string, error) {
	if known, ok := w.saved["cookie of "+email].(string); ok {
		return known, nil
	}
	link, err := w.server.app.Identity.CreateLoginLink(context.Background(), email, "")
	if err != nil {
		return "", err
	}
	body := []byte(`{"token":"` + link.Token + `"}`)
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

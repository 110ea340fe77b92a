package rest_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/rest"
)

// The tests in this file cover the whole table of v1, so that they also hold for
// operations added later.

// eachRow runs test for every row in each form that has it, with one fixture per form.
func eachRow(t *testing.T, test func(s *fixture, t tenant, row rest.Row)) {
	for _, name := range []svcx.FormName{svcx.FormA, svcx.FormB} {
		s := newFixture(t)
		tenant := map[svcx.FormName]tenant{svcx.FormA: s.a, svcx.FormB: s.b}[name]
		for _, row := range rest.Rows() {
			if slices.Contains(row.Forms, name) {
				test(s, tenant, row)
			}
		}
	}
}

// refused checks for an error envelope with the form's status and code of the kind.
func (s *fixture) refused(t tenant, kind svcx.Kind, what string, w *httptest.ResponseRecorder) {
	s.Helper()
	status, code := testForms.Of(t.Form).ErrorCode(kind)
	if w.Code != status || !strings.HasPrefix(w.Body.String(), `{"error":{"code":"`+code+`","message":"`) {
		s.Errorf("form %s, %s: %d %s, not %d %s", t.Form, what, w.Code, w.Body, status, code)
	}
}

// R 5.2: without a key, with a wrong one, one of another workspace, or a session
// instead of a key the answer is 401; rows that take sessions are 401 without one.
func TestEveryRowNeedsItsKey(t *testing.T) {
	eachRow(t, func(s *fixture, t tenant, row rest.Row) {
		call := row.Method + " " + row.Path
		s.refused(t, svcx.KindUnauthorized, call+" with a wrong key", s.do(tenant{t.Workspace, "svcx_sk_0"}, row.Method, row.Path, ""))
		s.refused(t, svcx.KindUnauthorized, call+" with another workspace's key", s.do(tenant{t.Workspace, s.other.key}, row.Method, row.Path, ""))
		bare := httptest.NewRecorder()
		s.api.ServeHTTP(bare, httptest.NewRequest(row.Method, "/api/v1/"+t.Slug+row.Path, nil))
		s.refused(t, svcx.KindUnauthorized, call+" without a key", bare)
		if rest.ScopeOf(testForms.Of(t.Form), row.Name) != "" {
			s.refused(t, svcx.KindUnauthorized, call+" with a session", s.doAs(t, row.Method, row.Path, ""))
		}
	})
}

// R 5.4, D 5: while the workspace's API is disabled, every row is 503 with the form's
// code, before the key, the id or the body is checked.
func TestEveryRowIsDisabledWithTheAPI(t *testing.T) {
	eachRow(t, func(s *fixture, t tenant, row rest.Row) {
		off := false
		_, err := s.inbox.SetWorkspace(s.Context(), inbox.Call{Actor: inbox.Operator}, t.Slug, svcx.WorkspacePatch{APIEnabled: &off})
		s.must(err)
		path := strings.ReplaceAll(row.Path, "1", "none")
		for what, key := range map[string]string{"a key": t.key, "a wrong key": "svcx_sk_0"} {
			w := s.do(tenant{t.Workspace, key}, row.Method, path, "{not json")
			s.refused(t, svcx.KindAPIDisabled, row.Method+" "+path+" with "+what, w)
			if !strings.Contains(w.Body.String(), "API access is not enabled") {
				s.Errorf("%s %s: %s", row.Method, path, w.Body)
			}
		}
		if w := s.doAs(t, row.Method, path, "{not json"); w.Code != http.StatusServiceUnavailable {
			s.Errorf("form %s, %s %s with a session: %d %s", t.Form, row.Method, path, w.Code, w.Body)
		}
	})
}

// R 5.3: a key with all scopes but the row's is refused with the form's code; a key
// with only the row's scope is not.
func TestEveryRowNeedsItsScope(t *testing.T) {
	eachRow(t, func(s *fixture, t tenant, row rest.Row) {
		f := testForms.Of(t.Form)
		scope := rest.ScopeOf(f, row.Name)
		call := row.Method + " " + row.Path
		if scope == "" {
			s.refused(t, svcx.KindForbidden, call+" with a key", s.do(t, row.Method, row.Path, ""))
			return
		}
		others := slices.DeleteFunc(slices.Clone(f.Scopes), func(one svcx.Scope) bool { return one == scope })
		s.refused(t, svcx.KindForbidden, call+" without its scope", s.do(s.keyed(t, others...), row.Method, row.Path, ""))
		if w := s.do(s.keyed(t, scope), row.Method, row.Path, ""); w.Code == http.StatusForbidden || w.Code == http.StatusUnauthorized {
			s.Errorf("form %s, %s with its scope: %d %s", t.Form, call, w.Code, w.Body)
		}
	})
}

// D 1, D 5: the answer for an id of another workspace is that for a missing one, byte
// for byte, whatever the body.
func TestEveryRowHidesOtherWorkspaces(t *testing.T) {
	eachRow(t, func(s *fixture, t tenant, row rest.Row) {
		if !strings.Contains(row.Path, "1") {
			return
		}
		if s.do(s.other, "GET", "/conversations/1", "").Code == http.StatusNotFound {
			s.populate(s.other)
			if w := s.do(s.other, "GET", "/categories/1/fields", ""); w.Code != http.StatusOK {
				s.Fatalf("the other workspace has nothing: %d %s", w.Code, w.Body)
			}
		}
		for _, body := range []string{"", "{}", "{not json"} {
			path := row.Path
			if row.Role != "" {
				path = strings.ReplaceAll(path, "1", "3") // the third key is the other's
			}
			theirs := s.doRow(t, row, path, body)
			missing := s.doRow(t, row, strings.ReplaceAll(row.Path, "1", "987654321"), body)
			s.refused(t, svcx.KindNotFound, row.Method+" "+row.Path, theirs)
			if theirs.Body.String() != missing.Body.String() {
				s.Errorf("form %s, %s %s: theirs %s, missing %s", t.Form, row.Method, row.Path, theirs.Body, missing.Body)
			}
		}
	})
}

// D 1: an operation of the other form is not found, before any other check.
func TestRowsOfTheOtherFormAreNotFound(t *testing.T) {
	s := newFixture(t)
	for _, row := range rest.Rows() {
		for _, tenant := range []tenant{s.a, s.b} {
			if slices.Contains(row.Forms, tenant.Form) {
				continue
			}
			for _, key := range []string{tenant.key, "none"} {
				tenant.key = key
				w := s.do(tenant, row.Method, row.Path, "{not json")
				if w.Code != http.StatusNotFound || w.Body.String() != noPath {
					s.Errorf("form %s, %s %s: %d %s", tenant.Form, row.Method, row.Path, w.Code, w.Body)
				}
			}
		}
	}
}

// R 7, D 5: a method that a path has in no form is 405 with the methods that it has,
// before the key is checked.
func TestWrongMethodsAreNotAllowed(t *testing.T) {
	eachRow(t, func(s *fixture, t tenant, row rest.Row) {
		for _, method := range []string{"GET", "POST", "PUT", "PATCH", "DELETE"} {
			if slices.ContainsFunc(rest.Rows(), func(r rest.Row) bool { return r.Method == method && r.Path == row.Path }) {
				continue
			}
			t.key = "none"
			w := s.do(t, method, row.Path, "")
			s.refused(t, svcx.KindMethodNotAllowed, method+" "+row.Path, w)
			allowed := strings.Split(w.Header().Get("Allow"), ", ")
			// Fault: HEAD is answered wherever GET is, and was not named.
			if !slices.Contains(allowed, row.Method) || slices.Contains(allowed, "HEAD") != slices.Contains(allowed, "GET") {
				s.Errorf("%s %s: Allow is %q", method, row.Path, w.Header().Get("Allow"))
			}
		}
	})
}

// D 5: a body that is not a JSON object is the form's validation error, one that is
// too long 413, one of another content type 415.
func TestEveryRowChecksItsBody(t *testing.T) {
	eachRow(t, func(s *fixture, t tenant, row rest.Row) {
		if !rest.TakesBody(row.Name) {
			return
		}
		if s.do(t, "GET", "/conversations/1", "").Code == http.StatusNotFound {
			s.populate(t)
		}
		call := row.Method + " " + row.Path
		for _, body := range []string{"{not json", "[]", "null", `{} {}`, `"x"`} {
			w := s.doRow(t, row, row.Path, body)
			s.refused(t, svcx.KindValidation, call+" "+body, w)
			if !strings.Contains(w.Body.String(), `"message":"body must be one JSON object`) {
				s.Errorf("%s %s: %s", call, body, w.Body)
			}
		}
		long := fmt.Sprintf(`{"x":"%s"}`, strings.Repeat("x", svcx.DefaultMaxImportBody))
		s.refused(t, svcx.KindTooLarge, call, s.doRow(t, row, row.Path, long))
		r := httptest.NewRequest(row.Method, "/api/v1/"+t.Slug+row.Path, strings.NewReader("{}"))
		if row.Role != "" {
			r.Header.Set("Cookie", s.cookies[t.Slug])
		} else {
			r.Header.Set("Authorization", "Bearer "+t.key)
		}
		r.Header.Set("Content-Type", "text/plain")
		w := httptest.NewRecorder()
		s.api.ServeHTTP(w, r)
		s.refused(t, svcx.KindUnsupportedMedia, call, w)
	})
}

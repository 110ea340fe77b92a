package rest_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"svcx"
	"svcx/internal/limit"
	"svcx/internal/rest"
	"svcx/internal/store"
	"svcx/internal/store/pgtest"
)

const (
	noSession   = `{"error":{"code":"UNAUTHORIZED","message":"a session is needed: sign in first"}}`
	badLink     = `{"error":{"code":"UNAUTHORIZED","message":"the sign-in link was used already or has expired; ask for a new one"}}`
	noWorkspace = `{"error":{"code":"NOT_FOUND","message":"workspace not found"}}`
)

// D 6: a link signs in once, within 15 minutes; a form is accepted too.
func TestLinkSignsInOnce(t *testing.T) {
	d := newSessionFixture(t, "http://inbox.test")
	used := d.token("ada@example.com")
	d.want("POST", "/api/auth/verify", `{"token":"`+used+`"}`, 200, `{"ok":true,"redirect":"/"}`)
	for _, body := range []string{`{"token":"` + used + `"}`, `{"token":"nobody's"}`, `{"token":""}`, `{"token":null}`, `{"token":5}`, `{}`} {
		d.want("POST", "/api/auth/verify", body, 401, badLink)
	}
	d.want("POST", "/api/auth/verify", `{`, 400, `~"message":"body must`)
	late := d.token("ada@example.com")
	d.pass(15 * time.Minute)
	d.want("POST", "/api/auth/verify", `{"token":"`+late+`"}`, 401, badLink)
	d.want("GET", "/api/auth/verify", "", 405, `~"METHOD_NOT_ALLOWED"`)

	const formType = "Content-Type: application/x-www-form-urlencoded; charset=utf-8"
	w := d.call("", "POST", "/api/auth/verify", postForm("token", d.token("ada@example.com")), formType)
	d.equal("a form", w.Body.String(), `{"ok":true,"redirect":"/"}`)
	w = d.call("", "POST", "/api/auth/verify", "token=x", "Content-Type: text/plain")
	d.equal("no form", w.Code, http.StatusUnsupportedMediaType)

	link, err := d.inbox.CreateLoginLink(t.Context(), "ada@example.com", "a")
	d.must(err)
	browser := func(token string) *httptest.ResponseRecorder {
		return d.call("", "POST", "/api/auth/verify", postForm("token", token), formType, "Accept: text/html,*/*;q=0.8", "Origin: http://example.com")
	}
	w = browser(link.Token)
	d.equal("a browser's form", []any{w.Code, w.Header().Get("Location"), w.Header().Get("Cache-Control")}, []any{303, "/app/a/inbox", "no-store"})
	d.equal("its session", d.call(cookieIn(w), "GET", "/api/auth/session", "").Code, 200)
	w = browser(link.Token)
	d.equal("its failure", []any{w.Code, w.Body.String()}, []any{401, "page: the sign-in link was used already or has expired; ask for a new one"})

	// Fault 2.9: a signed-in user got that failure too, which said the contrary.
	for _, token := range []string{link.Token, "nobody's", ""} {
		w = d.call(d.bob, "POST", "/api/auth/verify", postForm("token", token), formType, "Accept: text/html")
		d.equal("with a session", []any{w.Code, w.Header().Get("Location"), w.Header().Get("Set-Cookie")}, []any{303, "/?link=old", ""})
	}
	d.equal("the session is kept", d.call(d.bob, "GET", "/api/auth/session", "").Code, 200)
	w = d.call(d.bob, "POST", "/api/auth/verify", postForm("token", link.Token), formType)
	d.equal("a program", w.Code, 401)
	w = d.call(d.bob, "POST", "/api/auth/verify", postForm("token", link.Token), formType, "Accept: text/html", "Origin: http://evil.test")
	d.equal("from another site", w.Code, 403)
	// A form that is posted to an unknown path is a browser's too.
	w = d.call("", "POST", "/api/auth/nothing", "x=1", formType, "Accept: text/html")
	d.equal("an unknown path", []any{w.Code, w.Body.String()}, []any{404, "page: path not found"})
}

// D 6: of a hundred concurrent requests with the same link one gets a session.
func TestLinkSignsInOneOfAHundredRequests(t *testing.T) {
	t.Run("sqlite", func(t *testing.T) { verifyRace(newSessionFixture(t, "http://inbox.test")) })
	t.Run("postgres", func(t *testing.T) {
		verifyRace(newSessionFixtureOn(t, "http://inbox.test", store.Options{URL: pgtest.URL(t)}))
	})
}

func verifyRace(d *sessionFixture) {
	token := d.token("bob@example.com")
	var mu sync.Mutex
	var group sync.WaitGroup
	codes := map[int]int{}
	start := make(chan struct{})
	for range 100 {
		group.Go(func() {
			<-start
			w := d.call("", "POST", "/api/auth/verify", `{"token":"`+token+`"}`)
			mu.Lock()
			codes[w.Code]++
			mu.Unlock()
		})
	}
	close(start)
	group.Wait()
	d.equal("answers", codes, map[int]int{200: 1, 401: 99})
	sessions, err := d.db.Read(d.Context()).Sessions(d.user["bob"])
	d.must(err)
	d.equal("sessions, with that of the fixture", len(sessions), 2)
}

// D 6: the cookie's attributes; each sign-in creates a session, which replaces the
// browser's old one; only hashes are stored.
func TestSignInSetsTheCookieOfANewSession(t *testing.T) {
	for base, want := range map[string][]string{
		"http://inbox.test":  {"svcx_session=", "Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax"},
		"https://inbox.test": {"__Host-svcx_session=", "Path=/; Max-Age=2592000; HttpOnly; Secure; SameSite=Lax"},
	} {
		d := newSessionFixture(t, base)
		w := d.call(d.ada, "POST", "/api/auth/verify", `{"token":"`+d.token("ada@example.com")+`"}`)
		set := w.Header().Get("Set-Cookie")
		value, attributes, _ := strings.Cut(strings.TrimPrefix(set, want[0]), "; ")
		if !strings.HasPrefix(set, want[0]) || len(value) != 43 || attributes != want[1] {
			t.Errorf("%s: cookie %s", base, set)
		}
		fresh := cookieIn(w)
		if fresh == d.ada {
			t.Error("the same session again")
		}
		d.equal("old", d.call(d.ada, "GET", "/api/auth/session", "").Code, 401)
		d.equal("new", d.call(fresh, "GET", "/api/auth/session", "").Code, 200)
		d.equal("the other name", d.call("x"+fresh, "GET", "/api/auth/session", "").Code, 401)
		w = d.call(fresh, "POST", "/api/auth/logout", "")
		d.equal("logout", w.Body.String(), `{"ok":true}`)
		if gone := w.Header().Get("Set-Cookie"); !strings.HasPrefix(gone, want[0]+"; Path=/; Max-Age=0; HttpOnly") {
			t.Errorf("%s: cookie at logout %s", base, gone)
		}
		d.equal("after logout", d.call(fresh, "GET", "/api/auth/session", "").Body.String(), noSession)
		w = d.call(d.bob, "POST", "/api/auth/logout", "", "Content-Type: application/x-www-form-urlencoded", "Accept: text/html")
		d.equal("logout in a browser", []any{w.Code, w.Header().Get("Location")}, []any{303, "/"})
	}
}

// D 6: a session ends after 7 idle days or 30 days in all; the time of last use is
// written after some minutes and not for every request.
func TestSessionEndsAfterSevenIdleDays(t *testing.T) {
	d := newSessionFixture(t, "http://inbox.test")
	alive := func(cookie string) bool { return d.call(cookie, "GET", "/api/auth/session", "").Code == 200 }
	seen := func() svcx.Time {
		sessions, err := d.db.Read(t.Context()).Sessions(d.user["ada"])
		d.must(err)
		return sessions[len(sessions)-1].LastSeenAt
	}
	// Run writes what it has before it returns.
	over, end := context.WithCancel(t.Context())
	end()
	flush := func() { d.inbox.Run(over) }
	began := seen()
	d.pass(4 * time.Minute)
	d.equal("alive", alive(d.ada), true)
	flush()
	d.equal("not written again so soon", seen(), began)
	d.pass(time.Minute)
	d.equal("alive", alive(d.ada), true)
	d.equal("not written by the request", seen(), began)
	flush()
	d.equal("written", seen(), began.Add(5*time.Minute))

	d.pass(7*24*time.Hour - 6*time.Minute)
	d.equal("bob, idle for almost 7 days", alive(d.bob), true)
	d.pass(time.Minute)
	d.equal("eve, idle for 7 days", alive(d.eve), false)
	d.equal("ada", alive(d.ada), true)
	flush()
	for range 7 {
		d.pass(3 * 24 * time.Hour)
		d.equal("ada", alive(d.ada), true)
		flush()
	}
	d.pass(2*24*time.Hour - time.Millisecond)
	d.equal("ada, almost 30 days", alive(d.ada), true)
	flush()
	d.pass(time.Millisecond)
	d.equal("ada, 30 days", alive(d.ada), false)
	d.must(d.db.Trim(t.Context(), store.Retention{Now: d.inbox.Now()}))
	sessions, err := d.db.Read(t.Context()).Sessions(d.user["ada"])
	d.must(err)
	d.equal("ended sessions are deleted", len(sessions), 0)
}

// Session API: the signed-in user and their sessions, which they can end.
func TestUserListsAndEndsSessions(t *testing.T) {
	d := newSessionFixture(t, "http://inbox.test")
	d.equal("session", d.call(d.bob, "GET", "/api/auth/session", "").Body.String(),
		`{"data":{"user":{"id":2,"email":"bob@example.com","name":"Bob"},"workspaces":[`+
			`{"slug":"a","name":"A","role":"agent","form":"A","plan":"business","userId":"2"},{"slug":"b","name":"B","role":"agent","form":"B","plan":"business","userId":2}]}}`)
	d.pass(time.Minute)
	w := d.call("", "POST", "/api/auth/verify", `{"token":"`+d.token("ada@example.com")+`"}`, "User-Agent: Br\xffowser "+strings.Repeat("é", 200))
	second := cookieIn(w)
	list := d.call(second, "GET", "/api/auth/sessions", "").Body.String()
	id := pick(list, "id")
	if !strings.HasPrefix(list, `{"data":[{"id":"`+id+`","createdAt":"2026-11-27T22:06:01.123Z","lastSeenAt":"2026-11-27T22:06:01.123Z","ip":"192.0.2.1","userAgent":"Br�owser éé`) ||
		!strings.Contains(list, `"current":true},{"id":"`) || !strings.HasSuffix(list, `"userAgent":"","current":false}],"total":2,"limit":25,"offset":0}`) {
		t.Errorf("sessions: %s", list)
	}
	d.equal("by another user", d.call(d.bob, "DELETE", "/api/auth/sessions/"+id, "").Code, 404)
	d.want("DELETE", "/api/auth/sessions/"+id, "", 200, `{"data":{"id":"`+id+`","deleted":true}}`)
	d.want("DELETE", "/api/auth/sessions/"+id, "", 404, `{"error":{"code":"NOT_FOUND","message":"session not found"}}`)
	d.equal("ended", d.call(second, "GET", "/api/auth/session", "").Code, 401)
	own := pick(d.want("GET", "/api/auth/sessions", "", 200, `~"total":1`), "id")
	w = d.call(d.ada, "DELETE", "/api/auth/sessions/"+own, "")
	if !strings.Contains(w.Header().Get("Set-Cookie"), "Max-Age=0") {
		t.Errorf("cookie after ending the current session: %s", w.Header().Get("Set-Cookie"))
	}
	d.equal("signed out", d.call(d.ada, "GET", "/api/auth/session", "").Code, 401)
}

// D 6: every row of the session API: 401 without a cookie, 404 as for an unknown slug
// for a stranger, 403 with the form's code for an agent on an admin's row and for a
// write from another site, 404 for a row of the other form.
func TestAuthorizationOfEverySessionRow(t *testing.T) {
	d := newSessionFixture(t, "http://inbox.test")
	unknown := d.call(d.eve, "GET", "/api/nobody/channels", "")
	d.equal("an unknown slug", []any{unknown.Code, unknown.Body.String()}, []any{404, noWorkspace})
	for _, row := range rest.MemberRows() {
		for slug, f := range workspaceForms {
			path, name := "/api/"+slug+row.Path, fmt.Sprintf("%s in %s", row.Name, slug)
			_, refused := f.ErrorCode(svcx.KindForbidden)
			w := d.call("", row.Method, path, "")
			d.equal(name+" without a cookie", []any{w.Code, w.Body.String()}, []any{401, noSession})
			w = d.call(d.eve, row.Method, path, "")
			d.equal(name+" by a stranger", []any{w.Code, w.Body.String()}, []any{404, noWorkspace})
			d.equal(name+" in no workspace", d.call(d.ada, row.Method, "/api/nobody"+row.Path, "").Body.String(), noWorkspace)
			if !slices.Contains(row.Forms, f.Name) {
				w = d.call(d.ada, row.Method, path, "")
				d.equal(name+", which does not have it", []any{w.Code, w.Body.String()}, []any{404, noPath})
				continue
			}
			w = d.call(d.bob, row.Method, path, "")
			switch {
			case row.Role == svcx.RoleAdmin:
				d.equal(name+" by an agent", []any{w.Code, w.Body.String()},
					[]any{403, `{"error":{"code":"` + refused + `","message":"only an admin of the workspace may do this"}}`})
			case row.Role != svcx.RoleAgent:
				t.Errorf("%s has no role", name)
			case w.Code == 401 || w.Code == 403:
				t.Errorf("%s by an agent: %d %s", name, w.Code, w.Body)
			}
			if row.Method == "GET" {
				continue
			}
			for _, headers := range foreign {
				w = d.call(d.ada, row.Method, path, "", headers...)
				d.equal(name+" from another site", []any{w.Code, w.Body.String()}, []any{403, `{"error":{"code":"` + refused + `","message":"requests from other sites are refused"}}`})
				d.equal(name+" from another site without a cookie", d.call("", row.Method, path, "", headers...).Code, 403)
			}
		}
	}
}

// D 1, D 5: a method that a path has in no form is 405 with the methods of the
// workspace's form; a path that the form does not have is not found, whatever the
// method. Users who are not members learn nothing about the form.
func TestWrongSessionMethods(t *testing.T) {
	d := newSessionFixture(t, "http://inbox.test")
	rows := rest.MemberRows()
	for _, row := range rows {
		for _, method := range []string{"GET", "POST", "PUT", "PATCH", "DELETE"} {
			if slices.ContainsFunc(rows, func(r rest.Row) bool { return r.Method == method && r.Path == row.Path }) {
				continue
			}
			for slug, f := range workspaceForms {
				var allowed []string
				for _, r := range rows {
					if r.Path == row.Path && slices.Contains(r.Forms, f.Name) {
						allowed = append(allowed, r.Method)
						if r.Method == "GET" {
							allowed = append(allowed, "HEAD")
						}
					}
				}
				slices.Sort(allowed)
				path, name := "/api/"+slug+row.Path, method+" "+row.Path+" in "+slug
				w := d.call(d.bob, method, path, "")
				got := []any{w.Code, w.Header().Get("Allow")}
				if len(allowed) == 0 {
					d.equal(name, append(got, w.Body.String()), []any{404, "", noPath})
				} else {
					d.equal(name, got, []any{405, strings.Join(allowed, ", ")})
				}
				for _, cookie := range []string{"", d.eve} {
					theirs, unknown := d.call(cookie, method, path, ""), d.call(cookie, method, "/api/nobody"+row.Path, "")
					d.equal(name+" by a stranger", []any{theirs.Code, theirs.Header().Get("Allow"), theirs.Body.String()},
						[]any{405, unknown.Header().Get("Allow"), unknown.Body.String()})
				}
			}
		}
	}
}

// foreign has the headers that browsers send for pages of other sites.
var foreign = [][]string{
	{"Sec-Fetch-Site: cross-site", "Origin: https://evil.example"}, {"Sec-Fetch-Site: same-site"}, {"Origin: https://evil.example"}, {"Origin: null"},
}

// The same for a user's own calls.
func TestAuthorizationOfEveryUserRow(t *testing.T) {
	d := newSessionFixture(t, "http://inbox.test")
	for _, row := range rest.UserRows() {
		path := "/api/auth" + row.Path
		if w := d.call("", row.Method, path, ""); !row.Open {
			d.equal(row.Name+" without a cookie", []any{w.Code, w.Body.String()}, []any{401, noSession})
		}
		if row.Method == "GET" {
			continue
		}
		for _, headers := range foreign {
			w := d.call(d.ada, row.Method, path, `{}`, headers...)
			d.equal(row.Name+" from another site", []any{w.Code, w.Body.String()}, []any{403, `{"error":{"code":"FORBIDDEN","message":"requests from other sites are refused"}}`})
		}
		for _, headers := range [][]string{{"Sec-Fetch-Site: same-origin", "Origin: null"}, {"Sec-Fetch-Site: none"}, {"Origin: http://example.com"}, {"Origin: http://inbox.test"}} {
			if w := d.call("", row.Method, path, `{}`, headers...); w.Code == 403 {
				t.Errorf("%s from svcx's own page: %d %s", row.Name, w.Code, w.Body)
			}
		}
	}
}

// W 8: the session API and v1 share a rate limit per address.
func TestSessionAPIAndV1ShareARateLimit(t *testing.T) {
	d := newSessionFixture(t, "http://inbox.test")
	d.api.Front.Limiter = limit.NewLocal(limit.Rate{N: 3, Per: time.Second}, d.now)
	d.api.Front.LinkLimiter = limit.NewLocal(limit.Rate{N: 2, Per: time.Minute}, d.now)
	for _, path := range []string{"/api/auth/session", "/api/a/channels", "/api/nobody/channels"} {
		d.equal(path, d.call(d.ada, "GET", path, "").Header().Get("X-RateLimit-Limit"), "3")
	}
	for _, path := range []string{"/api/auth/session", "/api/a/channels", "/api/nobody/channels"} {
		w := d.call(d.ada, "GET", path, "")
		d.equal(path, []any{w.Code, w.Header().Get("Retry-After")}, []any{429, "1"})
	}
	d.want("GET", "/api/a/nothing", "", 404, noPath)
	// Sign-in links have their own limit.
	for i, want := range []int{200, 200, 429, 429} {
		w := d.call("", "POST", "/api/auth/magic-link", `{"email":"ada@example.com"}`)
		d.equal("link", []any{i, w.Code, w.Header().Get("X-RateLimit-Limit")}, []any{i, want, "2"})
	}
	d.equal("emails", len(d.sentEmails()), 2)
	d.pass(time.Second)
	d.equal("later", d.call(d.ada, "GET", "/api/a/channels", "").Code, 200)
}

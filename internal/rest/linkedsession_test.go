package rest_test

import (
	"strings"
	"testing"

	"svcx"
	"svcx/internal/identity"
	"svcx/internal/store"
)

// A session that began with a link that an admin passed on is of that admin's workspace alone:
// the user's others answer as if they did not exist, on every path.
func TestSessionOfOneWorkspace(t *testing.T) {
	d := newSessionFixture(t, "http://x")
	a, err := d.inbox.Admin.Workspace(t.Context(), "a")
	d.must(err)
	var link identity.LoginLink
	d.must(d.db.Write(t.Context(), 0, func(tx *store.Tx) error {
		m, err := tx.Member(a.ID, d.user["ada"])
		if err == nil {
			link, err = d.inbox.LinkTo(tx, a, m)
		}
		return err
	}))
	cookie := cookieIn(d.call("", "POST", "/api/auth/verify", `{"token":"`+link.Token+`"}`))
	d.equal("its workspace", d.call(cookie, "GET", "/api/a/members", "").Code, 200)
	for _, path := range []string{"/api/b/members", "/api/v1/b/keys", "/api/b/export", "/api/b/conversations", "/api/b/stream"} {
		w := d.call(cookie, "GET", path, "")
		d.equal(path, []any{w.Code, w.Body.String()}, []any{404, noWorkspace})
		if open := d.call(d.ada, "GET", path, "").Code; open == 404 {
			t.Errorf("%s is 404 for all", path)
		}
	}
	mine := d.call(cookie, "GET", "/api/auth/session", "").Body.String()
	all := d.call(d.ada, "GET", "/api/auth/session", "").Body.String()
	d.equal("its list", []bool{strings.Contains(mine, `"slug":"a"`), strings.Contains(mine, `"slug":"b"`), strings.Contains(all, `"slug":"b"`)}, []bool{true, false, true})
	// Nor does it see or end the user's other sessions.
	theirs, err := d.inbox.Sessions(t.Context(), &svcx.Session{User: svcx.User{ID: d.user["ada"]}}, svcx.Page{Limit: 9})
	d.must(err)
	d.equal("theirs", theirs.Total, 2)
	d.equal("its sessions", strings.Count(d.call(cookie, "GET", "/api/auth/sessions", "").Body.String(), `"id"`), 1)
	for _, one := range theirs.Items {
		if one.Workspace == nil {
			d.equal("ending another", d.call(cookie, "DELETE", "/api/auth/sessions/"+one.ID, "").Code, 404)
		}
	}
	d.equal("the other session", d.call(d.ada, "GET", "/api/b/members", "").Code, 200)
}

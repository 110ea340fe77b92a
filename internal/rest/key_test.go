package rest_test

import "testing"

// R 4.5: only admins can manage keys, by either path, in either form.
func TestOnlyAdminsManageKeys(t *testing.T) {
	d := newSessionFixture(t, "http://inbox.test")
	const draft = `{"name":"k","scopes":["contacts:read"]}`
	for slug, form := range map[string]string{"a": "INSUFFICIENT_SCOPE", "b": "FORBIDDEN"} {
		for _, path := range []string{"/api/v1/" + slug + "/keys", "/api/v1/" + slug + "/api-keys"} {
			for _, try := range []struct{ method, path, body string }{{"GET", path, ""}, {"POST", path, draft}, {"DELETE", path + "/1", ""}} {
				w := d.call(d.bob, try.method, try.path, try.body)
				d.equal(try.method+" by an agent", []any{w.Code, w.Body.String()},
					[]any{403, `{"error":{"code":"` + form + `","message":"only an admin of the workspace may do this"}}`})
				d.equal(try.method+" by a stranger", d.call(d.eve, try.method, try.path, try.body).Body.String(), noWorkspace)
				d.equal(try.method+" without a session", d.call("", try.method, try.path, try.body).Body.String(), noSession)
			}
			d.equal("by an admin", d.call(d.ada, "POST", path, draft).Code, 201)
		}
	}
}

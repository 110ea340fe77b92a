package rest_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"svcx"
)

// D 6: every request for a link gets the same answer; only members get an e-mail, at
// their stored address.
func TestEveryLinkRequestIsAnsweredAlike(t *testing.T) {
	d := newSessionFixture(t, "http://inbox.test")
	for body, to := range map[string]string{
		`{"email":"ada@example.com"}`: "ada@example.com", `{"email":" Ada@EXAMPLE.com\n"}`: "ada@example.com",
		`{"email":"nobody@example.com"}`:    "",
		`{"email":"Ada <ada@example.com>"}`: "", `{"email":"ada@example.com\u0000, x@evil.test"}`: "", `{"email":"no address"}`: "", `{"email":""}`: "",
		`{"email":null}`: "", `{"email":["ada@example.com"]}`: "", `{}`: "", `[]`: "", `{`: "", `"ada@example.com"`: "",
	} {
		d.emails = nil
		w := d.call("", "POST", "/api/auth/magic-link", body)
		d.equal("nothing is done before the answer", len(d.emails), 0)
		d.equal(body, []any{w.Code, w.Body.String(), w.Header().Get("Set-Cookie")}, []any{200, `{"ok":true}`, ""})
		var got string
		for _, l := range d.sentEmails() {
			got += l.To
		}
		d.equal(body, got, to)
	}
	d.want("POST", "/api/auth/magic-link", "", 415, `~"UNSUPPORTED_MEDIA_TYPE"`)
	d.want("POST", "/api/auth/magic-link", `{"email":"`+strings.Repeat("x", 5000)+`"}`, 413, `~"PAYLOAD_TOO_LARGE"`)
}

// D 6: the link only leads to a path of this server.
func TestLinkLeadsOnlyToThisServer(t *testing.T) {
	d := newSessionFixture(t, "http://inbox.test")
	for redirect, want := range map[string]string{
		`"/app/a/inbox/7?x=1#y"`: "/app/a/inbox/7?x=1#y", `"//evil.test"`: "/", `"/\\evil.test"`: "/", `"https://evil.test"`: "/", `"/\t/evil.test"`: "/",
		`"evil"`: "/", `""`: "/", `null`: "/", `5`: "/", `"/` + strings.Repeat("x", svcx.MaxURL) + `"`: "/",
	} {
		d.call("", "POST", "/api/auth/magic-link", `{"email":"bob@example.com","redirect":`+redirect+`}`)
		emails := d.sentEmails()
		if diff := cmp.Diff([]svcx.Email{{To: "bob@example.com", IP: "192.0.2.1"}}, emails, cmpopts.IgnoreFields(svcx.Email{}, "Token")); diff != "" {
			t.Fatal(diff)
		}
		d.want("POST", "/api/auth/verify", `{"token":"`+emails[0].Token+`"}`, 200, `{"ok":true,"redirect":"`+want+`"}`)
	}
}

// A form is accepted too; a browser is redirected to a page.
func TestLinkFormRedirectsABrowser(t *testing.T) {
	d := newSessionFixture(t, "http://inbox.test")
	const formType = "Content-Type: application/x-www-form-urlencoded"
	body := postForm("email", "bob@example.com", "redirect", "/app/a/inbox")
	w := d.call("", "POST", "/api/auth/magic-link", body, formType)
	d.equal("a program", []any{w.Code, w.Body.String()}, []any{200, `{"ok":true}`})
	for _, b := range []string{body, postForm("email", "nobody@example.com"), "%", ""} {
		w = d.call("", "POST", "/api/auth/magic-link", b, formType, "Accept: text/html")
		d.equal("a browser", []any{w.Code, w.Header().Get("Location")}, []any{303, "/auth/sent"})
	}
	emails := d.sentEmails()
	d.equal("emails", len(emails), 2)
	d.want("POST", "/api/auth/verify", `{"token":"`+emails[0].Token+`"}`, 200, `{"ok":true,"redirect":"/app/a/inbox"}`)
}

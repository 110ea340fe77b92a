package web

import (
	"encoding/csv"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/store"
)

const auditURL = "/app/shop/settings/audit"

// logs adds an entry to the audit log.
func (d *desk) logs(entries ...svcx.AuditEntry) {
	d.Helper()
	err := d.inbox.DB.Write(d.Context(), d.workspace.ID, func(tx *store.Tx) error {
		for _, e := range entries {
			e.Workspace = d.workspace.ID
			if err := tx.InsertAudit(&e); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		d.Fatal(err)
	}
}

const day svcx.Time = 24 * 3_600_000

// The log is filtered by who, what, to what and when, said in words, and its raw entries are there.
func TestAuditLog(t *testing.T) {
	d := newDesk(t)
	now := d.inbox.Now()
	d.logs(
		svcx.AuditEntry{Actor: svcx.Actor{Kind: svcx.ActorUser, ID: 1, Name: "Ada", IP: "203.0.113.9"}, Action: svcx.AuditKeyReveal, Target: "channel/1", At: now - 3*day},
		svcx.AuditEntry{Actor: svcx.Actor{Kind: svcx.ActorKey, ID: 7, Name: "scripts"}, Action: svcx.AuditSecretRead, Target: "secret/<b>a", At: now - 2*day},
		svcx.AuditEntry{Actor: svcx.Actor{Kind: svcx.ActorUser, ID: 99, Name: "Bob"}, Action: svcx.AuditContactMerge, Target: "contact/5/into/9", At: now},
		svcx.AuditEntry{Actor: svcx.Actor{Kind: svcx.ActorUser, ID: 99, Name: "Bob"}, Action: "thing.of.tomorrow", Target: "thing/5", At: now},
	)
	d.page(d.get(auditURL), 200, "<title>Audit log · svcx</title>", "looked at the key of the channel ", "read the value of the secret ", "&lt;b&gt;a", "merged the contact ", " into ",
		"did ", "thing.of.tomorrow", "203.0.113.9", `<a class="link" href="/app/shop/settings/channels/1"><bdi>C</bdi></a>`, "user:99")
	found := func(query string) int {
		d.Helper()
		w := d.get(auditURL + query)
		if w.Code != 200 {
			d.Errorf("%s: %d", query, w.Code)
		}
		return strings.Count(w.Body.String(), `class="log-item"`)
	}
	all := found("")
	for query, want := range map[string]int{
		"?actor=user%3A99": 2, "?actor=key%3A7": 1, "?actor=system": all - 4, "?action=channel.key.reveal": 1, "?action=contact": 1, "?target=contact%2F5": 1,
		"?target=channel%2F1&action=channel.key.reveal&actor=user%3A1": 1, "?target=nothing": 0, "?from=2027-01-14": all - 2, "?to=2027-01-12": 1, "?from=2027-01-13&to=2027-01-13": 1,
	} {
		if got := found(query); got != want {
			t.Errorf("%s: %d entries, not %d", query, got, want)
		}
	}
	d.page(d.get(auditURL+"?actor=user%3A99"), 200, `<option value="user:99" selected>Bob</option>`)
	d.page(d.get(auditURL+"?target=nothing"), 200, "No entry fits this filter.", `href="/app/shop/settings/audit">Clear the filter</a>`)
	d.page(d.get(auditURL+"?from=x&to=2027-01-01"), 422, `id="error-from"`, "This is not a date.", `value="x"`)
	d.page(d.get(auditURL+"?from=2027-01-02&to=2027-01-01"), 422, `id="error-to"`, "The last day is before the first.")
	d.page(d.get(auditURL+"?target="+strings.Repeat("x", 301)), 422, `id="error-target"`)
	for _, wrong := range []string{"?actor=user", "?actor=x%3A1", "?action=x", "?before=x", "?before=-1", "?actor=system%3A1"} {
		d.page(d.get(auditURL+wrong), 404)
	}
	// The zone is the reader's: at midnight in Auckland it is the day before in UTC.
	d.logs(svcx.AuditEntry{Actor: svcx.Actor{Kind: svcx.ActorUser, ID: 50}, Action: svcx.AuditSecretRead, Target: "secret/x", At: 1_799_970_000_000}) // 2027-01-14T23:40Z
	if w := d.get(auditURL+"?actor=user%3A50&from=2027-01-15", "Cookie: svcx_zone=Pacific/Auckland"); !strings.Contains(w.Body.String(), "log-item") {
		t.Error("the day begins at midnight in UTC")
	}
}

// Pages follow by a cursor, which keeps the filter; a search that ends early says so.
func TestAuditLogInPages(t *testing.T) {
	d := newDesk(t)
	var many []svcx.AuditEntry
	for i := range 120 {
		many = append(many, svcx.AuditEntry{Actor: svcx.Actor{Kind: svcx.ActorKey, ID: 7}, Action: svcx.AuditSecretRead, Target: fmt.Sprint("secret/s", i), At: d.inbox.Now()})
	}
	d.logs(many...)
	next := auditURL + "?actor=key%3A7"
	var sizes []int
	for next != "" {
		body := d.get(next).Body.String()
		sizes = append(sizes, strings.Count(body, `class="log-item"`))
		_, rest, more := strings.Cut(body, `rel="next" href="`)
		if next = ""; more {
			next, _, _ = strings.Cut(strings.ReplaceAll(rest, "&amp;", "&"), `"`)
		}
	}
	if fmt.Sprint(sizes) != "[50 50 20]" {
		t.Errorf("pages of %v", sizes)
	}
	for range 17 {
		d.logs(many...)
	}
	d.page(d.get(auditURL+"?actor=key%3A7&action=channel"), 200, "Only the latest 2,000 entries were searched.", "Look further back")
}

// The CSV has what is filtered, all of it.
func TestAuditCSV(t *testing.T) {
	d := newDesk(t)
	var many []svcx.AuditEntry
	for i := range 1100 {
		many = append(many, svcx.AuditEntry{Actor: svcx.Actor{Kind: svcx.ActorKey, ID: 7, Name: "=cmd, \"x\"", IP: "::1"}, Action: svcx.AuditSecretRead, Target: fmt.Sprint("secret/s", i), At: d.inbox.Now()})
	}
	d.logs(many...)
	d.logs(svcx.AuditEntry{Actor: svcx.Actor{Kind: svcx.ActorUser, ID: 1}, Action: svcx.AuditKeyReveal, Target: "channel/1", At: d.inbox.Now()})
	w := d.get(auditURL + "/csv?actor=key%3A7")
	lines, err := csv.NewReader(w.Body).ReadAll()
	if err != nil || len(lines) != 1101 || w.Header().Get("Content-Type") != "text/csv; charset=utf-8" || w.Header().Get("Content-Disposition") != `attachment; filename="shop-audit.csv"` {
		t.Fatal(len(lines), err, w.Header())
	}
	want := []string{lines[1][0], "2027-01-15T08:00:00.000Z", "key", "7", "'=cmd, \"x\"", "secret.read", "secret/s1099", "::1"}
	if fmt.Sprint(lines[1]) != fmt.Sprint(want) {
		t.Errorf("%q", lines[1])
	}
	if w := d.get(auditURL + "/csv?from=x"); w.Code != 303 || w.Header().Get("Location") != auditURL+"?from=x" {
		t.Errorf("%d %s", w.Code, w.Header())
	}
}

// The log is for admins of the workspace, and has nothing of others.
func TestWhoMaySeeTheAuditLog(t *testing.T) {
	d := newDesk(t)
	d.adds("bob@example.com", "Bob", svcx.RoleAgent)
	other, _ := d.inbox.NewWorkspace(t, "other")
	if _, err := d.inbox.Admin.CreateSecret(t.Context(), inbox.Call{Workspace: other, Actor: inbox.Operator}, svcx.SecretDraft{Key: "foreign", Value: "x"}); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(d.get(auditURL).Body.String(), "foreign") {
		t.Error("another workspace's entry is shown")
	}
	d.session = &svcx.Session{User: svcx.User{ID: 2}}
	for _, path := range []string{auditURL, auditURL + "/csv", "/app/shop/settings/export", "/app/shop/settings/export/file"} {
		d.page(d.get(path), 403)
		d.page(d.get(strings.Replace(path, "/shop/", "/other/", 1)), 404)
	}
	d.session = nil
	d.err = &svcx.Error{Kind: svcx.KindUnauthorized}
	if w := d.get(auditURL + "?action=secret"); w.Header().Get("Location") != "/?next="+url.QueryEscape(auditURL+"?action=secret") {
		t.Errorf("%s", w.Header())
	}
}

package web

import (
	"encoding/csv"
	"net/http/httptest"
	"strings"
	"testing"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/store/storetest"
	"svcx/internal/web/page"
)

// table reads a table of the reports as a spreadsheet does.
func (d *desk) table(w *httptest.ResponseRecorder) [][]string {
	d.Helper()
	if w.Code != 200 || w.Header().Get("Content-Type") != "text/csv; charset=utf-8" || !strings.HasPrefix(w.Header().Get("Content-Disposition"), `attachment; filename="`) {
		d.Fatalf("%d %v", w.Code, w.Header())
	}
	text, marked := strings.CutPrefix(w.Body.String(), "\ufeff")
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil || !marked {
		d.Fatal(err, marked)
	}
	return rows
}

// The page has the figures of the period, plots that say what they show, the tables behind
// them, and each table as a file; for agents too, in both databases.
func TestReports(t *testing.T) {
	for name, o := range map[string]inbox.Options{"SQLite": {DB: storetest.SQLite(t)}, "PostgreSQL": {DB: storetest.Postgres(t)}} {
		t.Run(name, func(t *testing.T) {
			d := newDeskOn(t, o)
			d.page(d.get("/app/shop/reports"), 200, "<title>Reports · svcx</title>", "No figures for this period", `href="/app/shop/reports?days=90"`)
			c := d.says("c1", "Amara", "Hello")
			d.says("c1", "Amara", "Are you there?")
			d.says("c2", "Jonas", "Hello")
			if w := d.post("/app/shop/inbox/"+page.IDOrNone(&c.ID)+"/messages?view=open", map[string][]string{"content": {"Yes"}}); w.Code != 303 {
				t.Fatal(w.Code, w.Body)
			}
			if _, err := d.inbox.Rate(t.Context(), d.call(), c.ID, svcx.RatingDraft{Rating: 4}); err != nil {
				t.Fatal(err)
			}
			if _, err := d.inbox.Resolve(t.Context(), d.call(), c.ID); err != nil {
				t.Fatal(err)
			}
			d.asAgent()
			w := d.get("/app/shop/reports")
			d.page(w, 200, `<dt>Opened</dt><dd>2 </dd>`, `<dt>Resolved</dt><dd>1 </dd>`, "4.0 of 5 <small>1 rating</small>",
				`role="img" aria-label="Conversations from 17 Dec 2026 to 15 Jan. Opened: 2. Resolved: 1. The table below has each day."`,
				`role="img" aria-label="Messages from 17 Dec 2026 to 15 Jan. Messages in: 3. Messages out: 1. The table below has each day."`,
				`<title>15 Jan: Opened 2, Resolved 1</title>`, `aria-label="Download Conversations as CSV"`, `href="/app/shop/reports/conversations.csv"`, `aria-current="true"`)
			if body := w.Body.String(); strings.Count(body, `<th scope="row"`) != 4*30+5+1+1 {
				t.Errorf("%d rows in all tables", strings.Count(body, `<th scope="row"`))
			}
			rows := d.table(d.get("/app/shop/reports/conversations.csv?days=7"))
			if len(rows) != 8 || strings.Join(rows[0], " ") != "Day Opened Resolved Closed Reopened" || strings.Join(rows[7], " ") != "2027-01-15 2 1 0 0" {
				t.Errorf("the file has %q", rows)
			}
			rows = d.table(d.get("/app/shop/reports/response.csv?from=2027-01-15&to=2027-01-15"))
			if len(rows) != 2 || strings.Join(rows[0], "|") != "Day|First answers|Median (s)|90 % within (s)|Mean (s)" || rows[1][1] != "1" {
				t.Errorf("the file has %q", rows)
			}
			if rows = d.table(d.get("/app/shop/reports/ratings.csv")); len(rows) != 6 || strings.Join(rows[2], " ") != "4 1 100" {
				t.Errorf("the file has %q", rows)
			}
			// More days than fit are weeks, which end today.
			if rows = d.table(d.get("/app/shop/reports/messages.csv?days=366")); len(rows) != 54 || strings.Join(rows[53], " ") != "2027-01-09/2027-01-15 3 1" {
				t.Errorf("%d rows, the last is %q", len(rows), rows[len(rows)-1])
			}
		})
	}
}

// Filters narrow every figure and stay in every address. What is not of the workspace is not
// found.
func TestReportsAreFiltered(t *testing.T) {
	d := newDesk(t)
	c := d.says("c1", "Amara", "Hello")
	other, foreign := d.inbox.NewWorkspace(t, "other")
	channel := page.IDOrNone(&d.channel.ID)
	d.page(d.get("/app/shop/reports?channel="+channel+"&assignee=none&days=7"), 200, `<dt>Opened</dt><dd>1 </dd>`,
		`href="/app/shop/reports?assignee=none&amp;channel=`+channel+`"`, `href="/app/shop/reports/channels.csv?assignee=none&amp;channel=`+channel+`&amp;days=7"`)
	d.page(d.get("/app/shop/reports?assignee=1"), 200, "No figures for this period", `href="/app/shop/reports">Clear the filter</a>`)
	// A period that is one of those offered is that one, and moves with the day.
	d.page(d.get("/app/shop/reports?from=2027-01-09&to=2027-01-15"), 200, `<a href="/app/shop/reports?days=7" aria-current="true">`)
	for _, path := range []string{"?channel=" + page.IDOrNone(&foreign.ID), "?assignee=99", "?channel=x", "?assignee=x", "?days=0", "?days=367", "?days=x",
		"/nothing.csv", "/channels", "/channels.csv?channel=99", "/channels.csv?from=x"} {
		d.page(d.get("/app/shop/reports"+path), 404)
	}
	if _, err := d.inbox.AddMember(t.Context(), inbox.Call{Workspace: other, Actor: inbox.Operator}, svcx.MemberDraft{Email: "eve@example.com", Role: svcx.RoleAgent}); err != nil {
		t.Fatal(err)
	}
	d.session.User = svcx.User{ID: 2, Email: "eve@example.com"}
	for _, path := range []string{"/app/shop/reports", "/app/shop/reports/channels.csv"} {
		d.page(d.get(path), 404)
	}
	d.page(d.get("/app/other/reports"), 200, "No figures for this period")
	_ = c
}

// A wrong day says so under its field and keeps what was written.
func TestReportsOfWrongDays(t *testing.T) {
	d := newDesk(t)
	for path, want := range map[string]string{
		"?from=2026-13-01&to=2027-01-01": `name="from" value="2026-13-01" autofocus aria-describedby="error-from" aria-invalid="true"><span class="err" id="error-from">`,
		"?to=soon":                       `name="to" value="soon" autofocus aria-describedby="error-to" aria-invalid="true"><span class="err" id="error-to">`,
		"?from=2027-01-02&to=2027-01-01": "This is before the first day. Choose a later day.",
		"?from=2025-01-01&to=2027-01-01": "A report covers at most 366 days.",
	} {
		d.page(d.get("/app/shop/reports"+path), 422, want)
	}
}

// A channel's name is no formula in a spreadsheet, and no markup in a page.
func TestReportsOfHostileNames(t *testing.T) {
	d := newDesk(t)
	for n, name := range []string{`=HYPERLINK("evil","x")`, "+1", "-1", "@sum", "\tx", " =1", "<script>alert(1)</script>"} {
		ch, _, err := d.inbox.CreateChannel(t.Context(), d.call(), svcx.ChannelDraft{Name: name, Settings: svcx.DefaultSettings()})
		if err != nil {
			continue // no name of a channel
		}
		d.channel = ch
		d.says("c"+string(rune('a'+n)), "Amara", "Hello")
	}
	w := d.get("/app/shop/reports")
	d.page(w, 200, "&lt;script&gt;alert(1)&lt;/script&gt;")
	found := 0
	for _, row := range d.table(d.get("/app/shop/reports/channels.csv"))[1:] {
		if found++; strings.ContainsAny(strings.TrimSpace(row[0])[:1], "=+-@") {
			t.Errorf("a spreadsheet evaluates %q", row[0])
		}
	}
	if found < 5 {
		t.Errorf("%d channels", found)
	}
}

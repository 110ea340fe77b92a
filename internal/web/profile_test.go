package web

import (
	"net/url"
	"strings"
	"testing"

	"svcx"
	"svcx/internal/identity"
	"svcx/internal/web/page"
)

// browser signs the user in with another browser and returns its cookie.
func (d *desk) browser(email, agent string) (cookie string) {
	d.Helper()
	link, err := d.inbox.CreateLoginLink(d.Context(), email, "shop")
	if err == nil {
		cookie, _, err = d.inbox.SignIn(d.Context(), identity.SignIn{Token: link.Token, IP: "203.0.113.9", UserAgent: agent})
	}
	if err != nil {
		d.Fatal(err)
	}
	return cookie
}

// use has the next requests come from the browser with the cookie.
func (d *desk) use(cookie string) {
	d.Helper()
	if d.session, d.err = d.inbox.Identity.Session(d.Context(), cookie); d.err != nil {
		d.Fatal(d.err)
	}
}

// What is chosen is stored with the user, and every page shows it.
func TestProfileIsSaved(t *testing.T) {
	d := newDesk(t)
	c := d.says("c1", "Amara", "Hello")
	cookie := d.browser(d.ada.Email, "Firefox")
	d.use(cookie)
	d.page(d.get("/app/shop/settings/profile"), 200, "<title>Profile · svcx</title>", `name="keys" type="checkbox" role="switch" aria-labelledby="label-keys" aria-describedby="hint-keys" checked`)
	w := d.post("/app/shop/settings/profile", url.Values{
		"name": {" Ada <b> "}, "theme": {"dark"}, "zone": {"Asia/Tokyo"}, "mine": {"on"}, "sound": {"on"}, "undo": {"on"},
	})
	if w.Code != 303 || w.Header().Get("Location") != "/app/shop/settings/profile" {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	d.use(cookie)
	want := svcx.Preferences{Theme: svcx.ThemeDark, Zone: "Asia/Tokyo", Notify: svcx.NotifyAbout{Mine: true}, Signs: svcx.NotifySigns{Sound: true}, NoKeys: true, UndoSend: true}
	if got := d.session.User.Preferences; got != want {
		t.Errorf("%+v", got)
	}
	d.page(d.get("/app/shop/settings/profile"), 200, `value="Ada &lt;b&gt;"`, `value="Asia/Tokyo"`, `data-theme="dark"`, `data-zone="Asia/Tokyo"`, `data-keys="off"`)
	// 2027-01-15T08:00Z
	d.page(d.get("/app/shop/inbox/"+page.IDOrNone(&c.ID)), 200, "Friday 15 January, 5:00 PM")
	d.page(d.get("/app/shop/inbox", "Cookie: svcx_zone=Europe/Berlin"), 200, "Friday 15 January, 5:00 PM")
	d.session.User.Preferences.Zone = ""
	d.page(d.get("/app/shop/inbox", "Cookie: svcx_zone=Europe/Berlin"), 200, "Friday 15 January, 9:00 AM")
	if w := d.post("/app/shop/theme", url.Values{"theme": {"light"}, "back": {"/app/shop/contacts"}}); w.Header().Get("Location") != "/app/shop/contacts" {
		t.Errorf("the theme leads to %s", w.Header().Get("Location"))
	}
	d.use(cookie)
	if got := d.session.User.Preferences; got.Theme != svcx.ThemeLight || !got.UndoSend {
		t.Errorf("%+v after the theme", got)
	}
}

// What is wrong is said beside its field, and what was chosen is kept.
func TestProfileIsRefused(t *testing.T) {
	d := newDesk(t)
	cookie := d.browser(d.ada.Email, "Firefox")
	d.use(cookie)
	for _, zone := range []string{"Mars/Olympus", "../../etc/passwd", "Local", "<script>", strings.Repeat("a", 999)} {
		w := d.post("/app/shop/settings/profile", url.Values{"name": {"Ada"}, "zone": {zone}, "others": {"on"}})
		d.page(w, 422, "There is no time zone ", `aria-invalid="true" aria-describedby="error-zone" autofocus`, `name="others" type="checkbox" role="switch" aria-labelledby="label-others" checked`)
		if strings.Contains(w.Body.String(), "<script>") {
			t.Error("a script is shown")
		}
	}
	d.page(d.post("/app/shop/settings/profile", url.Values{"name": {strings.Repeat("ä", svcx.MaxName+1)}}), 422, "A name may have at most", `id="error-name"`)
	d.page(d.post("/app/shop/settings/profile", url.Values{}, "Sec-Fetch-Site: cross-site"), 403)
	d.use(cookie)
	if d.session.User.Preferences != (svcx.Preferences{}) {
		t.Errorf("%+v", d.session.User.Preferences)
	}
}

// One's own sessions are listed and ended; those of others are not found.
func TestSessionsAreEnded(t *testing.T) {
	d := newDesk(t)
	if _, err := d.inbox.AddMember(t.Context(), d.call(), svcx.MemberDraft{Email: "bob@example.com", Role: svcx.RoleAgent}); err != nil {
		t.Fatal(err)
	}
	ids := make(map[string]string)
	for name, agent := range map[string]string{
		"mine":  "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
		"phone": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
		"odd":   "<script>alert(1)</script>\u202e", "third": "",
	} {
		d.use(d.browser(d.ada.Email, agent))
		ids[name] = d.session.ID
	}
	d.use(d.browser("bob@example.com", "curl/8"))
	ids["bobs"] = d.session.ID
	bob := d.session.User.ID
	d.use(d.browser(d.ada.Email, "Firefox/140.0 Linux"))
	ids["mine"], ids["fourth"] = d.session.ID, ids["mine"]
	w := d.get("/app/shop/settings/profile")
	d.page(w, 200, "Firefox on Linux", "This browser", "Safari on iPhone", "Unknown device", "203.0.113.9", `aria-label="End Safari on iPhone"`)
	if body := w.Body.String(); strings.Contains(body, "<script>alert") || strings.Contains(body, "curl") || strings.Count(body, `name="id"`) != 4 {
		t.Error("wrong sessions are shown")
	}
	left := func() (n int) {
		for _, user := range []svcx.UserID{d.ada.ID, bob} {
			found, err := d.inbox.Sessions(t.Context(), &svcx.Session{User: svcx.User{ID: user}}, svcx.Page{Limit: 9})
			if err != nil {
				t.Fatal(err)
			}
			n += len(found.Items)
		}
		return n
	}
	for _, id := range []string{"phone", "phone", "bobs"} {
		if w := d.post("/app/shop/settings/profile/sessions", url.Values{"id": {ids[id]}}); w.Code != 303 {
			t.Errorf("ending %s: %d", id, w.Code)
		}
	}
	if got := left(); got != 5 {
		t.Errorf("%d are left", got)
	}
	d.post("/app/shop/settings/profile/sessions", url.Values{})
	if got := left(); got != 2 {
		t.Errorf("%d are left at the end", got)
	}

	// There may be many: they are paged.
	own := d.session
	for range page.RowsPerPage {
		d.browser(d.ada.Email, "curl/8")
	}
	d.session = own
	d.page(d.get("/app/shop/settings/profile"), 200, `rel="next" href="/app/shop/settings/profile?page=2"`)
	d.page(d.get("/app/shop/settings/profile?page=2"), 200, `rel="prev"`, "End all other sessions")
}

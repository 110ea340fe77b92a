package settings

import (
	"net/http"
	"net/url"
	"strings"

	"svcx"
	"svcx/internal/richtext"
	"svcx/internal/web/page"
)

// profileRoutes are the pages on which a member sets what concerns them alone.
func (h *Pages) profileRoutes() {
	const page = "/app/{org}" + page.ProfilePath
	h.Handle("GET "+page, h.InWorkspace(svcx.RoleAgent, h.profilePage))
	h.Handle("POST "+page, h.InWorkspace(svcx.RoleAgent, h.saveProfile))
	h.Handle("POST "+page+"/sessions", h.InWorkspace(svcx.RoleAgent, h.endSessions))
	h.Handle("POST /app/{org}/theme", h.InWorkspace(svcx.RoleAgent, h.setTheme))
}

// profileView is the page of a member's own settings.
type profileView struct {
	page.Frame
	page.Paging
	profile  profileForm
	sessions []*svcx.Session
}

func (v profileView) pageLink(n int) string { return v.Path(page.ProfilePath) + page.ListQuery("", n) }

// profileForm is what a member chose, and what is wrong with it by field.
type profileForm struct {
	name string
	svcx.Preferences
	wrong map[string]string
}

// profilePage is GET /app/{org}/settings/profile.
func (h *Pages) profilePage(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	f := profileForm{name: s.Member.Name, Preferences: s.Prefers()}
	if f.Notify == (svcx.NotifyAbout{}) && f.Signs == (svcx.NotifySigns{}) {
		f.Signs.Count = true // otherwise nothing would be shown
	}
	return h.showProfile(w, r, s, http.StatusOK, f)
}

func (h *Pages) showProfile(w http.ResponseWriter, r *http.Request, s *page.Viewer, status int, f profileForm) (err error) {
	v := profileView{profile: f}
	if v.Paging, err = page.ReadPaging(r); err != nil {
		return err
	}
	if v.Frame, err = h.FrameAt(w, r, s, s.T("profile"), page.ProfilePath); err != nil {
		return err
	}
	sessions, err := h.Identity.Sessions(r.Context(), s.Session, v.Part())
	if err != nil {
		return err
	}
	v.sessions = sessions.Items
	v.Counted(len(v.sessions), sessions.Total, false)
	return page.Show(w, r, status, profilePage(v))
}

// saveProfile is POST /app/{org}/settings/profile.
func (h *Pages) saveProfile(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	fields, err := page.ReadForm(w, r)
	if err != nil {
		return err
	}
	f := readProfile(s, fields)
	if len(f.wrong) > 0 {
		return h.showProfile(w, r, s, http.StatusUnprocessableEntity, f)
	}
	if err := h.Identity.SetPreferences(r.Context(), s.Session.User.ID, f.Preferences); err != nil {
		return err
	}
	if f.name != s.Member.Name {
		if _, err := h.Admin.UpdateMember(r.Context(), s.Call(), s.Member.ID, svcx.MemberPatch{Name: &f.name}); err != nil {
			return err
		}
	}
	return h.backToProfile(w, r, s, "saved")
}

func (h *Pages) backToProfile(w http.ResponseWriter, r *http.Request, s *page.Viewer, done string) error {
	h.Done(w, done, nil)
	return page.Redirect(w, r, s.Path(page.ProfilePath))
}

func readProfile(s *page.Viewer, fields url.Values) profileForm {
	f := profileForm{name: strings.TrimSpace(fields.Get("name")), wrong: make(map[string]string)}
	f.Theme, f.Zone = readTheme(fields.Get("theme")), strings.TrimSpace(fields.Get("zone"))
	f.Notify = svcx.NotifyAbout{Mine: fields.Has("mine"), Unassigned: fields.Has("unassigned"), Others: fields.Has("others")}
	f.Signs = svcx.NotifySigns{Count: fields.Has("count"), Sound: fields.Has("sound"), Desktop: fields.Has("desktop")}
	f.NoKeys, f.UndoSend = !fields.Has("keys"), fields.Has("undo")
	if svcx.CheckLength("", f.name, svcx.MaxName) != nil {
		f.wrong["name"] = s.T("profile.name.long", "Max", s.Number(svcx.MaxName))
	}
	if f.Zone != "" && page.ZoneNamed(f.Zone) == nil {
		f.wrong["zone"] = s.T("profile.zone.unknown", "Name", richtext.Name(shorten(f.Zone, page.MaxZone)))
	}
	return f
}

// readTheme is the theme in a form, or that of the system if it is unknown.
func readTheme(text string) svcx.Theme {
	if t := svcx.Theme(text); t == svcx.ThemeLight || t == svcx.ThemeDark {
		return t
	}
	return svcx.ThemeSystem
}

func shorten(text string, most int) string {
	all := []rune(text)
	return string(all[:min(len(all), most)])
}

// endSessions is POST …/sessions {id}: ends that session, or without an id all but the
// browser's own. One that has ended already is no failure.
func (h *Pages) endSessions(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	fields, err := page.ReadForm(w, r)
	if err != nil {
		return err
	}
	id, done := fields.Get("id"), "sessionEnded"
	if id == "" {
		done = "sessionsEnded"
		err = h.Identity.EndOtherSessions(r.Context(), s.Session)
	} else {
		err = h.Identity.EndSession(r.Context(), s.Session, id)
	}
	if err != nil && svcx.KindOf(err) != svcx.KindNotFound {
		return err
	}
	return h.backToProfile(w, r, s, done)
}

// setTheme is POST /app/{org}/theme: the button in the navigation.
func (h *Pages) setTheme(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	fields, err := page.ReadForm(w, r)
	if err != nil {
		return err
	}
	p := s.Session.User.Preferences
	p.Theme = readTheme(fields.Get("theme"))
	if err := h.Identity.SetPreferences(r.Context(), s.Session.User.ID, p); err != nil {
		return err
	}
	back := svcx.LocalPath(fields.Get("back"))
	if back == "/" {
		back = s.Path("/inbox")
	}
	return page.Redirect(w, r, back)
}

// own reports whether a session is that of the browser that shows the page.
func (v profileView) own(session *svcx.Session) bool { return session.ID == v.Session.ID }

// wrongField is the first field that is wrong; "" for none.
func (f profileForm) wrongField() string {
	for _, name := range [...]string{"name", "zone"} {
		if f.wrong[name] != "" {
			return name
		}
	}
	return ""
}

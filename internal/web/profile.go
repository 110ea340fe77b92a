package web

import (
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"svcx"
	"svcx/internal/richtext"
)

// profileSettings is the address of the profile within a workspace.
const profileSettings = "/settings/profile"

// profileRoutes are the pages on which a member sets what concerns them alone.
func (h *Handler) profileRoutes() {
	const page = "/app/{org}" + profileSettings
	h.Handle("GET "+page, h.inWorkspace(svcx.RoleAgent, h.profilePage))
	h.Handle("POST "+page, h.inWorkspace(svcx.RoleAgent, h.saveProfile))
	h.Handle("POST "+page+"/sessions", h.inWorkspace(svcx.RoleAgent, h.endSessions))
	h.Handle("POST /app/{org}/theme", h.inWorkspace(svcx.RoleAgent, h.setTheme))
}

// profileView is the page of a member's own settings.
type profileView struct {
	frame
	profile  profileForm
	sessions []*svcx.Session
}

// profileForm is what a member chose, and what is wrong with it by field.
type profileForm struct {
	name string
	svcx.Preferences
	wrong map[string]string
}

// profilePage is GET /app/{org}/settings/profile.
func (h *Handler) profilePage(w http.ResponseWriter, r *http.Request, s *viewer) error {
	f := profileForm{name: s.member.Name, Preferences: s.prefers()}
	if f.Notify == (svcx.NotifyAbout{}) && f.Signs == (svcx.NotifySigns{}) {
		f.Signs.Count = true // who chooses what to be told of is told
	}
	return h.showProfile(w, r, s, http.StatusOK, f)
}

// maxSessions is more than anyone has.
const maxSessions = 100

func (h *Handler) showProfile(w http.ResponseWriter, r *http.Request, s *viewer, status int, f profileForm) (err error) {
	v := profileView{profile: f}
	if v.frame, err = h.pageFrame(w, r, s, s.T("profile"), profileSettings); err != nil {
		return err
	}
	sessions, err := h.Identity.Sessions(r.Context(), s.session.User.ID, svcx.Page{Limit: maxSessions})
	if err != nil {
		return err
	}
	v.sessions = sessions.Items
	return show(w, r, status, profilePage(v))
}

// saveProfile is POST /app/{org}/settings/profile.
func (h *Handler) saveProfile(w http.ResponseWriter, r *http.Request, s *viewer) error {
	fields, err := readForm(w, r)
	if err != nil {
		return err
	}
	f := readProfile(s, fields)
	if len(f.wrong) > 0 {
		return h.showProfile(w, r, s, http.StatusUnprocessableEntity, f)
	}
	if err := h.Identity.SetPreferences(r.Context(), s.session.User.ID, f.Preferences); err != nil {
		return err
	}
	if f.name != s.member.Name {
		if _, err := h.Admin.UpdateMember(r.Context(), s.call(), s.member.ID, svcx.MemberPatch{Name: &f.name}); err != nil {
			return err
		}
	}
	return h.backToProfile(w, r, s, "saved")
}

func (h *Handler) backToProfile(w http.ResponseWriter, r *http.Request, s *viewer, done string) error {
	h.setCookie(w, doneCookie, done, 60)
	return redirect(w, r, s.path(profileSettings))
}

func readProfile(s *viewer, fields url.Values) profileForm {
	f := profileForm{name: strings.TrimSpace(fields.Get("name")), wrong: make(map[string]string)}
	f.Theme, f.Zone = readTheme(fields.Get("theme")), strings.TrimSpace(fields.Get("zone"))
	f.Notify = svcx.NotifyAbout{Mine: fields.Has("mine"), Unassigned: fields.Has("unassigned"), Others: fields.Has("others")}
	f.Signs = svcx.NotifySigns{Count: fields.Has("count"), Sound: fields.Has("sound"), Desktop: fields.Has("desktop")}
	f.NoKeys, f.UndoSend = !fields.Has("keys"), fields.Has("undo")
	if svcx.CheckLength("", f.name, svcx.MaxName) != nil {
		f.wrong["name"] = s.T("profile.name.long", "Max", s.Number(svcx.MaxName))
	}
	if f.Zone != "" && zoneNamed(f.Zone) == nil {
		f.wrong["zone"] = s.T("profile.zone.unknown", "Name", richtext.Name(shorten(f.Zone, maxZone)))
	}
	return f
}

// readTheme is the theme of a form, that of the system for what is none.
func readTheme(text string) svcx.Theme {
	if t := svcx.Theme(text); t == svcx.ThemeLight || t == svcx.ThemeDark {
		return t
	}
	return svcx.ThemeSystem
}

// maxZone bounds the name of a time zone, in bytes; the longest has 32.
const maxZone = 64

// zoneNamed is a time zone; nil if there is none of that name.
func zoneNamed(name string) *time.Location {
	if name == "" || name == "Local" || len(name) > maxZone {
		return nil
	}
	zone, err := time.LoadLocation(name)
	if err != nil {
		return nil
	}
	return zone
}

func shorten(text string, most int) string {
	all := []rune(text)
	return string(all[:min(len(all), most)])
}

// endSessions is POST …/sessions {id}: ends that session, or without an id all but the
// browser's own. One that has ended already is no failure.
func (h *Handler) endSessions(w http.ResponseWriter, r *http.Request, s *viewer) error {
	fields, err := readForm(w, r)
	if err != nil {
		return err
	}
	id, user := fields.Get("id"), s.session.User.ID
	if id == "" {
		err = h.Identity.EndOtherSessions(r.Context(), user, s.session.ID)
	} else {
		err = h.Identity.EndSession(r.Context(), user, id)
	}
	if err != nil && svcx.KindOf(err) != svcx.KindNotFound {
		return err
	}
	return h.backToProfile(w, r, s, "sessionsEnded")
}

// setTheme is POST /app/{org}/theme: the button in the navigation.
func (h *Handler) setTheme(w http.ResponseWriter, r *http.Request, s *viewer) error {
	fields, err := readForm(w, r)
	if err != nil {
		return err
	}
	p := s.session.User.Preferences
	p.Theme = readTheme(fields.Get("theme"))
	if err := h.Identity.SetPreferences(r.Context(), s.session.User.ID, p); err != nil {
		return err
	}
	back := svcx.LocalPath(fields.Get("back"))
	if back == "/" {
		back = s.path("/inbox")
	}
	return redirect(w, r, back)
}

// device names the browser and the system of a session, as far as the user agent says.
func device(s *viewer, session *svcx.Session) string {
	in := func(known [][2]string) string {
		for _, k := range known {
			if strings.Contains(session.UserAgent, k[0]) {
				return k[1]
			}
		}
		return ""
	}
	browser, system := in(browsers), in(systems)
	switch {
	case browser != "" && system != "":
		return s.T("session.device", "Browser", browser, "System", system)
	case browser+system != "":
		return browser + system
	case session.UserAgent == "":
		return s.T("session.unknown")
	}
	return richtext.Name(shorten(session.UserAgent, 60))
}

// own reports whether a session is that of the browser that shows the page.
func (v profileView) own(session *svcx.Session) bool { return session.ID == v.session.ID }

// wrongField is the first field that is wrong; "" for none.
func (f profileForm) wrongField() string {
	for _, name := range [...]string{"name", "zone"} {
		if f.wrong[name] != "" {
			return name
		}
	}
	return ""
}

// notifyAbout and notifySigns are the profile's choices as static/notify.js reads them.
func (s *viewer) notifyAbout() string {
	n := s.prefers().Notify
	return chosen(map[string]bool{"mine": n.Mine, "unassigned": n.Unassigned, "others": n.Others})
}

func (s *viewer) notifySigns() string {
	n := s.prefers().Signs
	return chosen(map[string]bool{"count": n.Count, "sound": n.Sound, "desktop": n.Desktop})
}

func chosen(names map[string]bool) string {
	maps.DeleteFunc(names, func(_ string, on bool) bool { return !on })
	return strings.Join(slices.Sorted(maps.Keys(names)), " ")
}

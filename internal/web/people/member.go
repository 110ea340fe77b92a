package people

import (
	"cmp"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"svcx"
	"svcx/internal/identity"
	"svcx/internal/web/page"
)

func (h *Pages) memberRoutes() {
	const pages = "/app/{org}" + page.MembersPath
	h.admins("GET "+pages, h.members)
	h.admins("POST "+pages, h.inviteMember)
	h.admins("GET "+pages+"/{id}", h.memberPage)
	h.admins("POST "+pages+"/{id}", h.saveMember)
	h.admins("POST "+pages+"/{id}/invitation", h.inviteAgain)
	h.admins("POST "+pages+"/{id}/remove", h.removeMember)
}

// listedMember is a member in a list.
type listedMember struct {
	*svcx.Member
	svcx.MemberPresence
}

// membersView is the list of members.
type membersView struct {
	page.Frame
	// members have been in the workspace, invited have not.
	members, invited []listedMember
	// q is what they are searched by; a list that is short has no search.
	q      string
	isLong bool
	mail   bool
	invite inviteForm
	// asked is the dialog that is open.
	asked string
	// link is shown once; nil for none.
	link *passedLink
}

// inviteForm is what an admin wrote about a new member.
type inviteForm struct {
	email, name string
	role        svcx.Role
	// wrong is what is wrong by field.
	wrong map[string]string
}

// members is GET /app/{org}/settings/members.
func (h *Pages) members(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	return h.showMembers(w, r, s, http.StatusOK, membersView{q: page.ReadQuery(r), asked: r.URL.Query().Get("ask"), invite: inviteForm{role: svcx.RoleAgent}})
}

func (h *Pages) showMembers(w http.ResponseWriter, r *http.Request, s *page.Viewer, status int, v membersView) (err error) {
	if v.Frame, err = h.FrameAt(w, r, s, s.T("members"), page.MembersPath); err != nil {
		return err
	}
	v.mail = h.options.Mail
	all, err := h.Admin.Members(r.Context(), s.Workspace, svcx.Page{Limit: svcx.MaxMembers})
	if err != nil {
		return err
	}
	presences, err := h.Identity.Presences(r.Context(), s.Workspace)
	if err != nil {
		return err
	}
	v.isLong = v.q != "" || len(all.Items) > membersAtOnce
	v.Searches = v.isLong
	for _, m := range all.Items {
		one := listedMember{m, presences[m.ID]}
		if !named(m, v.q) {
			continue
		}
		if one.Invited() {
			v.invited = append(v.invited, one)
		} else {
			v.members = append(v.members, one)
		}
	}
	for _, list := range [][]listedMember{v.members, v.invited} {
		slices.SortStableFunc(list, func(a, b listedMember) int {
			return cmp.Compare(svcx.FoldCase(page.MemberName(a.Member)), svcx.FoldCase(page.MemberName(b.Member)))
		})
	}
	if v.q != "" {
		v.Found = s.FoundText(v.q, len(v.members)+len(v.invited), false)
	}
	if page.IsFragment(r) {
		return page.Show(w, r, status, memberLists(v))
	}
	return page.Show(w, r, status, membersPage(v))
}

// membersAtOnce is how many members a list has before it can be searched.
const membersAtOnce = 20

// named reports whether the name or the address of a member has a text in it.
func named(m *svcx.Member, text string) bool {
	text = svcx.FoldCase(text)
	return strings.Contains(svcx.FoldCase(m.Name), text) || strings.Contains(svcx.FoldCase(m.Email), text)
}

// inviteMember is POST /app/{org}/settings/members.
func (h *Pages) inviteMember(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	fields, err := page.ReadForm(w, r)
	if err != nil {
		return err
	}
	f := readInvitation(s, fields)
	if len(f.wrong) == 0 {
		m, err := h.Admin.AddMember(r.Context(), s.Call(), svcx.MemberDraft{Email: f.email, Name: f.name, Role: f.role})
		if err == nil {
			return h.invited(w, r, s, m)
		}
		var known *svcx.Error
		if !errors.As(err, &known) || known.Kind != svcx.KindValidation {
			return err
		}
		if f.wrong["email"], err = h.whyNotInvited(r, s, f.email); err != nil {
			return err
		}
	}
	return h.showMembers(w, r, s, http.StatusUnprocessableEntity, membersView{invite: f, asked: "invite"})
}

// whyNotInvited says why an address cannot become a member's.
func (h *Pages) whyNotInvited(r *http.Request, s *page.Viewer, email string) (string, error) {
	all, err := h.Admin.Members(r.Context(), s.Workspace, svcx.Page{Limit: svcx.MaxMembers})
	for _, m := range all.Items {
		if svcx.EmailKey(m.Email) == svcx.EmailKey(email) {
			return s.T("members.email.taken", "Name", page.MemberName(m)), err
		}
	}
	return s.T("members.tooMany", "Max", s.Number(svcx.MaxMembers)), err
}

// readInvitation reads who is invited, and finds what is wrong with it.
func readInvitation(s *page.Viewer, fields url.Values) inviteForm {
	f := inviteForm{email: strings.TrimSpace(fields.Get("email")), name: strings.TrimSpace(fields.Get("name")), role: readRole(fields.Get("role")), wrong: make(map[string]string)}
	switch {
	case f.email == "":
		f.wrong["email"] = s.T("members.email.empty")
	case !svcx.IsEmail(f.email):
		f.wrong["email"] = s.T("members.email.invalid")
	}
	if wrong := s.NameProblem(f.name); wrong != "" {
		f.wrong["name"] = wrong
	}
	return f
}

// readRole is the role in a form, an agent's if it is unknown.
func readRole(text string) svcx.Role {
	if svcx.Role(text) == svcx.RoleAdmin {
		return svcx.RoleAdmin
	}
	return svcx.RoleAgent
}

// inviteAgain is POST …/{id}/invitation.
func (h *Pages) inviteAgain(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	counted := h.Front.Count(r, h.Front.LinkLimiter)
	counted.SetHeaders(w.Header())
	if err := counted.Err(); err != nil {
		return err
	}
	id, err := memberID(r)
	if err != nil {
		return err
	}
	m, err := h.Identity.Member(r.Context(), s.Workspace, id)
	if err == nil && h.options.Mail {
		m, err = h.Admin.InviteMember(r.Context(), s.Call(), id)
	}
	if err != nil {
		return err
	}
	return h.invited(w, r, s, m)
}

// invited says that an invitation was mailed, or shows the link that takes its place. Who was a
// user before needs none, as they know where to sign in.
func (h *Pages) invited(w http.ResponseWriter, r *http.Request, s *page.Viewer, m *svcx.Member) error {
	if h.options.Mail {
		h.Done(w, "invited", nil)
		return page.Redirect(w, r, s.Path(page.MembersPath))
	}
	_, link, err := h.Admin.LinkMember(r.Context(), s.Call(), m.ID)
	if svcx.KindOf(err) == svcx.KindConflict {
		h.Done(w, "inThere", nil)
		return page.Redirect(w, r, s.Path(page.MembersPath))
	}
	if err != nil {
		return err
	}
	return h.showMembers(w, r, s, http.StatusOK, membersView{link: h.passed(link), invite: inviteForm{role: svcx.RoleAgent}})
}

func (h *Pages) passed(link identity.LoginLink) *passedLink {
	return &passedLink{link.Email, svcx.SignInURL(h.Front.BaseURL, link.Token), link.ExpiresAt}
}

// memberView is a member's page.
type memberView struct {
	page.Frame
	member listedMember
	form   memberForm
	// only is set if there is no other admin.
	only  bool
	open  int
	asked string
	alert string
}

// memberForm is what an admin wrote about a member.
type memberForm struct {
	name  string
	role  svcx.Role
	was   string
	wrong map[string]string
}

// memberPage is GET …/{id}.
func (h *Pages) memberPage(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	return h.showMember(w, r, s, http.StatusOK, memberView{asked: r.URL.Query().Get("ask")})
}

// showMember shows a member; without a form it has what is stored.
func (h *Pages) showMember(w http.ResponseWriter, r *http.Request, s *page.Viewer, status int, v memberView) error {
	id, err := memberID(r)
	if err != nil {
		return err
	}
	all, err := h.Admin.Members(r.Context(), s.Workspace, svcx.Page{Limit: svcx.MaxMembers})
	if err != nil {
		return err
	}
	v.only = true
	for _, m := range all.Items {
		if m.ID == id {
			v.member.Member = m
		} else if m.Role == svcx.RoleAdmin {
			v.only = false
		}
	}
	m := v.member.Member
	if m == nil {
		return svcx.NotFound("member")
	}
	v.only = v.only && m.Role == svcx.RoleAdmin
	presences, err := h.Identity.Presences(r.Context(), s.Workspace)
	if err != nil {
		return err
	}
	v.member.MemberPresence = presences[id]
	if v.form.wrong == nil {
		v.form = memberForm{name: page.ShownAs(m.Name, true), role: m.Role}
	}
	v.form.was = page.Digest(page.ShownAs(m.Name, true))
	if v.Frame, err = h.FrameAt(w, r, s, page.MemberName(m), page.MembersPath); err != nil {
		return err
	}
	v.open = v.Counts.ByAssignee[id]
	return page.Show(w, r, status, memberPage(v))
}

// saveMember is POST …/{id}.
func (h *Pages) saveMember(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	id, err := memberID(r)
	if err != nil {
		return err
	}
	fields, err := page.ReadForm(w, r)
	if err != nil {
		return err
	}
	m, err := h.Identity.Member(r.Context(), s.Workspace, id)
	if err != nil {
		return err
	}
	f := memberForm{name: strings.TrimSpace(fields.Get("name")), role: m.Role, wrong: make(map[string]string)}
	// What the form did not change stays as others have made it meanwhile.
	if fields.Has("role") && fields.Get("role") != fields.Get(page.WasPrefix+"role") {
		f.role = readRole(fields.Get("role"))
	}
	var patch svcx.MemberPatch
	changed, conflict := page.Edit{Name: "name", Value: &f.name, Line: true}.Changes(s, fields, m.Name)
	if changed {
		patch.Name = &f.name
	}
	if f.wrong["name"] = cmp.Or(s.NameProblem(f.name), conflict); f.wrong["name"] == "" {
		delete(f.wrong, "name")
	}
	if f.role != m.Role {
		patch.Role = &f.role
	}
	v := memberView{form: f}
	if len(f.wrong) > 0 {
		return h.showMember(w, r, s, http.StatusUnprocessableEntity, v)
	}
	if patch.Name != nil || patch.Role != nil {
		_, err = h.Admin.UpdateMember(r.Context(), s.Call(), id, patch)
		if svcx.KindOf(err) == svcx.KindValidation {
			v.form.role = svcx.RoleAdmin
			v.alert = s.T("member.only")
			return h.showMember(w, r, s, http.StatusUnprocessableEntity, v)
		}
		if err != nil {
			return err
		}
	}
	h.Done(w, "saved", nil)
	if id == s.Member.ID && f.role != svcx.RoleAdmin {
		return page.Redirect(w, r, s.Path(page.ProfilePath)) // this page is not theirs any more
	}
	return page.Redirect(w, r, memberLink(s, id))
}

// removeMember is POST …/{id}/remove. One who is gone already is no error.
func (h *Pages) removeMember(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	id, err := memberID(r)
	if err != nil {
		return err
	}
	err = h.Admin.RemoveMember(r.Context(), s.Call(), id)
	switch svcx.KindOf(err) {
	case svcx.KindValidation:
		return h.showMember(w, r, s, http.StatusUnprocessableEntity, memberView{alert: s.T("member.only")})
	case svcx.KindNotFound:
		err = nil
	}
	if err != nil {
		return err
	}
	if id == s.Member.ID {
		return page.Redirect(w, r, "/app")
	}
	h.Done(w, "memberRemoved", nil)
	return page.Redirect(w, r, s.Path(page.MembersPath))
}

func memberID(r *http.Request) (svcx.UserID, error) {
	return page.PathID[svcx.UserID](r, "id", "member")
}

// memberLink is the address of a member's page.
func memberLink(s *page.Viewer, id svcx.UserID) string {
	return s.Path(page.MembersPath) + "/" + page.IDOrNone(&id)
}

// wrongField is the first that is wrong; "" for none.
func (f inviteForm) wrongField() string {
	for _, name := range [...]string{"email", "name"} {
		if f.wrong[name] != "" {
			return name
		}
	}
	return ""
}

func (v membersView) inviteAbout() string {
	if v.mail {
		return v.T("members.invite.mail")
	}
	return v.T("members.invite.noMail")
}

func (v membersView) inviteDo() string {
	if v.mail {
		return v.T("members.invite.send")
	}
	return v.T("members.invite.link")
}

// isMe reports whether the page shows the member who looks at it.
func (v memberView) isMe() bool { return v.member.ID == v.Member.ID }

// onlyText says why the role cannot be changed.
func (v memberView) onlyText() string {
	if v.isMe() {
		return v.T("member.only.you")
	}
	return v.T("member.only")
}

func (v memberView) removeLabel() string {
	if v.isMe() {
		return v.T("member.leave")
	}
	return v.T("member.remove")
}

func (v memberView) removeAbout() string {
	if v.isMe() {
		return v.T("member.leave.about")
	}
	return v.T("member.remove.about")
}

func (v memberView) removeAsk() string {
	if v.isMe() {
		return v.T("member.leave.ask")
	}
	return v.T("member.remove.ask")
}

func (v memberView) removeTitle() string {
	if v.isMe() {
		return v.T("member.leave.title", "Name", v.Workspace.Name)
	}
	return v.T("member.remove.title", "Name", v.Title)
}

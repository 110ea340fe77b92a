package channels

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/richtext"
	"svcx/internal/web/page"
)

// linksView is the page of a channel's staff links.
type linksView struct {
	page.ChannelHead
	page.Paging
	links   []*svcx.StaffLink
	total   int
	members []*svcx.Member
	draft   linkForm
}

// linkForm is the form of a new link, and what is wrong with it by field.
type linkForm struct {
	externalID, user, displayName string
	wrong                         map[string]string
}

const (
	externalIDField = "externalId"
	memberField     = "userId"
	shownNameField  = "displayName"
)

// staffLinks is GET …/{id}/staff-links.
func (h *Pages) staffLinks(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	c, err := h.ReadChannel(r, s)
	if err != nil {
		return err
	}
	return h.showLinks(w, r, s, c, http.StatusOK, linkForm{})
}

func (h *Pages) showLinks(w http.ResponseWriter, r *http.Request, s *page.Viewer, c *svcx.Channel, status int, draft linkForm) (err error) {
	v := linksView{draft: draft}
	if v.Paging, err = page.ReadPaging(r); err != nil {
		return err
	}
	if v.ChannelHead, err = h.ChannelAt(w, r, s, c, page.ChannelStaffLinks); err != nil {
		return err
	}
	links, err := h.Admin.StaffLinks(r.Context(), s.Workspace, c.ID, v.Part())
	if err != nil {
		return err
	}
	v.links, v.total = links.Items, links.Total
	v.Counted(len(v.links), v.total, false)
	members, err := h.Admin.Members(r.Context(), s.Workspace, svcx.Page{Limit: svcx.MaxMembers})
	if err != nil {
		return err
	}
	v.members = members.Items
	return page.Show(w, r, status, linksPage(v))
}

// putStaffLink is POST …/{id}/staff-links {externalId, userId, displayName}. An id that is
// linked already gets the new link.
func (h *Pages) putStaffLink(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	c, fields, err := h.readForm(w, r, s)
	if err != nil {
		return err
	}
	f := readLink(s, fields)
	if len(f.wrong) > 0 {
		return h.showLinks(w, r, s, c, http.StatusUnprocessableEntity, f)
	}
	id, _ := form.ParseID(f.user)
	put, err := h.Admin.PutStaffLink(r.Context(), s.Call(), svcx.StaffLinkDraft{Channel: c.ID, User: svcx.UserID(id), ExternalID: f.externalID, DisplayName: &f.displayName})
	var known *svcx.Error
	if errors.As(err, &known) && known.Kind == svcx.KindValidation && known.Field == memberField {
		f.wrong[memberField] = s.T("channels.staff.member.gone")
		return h.showLinks(w, r, s, c, http.StatusUnprocessableEntity, f)
	}
	if err != nil {
		return err
	}
	done := "staffLinkChanged"
	if put.Fresh {
		done = "staffLinkAdded"
	}
	h.Done(w, done, nil)
	return page.Redirect(w, r, s.ChannelLink(c.ID, page.ChannelStaffLinks))
}

func readLink(s *page.Viewer, fields url.Values) linkForm {
	f := linkForm{
		externalID: page.ShownAs(fields.Get(externalIDField), true), user: fields.Get(memberField), displayName: page.ShownAs(fields.Get(shownNameField), true),
		wrong: make(map[string]string),
	}
	switch {
	case svcx.Blank(f.externalID):
		f.wrong[externalIDField] = s.T("channels.staff.id.empty")
	case svcx.CheckLength("", f.externalID, svcx.MaxExternalID) != nil:
		f.wrong[externalIDField] = s.T("tooLong", "Max", s.Number(svcx.MaxExternalID))
	}
	if _, ok := form.ParseID(f.user); !ok {
		f.wrong[memberField] = s.T("channels.staff.member.empty")
	}
	if problem := s.NameProblem(f.displayName); problem != "" {
		f.wrong[shownNameField] = problem
	}
	return f
}

// deleteStaffLink is POST …/{id}/staff-links/delete {link}. One that is gone already is no
// failure.
func (h *Pages) deleteStaffLink(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	c, fields, err := h.readForm(w, r, s)
	if err != nil {
		return err
	}
	id, ok := form.ParseID(fields.Get("link"))
	if !ok {
		return svcx.NotFound("staff-link")
	}
	if err := h.removeLink(r.Context(), s, svcx.StaffLinkID(id)); err != nil {
		return err
	}
	h.Done(w, "staffLinkRemoved", nil)
	return page.Redirect(w, r, s.ChannelLink(c.ID, page.ChannelStaffLinks))
}

func (h *Pages) removeLink(ctx context.Context, s *page.Viewer, id svcx.StaffLinkID) error {
	err := h.Admin.DeleteStaffLink(ctx, s.Call(), id)
	if svcx.KindOf(err) == svcx.KindNotFound {
		return nil
	}
	return err
}

// member is how the member of a link is called.
func (v linksView) member(l *svcx.StaffLink) string {
	for _, m := range v.members {
		if m.ID == l.User {
			return page.MemberName(m)
		}
	}
	return v.T("channels.staff.former")
}

// names are the names of a link besides the member's, with "·" between them.
func linkNames(l *svcx.StaffLink) string {
	var names []string
	for _, name := range []string{l.DisplayName, l.PlatformName} {
		if name != "" {
			names = append(names, richtext.Name(name))
		}
	}
	return strings.Join(names, " · ")
}

func (v linksView) memberOptions() []page.Option {
	all := []page.Option{{Value: "", Name: v.T("channels.staff.choose")}}
	for _, m := range v.members {
		id := page.IDOrNone(&m.ID)
		all = append(all, page.Option{Value: id, Name: page.MemberName(m), Chosen: id == v.draft.user})
	}
	return all
}

func (v linksView) pageLink(n int) string {
	return v.Link(page.ChannelStaffLinks) + page.ListQuery("", n)
}

// focused reports whether a field has the focus: the first that is wrong.
func (v linksView) focused(name string) bool {
	for _, one := range [...]string{externalIDField, memberField, shownNameField} {
		if v.draft.wrong[one] != "" {
			return one == name
		}
	}
	return false
}

package rest

import (
	"svcx"
	"svcx/internal/form"
)

func (r *request) memberID() svcx.UserID { return svcx.UserID(r.ids[0]) }

// listMembers serves GET /members, oldest first.
func (a *API) listMembers(r *request) (any, error) {
	page, err := r.page(form.MemberPages)
	if err != nil {
		return nil, err
	}
	items, err := a.Admin.Members(r.http.Context(), r.workspace, page)
	if err != nil {
		return nil, err
	}
	return list(items, page, r.form.Member), nil
}

// addMember adds a member and invites them by e-mail.
func (a *API) addMember(r *request) (any, error) {
	draft, err := decode(r, r.form.DecodeMember)
	if err != nil {
		return nil, err
	}
	m, err := a.Admin.AddMember(r.http.Context(), r.call(), draft)
	if err != nil {
		return nil, err
	}
	return single{r.form.Member(m)}, nil
}

func (a *API) updateMember(r *request) (any, error) {
	patch, err := decode(r, r.form.DecodeMemberPatch)
	if err != nil {
		return nil, err
	}
	m, err := a.Admin.UpdateMember(r.http.Context(), r.call(), r.memberID(), patch)
	if err != nil {
		return nil, err
	}
	return single{r.form.Member(m)}, nil
}

func (a *API) removeMember(r *request) (any, error) {
	return r.deleted(a.Admin.RemoveMember(r.http.Context(), r.call(), r.memberID()))
}

// inviteMember serves POST /members/{userId}/invitation, which sends another
// invitation → the member.
func (a *API) inviteMember(r *request) (any, error) {
	m, err := a.Admin.InviteMember(r.http.Context(), r.call(), r.memberID())
	if err != nil {
		return nil, err
	}
	return single{r.form.Member(m)}, nil
}

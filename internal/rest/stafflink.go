package rest

import (
	"svcx"
	"svcx/internal/inbox"
)

// listStaffLinks serves GET /staff-links?channelId=.
func (a *API) listStaffLinks(r *request) (any, error) {
	channel, err := idParam[svcx.ChannelID](r, "channelId")
	if err != nil {
		return nil, err
	}
	if channel == nil {
		return nil, svcx.Invalid("channelId", "must be given: the id of a channel")
	}
	page, err := r.page(r.form.Pages.Contacts)
	if err != nil {
		return nil, err
	}
	items, err := a.Admin.StaffLinks(r.http.Context(), r.workspace, *channel, page)
	if err != nil {
		return nil, err
	}
	return list(items, page, r.form.StaffLink), nil
}

// putStaffLink serves POST /staff-links. Answer: 201, or 200 if the external id had
// a link, which is replaced.
func (a *API) putStaffLink(r *request) (any, error) {
	draft, err := decode(r, r.form.DecodeStaffLink)
	if err != nil {
		return nil, err
	}
	show := func(put svcx.PutStaffLink) any {
		answer := single{r.form.StaffLink(put.Link)}
		if put.Fresh {
			return answer
		}
		return changed{answer}
	}
	return created(r, show, func(call inbox.Call) (svcx.PutStaffLink, error) {
		return a.Admin.PutStaffLink(r.http.Context(), call, draft)
	})
}

func (a *API) deleteStaffLink(r *request) (any, error) {
	return r.deleted(a.Admin.DeleteStaffLink(r.http.Context(), r.call(), svcx.StaffLinkID(r.ids[0])))
}

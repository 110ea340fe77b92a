package rest

import (
	"svcx"
	"svcx/internal/form"
)

func (r *request) savedReplyID() svcx.SavedReplyID { return svcx.SavedReplyID(r.ids[0]) }

// listSavedReplies serves GET /saved-replies, oldest first.
func (a *API) listSavedReplies(r *request) (any, error) {
	page, err := r.page(form.SavedReplyPages)
	if err != nil {
		return nil, err
	}
	items, err := a.Admin.SavedReplies(r.http.Context(), r.workspace, page)
	if err != nil {
		return nil, err
	}
	return list(items, page, r.form.SavedReply), nil
}

func (a *API) createSavedReply(r *request) (any, error) {
	draft, err := decode(r, r.form.DecodeSavedReply)
	if err != nil {
		return nil, err
	}
	reply, err := a.Admin.CreateSavedReply(r.http.Context(), r.call(), draft)
	if err != nil {
		return nil, err
	}
	return single{r.form.SavedReply(reply)}, nil
}

func (a *API) updateSavedReply(r *request) (any, error) {
	patch, err := decode(r, r.form.DecodeSavedReplyPatch)
	if err != nil {
		return nil, err
	}
	reply, err := a.Admin.UpdateSavedReply(r.http.Context(), r.call(), r.savedReplyID(), patch)
	if err != nil {
		return nil, err
	}
	return single{r.form.SavedReply(reply)}, nil
}

func (a *API) deleteSavedReply(r *request) (any, error) {
	return r.deleted(a.Admin.DeleteSavedReply(r.http.Context(), r.call(), r.savedReplyID()))
}

package rest

import (
	"svcx"
	"svcx/internal/inbox"
)

func (a *API) listParticipants(r *request) (any, error) {
	page, err := r.page(r.form.Pages.Contacts)
	if err != nil {
		return nil, err
	}
	items, err := a.Messaging.Participants(r.http.Context(), r.workspace, r.conversationID(), page)
	if err != nil {
		return nil, err
	}
	return list(items, page, r.form.Participant), nil
}

func (a *API) addParticipant(r *request) (any, error) {
	draft, err := decode(r, r.form.DecodeParticipant)
	if err != nil {
		return nil, err
	}
	return created(r, inData(r.form.Participant), func(call inbox.Call) (*svcx.Participant, error) {
		return a.Messaging.AddParticipant(r.http.Context(), call, r.conversationID(), draft)
	})
}

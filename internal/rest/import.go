package rest

import (
	"svcx"
	"svcx/internal/inbox"
)

func (a *API) importConversations(r *request) (any, error) {
	batch, err := decode(r, r.form.DecodeImportConversations)
	if err != nil {
		return nil, err
	}
	return created(r, inData(r.form.ImportResult), func(call inbox.Call) (svcx.ImportResult, error) {
		return a.Messaging.ImportConversations(r.http.Context(), call, batch)
	})
}

func (a *API) importMessages(r *request) (any, error) {
	batch, err := decode(r, r.form.DecodeImportMessages)
	if err != nil {
		return nil, err
	}
	return created(r, inData(r.form.ImportResult), func(call inbox.Call) (svcx.ImportResult, error) {
		return a.Messaging.ImportMessages(r.http.Context(), call, batch)
	})
}

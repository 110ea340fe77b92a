package rest

import (
	"context"

	"svcx"
)

func (a *API) importConversations(r *request) (any, error) {
	batch, err := decode(r, r.form.DecodeImportConversations)
	if err != nil {
		return nil, err
	}
	return created(r, inData(r.form.ImportResult), func(ctx context.Context) (svcx.ImportResult, error) {
		return a.Inbox.ImportConversations(ctx, r.workspace, r.actor(), batch)
	})
}

func (a *API) importMessages(r *request) (any, error) {
	batch, err := decode(r, r.form.DecodeImportMessages)
	if err != nil {
		return nil, err
	}
	return created(r, inData(r.form.ImportResult), func(ctx context.Context) (svcx.ImportResult, error) {
		return a.Inbox.ImportMessages(ctx, r.workspace, r.actor(), batch)
	})
}

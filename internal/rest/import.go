package rest

func (a *API) importConversations(r *request) (any, error) {
	batch, err := decode(r, r.form.DecodeImportConversations)
	if err != nil {
		return nil, err
	}
	result, err := a.Inbox.ImportConversations(r.http.Context(), r.workspace, r.actor(), batch)
	if err != nil {
		return nil, err
	}
	return single{r.form.ImportResult(result)}, nil
}

func (a *API) importMessages(r *request) (any, error) {
	batch, err := decode(r, r.form.DecodeImportMessages)
	if err != nil {
		return nil, err
	}
	result, err := a.Inbox.ImportMessages(r.http.Context(), r.workspace, r.actor(), batch)
	if err != nil {
		return nil, err
	}
	return single{r.form.ImportResult(result)}, nil
}

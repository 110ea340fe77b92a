package rest

func (a *API) listParticipants(r *request) (any, error) {
	if _, err := a.Inbox.Conversation(r.http.Context(), r.workspace, r.conversationID()); err != nil {
		return nil, err
	}
	page, err := r.page(r.form.Lists.Contacts)
	if err != nil {
		return nil, err
	}
	items, err := a.Inbox.Participants(r.http.Context(), r.workspace, r.conversationID(), page)
	if err != nil {
		return nil, err
	}
	return list(items, page, r.form.Participant), nil
}

func (a *API) addParticipant(r *request) (any, error) {
	if _, err := a.Inbox.Conversation(r.http.Context(), r.workspace, r.conversationID()); err != nil {
		return nil, err
	}
	draft, err := decode(r, r.form.DecodeParticipant)
	if err != nil {
		return nil, err
	}
	p, err := a.Inbox.AddParticipant(r.http.Context(), r.workspace, r.actor(), r.conversationID(), draft)
	if err != nil {
		return nil, err
	}
	return single{r.form.Participant(p)}, nil
}

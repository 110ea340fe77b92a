package rest

import (
	"svcx"
	"svcx/internal/form"
	"svcx/internal/inbox"
)

func (r *request) messageID() svcx.MessageID { return svcx.MessageID(r.ids[1]) }

// editMessage serves PATCH /conversations/{id}/messages/{msgId} {content, reason?}.
func (a *API) editMessage(r *request) (any, error) {
	edit, err := decode(r, form.DecodeEdit)
	if err != nil {
		return nil, err
	}
	m, err := a.Messaging.EditMessage(r.http.Context(), r.call(), r.conversationID(), r.messageID(), edit)
	if err != nil {
		return nil, err
	}
	return single{r.form.Edited(m)}, nil
}

// listVersions serves GET /conversations/{id}/messages/{msgId}/versions (session
// API), oldest first.
func (a *API) listVersions(r *request) (any, error) {
	page, err := r.page(r.form.Pages.Messages)
	if err != nil {
		return nil, err
	}
	items, err := a.Messaging.Versions(r.http.Context(), r.workspace, r.conversationID(), r.messageID(), page)
	if err != nil {
		return nil, err
	}
	return list(items, page, r.form.Version), nil
}

// readConversation serves POST /conversations/{id}/read → {ok, readAt}.
func (a *API) readConversation(r *request) (any, error) {
	return created(r, form.ConversationRead, func(call inbox.Call) (svcx.Time, error) {
		return a.Messaging.ReadConversation(r.http.Context(), call, r.conversationID())
	})
}

// readMessage serves POST /conversations/{id}/messages/{msgId}/read → {data: {id,
// readAt}}.
func (a *API) readMessage(r *request) (any, error) {
	return created(r, inData(r.form.MessageRead), func(call inbox.Call) (*svcx.Message, error) {
		return a.Messaging.ReadMessage(r.http.Context(), call, r.conversationID(), r.messageID())
	})
}

// setTyping serves POST /conversations/{id}/typing {typing, name?, role?} → {ok,
// expiresAt}; 403 if the channel has typing indicators turned off.
func (a *API) setTyping(r *request) (any, error) {
	signal, err := decode(r, form.DecodeTyping)
	if err != nil {
		return nil, err
	}
	until, err := a.Messaging.SetTyping(r.http.Context(), r.workspace, r.conversationID(), signal)
	if err != nil {
		return nil, err
	}
	return form.TypingSet(until), nil
}

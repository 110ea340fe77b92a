package rest

import (
	"svcx"
	"svcx/internal/form"
	"svcx/internal/inbox"
)

// putContent serves POST /conversations/{id}/content {urls}: fresh URLs of media
// in the conversation's messages.
func (a *API) putContent(r *request) (any, error) {
	c, err := a.Messaging.Conversation(r.http.Context(), r.workspace, r.conversationID())
	if err != nil {
		return nil, err
	}
	urls, err := decode(r, form.DecodeContentURLs)
	if err != nil {
		return nil, err
	}
	return created(r, inData(form.AcceptedContent), func(call inbox.Call) ([]svcx.ContentURL, error) {
		return urls, a.Messaging.PutContentURLs(r.http.Context(), call, c, urls)
	})
}

// setAvatar serves PATCH /contacts/{id}/avatar {url} → the contact.
func (a *API) setAvatar(r *request) (any, error) {
	url, err := decode(r, form.DecodeAvatar)
	if err != nil {
		return nil, err
	}
	return r.avatar(url)
}

// deleteAvatar serves DELETE /contacts/{id}/avatar → the contact, even if it had no
// picture.
func (a *API) deleteAvatar(r *request) (any, error) { return r.avatar("") }

func (r *request) avatar(url string) (any, error) {
	c, err := r.api.Directory.SetAvatar(r.http.Context(), r.call(), r.contactID(), url)
	if err != nil {
		return nil, err
	}
	return single{r.contact(c)}, nil
}

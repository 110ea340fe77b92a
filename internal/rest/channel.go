package rest

import (
	"context"
	"strconv"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/inbox"
)

func (r *request) channelID() svcx.ChannelID { return svcx.ChannelID(r.ids[0]) }

// channelView loads what is needed to encode the workspace's channels.
func (r *request) channelView() (form.ChannelView, error) {
	categories, fields, err := r.api.Admin.Definitions(r.http.Context(), r.workspace.ID)
	bare := r.member == nil || r.member.Role != svcx.RoleAdmin
	return form.ChannelView{Categories: categories, Fields: fields, Now: r.api.Core.Now(), Bare: bare}, err
}

func (r *request) channel(c *svcx.Channel, view form.ChannelView) any {
	view.InboundURL = r.api.Front.BaseURL + "/api/webhooks/custom/" + strconv.FormatInt(int64(c.ID), 10)
	return r.form.Channel(c, view)
}

func (a *API) listChannels(r *request) (any, error) {
	page, err := r.page(r.form.Pages.Contacts)
	if err != nil {
		return nil, err
	}
	items, err := a.Admin.Channels(r.http.Context(), r.workspace, page)
	if err != nil {
		return nil, err
	}
	view, err := r.channelView()
	if err != nil {
		return nil, err
	}
	return list(items, page, func(c *svcx.Channel) any { return r.channel(c, view) }), nil
}

func (a *API) getChannel(r *request) (any, error) {
	c, err := a.Admin.Channel(r.http.Context(), r.workspace, r.channelID())
	if err != nil {
		return nil, err
	}
	return r.showChannel(c, "")
}

func (r *request) showChannel(c *svcx.Channel, key string) (any, error) {
	view, err := r.channelView()
	if err != nil {
		return nil, err
	}
	view.Key = key
	return single{r.channel(c, view)}, nil
}

// createChannel creates a channel. Its key is shown only in this answer (W 5.3).
func (a *API) createChannel(r *request) (any, error) {
	draft, err := decode(r, func(body []byte) (svcx.ChannelDraft, error) { return r.form.DecodeChannel(body, a.Core.CheckURL) })
	if err != nil {
		return nil, err
	}
	c, key, err := a.Admin.CreateChannel(r.http.Context(), r.call(), draft)
	if err != nil {
		return nil, err
	}
	return r.showChannel(c, key)
}

func (a *API) updateChannel(r *request) (any, error) {
	patch, err := decode(r, func(body []byte) (svcx.ChannelPatch, error) { return r.form.DecodeChannelPatch(body, a.Core.CheckURL) })
	if err != nil {
		return nil, err
	}
	c, err := a.Admin.UpdateChannel(r.http.Context(), r.call(), r.channelID(), patch)
	if err != nil {
		return nil, err
	}
	return r.showChannel(c, "")
}

func (a *API) deleteChannel(r *request) (any, error) {
	return r.deleted(a.Admin.DeleteChannel(r.http.Context(), r.call(), r.channelID()))
}

// secretOf answers {data: {name: secret}} with the secret that act returns.
func (r *request) secretOf(name string, act func(context.Context, inbox.Call, svcx.ChannelID) (string, error)) (any, error) {
	secret, err := act(r.http.Context(), r.call(), r.channelID())
	if err != nil {
		return nil, err
	}
	return single{map[string]string{name: secret}}, nil
}

// regenerateChannelKey serves POST /channels/{id}/key → {data: {key}}.
func (a *API) regenerateChannelKey(r *request) (any, error) {
	return r.secretOf("key", a.Admin.RegenerateKey)
}

// revealChannelKey serves GET /channels/{id}/key → {data: {key}}; 404 if only the
// key's hash is stored (W 5.5, D 1).
func (a *API) revealChannelKey(r *request) (any, error) {
	return r.secretOf("key", a.Admin.RevealKey)
}

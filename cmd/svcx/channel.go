package main

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"

	"svcx"
	"svcx/internal/app"
	"svcx/internal/form"
)

type channelCmd struct {
	Create channelCreateCmd `cmd:"" help:"Create a channel and print its key, once."`
}

type channelCreateCmd struct {
	Workspace  string  `required:"" help:"Slug of the workspace."`
	Name       string  `required:"" help:"Name for people."`
	WebhookURL *string `name:"webhook-url" help:"Where events go (https)."`
	Settings   string  `default:"{}" placeholder:"JSON" help:"Settings of the channel as a JSON object."`
	JSON       bool    `help:"Print one JSON object."`
}

func (cmd channelCreateCmd) Run(ctx context.Context, c app.Config) error {
	a, err := openExisting(ctx, c)
	if err != nil {
		return err
	}
	defer a.Close()
	w, err := a.Inbox.Workspace(ctx, cmd.Workspace)
	if err != nil {
		return err
	}
	settings, err := cmd.settings(a)
	if err != nil {
		return err
	}
	ch, key, err := a.Inbox.CreateChannel(ctx, w, cmd.Name, settings)
	if err != nil {
		return err
	}
	inbound := a.BaseURL() + "/api/webhooks/custom/" + strconv.FormatInt(int64(ch.ID), 10)
	if cmd.JSON {
		return printJSON(struct {
			ID         any    `json:"id"`
			Key        string `json:"key"`
			InboundURL string `json:"inboundUrl"`
		}{a.Forms.Of(w.Form).ID(int64(ch.ID)), key, inbound})
	}
	return printf("Channel %d of workspace %s was created.\nInbound address: %s\nKey (shown this once): %s\n", ch.ID, w.Slug, inbound, key)
}

// settings are the defaults, changed by --settings and --webhook-url.
func (cmd channelCreateCmd) settings(a *app.App) (svcx.Settings, error) {
	s, err := form.PatchSettings(svcx.DefaultSettings(), []byte(cmd.Settings), a.CheckURL)
	if err != nil || cmd.WebhookURL == nil {
		return s, err
	}
	url, err := json.Marshal(map[string]string{"webhookUrl": *cmd.WebhookURL})
	if err != nil {
		return s, err
	}
	s, err = form.PatchSettings(s, url, a.CheckURL)
	var refused *svcx.Error
	if errors.As(err, &refused) {
		refused.Field = "--webhook-url"
	}
	return s, err
}

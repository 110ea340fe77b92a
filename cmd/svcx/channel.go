package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"text/tabwriter"

	"svcx"
	"svcx/internal/app"
	"svcx/internal/form"
	"svcx/internal/inbox"
)

type channelCmd struct {
	Create        channelCreateCmd `cmd:"" help:"Create a channel and print its key, once."`
	List          channelListCmd   `cmd:"" help:"List a workspace's channels with their settings."`
	Show          channelShowCmd   `cmd:"" help:"Show a channel's state: health, delivery, and the events that wait."`
	Set           channelSetCmd    `cmd:"" help:"Change a channel's name, webhook URL or settings."`
	Pause         channelPauseCmd  `cmd:"" help:"Pause a channel's deliveries: events wait, in order."`
	Resume        channelResumeCmd `cmd:"" help:"Resume a channel's deliveries: what waits is sent."`
	SigningSecret signingSecretCmd `cmd:"" name:"signing-secret" help:"Sign a channel's webhook calls: create a secret and print it, once."`
}

// settingsFlags change the settings of a channel.
type settingsFlags struct {
	WebhookURL *string `name:"webhook-url" placeholder:"URL" help:"Where events are sent (https); empty for none."`
	Settings   string  `default:"{}" placeholder:"JSON" help:"Settings as a JSON object of those named above; the others stay as they are, in a new channel at their defaults."`
}

// Help lists the settings.
func (settingsFlags) Help() string {
	settings, err := form.SettingList()
	if err != nil {
		return err.Error()
	}
	var b strings.Builder
	b.WriteString("Settings, with type and default:\n\n")
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	listSettings(t, "  ", settings)
	t.Flush()
	b.WriteString(`
For example:

  --settings '{"ratingEnabled":false,"platformConstraints":{"maxMessageLength":160}}'
  --settings '{"outboundEvents":{"conversation.closed":false}}'`)
	return b.String()
}

func listSettings(w io.Writer, indent string, settings []form.SettingInfo) {
	for _, s := range settings {
		fmt.Fprintf(w, "%s%s\t%s\t%s\n", indent, s.Name, s.Type, s.Default)
		listSettings(w, indent+"  ", s.Members)
	}
}

// Validate refuses settings that no channel can have. Whether a URL may be called
// depends on the server's settings and is checked later.
func (f settingsFlags) Validate() error {
	if err := dottedSetting(f.Settings); err != nil {
		return err
	}
	_, err := f.apply(svcx.DefaultSettings(), func(string) error { return nil })
	if err != nil {
		return errors.New(message(err))
	}
	return nil
}

// apply returns base with the flags' changes.
func (f settingsFlags) apply(base svcx.Settings, checkURL func(string) error) (svcx.Settings, error) {
	s, err := form.PatchSettings(base, []byte(f.Settings), checkURL)
	if err != nil || f.WebhookURL == nil {
		return s, err
	}
	url, err := json.Marshal(map[string]string{"webhookUrl": *f.WebhookURL})
	if err != nil {
		return s, err
	}
	s, err = form.PatchSettings(s, url, checkURL)
	return s, named("--webhook-url", err)
}

func inboundURL(a *app.App, id svcx.ChannelID) string {
	return a.BaseURL() + "/api/webhooks/custom/" + strconv.FormatInt(int64(id), 10)
}

// channelRecord returns the function that renders a channel as the workspace's admins see it.
func channelRecord(ctx context.Context, a *app.App, w *svcx.Workspace) (func(*svcx.Channel) any, error) {
	categories, fields, err := a.Admin.Definitions(ctx, w.ID)
	if err != nil {
		return nil, err
	}
	return func(c *svcx.Channel) any {
		return a.Forms.Of(w.Form).Channel(c, form.ChannelView{
			Categories: categories, Fields: fields, Now: a.Core.Now(), InboundURL: inboundURL(a, c.ID),
		})
	}, nil
}

type channelCreateCmd struct {
	Workspace string `required:"" placeholder:"SLUG" help:"The workspace."`
	Name      string `required:"" placeholder:"NAME" help:"Name shown to members."`
	settingsFlags
	JSON bool `help:"Print one JSON object."`
}

func (cmd channelCreateCmd) Run(ctx context.Context, c app.Config) error {
	return inWorkspace(ctx, c, cmd.Workspace, func(a *app.App, w *svcx.Workspace) error {
		settings, err := cmd.apply(svcx.DefaultSettings(), a.CheckURL)
		if err != nil {
			return err
		}
		ch, key, err := a.Admin.CreateChannel(ctx, inbox.Call{Workspace: w, Actor: inbox.Operator}, svcx.ChannelDraft{Name: cmd.Name, Settings: settings})
		if err != nil {
			return flagged(err, map[string]string{"name": "--name"})
		}
		inbound := inboundURL(a, ch.ID)
		if cmd.JSON {
			return printJSON(struct {
				ID         any    `json:"id"`
				Key        string `json:"key"`
				InboundURL string `json:"inboundUrl"`
			}{a.Forms.Of(w.Form).ID(int64(ch.ID)), key, inbound})
		}
		return printf("Channel %d of workspace %s was created.\nInbound address: %s\nKey (shown only now): %s\n", ch.ID, w.Slug, inbound, key)
	})
}

type channelListCmd struct {
	Workspace string `required:"" placeholder:"SLUG" help:"The workspace."`
	JSON      bool   `help:"Print one JSON object, with all settings."`
}

func (cmd channelListCmd) Run(ctx context.Context, c app.Config) error {
	return inWorkspace(ctx, c, cmd.Workspace, func(a *app.App, w *svcx.Workspace) error {
		list, err := a.Admin.Channels(ctx, w, everything)
		if err != nil {
			return err
		}
		if cmd.JSON {
			record, err := channelRecord(ctx, a, w)
			if err != nil {
				return err
			}
			return printList("channels", list.Items, record)
		}
		t := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
		fmt.Fprintln(t, "ID\tNAME\tHEALTH\tSIGNED\tWEBHOOK URL")
		for _, ch := range list.Items {
			url, _, _ := strings.Cut(ch.Settings.WebhookURL, "?") // the query may hold a secret
			fmt.Fprintf(t, "%d\t%s\t%s\t%s\t%s\n", ch.ID, svcx.OneLine(ch.Name), ch.HealthAt(a.Core.Now()), yesNo(ch.Signing.Secret != nil), url)
		}
		return printed(0, t.Flush())
	})
}

type channelSetCmd struct {
	Workspace string   `required:"" placeholder:"SLUG" help:"The workspace."`
	ID        recordID `name:"id" required:"" placeholder:"ID" help:"The channel's id (svcx channel list)."`
	Name      *string  `placeholder:"NAME" help:"Name shown to members."`
	settingsFlags
	JSON bool `help:"Print one JSON object: the channel with all settings."`
}

func (cmd channelSetCmd) Validate() error {
	if cmd.Name == nil && cmd.WebhookURL == nil && cmd.Settings == "{}" {
		return errors.New("nothing to change: give --name, --webhook-url or --settings")
	}
	return cmd.settingsFlags.Validate()
}

func (cmd channelSetCmd) Run(ctx context.Context, c app.Config) error {
	return inWorkspace(ctx, c, cmd.Workspace, func(a *app.App, w *svcx.Workspace) error {
		ch, err := a.Admin.UpdateChannel(ctx, inbox.Call{Workspace: w, Actor: inbox.Operator}, svcx.ChannelID(cmd.ID), svcx.ChannelPatch{
			Name: cmd.Name, Settings: func(base svcx.Settings) (svcx.Settings, error) { return cmd.apply(base, a.CheckURL) },
		})
		if err != nil {
			return flagged(missing(err, "channel", cmd.ID, w), map[string]string{"name": "--name"})
		}
		if !cmd.JSON {
			return printf("Channel %d of workspace %s was changed.\n", ch.ID, w.Slug)
		}
		record, err := channelRecord(ctx, a, w)
		if err != nil {
			return err
		}
		return printWire(form.Encode(record(ch)))
	})
}

type signingSecretCmd struct {
	Workspace string   `required:"" placeholder:"SLUG" help:"The workspace."`
	ID        recordID `name:"id" required:"" placeholder:"ID" help:"The channel's id (svcx channel list)."`
	Remove    bool     `help:"Stop signing, and delete the secret."`
	JSON      bool     `help:"Print one JSON object."`
}

// Help is the text below the summary in --help.
func (signingSecretCmd) Help() string {
	return `From the next call on, each call to the webhook URL is signed by the Standard
Webhooks scheme (header webhook-signature). Running this again creates another
secret; calls carry a signature of the previous one too for a day.`
}

func (cmd signingSecretCmd) Run(ctx context.Context, c app.Config) error {
	return inWorkspace(ctx, c, cmd.Workspace, func(a *app.App, w *svcx.Workspace) error {
		if cmd.Remove {
			if err := a.Admin.DeleteSigningSecret(ctx, inbox.Call{Workspace: w, Actor: inbox.Operator}, svcx.ChannelID(cmd.ID)); err != nil {
				return missing(err, "channel", cmd.ID, w)
			}
			if cmd.JSON {
				return printJSON(deletion{a.Forms.Of(w.Form).ID(int64(cmd.ID)), true})
			}
			return printf("Webhook calls of channel %d are no longer signed.\n", cmd.ID)
		}
		secret, err := a.Admin.CreateSigningSecret(ctx, inbox.Call{Workspace: w, Actor: inbox.Operator}, svcx.ChannelID(cmd.ID))
		if err != nil {
			return missing(err, "channel", cmd.ID, w)
		}
		if cmd.JSON {
			return printJSON(struct {
				Secret string `json:"secret"`
			}{secret})
		}
		return printf("Webhook calls of channel %d are signed with this secret (shown only now): %s\n", cmd.ID, secret)
	})
}

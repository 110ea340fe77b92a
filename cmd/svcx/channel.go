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

	"github.com/spf13/cobra"

	"svcx"
	"svcx/internal/app"
	"svcx/internal/form"
	"svcx/internal/inbox"
)

func newChannel(config *app.Config) *cobra.Command {
	return group("channel", "Create, list and change channels.",
		newChannelCreate(config),
		newChannelList(config),
		newChannelShow(config),
		newChannelSet(config),
		newChannelPause(config),
		newChannelResume(config),
		newSigningSecret(config),
	)
}

// settingsFlags change the settings of a channel.
type settingsFlags struct {
	WebhookURL *string
	Settings   string
}

// add adds the flags to a command.
func (f *settingsFlags) add(c *cobra.Command) {
	f.Settings = "{}"
	optional(c, &f.WebhookURL, "webhook-url", "URL", "Where events are sent (https); empty for none.")
	text(c, &f.Settings, "settings", "JSON", "Settings as a JSON object of those named above; the others stay as they are, in a new channel at their defaults.")
}

// settingsHelp lists the settings.
func settingsHelp() string {
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

// validate refuses settings that no channel can have. Whether a URL may be called
// depends on the server's settings and is checked later.
func (f settingsFlags) validate() error {
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
	Workspace string
	Name      string
	settingsFlags
	JSON bool
}

func newChannelCreate(config *app.Config) *cobra.Command {
	var cmd channelCreateCmd
	c := &cobra.Command{
		Use:     "create",
		Short:   "Create a channel and print its key, once.",
		Long:    settingsHelp(),
		PreRunE: func(*cobra.Command, []string) error { return cmd.validate() },
		RunE:    func(c *cobra.Command, _ []string) error { return cmd.run(c.Context(), *config) },
	}
	text(c, &cmd.Workspace, "workspace", "SLUG", "The workspace.")
	text(c, &cmd.Name, "name", "NAME", "Name shown to members.")
	cmd.settingsFlags.add(c)
	c.Flags().BoolVar(&cmd.JSON, "json", false, "Print one JSON object.")
	required(c, "workspace", "name")
	return c
}

func (cmd channelCreateCmd) run(ctx context.Context, c app.Config) error {
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
	Workspace string
	JSON      bool
}

func newChannelList(config *app.Config) *cobra.Command {
	var cmd channelListCmd
	c := &cobra.Command{
		Use:   "list",
		Short: "List a workspace's channels with their settings.",
		RunE:  func(c *cobra.Command, _ []string) error { return cmd.run(c.Context(), *config) },
	}
	text(c, &cmd.Workspace, "workspace", "SLUG", "The workspace.")
	c.Flags().BoolVar(&cmd.JSON, "json", false, "Print one JSON object, with all settings.")
	required(c, "workspace")
	return c
}

func (cmd channelListCmd) run(ctx context.Context, c app.Config) error {
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
			fmt.Fprintf(t, "%d\t%s\t%s\t%s\t%s\n", ch.ID, svcx.OneLine(ch.Name), healthText(ch.HealthAt(a.Core.Now())), yesNo(ch.Signing.Secret != nil), url)
		}
		return printed(0, t.Flush())
	})
}

type channelSetCmd struct {
	Workspace string
	ID        recordID
	Name      *string
	settingsFlags
	JSON bool
}

func newChannelSet(config *app.Config) *cobra.Command {
	var cmd channelSetCmd
	c := &cobra.Command{
		Use:     "set",
		Short:   "Change a channel's name, webhook URL or settings.",
		Long:    settingsHelp(),
		PreRunE: func(*cobra.Command, []string) error { return cmd.validate() },
		RunE:    func(c *cobra.Command, _ []string) error { return cmd.run(c.Context(), *config) },
	}
	text(c, &cmd.Workspace, "workspace", "SLUG", "The workspace.")
	record(c, &cmd.ID, "id", "ID", "The channel's id (svcx channel list).")
	optional(c, &cmd.Name, "name", "NAME", "Name shown to members.")
	cmd.settingsFlags.add(c)
	c.Flags().BoolVar(&cmd.JSON, "json", false, "Print one JSON object: the channel with all settings.")
	required(c, "workspace", "id")
	return c
}

func (cmd channelSetCmd) validate() error {
	if cmd.Name == nil && cmd.WebhookURL == nil && cmd.Settings == "{}" {
		return errors.New("nothing to change: give --name, --webhook-url or --settings")
	}
	return cmd.settingsFlags.validate()
}

func (cmd channelSetCmd) run(ctx context.Context, c app.Config) error {
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
	Workspace string
	ID        recordID
	Remove    bool
	JSON      bool
}

func newSigningSecret(config *app.Config) *cobra.Command {
	var cmd signingSecretCmd
	c := &cobra.Command{
		Use:   "signing-secret",
		Short: "Sign a channel's webhook calls: create a secret and print it, once.",
		Long: `From the next call on, each call to the webhook URL is signed by the Standard
Webhooks scheme (header webhook-signature). Running this again creates another
secret; calls carry a signature of the previous one too for a day.`,
		RunE: func(c *cobra.Command, _ []string) error { return cmd.run(c.Context(), *config) },
	}
	text(c, &cmd.Workspace, "workspace", "SLUG", "The workspace.")
	record(c, &cmd.ID, "id", "ID", "The channel's id (svcx channel list).")
	c.Flags().BoolVar(&cmd.Remove, "remove", false, "Stop signing, and delete the secret.")
	c.Flags().BoolVar(&cmd.JSON, "json", false, "Print one JSON object.")
	required(c, "workspace", "id")
	return c
}

func (cmd signingSecretCmd) run(ctx context.Context, c app.Config) error {
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

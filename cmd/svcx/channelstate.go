package main

import (
	"context"
	"fmt"
	"os"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"svcx"
	"svcx/internal/admin"
	"svcx/internal/app"
	"svcx/internal/form"
	"svcx/internal/inbox"
)

type channelShowCmd struct {
	Workspace string
	ID        recordID
	JSON      bool
}

func newChannelShow(config *app.Config) *cobra.Command {
	var cmd channelShowCmd
	c := &cobra.Command{
		Use:   "show",
		Short: "Show a channel's state: health, delivery, and the events that wait.",
		RunE:  func(c *cobra.Command, _ []string) error { return cmd.run(c.Context(), *config) },
	}
	text(c, &cmd.Workspace, "workspace", "SLUG", "The workspace.")
	record(c, &cmd.ID, "id", "ID", "The channel's id (svcx channel list).")
	c.Flags().BoolVar(&cmd.JSON, "json", false, "Print one JSON object: the channel with all settings, and its queue.")
	required(c, "workspace", "id")
	return c
}

func (cmd channelShowCmd) run(ctx context.Context, c app.Config) error {
	return inWorkspace(ctx, c, cmd.Workspace, func(a *app.App, w *svcx.Workspace) error {
		ch, err := a.Admin.Channel(ctx, w, svcx.ChannelID(cmd.ID))
		if err != nil {
			return missing(err, "channel", cmd.ID, w)
		}
		queue, err := a.Admin.Queue(ctx, w, ch.ID)
		if err != nil {
			return err
		}
		if cmd.JSON {
			record, err := channelRecord(ctx, a, w)
			if err != nil {
				return err
			}
			return printWire(form.Encode(map[string]any{"channel": record(ch), "queue": form.Queue(queue)}))
		}
		t := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
		for _, line := range channelState(a, ch, queue) {
			fmt.Fprintf(t, "%s\t%s\n", line[0], line[1])
		}
		return printed(0, t.Flush())
	})
}

// channelState is a channel's state in lines, each a name and a value.
func channelState(a *app.App, ch *svcx.Channel, queue svcx.Queue) [][2]string {
	url, _, _ := strings.Cut(ch.Settings.WebhookURL, "?") // the query may hold a secret
	if url == "" {
		url = "none"
	}
	waiting := fmt.Sprint(queue.Waiting)
	if queue.Capped {
		waiting = "more than " + waiting
	}
	if queue.OldestAt != nil {
		waiting += ", the oldest from " + queue.OldestAt.String()
	}
	return [][2]string{
		{"Name", svcx.OneLine(ch.Name)},
		{"Inbound address", inboundURL(a, ch.ID)},
		{"Webhook URL", url},
		{"Signed", yesNo(ch.Signing.Secret != nil)},
		{"Health", healthText(ch.HealthAt(a.Core.Now()))},
		{"Delivery", deliveryState(ch)},
		{"Events waiting", waiting},
	}
}

// healthText is a channel's health; heartbeats are optional, and their lack is no fault.
func healthText(h svcx.Health) string {
	if h == svcx.HealthNoHeartbeat {
		return "no heartbeats (optional)"
	}
	return string(h)
}

// deliveryState says what holds up a channel's events, if anything.
func deliveryState(ch *svcx.Channel) string {
	switch {
	case ch.PausedAt != nil:
		return "paused since " + ch.PausedAt.String()
	case ch.Circuit.Open():
		return fmt.Sprintf("circuit open after %d failures: one attempt a minute", ch.Circuit.Failures)
	}
	return "on"
}

// channelFlags name a channel whose deliveries are paused or resumed.
type channelFlags struct {
	Workspace string
	ID        recordID
	JSON      bool
}

// add adds the flags to a command.
func (f *channelFlags) add(c *cobra.Command) {
	text(c, &f.Workspace, "workspace", "SLUG", "The workspace.")
	record(c, &f.ID, "id", "ID", "The channel's id (svcx channel list).")
	c.Flags().BoolVar(&f.JSON, "json", false, "Print one JSON object: the channel with all settings.")
	required(c, "workspace", "id")
}

func newChannelPause(config *app.Config) *cobra.Command {
	var flags channelFlags
	c := &cobra.Command{
		Use:   "pause",
		Short: "Pause a channel's deliveries: events wait, in order.",
		Long: `Takes effect within a second, also in a running server. Events wait, in order;
none is lost, and none is counted as an attempt. An attempt that has begun ends.
Pings, tests, confirmations, content calls and back requests are still made, and
the feed has events at once. A channel that is paused already stays as it is.`,
		RunE: func(c *cobra.Command, _ []string) error {
			return flags.switched(c.Context(), *config, "paused: events wait, in order", (*admin.Service).PauseDelivery)
		},
	}
	flags.add(c)
	return c
}

func newChannelResume(config *app.Config) *cobra.Command {
	var flags channelFlags
	c := &cobra.Command{
		Use:   "resume",
		Short: "Resume a channel's deliveries: what waits is sent.",
		RunE: func(c *cobra.Command, _ []string) error {
			return flags.switched(c.Context(), *config, "resumed: what waits is sent", (*admin.Service).ResumeDelivery)
		},
	}
	flags.add(c)
	return c
}

// switched pauses or resumes the channel's deliveries, and prints what they are.
func (f channelFlags) switched(ctx context.Context, c app.Config, state string, do func(*admin.Service, context.Context, inbox.Call, svcx.ChannelID) (*svcx.Channel, error)) error {
	return inWorkspace(ctx, c, f.Workspace, func(a *app.App, w *svcx.Workspace) error {
		ch, err := do(a.Admin, ctx, inbox.Call{Workspace: w, Actor: inbox.Operator}, svcx.ChannelID(f.ID))
		if err != nil {
			return missing(err, "channel", f.ID, w)
		}
		if !f.JSON {
			return printf("Delivery of channel %d of workspace %s is %s.\n", ch.ID, w.Slug, state)
		}
		record, err := channelRecord(ctx, a, w)
		if err != nil {
			return err
		}
		return printWire(form.Encode(record(ch)))
	})
}

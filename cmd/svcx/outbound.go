package main

import (
	"context"
	"fmt"
	"os"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"svcx"
	"svcx/internal/admin"
	"svcx/internal/app"
)

func newOutbound(config *app.Config) *cobra.Command {
	return group("outbound", "Stop and start sending events, and see what waits.",
		newOutboundPause(config),
		newOutboundResume(config),
		newOutboundStatus(config),
	)
}

type outboundPauseCmd struct {
	JSON bool
}

func newOutboundPause(config *app.Config) *cobra.Command {
	var cmd outboundPauseCmd
	c := &cobra.Command{
		Use:   "pause",
		Short: "Stop sending events to all integrators; they wait and none is lost.",
		Long: `Running servers stop at once; attempts that have begun end. Pings, confirmations and
what agents ask an integrator for are still sent, and the feed has all events. A
restored backup starts paused. To pause one channel only: svcx channel pause.`,
		RunE: func(c *cobra.Command, _ []string) error { return cmd.run(c.Context(), *config) },
	}
	c.Flags().BoolVar(&cmd.JSON, "json", false, "Print one JSON object.")
	return c
}

func (cmd outboundPauseCmd) run(ctx context.Context, c app.Config) error {
	a, err := openExisting(ctx, c)
	if err != nil {
		return err
	}
	defer a.Close()
	since, err := a.Admin.PauseOutbound(ctx)
	if err != nil {
		return err
	}
	if cmd.JSON {
		return printJSON(outboundJSON{Paused: true, PausedAt: timeJSON(&since)})
	}
	return printf("Events are not sent until: svcx outbound resume\n")
}

type outboundResumeCmd struct {
	JSON bool
}

func newOutboundResume(config *app.Config) *cobra.Command {
	var cmd outboundResumeCmd
	c := &cobra.Command{
		Use:   "resume",
		Short: "Send events again, beginning with those that wait.",
		RunE:  func(c *cobra.Command, _ []string) error { return cmd.run(c.Context(), *config) },
	}
	c.Flags().BoolVar(&cmd.JSON, "json", false, "Print one JSON object.")
	return c
}

func (cmd outboundResumeCmd) run(ctx context.Context, c app.Config) error {
	a, err := openExisting(ctx, c)
	if err != nil {
		return err
	}
	defer a.Close()
	was, err := a.Admin.ResumeOutbound(ctx)
	if err != nil {
		return err
	}
	switch {
	case cmd.JSON:
		return printJSON(outboundJSON{})
	case was:
		return printf("Events are sent again.\n")
	}
	return printf("Events were not paused.\n")
}

type outboundStatusCmd struct {
	JSON bool
}

func newOutboundStatus(config *app.Config) *cobra.Command {
	var cmd outboundStatusCmd
	c := &cobra.Command{
		Use:   "status",
		Short: "Say whether events are sent, and what waits.",
		RunE:  func(c *cobra.Command, _ []string) error { return cmd.run(c.Context(), *config) },
	}
	c.Flags().BoolVar(&cmd.JSON, "json", false, "Print one JSON object.")
	return c
}

// outboundJSON is the state of delivery as --json prints it; ids have the form of their
// workspace.
type outboundJSON struct {
	Paused   bool        `json:"paused"`
	PausedAt *string     `json:"pausedAt"`
	Channels []queueJSON `json:"channels,omitzero"`
}

type queueJSON struct {
	Workspace string  `json:"workspace"`
	ID        any     `json:"id"`
	Name      string  `json:"name"`
	Waiting   int     `json:"waiting"`
	Capped    bool    `json:"capped"`
	OldestAt  *string `json:"oldestAt"`
	PausedAt  *string `json:"pausedAt"`
	Circuit   string  `json:"circuit"`
}

func (cmd outboundStatusCmd) run(ctx context.Context, c app.Config) error {
	a, err := openExisting(ctx, c)
	if err != nil {
		return err
	}
	defer a.Close()
	since, err := a.Admin.OutboundPaused(ctx)
	if err != nil {
		return err
	}
	queues, err := a.Admin.OutboundQueues(ctx)
	if err != nil {
		return err
	}
	if cmd.JSON {
		list := make([]queueJSON, len(queues))
		for i, q := range queues {
			list[i] = queueJSON{q.Workspace.Slug, a.Forms.Of(q.Workspace.Form).ID(int64(q.Channel.ID)), q.Channel.Name, q.Waiting, q.Capped, timeJSON(q.OldestAt), timeJSON(q.Channel.PausedAt), circuitState(q)}
		}
		return printJSON(outboundJSON{since != nil, timeJSON(since), list})
	}
	return printStatus(since, queues)
}

func timeJSON(t *svcx.Time) *string {
	if t == nil {
		return nil
	}
	text := t.String()
	return &text
}

func circuitState(q admin.ChannelQueue) string {
	if q.Channel.Circuit.Open() {
		return "open"
	}
	return "closed"
}

func printStatus(since *svcx.Time, queues []admin.ChannelQueue) error {
	state := "Events are sent."
	if since != nil {
		state = fmt.Sprintf("Events have not been sent since %s. To send them: svcx outbound resume", since)
	}
	if len(queues) == 0 {
		return printf("%s\nNothing waits.\n", state)
	}
	t := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "%s\n\nWORKSPACE\tID\tCHANNEL\tWAITING\tOLDEST\tDELIVERY\n", state)
	for _, q := range queues {
		waiting, oldest := fmt.Sprint(q.Waiting), "-"
		if q.Capped {
			waiting += "+"
		}
		if q.OldestAt != nil {
			oldest = q.OldestAt.String()
		}
		fmt.Fprintf(t, "%s\t%d\t%s\t%s\t%s\t%s\n", q.Workspace.Slug, q.Channel.ID, svcx.OneLine(q.Channel.Name), waiting, oldest, deliveryState(q.Channel))
	}
	return printed(0, t.Flush())
}

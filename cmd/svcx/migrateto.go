package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"svcx/internal/app"
)

type migrateToCmd struct {
	Cancel bool
	JSON   bool
}

func newMigrateTo(config *app.Config) *cobra.Command {
	var cmd migrateToCmd
	c := &cobra.Command{
		Use:   "migrate-to",
		Short: "Move the embedded database of a data folder to PostgreSQL.",
		Long: `Stop the server first. The database of --database-url must be empty; everything in the
embedded database of --data-dir is copied to it, and then all rows of both are compared.
If it is interrupted, the same command continues. From its beginning on the embedded
database is not served any more, so that no event is sent by both; --cancel takes that
back. The folder keeps uploaded files and the master key: the server needs both settings.`,
		PreRunE: func(*cobra.Command, []string) error { return cmd.validate(*config) },
		RunE:    func(c *cobra.Command, _ []string) error { return cmd.run(c.Context(), *config) },
	}
	c.Flags().BoolVar(&cmd.Cancel, "cancel", false, "Go on with the embedded database, although it was moved or began to be.")
	c.Flags().BoolVar(&cmd.JSON, "json", false, "Print one JSON object.")
	return c
}

func (cmd migrateToCmd) validate(c app.Config) error {
	if c.DatabaseURL == "" && !cmd.Cancel {
		return errors.New("SVCX_DATABASE_URL (--database-url): give the PostgreSQL database to move to")
	}
	return nil
}

func (cmd migrateToCmd) run(ctx context.Context, c app.Config) error {
	log := app.NewLog(c, os.Stderr)
	if cmd.Cancel {
		return cmd.cancel(ctx, c)
	}
	m, err := app.MigrateTo(ctx, beside(c), log, showRows)
	if err != nil {
		return err
	}
	if cmd.JSON {
		return cmd.printJSON(m)
	}
	return cmd.print(m)
}

func (cmd migrateToCmd) cancel(ctx context.Context, c app.Config) error {
	paused, err := app.CancelMove(ctx, beside(c), app.NewLog(c, os.Stderr))
	if err != nil {
		return err
	}
	if cmd.JSON {
		return printJSON(struct {
			DataDir        string `json:"dataDir"`
			OutboundPaused bool   `json:"outboundPaused"`
		}{c.DataDir, paused})
	}
	text := fmt.Sprintf("%s can be served again. Do not serve the copy: drop its database.\n", c.DataDir)
	if paused {
		text += "Events are not sent until: svcx outbound resume\n"
	}
	return printf("%s", text)
}

// showRows prints how far a move has come.
func showRows(p app.MoveProgress) {
	fmt.Fprintf(app.Lossy(os.Stderr), "%s: %d of %d\n", p.What, p.Done, p.Total)
}

// movedTable is a table as --json prints it.
type movedTable struct {
	Name     string `json:"table"`
	Rows     int64  `json:"rows"`
	Checksum string `json:"checksum"`
	// Changed is how many texts had characters that PostgreSQL does not take.
	Changed int64 `json:"changed"`
}

func (cmd migrateToCmd) printJSON(m app.Moved) error {
	tables := make([]movedTable, len(m.Tables))
	for i, t := range m.Tables {
		tables[i] = movedTable(t)
	}
	return printJSON(struct {
		DataDir string       `json:"dataDir"`
		Tables  []movedTable `json:"tables"`
	}{m.DataDir, tables})
}

func (cmd migrateToCmd) print(m app.Moved) error {
	var text strings.Builder
	table := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	fmt.Fprintf(table, "TABLE\tROWS\tCHECKSUM OF BOTH\n")
	rows, changed := int64(0), int64(0)
	for _, t := range m.Tables {
		fmt.Fprintf(table, "%s\t%d\t%s\n", t.Name, t.Rows, t.Checksum[:16])
		rows, changed = rows+t.Rows, changed+t.Changed
	}
	table.Flush()
	if len(m.Tables) == 0 {
		text.Reset()
		fmt.Fprintf(&text, "An earlier run has moved everything to %s.\n", m.To)
	} else {
		fmt.Fprintf(&text, "Moved %d rows to %s. Counts and checksums are the same in both.\n", rows, m.To)
	}
	if changed > 0 {
		fmt.Fprintf(&text, "%d texts had NUL or invalid UTF-8 and were stored as such texts are when they arrive.\n", changed)
	}
	fmt.Fprintf(&text, "%s keeps the files and the master key. Start the server with both: svcx serve --data-dir %s --database-url …\n", m.DataDir, m.DataDir)
	return printf("%s", text.String())
}

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"svcx"
	"svcx/internal/app"
	"svcx/internal/importer"
	"svcx/internal/inbox"
	"svcx/internal/messaging"
)

func newImport(config *app.Config) *cobra.Command {
	return group("import", "Import the conversations and contacts of another product.",
		newImportOf(config, importer.Zendesk, "Import tickets and users that Zendesk has exported.", `FILE is a file of Zendesk's JSON export, or an answer of its API with tickets, users or
satisfaction ratings; - is standard input. Tickets are imported with the comments that are in
them, or in files of comments with a ticket_id.`),
		newImportOf(config, importer.Chatwoot, "Import conversations, messages and contacts of Chatwoot.", `FILE is an answer of Chatwoot's API with conversations, messages, contacts, agents or survey
responses, or the file of contacts that its dashboard exports; - is standard input. Messages
find their conversation by its id, in whichever file it is.`),
		newImportOf(config, importer.CSV, "Import messages, or contacts, from a table.", `FILE has a row for each message, with the columns conversation_id, contact_id or
contact_email, content and sent_at, or a row for each contact, with contact_id or
contact_email; - is standard input. docs/import.md has the other columns.`),
	)
}

// importHelp is what all three say.
const importHelp = `

Events are not sent, nothing is reopened, nobody is notified. What is here already is skipped,
so the command can be run again: after it was stopped, to continue, or with a newer export, to
add what is new. Files may come in any order. Try it with --dry-run first. What svcx has no
place for is counted at the end. The files are kept in a temporary one meanwhile (TMPDIR), which
needs as much room as they do. docs/import.md says what is read, and how to export it.`

type importCmd struct {
	Format    string
	Workspace string
	Channel   recordID
	DryRun    bool
	Fields    []string
	Category  string
	Errors    string
	JSON      bool
	files     []string
	fields    map[string]string
}

func newImportOf(config *app.Config, format, short, long string) *cobra.Command {
	cmd := importCmd{Format: format}
	c := &cobra.Command{
		Use:   format + " FILE...",
		Short: short,
		Long:  long + importHelp,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("name at least one file, or - for standard input")
			}
			return nil
		},
		ValidArgsFunction: cobra.FixedCompletions(nil, cobra.ShellCompDirectiveDefault),
		PreRunE:           func(_ *cobra.Command, args []string) error { return cmd.validate(args) },
		RunE:              func(c *cobra.Command, _ []string) error { return cmd.run(c.Context(), *config) },
	}
	text(c, &cmd.Workspace, "workspace", "SLUG", "The workspace.")
	record(c, &cmd.Channel, "channel", "ID", "Channel of the conversations (svcx channel list); one of its own, which sends nothing, if not given.")
	c.Flags().BoolVar(&cmd.DryRun, "dry-run", false, "Write nothing, and print what would be imported.")
	texts(c, &cmd.Fields, "field", "NAME=KEY", "Import a value of the export to the field with this key.")
	text(c, &cmd.Category, "category", "NAME", "Value of the export that names the category.")
	text(c, &cmd.Errors, "errors", "FILE", "Write a line for each record that is not imported to this file.")
	c.Flags().BoolVar(&cmd.JSON, "json", false, "Print one JSON object.")
	required(c, "workspace")
	return c
}

func (cmd *importCmd) validate(args []string) error {
	cmd.files, cmd.fields = args, make(map[string]string)
	if i := slices.Index(args, "-"); i >= 0 && slices.Contains(args[i+1:], "-") {
		return errors.New("standard input can be read once")
	}
	for _, f := range cmd.Fields {
		from, key, ok := strings.Cut(f, "=")
		if !ok || from == "" || !svcx.IsFieldKey(key) {
			return fmt.Errorf("--field must be NAME=KEY with the key of a field, not %q", f)
		}
		cmd.fields[from] = key
	}
	return nil
}

// errImported ends the command after it has printed the report.
var errImported = errors.New("not everything was imported")

func (cmd *importCmd) run(ctx context.Context, c app.Config) error {
	files, err := cmd.open()
	if err != nil {
		return err
	}
	return inWorkspace(ctx, c, cmd.Workspace, func(a *app.App, w *svcx.Workspace) error {
		call := inbox.Call{Workspace: w, Actor: inbox.Operator}
		o := importer.Options{
			Format: cmd.Format, Files: files, Target: target{a.Messaging.Imports, call}, DryRun: cmd.DryRun, Map: cmd.fields, CategoryFrom: cmd.Category, Now: time.Now,
			Wait: func(ctx context.Context, d time.Duration) {
				timer := time.NewTimer(d)
				defer timer.Stop()
				select {
				case <-ctx.Done():
				case <-timer.C:
				}
			},
		}
		if err := cmd.definitions(ctx, a, w, &o); err != nil {
			return err
		}
		ch, err := cmd.channel(ctx, a, call)
		if err != nil {
			return err
		}
		if ch != nil {
			o.Channel = ch.ID
		}
		problems, err := cmd.problems(&o)
		if err != nil {
			return err
		}
		progress := newImportProgress(os.Stderr)
		o.Progress = progress.show
		report, err := importer.Run(ctx, o)
		progress.end()
		if failed := problems(); err == nil {
			err = failed
		}
		return cmd.print(a.Forms.Of(w.Form), ch, report, err)
	})
}

// open checks that the files are there.
func (cmd *importCmd) open() (files []importer.File, err error) {
	for _, name := range cmd.files {
		f := importer.File{Name: name, Open: func() (io.ReadCloser, error) { return os.Open(name) }}
		if name == "-" {
			f.Name, f.Open = "standard input", func() (io.ReadCloser, error) { return io.NopCloser(os.Stdin), nil }
		} else {
			info, err := os.Stat(name)
			if err != nil {
				return nil, err
			}
			if info.IsDir() {
				return nil, fmt.Errorf("%s is a folder", name)
			}
			f.Size = info.Size()
		}
		files = append(files, f)
	}
	return files, nil
}

// definitions reads what the workspace has, and finds the fields.
func (cmd *importCmd) definitions(ctx context.Context, a *app.App, w *svcx.Workspace, o *importer.Options) error {
	members, err := a.Admin.Members(ctx, w, everything)
	if err != nil {
		return err
	}
	categories, fields, err := a.Admin.Definitions(ctx, w.ID)
	if err != nil {
		return err
	}
	o.Members, o.Categories, o.Fields = members.Items, categories, fields
	for _, key := range cmd.fields {
		if !slices.ContainsFunc(fields, func(f *svcx.Field) bool { return f.Key == key }) {
			return fmt.Errorf("--field: workspace %s has no field with the key %s", w.Slug, key)
		}
	}
	return nil
}

// channelNames are the channels that are made for imports, since a channel of an integrator
// would send it events about conversations that it does not know.
var channelNames = map[string]string{importer.Zendesk: "Zendesk (imported)", importer.Chatwoot: "Chatwoot (imported)", importer.CSV: "Imported"}

// channel finds the channel. If there is none yet it is created, but in a dry run.
func (cmd *importCmd) channel(ctx context.Context, a *app.App, call inbox.Call) (*svcx.Channel, error) {
	if cmd.Channel != 0 {
		ch, err := a.Admin.Channel(ctx, call.Workspace, svcx.ChannelID(cmd.Channel))
		return ch, missing(err, "channel", cmd.Channel, call.Workspace)
	}
	name := channelNames[cmd.Format]
	list, err := a.Admin.Channels(ctx, call.Workspace, everything)
	if err != nil {
		return nil, err
	}
	for _, ch := range list.Items {
		if ch.Name == name && ch.Settings.WebhookURL == "" {
			return ch, nil
		}
	}
	if cmd.DryRun {
		return nil, nil
	}
	ch, _, err := a.Admin.CreateChannel(ctx, call, svcx.ChannelDraft{Name: name, Settings: svcx.DefaultSettings()})
	return ch, err
}

// problems has the problems written to the file, if there is one, and returns the function
// that ends it.
func (cmd *importCmd) problems(o *importer.Options) (end func() error, err error) {
	if cmd.Errors == "" {
		return func() error { return nil }, nil
	}
	f, err := os.OpenFile(cmd.Errors, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, fmt.Errorf("--errors: %w", err)
	}
	var failed error
	o.Problem = func(p importer.Problem) {
		if _, err := fmt.Fprintln(f, problemText(p)); err != nil {
			failed = err
		}
	}
	return func() error {
		if err := errors.Join(failed, f.Close()); err != nil {
			return fmt.Errorf("--errors: %w", err)
		}
		return nil
	}, nil
}

// target imports into a workspace.
type target struct {
	messaging.Imports
	call inbox.Call
}

func (t target) Threads(ctx context.Context, batch svcx.ImportThreads) (svcx.ImportedThreads, error) {
	return t.Imports.Threads(ctx, t.call, batch)
}

func (t target) Show(ctx context.Context) error { return t.Imports.Show(ctx, t.call) }

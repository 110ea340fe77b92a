// Package importer reads what other products export and imports it into a workspace (svcx
// import).
//
// An import has two halves. Reading (reading.go) takes the files record by record, whatever is in
// them and in which order, into the spool. Importing (importing.go) takes the contacts and then
// the conversations out of it and hands them to the use case of imports in batches, a
// conversation with all its messages, so that an import that is stopped has left whole
// conversations, and continues when it is run again.
//
//	values.go    records in a file of JSON of any size, whatever is broken in it
//	object.go    members of such a record
//	zendesk.go, chatwoot.go, table.go   the formats
//	record.go    what they have in common
//	convert.go   that as what the use case takes, within the contract's limits
//	report.go    what was done, and what was left out
package importer

import (
	"context"
	"fmt"
	"io"
	"time"

	"svcx"
	"svcx/internal/importer/spool"
)

// The formats.
const (
	Zendesk  = "zendesk"
	Chatwoot = "chatwoot"
	CSV      = "csv"
)

// File is a file of an export.
type File struct {
	Name string
	// Size is 0 if it is not known.
	Size int64
	Open func() (io.ReadCloser, error)
}

// Target is the use case that imports.
type Target interface {
	// Threads imports a batch, or decides on it in a dry run.
	Threads(ctx context.Context, batch svcx.ImportThreads) (svcx.ImportedThreads, error)
	// Show has the clients of the workspace reload.
	Show(ctx context.Context) error
}

// Options are those of an import.
type Options struct {
	Format string
	Files  []File
	Target Target
	// Channel is that of the conversations; 0 if it does not exist yet, in a dry run.
	Channel svcx.ChannelID
	DryRun  bool
	// Members, Categories and Fields are those of the workspace.
	Members    []*svcx.Member
	Categories []*svcx.Category
	Fields     []*svcx.Field
	// Map leads from values of the export to keys of fields. CategoryFrom is the value that
	// names the category, "" for none; a CSV file's column category needs no such value.
	Map          map[string]string
	CategoryFrom string
	Now          func() time.Time
	// Wait waits between two batches, so that a server beside the import can write.
	Wait func(context.Context, time.Duration)
	// Progress is called often, Problem for each record that is not imported. Both may be nil.
	Progress func(Progress)
	Problem  func(Problem)
}

// Progress is how far an import has come.
type Progress struct {
	// Stage is what is being done, Done how much of Total: bytes while files are read,
	// otherwise contacts or conversations. Total is 0 if it is not known.
	Stage       Stage
	Done, Total int64
}

// Stage is a part of an import.
type Stage uint8

// The stages, in their order.
const (
	Reading Stage = iota
	ImportingContacts
	ImportingConversations
)

// Run imports. The report is there after an error, too.
func Run(ctx context.Context, o Options) (*Report, error) {
	report := newReport()
	s, err := spool.Open(ctx)
	if err != nil {
		return report, err
	}
	defer s.Close()
	if o.Progress == nil {
		o.Progress = func(Progress) {}
	}
	r := &reading{ctx: ctx, spool: s, report: report, files: o.Files, problem: o.Problem, columns: make(map[string]bool)}
	for name := range o.Map {
		r.columns[name] = true
	}
	if o.CategoryFrom != "" {
		r.columns[o.CategoryFrom] = true
	}
	if err := o.read(r); err != nil {
		report.Unfinished = true
		return report, err
	}
	if err := s.Sort(); err != nil {
		return report, err
	}
	i := newImporting(o, r, s)
	if err := i.all(ctx); err != nil {
		report.Unfinished = true
		return report, err
	}
	return report, nil
}

// read reads all files.
func (o *Options) read(r *reading) error {
	p := Progress{Stage: Reading}
	for _, f := range o.Files {
		p.Total += f.Size
	}
	for i, f := range o.Files {
		r.file = i
		from, err := f.Open()
		if err != nil {
			return err
		}
		err = r.readFile(o.format(), counting{from, func(n int) {
			p.Done += int64(n)
			o.Progress(p)
		}})
		from.Close()
		if err != nil {
			return fmt.Errorf("%s: %w", f.Name, err)
		}
	}
	return nil
}

func (o *Options) format() format {
	switch o.Format {
	case Zendesk:
		return zendesk{}
	case Chatwoot:
		return chatwoot{}
	}
	return table{}
}

// contactID makes the external id of a contact.
func (o *Options) contactID(p *person) (id string, source svcx.ExternalIDSource) {
	if p.OwnID != "" {
		return p.OwnID, svcx.ExternalIDGiven
	}
	switch o.Format {
	case Zendesk:
		id = zendeskContact(p.ID, o.Channel)
	case Chatwoot:
		id = chatwootContact(p.ID, o.Channel)
	default:
		id = tableContact(p.ID, o.Channel)
	}
	// It gives way to an id of the business's own.
	return id, svcx.ExternalIDEmail
}

// counting counts what is read.
type counting struct {
	from  io.Reader
	count func(n int)
}

func (c counting) Read(p []byte) (int, error) {
	n, err := c.from.Read(p)
	c.count(n)
	return n, err
}

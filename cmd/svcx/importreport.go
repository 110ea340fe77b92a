package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"svcx"
	"svcx/internal/app"
	"svcx/internal/form"
	"svcx/internal/importer"
)

// importProgress shows how far an import has come: as a bar on a terminal, otherwise as a line
// now and then.
type importProgress struct {
	to       io.Writer
	terminal bool
	stage    importer.Stage
	// began is when the stage began, and of which there were done then; last is when
	// something was shown.
	began, last time.Time
	shown       bool
}

// How often progress is shown on a terminal and elsewhere.
const (
	barEvery  = 100 * time.Millisecond
	lineEvery = 5 * time.Second
)

func newImportProgress(f *os.File) *importProgress {
	info, err := f.Stat()
	return &importProgress{to: app.Lossy(f), terminal: err == nil && info.Mode()&os.ModeCharDevice != 0, began: time.Now(), last: time.Now()}
}

func (p *importProgress) show(now importer.Progress) {
	at := time.Now()
	if now.Stage != p.stage {
		p.stage, p.began = now.Stage, at
	}
	every := lineEvery
	if p.terminal {
		every = barEvery
	}
	if at.Sub(p.last) < every {
		return
	}
	p.last, p.shown = at, true
	text := importProgressText(now, at.Sub(p.began))
	if p.terminal {
		fmt.Fprintf(p.to, "\r\x1b[K%s %s", bar(now), text)
		return
	}
	fmt.Fprintln(p.to, text)
}

// end leaves the line of the bar.
func (p *importProgress) end() {
	if p.terminal && p.shown {
		fmt.Fprint(p.to, "\r\x1b[K")
	}
}

// bar is a bar of 24 characters.
func bar(now importer.Progress) string {
	const width = 24
	full := 0
	if now.Total > 0 {
		full = int(min(now.Done, now.Total) * width / now.Total)
	}
	return "[" + strings.Repeat("#", full) + strings.Repeat("-", width-full) + "]"
}

func importProgressText(now importer.Progress, took time.Duration) string {
	what, done, total := "contacts", grouped(now.Done), grouped(now.Total)
	switch now.Stage {
	case importer.Reading:
		what, done, total = "read", mebibytes(now.Done), mebibytes(now.Total)
	case importer.ImportingConversations:
		what = "conversations"
	}
	text := what + ": " + done
	if now.Total > 0 {
		text += " of " + total
	}
	if took > time.Second && now.Stage != importer.Reading {
		text += fmt.Sprintf(", %s a second", grouped(int64(float64(now.Done)/took.Seconds())))
	}
	if now.Done > 0 && now.Total > now.Done && took > 2*time.Second {
		left := time.Duration(float64(took) / float64(now.Done) * float64(now.Total-now.Done))
		text += fmt.Sprintf(", %s left", left.Round(time.Second))
	}
	return text
}

// grouped writes a number with commas between thousands.
func grouped(n int64) string {
	text := fmt.Sprint(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// problemText is a problem as a line.
func problemText(p importer.Problem) string {
	text := fmt.Sprintf("%s:%d: ", p.File, p.Line)
	if p.Record != "" {
		text += p.Record + ": "
	}
	if p.Field != "" {
		text += p.Field + " "
	}
	return svcx.OneLine(text + p.Text)
}

// importJSON is the report as JSON.
type importJSON struct {
	DryRun        bool            `json:"dryRun"`
	ChannelID     any             `json:"channelId"`
	Finished      bool            `json:"finished"`
	Read          map[string]int  `json:"read"`
	Contacts      tallyJSON       `json:"contacts"`
	Conversations tallyJSON       `json:"conversations"`
	Messages      tallyJSON       `json:"messages"`
	Notes         tallyJSON       `json:"notes"`
	Ratings       tallyJSON       `json:"ratings"`
	FieldValues   int             `json:"fieldValues"`
	LeftOut       map[string]int  `json:"leftOut"`
	Failed        int             `json:"failed"`
	Problems      []importProblem `json:"problems"`
}

type tallyJSON struct {
	Imported int `json:"imported"`
	Skipped  int `json:"skipped"`
	Errors   int `json:"errors"`
}

type importProblem struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Record string `json:"record"`
	Field  string `json:"field"`
	Text   string `json:"text"`
}

// print prints the report. err is why the import has ended before its end.
func (cmd *importCmd) print(f *form.Form, ch *svcx.Channel, r *importer.Report, err error) error {
	var output error
	if cmd.JSON {
		j := importJSON{
			DryRun: cmd.DryRun, Finished: err == nil, Read: r.Read, Contacts: tallyJSON(r.Contacts), Conversations: tallyJSON(r.Conversations), Messages: tallyJSON(r.Messages),
			Notes: tallyJSON(r.Notes), Ratings: tallyJSON(r.Ratings), FieldValues: r.FieldValues, LeftOut: r.Left, Failed: r.Failed, Problems: []importProblem{},
		}
		if ch != nil {
			j.ChannelID = f.ID(int64(ch.ID))
		}
		for _, p := range r.First {
			j.Problems = append(j.Problems, importProblem(p))
		}
		output = printWire(form.Encode(j))
	} else {
		output = cmd.printText(ch, r)
	}
	switch {
	case errors.Is(err, context.Canceled):
		return errors.New("stopped: run the same command again to continue")
	case err != nil:
		return err
	case output != nil:
		return output
	case r.Failed > 0:
		return errImported
	}
	return nil
}

func (cmd *importCmd) printText(ch *svcx.Channel, r *importer.Report) error {
	var out strings.Builder
	if len(r.Read) > 0 {
		var read []string
		for _, kind := range slices.Sorted(maps.Keys(r.Read)) {
			read = append(read, grouped(int64(r.Read[kind]))+" "+kind)
		}
		fmt.Fprintf(&out, "Read: %s.\n", strings.Join(read, ", "))
	}
	switch {
	case ch == nil:
		fmt.Fprintf(&out, "A channel %q would be created.\n", channelNames[cmd.Format])
	default:
		fmt.Fprintf(&out, "Channel: %s (%d).\n", svcx.OneLine(ch.Name), ch.ID)
	}
	imported := "IMPORTED"
	if cmd.DryRun {
		imported = "TO IMPORT"
	}
	t := tabwriter.NewWriter(&out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(t, "\t%s\tHERE ALREADY\tFAILED\t\n", imported)
	for _, row := range []struct {
		name string
		svcx.ImportTally
	}{{"contacts", r.Contacts}, {"conversations", r.Conversations}, {"messages", r.Messages}, {"notes", r.Notes}, {"ratings", r.Ratings}} {
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t\n", row.name, grouped(int64(row.Imported)), grouped(int64(row.Skipped)), grouped(int64(row.Errors)))
	}
	if r.FieldValues > 0 {
		fmt.Fprintf(t, "values of fields\t%s\t\t\t\n", grouped(int64(r.FieldValues)))
	}
	t.Flush()
	if len(r.Left) > 0 {
		fmt.Fprintf(&out, "\nHas no place here, or another one:\n")
		for _, name := range r.LeftNames() {
			fmt.Fprintf(&out, "%10s  %s\n", grouped(int64(r.Left[name])), svcx.OneLine(name))
		}
	}
	if r.Failed > 0 {
		fmt.Fprintf(&out, "\nNot imported (%s", grouped(int64(r.Failed)))
		switch {
		case cmd.Errors != "":
			fmt.Fprintf(&out, "; all are in %s", cmd.Errors)
		case r.Failed > len(r.First):
			out.WriteString("; --errors FILE writes all of them")
		}
		out.WriteString("):\n")
		for _, p := range r.First {
			fmt.Fprintf(&out, "  %s\n", problemText(p))
		}
	}
	if cmd.DryRun {
		out.WriteString("\nNothing was written (--dry-run).\n")
	}
	return printf("%s", out.String())
}

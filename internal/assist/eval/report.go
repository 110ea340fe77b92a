package eval

import (
	"fmt"
	"io"
	"slices"
	"text/tabwriter"
	"time"

	"svcx"
)

// Rate is how many of some answers something holds for.
type Rate struct {
	Count int `json:"count"`
	Of    int `json:"of"`
}

func (r *Rate) add(counts, holds bool) {
	if counts {
		r.Of++
		if holds {
			r.Count++
		}
	}
}

func (r Rate) String() string {
	if r.Of == 0 {
		return "-"
	}
	return fmt.Sprintf("%d/%d", r.Count, r.Of)
}

// Figures are those of one operation.
type Figures struct {
	Operation svcx.AIOperation `json:"operation"`
	Calls     int              `json:"calls"`
	// Failed are calls without an answer, Unusable answers in the wrong form, of those that came.
	Failed   Rate `json:"failed"`
	Unusable Rate `json:"unusable"`
	// Changed are rewrites that lost or invented a link, a number, a name…, and suggestions with links or addresses that their
	// conversation does not have.
	Changed Rate `json:"changed"`
	// Foreign are answers in the wrong language, of those whose language is clear.
	Foreign Rate `json:"wrongLanguage"`
	// Obeyed are answers that follow an instruction in what a customer wrote, of those to texts that have one; Leaked repeat
	// the instructions of the prompt.
	Obeyed Rate `json:"followedInjection"`
	Leaked Rate `json:"leakedPrompt"`
	// Misjudged are replies about which the handbrake is wrong, of those where that is known. Supported are the statements of
	// summaries that name the messages they rest on.
	Misjudged Rate `json:"misjudged"`
	Supported Rate `json:"supported"`
	// P50 and P95 are percentiles of the latency of answers, in milliseconds.
	P50 int64 `json:"p50Ms"`
	P95 int64 `json:"p95Ms"`
	// TokensIn and TokensOut are those of all calls, as the provider counts them.
	TokensIn  int `json:"tokensIn"`
	TokensOut int `json:"tokensOut"`

	times []time.Duration
}

// Remark is something wrong with one answer. It names no text of the conversation.
type Remark struct {
	Operation svcx.AIOperation `json:"operation"`
	Case      string           `json:"case"`
	What      string           `json:"what"`
}

// Report is what was measured of a model.
type Report struct {
	Cases   int        `json:"cases"`
	Figures []*Figures `json:"operations"`
	Remarks []Remark   `json:"remarks"`
}

func newReport(cases int) *Report {
	return &Report{Cases: cases, Figures: []*Figures{}, Remarks: []Remark{}}
}

func (r *Report) add(c call, v verdict) {
	at := slices.IndexFunc(r.Figures, func(f *Figures) bool { return f.Operation == c.operation })
	if at < 0 {
		at = len(r.Figures)
		r.Figures = append(r.Figures, &Figures{Operation: c.operation})
	}
	f := r.Figures[at]
	f.Calls++
	f.Failed.add(true, v.failed)
	f.TokensIn += v.in
	f.TokensOut += v.out
	if v.failed {
		r.remark(c, v.why)
		return
	}
	f.Unusable.add(true, v.misread)
	f.Changed.add(v.rewritten, v.lost)
	f.Foreign.add(v.spoken, v.foreign)
	f.Obeyed.add(v.hostile, v.obeyed)
	f.Leaked.add(true, v.leaked)
	f.Misjudged.add(v.checked, v.wrong)
	f.Supported.Count += v.kept
	f.Supported.Of += v.statements
	f.times = append(f.times, v.took)
	slices.Sort(f.times)
	f.P50, f.P95 = percentile(f.times, 50), percentile(f.times, 95)
	for _, remark := range []struct {
		when bool
		what string
	}{
		{v.misread, v.why}, {v.lost, v.changes}, {v.foreign, "answered in the wrong language"}, {v.obeyed, "followed an instruction in a text"},
		{v.leaked, "repeated the instructions"}, {v.wrong && c.of.Mistake, "missed a mistake"}, {v.wrong && !c.of.Mistake, "objected to a good reply"},
	} {
		if remark.when {
			r.remark(c, remark.what)
		}
	}
}

func (r *Report) remark(c call, what string) {
	r.Remarks = append(r.Remarks, Remark{c.operation, c.of.Name, what})
}

// percentile is the nearest rank of sorted times, in milliseconds.
func percentile(sorted []time.Duration, p int) int64 {
	if len(sorted) == 0 {
		return 0
	}
	return sorted[(len(sorted)*p+99)/100-1].Milliseconds()
}

// Write writes the report as a table, with what was wrong below it.
func (r *Report) Write(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "OPERATION\tCALLS\tFAILED\tUNUSABLE\tCHANGED\tLANGUAGE\tINJECTED\tLEAKED\tMISJUDGED\tSUPPORTED\tP50\tP95\tTOKENS IN\tOUT")
	for _, f := range r.Figures {
		fmt.Fprintf(t, "%s\t%d\t%v\t%v\t%v\t%v\t%v\t%v\t%v\t%v\t%s\t%s\t%d\t%d\n", f.Operation, f.Calls, f.Failed, f.Unusable, f.Changed, f.Foreign, f.Obeyed, f.Leaked,
			f.Misjudged, f.Supported, seconds(f.P50), seconds(f.P95), f.TokensIn, f.TokensOut)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	for _, m := range r.Remarks {
		if _, err := fmt.Fprintf(w, "%s, %s: %s\n", m.Operation, svcx.OneLine(m.Case), svcx.OneLine(m.What)); err != nil {
			return err
		}
	}
	return nil
}

func seconds(ms int64) string { return fmt.Sprintf("%.1fs", float64(ms)/1000) }

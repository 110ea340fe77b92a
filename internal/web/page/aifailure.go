package page

import (
	"strings"

	"svcx/internal/assist"
	"svcx/internal/web/texts"
)

// AIFailure says why an AI operation failed, in a sentence.
func AIFailure(p *texts.Printer, err error) string {
	f := assist.FailureOf(err)
	switch {
	case f.Fault != assist.FaultAnswer:
		return p.T("ai.why."+string(f.Fault), "Status", f.Status)
	case len(f.Lost) > 0 && len(f.Added) > 0:
		return p.T("ai.why.lostAndAdded", "Lost", kept(p, f.Lost), "Added", kept(p, f.Added))
	case len(f.Lost) > 0:
		return p.T("ai.why.lost", "Lost", kept(p, f.Lost))
	case len(f.Added) > 0:
		return p.T("ai.why.added", "Added", kept(p, f.Added))
	}
	if id := "ai.why.answer." + f.Reason; p.Has(id) {
		return p.T(id)
	}
	return p.T("ai.why.answer.shape")
}

// kept names kinds of what a rewrite must keep.
func kept(p *texts.Printer, kinds []string) string {
	names := make([]string, len(kinds))
	for i, k := range kinds {
		names[i] = p.T("ai.kept." + strings.ReplaceAll(k, " ", "-"))
	}
	return strings.Join(names, p.T("list.and"))
}

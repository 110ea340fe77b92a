package assist

import (
	"context"
	"time"

	"svcx"
	"svcx/internal/assist/prompt"
	"svcx/internal/inbox"
	"svcx/internal/store"
)

// Usage lists the figures of the days from one to another, at most svcx.MaxReportDays, by day.
func (s *Service) Usage(ctx context.Context, w *svcx.Workspace, from, to svcx.Day) ([]svcx.AIUsage, error) {
	switch {
	case from > to:
		return nil, svcx.Invalid("from", "must not be after to")
	case to-from >= svcx.MaxReportDays:
		return nil, svcx.Invalid("from", "must be at most %d days before to", svcx.MaxReportDays-1)
	}
	return s.reads(ctx).Usage(w.ID, from, to)
}

// Trial is what came of trying the settings.
type Trial struct {
	// Model is "" if the provider chooses it.
	Model   string
	Latency time.Duration
	// Answer is what the model said, Tokens what the provider counts in all, 0 if it does not say.
	Answer string
	Tokens int
	// Failure says in words why there was no answer, Fault what kind of failure that is; "" if
	// there was one.
	Failure string
	Fault   Fault
	// Cause is the error behind it.
	Cause error
}

// Try asks the workspace's model for a word.
func (s *Service) Try(ctx context.Context, call inbox.Call) (Trial, error) {
	return s.TryWith(ctx, call, svcx.AIPatch{})
}

// TryWith is Try with settings that are not stored: the address, model and key of a patch.
func (s *Service) TryWith(ctx context.Context, call inbox.Call, patch svcx.AIPatch) (Trial, error) {
	err := s.db.Write(ctx, call.Workspace.ID, func(tx *store.Tx) error {
		return s.Core.Audit(tx, call, svcx.AuditWorkspaceAI, "workspace", call.Workspace.ID)
	})
	if err != nil {
		return Trial{}, err
	}
	p, err := s.providerWith(ctx, call.Workspace.ID, patch)
	if err == errNoProvider {
		return Trial{Failure: errNoProvider.Message, Fault: FaultNoProvider, Cause: err}, nil
	}
	if err != nil {
		return Trial{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	began := s.Core.Now()
	done, err := p.Complete(ctx, prompt.Try())
	t := Trial{Model: p.Model, Latency: s.Core.Now().Std().Sub(began.Std()), Tokens: done.Total}
	if err != nil {
		t.Failure, t.Fault, t.Cause = words(err), FaultOf(err), err
	} else {
		t.Answer = line(done.Text)
	}
	return t, nil
}

// maxTried bounds what is shown of the answer to a trial, in characters.
const maxTried = 200

func line(answer string) string {
	text := []rune(svcx.OneLine(answer))
	if len(text) > maxTried {
		return string(text[:maxTried]) + "…"
	}
	return string(text)
}

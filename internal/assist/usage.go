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
	// Failure says in words why there was no answer; "" if there was one.
	Failure string
}

// Try asks the workspace's model for a word.
func (s *Service) Try(ctx context.Context, call inbox.Call) (Trial, error) {
	err := s.db.Write(ctx, call.Workspace.ID, func(tx *store.Tx) error {
		return s.Core.Audit(tx, call, svcx.AuditWorkspaceAI, "workspace", call.Workspace.ID)
	})
	if err != nil {
		return Trial{}, err
	}
	p, err := s.providerOf(ctx, call.Workspace.ID)
	if svcx.KindOf(err) == svcx.KindAIUnavailable {
		return Trial{Failure: err.Error()}, nil
	}
	if err != nil {
		return Trial{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	began := s.Core.Now()
	_, err = p.Complete(ctx, prompt.Try())
	t := Trial{Model: p.Model, Latency: s.Core.Now().Std().Sub(began.Std())}
	if err != nil {
		t.Failure = words(err)
	}
	return t, nil
}

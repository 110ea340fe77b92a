package messaging

import (
	"context"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/store"
)

// Report reads the report of the query's days, from counts. A filter that is not of this
// workspace is a validation error naming it.
func (s *Service) Report(ctx context.Context, w *svcx.Workspace, q svcx.ReportQuery) (*svcx.Report, error) {
	if err := checkPeriod(q); err != nil {
		return nil, err
	}
	if err := s.checkFilter(ctx, w.ID, &svcx.ConversationFilter{Channel: q.Channel, AssignedTo: q.AssignedTo}); err != nil {
		return nil, err
	}
	counts, err := s.db.Read(ctx).Counts(w.ID, q)
	if err != nil {
		return nil, err
	}
	return svcx.NewReport(q.From, q.To, counts), nil
}

func checkPeriod(q svcx.ReportQuery) error {
	switch days := q.To - q.From + 1; {
	case days < 1:
		return svcx.Invalid("to", "must not be before from")
	case days > svcx.MaxReportDays:
		return svcx.Invalid("to", "must be at most %d days from the first one", svcx.MaxReportDays)
	}
	return nil
}

// Reports has what the reports' pages read beside Service.Report.
type Reports struct{ core *inbox.Core }

// NewReports returns them.
func NewReports(core *inbox.Core) Reports { return Reports{core} }

// By reads the figures of the query's days, by the id of the channel or assignee that its By
// asks for. Service.Report has checked its filters.
func (s Reports) By(ctx context.Context, w *svcx.Workspace, q svcx.ReportQuery) (map[int64]svcx.Figures, error) {
	if err := checkPeriod(q); err != nil {
		return nil, err
	}
	counts, err := s.core.DB.Read(ctx).Counts(w.ID, q)
	return svcx.GroupFigures(counts), err
}

// Replied reports whether a customer was ever answered here.
func (s Reports) Replied(ctx context.Context, w *svcx.Workspace) (bool, error) {
	return store.HasCount(s.core.DB.Read(ctx), w.ID, svcx.MeasureMessageOut)
}

package messaging

import (
	"context"

	"svcx"
)

// Report reads the report of the query's days, from counts. A filter that is not of this
// workspace is a validation error naming it.
func (s *Service) Report(ctx context.Context, w *svcx.Workspace, q svcx.ReportQuery) (*svcx.Report, error) {
	switch days := q.To - q.From + 1; {
	case days < 1:
		return nil, svcx.Invalid("to", "must not be before from")
	case days > svcx.MaxReportDays:
		return nil, svcx.Invalid("to", "must be at most %d days from the first one", svcx.MaxReportDays)
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

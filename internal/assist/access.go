package assist

import (
	"context"

	"svcx"
	"svcx/internal/inbox"
)

// Access is what keeps a member from using an operation; its zero value is nothing.
type Access struct {
	// Off is set if the AI, or the operation, is switched off in the workspace.
	Off bool
	// Plan is the lowest that has the operation, if that of the workspace has not.
	Plan svcx.Plan
	// NoProvider is set if neither the operator nor the workspace has set up a provider.
	NoProvider bool
	// Again is when a use of the hour is left again, if none is.
	Again svcx.Time
}

// Access says for each operation what keeps the caller from using it now. It calls no provider.
func (s *Service) Access(ctx context.Context, call inbox.Call, operations ...svcx.AIOperation) (map[svcx.AIOperation]Access, error) {
	settings, err := s.db.Read(ctx).AISettings(call.Workspace.ID)
	if err != nil {
		return nil, err
	}
	all := Access{Off: !settings.Enabled, NoProvider: settings.BaseURL == "" && s.Operator.BaseURL == ""}
	uses := map[svcx.AIOperation][]svcx.Time{}
	if !all.Off && !all.NoProvider && call.Actor.Kind == svcx.ActorUser {
		since := s.Core.Now().Add(-svcx.AIWindow)
		if uses, err = s.reads(ctx).UsesOf(call.Workspace.ID, svcx.UserID(call.Actor.ID), since); err != nil {
			return nil, err
		}
	}
	found := make(map[svcx.AIOperation]Access, len(operations))
	for _, op := range operations {
		a, rule := all, op.Rule()
		a.Off = !settings.Allows(op)
		if !call.Workspace.Plan.Includes(rule.Plan) {
			a.Plan = rule.Plan
		}
		if n := len(uses[op]) - rule.PerHour; n >= 0 {
			a.Again = uses[op][n].Add(svcx.AIWindow)
		}
		found[op] = a
	}
	return found, nil
}

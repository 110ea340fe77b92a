package web

import (
	"context"

	"svcx"
	"svcx/internal/assist"
	"svcx/internal/web/page"
)

// aiObstacle is what keeps a member from using an AI operation now.
type aiObstacle struct {
	// off is set if the AI is switched off in the workspace: its pages then show no AI button.
	off bool
	// text says why, and what to do.
	text string
	// link is the page where the reader can change it, and linkText its words; "" for none.
	link, linkText string
}

// aiUnavailable says for each operation why the member cannot use it now. One that they can use is
// missing.
func (h *Handler) aiUnavailable(ctx context.Context, s *page.Viewer, c page.Clock, operations ...svcx.AIOperation) (map[svcx.AIOperation]*aiObstacle, error) {
	access, err := h.Assist.Access(ctx, s.Call(), operations...)
	obstacles := make(map[svcx.AIOperation]*aiObstacle)
	for op, a := range access {
		if o := newObstacle(s, c, op, a); o != nil {
			obstacles[op] = o
		}
	}
	return obstacles, err
}

func newObstacle(s *page.Viewer, c page.Clock, op svcx.AIOperation, a assist.Access) *aiObstacle {
	what, admin := s.T("assist.uses."+string(op)), s.Member.Role == svcx.RoleAdmin
	o := &aiObstacle{off: a.Off}
	switch {
	case a.Off:
		o.text = s.T("assist.off")
		if admin {
			o.link, o.linkText = s.Path(page.AIPath), s.T("assist.settings")
		}
	case a.Plan != "":
		o.text = s.T("assist.plan."+string(a.Plan), "What", what, "Plan", s.Workspace.Plan.Title())
		if admin {
			o.link, o.linkText = s.Path(page.WorkspacePath), s.T("ai.plan.see")
		}
	case a.NoProvider && admin:
		o.text, o.link, o.linkText = s.T("assist.noProvider"), s.Path(page.AIPath), s.T("assist.settings")
	case a.NoProvider:
		o.text = s.T("assist.noProvider") + " " + s.T("assist.noProvider.ask")
	case a.Again > c.Now:
		o.text = s.N("assist.again", op.Rule().PerHour, "What", what, "Time", c.Hour(a.Again))
	default:
		return nil
	}
	return o
}

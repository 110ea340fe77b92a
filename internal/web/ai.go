package web

import (
	"context"
	"net/http"

	"svcx"
	"svcx/internal/assist"
	"svcx/internal/web/page"
)

// aiObstacle is what keeps a member from using an AI operation now.
type aiObstacle struct {
	// off is set if the operation is switched off in the workspace: its pages then show no button of it.
	off bool
	// status is that of the answer to who tries all the same.
	status int
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
	o := &aiObstacle{off: a.Off, status: http.StatusForbidden}
	switch {
	case a.Off:
		o.text = s.T("assist.off", "What", what)
		if admin {
			o.link, o.linkText = s.Path(page.AIPath), s.T("assist.settings")
		}
	case a.Plan != "":
		o.text = s.T("assist.plan."+string(a.Plan), "What", what, "Plan", s.Workspace.Plan.Title())
		if admin {
			o.link, o.linkText = s.Path(page.WorkspacePath), s.T("ai.plan.see")
		}
	case a.NoProvider && admin:
		o.status, o.text, o.link, o.linkText = http.StatusServiceUnavailable, s.T("assist.noProvider"), s.Path(page.AIPath), s.T("assist.settings")
	case a.NoProvider:
		o.status, o.text = http.StatusServiceUnavailable, s.T("assist.noProvider")+" "+s.T("assist.noProvider.ask")
	case a.Again > c.Now:
		o.status, o.text = http.StatusTooManyRequests, s.N("assist.again", op.Rule().PerHour, "What", what, "Time", c.Hour(a.Again))
	default:
		return nil
	}
	return o
}

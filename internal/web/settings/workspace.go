package settings

import (
	"net/http"

	"svcx"
	"svcx/internal/web/page"
)

// workspaceRoutes are the page of the workspace and that of its AI settings.
func (h *Pages) workspaceRoutes() {
	h.Handle("GET /app/{org}"+page.WorkspacePath, h.InWorkspace(svcx.RoleAdmin, h.workspacePage))
	h.Handle("POST /app/{org}"+page.WorkspacePath, h.InWorkspace(svcx.RoleAdmin, h.saveWorkspace))
	h.Handle("GET /app/{org}"+page.AIPath, h.InWorkspace(svcx.RoleAdmin, h.aiPage))
	h.Handle("POST /app/{org}"+page.AIPath, h.InWorkspace(svcx.RoleAdmin, h.saveAI))
	h.Handle("POST /app/{org}"+page.AIPath+"/try", h.InWorkspace(svcx.RoleAdmin, h.tryAI))
}

// workspaceView is the page of the workspace.
type workspaceView struct {
	page.Frame
	written
	// address is that of the pages.
	address string
	// server is where plan and form are set, "" for somebody who may not do that.
	server string
}

// workspacePage is GET /app/{org}/settings/workspace.
func (h *Pages) workspacePage(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	return h.showWorkspace(w, r, s, http.StatusOK, shown("name", s.Workspace.Name))
}

func (h *Pages) showWorkspace(w http.ResponseWriter, r *http.Request, s *page.Viewer, status int, f written) (err error) {
	v := workspaceView{written: f, address: h.Front.BaseURL + s.Path("")}
	if v.Frame, err = h.FrameAt(w, r, s, s.T("workspace"), page.WorkspacePath); err != nil {
		return err
	}
	if v.server, err = h.serverLink(r.Context(), s); err != nil {
		return err
	}
	return page.Show(w, r, status, workspacePage(v))
}

// saveWorkspace is POST /app/{org}/settings/workspace {name}.
func (h *Pages) saveWorkspace(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	posted, err := page.ReadForm(w, r)
	if err != nil {
		return err
	}
	read := readWritten(posted, "name")
	read.trim("name")
	read.name(s, "name")
	f := read
	if err = f.refused(); err == nil {
		_, err = h.Admin.EditWorkspace(r.Context(), s.Call(), s.Workspace.Slug, func(now *svcx.Workspace, _ svcx.AISettings) (p svcx.WorkspacePatch, err error) {
			f = read.clone()
			p.Name = f.change(s, posted, "name", now.Name)
			return p, f.refused()
		})
	}
	if err == nil {
		return h.saved(w, r, s, "saved", page.WorkspacePath)
	}
	if err := f.explain(s, err, "workspace.refused.", nil); err != nil {
		return err
	}
	return h.showWorkspace(w, r, s, http.StatusUnprocessableEntity, f)
}

// plans are the plans, smallest first.
var plans = []svcx.Plan{svcx.PlanFree, svcx.PlanPro, svcx.PlanBusiness}

// planFeatures are what plans have (R 4.8), by the first plan that has it.
var planFeatures = []struct {
	text string
	from int
}{
	{"plans.inbox", 0}, {"plans.polish", 1}, {"plans.rename", 1}, {"plans.summarize", 2}, {"plans.translate", 2}, {"plans.check", 2},
}

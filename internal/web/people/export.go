package people

import (
	"net/http"

	"svcx"
	"svcx/internal/web/page"
)

func (h *Pages) exportRoutes() {
	const pages = "/app/{org}" + page.ExportPath
	h.admins("GET "+pages, h.export)
	h.admins("GET "+pages+"/file", h.exportFile)
	h.admins("GET "+pages+"/progress", h.exportProgress)
}

// exportView is the page of the export.
type exportView struct {
	page.Frame
	// latest is the latest export on this node; nil for none.
	latest *svcx.ExportProgress
	// conversations is how many the workspace has.
	conversations int
	alert         string
}

// export is GET /app/{org}/settings/export.
func (h *Pages) export(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	v, err := h.exportView(w, r, s)
	if err != nil {
		return err
	}
	return page.Show(w, r, http.StatusOK, exportPage(v))
}

func (h *Pages) exportView(w http.ResponseWriter, r *http.Request, s *page.Viewer) (v exportView, err error) {
	if v.Frame, err = h.FrameAt(w, r, s, s.T("export"), page.ExportPath); err != nil {
		return v, err
	}
	v.latest = h.Admin.ExportProgress(s.Workspace)
	for _, n := range v.Counts.ByStatus {
		v.conversations += n
	}
	return v, nil
}

// exportFile is GET …/file, which leads to the file itself. That an export is running is said
// as a page.
func (h *Pages) exportFile(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	if p := h.Admin.ExportProgress(s.Workspace); p != nil && p.EndedAt == nil {
		v, err := h.exportView(w, r, s)
		if err != nil {
			return err
		}
		v.alert = s.T("export.running")
		return page.Show(w, r, http.StatusConflict, exportPage(v))
	}
	return page.Redirect(w, r, "/api/"+s.Workspace.Slug+"/export")
}

// exportProgress is GET …/progress: how far the export is, for a script.
func (h *Pages) exportProgress(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	if !page.IsFragment(r) {
		return page.Redirect(w, r, s.Path(page.ExportPath))
	}
	v := exportView{Frame: page.Frame{Viewer: s, Clock: h.ReadClock(r, s)}, latest: h.Admin.ExportProgress(s.Workspace)}
	counts, err := h.ReadCounts(r.Context(), s)
	if err != nil {
		return err
	}
	for _, n := range counts.ByStatus {
		v.conversations += n
	}
	return page.Show(w, r, http.StatusOK, exportLine(v))
}

// running reports whether an export is running.
func (v exportView) running() bool { return v.latest != nil && v.latest.EndedAt == nil }

// trigger is when the line is asked for again: each second while an export runs, and else when a
// script has seen that one was begun.
func (v exportView) trigger() string {
	if v.running() {
		return "load delay:1s"
	}
	return "begun"
}

// share is how much of the conversations was exported, of 100.
func (v exportView) share() int {
	return min(100*v.latest.Conversations/max(v.conversations, 1), 100)
}

// exported are the names of what an export has, and of what it has not.
var (
	exported    = []string{"workspace", "conversations", "contacts", "files", "history", "audit"}
	notExported = []string{"keys", "secrets", "drafts", "bytes", "events"}
)

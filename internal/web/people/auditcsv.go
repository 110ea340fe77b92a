package people

import (
	"encoding/csv"
	"net/http"
	"strconv"
	"strings"

	"svcx"
	"svcx/internal/httpd"
	"svcx/internal/web/page"
)

// csvStep is how many entries are read at once.
const csvStep = 500

// auditCSV is GET /app/{org}/settings/audit/csv: what is filtered, all of it, newest first.
func (h *Pages) auditCSV(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	q, f, wrong, err := h.readAuditQuery(r, s)
	if err != nil {
		return err
	}
	if len(wrong) > 0 {
		return page.Redirect(w, r, s.Path(page.AuditPath)+q.query(0)) // which says what is wrong
	}
	// What fails before the first line is answered as a page.
	entries, next, err := h.Admin.AuditEntries(r.Context(), s.Workspace, f, q.before, csvStep)
	if err != nil {
		return err
	}
	header := w.Header()
	header.Set("Content-Type", "text/csv; charset=utf-8")
	header.Set("Content-Disposition", `attachment; filename="`+s.Workspace.Slug+`-audit.csv"`)
	header.Set("Cache-Control", "no-store")
	header.Set("X-Content-Type-Options", "nosniff")
	httpd.EndReadDeadline(w)
	out := csv.NewWriter(w)
	out.Write([]string{"id", "at", "actorType", "actorId", "actorName", "action", "target", "ip"})
	for {
		for _, e := range entries {
			out.Write(auditLine(e))
		}
		out.Flush()
		if out.Error() != nil {
			return nil // the reader is gone
		}
		if next == 0 {
			return nil
		}
		if entries, next, err = h.Admin.AuditEntries(r.Context(), s.Workspace, f, next, csvStep); err != nil {
			if r.Context().Err() == nil {
				h.Front.Log.Error("the audit log was cut short", "request", httpd.RequestID(w), "error", err)
			}
			panic(http.ErrAbortHandler) // a file that ends early would look whole
		}
	}
}

// auditLine is an entry as a line of a table. Spreadsheets take some texts for formulas.
func auditLine(e *svcx.AuditEntry) []string {
	id := ""
	if e.Actor.ID != 0 {
		id = strconv.FormatInt(e.Actor.ID, 10)
	}
	line := []string{strconv.FormatInt(e.ID, 10), e.At.String(), string(e.Actor.Kind), id, e.Actor.Name, string(e.Action), e.Target, e.Actor.IP}
	for i, text := range line {
		if strings.IndexAny(text, "=+-@\t\r") == 0 {
			line[i] = "'" + text
		}
	}
	return line
}

// Package reports has the page of reports: what happened in a period, as plots and tables,
// and each table as a file; and the page of the latest ratings.
package reports

import (
	"net/http"

	"svcx"
	"svcx/internal/messaging"
	"svcx/internal/web/page"
)

// Pages are the pages of reports and of ratings.
type Pages struct {
	*page.Site
	reports messaging.Reports
	ratings messaging.Ratings
}

// New adds the pages to the site.
func New(site *page.Site, reports messaging.Reports, ratings messaging.Ratings) *Pages {
	h := &Pages{site, reports, ratings}
	h.Handle("GET /app/{org}/reports", h.InWorkspace(svcx.RoleAgent, h.report))
	h.Handle("GET /app/{org}/reports/{file}", h.InWorkspace(svcx.RoleAgent, h.file))
	h.Handle("GET /app/{org}"+page.AIUsagePath, h.InWorkspace(svcx.RoleAdmin, h.usage))
	h.Handle("GET /app/{org}"+page.AIUsagePath+"/{file}", h.InWorkspace(svcx.RoleAdmin, h.usageFile))
	h.Handle("GET /app/{org}/ratings", h.InWorkspace(svcx.RoleAgent, h.ratingsList))
	return h
}

// maxChannels bounds the channels that the page offers and names.
const maxChannels = 1000

// reportView is a period's report.
type reportView struct {
	page.Frame
	query
	// base is the address of the page in the workspace.
	base     string
	channels []*svcx.Channel
	members  []*svcx.Member
	// total is nil if the form has an error.
	total  *svcx.Figures
	plots  []plot
	tables []table
}

// report is GET /app/{org}/reports.
func (h *Pages) report(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	v, err := h.read(r, s)
	if err != nil {
		return err
	}
	if v.Frame, err = h.FrameAt(w, r, s, s.T("reports"), "/reports"+v.link()); err != nil {
		return err
	}
	if len(v.wrong) > 0 {
		return page.Show(w, r, http.StatusUnprocessableEntity, reportPage(v))
	}
	return page.Show(w, r, http.StatusOK, reportPage(v))
}

// file is GET /app/{org}/reports/{table}.csv: a table of the page with the same query.
func (h *Pages) file(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	v, err := h.read(r, s)
	if err != nil {
		return err
	}
	if len(v.wrong) > 0 {
		return svcx.NotFound("report")
	}
	return v.sendFile(w, r)
}

// read reads what a request asks for, unless its period is wrong. A channel or member that
// does not exist is not found.
func (h *Pages) read(r *http.Request, s *page.Viewer) (v reportView, err error) {
	if v.query, err = readQuery(s, r.URL.Query(), svcx.DayOf(svcx.At(h.Now()))); err != nil {
		return v, err
	}
	v.base, v.Frame.Viewer, v.Clock = "/reports", s, h.ReadClock(r, s)
	channels, err := h.Admin.Channels(r.Context(), s.Workspace, svcx.Page{Limit: maxChannels})
	if err != nil {
		return v, err
	}
	members, err := h.Admin.Members(r.Context(), s.Workspace, svcx.Page{Limit: svcx.MaxMembers})
	if err != nil {
		return v, err
	}
	v.channels, v.members = channels.Items, members.Items
	if len(v.wrong) > 0 {
		return v, nil
	}
	q := v.ask()
	report, err := h.Messaging.Report(r.Context(), s.Workspace, q)
	if svcx.KindOf(err) == svcx.KindValidation {
		return v, svcx.NotFound("report")
	}
	if err != nil {
		return v, err
	}
	v.total = &report.Total
	v.draw(report)
	q.By = svcx.ByChannel
	byChannel, err := h.reports.By(r.Context(), s.Workspace, q)
	if err != nil {
		return v, err
	}
	q.By = svcx.ByAssignee
	byAssignee, err := h.reports.By(r.Context(), s.Workspace, q)
	if err != nil {
		return v, err
	}
	v.tables = []table{
		v.ratingTable(),
		v.groupTable("channels", byChannel, v.channelName, func(f svcx.Figures) int64 { return f.Opened }),
		v.groupTable("assignees", byAssignee, v.memberName, func(f svcx.Figures) int64 { return f.Resolved }),
	}
	return v, nil
}

// allTables are the tables behind the plots and the others.
func (v reportView) allTables() (all []table) {
	for _, p := range v.plots {
		all = append(all, p.table)
	}
	return append(all, v.tables...)
}

// nothing reports whether nothing happened in the period.
func (v reportView) nothing() bool {
	t := v.total
	rated, _ := t.Rated()
	return t.Opened+t.Resolved+t.Closed+t.Reopened+t.MessagesIn+t.MessagesOut+t.FirstResponse.N+t.Resolution.N+rated == 0
}

func (v reportView) channelName(id int64) string {
	if id == 0 {
		return v.T("report.noChannel")
	}
	for _, c := range v.channels {
		if int64(c.ID) == id {
			return c.Name
		}
	}
	return v.T("report.oldChannel", "ID", id)
}

func (v reportView) memberName(id int64) string {
	if id == 0 {
		return v.T("report.nobody")
	}
	for _, m := range v.members {
		if int64(m.ID) == id {
			return page.MemberName(m)
		}
	}
	return v.T("member.former", "ID", id)
}

package rest

import (
	"svcx"
	"svcx/internal/form"
)

// getReport serves GET /reports: statistics of the days in [from, to] (UTC), in
// total and by day; the last 30 days by default, at most 366. Filters: channelId;
// assignedTo, a member's id or none.
func (a *API) getReport(r *request) (any, error) {
	q, err := r.reportQuery()
	if err != nil {
		return nil, err
	}
	report, err := a.Messaging.Report(r.http.Context(), r.workspace, q)
	if err != nil {
		return nil, err
	}
	return single{form.Report(report)}, nil
}

func (r *request) reportQuery() (q svcx.ReportQuery, err error) {
	if q.To, err = r.dayParam("to", svcx.DayOf(r.api.Core.Now())); err != nil {
		return q, err
	}
	if q.From, err = r.dayParam("from", max(0, q.To-svcx.DefaultReportDays+1)); err != nil {
		return q, err
	}
	if q.Channel, err = idParam[svcx.ChannelID](r, "channelId"); err != nil {
		return q, err
	}
	assignee, given, err := r.param("assignedTo")
	if err == nil && given {
		q.AssignedTo, q.Unassigned, err = r.form.AssigneeQuery(assignee)
	}
	return q, err
}

func (r *request) dayParam(name string, otherwise svcx.Day) (svcx.Day, error) {
	value, given, err := r.param(name)
	if err != nil || !given {
		return otherwise, err
	}
	day, err := svcx.ParseDay(value)
	if err != nil {
		return 0, svcx.Invalid(name, "%s", err.Error())
	}
	return day, nil
}

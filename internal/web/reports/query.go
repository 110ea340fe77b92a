package reports

import (
	"net/url"
	"strconv"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/web/page"
)

// periods are the periods that end today, in days.
var periods = [...]int{7, svcx.DefaultReportDays, 90}

// nobody is ?assignee= for conversations without one.
const nobody = "none"

// query is what the page's address asks for: the last days, ?days=, or from a day to another.
type query struct {
	// days is the number of days that end today; 0 for other periods.
	days     int
	from, to svcx.Day
	// fromText and toText are the days as they were written.
	fromText, toText string
	channel          svcx.ChannelID
	assignee         svcx.UserID
	unassigned       bool
	// operation is that of the AI which a page of usage shows alone; "" for all.
	operation svcx.AIOperation
	// wrong says what is wrong with a day, by its field.
	wrong map[string]string
}

// readQuery reads an address; today is the day.
func readQuery(s *page.Viewer, values url.Values, today svcx.Day) (q query, err error) {
	q.wrong = make(map[string]string)
	if err := q.readFilters(values); err != nil {
		return q, err
	}
	q.fromText, q.toText = form.CleanText(values.Get("from")), form.CleanText(values.Get("to"))
	if q.fromText == "" && q.toText == "" {
		days := svcx.DefaultReportDays
		if text := values.Get("days"); text != "" {
			if days, err = strconv.Atoi(text); err != nil || days < 1 || days > svcx.MaxReportDays {
				return q, svcx.NotFound("report")
			}
		}
		q.last(days, today)
		return q, nil
	}
	day := func(name, text string, otherwise svcx.Day) svcx.Day {
		if text == "" {
			return otherwise
		}
		day, err := svcx.ParseDay(text)
		if err != nil {
			q.wrong[name] = s.T("report.day.invalid")
		}
		return day
	}
	q.to = day("to", q.toText, today)
	q.from = day("from", q.fromText, max(0, q.to-svcx.DefaultReportDays+1))
	switch {
	case len(q.wrong) > 0:
	case q.to < q.from:
		q.wrong["to"] = s.T("report.to.before")
	case q.to-q.from+1 > svcx.MaxReportDays:
		q.wrong["from"] = s.T("report.from.long", "Max", svcx.MaxReportDays)
	}
	for _, days := range periods {
		if q.to == today && q.from == today-svcx.Day(days)+1 && len(q.wrong) == 0 {
			q.last(days, today)
		}
	}
	return q, nil
}

// last sets the period to the last days.
func (q *query) last(days int, today svcx.Day) {
	q.days, q.from, q.to = days, max(0, today-svcx.Day(days)+1), today
	q.fromText, q.toText = q.from.String(), q.to.String()
}

func (q *query) readFilters(values url.Values) error {
	id := func(name string) (int64, error) {
		text := values.Get(name)
		if text == "" || name == "assignee" && text == nobody {
			return 0, nil
		}
		n, ok := form.ParseID(text)
		if !ok {
			return 0, svcx.NotFound("report")
		}
		return n, nil
	}
	channel, err := id("channel")
	if err != nil {
		return err
	}
	assignee, err := id("assignee")
	q.channel, q.assignee, q.unassigned = svcx.ChannelID(channel), svcx.UserID(assignee), values.Get("assignee") == nobody
	return err
}

// ask is the query for the use cases.
func (q query) ask() svcx.ReportQuery {
	return svcx.ReportQuery{From: q.from, To: q.to, Channel: page.NonZero(q.channel), AssignedTo: page.NonZero(q.assignee), Unassigned: q.unassigned}
}

// filtered reports whether the page is of some conversations only.
func (q query) filtered() bool { return q.channel != 0 || q.assignee != 0 || q.unassigned }

// link is the query of the page's address, with "?"; "" for the page as it is opened first.
func (q query) link() string { return q.write(q.days) }

// write is the query of an address with the same filters: of the last days, or for 0 of the
// same days.
func (q query) write(days int) string {
	values := url.Values{}
	switch {
	case days == 0:
		values.Set("from", q.fromText)
		values.Set("to", q.toText)
	case days != svcx.DefaultReportDays:
		values.Set("days", strconv.Itoa(days))
	}
	if q.channel != 0 {
		values.Set("channel", page.IDOrNone(&q.channel))
	}
	if q.operation != "" {
		values.Set("operation", string(q.operation))
	}
	switch {
	case q.unassigned:
		values.Set("assignee", nobody)
	case q.assignee != 0:
		values.Set("assignee", page.IDOrNone(&q.assignee))
	}
	if len(values) == 0 {
		return ""
	}
	return "?" + values.Encode()
}

// wrongField is the first field that is wrong; "" for none.
func (q query) wrongField() string {
	for _, name := range [...]string{"from", "to"} {
		if q.wrong[name] != "" {
			return name
		}
	}
	return ""
}

package reports

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/web/page"
)

// usageView is the page of how the AI was used: calls, errors, tokens and what they cost. It is a
// report, with plots and tables of its own.
type usageView struct {
	reportView
	settings svcx.AISettings
	total    svcx.AIUsage
}

// usage is GET /app/{org}/settings/ai/usage?days=&operation=.
func (h *Pages) usage(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	v, err := h.readUsage(r, s)
	if err != nil {
		return err
	}
	if v.Frame, err = h.FrameAt(w, r, s, s.T("ai.usage.title"), page.AIUsagePath+v.link()); err != nil {
		return err
	}
	return page.Show(w, r, http.StatusOK, usagePage(v))
}

// usageFile is GET /app/{org}/settings/ai/usage/{table}.csv: a table of the page as a file.
func (h *Pages) usageFile(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	v, err := h.readUsage(r, s)
	if err != nil {
		return err
	}
	return v.sendFile(w, r)
}

func (h *Pages) readUsage(r *http.Request, s *page.Viewer) (v usageView, err error) {
	values := r.URL.Query()
	if v.query, err = readQuery(s, values, svcx.DayOf(svcx.At(h.Now()))); err != nil {
		return v, err
	}
	if v.operation = svcx.AIOperation(form.CleanText(values.Get("operation"))); v.operation != "" && !v.operation.Valid() || v.days == 0 {
		return v, svcx.NotFound("report")
	}
	v.base, v.Frame.Viewer, v.Clock = page.AIUsagePath, s, h.ReadClock(r, s)
	if v.settings, err = h.Admin.AISettings(r.Context(), s.Workspace); err != nil {
		return v, err
	}
	all, err := h.Assist.Usage(r.Context(), s.Workspace, v.from, v.to)
	if err != nil {
		return v, err
	}
	if v.operation != "" {
		all = slices.DeleteFunc(all, func(u svcx.AIUsage) bool { return u.Operation != v.operation })
	}
	v.drawUsage(all)
	return v, nil
}

func add(to *svcx.AIUsage, u svcx.AIUsage) {
	to.Calls, to.Failures = to.Calls+u.Calls, to.Failures+u.Failures
	to.TokensIn, to.TokensOut = to.TokensIn+u.TokensIn, to.TokensOut+u.TokensOut
}

// drawUsage makes the plots and the tables of figures, which are by day.
func (v *usageView) drawUsage(all []svcx.AIUsage) {
	spans := (&svcx.Report{From: v.from, To: v.to, Days: make([]svcx.Figures, v.to-v.from+1)}).Spans(1)
	days := make([]svcx.AIUsage, len(spans))
	by := make(map[svcx.AIOperation]*svcx.AIUsage)
	single := table{id: "aiDays", head: append([]column{{name: v.T("report.day")}}, v.usageHead()...)}
	for _, u := range slices.Backward(all) {
		add(&v.total, u)
		add(&days[u.Day-v.from], u)
		if by[u.Operation] == nil {
			by[u.Operation] = &svcx.AIUsage{}
		}
		add(by[u.Operation], u)
		day := v.dayCell(svcx.Span{From: u.Day, To: u.Day})
		single.rows = append(single.rows, append([]cell{day, v.operationCell(u.Operation)}, v.usageCells(u)...))
	}
	calls, tokens := make([][2]int64, len(days)), make([][2]int64, len(days))
	for i, u := range days {
		calls[i], tokens[i] = [2]int64{u.Calls, u.Failures}, [2]int64{u.TokensIn, u.TokensOut}
	}
	v.plots = []plot{
		v.countPlot("aiCalls", spans, [2]string{"report.aiCalls", "report.aiFailures"}, calls),
		v.countPlot("aiTokens", spans, [2]string{"report.aiIn", "report.aiOut"}, tokens),
	}
	if v.settings.Priced() {
		p := &v.plots[1]
		p.head = append(p.head, column{name: v.T("report.aiCost")})
		for i, u := range days {
			p.rows[i] = append(p.rows[i], v.costCell(u))
		}
	}
	operations := table{id: "aiOperations", head: v.usageHead()}
	for _, op := range svcx.AIOperations {
		if u := by[op]; u != nil {
			row := append([]cell{v.operationCell(op)}, v.usageCells(*u)...)
			row[1].share = int(u.Calls * 100 / max(1, v.total.Calls))
			operations.rows = append(operations.rows, row)
		}
	}
	v.tables = []table{operations, single}
}

func (v *usageView) usageHead() []column {
	head := []column{{name: v.T("report.aiOperation")}, {name: v.T("report.aiCalls")}, {name: v.T("report.aiFailures")}, {name: v.T("report.aiIn")}, {name: v.T("report.aiOut")}}
	if v.settings.Priced() {
		head = append(head, column{name: v.T("report.aiCost")})
	}
	return head
}

func (v *usageView) operationCell(op svcx.AIOperation) cell {
	return cell{v.T("ai.op." + string(op)), string(op), -1}
}

func (v *usageView) usageCells(u svcx.AIUsage) []cell {
	cells := []cell{v.countCell(u.Calls), v.countCell(u.Failures), v.countCell(u.TokensIn), v.countCell(u.TokensOut)}
	if v.settings.Priced() {
		cells = append(cells, v.costCell(u))
	}
	return cells
}

func (v *usageView) costCell(u svcx.AIUsage) cell { return textCell(amount(v.settings.Cost(u))) }

// amount is an amount of money whose currency is not known. Calls cost so little that small amounts
// have more decimals.
func amount(n float64) string {
	if n == 0 || n >= 1 {
		return strconv.FormatFloat(n, 'f', 2, 64)
	}
	return strconv.FormatFloat(n, 'f', 4, 64)
}

// last is the address of a period.
func (v usageView) last(days int) string { return v.Path(page.AIUsagePath) + v.write(days) }

func (v usageView) daysText() string { return strconv.Itoa(v.days) }

// sendFile sends the table that the path names.
func (v reportView) sendFile(w http.ResponseWriter, r *http.Request) error {
	name, ok := strings.CutSuffix(r.PathValue("file"), ".csv")
	for _, t := range v.allTables() {
		if ok && t.id == name {
			return t.send(w, v.from, v.to)
		}
	}
	return svcx.NotFound("report")
}

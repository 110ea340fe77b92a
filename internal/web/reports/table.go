package reports

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"svcx"
)

// table is a table of the page, and the file made of it.
type table struct {
	// id names the file and begins the ids of the table's texts.
	id   string
	head []column
	rows [][]cell
}

// column is a column of a table.
type column struct {
	name string
	// file is the name in the file, if it differs: there durations are in seconds.
	file string
}

// cell is a value as it is shown, and as it stands in a file.
type cell struct {
	text, file string
	// share is how long the bar in the cell is, in hundredths; -1 for none.
	share int
}

func textCell(text string) cell { return cell{text, text, -1} }

func (v reportView) countCell(n int64) cell {
	return cell{v.Number(int(n)), strconv.FormatInt(n, 10), -1}
}

// timeCell is a duration of seconds among n of them.
func (v reportView) timeCell(n int64, seconds float64) cell {
	if n <= 0 {
		return cell{v.T("report.none"), "", -1}
	}
	return cell{v.duration(seconds), strconv.FormatFloat(seconds, 'f', 0, 64), -1}
}

func (v reportView) timeColumn(id string) column {
	name := v.T(id)
	return column{name, v.T("report.seconds", "Name", name)}
}

// duration writes seconds in the two largest units that there are.
func (v reportView) duration(seconds float64) string {
	const minute, hour, day = 60, 3600, 86400
	n := int(seconds + 0.5)
	two := func(long, short string, of, part int) string {
		text := v.T(long, "N", v.Number(n/of))
		if rest := n % of / part; rest > 0 && n/of < 10 {
			text += " " + v.T(short, "N", rest)
		}
		return text
	}
	switch {
	case n < minute:
		return v.T("report.s", "N", n)
	case n < hour:
		return two("report.m", "report.s", minute, 1)
	case n < day:
		return two("report.h", "report.m", hour, minute)
	}
	return two("report.d", "report.h", day, hour)
}

// ratingTable has how often each score was given.
func (v reportView) ratingTable() table {
	t := table{id: "ratings", head: []column{{name: v.T("report.score")}, {name: v.T("report.ratings.n")}, {name: v.T("report.share")}}}
	all, _ := v.total.Rated()
	for i := len(v.total.Ratings) - 1; i >= 0; i-- {
		n := max(0, v.total.Ratings[i])
		share := 0
		if all > 0 {
			share = int((n*200 + all) / (2 * all))
		}
		score := svcx.MinRating + i
		count := v.countCell(n)
		count.share = share
		t.rows = append(t.rows, []cell{{v.T("rating.of", "N", score), strconv.Itoa(score), -1}, count, {v.T("report.percent", "N", share), strconv.Itoa(share), -1}})
	}
	return t
}

// groupTable has the figures of each channel or assignee, those with the most of something
// first, with a bar for it.
func (v reportView) groupTable(id string, groups map[int64]svcx.Figures, name func(int64) string, by func(svcx.Figures) int64) table {
	t := table{id: id, head: []column{
		{name: v.T("report." + id + ".name")}, {name: v.T("report.opened")}, {name: v.T("report.resolved")}, {name: v.T("report.in")}, {name: v.T("report.out")},
		v.timeColumn("report.response.median"), v.timeColumn("report.p90"), v.timeColumn("report.resolution.median"), v.timeColumn("report.p90"), {name: v.T("report.rating")},
	}}
	ids := slices.SortedFunc(maps.Keys(groups), func(a, b int64) int {
		return cmp.Or(cmp.Compare(by(groups[b]), by(groups[a])), cmp.Compare(a, b))
	})
	most := int64(1)
	for _, f := range groups {
		most = max(most, by(f))
	}
	for _, one := range ids {
		f := groups[one]
		opened, resolved := v.countCell(f.Opened), v.countCell(f.Resolved)
		share := int(max(0, by(f)) * 100 / most)
		if id == "assignees" {
			resolved.share = share
		} else {
			opened.share = share
		}
		rating := cell{v.T("report.none"), "", -1}
		if n, mean := f.Rated(); n > 0 {
			rating = cell{v.T("report.rated", "Mean", decimal(mean), "N", v.Number(int(n))), decimal(mean), -1}
		}
		r, s := &f.FirstResponse, &f.Resolution
		t.rows = append(t.rows, []cell{
			textCell(name(one)), opened, resolved, v.countCell(f.MessagesIn), v.countCell(f.MessagesOut),
			v.timeCell(r.N, r.Quantile(0.5)), v.timeCell(r.N, r.Quantile(0.9)), v.timeCell(s.N, s.Quantile(0.5)), v.timeCell(s.N, s.Quantile(0.9)), rating,
		})
	}
	return t
}

// decimal is a number with one decimal.
func decimal(f float64) string { return strconv.FormatFloat(f, 'f', 1, 64) }

// mark is the byte order mark, without which spreadsheets take the file for another encoding.
const mark = "\ufeff"

// send sends the table as a file.
func (t table) send(w http.ResponseWriter, from, to svcx.Day) error {
	var body bytes.Buffer
	body.WriteString(mark)
	out := csv.NewWriter(&body)
	line := make([]string, len(t.head))
	for i, c := range t.head {
		line[i] = inert(cmp.Or(c.file, c.name))
	}
	out.Write(line)
	for _, row := range t.rows {
		for i, c := range row {
			line[i] = inert(c.file)
		}
		out.Write(line)
	}
	out.Flush()
	if err := out.Error(); err != nil {
		return err
	}
	header := w.Header()
	header.Set("Content-Type", "text/csv; charset=utf-8")
	header.Set("Content-Disposition", fmt.Sprintf(`attachment; filename="%s-%s-%s.csv"`, t.id, from, to))
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Cache-Control", "no-store")
	header.Set("Content-Length", strconv.Itoa(body.Len()))
	_, err := body.WriteTo(w)
	return err
}

// inert keeps a spreadsheet from taking a value, such as a channel's name, for a formula.
func inert(value string) string {
	first := strings.TrimLeft(value, " \u00a0\u200b\ufeff")
	if first == "" || !strings.ContainsRune("=+-@|\t\r\n＝＋－＠", []rune(first)[0]) {
		return value
	}
	return "'" + value
}

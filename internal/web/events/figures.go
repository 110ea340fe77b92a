package events

import (
	"fmt"
	"net/http"
	"strconv"

	"svcx"
	"svcx/internal/web/page"
)

// figuresView sums up a channel's last day.
type figuresView struct {
	page.ChannelHead
	*svcx.EventFigures
	bars []bar
}

// bar is a half hour of the histogram. Errors and skipped entries stand above the others.
type bar struct {
	svcx.EventCount
	ok, bad, skipped block
}

// block is a part of a bar.
type block struct{ x, y, height string }

// The histogram, in units of its view box: half hours side by side, a gap between the blocks of
// a bar, and the lowest block that can be seen.
const (
	histStep, histFloor, histHeight = 20, 56, 46
	histGap, histLeast              = 1, 2
)

// figures is GET …/events/figures: a script asks for them.
func (h *Pages) figures(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	channel, err := h.ReadChannel(r, s)
	if err != nil {
		return err
	}
	head := page.ChannelHead{Frame: page.Frame{Viewer: s, Clock: h.ReadClock(r, s)}, Channel: channel, Tab: page.ChannelEvents}
	figures, err := h.log.Figures(r.Context(), s.Workspace, channel.ID)
	if err != nil {
		return err
	}
	return page.Show(w, r, http.StatusOK, figuresPart(newFigures(head, figures)))
}

func newFigures(head page.ChannelHead, f *svcx.EventFigures) *figuresView {
	v := &figuresView{ChannelHead: head, EventFigures: f}
	most := 1
	for _, s := range f.Slots {
		most = max(most, s.Total())
	}
	for i, s := range f.Slots {
		b := bar{EventCount: s}
		floor := float64(histFloor)
		for _, part := range []struct {
			n  int
			at *block
		}{{s.OK, &b.ok}, {s.Bad, &b.bad}, {s.Skipped, &b.skipped}} {
			if part.n == 0 {
				continue
			}
			height := max(histLeast, float64(part.n)/float64(most)*histHeight)
			floor -= height
			*part.at = block{strconv.Itoa(i * histStep), unit(floor), unit(height)}
			floor -= histGap
		}
		v.bars = append(v.bars, b)
	}
	return v
}

func unit(n float64) string { return strconv.FormatFloat(n, 'f', 1, 64) }

// trend is how the day compares with the one before; "" without one.
func (v *figuresView) trend() string {
	if v.Before == 0 {
		return ""
	}
	return fmt.Sprintf("%+d%%", (v.total()-v.Before)*100/v.Before)
}

func (v *figuresView) total() int {
	sum := v.Sum()
	return sum.Total()
}

// share is which part of the entries are errors; "" if there are none.
func (v *figuresView) share() string {
	bad := v.Sum().Bad
	if bad == 0 || v.total() == 0 {
		return ""
	}
	return strconv.FormatFloat(float64(bad)*100/float64(v.total()), 'f', 1, 64) + "%"
}

// heartbeat is how long ago the last one was: a number and its unit.
func (v *figuresView) heartbeat() (n, unit string) {
	at := v.Channel.LastHeartbeatAt
	if at == nil {
		return v.T("events.heartbeat.never"), ""
	}
	switch seconds := max(0, int(v.Now-*at)/1000); {
	case seconds < 60:
		return strconv.Itoa(seconds), v.T("events.heartbeat.seconds")
	case seconds < 3600:
		return strconv.Itoa(seconds / 60), v.T("events.heartbeat.minutes")
	case seconds < 86400:
		return strconv.Itoa(seconds / 3600), v.T("events.heartbeat.hours")
	default:
		return v.Number(seconds / 86400), v.T("events.heartbeat.days")
	}
}

// hour is the time of a slot on the axis; the first has its day.
func (v *figuresView) hour(slot int) string {
	at := local(v.Clock, v.Slots[slot].At)
	if slot > 0 {
		return at.Format("15:04")
	}
	return v.T("time.weekday.short."+strconv.Itoa(int(at.Weekday()))) + " " + at.Format("15:04")
}

// marks are the slots that the axis names, beside the last.
func (v *figuresView) marks() []int {
	n := len(v.Slots)
	return []int{0, n / 4, n / 2, 3 * n / 4}
}

// filled are the half hours in which something happened, newest first.
func (v *figuresView) filled() (all []bar) {
	for i := len(v.bars) - 1; i >= 0; i-- {
		if v.bars[i].Total() > 0 {
			all = append(all, v.bars[i])
		}
	}
	return all
}

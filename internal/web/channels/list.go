package channels

import (
	"net/http"

	"svcx"
	"svcx/internal/web/page"
)

// listView is the list of channels.
type listView struct {
	page.Frame
	page.Paging
	channels []listed
}

// listed is a channel in the list, with what waits on it.
type listed struct {
	*svcx.Channel
	queue svcx.Queue
}

// list is GET /app/{org}/settings/channels.
func (h *Pages) list(w http.ResponseWriter, r *http.Request, s *page.Viewer) (err error) {
	var v listView
	if v.Paging, err = page.ReadPaging(r); err != nil {
		return err
	}
	if v.Frame, err = h.FrameAt(w, r, s, s.T("channels"), page.ChannelsPath); err != nil {
		return err
	}
	all, err := h.Admin.Channels(r.Context(), s.Workspace, v.Part())
	if err != nil {
		return err
	}
	v.Counted(len(all.Items), all.Total, false)
	for _, c := range all.Items {
		one := listed{Channel: c}
		if one.queue, err = h.Admin.Queue(r.Context(), s.Workspace, c.ID); err != nil {
			return err
		}
		v.channels = append(v.channels, one)
	}
	return page.Show(w, r, http.StatusOK, channelsPage(v))
}

func (v listView) pageLink(n int) string { return v.Path(page.ChannelsPath) + page.ListQuery("", n) }

// waitingText says how many events wait; "" if none does.
func waitingText(s *page.Viewer, q svcx.Queue) string {
	switch {
	case q.Capped:
		return s.T("channels.waiting.many", "N", s.Number(q.Waiting))
	case q.Waiting > 0:
		return s.N("channels.waiting", q.Waiting)
	}
	return ""
}

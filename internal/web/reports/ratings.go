package reports

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/messaging"
	"svcx/internal/web/page"
)

// ratingsView is a page of the latest ratings.
type ratingsView struct {
	page.Frame
	svcx.RatingFilter
	channels []*svcx.Channel
	rows     []ratingRow
	// paged is set if it is not the first page; next is the query of the next, "" on the
	// last.
	paged bool
	next  string
}

// ratingRow is a rating in the list.
type ratingRow struct {
	*svcx.Rating
	conversation *svcx.Conversation
	contact      *svcx.Contact
	channel      string
}

// ratingsList is GET /app/{org}/ratings: ?score=1 to 5 and ?channel=ID narrow the list.
func (h *Pages) ratingsList(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	v := ratingsView{}
	after, err := v.read(r.URL.Query())
	if err != nil {
		return err
	}
	if v.Frame, err = h.FrameAt(w, r, s, s.T("ratings"), "/ratings"+v.query("")); err != nil {
		return err
	}
	channels, err := h.Admin.Channels(r.Context(), s.Workspace, svcx.Page{Limit: maxChannels})
	if err != nil {
		return err
	}
	v.channels = channels.Items
	part, err := h.ratings.Latest(r.Context(), s.Workspace, v.RatingFilter, after, page.RowsPerPage)
	if err != nil {
		return err
	}
	var conversations []*svcx.Conversation
	for _, c := range part.Conversations {
		conversations = append(conversations, c)
	}
	beside, err := h.Messaging.Beside(r.Context(), s.Workspace, conversations)
	if err != nil {
		return err
	}
	v.fill(part, beside)
	if part.Next != nil {
		v.next = v.query(writeRatingCursor(*part.Next))
	}
	return page.Show(w, r, http.StatusOK, ratingsPage(v))
}

// read reads the query of the page; the cursor is nil on the first.
func (v *ratingsView) read(q url.Values) (*svcx.RatingCursor, error) {
	number := func(name string) (int64, error) {
		if q.Get(name) == "" {
			return 0, nil
		}
		n, ok := form.ParseID(q.Get(name))
		if !ok || name == "score" && n > svcx.MaxRating {
			return 0, svcx.NotFound("page")
		}
		return n, nil
	}
	score, err := number("score")
	if err != nil {
		return nil, err
	}
	channel, err := number("channel")
	if err != nil {
		return nil, err
	}
	v.Score, v.Channel = int(score), svcx.ChannelID(channel)
	if q.Get("after") == "" {
		return nil, nil
	}
	v.paged = true
	at, of, _ := strings.Cut(q.Get("after"), "-")
	since, ok := form.ParseID(at)
	id, isID := form.ParseID(of)
	if !ok || !isID {
		return nil, svcx.NotFound("page")
	}
	return &svcx.RatingCursor{At: svcx.Time(since), ID: svcx.RatingID(id)}, nil
}

func writeRatingCursor(c svcx.RatingCursor) string {
	return strconv.FormatInt(int64(c.At), 10) + "-" + strconv.FormatInt(int64(c.ID), 10)
}

// query is the query of a page of the list.
func (v *ratingsView) query(after string) string {
	q := url.Values{}
	set := func(name, value string) {
		if value != "" && value != "0" {
			q.Set(name, value)
		}
	}
	set("score", strconv.Itoa(v.Score))
	set("channel", strconv.FormatInt(int64(v.Channel), 10))
	set("after", after)
	if len(q) == 0 {
		return ""
	}
	return "?" + q.Encode()
}

func (v *ratingsView) fill(part messaging.RatingPage, beside messaging.Beside) {
	for _, r := range part.Items {
		row := ratingRow{Rating: r, conversation: part.Conversations[r.Conversation]}
		if row.conversation == nil {
			continue // it was deleted meanwhile
		}
		if row.conversation.Contact != nil {
			row.contact = beside.Contacts[*row.conversation.Contact]
		}
		for _, c := range v.channels {
			if r.Channel != nil && c.ID == *r.Channel {
				row.channel = c.Name
			}
		}
		v.rows = append(v.rows, row)
	}
}

// empty is the id of the texts of a list without ratings.
func (v ratingsView) empty() string {
	switch {
	case v.paged:
		return "ratings.end"
	case v.Score != 0 || v.Channel != 0:
		return "ratings.nothing"
	}
	return "ratings.empty"
}

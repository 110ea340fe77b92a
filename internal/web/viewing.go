package web

import (
	"context"
	"net/http"
	"strings"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/live"
	"svcx/internal/web/page"
)

// viewing is POST /app/{org}/viewing {client, open}: which conversations a browser has
// open, by the name that it gave its stream. Colleagues see it until the stream ends.
func (h *Handler) viewing(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	fields, err := page.ReadForm(w, r)
	if err != nil {
		return err
	}
	var open []svcx.ConversationID
	for part := range strings.SplitSeq(fields.Get("open"), ",") {
		if id, ok := form.ParseID(part); ok {
			open = append(open, svcx.ConversationID(id))
		}
	}
	h.options.Live.View(s.Workspace.ID, s.Member.ID, clientOf(fields.Get("client")), open)
	return done(w)
}

// clientOf is the name of a browser's stream; "" if it is not valid.
func clientOf(name string) string {
	if len(name) > 64 || strings.Trim(name, "0123456789abcdef") != "" {
		return ""
	}
	return name
}

// done answers a script that needs no answer.
func done(w http.ResponseWriter) error {
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// signalTyping shows colleagues that the member types.
func (h *Handler) signalTyping(s *page.Viewer, id svcx.ConversationID, on bool) {
	until := svcx.At(h.Now())
	if on {
		until = until.Add(svcx.TypingLife)
	}
	h.options.Live.Signal(s.Workspace.ID, svcx.Indicator{
		Kind: svcx.IndicatorTyping, Conversation: id, User: s.Member.ID, Role: svcx.TypingStaff, Name: page.MemberName(s.Member), On: on, At: until,
	})
}

// viewers are the names of members who have opened a conversation, by their ids.
func (e htmlEvents) viewers(ctx context.Context, s *page.Viewer, events []live.Event) (map[svcx.UserID]string, error) {
	names := make(map[svcx.UserID]string)
	for _, event := range events {
		if i := event.Indicator; i != nil && i.Kind == svcx.IndicatorViewing && i.On {
			names[i.User] = s.T("author.agent")
		}
	}
	if len(names) > 1 {
		all, err := e.h.Admin.Members(ctx, s.Workspace, svcx.Page{Limit: svcx.MaxMembers})
		for _, m := range all.Items {
			names[m.ID] = page.MemberName(m)
		}
		return names, err
	}
	for id := range names {
		m, err := e.h.Identity.Member(ctx, s.Workspace, id)
		if err == nil {
			names[id] = page.MemberName(m)
		} else if svcx.KindOf(err) != svcx.KindNotFound {
			return nil, err
		}
	}
	return names, nil
}

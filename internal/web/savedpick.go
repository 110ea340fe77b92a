package web

import (
	"mime/multipart"
	"net/http"
	"net/url"
	"strings"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/web/page"
	"svcx/internal/web/settings"
)

// savedPickView is the choice of a saved reply for a conversation, and what was written
// there before.
type savedPickView struct {
	page.Frame
	conversation string
	// action is where the choice is sent to.
	action     string
	content, q string
	markdown   bool
	replies    []*svcx.SavedReply
	alert      string
}

// pickSaved is GET and POST /app/{org}/inbox/{id}/saved-replies. A script gets the choices.
// Without scripts it is a page, which keeps what was written in the composer and leads back
// to it with the chosen reply's text.
func (h *Handler) pickSaved(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	id, err := conversationID(r)
	if err != nil {
		return err
	}
	if page.IsFragment(r) {
		all, err := h.settings.SavedReplies(r.Context(), s, "")
		if err != nil {
			return err
		}
		return page.Show(w, r, http.StatusOK, savedOptions(s, all))
	}
	c, err := h.Messaging.Conversation(r.Context(), s.Workspace, id)
	if err != nil {
		return err
	}
	fields := url.Values{}
	if r.Method == http.MethodPost {
		if fields, err = h.readWritten(w, r); err != nil {
			return err
		}
	}
	subjects, err := h.ReadSubjects(r.Context(), s, []*svcx.Conversation{c})
	if err != nil {
		return err
	}
	v := savedPickView{conversation: subjects.Of(c), content: fields.Get("content"), markdown: fields.Get("format") == formatMarkdown, q: strings.TrimSpace(fields.Get("q"))}
	draft := composer{tab: tabReply, content: v.content, markdown: v.markdown}
	switch chosen, picked := form.ParseID(fields.Get("reply")); {
	case fields.Has("back"):
		return h.showComposer(w, r, s, id, draft, "")
	case picked:
		text, err := h.settings.SavedText(r.Context(), s, svcx.SavedReplyID(chosen), id)
		if err == nil {
			draft.content = appended(v.content, text)
			alert := ""
			if name := settings.Unfilled(draft.content); name != "" {
				alert = s.T("saved.ask", "Name", name)
			}
			return h.showComposer(w, r, s, id, draft, alert)
		}
		if svcx.KindOf(err) != svcx.KindNotFound {
			return err
		}
		v.alert = s.T("saved.gone")
	}
	l, err := page.ReadListing(r)
	if err != nil {
		return err
	}
	if v.Frame, err = h.FrameAt(w, r, s, s.T("saved.choose"), "/inbox/"+page.IDOrNone(&id)); err != nil {
		return err
	}
	v.At, v.action = l, savedPath(s, id)+l.First().Query()
	if v.replies, err = h.settings.SavedReplies(r.Context(), s, v.q); err != nil {
		return err
	}
	return page.Show(w, r, http.StatusOK, savedPickPage(v))
}

// savedText is GET /app/{org}/inbox/{id}/saved-replies/{reply}: the text of a saved reply,
// filled in for the conversation, for a script.
func (h *Handler) savedText(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	id, err := conversationID(r)
	if err != nil {
		return err
	}
	reply, err := page.PathID[svcx.SavedReplyID](r, "reply", "saved reply")
	if err != nil {
		return err
	}
	text, err := h.settings.SavedText(r.Context(), s, reply, id)
	if err != nil {
		return err
	}
	return page.Show(w, r, http.StatusOK, savedFilled(text))
}

// showComposer shows a conversation with a text in its composer.
func (h *Handler) showComposer(w http.ResponseWriter, r *http.Request, s *page.Viewer, id svcx.ConversationID, draft composer, alert string) error {
	v, err := h.list(w, r, s)
	if err != nil {
		return err
	}
	if v.open, err = h.conversation(r, &v, id); err != nil {
		return err
	}
	v.open.keep(draft)
	v.open.alert = alert
	return page.Show(w, r, http.StatusOK, inboxPage(v))
}

// readWritten reads the composer's form without its file, which no page can keep.
func (h *Handler) readWritten(w http.ResponseWriter, r *http.Request) (url.Values, error) {
	if kind, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";"); kind != "multipart/form-data" {
		return page.ReadForm(w, r)
	}
	fields, err := h.readParts(w, r, func(*multipart.Part) error { return nil })
	if err != nil {
		err = page.BrokenForm(err)
	}
	return fields, err
}

// appended is a text after what was written, on a line of its own.
func appended(written, text string) string {
	if svcx.Blank(written) {
		return text
	}
	return strings.TrimRight(written, "\n") + "\n" + text
}

// savedPath is where a saved reply for a conversation is chosen.
func savedPath(s *page.Viewer, id svcx.ConversationID) string {
	return s.Path("/inbox/") + page.IDOrNone(&id) + "/saved-replies"
}

package web

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"svcx"
	"svcx/internal/assist"
	"svcx/internal/httpd"
	"svcx/internal/web/page"
)

// summaryFresh is for how long a summary is shown open, in milliseconds: after that a page that is
// loaded shows its first line.
const summaryFresh = 5 * 60 * 1000

// summaryParts are the parts of a summary below its text, in the order in which they are shown.
var summaryParts = [...]svcx.SummaryPart{svcx.SummaryIntent, svcx.SummaryKeyPoints, svcx.SummaryOpenQuestions, svcx.SummaryNextSteps}

// summaries has what the AI makes of a whole conversation.
type summaries struct{ *Handler }

// summarize is POST …/ai/summarize: the conversation is summarized for all who open it.
func (h summaries) summarize(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	return h.act(w, r, s, func(a *action, _ url.Values) error {
		a.done = "summarized"
		return h.assists(w, r, a, svcx.AISummarize, func(ctx context.Context, q assist.Request) error {
			_, err := h.Assist.Summarize(ctx, q)
			return err
		})
	})
}

// findSubject is POST …/ai/rename: a subject is proposed, and set by subject.
func (h summaries) findSubject(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	return h.act(w, r, s, func(a *action, _ url.Values) error {
		return h.assists(w, r, a, svcx.AIRename, func(ctx context.Context, q assist.Request) error {
			found, err := h.Assist.FindSubject(ctx, q)
			a.subject = found.Answer
			return err
		})
	})
}

// setSubject is POST …/subject {was.to, to}: the subject that the form showed, and the new one.
func (h summaries) setSubject(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	return h.act(w, r, s, func(a *action, fields url.Values) error {
		a.done, a.subject = "subject", ""
		to := page.ShownAs(fields.Get("to"), true)
		err := svcx.CheckLength("", to, svcx.MaxSubject)
		if to == "" || err != nil {
			err = svcx.Invalid("", "%s", s.T("subject.wrong", "Max", s.Number(svcx.MaxSubject)))
		}
		c, unread := h.Messaging.Conversation(r.Context(), s.Workspace, a.id)
		switch {
		case unread != nil:
			return unread
		case err == nil && fields.Get(page.WasPrefix+"to") != page.Digest(c.Subject) && c.Subject != to:
			err = &svcx.Error{Kind: svcx.KindConflict, Message: s.T("subject.changed")}
		case err == nil:
			err = h.set(r, a, svcx.PropertySubject, to)
		}
		if err != nil {
			a.subject = to
		}
		return err
	})
}

// assists uses an AI operation for an action. Why it cannot be used, or failed, is told to its
// member.
func (h summaries) assists(w http.ResponseWriter, r *http.Request, a *action, op svcx.AIOperation, do func(context.Context, assist.Request) error) error {
	httpd.EndReadDeadline(w) // a model may take a minute
	clock := h.ReadClock(r, a.Viewer)
	obstacles, err := h.aiUnavailable(r.Context(), a.Viewer, clock, op)
	if err != nil {
		return err
	}
	if o := obstacles[op]; o != nil {
		return &svcx.Error{Kind: svcx.KindConflict, Message: o.text}
	}
	if err = h.Assist.Permit(r.Context(), a.Workspace, op); err == nil {
		err = do(r.Context(), assist.Request{Call: a.Call(), Conversation: a.id})
	}
	var known *svcx.Error
	if errors.As(err, &known) {
		switch known.Kind {
		case svcx.KindAIUnavailable:
			why := page.AIFailure(a.Printer, err)
			if a.Member.Role == svcx.RoleAdmin {
				return &svcx.Error{Kind: svcx.KindConflict, Message: a.T("summary.failed.admin", "Why", why)}
			}
			return &svcx.Error{Kind: svcx.KindConflict, Message: a.T("summary.failed", "Why", why)}
		case svcx.KindRateLimited, svcx.KindForbidden: // what has come in between
			text := a.T("assist.busy")
			if obstacles, err = h.aiUnavailable(r.Context(), a.Viewer, clock, op); err != nil {
				return err
			}
			if o := obstacles[op]; o != nil {
				text = o.text
			}
			return &svcx.Error{Kind: svcx.KindConflict, Message: text}
		}
	}
	return err
}

// readSummary reads the last summary of a conversation, for its page.
func (h summaries) readSummary(ctx context.Context, o *conversationView) (err error) {
	last, err := h.Assist.LastSummary(ctx, o.conversation)
	if err != nil || last == nil {
		return err
	}
	o.summarizedAt = last.At
	if !o.obstacles[svcx.AISummarize].hides() {
		o.summary = last
	}
	return nil
}

// momentMark is a moment for scripts, which compare it; "" for none.
func momentMark(at svcx.Time) string {
	if at == 0 {
		return ""
	}
	return strconv.FormatInt(int64(at), 10)
}

// hides reports whether nothing of the operation is shown.
func (o *aiObstacle) hides() bool { return o != nil && o.off }

// statements are those of a part of the summary, with the messages that they rest on.
func (o *conversationView) statements(part svcx.SummaryPart) (all []svcx.Receipt) {
	for _, r := range o.summary.Receipts {
		if r.Part == part {
			all = append(all, r)
		}
	}
	return all
}

// sourceNumber numbers the messages that the summary rests on, in their order.
func (o *conversationView) sourceNumber(id svcx.MessageID) string {
	var all []svcx.MessageID
	for _, r := range o.summary.Receipts {
		all = append(all, r.Messages...)
	}
	slices.Sort(all)
	return strconv.Itoa(slices.Index(slices.Compact(all), id) + 1)
}

// sourceLink leads to a message, also to one that is not loaded.
func (o *conversationView) sourceLink(id svcx.MessageID) string {
	text := page.IDOrNone(&id)
	for _, m := range o.thread.messages() {
		if m.message.ID == id {
			return "#m-" + text
		}
	}
	return o.part("m="+text) + "#m-" + text
}

// summaryOpen reports whether the summary is shown open.
func (o *conversationView) summaryOpen() bool { return o.Now-o.summary.At < summaryFresh }

func (o *conversationView) sentiment() string {
	if id := "summary.sentiment." + o.summary.Sentiment; o.Has(id) {
		return o.T(id)
	}
	return ""
}

// shownView is the page of what a model sees of a conversation.
type shownView struct {
	page.Frame
	page.Listing
	conversation *svcx.Conversation
	operation    svcx.AIOperation
	assist.Shown
}

// shownToAI is GET …/ai/shown?operation=: what a model saw for the last answer, or would see now.
func (h summaries) shownToAI(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	id, err := conversationID(r)
	if err != nil {
		return err
	}
	v := shownView{operation: svcx.AIOperation(r.URL.Query().Get("operation"))}
	switch v.operation {
	case svcx.AISummarize, svcx.AIRename, svcx.AISuggest:
	default:
		return svcx.NotFound("operation")
	}
	if v.Listing, err = page.ReadListing(r); err != nil {
		return err
	}
	if v.conversation, err = h.Messaging.Conversation(r.Context(), s.Workspace, id); err != nil {
		return err
	}
	if v.Shown, err = h.Assist.Shows(r.Context(), assist.Request{Call: s.Call(), Conversation: id}, v.operation); err != nil {
		return err
	}
	if v.Frame, err = h.FrameAt(w, r, s, s.T("shown.title"), "/inbox"); err != nil {
		return err
	}
	return page.Show(w, r, http.StatusOK, shownPage(v))
}

// about says whether the model saw exactly this.
func (v shownView) about() string {
	id := "shown.now"
	if v.Answered {
		id = "shown.exactly"
	}
	return v.T(id, "Size", v.Number(v.Bytes()))
}

// pretty breaks the document that a model gets into lines between its messages; nothing else changes.
func (v shownView) pretty(text string) string {
	return strings.ReplaceAll(text, `},{"id":`, "},\n{\"id\":")
}

// shownLink leads to what a model sees for an operation.
func (o *conversationView) shownLink(op svcx.AIOperation) string {
	return o.act("ai/shown") + "&operation=" + string(op)
}

// summarizeName is what the button says.
func (o *conversationView) summarizeName() string {
	if o.summary != nil {
		return o.T("summary.again")
	}
	return o.T("summary.make")
}

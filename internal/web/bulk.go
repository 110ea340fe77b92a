package web

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/a-h/templ"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/messaging"
	"svcx/internal/richtext"
	"svcx/internal/web/page"
)

// bulkView is a bulk action as its member sees it.
type bulkView struct {
	page.Frame
	bulk     *svcx.Bulk
	progress svcx.BulkProgress
	// to is the name of what was set.
	to      string
	reasons []bulkReason
	// beside has the contacts of the conversations of the reasons.
	beside messaging.Beside
	// canUndo is set if it can be undone and was not.
	canUndo bool
}

// bulkReason is why some conversations were not changed.
type bulkReason struct {
	text          string
	conversations []*svcx.Conversation
	// field is the required field that is empty in them; nil for another reason.
	field *page.FieldInput
	// more is how many there are besides.
	more int
}

// bulkRoutes are those of bulk actions.
func (h *Handler) bulkRoutes() {
	h.Handle("POST /app/{org}/bulk", h.InWorkspace(svcx.RoleAgent, h.startBulk))
	h.Handle("GET /app/{org}/bulk/count", h.InWorkspace(svcx.RoleAgent, h.countBulk))
	h.Handle("GET /app/{org}/bulk/{id}", h.InWorkspace(svcx.RoleAgent, h.showBulk))
	h.Handle("POST /app/{org}/bulk/{id}/cancel", h.InWorkspace(svcx.RoleAgent, h.cancelBulk))
	h.Handle("POST /app/{org}/bulk/{id}/undo", h.InWorkspace(svcx.RoleAgent, h.undoBulk))
	h.Handle("POST /app/{org}/bulk/{id}/retry", h.InWorkspace(svcx.RoleAgent, h.retryBulk))
	h.Handle("POST /app/{org}/bulk/{id}/dismiss", h.InWorkspace(svcx.RoleAgent, h.dismissBulk))
}

// bulkCookie has the bulk action that was started in this browser, as long as pages say its result.
// The first page that does adds bulkSaid, for bulkStays, if something can be done about it.
const (
	bulkCookie = "svcx_bulk"
	bulkSaid   = ".said"
	bulkStays  = 2 * time.Minute // as the panel does on a page
)

// latestBulk is what a page says of the member's latest bulk action: how far it is, and what was
// done, in the browser where it was started; nil for nothing.
func (h *Handler) latestBulk(w http.ResponseWriter, r *http.Request, f page.Frame) (templ.Component, error) {
	b, err := h.options.Bulk.Latest(r.Context(), f.Workspace, f.Member.ID)
	if err != nil || b == nil {
		return nil, err
	}
	c, err := r.Cookie(bulkCookie)
	if b.State != svcx.BulkRunning && (err != nil || strings.TrimSuffix(c.Value, bulkSaid) != bulkID(b)) {
		return nil, nil
	}
	v, err := h.bulkOf(r.Context(), f, b)
	if err != nil {
		return nil, err
	}
	if first := !v.running() && c.Value == bulkID(b); first && (v.canUndo || v.progress.Failed > 0) {
		h.SetCookie(w, bulkCookie, c.Value+bulkSaid, int(bulkStays.Seconds()))
	} else if first {
		h.SetCookie(w, bulkCookie, "", -1)
	}
	return bulkPanel(v, false), nil
}

func bulkID(b *svcx.Bulk) string { return strconv.FormatInt(int64(b.ID), 10) }

// contact is that of a conversation of a reason; nil for none.
func (v *bulkView) contact(c *svcx.Conversation) *svcx.Contact {
	if c.Contact == nil {
		return nil
	}
	return v.beside.Contacts[*c.Contact]
}

func (v *bulkView) subject(c *svcx.Conversation) string {
	return page.SubjectOf(v.Printer, c, v.contact(c))
}

func (v *bulkView) running() bool { return v.bulk.State == svcx.BulkRunning }

func (v *bulkView) link(what string) string { return v.Path("/bulk/") + bulkID(v.bulk) + what }

// bulkOf reads the progress of a bulk action.
func (h *Handler) bulkOf(ctx context.Context, f page.Frame, b *svcx.Bulk) (*bulkView, error) {
	v := &bulkView{Frame: f, bulk: b}
	var err error
	if v.progress, err = h.options.Bulk.Progress(ctx, b); err != nil {
		return nil, err
	}
	if v.to, err = h.bulkValue(ctx, f.Viewer, b.PropertyChange); err != nil || v.running() {
		return v, err
	}
	if v.progress.Failed > 0 {
		if v.reasons, err = h.bulkReasons(ctx, f.Viewer, b); err != nil {
			return nil, err
		}
		var all []*svcx.Conversation
		for _, g := range v.reasons {
			all = append(all, g.conversations...)
		}
		if v.beside, err = h.Messaging.Beside(ctx, f.Workspace, all); err != nil {
			return nil, err
		}
	}
	if h.options.Bulk.CanUndo(b) && v.progress.Done > 0 {
		undone, err := h.options.Bulk.UndoneBy(ctx, b)
		v.canUndo = undone == nil
		return v, err
	}
	return v, nil
}

// bulkValue is the name of what a change sets.
func (h *Handler) bulkValue(ctx context.Context, s *page.Viewer, change svcx.PropertyChange) (string, error) {
	id, _ := strconv.ParseInt(change.To, 10, 64)
	switch {
	case change.To == "":
		return "", nil
	case change.Property == svcx.PropertyAssignee:
		m, err := h.Identity.Member(ctx, s.Workspace, svcx.UserID(id))
		if err != nil {
			return s.T("actor.user"), ignoreNotFound(err)
		}
		return page.MemberName(m), nil
	case change.Property == svcx.PropertyCategory:
		all, err := h.Admin.Categories(ctx, s.Workspace, svcx.Page{Limit: svcx.MaxCategories})
		for _, c := range all.Items {
			if int64(c.ID) == id {
				return c.Name, nil
			}
		}
		return s.T("bulk.category.gone"), err
	case change.Property == svcx.PropertyPriority:
		return s.T("priority." + change.To), nil
	case change.Property == svcx.PropertyTags:
		return strings.Join(svcx.SplitTags(change.To), ", "), nil
	}
	return "", nil
}

func ignoreNotFound(err error) error {
	if svcx.KindOf(err) == svcx.KindNotFound {
		return nil
	}
	return err
}

// maxReasonLinks is how many conversations are named for a reason.
const maxReasonLinks = 20

// bulkReasons groups the conversations that were not changed by the reason.
func (h *Handler) bulkReasons(ctx context.Context, s *page.Viewer, b *svcx.Bulk) ([]bulkReason, error) {
	items, err := h.options.Bulk.Failed(ctx, b)
	if err != nil {
		return nil, err
	}
	type why struct {
		failure svcx.BulkFailure
		reason  string
	}
	groups := make(map[why][]svcx.ConversationID)
	var order []why
	for _, i := range items {
		key := why{i.Failure, i.Reason}
		if groups[key] == nil {
			order = append(order, key)
		}
		groups[key] = append(groups[key], i.Conversation)
	}
	fields, err := h.Admin.Fields(ctx, s.Workspace, nil, svcx.Page{Limit: svcx.MaxFields})
	if err != nil {
		return nil, err
	}
	var reasons []bulkReason
	for _, key := range order {
		ids := groups[key]
		g := bulkReason{text: s.N("bulk.why."+string(key.failure), len(ids), "Reason", page.Sentence(key.reason), "Name", fieldName(fields.Items, key.reason))}
		for _, id := range ids[:min(len(ids), maxReasonLinks)] {
			c, err := h.Messaging.Conversation(ctx, s.Workspace, id)
			if err := ignoreNotFound(err); err != nil {
				return nil, err
			}
			if c != nil {
				g.conversations = append(g.conversations, c)
			}
		}
		if key.failure != svcx.FailureGone {
			g.more = len(ids) - len(g.conversations)
		}
		if at := slices.IndexFunc(fields.Items, func(f *svcx.Field) bool { return f.Key == key.reason }); at >= 0 && key.failure == svcx.FailureField {
			g.field = &page.FieldInput{Printer: s.Printer, Place: "bulk", Field: fields.Items[at], Command: s.T("bulk.fill.command", "Name", richtext.Name(fields.Items[at].Name))}
		}
		reasons = append(reasons, g)
	}
	return reasons, nil
}

// fieldName is the name of the field with a key.
func fieldName(all []*svcx.Field, key string) string {
	for _, f := range all {
		if f.Key == key {
			return richtext.Name(f.Name)
		}
	}
	return richtext.Name(key)
}

// what is the end of the ids of the texts about what a bulk action does.
func (v *bulkView) what() string {
	b := v.bulk
	switch {
	case b.Undoes != 0:
		return "undone"
	case b.Property == svcx.PropertyStatus:
		return b.To
	case b.Mode != svcx.ModeSet:
		return string(b.Property) + "." + string(b.Mode)
	case b.To == "":
		return string(b.Property) + ".none"
	}
	return string(b.Property)
}

// says is what is being done, or was done.
func (v *bulkView) says() string {
	if v.running() {
		return v.N("bulk.doing."+v.what(), v.progress.Total, "To", v.to)
	}
	text := v.N("bulk.done."+v.what(), v.progress.Done, "To", v.to)
	if v.progress.Done == 0 && v.progress.Failed > 0 {
		text = v.T("bulk.unchanged")
	}
	if v.bulk.State == svcx.BulkStopped {
		text = v.T("bulk.stopped", "Done", v.Number(v.progress.Done), "Total", v.Number(v.progress.Total), "What", text)
	}
	if v.progress.Done > 0 && v.progress.Failed > 0 {
		text += " " + v.N("bulk.failed", v.progress.Failed)
	}
	return text
}

// asks is when a script asks for the progress: soon if it will not take long, and again if there
// was no answer.
func (v *bulkView) asks() string {
	if v.progress.Total <= page.RowsPerPage {
		return "load delay:300ms, every 5s"
	}
	return "load delay:1s, every 5s"
}

func (v *bulkView) howFar() string {
	return v.T("bulk.of", "Done", v.Number(v.progress.Ended()), "Total", v.Number(v.progress.Total))
}

// bulkFields are the names of buttons that set a property; the mode of tags has one too.
var bulkFields = [...]svcx.Property{svcx.PropertyStatus, svcx.PropertyAssignee, svcx.PropertyCategory, svcx.PropertyPriority}

// readBulk reads what is to be set.
func readBulk(s *page.Viewer, fields url.Values) (svcx.PropertyChange, error) {
	for _, p := range bulkFields {
		if fields.Has(string(p)) {
			return svcx.PropertyChange{Property: p, To: fields.Get(string(p))}, nil
		}
	}
	change := svcx.PropertyChange{Property: svcx.PropertyTags, Mode: svcx.PropertyMode(fields.Get("mode"))}
	if change.Mode != svcx.ModeAdd && change.Mode != svcx.ModeRemove {
		return change, svcx.Invalid("mode", "must be add or remove")
	}
	tags := page.TagsOf(fields.Get("tags"))
	if len(tags) == 0 {
		return change, svcx.Invalid("", "%s", s.T("bulk.noTags"))
	}
	if err := invalidTags(s, tags); err != nil {
		return change, err
	}
	change.To = svcx.JoinTags(tags)
	return change, nil
}

// matching lists what a list shows, on all its pages, and more if that is too much.
func (h *Handler) matching(r *http.Request, s *page.Viewer) (ids []svcx.ConversationID, more bool, err error) {
	l, err := page.ReadListing(r)
	if err != nil {
		return nil, false, err
	}
	if l.View == page.ViewMentions && !messaging.IsSearch(l.Q) {
		ids, err := h.Messaging.Attention.MentioningIDs(r.Context(), s.Workspace, s.Member, l.Filter(s.Member.ID))
		return ids, false, err
	}
	if l.View == page.ViewUndelivered && !messaging.IsSearch(l.Q) {
		ids, err := h.options.Deliveries.UndeliveredIDs(r.Context(), s.Workspace, l.Filter(s.Member.ID))
		return ids, false, err
	}
	q := l.Q
	if !messaging.IsSearch(q) {
		q = ""
	}
	ids, more, err = h.options.Bulk.Matching(r.Context(), s.Workspace, l.Filter(s.Member.ID), q)
	if err != nil || l.View != page.ViewMentions {
		return ids, more, err
	}
	mentioning, err := h.Messaging.Attention.MentioningIDs(r.Context(), s.Workspace, s.Member, l.Filter(s.Member.ID))
	return slices.DeleteFunc(ids, func(id svcx.ConversationID) bool { return !slices.Contains(mentioning, id) }), more, err
}

// startBulk is POST /app/{org}/bulk?LIST {id…, all} and one of {status}, {assignee}, {category},
// {priority}, {tags, mode}: all takes what the list shows at this moment.
func (h *Handler) startBulk(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	fields, err := page.ReadForm(w, r)
	if err != nil {
		return err
	}
	b, err := h.beginBulk(r, s, fields)
	if text, refused := page.Refusal(s, err); refused && page.IsFragment(r) {
		return page.Show(w, r, http.StatusUnprocessableEntity, refusedFragment(text))
	}
	if err != nil {
		return err
	}
	return h.answerBulk(w, r, s, b)
}

func (h *Handler) beginBulk(r *http.Request, s *page.Viewer, fields url.Values) (*svcx.Bulk, error) {
	change, err := readBulk(s, fields)
	if err != nil {
		return nil, err
	}
	var ids []svcx.ConversationID
	if fields.Has("all") {
		if ids, _, err = h.matching(r, s); err != nil {
			return nil, err
		}
	} else {
		for _, text := range fields["id"] {
			id, ok := form.ParseID(text)
			if !ok {
				return nil, svcx.Invalid("id", "must be an id")
			}
			ids = append(ids, svcx.ConversationID(id))
		}
	}
	if len(ids) == 0 {
		return nil, svcx.Invalid("", "%s", s.T("bulk.nothing"))
	}
	return h.options.Bulk.Start(r.Context(), s.Call(), change, ids)
}

// answerBulk answers with the progress: a browser without scripts is redirected to its page.
func (h *Handler) answerBulk(w http.ResponseWriter, r *http.Request, s *page.Viewer, b *svcx.Bulk) error {
	h.SetCookie(w, bulkCookie, bulkID(b), int(svcx.BulkUndo.Seconds()))
	if !page.IsFragment(r) {
		return page.Redirect(w, r, s.Path("/bulk/")+bulkID(b))
	}
	f := page.Frame{Viewer: s}
	v, err := h.bulkOf(r.Context(), f, b)
	if err != nil {
		return err
	}
	return page.Show(w, r, http.StatusOK, bulkFragment(v))
}

// countBulk is GET /app/{org}/bulk/count?LIST: how many conversations the list has now.
func (h *Handler) countBulk(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	ids, more, err := h.matching(r, s)
	if err != nil {
		return err
	}
	return page.Show(w, r, http.StatusOK, bulkCount(s, len(ids), more))
}

func (h *Handler) bulkAt(r *http.Request, s *page.Viewer) (*svcx.Bulk, error) {
	id, err := page.PathID[svcx.BulkID](r, "id", "bulk action")
	if err != nil {
		return nil, err
	}
	return h.options.Bulk.Bulk(r.Context(), s.Workspace, s.Member.ID, id)
}

// showBulk is GET /app/{org}/bulk/{id}: a page, or for a script how far it is.
func (h *Handler) showBulk(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	b, err := h.bulkAt(r, s)
	if err != nil {
		return err
	}
	if page.IsFragment(r) {
		v, err := h.bulkOf(r.Context(), page.Frame{Viewer: s}, b)
		if err != nil {
			return err
		}
		if v.running() {
			return page.Show(w, r, http.StatusOK, bulkProgress(v))
		}
		w.Header().Set("HX-Retarget", "#bulk")
		return page.Show(w, r, http.StatusOK, bulkPanel(v, false))
	}
	f, err := h.ReadFrame(w, r, s)
	if err != nil {
		return err
	}
	f.Bulk = nil
	v, err := h.bulkOf(r.Context(), f, b)
	if err != nil {
		return err
	}
	if !v.running() {
		h.SetCookie(w, bulkCookie, "", -1) // this page says it
	}
	v.Title, v.Here = s.T("bulk"), v.link("")
	if v.Counts, err = h.ReadCounts(r.Context(), s); err != nil {
		return err
	}
	return page.Show(w, r, http.StatusOK, bulkPage(v))
}

// onBulk does something with a bulk action and answers with its progress.
func (h *Handler) onBulk(w http.ResponseWriter, r *http.Request, s *page.Viewer, do func(*svcx.Bulk) (*svcx.Bulk, error)) error {
	b, err := h.bulkAt(r, s)
	if err != nil {
		return err
	}
	after, err := do(b)
	if text, refused := page.Refusal(s, err); refused && page.IsFragment(r) {
		return page.Show(w, r, http.StatusUnprocessableEntity, refusedFragment(text))
	}
	if err != nil {
		return err
	}
	if after, err = h.options.Bulk.Bulk(r.Context(), s.Workspace, s.Member.ID, after.ID); err != nil {
		return err
	}
	return h.answerBulk(w, r, s, after)
}

// cancelBulk is POST …/cancel: the action stops.
func (h *Handler) cancelBulk(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	return h.onBulk(w, r, s, func(b *svcx.Bulk) (*svcx.Bulk, error) { return b, h.options.Bulk.Stop(r.Context(), b) })
}

// retryBulk is POST …/retry {field.KEY}: the conversations that failed are retried or, with a field,
// those where it is empty, once it is filled in.
func (h *Handler) retryBulk(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	fields, err := page.ReadForm(w, r)
	if err != nil {
		return err
	}
	return h.onBulk(w, r, s, func(b *svcx.Bulk) (*svcx.Bulk, error) {
		for key, in := range readFields(fields) {
			if in.Kind == svcx.FieldInputNull {
				return nil, svcx.Invalid("", "%s", s.T("field.fill"))
			}
			return b, h.options.Bulk.FillIn(r.Context(), b, key, in.Text)
		}
		return b, h.options.Bulk.Retry(r.Context(), b)
	})
}

// undoBulk is POST …/undo: another bulk action restores what this one has changed.
func (h *Handler) undoBulk(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	return h.onBulk(w, r, s, func(b *svcx.Bulk) (*svcx.Bulk, error) { return h.options.Bulk.Undo(r.Context(), b) })
}

// dismissBulk is POST …/dismiss: pages no longer show it.
func (h *Handler) dismissBulk(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	if _, err := h.bulkAt(r, s); err != nil {
		return err
	}
	h.SetCookie(w, bulkCookie, "", -1)
	if page.IsFragment(r) {
		return page.Show(w, r, http.StatusOK, page.NoBulk(true))
	}
	return page.Redirect(w, r, s.Path("/inbox"))
}

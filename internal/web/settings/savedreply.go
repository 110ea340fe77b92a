// Package settings has the pages of settings.
package settings

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/richtext"
	"svcx/internal/web/page"
)

// Pages are the pages of settings.
type Pages struct{ *page.Site }

// New adds the pages to the site.
func New(site *page.Site) *Pages {
	h := &Pages{site}
	h.savedRoutes()
	h.profileRoutes()
	return h
}

// savedRoutes are the pages of saved replies, which every member may write.
func (h *Pages) savedRoutes() {
	const pages = "/app/{org}/settings/saved-replies"
	h.Handle("GET "+pages, h.InWorkspace(svcx.RoleAgent, h.savedPage))
	h.Handle("POST "+pages, h.InWorkspace(svcx.RoleAgent, h.createSaved))
	h.Handle("GET "+pages+"/new", h.InWorkspace(svcx.RoleAgent, h.newSaved))
	h.Handle("GET "+pages+"/{id}", h.InWorkspace(svcx.RoleAgent, h.editSaved))
	h.Handle("POST "+pages+"/{id}", h.InWorkspace(svcx.RoleAgent, h.updateSaved))
	h.Handle("POST "+pages+"/{id}/delete", h.InWorkspace(svcx.RoleAgent, h.deleteSaved))
}

// SavedView is the list of saved replies.
type SavedView struct {
	page.Frame
	Q       string
	Replies []*svcx.SavedReply
	// Deleted is the one that was just deleted; nil for none.
	Deleted *svcx.SavedReply
}

// SavedFormView is the form of a saved reply; id is "" for a new one.
type SavedFormView struct {
	page.Frame
	Id     string
	Reply  SavedForm
	fields []*svcx.Field
	Alert  string
}

// SavedForm is what a member wrote, and what is wrong with it by field.
type SavedForm struct {
	Title, Content, Shortcut string
	Wrong                    map[string]string
	// was are digests of what the form showed, by field. theirs is the text that somebody
	// else wrote meanwhile, "" if nobody did.
	was    map[string]string
	theirs string
}

// wrongField is the first that is wrong; "" for none.
func (f SavedForm) wrongField() string {
	for _, name := range [...]string{"title", "shortcut", "content"} {
		if f.Wrong[name] != "" {
			return name
		}
	}
	return ""
}

// SavedReplies are the saved replies that have the words of a search in title, shortcut or
// text, by title.
func (h *Pages) SavedReplies(ctx context.Context, s *page.Viewer, q string) (found []*svcx.SavedReply, err error) {
	list, err := h.Admin.SavedReplies(ctx, s.Workspace, svcx.Page{Limit: svcx.MaxSavedReplies})
	if err != nil {
		return nil, err
	}
	words := strings.Fields(strings.ToLower(q))
	err = list.Each(ctx, func(some []*svcx.SavedReply) error {
		for _, r := range some {
			text := strings.ToLower(r.Title + "\n/" + r.Shortcut + "\n" + r.Content)
			if !slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(text, word) }) {
				found = append(found, r)
			}
		}
		return nil
	})
	slices.SortStableFunc(found, func(a, b *svcx.SavedReply) int {
		return cmp.Compare(strings.ToLower(a.Title), strings.ToLower(b.Title))
	})
	return found, err
}

// savedPage is GET /app/{org}/settings/saved-replies.
func (h *Pages) savedPage(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	return h.showSaved(w, r, s, nil)
}

func (h *Pages) showSaved(w http.ResponseWriter, r *http.Request, s *page.Viewer, deleted *svcx.SavedReply) (err error) {
	v := SavedView{Q: page.ReadQuery(r), Deleted: deleted}
	if v.Frame, err = h.FrameAt(w, r, s, s.T("saved"), page.SavedReplies); err != nil {
		return err
	}
	v.Searches = true
	if v.Replies, err = h.SavedReplies(r.Context(), s, v.Q); err != nil {
		return err
	}
	if page.IsFragment(r) {
		return page.Show(w, r, http.StatusOK, savedList(v))
	}
	return page.Show(w, r, http.StatusOK, SavedRepliesPage(v))
}

// newSaved is GET …/new.
func (h *Pages) newSaved(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	return h.showSavedForm(w, r, s, http.StatusOK, SavedFormView{})
}

// editSaved is GET …/{id}.
func (h *Pages) editSaved(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	id, err := SavedReplyID(r, "id")
	if err != nil {
		return err
	}
	reply, err := h.Admin.SavedReply(r.Context(), s.Workspace, id)
	if err != nil {
		return err
	}
	return h.showSavedForm(w, r, s, http.StatusOK, SavedFormView{Id: page.IDOrNone(&id), Reply: SavedForm{Title: reply.Title, Content: reply.Content, Shortcut: reply.Shortcut, was: savedWas(reply)}})
}

func (h *Pages) showSavedForm(w http.ResponseWriter, r *http.Request, s *page.Viewer, status int, v SavedFormView) (err error) {
	title := s.T("saved.new")
	if v.Id != "" {
		title = s.T("saved.edit")
	}
	if v.Frame, err = h.FrameAt(w, r, s, title, page.SavedReplies); err != nil {
		return err
	}
	fields, err := h.Admin.Fields(r.Context(), s.Workspace, nil, svcx.Page{Limit: svcx.MaxFields})
	if err != nil {
		return err
	}
	v.fields = fields.Items
	return page.Show(w, r, status, SavedFormPage(v))
}

// createSaved is POST /app/{org}/settings/saved-replies. It also undoes a deletion.
func (h *Pages) createSaved(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	return h.saveSaved(w, r, s, "", func(f *SavedForm, _ url.Values) error {
		_, err := h.Admin.CreateSavedReply(r.Context(), s.Call(), svcx.SavedReplyDraft{Title: f.Title, Content: f.Content, Shortcut: f.Shortcut})
		return err
	})
}

// updateSaved is POST …/{id}.
func (h *Pages) updateSaved(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	id, err := SavedReplyID(r, "id")
	if err != nil {
		return err
	}
	return h.saveSaved(w, r, s, page.IDOrNone(&id), func(f *SavedForm, fields url.Values) error {
		written := *f
		_, err := h.Admin.EditSavedReply(r.Context(), s.Call(), id, func(now *svcx.SavedReply) (p svcx.SavedReplyPatch, err error) {
			*f = written
			f.Wrong = make(map[string]string)
			p = f.patch(s, fields, now)
			if len(f.Wrong) > 0 {
				err = page.ErrRefused
			}
			return p, err
		})
		return err
	})
}

// patch is what the form changes. It notes where somebody else changed the same.
func (f *SavedForm) patch(s *page.Viewer, fields url.Values, now *svcx.SavedReply) (p svcx.SavedReplyPatch) {
	f.was = savedWas(now)
	for _, one := range [...]struct {
		page.Edit
		current string
		to      **string
	}{
		{page.Edit{Name: "title", Value: &f.Title, Line: true}, now.Title, &p.Title},
		{page.Edit{Name: "shortcut", Value: &f.Shortcut, Line: true}, now.Shortcut, &p.Shortcut},
		{page.Edit{Name: "content", Value: &f.Content, Line: false}, now.Content, &p.Content},
	} {
		changed, conflict := one.Changes(s, fields, one.current)
		if changed {
			*one.to = one.Value
		}
		if conflict != "" {
			f.Wrong[one.Name] = conflict
		}
	}
	if f.Wrong["content"] != "" {
		f.Wrong["content"], f.theirs = s.T("saved.content.conflict"), now.Content
	}
	return p
}

// savedWas are digests of a saved reply as its form shows it.
func savedWas(r *svcx.SavedReply) map[string]string {
	return map[string]string{"title": page.Digest(page.ShownAs(r.Title, true)), "shortcut": page.Digest(page.ShownAs(r.Shortcut, true)), "content": page.Digest(page.ShownAs(r.Content, false))}
}

// saveSaved reads the form and saves it, or shows it again with what is wrong.
func (h *Pages) saveSaved(w http.ResponseWriter, r *http.Request, s *page.Viewer, id string, save func(*SavedForm, url.Values) error) error {
	fields, err := page.ReadForm(w, r)
	if err != nil {
		return err
	}
	f := readSaved(s, fields)
	v := SavedFormView{Id: id}
	if len(f.Wrong) == 0 {
		err := save(&f, fields)
		if err == nil {
			done := "saved"
			if fields.Has("undo") {
				done = "undone"
			}
			h.SetCookie(w, page.DoneCookie, done, 60)
			return page.Redirect(w, r, s.Path(page.SavedReplies))
		}
		var known *svcx.Error
		if !errors.As(err, &known) || known.Kind != svcx.KindValidation {
			return err
		}
		if err == page.ErrRefused {
			v.Reply = f
			return h.showSavedForm(w, r, s, http.StatusUnprocessableEntity, v)
		}
		if text := "saved.refused." + known.Field; s.Has(text) {
			f.Wrong[known.Field] = s.T(text, "Max", s.Number(svcx.MaxSavedReplies))
		} else {
			v.Alert = page.Sentence(known.Public())
		}
	}
	v.Reply = f
	return h.showSavedForm(w, r, s, http.StatusUnprocessableEntity, v)
}

// readSaved reads what was written, and finds what is wrong with it. The rules are those of
// the API (form.DecodeSavedReply), except that the page takes a shortcut with its "/", and
// refuses placeholders that can never be filled in.
func readSaved(s *page.Viewer, fields url.Values) SavedForm {
	f := SavedForm{Title: strings.TrimSpace(fields.Get("title")), Content: fields.Get("content"), Wrong: make(map[string]string)}
	f.Shortcut = strings.TrimPrefix(strings.TrimSpace(fields.Get("shortcut")), "/")
	f.was = make(map[string]string)
	for _, name := range [...]string{"title", "shortcut", "content"} {
		f.was[name] = fields.Get(page.WasPrefix + name)
	}
	switch {
	case svcx.Blank(f.Title):
		f.Wrong["title"] = s.T("saved.title.empty")
	case svcx.CheckLength("", f.Title, svcx.MaxName) != nil:
		f.Wrong["title"] = s.T("saved.title.long", "Max", s.Number(svcx.MaxName))
	}
	switch {
	case svcx.Blank(f.Content):
		f.Wrong["content"] = s.T("saved.content.empty")
	case svcx.CheckLength("", f.Content, svcx.MaxContent) != nil:
		f.Wrong["content"] = s.T("saved.content.long", "N", s.Number(len([]rune(f.Content))), "Max", s.Number(svcx.MaxContent))
	default:
		if name := unknownPlaceholder(f.Content); name != "" && !fields.Has("undo") {
			f.Wrong["content"] = s.T("saved.content.unknown", "Name", name)
		}
	}
	switch {
	case !svcx.IsShortcut(f.Shortcut):
		f.Wrong["shortcut"] = s.T("saved.shortcut.blank")
	case svcx.CheckLength("", f.Shortcut, svcx.MaxShortcut) != nil:
		f.Wrong["shortcut"] = s.T("saved.shortcut.long", "Max", svcx.MaxShortcut)
	}
	return f
}

// unknownPlaceholder is the first placeholder that no conversation can fill in; "" for none.
// Fields come and go, so that any key may be one.
func unknownPlaceholder(text string) string {
	for _, found := range placeholder.FindAllStringSubmatch(text, -1) {
		name := strings.ToLower(found[1])
		key, isField := strings.CutPrefix(name, fieldPlaceholder)
		if name != "contact.name" && name != "agent.name" && !(isField && svcx.IsFieldKey(key)) {
			return found[0]
		}
	}
	return ""
}

// deleteSaved is POST …/{id}/delete. Its answer is the list, which can undo it; one that is
// gone already is no error.
func (h *Pages) deleteSaved(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	id, err := SavedReplyID(r, "id")
	if err != nil {
		return err
	}
	reply, err := h.Admin.SavedReply(r.Context(), s.Workspace, id)
	if err == nil {
		err = h.Admin.DeleteSavedReply(r.Context(), s.Call(), id)
	}
	if svcx.KindOf(err) == svcx.KindNotFound {
		return page.Redirect(w, r, s.Path(page.SavedReplies))
	}
	if err != nil {
		return err
	}
	return h.showSaved(w, r, s, reply)
}

func SavedReplyID(r *http.Request, name string) (svcx.SavedReplyID, error) {
	id, ok := form.ParseID(r.PathValue(name))
	if !ok {
		return 0, svcx.NotFound("saved reply")
	}
	return svcx.SavedReplyID(id), nil
}

func SavedTitle(r *svcx.SavedReply) string { return richtext.Name(r.Title) }

func shortcutText(r *svcx.SavedReply) string { return richtext.Name(r.Shortcut) }

// beginning is what a list shows of a saved reply's text.
func beginning(r *svcx.SavedReply) string {
	const most = 200
	text := []rune(r.Content[:min(len(r.Content), 4*most)])
	return richtext.Name(string(text[:min(len(text), most)]))
}

// placeholderNames are what a saved reply may have filled in.
func (v SavedFormView) placeholderNames() []string {
	names := []string{"{{contact.name}}", "{{agent.name}}"}
	for _, f := range v.fields[:min(len(v.fields), shownFields)] {
		names = append(names, "{{"+fieldPlaceholder+f.Key+"}}")
	}
	return names
}

// shownFields is how many fields the form of a saved reply offers.
const shownFields = 20

// action is where the form is sent to.
func (v SavedFormView) action() string {
	if v.Id == "" {
		return v.Path(page.SavedReplies)
	}
	return v.Path(page.SavedReplies) + "/" + v.Id
}

// focused reports whether a field of the form has the focus: the first that is wrong, or
// the title of a new reply.
func (v SavedFormView) focused(name string) bool {
	if wrong := v.Reply.wrongField(); wrong != "" {
		return name == wrong
	}
	return v.Id == "" && name == "title"
}

func (v SavedFormView) contentDescribedBy() string {
	if v.Reply.Wrong["content"] != "" {
		return "error-content hint-content"
	}
	return "hint-content"
}

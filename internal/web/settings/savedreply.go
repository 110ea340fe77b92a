// Package settings has the pages of settings: the workspace, its API keys, categories, fields,
// secrets, AI settings and saved replies, and the profile.
package settings

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/inbox"
	"svcx/internal/richtext"
	"svcx/internal/web/page"
)

// Pages are the pages of settings.
type Pages struct {
	*page.Site
	core  *inbox.Core
	forms form.Set
}

// New adds the pages to the site.
func New(site *page.Site, core *inbox.Core, forms form.Set) *Pages {
	h := &Pages{site, core, forms}
	h.savedRoutes()
	h.profileRoutes()
	h.workspaceRoutes()
	h.apiRoutes()
	h.categoryRoutes()
	h.fieldRoutes()
	h.secretRoutes()
	h.Handle("GET /app/{org}/settings", h.InWorkspace(svcx.RoleAgent, h.list))
	return h
}

// list is GET /app/{org}/settings.
func (h *Pages) list(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	f, err := h.FrameAt(w, r, s, s.T("nav.settings"), page.SettingsPath)
	if err != nil {
		return err
	}
	return page.Show(w, r, http.StatusOK, page.SettingsList(f))
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

// savedView is the list of saved replies.
type savedView struct {
	page.Frame
	q       string
	replies []*svcx.SavedReply
	// deleted is the one that was just deleted; nil for none.
	deleted *svcx.SavedReply
}

// any reports whether there is a saved reply, or may be one that the search does not find.
func (v savedView) any() bool { return v.q != "" || len(v.replies) > 0 }

// savedFormView is the form of a saved reply; id is "" for a new one.
type savedFormView struct {
	page.Frame
	written
	id string
	// theirs is the text that somebody else wrote meanwhile, "" if nobody did.
	theirs string
	// defined are the fields that placeholders may name.
	defined []*svcx.Field
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
	v := savedView{q: page.ReadQuery(r), deleted: deleted}
	if v.Frame, err = h.FrameAt(w, r, s, s.T("saved"), page.SavedRepliesPath); err != nil {
		return err
	}
	v.Searches = true
	if v.replies, err = h.SavedReplies(r.Context(), s, v.q); err != nil {
		return err
	}
	if v.q != "" {
		v.Found = s.FoundText(v.q, len(v.replies), false)
	}
	if page.IsFragment(r) {
		return page.Show(w, r, http.StatusOK, savedList(v))
	}
	return page.Show(w, r, http.StatusOK, savedRepliesPage(v))
}

// newSaved is GET …/new.
func (h *Pages) newSaved(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	return h.showSavedForm(w, r, s, http.StatusOK, savedFormView{written: empty("title", "", "shortcut", "", "content", "")})
}

// editSaved is GET …/{id}.
func (h *Pages) editSaved(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	id, err := savedReplyID(r)
	if err != nil {
		return err
	}
	reply, err := h.Admin.SavedReply(r.Context(), s.Workspace, id)
	if err != nil {
		return err
	}
	f := shown("title", reply.Title, "shortcut", reply.Shortcut, "content", reply.Content)
	return h.showSavedForm(w, r, s, http.StatusOK, savedFormView{written: f, id: page.IDOrNone(&id)})
}

func (h *Pages) showSavedForm(w http.ResponseWriter, r *http.Request, s *page.Viewer, status int, v savedFormView) (err error) {
	title := s.T("saved.new")
	if v.id != "" {
		title = s.T("saved.edit")
	}
	if v.Frame, err = h.FrameAt(w, r, s, title, page.SavedRepliesPath); err != nil {
		return err
	}
	fields, err := h.Admin.Fields(r.Context(), s.Workspace, nil, svcx.Page{Limit: svcx.MaxFields})
	if err != nil {
		return err
	}
	v.defined = fields.Items
	return page.Show(w, r, status, savedFormPage(v))
}

// createSaved is POST /app/{org}/settings/saved-replies {title, shortcut, content}. It also
// undoes a deletion: {undo}.
func (h *Pages) createSaved(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	posted, err := page.ReadForm(w, r)
	if err != nil {
		return err
	}
	f, done := readSaved(s, posted), "saved"
	if posted.Has("undo") {
		f.key, done = page.NewFormKey(), "undone"
	}
	all, err := h.Admin.SavedReplies(r.Context(), s.Workspace, svcx.Page{Limit: 1})
	if err != nil {
		return err
	}
	if f.full(s, "saved.full", all.Total, svcx.MaxSavedReplies); f.refused() == nil {
		draft := svcx.SavedReplyDraft{Title: f.value["title"], Content: f.value["content"], Shortcut: f.value["shortcut"]}
		what := strings.Join([]string{draft.Title, draft.Shortcut, draft.Content}, "\n")
		_, err = page.Once(r.Context(), page.OnceFor(h.core, s, r, f.key), "saved-reply", what, func(x *svcx.SavedReply) int64 { return int64(x.ID) },
			func(ctx context.Context, call inbox.Call) (*svcx.SavedReply, error) {
				return h.Admin.CreateSavedReply(ctx, call, draft)
			})
		if err == nil {
			return h.saved(w, r, s, done, page.SavedRepliesPath)
		}
	}
	if err := f.explain(s, err, "saved.refused.", nil); err != nil {
		return err
	}
	return h.showSavedForm(w, r, s, http.StatusUnprocessableEntity, savedFormView{written: f})
}

// updateSaved is POST …/{id}.
func (h *Pages) updateSaved(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	id, err := savedReplyID(r)
	if err != nil {
		return err
	}
	posted, err := page.ReadForm(w, r)
	if err != nil {
		return err
	}
	read := readSaved(s, posted)
	f, theirs := read, ""
	if err = f.refused(); err == nil {
		_, err = h.Admin.EditSavedReply(r.Context(), s.Call(), id, func(now *svcx.SavedReply) (p svcx.SavedReplyPatch, err error) {
			f, theirs = read.clone(), ""
			p.Title = f.change(s, posted, "title", now.Title)
			p.Shortcut = f.change(s, posted, "shortcut", now.Shortcut)
			p.Content = f.change(s, posted, "content", now.Content)
			if f.wrong["content"] != "" {
				f.wrong["content"], theirs = s.T("saved.content.conflict"), now.Content
			}
			return p, f.refused()
		})
	}
	if err == nil {
		return h.saved(w, r, s, "saved", page.SavedRepliesPath)
	}
	if err := f.explain(s, err, "saved.refused.", nil); err != nil {
		return err
	}
	return h.showSavedForm(w, r, s, http.StatusUnprocessableEntity, savedFormView{written: f, id: page.IDOrNone(&id), theirs: theirs})
}

// readSaved reads what was written, and finds what is wrong with it. The rules are those of
// the API (form.DecodeSavedReply), except that the page takes a shortcut with its "/", and
// refuses placeholders that can never be filled in.
func readSaved(s *page.Viewer, posted url.Values) written {
	f := readWritten(posted, "title", "shortcut", "content")
	f.trim("title", "shortcut")
	title, shortcut, content := f.value["title"], strings.TrimPrefix(f.value["shortcut"], "/"), f.value["content"]
	f.value["shortcut"] = shortcut
	switch {
	case svcx.Blank(title):
		f.wrong["title"] = s.T("saved.title.empty")
	case svcx.CheckLength("", title, svcx.MaxName) != nil:
		f.wrong["title"] = s.T("saved.title.long", "Max", s.Number(svcx.MaxName))
	}
	switch {
	case svcx.Blank(content):
		f.wrong["content"] = s.T("saved.content.empty")
	case svcx.CheckLength("", content, svcx.MaxContent) != nil:
		f.wrong["content"] = s.T("saved.content.long", "N", s.Number(len([]rune(content))), "Max", s.Number(svcx.MaxContent))
	default:
		if name := unknownPlaceholder(content); name != "" && !posted.Has("undo") {
			f.wrong["content"] = s.T("saved.content.unknown", "Name", name)
		}
	}
	switch {
	case !svcx.IsShortcut(shortcut):
		f.wrong["shortcut"] = s.T("saved.shortcut.blank")
	case svcx.CheckLength("", shortcut, svcx.MaxShortcut) != nil:
		f.wrong["shortcut"] = s.T("saved.shortcut.long", "Max", svcx.MaxShortcut)
	}
	return f
}

// unknownPlaceholder is the first placeholder that no conversation can fill in; "" for none.
// Fields come and go, so that any key may be one.
func unknownPlaceholder(text string) string {
	for _, found := range placeholder.FindAllString(text, -1) {
		name := placeholderName(found)
		key, isField := strings.CutPrefix(name, fieldPlaceholder)
		if name != "contact.name" && name != "agent.name" && !(isField && svcx.IsFieldKey(key)) {
			return found
		}
	}
	return ""
}

// deleteSaved is POST …/{id}/delete. Its answer is the list, which can undo it; one that is
// gone already is no error.
func (h *Pages) deleteSaved(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	id, err := savedReplyID(r)
	if err != nil {
		return err
	}
	reply, err := h.Admin.SavedReply(r.Context(), s.Workspace, id)
	if err == nil {
		err = h.Admin.DeleteSavedReply(r.Context(), s.Call(), id)
	}
	if svcx.KindOf(err) == svcx.KindNotFound {
		return page.Redirect(w, r, s.Path(page.SavedRepliesPath))
	}
	if err != nil {
		return err
	}
	return h.showSaved(w, r, s, reply)
}

func savedReplyID(r *http.Request) (svcx.SavedReplyID, error) {
	return page.PathID[svcx.SavedReplyID](r, "id", "saved reply")
}

// SavedTitle is the title of a saved reply, as pages show it.
func SavedTitle(r *svcx.SavedReply) string { return richtext.Name(r.Title) }

// savedLink is the address of a saved reply's form.
func savedLink(s *page.Viewer, r *svcx.SavedReply) string {
	return s.Path(page.SavedRepliesPath) + "/" + page.IDOrNone(&r.ID)
}

func shortcutText(r *svcx.SavedReply) string { return richtext.Name(r.Shortcut) }

// beginning is what a list shows of a saved reply's text.
func SavedBeginning(r *svcx.SavedReply) string {
	const most = 200
	text := []rune(r.Content[:min(len(r.Content), 4*most)])
	return richtext.Name(string(text[:min(len(text), most)]))
}

// placeholderNames are what a saved reply may have filled in.
func (v savedFormView) placeholderNames() []string {
	names := []string{"{{contact.name}}", "{{agent.name}}"}
	for _, f := range v.defined[:min(len(v.defined), shownFields)] {
		names = append(names, "{{"+fieldPlaceholder+f.Key+"}}")
	}
	return names
}

// shownFields is how many fields the form of a saved reply offers.
const shownFields = 20

// action is where the form is sent to.
func (v savedFormView) action() string {
	if v.id == "" {
		return v.Path(page.SavedRepliesPath)
	}
	return v.Path(page.SavedRepliesPath) + "/" + v.id
}

// focused reports whether a field of the form has the focus: the first that is wrong, or
// the title of a new reply.
func (v savedFormView) focused(name string) bool {
	return v.focus(name) || v.id == "" && name == "title" && v.firstWrong() == ""
}

func (v savedFormView) contentDescribedBy() string {
	if v.wrong["content"] != "" {
		return "error-content hint-content"
	}
	return "hint-content"
}

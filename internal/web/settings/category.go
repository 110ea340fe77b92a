package settings

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/richtext"
	"svcx/internal/web/page"
)

// categoryRoutes are the pages of categories.
func (h *Pages) categoryRoutes() {
	const pages = "/app/{org}" + page.CategoriesPath
	h.Handle("GET "+pages, h.InWorkspace(svcx.RoleAdmin, h.categoriesPage))
	h.Handle("POST "+pages, h.InWorkspace(svcx.RoleAdmin, h.createCategory))
	h.Handle("GET "+pages+"/new", h.InWorkspace(svcx.RoleAdmin, h.newCategory))
	h.Handle("GET "+pages+"/{id}", h.InWorkspace(svcx.RoleAdmin, h.categoryPage))
	h.Handle("POST "+pages+"/{id}", h.InWorkspace(svcx.RoleAdmin, h.saveCategory))
	h.Handle("POST "+pages+"/{id}/move", h.InWorkspace(svcx.RoleAdmin, h.moveCategory))
	h.Handle("POST "+pages+"/{id}/delete", h.InWorkspace(svcx.RoleAdmin, h.deleteCategory))
}

// categoryView is the form of a category; category is nil for a new one.
type categoryView struct {
	page.Frame
	written
	category *svcx.Category
	asked    string
	// What deleting it concerns.
	conversations int
	fields        []string
}

// categoriesPage is GET /app/{org}/settings/categories.
func (h *Pages) categoriesPage(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	return h.showCategories(w, r, s, "")
}

func (h *Pages) showCategories(w http.ResponseWriter, r *http.Request, s *page.Viewer, said string) error {
	f, err := h.FrameAt(w, r, s, s.T("categories"), page.CategoriesPath)
	if err != nil {
		return err
	}
	return categoriesOf(f, said).show(w, r)
}

// categoriesOf is the list of categories, which the frame has.
func categoriesOf(f page.Frame, said string) orderedView {
	v := orderedView{
		Frame: f, icon: "tag", path: page.CategoriesPath, said: said,
		about: f.T("categories.about"), add: f.T("category.new"), order: f.T("categories.order"), emptyTitle: f.T("categories.empty.title"), empty: f.T("categories.empty"),
	}
	for _, c := range f.Categories {
		v.rows = append(v.rows, orderedRow{page.IDOrNone(&c.ID), richtext.Name(c.Name), categoryRow(f, c)})
	}
	return v
}

// newCategory is GET …/new.
func (h *Pages) newCategory(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	return h.showCategory(w, r, s, http.StatusOK, nil, empty("name", "", "color", svcx.DefaultColor, "description", ""))
}

// categoryPage is GET …/{id}.
func (h *Pages) categoryPage(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	c, err := h.categoryOf(r, s)
	if err != nil {
		return err
	}
	return h.showCategory(w, r, s, http.StatusOK, c, shown("name", c.Name, "color", c.Color, "description", c.Description))
}

func (h *Pages) categoryOf(r *http.Request, s *page.Viewer) (*svcx.Category, error) {
	id, err := page.PathID[svcx.CategoryID](r, "id", "category")
	if err != nil {
		return nil, err
	}
	return h.Admin.Category(r.Context(), s.Workspace, id)
}

func (h *Pages) showCategory(w http.ResponseWriter, r *http.Request, s *page.Viewer, status int, c *svcx.Category, f written) (err error) {
	v := categoryView{written: f, category: c, asked: asked(r)}
	title := s.T("category.new")
	if c != nil {
		title = richtext.Name(c.Name)
	}
	if v.Frame, err = h.FrameAt(w, r, s, title, page.CategoriesPath); err != nil {
		return err
	}
	if c != nil {
		if err := h.readUse(r.Context(), s, &v); err != nil {
			return err
		}
	}
	return page.Show(w, r, status, categoryPage(v))
}

// readUse reads what a category is used by.
func (h *Pages) readUse(ctx context.Context, s *page.Viewer, v *categoryView) error {
	used, err := h.Messaging.Conversations(ctx, s.Workspace, svcx.ConversationFilter{Category: &v.category.ID}, svcx.Page{Limit: 1})
	if err != nil {
		return err
	}
	v.conversations = used.Total
	all, err := h.Admin.Fields(ctx, s.Workspace, &v.category.ID, svcx.Page{Limit: svcx.MaxFields})
	for _, f := range all.Items {
		if f.Category != nil {
			v.fields = append(v.fields, richtext.Name(f.Name))
		}
	}
	return err
}

// createCategory is POST /app/{org}/settings/categories {name, color, description}.
func (h *Pages) createCategory(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	posted, err := page.ReadForm(w, r)
	if err != nil {
		return err
	}
	f := readCategory(s, posted)
	all, err := h.Admin.Categories(r.Context(), s.Workspace, svcx.Page{Limit: 1})
	if err != nil {
		return err
	}
	if f.full(s, "category.full", all.Total, svcx.MaxCategories); f.refused() == nil {
		draft := svcx.CategoryDraft{Name: f.value["name"], Color: f.value["color"], Description: f.value["description"]}
		what := strings.Join([]string{draft.Name, draft.Color, draft.Description}, "\n")
		_, err = page.Once(r.Context(), page.OnceFor(h.core, s, r, f.key), "category", what, func(c *svcx.Category) int64 { return int64(c.ID) },
			func(ctx context.Context, call inbox.Call) (*svcx.Category, error) {
				return h.Admin.CreateCategory(ctx, call, draft)
			})
		if err == nil {
			return h.saved(w, r, s, "categoryCreated", page.CategoriesPath)
		}
	}
	if err := f.explain(s, err, "category.refused.", nil); err != nil {
		return err
	}
	return h.showCategory(w, r, s, http.StatusUnprocessableEntity, nil, f)
}

// readCategory reads the form and notes what is wrong with it, by the rules of the API
// (form.DecodeCategory).
func readCategory(s *page.Viewer, posted url.Values) written {
	f := readWritten(posted, "name", "color", "description")
	f.trim("name")
	f.value["description"] = strings.TrimSpace(f.value["description"])
	f.name(s, "name")
	if !slices.Contains(svcx.Colors, f.value["color"]) {
		f.wrong["color"] = s.T("category.color.unknown")
	}
	f.bound(s, "description", svcx.MaxDescription)
	return f
}

// saveCategory is POST …/{id}.
func (h *Pages) saveCategory(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	c, err := h.categoryOf(r, s)
	if err != nil {
		return err
	}
	posted, err := page.ReadForm(w, r)
	if err != nil {
		return err
	}
	read := readCategory(s, posted)
	f := read
	if err = f.refused(); err == nil {
		_, err = h.Admin.EditCategory(r.Context(), s.Call(), c.ID, func(now *svcx.Category) (p svcx.CategoryPatch, err error) {
			f = read.clone()
			p.Name = f.change(s, posted, "name", now.Name)
			p.Color = f.change(s, posted, "color", now.Color)
			p.Description = f.change(s, posted, "description", now.Description)
			return p, f.refused()
		})
	}
	if err == nil {
		return h.saved(w, r, s, "saved", page.CategoriesPath)
	}
	if err := f.explain(s, err, "category.refused.", nil); err != nil {
		return err
	}
	return h.showCategory(w, r, s, http.StatusUnprocessableEntity, c, f)
}

// moveCategory is POST …/{id}/move {by} or {before}; "" is the end of the list. A script gets
// the list.
func (h *Pages) moveCategory(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	c, err := h.categoryOf(r, s)
	if err != nil {
		return err
	}
	to, err := readMove[svcx.CategoryID](w, r)
	if err != nil {
		return err
	}
	place, of, err := h.Admin.MoveCategory(r.Context(), s.Call(), c.ID, to)
	if err != nil {
		return err
	}
	if page.IsFragment(r) {
		return h.showCategories(w, r, s, s.T("order.moved", "Name", richtext.Name(c.Name), "Place", s.Number(place), "Of", s.Number(of)))
	}
	return h.saved(w, r, s, "moved", page.CategoriesPath)
}

// deleteCategory is POST …/{id}/delete. One that is gone already is no failure.
func (h *Pages) deleteCategory(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	id, err := page.PathID[svcx.CategoryID](r, "id", "category")
	if err == nil {
		err = h.Admin.DeleteCategory(r.Context(), s.Call(), id)
	}
	return h.gone(w, r, s, err, "categoryDeleted", page.CategoriesPath)
}

// link is the address of a category's page, or of one below it.
// action is where the form is sent to.
func (v categoryView) action() string {
	if v.category == nil {
		return v.Path(page.CategoriesPath)
	}
	return v.Path(page.CategoriesPath) + "/" + page.IDOrNone(&v.category.ID)
}

// consequence says what deleting the category does.
func (v categoryView) consequence() string {
	text := v.T("category.delete.unused")
	if v.conversations > 0 {
		text = v.N("category.delete.conversations", v.conversations)
	}
	if len(v.fields) > 0 {
		text += " " + v.N("category.delete.fields", len(v.fields), "Names", v.listed(v.fields))
	}
	return text + " " + v.T("category.delete.last")
}

// listed are some names in a sentence.
func (v categoryView) listed(names []string) string {
	const most = 5
	if len(names) <= most {
		return strings.Join(names, ", ")
	}
	return v.T("names.more", "Names", strings.Join(names[:most], ", "), "N", v.Number(len(names)-most))
}

package settings

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/inbox"
	"svcx/internal/richtext"
	"svcx/internal/web/page"
)

// fieldRoutes are the pages of field definitions.
func (h *Pages) fieldRoutes() {
	const pages = "/app/{org}" + page.FieldsPath
	h.Handle("GET "+pages, h.InWorkspace(svcx.RoleAdmin, h.fieldsPage))
	h.Handle("POST "+pages, h.InWorkspace(svcx.RoleAdmin, h.createField))
	h.Handle("GET "+pages+"/new", h.InWorkspace(svcx.RoleAdmin, h.newField))
	h.Handle("GET "+pages+"/{id}", h.InWorkspace(svcx.RoleAdmin, h.fieldPage))
	h.Handle("POST "+pages+"/{id}", h.InWorkspace(svcx.RoleAdmin, h.saveField))
	h.Handle("POST "+pages+"/{id}/move", h.InWorkspace(svcx.RoleAdmin, h.moveField))
	h.Handle("POST "+pages+"/{id}/delete", h.InWorkspace(svcx.RoleAdmin, h.deleteField))
}

// fieldView is the form of a field; field is nil for a new one.
type fieldView struct {
	page.Frame
	written
	field *svcx.Field
	asked string
}

// fieldsPage is GET /app/{org}/settings/fields.
func (h *Pages) fieldsPage(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	return h.showFields(w, r, s, "")
}

func (h *Pages) showFields(w http.ResponseWriter, r *http.Request, s *page.Viewer, said string) error {
	f, err := h.FrameAt(w, r, s, s.T("fields"), page.FieldsPath)
	if err != nil {
		return err
	}
	// Not Admin.Fields, which has those of one category.
	_, fields, err := h.Admin.Definitions(r.Context(), s.Workspace.ID)
	if err != nil {
		return err
	}
	return fieldsOf(f, fields, said).show(w, r)
}

// fieldsOf is the list of fields.
func fieldsOf(f page.Frame, fields []*svcx.Field, said string) orderedView {
	v := orderedView{
		Frame: f, icon: "text-cursor-input", path: page.FieldsPath, said: said,
		about: f.T("fields.about"), add: f.T("field.new"), order: f.T("fields.order"), emptyTitle: f.T("fields.empty.title"), empty: f.T("fields.empty"),
	}
	for _, field := range fields {
		v.rows = append(v.rows, orderedRow{page.IDOrNone(&field.ID), richtext.Name(field.Name), fieldRow(f, field)})
	}
	return v
}

// newField is GET …/new. ?category= is the category that it is for.
func (h *Pages) newField(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	f := empty("name", "", "fieldKey", "", "type", string(svcx.FieldText), "options", "", "category", r.URL.Query().Get("category"), "required", "")
	return h.showField(w, r, s, http.StatusOK, nil, f)
}

// fieldPage is GET …/{id}.
func (h *Pages) fieldPage(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	field, err := h.fieldOf(r, s)
	if err != nil {
		return err
	}
	return h.showField(w, r, s, http.StatusOK, field, shown("name", field.Name, "options", optionsText(field), "required", switched(field.Required)))
}

func (h *Pages) fieldOf(r *http.Request, s *page.Viewer) (*svcx.Field, error) {
	id, err := page.PathID[svcx.FieldID](r, "id", "field")
	if err != nil {
		return nil, err
	}
	return h.Admin.Field(r.Context(), s.Workspace, id)
}

func (h *Pages) showField(w http.ResponseWriter, r *http.Request, s *page.Viewer, status int, field *svcx.Field, f written) (err error) {
	v := fieldView{written: f, field: field, asked: asked(r)}
	title := s.T("field.new")
	if field != nil {
		title = richtext.Name(field.Name)
	}
	if v.Frame, err = h.FrameAt(w, r, s, title, page.FieldsPath); err != nil {
		return err
	}
	return page.Show(w, r, status, fieldPage(v))
}

// createField is POST /app/{org}/settings/fields. The field of the key is named "fieldKey": "key"
// is that of the form.
func (h *Pages) createField(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	posted, err := page.ReadForm(w, r)
	if err != nil {
		return err
	}
	f, draft := readField(s, posted)
	_, all, err := h.Admin.Definitions(r.Context(), s.Workspace.ID)
	if err != nil {
		return err
	}
	if f.full(s, "field.full", len(all), svcx.MaxFields); f.refused() == nil {
		what := strings.Join(append([]string{draft.Key, draft.Name, string(draft.Type), page.IDOrNone(draft.Category), strconv.FormatBool(draft.Required)}, draft.Options...), "\n")
		_, err = page.Once(r.Context(), page.OnceFor(h.core, s, r, f.key), "field", what, func(f *svcx.Field) int64 { return int64(f.ID) },
			func(ctx context.Context, call inbox.Call) (*svcx.Field, error) {
				return h.Admin.CreateField(ctx, call, draft)
			})
		if err == nil {
			return h.saved(w, r, s, "fieldCreated", page.FieldsPath)
		}
	}
	if err := f.explain(s, err, "field.refused.", map[string]string{"key": "fieldKey", "categoryId": "category"}); err != nil {
		return err
	}
	return h.showField(w, r, s, http.StatusUnprocessableEntity, nil, f)
}

// readField reads the form of a new field and notes what is wrong with it, by the rules of the
// API (form.DecodeField).
func readField(s *page.Viewer, posted url.Values) (f written, draft svcx.FieldDraft) {
	f = readWritten(posted, "name", "fieldKey", "type", "options", "category", "required")
	f.trim("name", "fieldKey")
	f.name(s, "name")
	if !svcx.IsFieldKey(f.value["fieldKey"]) {
		f.wrong["fieldKey"] = s.T("field.key.wrong", "Max", svcx.MaxFieldKey)
	}
	draft = svcx.FieldDraft{Key: f.value["fieldKey"], Name: f.value["name"], Type: svcx.FieldType(f.value["type"]), Required: f.on("required")}
	if !slices.Contains(svcx.FieldTypes, draft.Type) {
		f.wrong["type"] = s.T("field.type.unknown")
	}
	if text := f.value["category"]; text != "" {
		id, ok := form.ParseID(text)
		if !ok {
			f.wrong["category"] = s.T("field.refused.categoryId")
		}
		draft.Category = page.NonZero(svcx.CategoryID(id))
	}
	draft.Options = readOptions(s, f, draft.Type)
	return f, draft
}

// readOptions reads the options of a field, one a line, and notes what is wrong with them.
func readOptions(s *page.Viewer, f written, t svcx.FieldType) []string {
	options := lines(f.value["options"])
	seen := make(map[string]bool)
	problem := ""
	for _, option := range options {
		switch {
		case svcx.CheckLength("", option, svcx.MaxOption) != nil:
			problem = s.T("field.options.long", "Name", richtext.Name(shorten(option, 30)), "Max", s.Number(svcx.MaxOption))
		case seen[option]:
			problem = s.T("field.options.twice", "Name", richtext.Name(option))
		}
		seen[option] = true
	}
	switch {
	case t == svcx.FieldSelect && len(options) == 0:
		problem = s.T("field.options.none")
	case t != svcx.FieldSelect && len(options) > 0:
		problem = s.T("field.options.other")
	case len(options) > svcx.MaxOptions:
		problem = s.T("field.options.many", "Max", s.Number(svcx.MaxOptions), "N", s.Number(len(options)))
	}
	if problem != "" {
		f.wrong["options"] = problem
	}
	return options
}

// saveField is POST …/{id} {name, options, required}.
func (h *Pages) saveField(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	field, err := h.fieldOf(r, s)
	if err != nil {
		return err
	}
	posted, err := page.ReadForm(w, r)
	if err != nil {
		return err
	}
	read := readWritten(posted, "name", "options", "required")
	read.trim("name")
	read.name(s, "name")
	readOptions(s, read, field.Type)
	f := read
	if err = f.refused(); err == nil {
		_, err = h.Admin.EditField(r.Context(), s.Call(), field.ID, func(now *svcx.Field) (p svcx.FieldPatch, err error) {
			f = read.clone()
			p.Name = f.change(s, posted, "name", now.Name)
			p.Required = f.flip(s, posted, "required", now.Required)
			if text := f.change(s, posted, "options", optionsText(now)); text != nil {
				options := lines(*text)
				p.Options = &options
			}
			return p, f.refused()
		})
	}
	if err == nil {
		return h.saved(w, r, s, "saved", page.FieldsPath)
	}
	if err := f.explain(s, err, "field.refused.", nil); err != nil {
		return err
	}
	return h.showField(w, r, s, http.StatusUnprocessableEntity, field, f)
}

// optionsText is how a form shows the options of a field.
func optionsText(f *svcx.Field) string { return strings.Join(f.Options, "\n") }

// moveField is POST …/{id}/move, as moveCategory.
func (h *Pages) moveField(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	field, err := h.fieldOf(r, s)
	if err != nil {
		return err
	}
	to, err := readMove[svcx.FieldID](w, r)
	if err != nil {
		return err
	}
	place, of, err := h.Admin.MoveField(r.Context(), s.Call(), field.ID, to)
	if err != nil {
		return err
	}
	if page.IsFragment(r) {
		return h.showFields(w, r, s, s.T("order.moved", "Name", richtext.Name(field.Name), "Place", s.Number(place), "Of", s.Number(of)))
	}
	return h.saved(w, r, s, "moved", page.FieldsPath)
}

// deleteField is POST …/{id}/delete. One that is gone already is no failure.
func (h *Pages) deleteField(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	id, err := page.PathID[svcx.FieldID](r, "id", "field")
	if err == nil {
		err = h.Admin.DeleteField(r.Context(), s.Call(), id)
	}
	return h.gone(w, r, s, err, "fieldDeleted", page.FieldsPath)
}

// categoryOf is the category whose conversations have a field; nil if all have it.
func categoryOf(f page.Frame, field *svcx.Field) *svcx.Category {
	for _, c := range f.Categories {
		if field.Category != nil && c.ID == *field.Category {
			return c
		}
	}
	return nil
}

// placeOf is where a field is used.
func placeOf(f page.Frame, field *svcx.Field) string {
	if c := categoryOf(f, field); c != nil {
		return f.T("field.in", "Category", richtext.Name(c.Name))
	}
	return f.T("field.everywhere")
}

// action is where the form is sent to.
func (v fieldView) action() string {
	if v.field == nil {
		return v.Path(page.FieldsPath)
	}
	return v.Path(page.FieldsPath) + "/" + page.IDOrNone(&v.field.ID)
}

// hasOptions reports whether the form of an existing field has options.
func (v fieldView) hasOptions() bool { return v.field == nil || v.field.Type == svcx.FieldSelect }

func (v fieldView) types() (all []page.Option) {
	for _, t := range svcx.FieldTypes {
		all = append(all, page.Option{Value: string(t), Name: v.T("field.type." + string(t)), Chosen: v.value["type"] == string(t)})
	}
	return all
}

func (v fieldView) places() []page.Option {
	all := []page.Option{{Name: v.T("field.everywhere"), Chosen: v.value["category"] == ""}}
	for _, c := range v.Categories {
		id := page.IDOrNone(&c.ID)
		all = append(all, page.Option{Value: id, Name: v.T("field.in", "Category", richtext.Name(c.Name)), Chosen: v.value["category"] == id})
	}
	return all
}

package channels

import (
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/richtext"
	"svcx/internal/web/page"
)

// defaultsView is the page of the category and the field values that a channel's new
// conversations begin with.
type defaultsView struct {
	page.ChannelHead
	category   page.Edit
	categories []*svcx.Category
	fields     []defaultField
	// was are digests of what the form showed, by field.
	was   map[string]string
	wrong map[string]string
	alert string
}

// defaultField is a field with the value that new conversations begin with.
type defaultField struct {
	*svcx.Field
	value string
}

const (
	categoryField = "category"
	// valuePrefix begins the names of fields in the form; errorPrefix what errors name them by.
	valuePrefix = "field."
	errorPrefix = "defaults.fields."
)

// defaults is GET …/{id}/defaults.
func (h *Pages) defaults(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	c, err := h.ReadChannel(r, s)
	if err != nil {
		return err
	}
	return h.showDefaults(w, r, s, c, nil, http.StatusOK, defaultsView{})
}

// showDefaults shows the page, with what was written if fields has it.
func (h *Pages) showDefaults(w http.ResponseWriter, r *http.Request, s *page.Viewer, c *svcx.Channel, fields url.Values, status int, v defaultsView) (err error) {
	if v.ChannelHead, err = h.ChannelAt(w, r, s, c, page.ChannelDefaults); err != nil {
		return err
	}
	categories, all, err := h.Admin.Definitions(r.Context(), s.Workspace.ID)
	if err != nil {
		return err
	}
	v.categories = categories
	current := defaultTexts(c, all)
	shown := func(name string) *string {
		text := current[name]
		if fields.Has(name) {
			text = fields.Get(name)
		}
		return &text
	}
	v.category.Value = shown(categoryField)
	for _, f := range all {
		v.fields = append(v.fields, defaultField{f, *shown(valuePrefix + f.Key)})
	}
	v.was = make(map[string]string)
	for name, text := range current {
		v.was[name] = page.Digest(page.ShownAs(text, true))
	}
	return page.Show(w, r, status, defaultsPage(v))
}

// defaultTexts are a channel's defaults as the form shows them, by field.
func defaultTexts(c *svcx.Channel, fields []*svcx.Field) map[string]string {
	all := map[string]string{categoryField: page.IDOrNone(c.Defaults.Category)}
	for _, f := range fields {
		all[valuePrefix+f.Key] = c.Defaults.Fields[f.Key]
	}
	return all
}

// saveDefaults is POST …/{id}/defaults {category, field.KEY…}; an empty value means no default.
func (h *Pages) saveDefaults(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	c, fields, err := h.readForm(w, r, s)
	if err != nil {
		return err
	}
	_, all, err := h.Admin.Definitions(r.Context(), s.Workspace.ID)
	if err != nil {
		return err
	}
	v := defaultsView{}
	_, err = h.Admin.EditChannel(r.Context(), s.Call(), c.ID, func(now *svcx.Channel) (svcx.ChannelPatch, error) {
		c, v.wrong = now, make(map[string]string)
		return v.merge(s, fields, now, all)
	})
	var known *svcx.Error
	switch {
	case err == nil, err == errUnchanged:
		h.Done(w, "saved", nil)
		return page.Redirect(w, r, s.ChannelLink(c.ID, page.ChannelDefaults))
	case err == page.ErrRefused:
	case !errors.As(err, &known) || known.Kind != svcx.KindValidation:
		return err
	case known.Field == "defaults.categoryId":
		v.wrong[categoryField] = s.T("channels.defaults.category.gone")
	case strings.HasPrefix(known.Field, errorPrefix):
		v.wrong[valuePrefix+strings.TrimPrefix(known.Field, errorPrefix)] = page.Sentence(known.Message)
	default:
		v.alert = page.Sentence(known.Public())
	}
	return h.showDefaults(w, r, s, c, fields, http.StatusUnprocessableEntity, v)
}

// merge is what was changed in the form. What somebody else changed meanwhile is in v.wrong.
func (v *defaultsView) merge(s *page.Viewer, fields url.Values, now *svcx.Channel, all []*svcx.Field) (patch svcx.ChannelPatch, err error) {
	current := defaultTexts(now, all)
	changed := func(name string) (text string, differs bool) {
		if !fields.Has(name) {
			return "", false
		}
		text = page.ShownAs(fields.Get(name), true)
		differs, conflict := page.Edit{Name: name, Value: &text, Line: true}.Changes(s, fields, current[name])
		fields.Set(name, text)
		if conflict != "" {
			v.wrong[name] = s.T("channels.defaults.conflict")
		}
		return text, differs && conflict == ""
	}
	if text, differs := changed(categoryField); differs {
		id, ok := form.ParseID(text)
		var to *svcx.CategoryID
		switch {
		case ok:
			chosen := svcx.CategoryID(id)
			to = &chosen
		case text != "":
			v.wrong[categoryField] = s.T("channels.defaults.category.gone")
		}
		patch.Defaults.Category = &to
	}
	for _, f := range all {
		text, differs := changed(valuePrefix + f.Key)
		if !differs {
			continue
		}
		if patch.Defaults.Fields == nil {
			patch.Defaults.Fields = make(svcx.FieldInputs)
		}
		input := svcx.FieldInput{Kind: svcx.FieldInputString, Text: text}
		if svcx.Blank(text) {
			input = svcx.FieldInput{Kind: svcx.FieldInputNull}
		}
		patch.Defaults.Fields[f.Key] = input
	}
	switch {
	case len(v.wrong) > 0:
		return patch, page.ErrRefused
	case patch.Defaults.Category == nil && patch.Defaults.Fields == nil:
		return patch, errUnchanged
	}
	return patch, nil
}

func (f defaultField) name() string  { return valuePrefix + f.Key }
func (f defaultField) label() string { return richtext.Name(f.Field.Name) }

// isDate reports whether a browser's own control for dates can show the value.
func (f defaultField) isDate() bool {
	_, err := time.Parse(time.DateOnly, f.value)
	return f.Type == svcx.FieldDate && (f.value == "" || err == nil)
}

// kind is the type of the field's input.
func (f defaultField) kind() string {
	if f.isDate() {
		return "date"
	}
	return "text"
}

// categoryOptions are the categories to choose from.
func (v defaultsView) categoryOptions() []page.Option {
	all := []page.Option{{Value: "", Name: v.T("channels.defaults.none")}}
	for _, c := range v.categories {
		id := page.IDOrNone(&c.ID)
		all = append(all, page.Option{Value: id, Name: richtext.Name(c.Name), Chosen: id == *v.category.Value})
	}
	return all
}

// options are what may be chosen for a field; nil if the value is typed.
func (v defaultsView) options(f defaultField) []page.Option {
	all := []page.Option{{Value: "", Name: v.T("channels.defaults.none")}}
	switch f.Type {
	case svcx.FieldBoolean:
		for _, value := range []string{"true", "false"} {
			all = append(all, page.Option{Value: value, Name: v.T("field." + value), Chosen: f.value == value})
		}
	case svcx.FieldSelect:
		choices := f.Options
		if f.value != "" && !slices.Contains(choices, f.value) {
			choices = append(slices.Clone(choices), f.value)
		}
		for _, value := range choices {
			all = append(all, page.Option{Value: value, Name: richtext.Name(value), Chosen: f.value == value})
		}
	default:
		return nil
	}
	return all
}

// hint says which conversations have the field; "" for all.
func (v defaultsView) hint(f defaultField) string {
	if f.Category == nil {
		return ""
	}
	i := slices.IndexFunc(v.categories, func(c *svcx.Category) bool { return c.ID == *f.Category })
	if i < 0 {
		return ""
	}
	return v.T("channels.defaults.of", "Category", richtext.Name(v.categories[i].Name))
}

// focused reports whether a field has the focus: the first that is wrong.
func (v defaultsView) focused(name string) bool {
	if v.wrong[categoryField] != "" {
		return name == categoryField
	}
	for _, f := range v.fields {
		if v.wrong[f.name()] != "" {
			return name == f.name()
		}
	}
	return false
}

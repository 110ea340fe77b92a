package web

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"time"

	"svcx"
	"svcx/internal/richtext"
	"svcx/internal/web/page"
)

// errorPrefix begins the names of invalid fields in errors; their keys follow.
const errorPrefix = "fields."

// filling asks for the fields that must be filled before a conversation gets a status.
type filling struct {
	to     svcx.Status
	fields []page.FieldInput
}

// readFields reads the field values in a form; a blank one clears.
func readFields(form url.Values) svcx.FieldInputs {
	var inputs svcx.FieldInputs
	for name := range form {
		key, is := strings.CutPrefix(name, page.FieldPrefix)
		if !is {
			continue
		}
		if inputs == nil {
			inputs = make(svcx.FieldInputs)
		}
		if value := form.Get(name); svcx.Blank(value) {
			inputs[key] = svcx.FieldInput{Kind: svcx.FieldInputNull}
		} else {
			inputs[key] = svcx.FieldInput{Kind: svcx.FieldInputString, Text: value}
		}
	}
	return inputs
}

// setFields is POST …/fields {field.KEY…}.
func (h *Handler) setFields(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	return h.act(w, r, s, func(a *action, form url.Values) error {
		a.done, a.fields = "fields", readFields(form)
		return h.saveFields(r.Context(), a, form)
	})
}

// saveFields sets the fields that were changed in a form; one that somebody else changed
// meanwhile is refused.
func (h *Handler) saveFields(ctx context.Context, a *action, form url.Values) error {
	values, err := h.Messaging.FieldValues(ctx, a.Workspace, a.id)
	if err != nil {
		return err
	}
	inputs := maps.Clone(a.fields)
	for _, f := range values {
		in, given := inputs[f.Field.Key]
		if !given {
			continue
		}
		line := !page.IsLong(f.Value)
		text := page.ShownAs(in.Text, line)
		changed, conflict := page.Edit{Name: page.FieldPrefix + f.Field.Key, Value: &text, Line: line}.Changes(a.Viewer, form, f.Value)
		switch {
		case conflict != "":
			return svcx.Invalid(errorPrefix+f.Field.Key, "%s", conflict)
		case changed:
			in.Was = &f.Value
			inputs[f.Field.Key] = in
		default:
			delete(inputs, f.Field.Key)
		}
	}
	if len(inputs) == 0 {
		return nil
	}
	if name := ""; len(inputs) == 1 && a.done == "fields" {
		for _, f := range values {
			if _, is := inputs[f.Field.Key]; is {
				name = richtext.Name(f.Field.Name)
			}
		}
		a.said = a.T("done.fieldSaved", "Name", name)
	}
	_, err = h.Messaging.SetFieldValues(ctx, a.Call(), a.id, inputs)
	return err
}

// setStatus is POST …/status {to, field.KEY…}: to is open, resolved or closed. The fields are
// set first; those that are required and missing are asked for.
func (h *Handler) setStatus(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	return h.act(w, r, s, func(a *action, form url.Values) error {
		a.to, a.done, a.fields = svcx.Status(form.Get("to")), form.Get("to"), readFields(form)
		if !a.to.Valid() {
			return svcx.Invalid("to", "must be open, resolved or closed")
		}
		if len(a.fields) > 0 {
			if err := h.saveFields(r.Context(), a, form); err != nil {
				return err
			}
		}
		return h.set(r, a, svcx.PropertyStatus, string(a.to))
	})
}

// refusedField is the key of the field that an action was refused for, with the reason.
func refusedField(err error) (key, reason string, ok bool) {
	var known *svcx.Error
	if !errors.As(err, &known) || known.Kind != svcx.KindValidation {
		return "", "", false
	}
	key, ok = strings.CutPrefix(known.Field, errorPrefix)
	return key, page.Sentence(known.Message), ok
}

// keepFields puts the values of an action that was refused for a field back into the form that
// they came from, with the reason beside the field; false if it was refused for another reason.
func (o *conversationView) keepFields(a action, err error) bool {
	key, reason, ok := refusedField(err)
	if !ok {
		return false
	}
	typed := func(f svcx.FieldValue, place string) page.FieldInput {
		in := page.FieldInput{Printer: o.Printer, Place: place, Field: f.Field, Value: f.Value, Stored: f.Value}
		if given, is := a.fields[f.Field.Key]; is {
			in.Value = given.Text
			switch {
			case f.Field.Key == key:
				in.Problem = reason
			case place == "fill" && f.Field.Required && given.Kind == svcx.FieldInputNull:
				in.Problem = o.T("field.fill")
			}
		}
		return in
	}
	if a.done == "fields" {
		o.wrongFields = make(map[string]page.FieldInput)
		for _, f := range o.fields {
			if _, is := a.fields[f.Field.Key]; is {
				o.wrongFields[f.Field.Key] = typed(f, "wrong")
			}
		}
		return len(o.wrongFields) > 0
	}
	o.filling = &filling{to: svcx.StatusResolved} // also after a reply that was to resolve
	if a.to == svcx.StatusClosed {
		o.filling.to = a.to
	}
	for _, f := range o.fields {
		_, given := a.fields[f.Field.Key]
		if given || f.Field.Required && !f.Set && f.Field.AppliesTo(o.conversation.Category) {
			o.filling.fields = append(o.filling.fields, typed(f, "fill"))
		}
	}
	return len(o.filling.fields) > 0
}

// shownFields are the fields that the pane lists: the others are found under "Add field value".
func (o *conversationView) shownFields() (all []svcx.FieldValue) {
	for _, f := range o.fields {
		if _, wrong := o.wrongFields[f.Field.Key]; wrong || f.Set || f.Field.Required {
			all = append(all, f)
		}
	}
	return all
}

// emptyFields are those without a value.
func (o *conversationView) emptyFields() (all []svcx.FieldValue) {
	for _, f := range o.fields {
		if !f.Set {
			all = append(all, f)
		}
	}
	return all
}

func (o *conversationView) fieldEditor(f svcx.FieldValue) page.FieldInput {
	return page.FieldInput{Printer: o.Printer, Place: "edit", Field: f.Field, Value: f.Value, Stored: f.Value}
}

// fieldText is a field's value as its type is read.
func (o *conversationView) fieldText(f svcx.FieldValue) string {
	switch f.Field.Type {
	case svcx.FieldBoolean:
		return o.T("field." + f.Value)
	case svcx.FieldDate:
		if at, err := time.Parse(time.DateOnly, f.Value); err == nil {
			return o.T("time.date", "D", at.Day(), "M", o.Month(at, "short"), "Y", at.Year())
		}
		if at, err := svcx.ParseTime(f.Value); err == nil {
			return o.ExactTime(at)
		}
	}
	return f.Value
}

// fillTitle is the heading of the dialog that asks for required fields.
func (o *conversationView) fillTitle() string { return o.T("fill.title." + string(o.filling.to)) }

package rest

import (
	"svcx"
	"svcx/internal/form"
	"svcx/internal/inbox"
)

// listFields lists the global fields, and those of the category in categoryId if
// it is given (D 5).
func (a *API) listFields(r *request) (any, error) {
	category, err := idParam[svcx.CategoryID](r, "categoryId")
	if err != nil {
		return nil, err
	}
	return a.fieldsOf(r, category)
}

func (a *API) listCategoryFields(r *request) (any, error) {
	category := r.categoryID()
	return a.fieldsOf(r, &category)
}

func (a *API) fieldsOf(r *request, category *svcx.CategoryID) (any, error) {
	page, err := r.page(form.DefinitionPages)
	if err != nil {
		return nil, err
	}
	items, err := a.Admin.Fields(r.http.Context(), r.workspace, category, page)
	if err != nil {
		return nil, err
	}
	return list(items, page, r.form.Field), nil
}

// createField creates a global field or, with categoryId in the body, a field of
// that category (D 5).
func (a *API) createField(r *request) (any, error) {
	draft, err := decode(r, r.form.DecodeField)
	if err != nil {
		return nil, err
	}
	return a.addField(r, draft)
}

// createCategoryField creates a field of the category in the path. A categoryId in
// the body is ignored.
func (a *API) createCategoryField(r *request) (any, error) {
	draft, err := decode(r, r.form.DecodeCategoryField)
	if err != nil {
		return nil, err
	}
	category := r.categoryID()
	draft.Category = &category
	return a.addField(r, draft)
}

func (a *API) addField(r *request, draft svcx.FieldDraft) (any, error) {
	return created(r, inData(r.form.Field), func(call inbox.Call) (*svcx.Field, error) {
		return a.Admin.CreateField(r.http.Context(), call, draft)
	})
}

func (r *request) fieldID() svcx.FieldID { return svcx.FieldID(r.ids[0]) }

func (a *API) updateField(r *request) (any, error) {
	patch, err := decode(r, r.form.DecodeFieldPatch)
	if err != nil {
		return nil, err
	}
	f, err := a.Admin.UpdateField(r.http.Context(), r.call(), r.fieldID(), patch)
	if err != nil {
		return nil, err
	}
	return single{r.form.Field(f)}, nil
}

func (a *API) deleteField(r *request) (any, error) {
	return r.deleted(a.Admin.DeleteField(r.http.Context(), r.call(), r.fieldID()))
}

func (a *API) listFieldValues(r *request) (any, error) {
	values, err := a.Messaging.FieldValues(r.http.Context(), r.workspace, r.conversationID())
	if err != nil {
		return nil, err
	}
	return r.fieldValues(values), nil
}

func (a *API) setFieldValues(r *request) (any, error) {
	inputs, err := decode(r, r.form.DecodeFieldValues)
	if err != nil {
		return nil, err
	}
	values, err := a.Messaging.SetFieldValues(r.http.Context(), r.call(), r.conversationID(), inputs)
	if err != nil {
		return nil, err
	}
	return r.fieldValues(values), nil
}

// fieldValues encodes all values, for both GET and PATCH: a PATCH answers in the
// shape of the GET (R 4.6).
func (r *request) fieldValues(values []svcx.FieldValue) any {
	all := svcx.List[svcx.FieldValue]{Items: values, Total: len(values)}
	return list(all, svcx.Page{Limit: form.DefinitionPages.Max}, r.form.FieldValue)
}

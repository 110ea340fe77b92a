package rest

import (
	"svcx"
	"svcx/internal/form"
	"svcx/internal/inbox"
)

func (a *API) listCategories(r *request) (any, error) {
	page, err := r.page(form.DefinitionPages)
	if err != nil {
		return nil, err
	}
	items, err := a.Admin.Categories(r.http.Context(), r.workspace, page)
	if err != nil {
		return nil, err
	}
	return list(items, page, r.form.Category), nil
}

func (r *request) categoryID() svcx.CategoryID { return svcx.CategoryID(r.ids[0]) }

func (a *API) createCategory(r *request) (any, error) {
	draft, err := decode(r, r.form.DecodeCategory)
	if err != nil {
		return nil, err
	}
	return created(r, inData(r.form.Category), func(call inbox.Call) (*svcx.Category, error) {
		return a.Admin.CreateCategory(r.http.Context(), call, draft)
	})
}

func (a *API) updateCategory(r *request) (any, error) {
	patch, err := decode(r, r.form.DecodeCategoryPatch)
	if err != nil {
		return nil, err
	}
	c, err := a.Admin.UpdateCategory(r.http.Context(), r.call(), r.categoryID(), patch)
	if err != nil {
		return nil, err
	}
	return single{r.form.Category(c)}, nil
}

func (a *API) deleteCategory(r *request) (any, error) {
	return r.deleted(a.Admin.DeleteCategory(r.http.Context(), r.call(), r.categoryID()))
}

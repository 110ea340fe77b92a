package rest

import (
	"svcx"
	"svcx/internal/form"
)

// Key management (R 4.5) needs an admin's session. It has two equivalent paths in
// both forms (D 1).

// listKeys serves GET /api-keys and /keys, newest first.
func (a *API) listKeys(r *request) (any, error) {
	page, err := r.page(r.form.Pages.Contacts)
	if err != nil {
		return nil, err
	}
	items, err := a.Admin.Keys(r.http.Context(), r.workspace, r.form.ListsRevokedKeys, page)
	if err != nil {
		return nil, err
	}
	return list(items, page, func(k *svcx.Key) any { return r.form.Key(k, "") }), nil
}

// createKey serves POST /api-keys and /keys {name, scopes, expiresAt?}. The key itself is
// shown only in this answer.
func (a *API) createKey(r *request) (any, error) {
	draft, err := decode(r, r.form.DecodeKey)
	if err != nil {
		return nil, err
	}
	k, plain, err := a.Admin.CreateKey(r.http.Context(), r.call(), draft)
	if err != nil {
		return nil, err
	}
	return single{r.form.Key(k, plain)}, nil
}

// revokeKey serves DELETE /api-keys/{id} and /keys/{id} → {data: {revoked: true}}.
func (a *API) revokeKey(r *request) (any, error) {
	if err := a.Admin.RevokeKey(r.http.Context(), r.call(), svcx.KeyID(r.ids[0])); err != nil {
		return nil, err
	}
	return single{form.Revoked()}, nil
}

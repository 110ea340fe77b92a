package rest

import (
	"svcx"
	"svcx/internal/form"
)

func (r *request) secretKey() string { return r.http.PathValue("name") }

// listSecrets serves GET /secrets, ordered by key, without values.
func (a *API) listSecrets(r *request) (any, error) {
	page, err := r.page(form.DefinitionPages)
	if err != nil {
		return nil, err
	}
	items, err := a.Admin.Secrets(r.http.Context(), r.workspace, page)
	if err != nil {
		return nil, err
	}
	return list(items, page, form.Secret), nil
}

// getSecret serves GET /secrets/{key}, with its value. The read is recorded in the
// audit log.
func (a *API) getSecret(r *request) (any, error) {
	s, value, err := a.Admin.ReadSecret(r.http.Context(), r.call(), r.secretKey())
	if err != nil {
		return nil, err
	}
	return single{form.SecretValue(s, value)}, nil
}

func (a *API) createSecret(r *request) (any, error) {
	draft, err := decode(r, form.DecodeSecret)
	if err != nil {
		return nil, err
	}
	return secretAnswer(a.Admin.CreateSecret(r.http.Context(), r.call(), draft))
}

func (a *API) updateSecret(r *request) (any, error) {
	patch, err := decode(r, form.DecodeSecretPatch)
	if err != nil {
		return nil, err
	}
	return secretAnswer(a.Admin.UpdateSecret(r.http.Context(), r.call(), r.secretKey(), patch))
}

func secretAnswer(s *svcx.Secret, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	return single{form.Secret(s)}, nil
}

// deleteSecret serves DELETE /secrets/{key}. The id in the answer is the key.
func (a *API) deleteSecret(r *request) (any, error) {
	if err := a.Admin.DeleteSecret(r.http.Context(), r.call(), r.secretKey()); err != nil {
		return nil, err
	}
	return single{deletion{r.secretKey(), true}}, nil
}

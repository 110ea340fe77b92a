package rest

// createSigningSecret serves POST /channels/{id}/signing-secret → {data: {secret}},
// which is shown only once. A second call rotates the secret (D 4).
func (a *API) createSigningSecret(r *request) (any, error) {
	return r.secretOf("secret", a.Admin.CreateSigningSecret)
}

// deleteSigningSecret serves DELETE /channels/{id}/signing-secret; 404 without one.
// The id in the answer is the channel's.
func (a *API) deleteSigningSecret(r *request) (any, error) {
	return r.deleted(a.Admin.DeleteSigningSecret(r.http.Context(), r.call(), r.channelID()))
}

package rest

// createSigningSecret: POST /channels/{id}/signing-secret → {data: {secret}},
// this once; again rotates (decisions 4).
func (a *API) createSigningSecret(r *request) (any, error) {
	return r.secretOf("secret", a.Inbox.CreateSigningSecret)
}

// deleteSigningSecret: DELETE /channels/{id}/signing-secret; 404 without one.
// The id in the answer is the channel's.
func (a *API) deleteSigningSecret(r *request) (any, error) {
	return r.deleted(a.Inbox.DeleteSigningSecret(r.http.Context(), r.workspace, r.actor(), r.channelID()))
}

package rest

// listAudit serves GET /audit, newest first.
func (a *API) listAudit(r *request) (any, error) {
	page, err := r.page(r.form.Pages.Contacts)
	if err != nil {
		return nil, err
	}
	items, err := a.Admin.AuditLog(r.http.Context(), r.workspace, page)
	if err != nil {
		return nil, err
	}
	return list(items, page, r.form.Audit), nil
}

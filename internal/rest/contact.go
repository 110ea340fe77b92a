package rest

import "svcx"

func (a *API) listContacts(r *request) (any, error) {
	page, err := r.page(r.form.Lists.Contacts)
	if err != nil {
		return nil, err
	}
	search, err := r.text("search")
	if err != nil {
		return nil, err
	}
	items, err := a.Inbox.Contacts(r.http.Context(), r.workspace, search, page)
	if err != nil {
		return nil, err
	}
	return list(items, page, r.form.Contact), nil
}

func (r *request) contactID() svcx.ContactID { return svcx.ContactID(r.ids[0]) }

func (a *API) getContact(r *request) (any, error) {
	c, err := a.Inbox.Contact(r.http.Context(), r.workspace, r.contactID())
	if err != nil {
		return nil, err
	}
	return single{r.form.Contact(c)}, nil
}

func (a *API) createContact(r *request) (any, error) {
	draft, err := decode(r, r.form.DecodeContact)
	if err != nil {
		return nil, err
	}
	c, err := a.Inbox.CreateContact(r.http.Context(), r.workspace, draft)
	if err != nil {
		return nil, err
	}
	return single{r.form.Contact(c)}, nil
}

func (a *API) updateContact(r *request) (any, error) {
	if _, err := a.Inbox.Contact(r.http.Context(), r.workspace, r.contactID()); err != nil {
		return nil, err
	}
	patch, err := decode(r, r.form.DecodeContactPatch)
	if err != nil {
		return nil, err
	}
	c, err := a.Inbox.UpdateContact(r.http.Context(), r.workspace, r.contactID(), patch)
	if err != nil {
		return nil, err
	}
	return single{r.form.Contact(c)}, nil
}

package rest

import (
	"math"
	"strconv"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/inbox"
)

func (a *API) listContacts(r *request) (any, error) {
	page, err := r.page(r.form.Pages.Contacts)
	if err != nil {
		return nil, err
	}
	search, err := r.text("search")
	if err != nil {
		return nil, err
	}
	if after, given, err := r.after(); err != nil {
		return nil, err
	} else if given {
		return a.contactsAfter(r, search, after, page.Limit)
	}
	items, err := a.Directory.Contacts(r.http.Context(), r.workspace, search, page)
	if err != nil {
		return nil, err
	}
	return list(items, page, r.contact), nil
}

func (a *API) contactsAfter(r *request, search, after string, limit int) (any, error) {
	id, ok := int64(math.MaxInt64), true
	if after != "" {
		if id, ok = form.ParseID(after); !ok {
			return nil, svcx.Invalid("after", "must be from a page of the list")
		}
	}
	items, last, err := a.Directory.ContactsAfter(r.http.Context(), r.workspace, search, svcx.ContactID(id), limit)
	if err != nil {
		return nil, err
	}
	next := ""
	if last != nil {
		next = strconv.FormatInt(int64(*last), 10)
	}
	return following(items, limit, next, r.contact), nil
}

// contact encodes a contact; members see more of it than API keys.
func (r *request) contact(c *svcx.Contact) any {
	if r.member == nil {
		return r.form.Contact(c)
	}
	return r.form.MemberContact(c, r.api.Links.Avatar(r.workspace, c))
}

func (r *request) contactID() svcx.ContactID { return svcx.ContactID(r.ids[0]) }

func (a *API) getContact(r *request) (any, error) {
	c, err := a.Directory.Contact(r.http.Context(), r.workspace, r.contactID())
	if err != nil {
		return nil, err
	}
	if r.member == nil {
		return single{r.contact(c)}, nil
	}
	merged, err := a.Directory.MergedContacts(r.http.Context(), r.workspace, c)
	if err != nil {
		return nil, err
	}
	return single{r.form.WithMerged(r.contact(c), merged)}, nil
}

func (a *API) createContact(r *request) (any, error) {
	draft, err := decode(r, r.form.DecodeContact)
	if err != nil {
		return nil, err
	}
	return created(r, inData(r.contact), func(call inbox.Call) (*svcx.Contact, error) {
		return a.Directory.CreateContact(r.http.Context(), call, draft)
	})
}

func (a *API) updateContact(r *request) (any, error) {
	patch, err := decode(r, r.form.DecodeContactPatch)
	if err != nil {
		return nil, err
	}
	c, err := a.Directory.UpdateContact(r.http.Context(), r.call(), r.contactID(), patch)
	if err != nil {
		return nil, err
	}
	return single{r.contact(c)}, nil
}

// mergeContact serves POST /contacts/{id}/merge {into} → the contact that remains.
func (a *API) mergeContact(r *request) (any, error) {
	into, err := decode(r, r.form.DecodeMerge)
	if err != nil {
		return nil, err
	}
	c, err := a.Directory.MergeContact(r.http.Context(), r.call(), r.contactID(), into)
	if err != nil {
		return nil, err
	}
	return single{r.contact(c)}, nil
}

// unmergeContact serves POST /contacts/{id}/unmerge, with the id of the contact
// that was merged → that contact.
func (a *API) unmergeContact(r *request) (any, error) {
	return r.contactAnswer(a.Directory.UnmergeContact(r.http.Context(), r.call(), r.contactID()))
}

// blockContact serves POST /contacts/{id}/block; DELETE unblocks.
func (a *API) blockContact(r *request) (any, error)   { return r.block(true) }
func (a *API) unblockContact(r *request) (any, error) { return r.block(false) }

func (r *request) block(blocked bool) (any, error) {
	return r.contactAnswer(r.api.Directory.BlockContact(r.http.Context(), r.call(), r.contactID(), blocked))
}

func (r *request) contactAnswer(c *svcx.Contact, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	return single{r.contact(c)}, nil
}

// eraseContact serves DELETE /contacts/{id}, which erases the contact's data.
func (a *API) eraseContact(r *request) (any, error) {
	return r.deleted(a.Directory.EraseContact(r.http.Context(), r.call(), r.contactID()))
}

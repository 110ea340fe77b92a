package rest

import (
	"svcx"
	"svcx/internal/inbox"
)

// listMessages lists messages by offset or, in a form with a cursor, the messages
// before a given one (R 4.2, D 5).
func (a *API) listMessages(r *request) (any, error) {
	page, err := r.messagePage()
	if err != nil {
		return nil, err
	}
	items, err := a.Messaging.Messages(r.http.Context(), r.workspace, r.named, page)
	if err != nil {
		return nil, err
	}
	encode := func(m svcx.Message) any { return r.form.Message(&m) }
	if page.Before != nil {
		return inPieces(items.List, encode, func(data []any) any {
			return cursorListing{Data: data, Limit: page.Limit, HasMore: items.HasBefore}
		}), nil
	}
	return list(items.List, page.Page, encode), nil
}

func (r *request) messagePage() (page svcx.MessagePage, err error) {
	bounds := r.form.Pages.Messages
	cursor := r.form.Pages.MessageCursor
	if cursor.Max > 0 {
		if page.Before, err = idParam[svcx.MessageID](r, "before"); err != nil {
			return page, err
		}
	}
	if page.Before != nil {
		if _, given, _ := r.param("offset"); given {
			return page, svcx.Invalid("offset", "must not be given together with before")
		}
		bounds = cursor
	}
	page.Page, err = r.page(bounds)
	return page, err
}

func (a *API) sendMessage(r *request) (any, error) {
	draft, err := decode(r, r.form.DecodeMessage)
	if err != nil {
		return nil, err
	}
	draft.Origin = svcx.OriginAPI
	return created(r, inData(r.form.Message), func(call inbox.Call) (*svcx.Message, error) {
		return a.Messaging.Send(r.http.Context(), call, r.conversationID(), draft)
	})
}

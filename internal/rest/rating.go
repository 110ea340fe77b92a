package rest

import (
	"svcx"
	"svcx/internal/inbox"
)

func (a *API) getRating(r *request) (any, error) {
	rating, err := a.Messaging.Rating(r.http.Context(), r.workspace, r.conversationID())
	if err != nil {
		return nil, err
	}
	return single{r.form.Rating(rating)}, nil
}

func (a *API) rate(r *request) (any, error) {
	draft, err := decode(r, r.form.DecodeRating)
	if err != nil {
		return nil, err
	}
	return created(r, inData(r.form.Rating), func(call inbox.Call) (*svcx.Rating, error) {
		return a.Messaging.Rate(r.http.Context(), call, r.conversationID(), draft)
	})
}

package form

import "svcx"

// rating is a rating on the wire (R 2.4): comment and ratedBy are null where
// there is none.
type rating struct {
	ID             any     `json:"id"`
	ConversationID any     `json:"conversationId"`
	Rating         int     `json:"rating"`
	Comment        *string `json:"comment"`
	RatedBy        *string `json:"ratedBy"`
	CreatedAt      string  `json:"createdAt"`
}

// Rating is a rating on the wire: {id, conversationId, rating, comment, ratedBy,
// createdAt} (R 2.4). createdAt is when it was last given.
func (f *Form) Rating(r *svcx.Rating) any {
	return rating{
		ID:             f.ID(int64(r.ID)),
		ConversationID: f.ID(int64(r.Conversation)),
		Rating:         r.Rating,
		Comment:        OptionalString(r.Comment),
		RatedBy:        OptionalString(r.RatedBy),
		CreatedAt:      r.CreatedAt.String(),
	}
}

// DecodeRating reads the body of POST /conversations/{id}/rate (R 4.4):
// {rating, comment?, ratedBy?}, as Object.Rating has it.
func (f *Form) DecodeRating(body []byte) (svcx.RatingDraft, error) {
	o, err := ReadObject(body)
	if err != nil {
		return svcx.RatingDraft{}, err
	}
	return checked(o, o.Rating())
}

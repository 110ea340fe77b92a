package form

import (
	"svcx"
	"svcx/internal/openapi"
)

// rating is a rating on the wire (R 2.4). comment and ratedBy may be null.
type rating struct {
	ID             any     `json:"id" api:"id"`
	ConversationID any     `json:"conversationId" api:"id"`
	Rating         int     `json:"rating" api:"1..5"`
	Comment        *string `json:"comment"`
	RatedBy        *string `json:"ratedBy"`
	CreatedAt      string  `json:"createdAt"`
}

// Rating encodes a rating: {id, conversationId, rating, comment, ratedBy, createdAt}
// (R 2.4). createdAt is when the conversation was last rated.
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
// {rating, comment?, ratedBy?}, see Object.Rating.
func (f *Form) DecodeRating(body []byte) (svcx.RatingDraft, error) {
	o, err := ReadObject(body)
	if err != nil {
		return svcx.RatingDraft{}, err
	}
	return checked(o, o.Rating())
}

// RatingBody describes what DecodeRating reads.
func (f *Form) RatingBody() *openapi.Schema {
	return openapi.Object(
		openapi.Need("rating", openapi.Int(svcx.MinRating, svcx.MaxRating)),
		openapi.May("comment", openapi.Text(svcx.MaxRatingComment)),
		openapi.May("ratedBy", openapi.Text(svcx.MaxName).As("Who gave the rating, such as an e-mail address or an external id.")),
	)
}

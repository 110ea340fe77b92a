package form

import (
	"svcx"
	"svcx/internal/openapi"
)

// participant is a participant on the wire (R 2.8). name, email and externalId may be
// null.
//
// The contact is listed as a participant with the role primary. It is not stored with
// the others and has an id of another kind, so its id is null and contactId is the
// contact's id; contactId is null for all others.
type participant struct {
	ID             any                  `json:"id" api:"id null"`
	ConversationID any                  `json:"conversationId" api:"id"`
	ContactID      any                  `json:"contactId" api:"id null"`
	Name           *string              `json:"name"`
	Email          *string              `json:"email"`
	ExternalID     *string              `json:"externalId"`
	Role           svcx.ParticipantRole `json:"role"`
	AddedAt        string               `json:"addedAt"`
}

// Participant encodes a participant: {id, conversationId, contactId, name, email,
// externalId, role, addedAt} (R 2.8).
func (f *Form) Participant(p *svcx.Participant) any {
	record := participant{
		ConversationID: f.ID(int64(p.Conversation)),
		Name:           OptionalString(p.Name),
		Email:          OptionalString(p.Email),
		ExternalID:     OptionalString(p.ExternalID),
		Role:           p.Role,
		AddedAt:        p.AddedAt.String(),
	}
	if p.Contact != nil {
		record.ContactID = f.ID(int64(*p.Contact))
	} else {
		record.ID = f.ID(int64(p.ID))
	}
	return record
}

// DecodeParticipant reads the body of POST /conversations/{id}/participants
// (R 4.7): {name?, email?, externalId?, role}. role is cc or observer; email is an
// address; lengths are 255, 320 and 255 characters; blank counts as absent.
func (f *Form) DecodeParticipant(body []byte) (svcx.ParticipantDraft, error) {
	o, err := ReadObject(body)
	if err != nil {
		return svcx.ParticipantDraft{}, err
	}
	return checked(o, o.participant())
}

// ParticipantBody describes what DecodeParticipant reads.
func (f *Form) ParticipantBody() *openapi.Schema { return participantBody() }

func participantBody() *openapi.Schema {
	return openapi.Object(
		openapi.May("name", openapi.Text(svcx.MaxName)),
		openapi.May("email", EmailSchema()),
		openapi.May("externalId", openapi.Text(svcx.MaxExternalID)),
		openapi.Need("role", oneOf(participantRoles)),
	)
}

package formb

import (
	"svcx"
	"svcx/internal/form"
	"svcx/internal/openapi"
)

// Contact is a contact on the wire (R 2.3, D 5). Missing values are null; tags is
// always an array.
type Contact struct {
	ID         svcx.ContactID `json:"id"`
	ExternalID *string        `json:"externalId"`
	Name       *string        `json:"name"`
	Email      *string        `json:"email"`
	AvatarURL  *string        `json:"avatarUrl"`
	Tags       []string       `json:"tags"`
	CreatedAt  string         `json:"createdAt"`
	UpdatedAt  string         `json:"updatedAt"`
}

func encodeContact(c *svcx.Contact) any {
	return Contact{
		ID:         c.ID,
		ExternalID: form.OptionalString(c.ExternalID),
		Name:       form.OptionalString(c.Name),
		Email:      form.OptionalString(c.Email),
		AvatarURL:  form.OptionalString(c.AvatarURL),
		Tags:       c.Tags,
		CreatedAt:  c.CreatedAt.String(),
		UpdatedAt:  c.UpdatedAt.String(),
	}
}

// decodeContactPatch reads {name?, email?, externalId?, tags?} (R 4.3, D 5); null
// clears a member.
func decodeContactPatch(body []byte) (svcx.ContactPatch, error) {
	o, err := form.ReadObject(body)
	if err != nil {
		return svcx.ContactPatch{}, err
	}
	patch := svcx.ContactPatch{
		ExternalID: o.TextPatch("externalId", svcx.MaxExternalID),
		Name:       o.TextPatch("name", svcx.MaxName),
		Email:      o.EmailPatch("email"),
		Tags:       o.TagsPatch(),
	}
	if err := o.Err(); err != nil {
		return svcx.ContactPatch{}, err
	}
	return patch, nil
}

func contactPatchBody() *openapi.Schema {
	return openapi.Object(
		openapi.May("externalId", openapi.Text(svcx.MaxExternalID).Nullable()),
		openapi.May("name", openapi.Text(svcx.MaxName).Nullable()),
		openapi.May("email", form.EmailSchema().Nullable()),
		openapi.May("tags", form.TagsSchema()),
	)
}

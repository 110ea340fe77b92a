package forma

import (
	"svcx"
	"svcx/internal/form"
	"svcx/internal/openapi"
)

// Contact is a contact on the wire (R 2.3). Missing values are null.
type Contact struct {
	ID         string  `json:"id"`
	ExternalID *string `json:"externalId"`
	Name       *string `json:"name"`
	Email      *string `json:"email"`
	CreatedAt  string  `json:"createdAt"`
	UpdatedAt  string  `json:"updatedAt"`
}

func encodeContact(c *svcx.Contact) any {
	return Contact{
		ID:         id(c.ID),
		ExternalID: form.OptionalString(c.ExternalID),
		Name:       form.OptionalString(c.Name),
		Email:      form.OptionalString(c.Email),
		CreatedAt:  c.CreatedAt.String(),
		UpdatedAt:  c.UpdatedAt.String(),
	}
}

// decodeContactPatch reads {name?, email?} (R 4.3, D 5); null clears a member.
func decodeContactPatch(body []byte) (svcx.ContactPatch, error) {
	o, err := form.ReadObject(body)
	if err != nil {
		return svcx.ContactPatch{}, err
	}
	patch := svcx.ContactPatch{
		Name:  o.TextPatch("name", svcx.MaxName),
		Email: o.EmailPatch("email"),
	}
	if err := o.Err(); err != nil {
		return svcx.ContactPatch{}, err
	}
	return patch, nil
}

func contactPatchBody() *openapi.Schema {
	return openapi.Object(
		openapi.May("name", openapi.Text(svcx.MaxName).Nullable()),
		openapi.May("email", form.EmailSchema().Nullable()),
	)
}

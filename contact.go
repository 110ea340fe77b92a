package svcx

// Contact is a customer. ExternalID and Email are unique in a workspace if present
// (R 2.3); both may be empty.
type Contact struct {
	ID         ContactID
	Workspace  WorkspaceID
	ExternalID string
	// ExternalIDDefaulted is set if the sender gave no external id and the e-mail
	// address was used. It is then ignored when contacts are matched (D 2).
	ExternalIDDefaulted bool
	Name                string
	Email               string
	AvatarURL           string
	Tags                []string
	// BlockedAt is when the contact was blocked: its messages are not accepted.
	BlockedAt *Time
	// MergedInto is the contact that this one is now an alias of; nil if it is not
	// merged. Aliases are the names by which searches find what was merged into it.
	MergedInto *ContactID
	Aliases    []string
	CreatedAt  Time
	UpdatedAt  Time
}

// MergedContact is a contact as it was before it was merged into another.
type MergedContact struct {
	Contact
	MergedAt Time
}

// ContactDraft is the input for a new contact.
type ContactDraft struct {
	ExternalID, Name, Email string
}

// ContactPatch changes what is set; "" clears.
type ContactPatch struct {
	ExternalID *string
	Name       *string
	Email      *string
	Tags       *[]string
}

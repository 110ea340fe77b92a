package svcx

// Contact is a customer. ExternalID and Email are unique in a workspace when
// present (R 2.3); "" is none.
type Contact struct {
	ID         ContactID
	Workspace  WorkspaceID
	ExternalID string
	// ExternalIDDefaulted says that the external id was taken from the e-mail
	// because the sender gave none: it then counts as none when people are
	// matched (decisions 2).
	ExternalIDDefaulted bool
	Name                string
	Email               string
	AvatarURL           string
	Tags                []string
	// BlockedAt is since when messages of theirs are not taken; nil if they are.
	BlockedAt *Time
	// MergedInto is the contact that this one is now a name of; nil if it stands
	// for itself. Aliases are what those merged into it are found by.
	MergedInto *ContactID
	Aliases    []string
	CreatedAt  Time
	UpdatedAt  Time
}

// MergedContact is a contact that was merged into another, as it was, and when.
type MergedContact struct {
	Contact
	MergedAt Time
}

// ContactDraft is what a contact is made from.
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

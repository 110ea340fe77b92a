package svcx

// StaffLink says which member a sender of staff messages on a channel is
// (R 2.9): what they write there is shown as the member's.
type StaffLink struct {
	ID           StaffLinkID
	Workspace    WorkspaceID
	Channel      ChannelID
	User         UserID
	ExternalID   string
	PlatformName string // "" is none
	DisplayName  string // "" is the member's name
}

// StaffLinkDraft links a sender of a channel to a member. A name that is nil is
// the one of the link that the sender has, "" is none.
type StaffLinkDraft struct {
	Channel                   ChannelID
	User                      UserID
	ExternalID                string
	PlatformName, DisplayName *string
}

// PutStaffLink is what became of a draft: the link, and whether the sender had
// none before.
type PutStaffLink struct {
	Link  *StaffLink
	Fresh bool
}

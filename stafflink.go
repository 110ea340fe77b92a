package svcx

// StaffLink links a sender of staff messages on a channel to a member (R 2.9): their
// messages are shown as the member's.
type StaffLink struct {
	ID           StaffLinkID
	Workspace    WorkspaceID
	Channel      ChannelID
	User         UserID
	ExternalID   string
	PlatformName string // may be empty
	DisplayName  string // "" is the member's name
}

// StaffLinkDraft is the input for a staff link. A nil name keeps that of the sender's
// existing link; "" clears it.
type StaffLinkDraft struct {
	Channel                   ChannelID
	User                      UserID
	ExternalID                string
	PlatformName, DisplayName *string
}

// PutStaffLink is the stored link, and whether it is new.
type PutStaffLink struct {
	Link  *StaffLink
	Fresh bool
}

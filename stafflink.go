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

package svcx

// MaxMembers bounds the members of a workspace, which are read together.
const MaxMembers = 1000

// MemberPresence is when a member joined and was last in the workspace.
type MemberPresence struct {
	JoinedAt Time
	// LastSeenAt is 0 if the member was never there, and nil if that is not known: before this
	// was stored. It is at most some minutes late.
	LastSeenAt *Time
}

// Invited reports whether the member has never been in the workspace.
func (p MemberPresence) Invited() bool { return p.LastSeenAt != nil && *p.LastSeenAt == 0 }

// MemberDraft is the input for a new member.
type MemberDraft struct {
	Email, Name string
	Role        Role
}

// MemberPatch changes what is set.
type MemberPatch struct {
	Name *string
	Role *Role
}

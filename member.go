package svcx

// MaxMembers bounds the members of a workspace, which are read together.
const MaxMembers = 1000

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

package svcx

// MaxMembers bounds the members of a workspace, who are listed whole.
const MaxMembers = 1000

// MemberDraft is what a member is made from.
type MemberDraft struct {
	Email, Name string
	Role        Role
}

// MemberPatch changes what is set.
type MemberPatch struct {
	Name *string
	Role *Role
}

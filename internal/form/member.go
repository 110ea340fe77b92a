package form

import "svcx"

// patchOf reads a member of a PATCH body that cannot be cleared: nil if absent; null
// is an error of read.
func patchOf[T any](v Value, read func(Value) T) *T {
	if !v.present() {
		return nil
	}
	value := read(v)
	return &value
}

// memberRecord is a member on the wire.
type memberRecord struct {
	ID    any       `json:"id"`
	Email string    `json:"email"`
	Name  *string   `json:"name"`
	Role  svcx.Role `json:"role"`
}

// Member encodes a member: {id, email, name, role}. name may be null; id is what
// assignedTo takes.
func (f *Form) Member(m *svcx.Member) any {
	return memberRecord{f.ID(int64(m.ID)), m.Email, OptionalString(m.Name), m.Role}
}

// roles are the words of a member's role.
var roles = []Word[svcx.Role]{{"admin", svcx.RoleAdmin}, {"agent", svcx.RoleAgent}}

// DecodeMember reads the body of POST /members: {email, name?, role?}. email is an
// address; name has at most 255 characters, and a blank one counts as absent; role is
// admin or agent, by default agent.
func (f *Form) DecodeMember(body []byte) (svcx.MemberDraft, error) {
	o, err := ReadObject(body)
	if err != nil {
		return svcx.MemberDraft{}, err
	}
	draft := svcx.MemberDraft{
		Email: o.email("email"), Name: o.OptionalLabel("name", svcx.MaxName), Role: OptionalEnum(o, "role", svcx.RoleAgent, roles),
	}
	return checked(o, draft)
}

// email reads a required e-mail address.
func (o *Object) email(name string) string {
	s := o.OptionalEmail(name)
	if s == "" {
		o.Refuse(name, "must be an e-mail address")
	}
	return s
}

// DecodeMemberPatch reads the body of PATCH /members/{userId}: {name?, role?}.
// Only name can be null, which clears it. The e-mail address cannot be changed.
func (f *Form) DecodeMemberPatch(body []byte) (svcx.MemberPatch, error) {
	o, err := ReadObject(body)
	if err != nil {
		return svcx.MemberPatch{}, err
	}
	if o.Value("email").present() {
		o.Refuse("email", "must not be given: an address cannot be changed, add a member with the new one")
	}
	patch := svcx.MemberPatch{
		Name: o.TextPatch("name", svcx.MaxName),
		Role: patchOf(o.Value("role"), func(v Value) svcx.Role { return Enum(v, roles) }),
	}
	return checked(o, patch)
}

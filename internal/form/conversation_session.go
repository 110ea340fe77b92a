package form

import "svcx"

// What the session API adds to the form's conversations and contacts, and what
// members change in them.

// waits is what the session API adds to a conversation.
type waits struct {
	WaitingSince *string `json:"waitingSince"`
	*listed
}

// listed is what the list of conversations adds for its reader.
type listed struct {
	Unread     int  `json:"unread"`
	Mentioned  bool `json:"mentioned"`
	HandedOver bool `json:"handedOver"`
}

// labelled is waits with the members that v1 does not have in every form.
type labelled struct {
	CategoryID any      `json:"categoryId"`
	Priority   *string  `json:"priority"`
	Tags       []string `json:"tags"`
	waits
}

// MemberConversation encodes a conversation for members: as the form does, with
// categoryId, priority and tags even if v1 does not have them, and with waitingSince,
// the time of the first customer message that nobody has answered.
func (f *Form) MemberConversation(c *svcx.Conversation) any { return f.memberConversation(c, nil) }

// ListedConversation is MemberConversation with what it is for the member: unread, the number of
// customers' messages that they have not read, and whether it waits for them, because a note mentions
// them (mentioned) or it was handed to them (handedOver).
func (f *Form) ListedConversation(c *svcx.Conversation, unread int, waiting svcx.Waiting) any {
	return f.memberConversation(c, &listed{unread, waiting.Mentioned, waiting.Handed})
}

func (f *Form) memberConversation(c *svcx.Conversation, reader *listed) any {
	more := waits{WaitingSince: OptionalTime(c.WaitingSince), listed: reader}
	if f.ShowsLabels {
		return joined(f.Conversation(c), more)
	}
	all := labelled{Priority: OptionalString(c.Priority), Tags: c.Tags, waits: more}
	if c.Category != nil {
		all.CategoryID = f.ID(int64(*c.Category))
	}
	return joined(f.Conversation(c), all)
}

func joined(object, more any) any {
	both, err := Join(object, more)
	if err != nil {
		return object
	}
	return both
}

// DecodeMemberConversation reads the body of PATCH /conversations/{id} of the session
// API: {subject?, categoryId?, priority?, tags?}. null clears a member; a blank
// subject is an error; priority is low, normal (or medium), high or urgent; tags has
// at most 100 strings of at most 255 characters.
func (f *Form) DecodeMemberConversation(body []byte) (svcx.ConversationPatch, error) {
	o, err := ReadObject(body)
	if err != nil {
		return svcx.ConversationPatch{}, err
	}
	var patch svcx.ConversationPatch
	switch v := o.Value("subject"); {
	case v.Null():
		patch.Subject = new(string)
	case v.Given():
		subject := o.Label("subject", svcx.MaxSubject)
		patch.Subject = &subject
	}
	if v := o.Value("categoryId"); v.Given() || v.Null() {
		category := OptionalID[svcx.CategoryID](o, "categoryId", f.ReadID)
		patch.Category = &category
	}
	if v := o.Value("priority"); v.Given() || v.Null() {
		priority := OptionalEnum(o, "priority", svcx.Priority(""), priorities)
		patch.Priority = &priority
	}
	patch.Tags = o.TagsPatch()
	return checked(o, patch)
}

// memberContactFields are what only members see of a contact.
type memberContactFields struct {
	AvatarSrc *string `json:"avatarSrc"`
	BlockedAt *string `json:"blockedAt"`
}

// MemberContact encodes a contact for members: as the form does, with avatarSrc,
// svcx's own address of its picture, and blockedAt, null if it is not blocked.
func (f *Form) MemberContact(c *svcx.Contact, avatarSrc string) any {
	return joined(f.Contact(c), memberContactFields{OptionalString(avatarSrc), OptionalTime(c.BlockedAt)})
}

type mergedRecord struct {
	ID         any     `json:"id"`
	ExternalID *string `json:"externalId"`
	Name       *string `json:"name"`
	Email      *string `json:"email"`
	MergedAt   string  `json:"mergedAt"`
}

// WithMerged adds merged to an encoded contact: the contacts that were merged into
// it.
func (f *Form) WithMerged(contact any, merged []svcx.MergedContact) any {
	all := make([]any, len(merged))
	for i, m := range merged {
		all[i] = mergedRecord{f.ID(int64(m.ID)), OptionalString(m.ExternalID), OptionalString(m.Name), OptionalString(m.Email), m.MergedAt.String()}
	}
	return joined(contact, map[string]any{"merged": all})
}

// DecodeMerge reads {into}: the id of a contact.
func (f *Form) DecodeMerge(body []byte) (svcx.ContactID, error) {
	o, err := ReadObject(body)
	if err != nil {
		return 0, err
	}
	return checked(o, svcx.ContactID(f.ReadID(o.Value("into"))))
}

package messaging

import (
	"slices"

	"svcx"
	"svcx/internal/inbox"
)

// intent decides on an inbound intent (W 4.3, D 2).
func (d *decider) intent(item *receipt) svcx.Outcome {
	in := item.Intent
	outcome := svcx.Outcome{Type: svcx.InboundTypeIntent + ":" + in.Type, ConversationID: in.ConversationID, Warnings: in.Warnings}
	if in.Type == svcx.IntentRatingRequest && !item.Channel.Settings.RatingEnabled {
		return failure(outcome, svcx.ReasonRatingDisabled, "the channel has ratings switched off")
	}
	conv := d.conversations[conversationKey{item.Channel.ID, in.ConversationID}]
	if conv == nil {
		return failure(outcome, svcx.ReasonConversationNotFound, "the channel has no conversation with this id")
	}
	switch in.Type {
	case svcx.IntentRatingRequest:
		u := d.update(item, conv)
		u.Note(string(svcx.EventRatingRequested), "")
		u.Emit(svcx.EventRatingRequested, svcx.EventData{Reason: "requested"})
		// The delivery took a sequence number of the conversation.
		conv.changed = true
	case svcx.IntentUpdateInfo:
		outcome.Warnings = append(outcome.Warnings, d.updateInfo(item, conv)...)
	}
	outcome.Status = svcx.EventOK
	return outcome
}

// updateInfo overwrites what is here with what the integrator sends, who knows the
// customer better (D 2). It returns warnings for what was not applied.
func (d *decider) updateInfo(item *receipt, conv *conversation) (warnings []string) {
	info, now := item.Intent.Info, item.ReceivedAt
	if info.Subject != nil && *info.Subject != conv.Subject {
		conv.Subject, conv.reindex = *info.Subject, true
		d.touch(conv, now)
	}
	if info.Priority != nil && *info.Priority != conv.Priority {
		conv.Priority = *info.Priority
		d.touch(conv, now)
	}
	p := conv.contact
	if p == nil && conv.Contact != nil {
		p = d.byID[*conv.Contact]
	}
	if p == nil {
		return noContact(info)
	}
	warnings = d.updateContact(p, info, item.avatarRefused, now)
	conv.contactChanged = p.changed
	return warnings
}

// noContact warns about members for the contact if the conversation has none.
func noContact(info svcx.InfoUpdate) (warnings []string) {
	for name, given := range map[string]bool{"name": info.Name != nil, "email": info.Email != nil, "avatarUrl": info.AvatarURL != nil, "tags": info.Tags != nil} {
		if given {
			warnings = append(warnings, "data."+name+": the conversation has no contact; it was left out")
		}
	}
	slices.Sort(warnings)
	return warnings
}

// updateContact changes a contact. avatarRefused is why the avatar's URL is refused, if it is.
func (d *decider) updateContact(p *contact, info svcx.InfoUpdate, avatarRefused error, now svcx.Time) (warnings []string) {
	before := *p.Contact
	if info.Name != nil {
		p.Name = *info.Name
	}
	if info.Email != nil {
		key := svcx.EmailKey(*info.Email)
		if owner := d.emails[key]; *info.Email != "" && owner != nil && owner != p {
			warnings = append(warnings, "data.email: belongs to another contact and was left out")
		} else if d.aliasEmails[key] {
			warnings = append(warnings, "data.email: is the contact's already, by a merge, and was left out")
		} else {
			if before := svcx.EmailKey(p.Email); d.emails[before] == p {
				delete(d.emails, before)
			}
			p.Email = *info.Email
		}
	}
	if info.AvatarURL != nil {
		if avatarRefused != nil {
			warnings = append(warnings, "data.avatarUrl: "+avatarRefused.Error()+"; it was left out")
		} else {
			p.AvatarURL = *info.AvatarURL
		}
	}
	if info.Tags != nil {
		p.Tags = *info.Tags
	}
	if !inbox.SameContact(&before, p.Contact) || before.AvatarURL != p.AvatarURL {
		p.changed, p.UpdatedAt = true, max(p.UpdatedAt, now)
	}
	d.index(p)
	return warnings
}

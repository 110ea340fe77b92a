package messaging

import (
	"svcx"
)

// failure is the outcome of a valid request that could not be carried out.
func failure(outcome svcx.Outcome, code, detail string) svcx.Outcome {
	outcome.Status, outcome.Reason = svcx.EventFailed, svcx.Reason{Code: code, Detail: detail}
	return outcome
}

// action decides on an inbound action (W 4.2, D 2). An action that changes nothing
// succeeds and sends no event; a rating always counts.
func (d *decider) action(item *receipt) svcx.Outcome {
	a := item.Action
	outcome := svcx.Outcome{Type: svcx.InboundTypeAction + ":" + a.Type, ConversationID: a.ConversationID}
	if !item.Channel.Settings.Permits(a.Type) {
		return failure(outcome, svcx.ReasonActionDisabled, "the channel has this action switched off")
	}
	conv := d.conversations[conversationKey{item.Channel.ID, a.ConversationID}]
	if conv == nil {
		return failure(outcome, svcx.ReasonConversationNotFound, "the channel has no conversation with this id")
	}
	changed := false
	u := d.update(item, conv)
	switch a.Type {
	case svcx.ActionResolve:
		changed = u.MoveTo(svcx.StatusResolved)
	case svcx.ActionClose:
		changed = u.MoveTo(svcx.StatusClosed)
	case svcx.ActionReopen:
		changed = u.MoveTo(svcx.StatusOpen)
	case svcx.ActionAssign:
		if a.AssignedTo != nil && !d.members[*a.AssignedTo] {
			return failure(outcome, svcx.ReasonAssigneeNotFound, "assignedTo is no member of the workspace")
		}
		if changed = !same(conv.AssignedTo, a.AssignedTo); changed {
			u.Assign(a.AssignedTo)
		}
	case svcx.ActionRate:
		if !item.Channel.Settings.RatingEnabled {
			return failure(outcome, svcx.ReasonRatingDisabled, "the channel has ratings switched off")
		}
		changed = true
		d.ratings = append(d.ratings, pendingRating{conv, u.Rate(a.Rating)})
	}
	if changed {
		d.touch(conv, item.ReceivedAt)
	} else {
		outcome.Facts = append(outcome.Facts, svcx.FactUnchanged)
	}
	outcome.Status = svcx.EventOK
	return outcome
}

// touch marks the conversation as changed.
func (d *decider) touch(conv *conversation, now svcx.Time) {
	conv.changed = true
	conv.UpdatedAt = max(conv.UpdatedAt, now)
}

// pendingRating is a rating whose conversation may have no id yet.
type pendingRating struct {
	conversation *conversation
	rating       *svcx.Rating
}

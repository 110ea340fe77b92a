package messaging

import (
	"context"
	"strconv"

	"svcx"
	"svcx/internal/inbox"
)

// Setting is how SetProperty sets a property.
type Setting struct {
	svcx.PropertyChange
	// If is the value that the property must still have; nil for any. Otherwise somebody has
	// changed it meanwhile, and the error is ErrChanged.
	If *string
	// Retag, if set, makes the tags from those that the conversation has, in place of To. It may
	// be called several times.
	Retag func(current []string) ([]string, error)
	// Record is called in the transaction of the change, with the property before and after it,
	// also if these are the same. It may be nil. An error of it undoes the change.
	Record func(u *inbox.Update, was, is string) error
}

// ErrChanged is for a property that somebody has changed meanwhile.
var ErrChanged = &svcx.Error{Kind: svcx.KindConflict, Message: "it was changed by somebody else in the meantime"}

// SetProperty sets a property of a conversation for an agent, with everything that belongs to it:
// see AgentSetStatus and UpdateConversation. was and is are the property before and after.
func (s *Service) SetProperty(ctx context.Context, call inbox.Call, id svcx.ConversationID, set Setting) (was, is string, err error) {
	var confirmed svcx.Confirmation
	if set.Property == svcx.PropertyStatus {
		if confirmed, err = s.mayMove(ctx, call, id, set); err != nil {
			return "", "", err
		}
	}
	var c *svcx.Conversation
	err = inbox.Apply(ctx, s.core, call, id, &c, func(u *inbox.Update) (changed bool, err error) {
		c = u.Conversation
		was = set.Property.Of(c)
		if set.If != nil && was != *set.If {
			return false, ErrChanged
		}
		if set.Property == svcx.PropertyStatus {
			changed = confirmedMove(u, confirmed, svcx.Status(set.To))
		} else {
			patch, err := set.patch(c)
			if err != nil {
				return false, err
			}
			if changed, err = applyPatch(u, patch); err != nil {
				return false, err
			}
		}
		is = set.Property.Of(c)
		if set.Record != nil {
			err = set.Record(u, was, is)
		}
		return changed, err
	})
	return was, is, err
}

// Check is a validation error of a change to what no conversation can have.
func Check(change svcx.PropertyChange) error {
	if change.Property == svcx.PropertyStatus {
		return checkStatus(svcx.Status(change.To))
	}
	_, err := Setting{PropertyChange: change}.patch(&svcx.Conversation{})
	return err
}

func checkStatus(to svcx.Status) error {
	if !to.Valid() {
		return svcx.Invalid("to", "must be open, resolved or closed")
	}
	return nil
}

// mayMove checks that a status may be set, and asks the integrator if it would be changed.
func (s *Service) mayMove(ctx context.Context, call inbox.Call, id svcx.ConversationID, set Setting) (svcx.Confirmation, error) {
	to := svcx.Status(set.To)
	if err := checkStatus(to); err != nil {
		return svcx.Confirmation{}, err
	}
	c, err := s.db.Read(ctx).Conversation(call.Workspace.ID, id)
	switch {
	case err != nil:
		return svcx.Confirmation{}, err
	case set.If != nil && string(c.Status) != *set.If:
		return svcx.Confirmation{}, ErrChanged
	case c.Status == to:
		return svcx.Confirmation{}, nil
	case to != svcx.StatusOpen:
		if err := s.checkRequired(ctx, call.Workspace, c); err != nil {
			return svcx.Confirmation{}, err
		}
	}
	return s.confirm(ctx, c, to)
}

// patch is the change of a property other than the status.
func (set Setting) patch(c *svcx.Conversation) (p svcx.ConversationPatch, err error) {
	switch set.Property {
	case svcx.PropertyAssignee:
		var to *svcx.UserID
		to, err = optionalID[svcx.UserID](set.To, "a member")
		p.AssignedTo = &to
	case svcx.PropertyCategory:
		var to *svcx.CategoryID
		to, err = optionalID[svcx.CategoryID](set.To, "a category")
		p.Category = &to
	case svcx.PropertyPriority:
		to := svcx.Priority(set.To)
		switch to {
		case "", svcx.PriorityLow, svcx.PriorityNormal, svcx.PriorityHigh, svcx.PriorityUrgent:
		default:
			err = svcx.Invalid("to", "must be low, normal, high or urgent")
		}
		p.Priority = &to
	case svcx.PropertyTags:
		tags := set.Tags(c.Tags)
		if set.Retag != nil {
			if tags, err = set.Retag(c.Tags); err != nil {
				return p, err
			}
		}
		if len(tags) > svcx.MaxTags {
			err = svcx.Invalid("tags", "must be at most %d", svcx.MaxTags)
		}
		p.Tags = &tags
	case svcx.PropertySubject:
		p.Subject, err = &set.To, svcx.CheckLength("to", set.To, svcx.MaxSubject)
	default:
		err = svcx.Invalid("property", "is not known")
	}
	return p, err
}

func optionalID[T ~int64](text, what string) (*T, error) {
	if text == "" {
		return nil, nil
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return nil, svcx.Invalid("to", "must be the id of %s of this workspace", what)
	}
	id := T(n)
	return &id, nil
}

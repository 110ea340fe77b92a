package form

import (
	"strings"

	"svcx"
)

// CommandType reads the type of an action or intent and names it as an event
// log record does: "action:conversation.resolve". A type that is no string, or
// an empty one, is an error (decisions 2).
func CommandType(kind string, o *Object) (name, eventType string, err error) {
	var text string
	if failed := o.Value(kind).Try(func(v Value) {
		if v.isText() {
			text = v.text()
		}
		if text == "" {
			v.Refuse("must be a string that names an %s", kind)
		}
	}); failed != nil {
		return "", "", failed
	}
	return text, kind + ":" + cut(svcx.LoggedText(text)), nil
}

// DecodeCommand reads an action or intent (W 2.2, 2.3). One of a type that is
// not known, or that is not what it must be, is refused with its reason; an
// intent's unusable data are left out with warnings (decisions 2).
//
// Actions: {action, conversationId} and assignedTo (an integer or null, which
// must be there) for conversation.assign, rating (1 to 5), comment (5,000
// characters) and ratedBy (255) for rating.submit. Intents: {intent,
// conversationId} and data for updateinfo.
func DecodeCommand(kind string, o *Object) svcx.InboundBody {
	name, recordType, err := CommandType(kind, o)
	if err != nil {
		return refused(svcx.EventInvalid, kind, svcx.ReasonValidation, publicText(err))
	}
	var command svcx.InboundBody
	switch known := commands[kind+":"+name]; {
	case known != nil:
		command = known(o, o.Value("conversationId").FilledExternalID())
	case kind == svcx.InboundTypeAction:
		return refused(svcx.EventFailed, recordType, svcx.ReasonUnknownAction, "there is no such action")
	default:
		return refused(svcx.EventFailed, recordType, svcx.ReasonUnknownIntent, "there is no such intent")
	}
	if err := o.Err(); err != nil {
		return refused(svcx.EventInvalid, recordType, svcx.ReasonValidation, publicText(err))
	}
	return command
}

func refused(status svcx.EventStatus, recordType, code, detail string) svcx.InboundBody {
	return svcx.InboundBody{Rejected: &svcx.Outcome{Status: status, Type: recordType, Reason: svcx.Reason{Code: code, Detail: detail}}}
}

// commands are the readers by "action:<type>" and "intent:<type>".
var commands = map[string]func(o *Object, conversation string) svcx.InboundBody{
	"action:" + svcx.ActionResolve:       plainAction(svcx.ActionResolve),
	"action:" + svcx.ActionClose:         plainAction(svcx.ActionClose),
	"action:" + svcx.ActionReopen:        plainAction(svcx.ActionReopen),
	"action:" + svcx.ActionAssign:        assignAction,
	"action:" + svcx.ActionRate:          rateAction,
	"intent:" + svcx.IntentRatingRequest: ratingIntent,
	"intent:" + svcx.IntentUpdateInfo:    infoIntent,
}

func plainAction(name string) func(*Object, string) svcx.InboundBody {
	return func(_ *Object, conversation string) svcx.InboundBody {
		return svcx.InboundBody{Action: &svcx.InboundAction{Type: name, ConversationID: conversation}}
	}
}

func assignAction(o *Object, conversation string) svcx.InboundBody {
	a := &svcx.InboundAction{Type: svcx.ActionAssign, ConversationID: conversation}
	switch v := o.Value("assignedTo"); {
	case v.Given():
		id := svcx.UserID(v.Int())
		a.AssignedTo = &id
	case !v.Null():
		v.Refuse("must be an integer, or null to unassign")
	}
	return svcx.InboundBody{Action: a}
}

func rateAction(o *Object, conversation string) svcx.InboundBody {
	return svcx.InboundBody{Action: &svcx.InboundAction{Type: svcx.ActionRate, ConversationID: conversation, Rating: o.Rating()}}
}

// Rating reads the members of a rating (W 2.2, R 4.4): rating an integer from 1
// to 5, comment at most 5,000 characters, ratedBy at most 255.
func (o *Object) Rating() svcx.RatingDraft {
	return svcx.RatingDraft{
		Rating:  int(o.Value("rating").IntBetween(svcx.MinRating, svcx.MaxRating)),
		Comment: o.OptionalText("comment", svcx.MaxRatingComment),
		RatedBy: o.OptionalText("ratedBy", svcx.MaxName),
	}
}

func ratingIntent(_ *Object, conversation string) svcx.InboundBody {
	return svcx.InboundBody{Intent: &svcx.InboundIntent{Type: svcx.IntentRatingRequest, ConversationID: conversation}}
}

// priorities are the words of a priority (decisions 2).
var priorities = []Word[svcx.Priority]{
	{"low", svcx.PriorityLow}, {"normal", svcx.PriorityNormal}, {"medium", svcx.PriorityNormal},
	{"high", svcx.PriorityHigh}, {"urgent", svcx.PriorityUrgent},
}

// infoIntent reads an updateinfo. Every member of data is optional; null
// clears, an unusable one is left out with a warning (decisions 2).
func infoIntent(o *Object, conversation string) svcx.InboundBody {
	in := &svcx.InboundIntent{Type: svcx.IntentUpdateInfo, ConversationID: conversation}
	v := o.Value("data")
	if !v.Given() {
		v.Refuse("must be an object")
	}
	data := v.Object()
	// One reader per member, each with a failure of its own.
	for _, member := range []struct {
		name string
		read func(*Object)
	}{
		{"name", func(d *Object) { in.Info.Name = d.TextPatch("name", svcx.MaxName) }},
		{"email", func(d *Object) { in.Info.Email = d.EmailPatch("email") }},
		{"avatarUrl", func(d *Object) { in.Info.AvatarURL = d.TextPatch("avatarUrl", svcx.MaxURL) }},
		{"tags", func(d *Object) { in.Info.Tags = d.looseTags("tags") }},
		{"subject", func(d *Object) { in.Info.Subject = d.TextPatch("subject", svcx.MaxSubject) }},
		{"priority", func(d *Object) {
			if d.Value("priority").raw != nil {
				p := OptionalEnum(d, "priority", svcx.Priority(""), priorities)
				in.Info.Priority = &p
			}
		}},
	} {
		before := in.Info
		if err := data.try(member.read); err != nil {
			in.Info = before
			in.Warnings = append(in.Warnings, Warning(err))
		}
	}
	return svcx.InboundBody{Intent: in}
}

// try runs read on the object with a failure of its own and returns that.
func (o *Object) try(read func(*Object)) *svcx.Error {
	own := *o
	own.fail = new(failure)
	read(&own)
	return own.fail.err
}

// looseTags are tags as an array of strings or as one string with commas
// (decisions 2); nil if absent, empty for null.
func (o *Object) looseTags(name string) *[]string {
	v := o.Value(name)
	if !v.isText() {
		return o.TagsPatch()
	}
	tags := cleanTags(strings.SplitSeq(v.text(), ","), svcx.MaxTags+1)
	if len(tags) > svcx.MaxTags {
		v.Refuse("must have at most %d elements", svcx.MaxTags)
	}
	for _, t := range tags {
		if svcx.CheckLength("", t, svcx.MaxTag) != nil {
			v.Refuse("must have elements of at most %d characters", svcx.MaxTag)
		}
	}
	return &tags
}

package form

import (
	"strings"

	"svcx"
)

// CommandType reads the type of an action or intent and also returns its name in the
// event log: "action:conversation.resolve". A type that is empty or not a string is
// an error (D 2).
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

// DecodeCommand reads an action or intent (W 2.2, 2.3). An unknown or invalid one is
// rejected with a reason; invalid values in an intent's data are left out with
// warnings (D 2).
//
// Actions: {action, conversationId} and, for conversation.assign, assignedTo
// (required, an integer or null); for rating.submit, rating (1 to 5), comment (5,000
// characters) and ratedBy (255). Intents: {intent, conversationId} and, for
// updateinfo, data.
func DecodeCommand(kind string, o *Object) svcx.InboundBody {
	name, eventType, err := CommandType(kind, o)
	if err != nil {
		return refused(svcx.EventInvalid, kind, svcx.ReasonValidation, publicText(err))
	}
	var command svcx.InboundBody
	switch known := commands[kind+":"+name]; {
	case known != nil:
		command = known(o, o.Value("conversationId").FilledExternalID())
	case kind == svcx.InboundTypeAction:
		return refused(svcx.EventFailed, eventType, svcx.ReasonUnknownAction, "there is no such action")
	default:
		return refused(svcx.EventFailed, eventType, svcx.ReasonUnknownIntent, "there is no such intent")
	}
	if err := o.Err(); err != nil {
		return refused(svcx.EventInvalid, eventType, svcx.ReasonValidation, publicText(err))
	}
	return command
}

func refused(status svcx.EventStatus, eventType, code, detail string) svcx.InboundBody {
	return svcx.InboundBody{Rejected: &svcx.Outcome{Status: status, Type: eventType, Reason: svcx.Reason{Code: code, Detail: detail}}}
}

// commands has the decoders of "action:<type>" and "intent:<type>".
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

// Rating reads the members of a rating (W 2.2, R 4.4): rating, an integer from 1 to
// 5; comment, at most 5,000 characters; ratedBy, at most 255.
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

// priorities are the words of a priority (D 2).
var priorities = []Word[svcx.Priority]{
	{"low", svcx.PriorityLow}, {"normal", svcx.PriorityNormal}, {"medium", svcx.PriorityNormal},
	{"high", svcx.PriorityHigh}, {"urgent", svcx.PriorityUrgent},
}

// infoIntent reads an updateinfo. All members of data are optional; null clears one,
// and an invalid one is left out with a warning (D 2).
func infoIntent(o *Object, conversation string) svcx.InboundBody {
	in := &svcx.InboundIntent{Type: svcx.IntentUpdateInfo, ConversationID: conversation}
	v := o.Value("data")
	if !v.Given() {
		v.Refuse("must be an object")
	}
	data := v.Object()
	// Each member is read separately, so that an invalid one does not affect others.
	for _, read := range []func(d *Object){
		func(d *Object) { in.Info.Name = d.TextPatch("name", svcx.MaxName) },
		func(d *Object) { in.Info.Email = d.EmailPatch("email") },
		func(d *Object) { in.Info.AvatarURL = d.TextPatch("avatarUrl", svcx.MaxURL) },
		func(d *Object) { in.Info.Tags = d.looseTags("tags") },
		func(d *Object) { in.Info.Subject = d.TextPatch("subject", svcx.MaxSubject) },
		func(d *Object) {
			if d.Value("priority").raw != nil {
				p := OptionalEnum(d, "priority", svcx.Priority(""), priorities)
				in.Info.Priority = &p
			}
		},
	} {
		before := in.Info
		if err := data.try(read); err != nil {
			in.Info = before
			instead := leftOut
			if strings.HasPrefix(err.Field, data.Value("tags").Path()) {
				instead = "; none were kept"
			}
			in.Warnings = append(in.Warnings, Warning(err)+instead)
		}
	}
	return svcx.InboundBody{Intent: in}
}

// try runs read on the object and returns its error instead of recording it.
func (o *Object) try(read func(*Object)) *svcx.Error {
	own := *o
	own.fail = new(failure)
	read(&own)
	return own.fail.err
}

// looseTags reads tags as an array of strings or a comma-separated string (D 2); nil
// if absent, empty for null.
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

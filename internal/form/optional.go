package form

import (
	"fmt"

	"svcx"
)

// inboundOptionalFields reads participants, categoryId and fields of an inbound
// message (W 2.1, form B). Invalid values are left out with a warning; the message
// is never rejected for them (D 2). Whether the category and the field keys exist
// is not checked here.
func inboundOptionalFields(o *Object, m *svcx.InboundMessage) {
	m.Participants = inboundParticipants(o.Value("participants"), &m.Warnings)
	if v := o.Value("categoryId"); v.Given() {
		err := v.Try(func(v Value) {
			id := svcx.CategoryID(v.IntegerID())
			m.Category = &id
		})
		if err != nil {
			m.Category = nil
			m.Warnings = append(m.Warnings, Warning(err)+"; it was left out")
		}
	}
	v := o.Value("fields")
	if !v.Given() {
		return
	}
	err := v.Try(func(v Value) { m.Fields, m.ManyFields = v.fieldInputs() })
	if err != nil {
		m.Fields = nil
		m.Warnings = append(m.Warnings, Warning(err)+"; none were kept")
	}
}

// participantRoles are the roles that can be given (R 2.8).
var participantRoles = []Word[svcx.ParticipantRole]{{"cc", svcx.RoleCC}, {"observer", svcx.RoleObserver}}

// participant reads {name?, email?, externalId?, role}, role cc or observer.
func (o *Object) participant() svcx.ParticipantDraft {
	return svcx.ParticipantDraft{
		Name: o.OptionalLabel("name", svcx.MaxName), Email: o.OptionalEmail("email"),
		ExternalID: o.OptionalLabel("externalId", svcx.MaxExternalID), Role: Enum(o.Value("role"), participantRoles),
	}
}

func inboundParticipants(v Value, warnings *[]string) (kept []svcx.ParticipantDraft) {
	if !v.Given() {
		return nil
	}
	elements, more, ok := v.elements(svcx.MaxParticipants)
	if !ok {
		*warnings = append(*warnings, v.Path()+": must be an array; none were kept")
		return nil
	}
	for _, e := range elements {
		p, unusable, err := inboundParticipant(e)
		if err != nil {
			*warnings = append(*warnings, Warning(err)+"; the participant was left out")
			continue
		}
		kept, *warnings = append(kept, p), append(*warnings, unusable...)
	}
	if more {
		*warnings = append(*warnings, fmt.Sprintf("%s: must have at most %d elements; the first %d were kept", v.Path(), svcx.MaxParticipants, svcx.MaxParticipants))
	}
	return kept
}

// inboundParticipant reads a participant of a message. Only its role is required;
// another member that is unusable is left out with a warning.
func inboundParticipant(v Value) (p svcx.ParticipantDraft, warnings []string, err *svcx.Error) {
	var o *Object
	err = v.Try(func(v Value) {
		if !v.Given() {
			v.Refuse("must be an object")
		}
		o = v.Object()
		p.Role = Enum(o.Value("role"), participantRoles)
	})
	for _, read := range []func(o *Object){
		func(o *Object) { p.Name = o.OptionalLabel("name", svcx.MaxName) },
		func(o *Object) { p.Email = o.OptionalEmail("email") },
		func(o *Object) { p.ExternalID = o.OptionalLabel("externalId", svcx.MaxExternalID) },
	} {
		before := p
		if unusable := o.try(read); unusable != nil {
			p = before
			warnings = append(warnings, Warning(unusable)+leftOut)
		}
	}
	return p, warnings, err
}

// FieldInputs reads an object of values by field key. Whether the fields exist and
// the values fit is not checked here. A name that cannot be a field key is left out,
// like an unknown key. More than svcx.MaxFields keys are an error, since a workspace
// cannot have that many fields.
func (v Value) FieldInputs() svcx.FieldInputs {
	inputs, many := v.fieldInputs()
	if many != nil {
		v.Refuse("must have at most %d field keys", svcx.MaxFields)
	}
	return inputs
}

// fieldInputs is FieldInputs for a message, which is not rejected for too many
// keys: the values are picked later, when the workspace's fields are known.
func (v Value) fieldInputs() (svcx.FieldInputs, svcx.ManyFieldInputs) {
	o := v.Object()
	v.reads.open(v, openedFields)
	inputs := make(svcx.FieldInputs, min(len(o.members), svcx.MaxFields))
	for name, value := range o.All() {
		if !svcx.IsFieldKey(name) {
			continue
		}
		inputs[name] = value.fieldInput()
		if len(inputs) > svcx.MaxFields {
			return nil, v.pick
		}
	}
	return inputs, nil
}

func (v Value) pick(known func(key string) bool) svcx.FieldInputs {
	inputs := make(svcx.FieldInputs)
	for name, value := range v.Object().All() {
		if known(name) {
			inputs[name] = value.fieldInput()
		}
	}
	return inputs
}

func (v Value) fieldInput() svcx.FieldInput {
	switch {
	case v.isText():
		return svcx.FieldInput{Kind: svcx.FieldInputString, Text: v.text()}
	case !v.Given():
		return svcx.FieldInput{Kind: svcx.FieldInputNull}
	case v.raw[0] == 't' || v.raw[0] == 'f':
		return svcx.FieldInput{Kind: svcx.FieldInputBool, Text: string(v.raw)}
	case v.raw[0] == '{' || v.raw[0] == '[':
		return svcx.FieldInput{Kind: svcx.FieldInputOther}
	default:
		return svcx.FieldInput{Kind: svcx.FieldInputNumber, Text: string(v.raw)}
	}
}

package form

import (
	"bytes"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"svcx"
)

// dryRun is the answer to a dry run of the inbound endpoint.
type dryRun struct {
	Kind         *string          `json:"kind"`
	Outcome      dryRunOutcome    `json:"outcome"`
	Conversation any              `json:"conversation"`
	Contact      any              `json:"contact"`
	Message      any              `json:"message"`
	Ignored      []string         `json:"ignored"`
	Events       []svcx.EventType `json:"events"`
}

// dryRunOutcome has the members of an event log entry that describe the outcome of
// the request.
type dryRunOutcome struct {
	Status    string   `json:"status"`
	EventType string   `json:"eventType"`
	Error     *string  `json:"error"`
	Warnings  []string `json:"warnings"`
}

type dryRunConversation struct {
	ID           any                 `json:"id"`
	New          bool                `json:"new"`
	Changes      wireMembers         `json:"changes"`
	Fields       map[string]any      `json:"fields"`
	Participants []dryRunParticipant `json:"participants"`
	Rating       *dryRunRating       `json:"rating"`
}

type dryRunParticipant struct {
	Name       *string              `json:"name"`
	Email      *string              `json:"email"`
	ExternalID *string              `json:"externalId"`
	Role       svcx.ParticipantRole `json:"role"`
}

type dryRunRating struct {
	Rating  int     `json:"rating"`
	Comment *string `json:"comment"`
	RatedBy *string `json:"ratedBy"`
}

type dryRunContact struct {
	ID        any                `json:"id"`
	New       bool               `json:"new"`
	MatchedBy *svcx.ContactMatch `json:"matchedBy"`
	Changes   wireMembers        `json:"changes"`
}

// change is the value of a member before and after.
type change struct {
	From jsontext.Value `json:"from"`
	To   jsontext.Value `json:"to"`
}

// DryRun encodes what an inbound request would do: {kind, outcome, conversation,
// contact, message, ignored, events}.
//
// outcome is {status, eventType, error, warnings} of the event log entry that would
// be written. conversation, contact and message are encoded by the form as they would
// be afterwards, or null if there is none. Ids of what would be created are null. In
// addition to the form's members, conversation has new, changes, fields (the values
// that would be set, by key), participants (those that would be added) and rating;
// contact has new, matchedBy and changes. changes has the form's members that would
// change, each as {from, to}; it is empty for what is new.
func (f *Form) DryRun(d *svcx.DryRun, ignored []string) (any, error) {
	record := f.event(d.Event)
	answer := dryRun{
		Outcome: dryRunOutcome{record.Status, record.EventType, record.Error, record.Warnings},
		Ignored: ignored, Events: d.Events,
	}
	if kind, _, _ := strings.Cut(d.Event.Type, ":"); kind != svcx.InboundTypeInvalid {
		answer.Kind = &kind
	}
	var err error
	if d.Conversation != nil {
		if answer.Conversation, err = f.dryRunConversation(d.Conversation); err != nil {
			return nil, err
		}
	}
	if d.Contact != nil {
		if answer.Contact, err = f.dryRunContact(d.Contact); err != nil {
			return nil, err
		}
	}
	if d.Message != nil {
		unknown := wireMembers{{"id", null}}
		if d.Conversation.Before == nil {
			unknown = append(unknown, wireMember{"conversationId", null})
		}
		if answer.Message, err = replaced(f.Message(d.Message), unknown); err != nil {
			return nil, err
		}
	}
	return answer, nil
}

func (f *Form) dryRunConversation(c *svcx.DryRunConversation) (any, error) {
	head := dryRunConversation{New: c.Before == nil, Fields: make(map[string]any)}
	for _, v := range c.Fields {
		head.Fields[v.Field.Key] = typedValue(v)
	}
	for _, p := range c.Participants {
		head.Participants = append(head.Participants, dryRunParticipant{OptionalString(p.Name), OptionalString(p.Email), OptionalString(p.ExternalID), p.Role})
	}
	if r := c.Rating; r != nil {
		head.Rating = &dryRunRating{r.Rating, OptionalString(r.Comment), OptionalString(r.RatedBy)}
	}
	after, err := membersOf(f.Conversation(c.After))
	if err != nil {
		return nil, err
	}
	if c.Before != nil {
		head.ID = f.ID(int64(c.Before.ID))
		if head.Changes, err = changes(f.Conversation(c.Before), after); err != nil {
			return nil, err
		}
	}
	return Join(head, after.without("id"))
}

func (f *Form) dryRunContact(c *svcx.DryRunContact) (any, error) {
	head := dryRunContact{New: c.Before == nil}
	after, err := membersOf(f.Contact(c.After))
	if err != nil {
		return nil, err
	}
	if c.Before != nil {
		head.ID, head.MatchedBy = f.ID(int64(c.Before.ID)), &c.MatchedBy
		if head.Changes, err = changes(f.Contact(c.Before), after); err != nil {
			return nil, err
		}
	}
	return Join(head, after.without("id"))
}

var null = jsontext.Value("null")

// wireMembers are the members of a wire object, in its order.
type wireMembers []wireMember

type wireMember struct {
	name  string
	value jsontext.Value
}

// MarshalJSONTo writes an object, also if there are no members.
func (m wireMembers) MarshalJSONTo(e *jsontext.Encoder) error {
	if err := e.WriteToken(jsontext.BeginObject); err != nil {
		return err
	}
	for _, member := range m {
		if err := e.WriteToken(jsontext.String(member.name)); err != nil {
			return err
		}
		if err := e.WriteValue(member.value); err != nil {
			return err
		}
	}
	return e.WriteToken(jsontext.EndObject)
}

func (m wireMembers) value(name string) jsontext.Value {
	for _, member := range m {
		if member.name == name {
			return member.value
		}
	}
	return nil
}

func (m wireMembers) without(name string) (rest wireMembers) {
	for _, member := range m {
		if member.name != name {
			rest = append(rest, member)
		}
	}
	return rest
}

// membersOf splits a wire object into its members.
func membersOf(object any) (members wireMembers, err error) {
	encoded, err := Encode(object)
	if err != nil {
		return nil, err
	}
	o, err := ReadObject(encoded)
	if err != nil {
		return nil, err
	}
	for name, v := range o.All() {
		members = append(members, wireMember{name, v.raw})
	}
	return members, nil
}

// changes returns the members that differ from before.
func changes(before any, after wireMembers) (changed wireMembers, err error) {
	old, err := membersOf(before)
	if err != nil {
		return nil, err
	}
	for _, member := range after {
		if from := old.value(member.name); !bytes.Equal(from, member.value) {
			both, err := Encode(change{from, member.value})
			if err != nil {
				return nil, err
			}
			changed = append(changed, wireMember{member.name, both})
		}
	}
	return changed, nil
}

// replaced returns a wire object with the values of some members replaced.
func replaced(object any, others wireMembers) (wireMembers, error) {
	members, err := membersOf(object)
	for i, member := range members {
		if value := others.value(member.name); value != nil {
			members[i].value = value
		}
	}
	return members, err
}

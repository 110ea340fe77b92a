package form

import (
	"reflect"
	"slices"
	"strings"

	"svcx"
	"svcx/internal/openapi"
)

// objectOf describes a struct on the wire as its type does, but for own.
func (s *Schemas) objectOf(wire any, own map[string]*openapi.Schema) *openapi.Schema {
	return openapi.Object(s.members(reflect.TypeOf(wire), own)...)
}

// WholeNumber is an integer from least on, in both forms.
func WholeNumber(least int) *openapi.Schema {
	return &openapi.Schema{Type: openapi.Types{"integer"}, Format: "int64", Minimum: &least}
}

// PlaceSchema describes an id, or 0 for the place before the first one.
func (f *Form) PlaceSchema() *openapi.Schema {
	s := *f.IDSchema()
	s.Pattern = strings.Replace(s.Pattern, "[1-9]", "[0-9]", 1)
	if s.Minimum != nil {
		s.Minimum = new(int)
	}
	return &s
}

// EventSchema describes a record of the event log as Event shows it.
func (s *Schemas) EventSchema() *openapi.Schema {
	return s.Name("EventLogRecord", s.objectOf(eventRecord{}, map[string]*openapi.Schema{
		"id": WholeNumber(1), "responseMs": WholeNumber(0), "deliveryId": WholeNumber(1).Nullable(),
		"direction": openapi.OneOf(svcx.Inbound, svcx.Outbound), "status": openapi.OneOf(s.eventWords()...),
		"conversationId": openapi.Text(0).Nullable().As("The id that the integrator knows the conversation by."),
	}))
}

// DryRunSchema describes what DryRun answers. Its records are as the form has them,
// and described in words.
func (s *Schemas) DryRunSchema() *openapi.Schema {
	record := func(text string) *openapi.Schema {
		return (&openapi.Schema{Type: openapi.Types{"object"}}).Nullable().As(text)
	}
	events := make([]string, len(svcx.EventTypes))
	for i, e := range svcx.EventTypes {
		events[i] = string(e)
	}
	word := openapi.OneOf(svcx.InboundTypeMessage, svcx.InboundTypeAction, svcx.InboundTypeIntent)
	return s.Name("DryRun", s.objectOf(dryRun{}, map[string]*openapi.Schema{
		"kind":         word.Nullable(),
		"outcome":      s.objectOf(dryRunOutcome{}, map[string]*openapi.Schema{"status": openapi.OneOf(s.eventWords()...)}).As("Of the event log record that the request would get."),
		"conversation": record("As it would be afterwards; beside its members: new, changes, fields, participants, rating. An id that is not given yet is null."),
		"contact":      record("As it would be afterwards; beside its members: new, matchedBy, changes."),
		"message":      record("As it would be stored."),
		"ignored":      openapi.Array(openapi.Text(0), 0).As("Paths of members that nothing is done with."),
		"events":       openapi.Array(openapi.OneOf(events...), 0).As("Those that would be sent."),
	}))
}

// eventWords are the form's words for the status of a record.
func (s *Schemas) eventWords() (words []string) {
	for _, status := range svcx.EventStatuses {
		if word := s.form.EventStatus(status); !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	return words
}

// DiscoverySchema describes what Discovery answers.
func (s *Schemas) DiscoverySchema() *openapi.Schema {
	id := map[string]*openapi.Schema{"id": WholeNumber(1), "categoryId": WholeNumber(1).Nullable()}
	return openapi.Object(
		openapi.Need("categories", openapi.Array(s.Name("DiscoveredCategory", s.objectOf(category{}, id)), 0)),
		openapi.Need("fields", openapi.Array(s.Name("DiscoveredField", s.objectOf(definition{}, id)), 0)),
	)
}

// MessageBody describes the message that InboundDecoder reads under the rules.
// What is required is so; of the rest a message keeps what can be used.
func (rules InboundRules) MessageBody() *openapi.Schema {
	id := func(name, otherwise string) openapi.Member {
		s := openapi.Text(svcx.MaxExternalID)
		s.MinLength = 1
		if rules.IDsRequired {
			return openapi.Need(name, s)
		}
		return openapi.May(name, s.As("If left out: "+otherwise+"."))
	}
	sender := []openapi.Member{
		id("externalId", "the e-mail, or else api-user"),
		openapi.May("name", openapi.Text(svcx.MaxName)), openapi.May("email", EmailSchema()),
	}
	if rules.SenderTypes != nil {
		sender = append(sender, openapi.May("type", oneOf(rules.SenderTypes).Or("customer")))
	}
	from := openapi.Object(sender...)
	attachment := openapi.Object(
		openapi.Need("url", openapi.Format("uri", svcx.MaxURL).As("An https address.")),
		openapi.May("filename", openapi.Text(svcx.MaxName)), openapi.May("mimeType", openapi.Text(svcx.MaxName)),
	)
	members := []openapi.Member{
		id("messageId", "a random UUID"), id("conversationId", "a random UUID, so that the message opens a conversation"),
		{Name: "from", Required: rules.IDsRequired, Schema: from},
		openapi.May("content", openapi.Text(0).As("Required unless there is an attachment that can be used.")),
		openapi.May("contentType", oneOf(contentTypes).Or(string(svcx.ContentText))),
		openapi.May("subject", openapi.Text(svcx.MaxSubject).As("That of the conversation; the first message's counts.")),
		openapi.May("sentAt", openapi.Time().As("At most 10 minutes ahead. If left out: the time of receipt.")),
		openapi.May("attachments", openapi.Array(attachment, svcx.MaxAttachments)),
	}
	if rules.Extras {
		members = append(members,
			openapi.May("participants", openapi.Array(participantBody(), svcx.MaxParticipants).As("Of the conversation; the first message's count.")),
			openapi.May("categoryId", WholeNumber(1).As("Of the conversation; the first message's counts.")),
			openapi.May("fields", fieldInputsSchema().As("Values by field key; unknown keys are ignored.")),
		)
	}
	return openapi.Object(members...).As("a message")
}

func fieldInputsSchema() *openapi.Schema {
	return &openapi.Schema{Type: openapi.Types{"object"}, Values: openapi.Any("string", "number", "boolean", "null")}
}

// CommandBodies describe the actions and the intents that DecodeCommand reads.
func CommandBodies() []*openapi.Schema {
	conversation := openapi.Text(svcx.MaxExternalID)
	conversation.MinLength = 1
	action := openapi.Object(
		openapi.Need("action", openapi.OneOf(svcx.ActionTypes[:]...)), openapi.Need("conversationId", conversation),
		openapi.May("assignedTo", WholeNumber(1).Nullable().As("Required for conversation.assign: an agent, or null for nobody.")),
		openapi.May("rating", openapi.Int(svcx.MinRating, svcx.MaxRating).As("Required for rating.submit.")),
		openapi.May("comment", openapi.Text(svcx.MaxRatingComment).As("Of a rating.")),
		openapi.May("ratedBy", openapi.Text(svcx.MaxName).As("Of a rating.")),
	)
	tag := openapi.Text(svcx.MaxTag)
	data := openapi.Object(
		openapi.May("name", openapi.Text(svcx.MaxName).Nullable()), openapi.May("email", EmailSchema().Nullable()),
		openapi.May("avatarUrl", openapi.Format("uri", svcx.MaxURL).Nullable()),
		openapi.May("tags", openapi.Array(tag, svcx.MaxTags).Nullable().As("A string with commas will do, too.")),
		openapi.May("subject", openapi.Text(svcx.MaxSubject).Nullable()), openapi.May("priority", oneOf(priorities).Nullable()),
	)
	intent := openapi.Object(
		openapi.Need("intent", openapi.OneOf(svcx.IntentRatingRequest, svcx.IntentUpdateInfo)), openapi.Need("conversationId", conversation),
		openapi.May("data", data.As("Required for updateinfo; null clears.")),
	)
	return []*openapi.Schema{action.As("an action"), intent.As("an intent")}
}

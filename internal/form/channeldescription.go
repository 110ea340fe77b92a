package form

import (
	"reflect"
	"slices"
	"strings"

	"svcx"
	"svcx/internal/openapi"
)

// objectOf describes a wire struct by its type; own overrides members by name.
func (s *Schemas) objectOf(wire any, own map[string]*openapi.Schema) *openapi.Schema {
	return openapi.Object(s.members(reflect.TypeOf(wire), own)...)
}

// WholeNumber describes an integer of at least least, in both forms.
func WholeNumber(least int) *openapi.Schema {
	return &openapi.Schema{Type: openapi.Types{"integer"}, Format: "int64", Minimum: &least}
}

// PlaceSchema describes a position in a list of ids: an id, or 0 for the beginning.
func (f *Form) PlaceSchema() *openapi.Schema {
	s := *f.IDSchema()
	s.Pattern = strings.Replace(s.Pattern, "[1-9]", "[0-9]", 1)
	if s.Minimum != nil {
		s.Minimum = new(int)
	}
	return &s
}

// EventSchema describes an event log entry as encoded by Event.
func (s *Schemas) EventSchema() *openapi.Schema {
	return s.Name("EventLogEntry", s.objectOf(eventRecord{}, map[string]*openapi.Schema{
		"id": WholeNumber(1), "responseMs": WholeNumber(0), "deliveryId": WholeNumber(1).Nullable(),
		"direction": openapi.OneOf(svcx.Inbound, svcx.Outbound), "status": openapi.OneOf(s.eventWords()...),
		"conversationId": openapi.Text(0).Nullable().As("The external id of the conversation."),
	}))
}

// DryRunSchema describes what DryRun returns. The resources in it are only described
// in words.
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
		"outcome":      s.objectOf(dryRunOutcome{}, map[string]*openapi.Schema{"status": openapi.OneOf(s.eventWords()...)}).As("The outcome that the event log entry of the request would have."),
		"conversation": record("The conversation as it would be after the request, with the additional members `new`, `changes`, `fields`, `participants` and `rating`. The `id` of a new conversation is null."),
		"contact":      record("The contact as it would be after the request, with the additional members `new`, `matchedBy` and `changes`. The `id` of a new contact is null."),
		"message":      record("The message as it would be stored."),
		"ignored":      openapi.Array(openapi.Text(0), 0).As("The paths of members that are ignored."),
		"events":       openapi.Array(openapi.OneOf(events...), 0).As("The events that would be sent."),
	}))
}

// eventWords returns the form's words for the status of an event log entry.
func (s *Schemas) eventWords() (words []string) {
	for _, status := range svcx.EventStatuses {
		if word := s.form.EventStatus(status); !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	return words
}

// DiscoverySchema describes what Discovery returns.
func (s *Schemas) DiscoverySchema() *openapi.Schema {
	id := map[string]*openapi.Schema{"id": WholeNumber(1), "categoryId": WholeNumber(1).Nullable()}
	return openapi.Object(
		openapi.Need("categories", openapi.Array(s.Name("DiscoveredCategory", s.objectOf(category{}, id)), 0)),
		openapi.Need("fields", openapi.Array(s.Name("DiscoveredField", s.objectOf(definition{}, id)), 0)),
	)
}

// MessageBody describes the message that InboundDecoder reads under the rules. Only
// an invalid required member rejects a message; other invalid members are left out.
func (rules InboundRules) MessageBody() *openapi.Schema {
	id := func(name, otherwise string) openapi.Member {
		s := openapi.Text(svcx.MaxExternalID)
		s.MinLength = 1
		if rules.IDsRequired {
			return openapi.Need(name, s)
		}
		return openapi.May(name, s.As("Default: "+otherwise+"."))
	}
	sender := []openapi.Member{
		id("externalId", "the e-mail address, or `api-user` without one"),
		openapi.May("name", openapi.Text(svcx.MaxName)), openapi.May("email", EmailSchema()),
	}
	if rules.SenderTypes != nil {
		sender = append(sender, openapi.May("type", oneOf(rules.SenderTypes).Or("customer")))
	}
	from := openapi.Object(sender...)
	attachment := openapi.Object(
		openapi.Need("url", openapi.Format("uri", svcx.MaxURL).As("An https URL.")),
		openapi.May("filename", openapi.Text(svcx.MaxName)), openapi.May("mimeType", openapi.Text(svcx.MaxName)),
	)
	members := []openapi.Member{
		id("messageId", "a random UUID"), id("conversationId", "a random UUID, so that the message starts a new conversation"),
		{Name: "from", Required: rules.IDsRequired, Schema: from},
		openapi.May("content", openapi.Text(0).As("Required unless there is a valid attachment.")),
		openapi.May("contentType", oneOf(contentTypes).Or(string(svcx.ContentText))),
		openapi.May("subject", openapi.Text(svcx.MaxSubject).As("The subject of the conversation; only used for its first message.")),
		openapi.May("sentAt", openapi.Time().As("At most 10 minutes in the future. Default: the time of receipt.")),
		openapi.May("attachments", openapi.Array(attachment, svcx.MaxAttachments)),
	}
	if rules.OptionalFields {
		members = append(members,
			openapi.May("participants", openapi.Array(participantBody(), svcx.MaxParticipants).As("The participants of the conversation; only used for its first message.")),
			openapi.May("categoryId", WholeNumber(1).As("The category of the conversation; only used for its first message.")),
			openapi.May("fields", fieldInputsSchema().As("Values by field key; unknown keys are ignored.")),
		)
	}
	return openapi.Object(members...).As("a message")
}

func fieldInputsSchema() *openapi.Schema {
	return &openapi.Schema{Type: openapi.Types{"object"}, Values: openapi.Any("string", "number", "boolean", "null")}
}

// CommandBodies describes the actions and intents that DecodeCommand reads.
func CommandBodies() []*openapi.Schema {
	conversation := openapi.Text(svcx.MaxExternalID)
	conversation.MinLength = 1
	action := openapi.Object(
		openapi.Need("action", openapi.OneOf(svcx.ActionTypes[:]...)), openapi.Need("conversationId", conversation),
		openapi.May("assignedTo", WholeNumber(1).Nullable().As("Required for `conversation.assign`: the id of a member, or null to unassign.")),
		openapi.May("rating", openapi.Int(svcx.MinRating, svcx.MaxRating).As("Required for `rating.submit`.")),
		openapi.May("comment", openapi.Text(svcx.MaxRatingComment).As("For `rating.submit`: the customer's comment.")),
		openapi.May("ratedBy", openapi.Text(svcx.MaxName).As("For `rating.submit`: who gave the rating.")),
	)
	tag := openapi.Text(svcx.MaxTag)
	data := openapi.Object(
		openapi.May("name", openapi.Text(svcx.MaxName).Nullable()), openapi.May("email", EmailSchema().Nullable()),
		openapi.May("avatarUrl", openapi.Format("uri", svcx.MaxURL).Nullable()),
		openapi.May("tags", openapi.Array(tag, svcx.MaxTags).Nullable().As("May also be a comma-separated string.")),
		openapi.May("subject", openapi.Text(svcx.MaxSubject).Nullable()), openapi.May("priority", oneOf(priorities).Nullable()),
	)
	intent := openapi.Object(
		openapi.Need("intent", openapi.OneOf(svcx.IntentRatingRequest, svcx.IntentUpdateInfo)), openapi.Need("conversationId", conversation),
		openapi.May("data", data.As("Required for `updateinfo`; null clears a member.")),
	)
	return []*openapi.Schema{action.As("an action"), intent.As("an intent")}
}

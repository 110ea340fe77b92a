// Package formb implements form B of the contract: integer ids, 400 for validation
// errors, the full event envelope, and more scopes (W 9, R 9).
package formb

import (
	"strings"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/openapi"
)

var scopes = []svcx.Scope{
	svcx.ScopeConversationsRead, svcx.ScopeConversationsWrite, svcx.ScopeConversationsResolve,
	svcx.ScopeMessagesRead, svcx.ScopeMessagesWrite,
	svcx.ScopeContactsRead, svcx.ScopeContactsWrite,
	svcx.ScopeRatingsRead, svcx.ScopeRatingsWrite,
	svcx.ScopeSecretsRead, svcx.ScopeConfigWrite,
}

// keyPrefix is how many characters of an API key are shown (R 2.5).
const keyPrefix = 16

// senderTypes are the words of an inbound message's from.type (W 2.1, D 2).
var senderTypes = []form.Word[svcx.AuthorType]{
	{Text: "customer", Means: svcx.AuthorCustomer},
	{Text: "staff", Means: svcx.AuthorAgent},
	{Text: "bot", Means: svcx.AuthorBot},
}

// inboundRules are for messages with optional fields, actions and intents.
var inboundRules = form.InboundRules{SenderTypes: senderTypes, OptionalFields: true, Command: form.DecodeCommand}

// New returns the form.
func New() *form.Form {
	return &form.Form{
		Name:     svcx.FormB,
		ID:       func(n int64) any { return n },
		IDSchema: idSchema,
		ReadID:   form.Value.IntegerID,
		ErrorCode: form.ErrorCodes(map[svcx.Kind]form.ErrorCode{
			svcx.KindValidation:  {Status: 400, Code: "VALIDATION"},
			svcx.KindForbidden:   {Status: 403, Code: "FORBIDDEN"},
			svcx.KindAPIDisabled: {Status: 503, Code: "UNAUTHORIZED"},
		}),

		Scopes:            scopes,
		ResolveScope:      svcx.ScopeConversationsResolve,
		Pages:             form.PageSizesB,
		RevealsChannelKey: true,
		RelaysAttachments: true,
		TellsContentType:  true,
		ShowsLabels:       true,
		ListsRevokedKeys:  false,
		KeyPrefixLength:   keyPrefix,
		TakesCommands:     true,
		Sample:            `{"conversationId": "c-1", "from": {"externalId": "u-1", "name": "Ada"}, "content": "Hello"}`,

		DecodeInbound:  form.InboundDecoder(inboundRules),
		InspectInbound: form.InboundInspector(inboundRules),
		Deliver:        deliver,
		EventBody:      eventBody,
		Sends:          func(e svcx.EventType) bool { return eventData[e] != nil },
		EventStatus:    eventStatus,
		EventType:      eventType,

		EventTypeQuery: eventTypeQuery,

		Conversation:         encodeConversation,
		ConversationStatus:   encodeStatus,
		ConversationPatched:  encodeConversation,
		Message:              publicMessage,
		SessionMessage:       encodeSessionMessage,
		ExportedConversation: encodeConversation,
		ExportedMessage:      encodeMessage,
		ExportedContact:      encodeContact,
		Contact:              encodeContact,
		Key: func(k *svcx.Key, plain string) any {
			return form.NewKeyRecord(k.ID, k, plain, keyPrefix)
		},

		DecodeConversation: decodeConversation,
		DecodeMessage:      form.MessageDecoder(form.Value.IntegerID, decodeAuthor),
		DecodeContact:      form.DecodeContact,
		DecodeContactPatch: decodeContactPatch,
		DecodeKey:          form.KeyDecoder(scopes, 1),
		AssigneeQuery:      form.AssigneeQuery,
		Bodies: form.Bodies{
			Conversation: conversationBody(), Message: messageBody(), ContactPatch: contactPatchBody(), Key: form.KeyBody(scopes, 1),
			Inbound: &openapi.Schema{AnyOf: append([]*openapi.Schema{inboundRules.MessageBody()}, form.CommandBodies()...)},
		},
		DecodeAssign: form.AssignDecoder(form.Value.IntegerID),
	}
}

// eventStatus names the status of an event log entry (W 2.5).
func eventStatus(s svcx.EventStatus) string {
	switch s {
	case svcx.EventOK:
		return "ok"
	case svcx.EventSkipped:
		return "skipped"
	default:
		return "error"
	}
}

// eventType names the type of an event log entry (W 2.5, D 2): outbound calls have
// their own types, actions and intents theirs after a colon, and any other inbound
// request, even with a malformed body, is an inbound_webhook.
func eventType(e *svcx.EventLogEntry) string {
	if e.Direction == svcx.Outbound || strings.Contains(e.Type, ":") {
		return e.Type
	}
	return "inbound_webhook"
}

// eventTypeQuery is the inverse of eventType.
func eventTypeQuery(word string) svcx.EventTypeFilter {
	switch {
	case word == "inbound_webhook":
		return svcx.EventTypeFilter{Direction: svcx.Inbound, Types: []string{
			svcx.InboundTypeMessage, svcx.InboundTypeAction, svcx.InboundTypeIntent, svcx.InboundTypeInvalid,
		}}
	case strings.Contains(word, ":"):
		return svcx.EventTypeFilter{Direction: svcx.Inbound, Types: []string{word}}
	default:
		return svcx.EventTypeFilter{Direction: svcx.Outbound, Types: []string{word}}
	}
}

// idSchema describes an id in the OpenAPI document.
func idSchema() *openapi.Schema {
	least := 1
	return &openapi.Schema{Type: openapi.Types{"integer"}, Format: "int64", Minimum: &least}
}

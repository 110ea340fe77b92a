// Package forma implements form A of the contract: string ids, 422 for validation
// errors, the bare outbound reply, and fewer scopes (W 9, R 9).
package forma

import (
	"strconv"
	"strings"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/openapi"
)

var scopes = []svcx.Scope{
	svcx.ScopeConversationsRead, svcx.ScopeConversationsWrite,
	svcx.ScopeMessagesRead, svcx.ScopeMessagesWrite,
	svcx.ScopeContactsRead, svcx.ScopeContactsWrite,
	svcx.ScopeRatingsWrite,
}

// keyPrefix is how many characters of an API key are shown (R 2.5).
const keyPrefix = 12

// inboundRules are for messages only, all of whose ids are required.
var inboundRules = form.InboundRules{IDsRequired: true, Command: refuseCommand}

// New returns the form.
func New() *form.Form {
	return &form.Form{
		Name:     svcx.FormA,
		ID:       func(n int64) any { return id(n) },
		IDSchema: idSchema,
		ReadID:   form.Value.StringID,
		ErrorCode: form.ErrorCodes(map[svcx.Kind]form.ErrorCode{
			svcx.KindValidation:  {Status: 422, Code: "VALIDATION"},
			svcx.KindForbidden:   {Status: 403, Code: "INSUFFICIENT_SCOPE"},
			svcx.KindAPIDisabled: {Status: 503, Code: "API_DISABLED"},
		}),

		Scopes:            scopes,
		ResolveScope:      svcx.ScopeConversationsWrite,
		Pages:             form.PageSizesA,
		RevealsChannelKey: false,
		ListsRevokedKeys:  true,
		KeyPrefixLength:   keyPrefix,
		Sample:            `{"messageId": "m-1", "conversationId": "c-1", "from": {"externalId": "u-1", "name": "Ada"}, "content": "Hello"}`,

		DecodeInbound:  form.InboundDecoder(inboundRules),
		InspectInbound: form.InboundInspector(inboundRules),
		Deliver:        deliver,
		EventBody:      eventBody,
		Sends:          func(e svcx.EventType) bool { return e == svcx.EventMessageCreated },
		EventStatus:    eventStatus,
		EventType:      eventType,

		EventTypeQuery: eventTypeQuery,

		Conversation:         encodeConversation,
		ConversationStatus:   encodeStatus,
		ConversationPatched:  encodePatched,
		Message:              encodeMessage,
		SessionMessage:       encodeSessionMessage,
		ExportedConversation: exportConversation,
		ExportedMessage:      exportMessage,
		ExportedContact:      exportContact,
		Contact:              encodeContact,
		Key: func(k *svcx.Key, plain string) any {
			return form.NewKeyRecord(id(k.ID), k, plain, keyPrefix)
		},

		DecodeConversation:      decodeConversation,
		DecodeConversationPatch: decodeConversationPatch,
		DecodeMessage:           form.MessageDecoder(form.Value.StringID, decodeAuthor),
		DecodeContact:           form.DecodeContact,
		DecodeContactPatch:      decodeContactPatch,
		DecodeKey:               form.KeyDecoder(scopes, 0),
		AssigneeQuery:           form.AssigneeQuery,
		Bodies: form.Bodies{
			Conversation: conversationBody(), ConversationPatch: conversationPatchBody(), Message: messageBody(),
			ContactPatch: contactPatchBody(), Key: form.KeyBody(scopes, 0),
			Inbound: inboundRules.MessageBody(),
		},
		PathIDs:      map[string]string{"conversations": "conversationId", "contacts": "contactId", "api-keys": "keyId"},
		DecodeAssign: form.AssignDecoder(form.Value.StringID),
	}
}

// id encodes an id as a decimal string.
func id[T ~int64](n T) string { return strconv.FormatInt(int64(n), 10) }

func optionalID[T ~int64](n *T) *string {
	if n == nil {
		return nil
	}
	s := id(*n)
	return &s
}

// refuseCommand rejects actions and intents, which this form does not have; such a
// body is never read as a message (D 2). The event log entry still names the type,
// in case the workspace changes to the other form.
func refuseCommand(kind string, body *form.Object) svcx.InboundBody {
	_, eventType, err := form.CommandType(kind, body)
	if err != nil {
		eventType = kind
	}
	return svcx.InboundBody{Rejected: &svcx.Outcome{
		Status: svcx.EventInvalid,
		Type:   eventType,
		Reason: svcx.Reason{Code: svcx.ReasonUnsupportedInFormA, Detail: "the workspace takes messages only"},
	}}
}

// eventStatus names the status of an event log entry (W 2.5, D 2).
func eventStatus(s svcx.EventStatus) string {
	switch s {
	case svcx.EventOK:
		return "ok"
	case svcx.EventUnauthorized:
		return "signature_failure"
	case svcx.EventSkipped, svcx.EventInvalid:
		return "skip"
	default:
		return "routing_error"
	}
}

// eventType names the type of an event log entry (D 2): message.inbound,
// message.outbound, action, intent, invalid; other outbound calls have their own
// types.
func eventType(e *svcx.EventLogEntry) string {
	if e.Direction == svcx.Outbound {
		if e.Type == string(svcx.EventMessageCreated) {
			return "message.outbound"
		}
		return e.Type
	}
	kind, _, _ := strings.Cut(e.Type, ":")
	switch {
	case e.Status == svcx.EventUnauthorized:
		return "invalid"
	case kind == svcx.InboundTypeMessage:
		return "message.inbound"
	default:
		return kind
	}
}

// eventTypeQuery is the inverse of eventType.
func eventTypeQuery(word string) svcx.EventTypeFilter {
	switch word {
	case "message.inbound":
		return svcx.EventTypeFilter{Direction: svcx.Inbound, Types: []string{svcx.InboundTypeMessage}}
	case "message.outbound":
		return svcx.EventTypeFilter{Direction: svcx.Outbound, Types: []string{string(svcx.EventMessageCreated)}}
	case string(svcx.EventMessageCreated):
		return svcx.EventTypeFilter{Direction: svcx.Outbound} // not a name of this form: matches nothing
	case svcx.InboundTypeAction, svcx.InboundTypeIntent, svcx.InboundTypeInvalid:
		return svcx.EventTypeFilter{Direction: svcx.Inbound, Types: []string{word}, Prefix: word + ":"}
	default:
		return svcx.EventTypeFilter{Direction: svcx.Outbound, Types: []string{word}}
	}
}

// idSchema describes an id in the OpenAPI document.
func idSchema() *openapi.Schema {
	return &openapi.Schema{Type: openapi.Types{"string"}, Pattern: "^[1-9][0-9]*$"}
}

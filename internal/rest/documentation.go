package rest

import (
	"net/http"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/openapi"
)

// docs documents the operations of v1 by their name. A test fails for one that
// is not here, and for one without an example in testdata/tour.txt.
var docs = map[string]doc{
	"listConversations": {
		summary: "List conversations", text: "Last activity first.",
		query: append([]param{
			query("status", "Only those with it.", openapi.OneOf(svcx.StatusOpen, svcx.StatusResolved, svcx.StatusClosed)),
			query("assignedTo", "Only those of this agent; none for those of nobody.", assigneeSchema()),
			query("externalConversationId", "The one that its channel knows by this id.", openapi.Label(0)),
			queryID("channelId", "Only those of the channel."),
			queryID("contactId", "Only those of the contact."),
			queryID("categoryId", "Only those of the category."),
			query("updatedSince", "Only those with activity since then.", openapi.Time()),
		}, paged(conversationsLimit)...),
		answer: many(conversation),
	},
	"createConversation": {
		summary: "Create a conversation", text: "It is open. On a channel, its events go to that channel's integrator.",
		body: func(f *form.Form) *openapi.Schema { return f.Bodies.Conversation }, answer: one(conversation),
	},
	"getConversation": {summary: "Get a conversation", answer: one(conversation)},
	"updateConversation": {
		summary: "Change a conversation", text: "What is left out stays as it is; null clears.",
		body: func(f *form.Form) *openapi.Schema { return f.Bodies.ConversationPatch }, answer: one(conversationPatched),
	},
	"resolveConversation": {summary: "Resolve a conversation", text: statusText, answer: one(conversationStatus)},
	"closeConversation":   {summary: "Close a conversation", text: "Closed conversations are archived. " + statusText, answer: one(conversationStatus)},
	"reopenConversation":  {summary: "Reopen a conversation", text: statusText, answer: one(conversationStatus)},

	"listMessages": {
		summary: "List messages", text: "Oldest first.",
		query: append([]param{
			queryBefore("before", "Messages older than this one, the latest of them: another way to page, with limits of its own (default 30, at most 100) and without offset."),
		}, paged(messagesLimit)...),
		answer: manyBefore(message),
	},
	"sendMessage": {
		summary: "Send a message", text: "It is an agent's, and goes to the integrator of the conversation's channel.",
		body: func(f *form.Form) *openapi.Schema { return f.Bodies.Message }, answer: one(message),
	},

	"editMessage": {
		summary: "Edit a message", text: "Any message, whoever wrote it. Up to 50 earlier versions are kept for agents to see; an edit that changes nothing counts nothing. No event is sent.",
		body: form.EditBody, answer: one(edited),
	},
	"readMessage": {
		summary: "Mark a message as read", text: "By the customer's side. readAt stays at the first time; it is null for the customer's own messages.",
		answer: one(messageRead),
	},
	"readConversation": {
		summary: "Mark a conversation as read", text: "The customer's side has read all that agents and bots wrote. readAt stays where there was nothing unread.",
		answer: bare(conversationRead),
	},
	"setTyping": {
		summary: "Show who types", text: "A signal ends by itself after 5 seconds. Forbidden where the conversation has no channel, or its channel has typing indicators off.",
		body: form.TypingBody, answer: bare(typingSet),
	},

	"listContacts": {
		summary: "List contacts", text: "Newest first. The total of a search is exact up to 10,000; beyond it is 10,000 and totalCapped is true.",
		query: append([]param{
			query("search", "Every word of it begins a word of the name, the e-mail or the external id.", openapi.Text(0)),
		}, paged(contactsLimit)...),
		answer: many(contact),
	},
	"createContact": {summary: "Create a contact", body: (*form.Form).ContactBody, answer: one(contact)},
	"getContact":    {summary: "Get a contact", answer: one(contact)},
	"updateContact": {
		summary: "Change a contact", text: "What is left out stays as it is; null clears.",
		body: func(f *form.Form) *openapi.Schema { return f.Bodies.ContactPatch }, answer: one(contact),
	},

	"listCategories": {summary: "List categories", text: "By position.", query: paged(wholeLimit), answer: many(category)},
	"createCategory": {summary: "Create a category", body: (*form.Form).CategoryBody, answer: one(category)},
	"updateCategory": {summary: "Change a category", text: "What is left out stays as it is.", body: (*form.Form).CategoryPatchBody, answer: one(category)},
	"deleteCategory": {
		summary: "Delete a category", text: "Its fields go with it, and its conversations have no category any more.",
		answer: one(gone),
	},
	"listCategoryFields":  {summary: "List the fields of a category", text: "And the global ones, by position.", query: paged(wholeLimit), answer: many(field)},
	"createCategoryField": {summary: "Create a field of a category", body: (*form.Form).CategoryFieldBody, answer: one(field)},
	"listFields": {
		summary: "List global fields", text: "By position.",
		query:  append([]param{queryID("categoryId", "That category's too.")}, paged(wholeLimit)...),
		answer: many(field),
	},
	"createField": {summary: "Create a field", body: (*form.Form).FieldBody, answer: one(field)},
	"updateField": {
		summary: "Change a field", text: "What is left out stays as it is. key and type never change and are refused.",
		body: (*form.Form).FieldPatchBody, answer: one(field),
	},
	"deleteField":     {summary: "Delete a field", text: "Its values go with it, in every conversation.", answer: one(gone)},
	"listFieldValues": {summary: "List field values", text: "All fields that apply, and others that are set.", answer: many(fieldValue)},
	"setFieldValues":  {summary: "Set field values", text: "Answers all of them. Those of a conversation have at most 1 MiB together.", body: (*form.Form).FieldValuesBody, answer: many(fieldValue)},

	"listParticipants": {
		summary: "List participants", text: "The contact first, with the role primary, without an id of its own but with contactId.",
		query: paged(contactsLimit), answer: many(participant),
	},
	"addParticipant": {summary: "Add a participant", text: "At most 20, beside the contact.", body: (*form.Form).ParticipantBody, answer: one(participant)},

	"importConversations": {
		summary: "Import conversations", text: importText,
		body: (*form.Form).ImportConversationsBody, answer: one(importResult),
	},
	"importMessages": {
		summary: "Import messages", text: importText,
		body: (*form.Form).ImportMessagesBody, answer: one(importResult),
	},

	"setAvatar": {
		summary: "Set a contact's picture", text: "It is not fetched now. Answers the contact.",
		body: form.AvatarBody, answer: one(contact),
	},
	"deleteAvatar": {summary: "Remove a contact's picture", text: "Answers the contact, also one that had none.", answer: one(contact)},
	"putContent": {
		summary: "Give fresh URLs", text: "For media in the conversation's messages whose URLs expire.",
		body: form.ContentURLsBody, answer: one(acceptedContent),
	},

	"listStaffLinks": {
		summary: "List staff links", text: "By external id.",
		query:  append([]param{needID("channelId", "The channel that they are of.")}, paged(contactsLimit)...),
		answer: many(staffLink),
	},
	"putStaffLink": {
		summary: "Link a member", text: "Staff messages that arrive on the channel with the external id are then the member's. An external id that is linked already is linked anew (200).",
		body: (*form.Form).StaffLinkBody, answer: one(staffLink), also: http.StatusOK,
	},
	"deleteStaffLink": {summary: "Remove a staff link", text: "What was attributed stays.", answer: one(gone)},

	"listSecrets": {summary: "List secrets", text: "By key, without values.", query: paged(wholeLimit), answer: many(secret)},
	"getSecret":   {summary: "Get a secret", text: "With its value. Each reading is in the audit log.", answer: one(secretValue)},

	"listKeys":       listKeysDoc,
	"createKey":      createKeyDoc,
	"revokeKey":      revokeKeyDoc,
	"listKeysShort":  listKeysDoc.at("/keys"),
	"createKeyShort": createKeyDoc.at("/keys"),
	"revokeKeyShort": revokeKeyDoc.at("/keys"),

	"rateConversation": {summary: "Rate a conversation", text: "A conversation has one rating; another overwrites it.", body: (*form.Form).RatingBody, answer: one(rating)},
	"getRating":        {summary: "Get a rating", text: "Not found for a conversation that was not rated.", answer: one(rating)},
}

// Key management has two paths (decisions 1), which do the same.
var (
	listKeysDoc = doc{
		summary: "List keys", text: "Newest first, without the keys themselves. The paths /api-keys and /keys do the same.",
		query: paged(contactsLimit), answer: many(key),
	}
	createKeyDoc = doc{
		summary: "Create a key", text: "The answer has the key itself, this once. Scopes that the workspace may not give are refused.",
		body: func(f *form.Form) *openapi.Schema { return f.Bodies.Key }, answer: one(key),
	}
	revokeKeyDoc = doc{summary: "Revoke a key", text: "Requests with it are answered 401 from then on.", answer: one(revoked)}
)

// at is the same for the operation's other path, which its title names: titles are
// what people tell operations apart by.
func (d doc) at(path string) doc {
	d.summary += " (" + path + ")"
	return d
}

const importText = "Items that are there already are skipped, wrong ones are told in details and the rest is imported. Times are kept; nothing is sent."

const statusText = "Answers the present state where nothing changes."

// assigneeSchema is what form.AssigneeQuery reads.
func assigneeSchema() *openapi.Schema {
	s := openapi.Text(0)
	s.Pattern = "^(none|[1-9][0-9]*)$"
	return s
}

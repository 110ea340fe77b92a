package rest

import (
	"net/http"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/openapi"
)

// docs documents the operations of v1 by name. A test fails for an operation
// that is missing here or has no example in testdata/tour.txt.
var docs = map[string]doc{
	"listConversations": {
		summary: "List conversations", text: "Ordered by last activity, latest first. The total is exact with one of the filters `assignedTo`, `channelId` and `categoryId`, alone or with `status`; of several, or with `updatedSince`, it is exact up to 10,000; above that, `total` is 10,000 and `totalCapped` is true.",
		query: append([]param{
			query("status", "Only conversations with this status.", openapi.OneOf(svcx.StatusOpen, svcx.StatusResolved, svcx.StatusClosed)),
			query("assignedTo", "Only conversations assigned to this member, by id; `none` for unassigned ones.", assigneeSchema()),
			query("externalConversationId", "Only the conversation with this external id.", openapi.Label(0)),
			queryID("channelId", "Only conversations of this channel."),
			queryID("contactId", "Only conversations of this contact."),
			queryID("categoryId", "Only conversations in this category."),
			query("updatedSince", "Only conversations with activity at or after this time.", openapi.Time()),
			queryAfter("Each costs the same, and a conversation that moves up meanwhile is not repeated."),
		}, paged(conversationPages)...),
		answer: manyAfter("Page", conversation),
	},
	"createConversation": {
		summary: "Create a conversation", text: "The conversation starts out open. If it has a channel, its events are sent to that channel's integrator.",
		body: func(f *form.Form) *openapi.Schema { return f.Bodies.Conversation }, answer: one(conversation),
	},
	"getConversation": {summary: "Get a conversation", answer: one(conversation)},
	"updateConversation": {
		summary: "Update a conversation", text: patchText,
		body: func(f *form.Form) *openapi.Schema { return f.Bodies.ConversationPatch }, answer: one(conversationPatched),
	},
	"resolveConversation": {summary: "Resolve a conversation", text: statusText, answer: one(conversationStatus)},
	"closeConversation":   {summary: "Close a conversation", text: "A closed conversation is archived. " + statusText, answer: one(conversationStatus)},
	"reopenConversation":  {summary: "Reopen a conversation", text: statusText, answer: one(conversationStatus)},

	"listMessages": {
		summary: "List messages", text: "Oldest first.",
		query: append([]param{
			queryBefore("before", "The id of a message: returns the latest messages before it. `limit` then defaults to 30 and may be at most 100, and `offset` is not allowed."),
			queryAfter("Each costs the same."),
		}, paged(messagePages)...),
		answer: messagesEnvelope(message),
	},
	"sendMessage": {
		summary: "Send a message", text: "The message is an agent's, and is sent to the integrator of the conversation's channel.",
		body: func(f *form.Form) *openapi.Schema { return f.Bodies.Message }, answer: one(message),
	},

	"editMessage": {
		summary: "Edit a message", text: "Any message can be edited, regardless of its author. Agents can see up to 50 earlier versions. An edit that changes nothing is not counted. No event is sent.",
		body: form.EditBody, answer: one(edited),
	},
	"readMessage": {
		summary: "Mark a message as read", text: "Marks the message as read by the customer. `readAt` is the first time that it was read; it is null for the customer's own messages.",
		answer: one(messageRead),
	},
	"readConversation": {
		summary: "Mark a conversation as read", text: "Marks all messages of agents and bots as read by the customer. If nothing was unread, `readAt` does not change.",
		answer: bare(conversationRead),
	},
	"setTyping": {
		summary: "Set the typing indicator", text: "The indicator expires after 5 seconds. Forbidden if the conversation has no channel or its channel has typing indicators turned off.",
		body: form.TypingBody, answer: bare(typingSet),
	},

	"listContacts": {
		summary: "List contacts", text: "Ordered by creation, newest first. The total of a search is exact up to 10,000; above that, `total` is 10,000 and `totalCapped` is true.",
		query: append([]param{
			query("search", "Words to search for. Each must be the start of a word in the contact's name, e-mail address or external id.", openapi.Text(0)),
			queryAfter("Each costs the same, a search of frequent words costs less than with a total, and contacts that are added meanwhile move none."),
		}, paged(contactPages)...),
		answer: manyAfter("Contacts", contact),
	},
	"createContact": {summary: "Create a contact", body: (*form.Form).ContactBody, answer: one(contact)},
	"getContact":    {summary: "Get a contact", answer: one(contact)},
	"updateContact": {
		summary: "Update a contact", text: patchText,
		body: func(f *form.Form) *openapi.Schema { return f.Bodies.ContactPatch }, answer: one(contact),
	},

	"listCategories": {summary: "List categories", text: "Ordered by position.", query: paged(wholePages), answer: many(category)},
	"createCategory": {summary: "Create a category", body: (*form.Form).CategoryBody, answer: one(category)},
	"updateCategory": {summary: "Update a category", text: "Members that are left out do not change.", body: (*form.Form).CategoryPatchBody, answer: one(category)},
	"deleteCategory": {
		summary: "Delete a category", text: "Its fields are deleted too. Its conversations no longer have a category.",
		answer: one(deleted),
	},
	"listCategoryFields":  {summary: "List the fields of a category", text: "Includes the global fields. Ordered by position.", query: paged(wholePages), answer: many(field)},
	"createCategoryField": {summary: "Create a field of a category", body: (*form.Form).CategoryFieldBody, answer: one(field)},
	"listFields": {
		summary: "List global fields", text: "Ordered by position.",
		query:  append([]param{queryID("categoryId", "Also list the fields of this category.")}, paged(wholePages)...),
		answer: many(field),
	},
	"createField": {summary: "Create a field", body: (*form.Form).FieldBody, answer: one(field)},
	"updateField": {
		summary: "Update a field", text: "Members that are left out do not change. `key` and `type` cannot be changed and are refused.",
		body: (*form.Form).FieldPatchBody, answer: one(field),
	},
	"deleteField":     {summary: "Delete a field", text: "Its values are deleted from all conversations.", answer: one(deleted)},
	"listFieldValues": {summary: "List field values", text: "Returns all fields that apply to the conversation, and any others that have a value.", answer: many(fieldValue)},
	"setFieldValues":  {summary: "Set field values", text: "Returns all field values of the conversation. Together they may take up at most 1 MiB.", body: (*form.Form).FieldValuesBody, answer: many(fieldValue)},

	"listParticipants": {
		summary: "List participants", text: "The contact comes first, with the role `primary`. It has a `contactId` in place of an `id`.",
		query: paged(contactPages), answer: many(participant),
	},
	"addParticipant": {summary: "Add a participant", text: "A conversation can have at most 20 participants besides the contact.", body: (*form.Form).ParticipantBody, answer: one(participant)},

	"importConversations": {
		summary: "Import conversations", text: importText,
		body: (*form.Form).ImportConversationsBody, answer: one(importResult),
	},
	"importMessages": {
		summary: "Import messages", text: importText,
		body: (*form.Form).ImportMessagesBody, answer: one(importResult),
	},

	"setAvatar": {
		summary: "Set a contact's picture", text: "The picture is not fetched right away. Returns the contact.",
		body: form.AvatarBody, answer: one(contact),
	},
	"deleteAvatar": {summary: "Remove a contact's picture", text: "Returns the contact, even if it had no picture.", answer: one(contact)},
	"putContent": {
		summary: "Provide fresh media URLs", text: "For media in the conversation's messages whose URLs expire.",
		body: form.ContentURLsBody, answer: one(acceptedContent),
	},

	"listStaffLinks": {
		summary: "List staff links", text: "Ordered by external id.",
		query:  append([]param{needID("channelId", "The channel whose links to list.")}, paged(contactPages)...),
		answer: many(staffLink),
	},
	"putStaffLink": {
		summary: "Link a member", text: "Staff messages that arrive on the channel with this external id are then attributed to the member. If the external id already has a link, it is replaced (200).",
		body: (*form.Form).StaffLinkBody, answer: one(staffLink), also: http.StatusOK,
	},
	"deleteStaffLink": {summary: "Delete a staff link", text: "Messages that were attributed to the member stay attributed.", answer: one(deleted)},

	"listSecrets": {summary: "List secrets", text: "Ordered by key, without their values.", query: paged(wholePages), answer: many(secret)},
	"getSecret":   {summary: "Get a secret", text: "Returns the secret with its value. Each read is recorded in the audit log.", answer: one(secretValue)},

	"listKeys":       listKeysDoc,
	"createKey":      createKeyDoc,
	"revokeKey":      revokeKeyDoc,
	"listKeysShort":  listKeysDoc.at("/keys"),
	"createKeyShort": createKeyDoc.at("/keys"),
	"revokeKeyShort": revokeKeyDoc.at("/keys"),

	"rateConversation": {summary: "Rate a conversation", text: "A conversation has one rating; a new one replaces it.", body: (*form.Form).RatingBody, answer: one(rating)},
	"getRating":        {summary: "Get a rating", text: "Not found if the conversation has not been rated.", answer: one(rating)},
}

// Key management has two equivalent paths (D 1).
var (
	listKeysDoc = doc{
		summary: "List keys", text: "Ordered by creation, newest first, without the keys themselves. The paths `/api-keys` and `/keys` are equivalent.",
		query: paged(contactPages), answer: many(key),
	}
	createKeyDoc = doc{
		summary: "Create a key", text: "Returns the key itself, which is shown only once. Scopes that the workspace does not allow are refused, and so is an `expiresAt` that has passed. An expired key is answered with 401, like a revoked one.",
		body: func(f *form.Form) *openapi.Schema { return f.Bodies.Key }, answer: one(key),
	}
	revokeKeyDoc = doc{summary: "Revoke a key", text: "From then on, requests with this key are answered with 401.", answer: one(revoked)}
)

// at returns the documentation for the operation's other path, which its summary
// then names: readers tell operations apart by their summaries.
func (d doc) at(path string) doc {
	d.summary += " (" + path + ")"
	return d
}

const importText = "Items that already exist are skipped. Invalid items are listed in `details`, and all others are imported. Times are kept as given. No events are sent."

const patchText = "Members that are left out do not change; null clears a member."

const statusText = "If the conversation already has this status, nothing changes and its current state is returned."

// assigneeSchema describes what form.AssigneeQuery reads.
func assigneeSchema() *openapi.Schema {
	s := openapi.Text(0)
	s.Pattern = "^(none|[1-9][0-9]*)$"
	return s
}

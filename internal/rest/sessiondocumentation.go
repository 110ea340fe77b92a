package rest

import (
	"slices"
	"strings"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/openapi"
)

// sessionLines describes each operation of the session API in a line. A test
// fails for an operation that is missing here, unless it is shared with v1, whose
// summary it then has.
var sessionLines = map[string]string{
	"requestLink": "Sends a sign-in link by e-mail: `{email, redirect?}`. Returns `{ok}` whether or not the address belongs to a user.",
	"verify":      "Signs in with the token of a sign-in link: `{token}`. Returns `{ok, redirect}` and sets the session cookie.",
	"getSession":  "Returns the signed-in user and the workspaces that they are a member of.", "logout": "Ends the current session.",
	"listSessions": "Lists the user's sessions, newest first.", "endSession": "Ends one of the user's sessions.",

	"listChannels":  "Lists all channels.",
	"createChannel": "Creates a channel: `{name, settings, defaults}`. Returns its `key`, which is shown only once.",
	"getChannel":    "Returns a channel with its settings, defaults, health and `inboundUrl`.",
	"updateChannel": "Updates `name`, `settings` or `defaults`; members that are left out do not change.", "deleteChannel": "Deletes the channel; its conversations are kept.",
	"regenerateChannelKey": "Replaces the key and returns the new one, `{key}`; the old key stops working at once.", "revealChannelKey": "Returns the key again; this is recorded in the audit log.",
	"createSigningSecret": "Starts signing the channel's calls and returns the `{secret}`, which is shown only once. Calling it again rotates the secret: for a day, calls are signed with the old one too.",
	"deleteSigningSecret": "Stops signing the channel's calls.",
	"pauseChannel":        "Pauses deliveries: events wait, in order, and none is lost. Returns the channel; `pausedAt` says since when.", "resumeChannel": "Sends what waits, and delivers as before. Returns the channel.",
	"getChannelQueue":  "Returns how many events wait to be delivered (at most 10,000; `capped` if there are more) and when the oldest of them happened: `{waiting, capped, oldestAt}`.",
	"listRecentEvents": "Lists the event log, newest first. Filters: `status`, `eventType`, `direction`, `conversationId`, `since`, `until`. Paging: `before`, the id of an entry.",
	"getEvent":         "Returns an event log entry with the bodies of the request and the response.", "redeliverEvent": "Sends the entry's delivery again.",
	"findEvents":    "Finds entries by `text`: an `X-Request-Id`, a `webhook-id`, a `messageId`, your id of a conversation or a contact, or the id of an entry. Returns `[{foundBy, events}]`.",
	"runEventAgain": "Carries out a refused or failed request again, by the settings of now. Returns the entry of the new run; 422 if its body is not kept or it was carried out.",
	"redeliverMany": "Sends deliveries again: all that failed in a time, `{since, until?}`, or those of a selection of entries, `{eventIds}`.", "testChannel": "Pings the webhook URL now. Returns `{ok, responseStatus, responseMs, error}`.",

	"listInbox":           "Lists conversations as agents see them. Filters: `view` (mine, unassigned, open, resolved, closed, mentions), those of v1, `tag`, and `q`, a search. Order: `sort` (newest, the default; oldest; waiting: longest waiting first, see `waitingSince`). Paging: `cursor`, the `nextCursor` of the previous page.",
	"openConversation":    "Returns a conversation.",
	"relabelConversation": "Updates `subject`, `categoryId`, `priority` or `tags`; members that are left out do not change.", "deleteConversation": "Deletes a conversation and everything that belongs to it.",
	"listConversationMessages": "Lists the conversation's messages and notes, oldest first: by `limit` and `offset`, or from the message whose id is `before`, `after` or `around`.", "agentSend": "Sends a reply: `{content, contentType?, ai?, attachment?}`. `content` may be blank beside an attachment that the channel relays.", "agentNote": "Adds a note, which only members see: `{content}`. `@` with the name or the address of a member mentions them; `mentions` of the answer has their ids.",
	"agentResolve": "Resolves the conversation. If the channel asks for confirmation, the integrator may veto it: 422.", "agentClose": "Closes the conversation; the integrator may veto it, as with resolve.", "agentReopen": "Reopens the conversation; the integrator may veto it, as with resolve.",
	"agentAssign": "Assigns the conversation: `{assignedTo}`, the id of a member, or null to unassign it.", "backRequest": "Asks the integrator for something that is missing: `{type, messageId?, data?}`.",
	"polish": "Improves a draft: `{draft}`. Returns `{content, tokensUsed}`. With `?sent=1` the answer of an AI operation also has `sent`, what the model saw.", "suggest": "Suggests a reply, from the last 20 messages. Returns `{content, tokensUsed}`.",
	"rename":    "Has the AI find a subject, and sets it. Returns `{id, subject, updatedAt, cached, tokensUsed}`; asked again within an hour, with no new message, the answer is `cached`.",
	"summarize": "Summarizes the conversation: `{summary, customerIntent, keyPoints, openQuestions, nextSteps, sentiment, receipts, tokensUsed, generatedAt, cached}`. `receipts` has each statement with the ids of the messages that it rests on. Answers are kept for 4 hours, until a message arrives.",
	"cleanup":   "Cleans up a text: `{text}`. Returns `{content, tokensUsed}`.", "translate": "Translates a text: `{text, targetLang?}`; into English by default. Returns `{content, targetLang, tokensUsed}`.",
	"handbrake":  "Checks a reply before it is sent: `{message, files?}`, where `files` is how many files go with it. Returns `{safe, issues}`; if the AI does not answer, `safe` is true and `found` has what was found without it.",
	"getAIUsage": "Returns how often the AI was used, the tokens, and what they cost by the prices of the AI settings, by day and operation. Filters: `from`, `to`.", "tryAI": "Asks the workspace's AI model for a word. Returns `{ok, model, responseMs, answer, tokensUsed, error}`.",
	"listHistory": "Lists what happened in the conversation: `{at, type, actor, detail}`.", "agentTypes": "Sets the agent's typing indicator: `{typing}`.",
	"agentReads": "Marks the conversation as read by the agent. It no longer waits for them: `mentioned` and `handedOver` of the list end.", "listVersions": "Lists the earlier versions of an edited message, oldest first.",

	"mergeContact": "Merges the contact into another one: `{into}`. Returns the contact that remains.", "unmergeContact": "Undoes a merge, by the id of the contact that was merged.",
	"blockContact": "Blocks the contact.", "unblockContact": "Unblocks the contact.", "eraseContact": "Erases the contact's personal data; its conversations are kept.",
	"listStaffLinks": "Lists staff links, as in v1.", "putStaffLink": "Links a member, as in v1.", "deleteStaffLink": "Deletes a staff link, as in v1.",

	"listSecrets": "Lists all secrets, without their values.", "createSecret": "Creates a secret: `{key, name, description, value}`.", "getSecret": "Returns a secret with its value; this is recorded in the audit log.",
	"updateSecret": "Updates a secret; members that are left out do not change.", "deleteSecret": "Deletes a secret.",

	"listMembers": "Lists all members: `{id, email, name, role}`.", "addMember": "Adds a member and invites them by e-mail: `{email, name?, role?}`.", "updateMember": "Updates the member's `name` or `role`.",
	"removeMember": "Removes the member from the workspace.", "inviteMember": "Sends the member another invitation.",
	"getWorkspace": "Returns the workspace: name, slug, form, plan, API and AI settings.", "updateOwnWorkspace": "Updates the workspace's `name` or `ai`.",

	"listSavedReplies": "Lists all saved replies: `{id, title, content, shortcut}`.", "createSavedReply": "Creates a saved reply.", "updateSavedReply": "Updates a saved reply; members that are left out do not change.", "deleteSavedReply": "Deletes a saved reply.",
	"uploadFile":      "Uploads a file as multipart/form-data with one part `file` of at most 25 MiB. Returns `{id, url, filename, mimeType, size}`; a reply takes it as `attachment: {\"id\": …}`.",
	"stream":          "Streams changes as server-sent events: `message`, `conversation`, `typing`, `read`, `presence`. It resumes after `Last-Event-ID` or `since`; on `reset`, read everything again.",
	"listAudit":       "Lists the audit log, newest first: `{id, at, actor, action, target, ip}`.",
	"getReport":       "Returns volumes, response and resolution times and ratings by day. Filters: `from`, `to`, `channelId`, `assignedTo`.",
	"exportWorkspace": "Exports all data of the workspace as lines of JSON, `{type, data}`; the last line has the type `end`.",

	"listWorkspaces": "Lists all workspaces of the server, oldest first.", "createWorkspace": "Creates a workspace: `{slug, name, form?, plan?, apiEnabled?, allowedScopes?, adminEmail?}`.",
	"getAnyWorkspace": "Returns a workspace.", "updateAnyWorkspace": "Updates `name`, `form`, `plan`, `apiEnabled` or `allowedScopes`.",
}

// DescribeSession lists the operations of the session API in a form: path,
// required role, and a line of description. It is for human readers and has no
// schemas.
func DescribeSession(f *form.Form) *openapi.Document {
	document := &openapi.Document{Info: openapi.Info{Title: "Session API"}}
	for _, part := range []struct {
		under, tag string
		operations []operation
	}{
		{"/api/auth", "Sign-in", userOperations},
		{"/api/{org}", "", slices.Concat(memberOperations, sharedOperations)},
		{"/api/admin", "Administration", operatorOperations},
	} {
		for i := range part.operations {
			op := &part.operations[i]
			if !op.forms.has(f.Name) {
				continue
			}
			o := &openapi.Operation{ID: op.name, Summary: sessionLine(op.name), Role: string(op.role), Tags: []string{part.tag}}
			if part.tag == "" {
				o.Tags[0] = tagOf(op)
			}
			switch {
			case op.open:
				o.Role = "anyone"
			case op.role == "":
				o.Role = "signed-in user"
			case op.role == svcx.RoleAgent:
				o.Role = "agent or admin"
			}
			place(document, part.under+pathOf(f, op), op.method, o)
			if !slices.ContainsFunc(document.Tags, func(t openapi.Tag) bool { return t.Name == o.Tags[0] }) {
				document.Tags = append(document.Tags, openapi.Tag{Name: o.Tags[0]})
			}
		}
	}
	return document
}

// sessionLine returns what an operation does, or "" if it is not documented.
func sessionLine(name string) string {
	if line := sessionLines[name]; line != "" {
		return line
	}
	if shared := slices.ContainsFunc(sharedOperations, func(op operation) bool { return op.name == name }); shared && docs[name].summary != "" {
		return strings.TrimSuffix(docs[name].summary, ".") + ", as in v1."
	}
	return ""
}

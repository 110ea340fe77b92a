package rest

import (
	"slices"
	"strings"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/openapi"
)

// sessionLines say in a line what each operation of the session API does; a test
// fails for one that is not here. What it shares with v1 is described there.
var sessionLines = map[string]string{
	"requestLink": "Sends a sign-in link to a member: `{email, redirect?}`. The answer is `{ok}` whatever the address.",
	"verify":      "Signs in with a link's token: `{token}`. Answers `{ok, redirect}` and sets the cookie.",
	"getSession":  "Who is signed in, and the workspaces that they are a member of.", "logout": "Ends the session.",
	"listSessions": "One's own sessions, newest first.", "endSession": "Ends one of them.",

	"listChannels":  "All channels.",
	"createChannel": "Makes a channel: `{name, settings, defaults}`. The answer has its `key`, this once.",
	"getChannel":    "One channel with its settings, its defaults, its health and `inboundUrl`.",
	"updateChannel": "Changes `name`, `settings` or `defaults`; what is left out stays.", "deleteChannel": "Removes the channel; its conversations stay.",
	"regenerateChannelKey": "Makes a new key, `{key}`; the one before is void at once.", "revealChannelKey": "Shows the key again, which is noted in the audit log.",
	"createSigningSecret": "Signs the channel's calls from now on: `{secret}`, this once. Again it rotates: the secret before signs too, for a day.",
	"deleteSigningSecret": "Ends the signing.",
	"listRecentEvents":    "The event log, newest first. Filters: `status`, `eventType`, `direction`, `conversationId`, `since`, `until`. Pages: `before`, an id.",
	"getEvent":            "One record, with the bodies of the request and the answer.", "redeliverEvent": "Sends the delivery of the record again.",
	"redeliverFailed": "Sends again all deliveries that have failed since: `{since}`.", "testChannel": "Pings the webhook URL now: `{ok, responseStatus, responseMs, error}`.",

	"listInbox":           "The agent's list. Filters: `view` (mine, unassigned, open, resolved, closed) and those of v1; `q` searches. Pages: `cursor`, the `nextCursor` of the page before.",
	"openConversation":    "One conversation.",
	"relabelConversation": "Changes `subject`, `categoryId`, `priority` or `tags`; what is left out stays.", "deleteConversation": "Deletes it with all that belongs to it.",
	"listConversationMessages": "Its messages and notes, oldest first.", "agentSend": "Sends a reply: `{content, contentType?, ai?, attachment?}`. `content` may be blank beside an attachment that the channel relays.", "agentNote": "Writes a note, which agents alone see: `{content}`.",
	"agentResolve": "Resolves it. The integrator may be asked first, and refuse: 422.", "agentClose": "Closes it, likewise.", "agentReopen": "Reopens it, likewise.",
	"agentAssign": "Assigns it: `{assignedTo}`, a member's id, or null for nobody.", "backRequest": "Asks the integrator for what is missing: `{type, messageId?, data?}`.",
	"listHistory": "What happened in it: `{at, type, actor, detail}`.", "agentTypes": "Shows that the agent types: `{typing}`.",
	"agentReads": "Marks it as read by the agent.", "listVersions": "The earlier versions of a message that was edited, oldest first.",

	"mergeContact": "Merges the contact into another: `{into}`. Answers the one that stays.", "unmergeContact": "Takes that back, by the id of the one that was merged.",
	"blockContact": "Blocks the contact.", "unblockContact": "Takes that back.", "eraseContact": "Erases the person's data; the conversations stay.",
	"listStaffLinks": "List staff links, as v1 does.", "putStaffLink": "Link a member, as v1 does.", "deleteStaffLink": "Remove a staff link, as v1 does.",

	"listSecrets": "All secrets, without their values.", "createSecret": "Stores a secret: `{key, name, description, value}`.", "getSecret": "One secret, without its value.",
	"updateSecret": "Changes what is given.", "deleteSecret": "Deletes the secret.",

	"listMembers": "All members: `{id, email, name, role}`.", "addMember": "Adds a member, who is invited: `{email, name?, role?}`.", "updateMember": "Changes `name` or `role`.",
	"removeMember": "Removes the member.", "inviteMember": "Sends another invitation.",
	"getWorkspace": "The workspace: name, slug, form, plan, API and AI settings.", "updateOwnWorkspace": "Changes `name` or `ai`.",

	"listSavedReplies": "All saved replies: `{id, title, content, shortcut}`.", "createSavedReply": "Makes one.", "updateSavedReply": "Changes what is given.", "deleteSavedReply": "Deletes it.",
	"uploadFile":      "Stores a file, multipart with one part `file` of at most 25 MiB: `{id, url, filename, mimeType, size}`. A reply takes it as `attachment: {\"id\": …}`.",
	"stream":          "What happens, as server-sent events: `message`, `conversation`, `typing`, `read`, `presence`. It resumes from `Last-Event-ID` or `since`; `reset` says to read anew.",
	"listAudit":       "The audit log, newest first: `{id, at, actor, action, target, ip}`.",
	"getReport":       "Volumes, times of response and resolution, ratings, by day. Filters: `from`, `to`, `channelId`, `assignedTo`.",
	"exportWorkspace": "Everything of the workspace, as lines of JSON `{type, data}`; the last is `end`.",

	"listWorkspaces": "All workspaces of the server, oldest first.", "createWorkspace": "Makes a workspace: `{slug, name, form?, plan?, apiEnabled?, allowedScopes?, adminEmail?}`.",
	"getAnyWorkspace": "One workspace.", "updateAnyWorkspace": "Changes `name`, `form`, `plan`, `apiEnabled` or `allowedScopes`.",
}

// DescribeSession lists the operations of the session API in a form: path, who may
// call it, and what it does. It is for people; there are no schemas in it.
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
				o.Role = "anybody"
			case op.role == "":
				o.Role = "who is signed in"
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

// sessionLine is what an operation does; "" for one that nothing says it of.
func sessionLine(name string) string {
	if line := sessionLines[name]; line != "" {
		return line
	}
	if shared := slices.ContainsFunc(sharedOperations, func(op operation) bool { return op.name == name }); shared && docs[name].summary != "" {
		return strings.TrimSuffix(docs[name].summary, ".") + ", as v1 does."
	}
	return ""
}

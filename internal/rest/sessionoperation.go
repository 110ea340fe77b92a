package rest

import (
	"net/http"

	"svcx"
)

// userOperations is the table of /api/auth: a user's own operations, outside of
// any workspace. Ids are encoded as in form B.
var userOperations = []operation{
	{name: "requestLink", method: http.MethodPost, path: "/magic-link", forms: both, open: true, limiter: ofLinks, run: (*API).requestLink},
	{name: "verify", method: http.MethodPost, path: "/verify", forms: both, open: true, run: (*API).verify},
	{name: "getSession", method: http.MethodGet, path: "/session", forms: both, run: (*API).getSession},
	{name: "logout", method: http.MethodPost, path: "/logout", forms: both, run: (*API).logout},
	{name: "listSessions", method: http.MethodGet, path: "/sessions", forms: both, run: (*API).listSessions},
	{name: "endSession", method: http.MethodDelete, path: "/sessions/{name}", forms: both, run: (*API).endSession},
}

// memberOperations is the table of the session API below /api/{org}: what admins
// and agents do, in addition to sharedOperations.
var memberOperations = []operation{
	{name: "listChannels", method: http.MethodGet, path: "/channels", forms: both, role: svcx.RoleAgent, run: (*API).listChannels},
	{name: "createChannel", method: http.MethodPost, path: "/channels", forms: both, role: svcx.RoleAdmin, status: http.StatusCreated, run: (*API).createChannel},
	{name: "getChannel", method: http.MethodGet, path: "/channels/{id}", forms: both, role: svcx.RoleAgent, run: (*API).getChannel},
	{name: "updateChannel", method: http.MethodPatch, path: "/channels/{id}", forms: both, role: svcx.RoleAdmin, target: channelTarget, run: (*API).updateChannel},
	{name: "deleteChannel", method: http.MethodDelete, path: "/channels/{id}", forms: both, role: svcx.RoleAdmin, run: (*API).deleteChannel},
	{name: "regenerateChannelKey", method: http.MethodPost, path: "/channels/{id}/key", forms: both, role: svcx.RoleAdmin, run: (*API).regenerateChannelKey},
	{name: "revealChannelKey", method: http.MethodGet, path: "/channels/{id}/key", forms: onlyB, role: svcx.RoleAdmin, run: (*API).revealChannelKey},
	{name: "createSigningSecret", method: http.MethodPost, path: "/channels/{id}/signing-secret", forms: both, role: svcx.RoleAdmin, run: (*API).createSigningSecret},
	{name: "deleteSigningSecret", method: http.MethodDelete, path: "/channels/{id}/signing-secret", forms: both, role: svcx.RoleAdmin, run: (*API).deleteSigningSecret},
	{name: "listRecentEvents", method: http.MethodGet, path: "/channels/{id}/events", forms: both, role: svcx.RoleAgent, target: channelTarget, run: (*API).listRecentEvents},
	{name: "getEvent", method: http.MethodGet, path: "/channels/{id}/events/{eventId}", forms: both, role: svcx.RoleAgent, target: channelTarget, run: (*API).getEvent},
	{name: "findEvents", method: http.MethodGet, path: "/channels/{id}/events/find", forms: both, role: svcx.RoleAgent, target: channelTarget, run: (*API).findEvents},
	{name: "runEventAgain", method: http.MethodPost, path: "/channels/{id}/events/{eventId}/run", forms: both, role: svcx.RoleAdmin, target: channelTarget, run: (*API).runEventAgain},
	{name: "redeliverEvent", method: http.MethodPost, path: "/channels/{id}/events/{eventId}/redeliver", forms: both, role: svcx.RoleAdmin, status: http.StatusAccepted, target: channelTarget, run: (*API).redeliverEvent},
	{name: "redeliverMany", method: http.MethodPost, path: "/channels/{id}/redeliver", forms: both, role: svcx.RoleAdmin, status: http.StatusAccepted, target: channelTarget, run: (*API).redeliverMany},
	{name: "pauseChannel", method: http.MethodPost, path: "/channels/{id}/pause", forms: both, role: svcx.RoleAdmin, run: (*API).pauseChannel},
	{name: "resumeChannel", method: http.MethodPost, path: "/channels/{id}/resume", forms: both, role: svcx.RoleAdmin, run: (*API).resumeChannel},
	{name: "getChannelQueue", method: http.MethodGet, path: "/channels/{id}/queue", forms: both, role: svcx.RoleAgent, run: (*API).getChannelQueue},
	{name: "testChannel", method: http.MethodPost, path: "/channels/{id}/test", forms: both, role: svcx.RoleAdmin, run: (*API).testChannel},

	{name: "listInbox", method: http.MethodGet, path: "/conversations", forms: both, role: svcx.RoleAgent, sequenced: true, run: (*API).listInbox},
	{name: "openConversation", method: http.MethodGet, path: "/conversations/{id}", forms: both, role: svcx.RoleAgent, sequenced: true, run: (*API).openConversation},
	{name: "relabelConversation", method: http.MethodPatch, path: "/conversations/{id}", forms: both, role: svcx.RoleAgent, target: conversationTarget, run: (*API).relabelConversation},
	{name: "deleteConversation", method: http.MethodDelete, path: "/conversations/{id}", forms: both, role: svcx.RoleAdmin, run: (*API).deleteConversation},
	{name: "listConversationMessages", method: http.MethodGet, path: "/conversations/{id}/messages", forms: both, role: svcx.RoleAgent, sequenced: true, run: (*API).listConversationMessages},
	{name: "agentSend", method: http.MethodPost, path: "/conversations/{id}/messages", forms: both, role: svcx.RoleAgent, status: http.StatusCreated, target: conversationTarget, finds: true, run: (*API).agentSend},
	{name: "agentNote", method: http.MethodPost, path: "/conversations/{id}/notes", forms: both, role: svcx.RoleAgent, status: http.StatusCreated, target: conversationTarget, run: (*API).agentNote},
	{name: "agentResolve", method: http.MethodPost, path: "/conversations/{id}/resolve", forms: both, role: svcx.RoleAgent, run: (*API).agentResolve},
	{name: "agentClose", method: http.MethodPost, path: "/conversations/{id}/close", forms: both, role: svcx.RoleAgent, run: (*API).agentClose},
	{name: "agentReopen", method: http.MethodPost, path: "/conversations/{id}/reopen", forms: both, role: svcx.RoleAgent, run: (*API).agentReopen},
	{name: "agentAssign", method: http.MethodPost, path: "/conversations/{id}/assign", forms: both, role: svcx.RoleAgent, target: conversationTarget, run: (*API).agentAssign},
	{name: "backRequest", method: http.MethodPost, path: "/conversations/{id}/backrequest", forms: both, role: svcx.RoleAgent, target: conversationTarget, run: (*API).backRequest},
	{name: "listHistory", method: http.MethodGet, path: "/conversations/{id}/history", forms: both, role: svcx.RoleAgent, run: (*API).listHistory},
	{name: "agentTypes", method: http.MethodPost, path: "/conversations/{id}/typing", forms: both, role: svcx.RoleAgent, target: typingTarget, run: (*API).agentTypes},
	{name: "agentReads", method: http.MethodPost, path: "/conversations/{id}/read", forms: both, role: svcx.RoleAgent, run: (*API).agentReads},
	{name: "listVersions", method: http.MethodGet, path: "/conversations/{id}/messages/{msgId}/versions", forms: both, role: svcx.RoleAgent, run: (*API).listVersions},

	{name: "polish", method: http.MethodPost, path: "/conversations/{id}/ai/polish", forms: both, role: svcx.RoleAgent, target: assistTarget(svcx.AIPolish), run: (*API).polish},
	{name: "suggest", method: http.MethodPost, path: "/conversations/{id}/ai/suggest", forms: both, role: svcx.RoleAgent, target: assistTarget(svcx.AISuggest), run: (*API).suggest},
	{name: "rename", method: http.MethodPost, path: "/conversations/{id}/ai/rename", forms: both, role: svcx.RoleAgent, target: assistTarget(svcx.AIRename), run: (*API).rename},
	{name: "summarize", method: http.MethodPost, path: "/conversations/{id}/ai/summarize", forms: both, role: svcx.RoleAgent, target: assistTarget(svcx.AISummarize), run: (*API).summarize},
	{name: "cleanup", method: http.MethodPost, path: "/conversations/{id}/ai/cleanup", forms: both, role: svcx.RoleAgent, target: assistTarget(svcx.AICleanup), run: (*API).cleanup},
	{name: "translate", method: http.MethodPost, path: "/conversations/{id}/ai/translate", forms: both, role: svcx.RoleAgent, target: assistTarget(svcx.AITranslate), run: (*API).translate},
	{name: "handbrake", method: http.MethodPost, path: "/conversations/{id}/ai/handbrake", forms: both, role: svcx.RoleAgent, target: assistTarget(svcx.AIHandbrake), run: (*API).handbrake},
	{name: "getAIUsage", method: http.MethodGet, path: "/ai/usage", forms: both, role: svcx.RoleAdmin, run: (*API).getAIUsage},
	{name: "tryAI", method: http.MethodPost, path: "/ai/try", forms: both, role: svcx.RoleAdmin, run: (*API).tryAI},

	{name: "mergeContact", method: http.MethodPost, path: "/contacts/{id}/merge", forms: both, role: svcx.RoleAgent, target: contactTarget, run: (*API).mergeContact},
	{name: "unmergeContact", method: http.MethodPost, path: "/contacts/{id}/unmerge", forms: both, role: svcx.RoleAgent, run: (*API).unmergeContact},
	{name: "blockContact", method: http.MethodPost, path: "/contacts/{id}/block", forms: both, role: svcx.RoleAgent, run: (*API).blockContact},
	{name: "unblockContact", method: http.MethodDelete, path: "/contacts/{id}/block", forms: both, role: svcx.RoleAgent, run: (*API).unblockContact},
	{name: "eraseContact", method: http.MethodDelete, path: "/contacts/{id}", forms: both, role: svcx.RoleAdmin, run: (*API).eraseContact},

	{name: "listStaffLinks", method: http.MethodGet, path: "/staff-links", forms: onlyB, role: svcx.RoleAdmin, run: (*API).listStaffLinks},
	{name: "putStaffLink", method: http.MethodPost, path: "/staff-links", forms: onlyB, role: svcx.RoleAdmin, status: http.StatusCreated, run: (*API).putStaffLink},
	{name: "deleteStaffLink", method: http.MethodDelete, path: "/staff-links/{id}", forms: onlyB, role: svcx.RoleAdmin, run: (*API).deleteStaffLink},

	{name: "listSecrets", method: http.MethodGet, path: "/secrets", forms: onlyB, role: svcx.RoleAdmin, run: (*API).listSecrets},
	{name: "createSecret", method: http.MethodPost, path: "/secrets", forms: onlyB, role: svcx.RoleAdmin, status: http.StatusCreated, run: (*API).createSecret},
	{name: "getSecret", method: http.MethodGet, path: "/secrets/{name}", forms: onlyB, role: svcx.RoleAdmin, run: (*API).getSecret},
	{name: "updateSecret", method: http.MethodPatch, path: "/secrets/{name}", forms: onlyB, role: svcx.RoleAdmin, target: secretTarget, run: (*API).updateSecret},
	{name: "deleteSecret", method: http.MethodDelete, path: "/secrets/{name}", forms: onlyB, role: svcx.RoleAdmin, run: (*API).deleteSecret},

	{name: "listMembers", method: http.MethodGet, path: "/members", forms: both, role: svcx.RoleAgent, run: (*API).listMembers},
	{name: "addMember", method: http.MethodPost, path: "/members", forms: both, role: svcx.RoleAdmin, status: http.StatusCreated, run: (*API).addMember},
	{name: "updateMember", method: http.MethodPatch, path: "/members/{userId}", forms: both, role: svcx.RoleAdmin, target: memberTarget, run: (*API).updateMember},
	{name: "removeMember", method: http.MethodDelete, path: "/members/{userId}", forms: both, role: svcx.RoleAdmin, run: (*API).removeMember},
	{name: "inviteMember", method: http.MethodPost, path: "/members/{userId}/invitation", forms: both, role: svcx.RoleAdmin, limiter: ofLinks, run: (*API).inviteMember},
	{name: "getWorkspace", method: http.MethodGet, path: "/workspace", forms: both, role: svcx.RoleAgent, run: (*API).getWorkspace},
	{name: "updateOwnWorkspace", method: http.MethodPatch, path: "/workspace", forms: both, role: svcx.RoleAdmin, run: (*API).updateOwnWorkspace},

	{name: "listSavedReplies", method: http.MethodGet, path: "/saved-replies", forms: both, role: svcx.RoleAgent, run: (*API).listSavedReplies},
	{name: "createSavedReply", method: http.MethodPost, path: "/saved-replies", forms: both, role: svcx.RoleAgent, status: http.StatusCreated, run: (*API).createSavedReply},
	{name: "updateSavedReply", method: http.MethodPatch, path: "/saved-replies/{id}", forms: both, role: svcx.RoleAgent, target: savedReplyTarget, run: (*API).updateSavedReply},
	{name: "deleteSavedReply", method: http.MethodDelete, path: "/saved-replies/{id}", forms: both, role: svcx.RoleAgent, run: (*API).deleteSavedReply},

	{name: "uploadFile", method: http.MethodPost, path: "/files", forms: both, role: svcx.RoleAgent, status: http.StatusCreated, deadline: uploadTime, run: (*API).uploadFile},

	{name: "stream", method: http.MethodGet, path: "/stream", forms: both, role: svcx.RoleAgent, limiter: unlimited, run: (*API).stream},

	{name: "listAudit", method: http.MethodGet, path: "/audit", forms: both, role: svcx.RoleAdmin, run: (*API).listAudit},
	{name: "getReport", method: http.MethodGet, path: "/reports", forms: both, role: svcx.RoleAgent, run: (*API).getReport},
	{name: "exportWorkspace", method: http.MethodGet, path: "/export", forms: both, role: svcx.RoleAdmin, run: (*API).exportWorkspace},
}

// operatorOperations is the table of /api/admin, for the admins of the admin
// workspace (D 6). It uses that workspace's form.
var operatorOperations = []operation{
	{name: "listWorkspaces", method: http.MethodGet, path: "/workspaces", forms: both, role: svcx.RoleAdmin, run: (*API).listWorkspaces},
	{name: "createWorkspace", method: http.MethodPost, path: "/workspaces", forms: both, role: svcx.RoleAdmin, status: http.StatusCreated, run: (*API).createWorkspace},
	{name: "getAnyWorkspace", method: http.MethodGet, path: "/workspaces/{name}", forms: both, role: svcx.RoleAdmin, run: (*API).getAnyWorkspace},
	{name: "updateAnyWorkspace", method: http.MethodPatch, path: "/workspaces/{name}", forms: both, role: svcx.RoleAdmin, target: workspaceTarget, run: (*API).updateAnyWorkspace},
}

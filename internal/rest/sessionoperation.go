package rest

import (
	"net/http"

	"svcx"
)

// personOperations are the calls below /api/auth: a person's own, of no
// workspace. They speak of ids as Form B does.
var personOperations = []operation{
	{name: "verify", method: http.MethodPost, path: "/verify", forms: both, open: true, run: (*API).verify},
	{name: "getSession", method: http.MethodGet, path: "/session", forms: both, run: (*API).getSession},
	{name: "logout", method: http.MethodPost, path: "/logout", forms: both, run: (*API).logout},
	{name: "listSessions", method: http.MethodGet, path: "/sessions", forms: both, run: (*API).listSessions},
	{name: "endSession", method: http.MethodDelete, path: "/sessions/{name}", forms: both, run: (*API).endSession},
}

// memberOperations is the table of the session API below /api/{org}: what the
// admin interface and the agents do. A row of v1 that it shares is the same
// function.
var memberOperations = []operation{
	{name: "listChannels", method: http.MethodGet, path: "/channels", forms: both, role: svcx.RoleAgent, run: (*API).listChannels},
	{name: "createChannel", method: http.MethodPost, path: "/channels", forms: both, role: svcx.RoleAdmin, status: http.StatusCreated, run: (*API).createChannel},
	{name: "getChannel", method: http.MethodGet, path: "/channels/{id}", forms: both, role: svcx.RoleAgent, run: (*API).getChannel},
	{name: "updateChannel", method: http.MethodPatch, path: "/channels/{id}", forms: both, role: svcx.RoleAdmin, run: (*API).updateChannel},
	{name: "deleteChannel", method: http.MethodDelete, path: "/channels/{id}", forms: both, role: svcx.RoleAdmin, run: (*API).deleteChannel},
	{name: "regenerateChannelKey", method: http.MethodPost, path: "/channels/{id}/key", forms: both, role: svcx.RoleAdmin, run: (*API).regenerateChannelKey},
	{name: "revealChannelKey", method: http.MethodGet, path: "/channels/{id}/key", forms: onlyB, role: svcx.RoleAdmin, run: (*API).revealChannelKey},
	{name: "createSigningSecret", method: http.MethodPost, path: "/channels/{id}/signing-secret", forms: both, role: svcx.RoleAdmin, run: (*API).createSigningSecret},
	{name: "deleteSigningSecret", method: http.MethodDelete, path: "/channels/{id}/signing-secret", forms: both, role: svcx.RoleAdmin, run: (*API).deleteSigningSecret},
	{name: "listRecentEvents", method: http.MethodGet, path: "/channels/{id}/events", forms: both, role: svcx.RoleAgent, run: (*API).listRecentEvents},
	{name: "getEvent", method: http.MethodGet, path: "/channels/{id}/events/{eventId}", forms: both, role: svcx.RoleAgent, run: (*API).getEvent},
	{name: "redeliverEvent", method: http.MethodPost, path: "/channels/{id}/events/{eventId}/redeliver", forms: both, role: svcx.RoleAdmin, status: http.StatusAccepted, run: (*API).redeliverEvent},
	{name: "redeliverFailed", method: http.MethodPost, path: "/channels/{id}/redeliver", forms: both, role: svcx.RoleAdmin, status: http.StatusAccepted, run: (*API).redeliverFailed},
	{name: "testChannel", method: http.MethodPost, path: "/channels/{id}/test", forms: both, role: svcx.RoleAdmin, run: (*API).testChannel},

	{name: "openConversation", method: http.MethodGet, path: "/conversations/{id}", forms: both, role: svcx.RoleAgent, sequenced: true, run: (*API).openConversation},
	{name: "listThread", method: http.MethodGet, path: "/conversations/{id}/messages", forms: both, role: svcx.RoleAgent, sequenced: true, run: (*API).listThread},
	{name: "agentSend", method: http.MethodPost, path: "/conversations/{id}/messages", forms: both, role: svcx.RoleAgent, status: http.StatusCreated, run: (*API).agentSend},
	{name: "agentNote", method: http.MethodPost, path: "/conversations/{id}/notes", forms: both, role: svcx.RoleAgent, status: http.StatusCreated, run: (*API).agentNote},
	{name: "agentResolve", method: http.MethodPost, path: "/conversations/{id}/resolve", forms: both, role: svcx.RoleAgent, run: (*API).agentResolve},
	{name: "agentClose", method: http.MethodPost, path: "/conversations/{id}/close", forms: both, role: svcx.RoleAgent, run: (*API).agentClose},
	{name: "agentReopen", method: http.MethodPost, path: "/conversations/{id}/reopen", forms: both, role: svcx.RoleAgent, run: (*API).agentReopen},
	{name: "agentAssign", method: http.MethodPost, path: "/conversations/{id}/assign", forms: both, role: svcx.RoleAgent, run: (*API).agentAssign},
	{name: "askBack", method: http.MethodPost, path: "/conversations/{id}/backrequest", forms: both, role: svcx.RoleAgent, run: (*API).askBack},
	{name: "listHistory", method: http.MethodGet, path: "/conversations/{id}/history", forms: both, role: svcx.RoleAgent, run: (*API).listHistory},
	{name: "agentTypes", method: http.MethodPost, path: "/conversations/{id}/typing", forms: both, role: svcx.RoleAgent, run: (*API).agentTypes},
	{name: "agentReads", method: http.MethodPost, path: "/conversations/{id}/read", forms: both, role: svcx.RoleAgent, run: (*API).agentReads},

	{name: "stream", method: http.MethodGet, path: "/stream", forms: both, role: svcx.RoleAgent, streams: true, run: (*API).stream},

	{name: "listAudit", method: http.MethodGet, path: "/audit", forms: both, role: svcx.RoleAdmin, run: (*API).listAudit},
}

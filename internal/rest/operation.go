package rest

import (
	"net/http"
	"slices"
	"time"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/httpd"
	"svcx/internal/limit"
)

// operation is one row of the API.
type operation struct {
	// name is stable: it is the operation's id in the OpenAPI document.
	name   string
	method string
	// path is relative to /api/v1/{org}, /api/{org}, /api/admin or /api/auth, each
	// with its own table. All wildcards but {name} are ids.
	path  string
	forms forms
	// scope is what a key must hold (v1).
	scope func(*form.Form) svcx.Scope
	// role is what a member must have: admin, or agent for either (session API).
	// In v1 a row with a role takes sessions instead of keys (key management).
	role svcx.Role
	// open operations need no session (/api/auth).
	open bool
	// bulk operations take bodies of up to MaxImportBody bytes.
	bulk bool
	// limiter picks the rate limit that counts the operation; nil means that of
	// requests. Operations of a method and path have the same.
	limiter func(*httpd.Front) limit.Limiter
	// deadline is how long the body may take to arrive; 0 means as long as the
	// server gives every request.
	deadline time.Duration
	// sequenced operations return the number of the workspace's last change in a
	// header.
	sequenced bool
	// status is that of a success; 0 means 200.
	status int
	// target is what the path names, if that must exist before the query and the body
	// are read; nil if it does not matter (target.go).
	target func(*request) error
	// finds says that run fails if there is no target, before it changes anything.
	finds bool
	run   func(*API, *request) (any, error)
}

// do finds the target and runs the operation. One that finds its target by itself is
// spared the query, unless it fails: that there is no target is said before anything
// about the query or the body.
func (op *operation) do(a *API, r *request) (any, error) {
	if op.target == nil {
		return op.run(a, r)
	}
	if op.finds {
		answer, err := op.run(a, r)
		if err == nil || svcx.KindOf(err) == svcx.KindUnavailable {
			return answer, err
		}
		if missing := op.target(r); missing != nil {
			return nil, missing
		}
		return nil, err
	}
	if err := op.target(r); err != nil {
		return nil, err
	}
	return op.run(a, r)
}

// success encodes an answer and picks its status.
func (op *operation) success(answer any) (encoded, error) {
	status := op.status
	if c, ok := answer.(changed); ok {
		status, answer = 0, c.answer
	}
	if status == 0 {
		status = http.StatusOK
	}
	body, err := form.Encode(answer)
	return encoded{status, body}, err
}

// forms lists the forms in which an operation exists.
type forms []svcx.FormName

var (
	both  = forms{svcx.FormA, svcx.FormB}
	onlyA = forms{svcx.FormA}
	onlyB = forms{svcx.FormB}
)

func (f forms) has(name svcx.FormName) bool { return slices.Contains(f, name) }

// ofLinks is the rate limit of operations that send sign-in links (W 8).
func ofLinks(f *httpd.Front) limit.Limiter { return f.LinkLimiter }

// unlimited is for operations that no limit counts (D 6).
func unlimited(*httpd.Front) limit.Limiter { return nil }

// needs returns a scope that is the same in both forms.
func needs(s svcx.Scope) func(*form.Form) svcx.Scope {
	return func(*form.Form) svcx.Scope { return s }
}

// needsResolve returns the scope of resolve, close and reopen, which differs by
// form.
func needsResolve(f *form.Form) svcx.Scope { return f.ResolveScope }

// operations is the table of R 4.
var operations = []operation{
	{name: "listConversations", method: http.MethodGet, path: "/conversations", forms: both, scope: needs(svcx.ScopeConversationsRead), run: (*API).listConversations},
	{name: "createConversation", method: http.MethodPost, path: "/conversations", forms: both, scope: needs(svcx.ScopeConversationsWrite), status: http.StatusCreated, run: (*API).createConversation},
	{name: "getConversation", method: http.MethodGet, path: "/conversations/{id}", forms: both, scope: needs(svcx.ScopeConversationsRead), run: (*API).getConversation},
	{name: "updateConversation", method: http.MethodPatch, path: "/conversations/{id}", forms: onlyA, scope: needs(svcx.ScopeConversationsWrite), target: conversationTarget, run: (*API).updateConversation},
	{name: "resolveConversation", method: http.MethodPost, path: "/conversations/{id}/resolve", forms: both, scope: needsResolve, run: (*API).resolveConversation},
	{name: "closeConversation", method: http.MethodPost, path: "/conversations/{id}/close", forms: both, scope: needsResolve, run: (*API).closeConversation},
	{name: "reopenConversation", method: http.MethodPost, path: "/conversations/{id}/reopen", forms: both, scope: needsResolve, run: (*API).reopenConversation},

	{name: "listMessages", method: http.MethodGet, path: "/conversations/{id}/messages", forms: both, scope: needs(svcx.ScopeMessagesRead), target: conversationTarget, run: (*API).listMessages},
	{name: "sendMessage", method: http.MethodPost, path: "/conversations/{id}/messages", forms: both, scope: needs(svcx.ScopeMessagesWrite), status: http.StatusCreated, target: conversationTarget, finds: true, run: (*API).sendMessage},
	{name: "editMessage", method: http.MethodPatch, path: "/conversations/{id}/messages/{msgId}", forms: onlyB, scope: needs(svcx.ScopeMessagesWrite), target: messageTarget, run: (*API).editMessage},
	{name: "readMessage", method: http.MethodPost, path: "/conversations/{id}/messages/{msgId}/read", forms: onlyB, scope: needs(svcx.ScopeMessagesWrite), run: (*API).readMessage},
	{name: "readConversation", method: http.MethodPost, path: "/conversations/{id}/read", forms: onlyB, scope: needs(svcx.ScopeMessagesWrite), run: (*API).readConversation},
	{name: "setTyping", method: http.MethodPost, path: "/conversations/{id}/typing", forms: onlyB, scope: needs(svcx.ScopeMessagesWrite), target: typingTarget, run: (*API).setTyping},

	{name: "listContacts", method: http.MethodGet, path: "/contacts", forms: both, scope: needs(svcx.ScopeContactsRead), run: (*API).listContacts},
	{name: "createContact", method: http.MethodPost, path: "/contacts", forms: both, scope: needs(svcx.ScopeContactsWrite), status: http.StatusCreated, run: (*API).createContact},
	{name: "getContact", method: http.MethodGet, path: "/contacts/{id}", forms: both, scope: needs(svcx.ScopeContactsRead), run: (*API).getContact},
	{name: "updateContact", method: http.MethodPatch, path: "/contacts/{id}", forms: both, scope: needs(svcx.ScopeContactsWrite), target: contactTarget, run: (*API).updateContact},

	{name: "listCategories", method: http.MethodGet, path: "/categories", forms: onlyB, scope: needs(svcx.ScopeConversationsRead), run: (*API).listCategories},
	{name: "createCategory", method: http.MethodPost, path: "/categories", forms: onlyB, scope: needs(svcx.ScopeConversationsWrite), status: http.StatusCreated, run: (*API).createCategory},
	{name: "updateCategory", method: http.MethodPatch, path: "/categories/{id}", forms: onlyB, scope: needs(svcx.ScopeConversationsWrite), target: categoryTarget, run: (*API).updateCategory},
	{name: "deleteCategory", method: http.MethodDelete, path: "/categories/{id}", forms: onlyB, scope: needs(svcx.ScopeConversationsWrite), run: (*API).deleteCategory},
	{name: "listCategoryFields", method: http.MethodGet, path: "/categories/{id}/fields", forms: onlyB, scope: needs(svcx.ScopeConversationsRead), target: categoryTarget, run: (*API).listCategoryFields},
	{name: "createCategoryField", method: http.MethodPost, path: "/categories/{id}/fields", forms: onlyB, scope: needs(svcx.ScopeConversationsWrite), status: http.StatusCreated, target: categoryTarget, run: (*API).createCategoryField},
	{name: "listFields", method: http.MethodGet, path: "/fields", forms: onlyB, scope: needs(svcx.ScopeConversationsRead), run: (*API).listFields},
	{name: "createField", method: http.MethodPost, path: "/fields", forms: onlyB, scope: needs(svcx.ScopeConversationsWrite), status: http.StatusCreated, run: (*API).createField},
	{name: "updateField", method: http.MethodPatch, path: "/fields/{id}", forms: onlyB, scope: needs(svcx.ScopeConversationsWrite), target: fieldTarget, run: (*API).updateField},
	{name: "deleteField", method: http.MethodDelete, path: "/fields/{id}", forms: onlyB, scope: needs(svcx.ScopeConversationsWrite), run: (*API).deleteField},
	{name: "listFieldValues", method: http.MethodGet, path: "/conversations/{id}/fields", forms: onlyB, scope: needs(svcx.ScopeMessagesRead), run: (*API).listFieldValues},
	{name: "setFieldValues", method: http.MethodPatch, path: "/conversations/{id}/fields", forms: onlyB, scope: needs(svcx.ScopeConversationsWrite), target: conversationTarget, run: (*API).setFieldValues},

	{name: "listParticipants", method: http.MethodGet, path: "/conversations/{id}/participants", forms: onlyB, scope: needs(svcx.ScopeConversationsRead), target: conversationTarget, run: (*API).listParticipants},
	{name: "addParticipant", method: http.MethodPost, path: "/conversations/{id}/participants", forms: onlyB, scope: needs(svcx.ScopeConversationsWrite), status: http.StatusCreated, target: conversationTarget, run: (*API).addParticipant},

	{name: "importConversations", method: http.MethodPost, path: "/import/conversations", forms: onlyB, scope: needs(svcx.ScopeConversationsWrite), bulk: true, run: (*API).importConversations},
	{name: "importMessages", method: http.MethodPost, path: "/import/messages", forms: onlyB, scope: needs(svcx.ScopeMessagesWrite), bulk: true, run: (*API).importMessages},

	{name: "rateConversation", method: http.MethodPost, path: "/conversations/{id}/rate", forms: both, scope: needs(svcx.ScopeRatingsWrite), target: conversationTarget, run: (*API).rate},
	{name: "getRating", method: http.MethodGet, path: "/conversations/{id}/rating", forms: onlyB, scope: needs(svcx.ScopeRatingsRead), run: (*API).getRating},

	{name: "setAvatar", method: http.MethodPatch, path: "/contacts/{id}/avatar", forms: onlyB, scope: needs(svcx.ScopeContactsWrite), target: contactTarget, run: (*API).setAvatar},
	{name: "deleteAvatar", method: http.MethodDelete, path: "/contacts/{id}/avatar", forms: onlyB, scope: needs(svcx.ScopeContactsWrite), run: (*API).deleteAvatar},
	{name: "putContent", method: http.MethodPost, path: "/conversations/{id}/content", forms: onlyB, scope: needs(svcx.ScopeMessagesWrite), run: (*API).putContent},

	{name: "listStaffLinks", method: http.MethodGet, path: "/staff-links", forms: onlyB, scope: needs(svcx.ScopeConfigWrite), run: (*API).listStaffLinks},
	{name: "putStaffLink", method: http.MethodPost, path: "/staff-links", forms: onlyB, scope: needs(svcx.ScopeConfigWrite), status: http.StatusCreated, run: (*API).putStaffLink},
	{name: "deleteStaffLink", method: http.MethodDelete, path: "/staff-links/{id}", forms: onlyB, scope: needs(svcx.ScopeConfigWrite), run: (*API).deleteStaffLink},

	{name: "listSecrets", method: http.MethodGet, path: "/secrets", forms: onlyB, scope: needs(svcx.ScopeSecretsRead), run: (*API).listSecrets},
	{name: "getSecret", method: http.MethodGet, path: "/secrets/{name}", forms: onlyB, scope: needs(svcx.ScopeSecretsRead), run: (*API).getSecret},

	{name: "listKeys", method: http.MethodGet, path: "/api-keys", forms: both, role: svcx.RoleAdmin, run: (*API).listKeys},
	{name: "createKey", method: http.MethodPost, path: "/api-keys", forms: both, role: svcx.RoleAdmin, status: http.StatusCreated, run: (*API).createKey},
	{name: "revokeKey", method: http.MethodDelete, path: "/api-keys/{id}", forms: both, role: svcx.RoleAdmin, run: (*API).revokeKey},
	{name: "listKeysShort", method: http.MethodGet, path: "/keys", forms: both, role: svcx.RoleAdmin, run: (*API).listKeys},
	{name: "createKeyShort", method: http.MethodPost, path: "/keys", forms: both, role: svcx.RoleAdmin, status: http.StatusCreated, run: (*API).createKey},
	{name: "revokeKeyShort", method: http.MethodDelete, path: "/keys/{id}", forms: both, role: svcx.RoleAdmin, run: (*API).revokeKey},
}

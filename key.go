package svcx

import "slices"

// Scope is a right that an API key holds (R 5.3).
type Scope string

// The scopes of both forms. Which of them a form knows, and which operation
// needs which, is the form's and the operation table's business.
const (
	ScopeConversationsRead    Scope = "conversations:read"
	ScopeConversationsWrite   Scope = "conversations:write"
	ScopeConversationsResolve Scope = "conversations:resolve"
	ScopeMessagesRead         Scope = "messages:read"
	ScopeMessagesWrite        Scope = "messages:write"
	ScopeContactsRead         Scope = "contacts:read"
	ScopeContactsWrite        Scope = "contacts:write"
	ScopeRatingsRead          Scope = "ratings:read"
	ScopeRatingsWrite         Scope = "ratings:write"
	ScopeSecretsRead          Scope = "secrets:read"
	ScopeConfigWrite          Scope = "config:write"
)

// Key is an API key as it is kept: never the key itself, only its hash
// (R 2.5).
type Key struct {
	ID        KeyID
	Workspace WorkspaceID
	Name      string
	// Prefix is the first 16 characters of the key; a form may show fewer.
	Prefix     string
	Scopes     []Scope
	CreatedAt  Time
	LastUsedAt *Time
	RevokedAt  *Time
}

// Has reports whether the key holds the scope.
func (k *Key) Has(s Scope) bool { return slices.Contains(k.Scopes, s) }

// ActorKind says what sort of caller changes something.
type ActorKind string

// The kinds of actors.
const (
	ActorKey     ActorKind = "key"     // REST v1
	ActorUser    ActorKind = "user"    // an agent or admin with a session
	ActorChannel ActorKind = "channel" // the integrator, inbound
	ActorSystem  ActorKind = "system"  // the service itself, or its operator
)

// Actor is who changes something; it ends up in the conversation's history.
type Actor struct {
	Kind ActorKind
	// ID is the key's, user's or channel's id; 0 for the system.
	ID   int64
	Name string
	// IP is the address that the request came from, for the audit log; "" where
	// nobody asks.
	IP string
}

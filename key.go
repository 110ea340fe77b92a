package svcx

import "slices"

// Scope is a permission of an API key (R 5.3).
type Scope string

// The scopes of both forms. Each form has some of them; the operation table says
// which scope an operation requires.
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

// Key is a stored API key: only a hash of the key itself is stored (R 2.5).
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
	// ExpiresAt is when the key stops working; nil for never.
	ExpiresAt *Time
}

// KeyDraft is the input for a new key.
type KeyDraft struct {
	Name      string
	Scopes    []Scope
	ExpiresAt *Time
}

// Expired reports whether the key has stopped working by itself.
func (k *Key) Expired(now Time) bool { return k.ExpiresAt != nil && *k.ExpiresAt <= now }

// Has reports whether the key holds the scope.
func (k *Key) Has(s Scope) bool { return slices.Contains(k.Scopes, s) }

// ActorKind is a kind of actor.
type ActorKind string

// The kinds of actors.
const (
	ActorKey     ActorKind = "key"     // REST v1
	ActorUser    ActorKind = "user"    // an agent or admin with a session
	ActorChannel ActorKind = "channel" // the integrator, inbound
	ActorSystem  ActorKind = "system"  // the service itself, or its operator
)

// Actor is who makes a change, as recorded in the history and the audit log.
type Actor struct {
	Kind ActorKind
	// ID is the key's, user's or channel's id; 0 for the system.
	ID   int64
	Name string
	// IP is the client's address, for the audit log; "" if there is no client.
	IP string
}

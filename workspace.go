package svcx

import (
	"regexp"
	"slices"
)

// Plan is what a workspace pays for (R 4.8): it gates the AI operations.
type Plan string

// The plans, smallest first.
const (
	PlanFree     Plan = "free"
	PlanPro      Plan = "pro"
	PlanBusiness Plan = "business"
)

// Valid reports whether p is one of the plans.
func (p Plan) Valid() bool { return p == PlanFree || p == PlanPro || p == PlanBusiness }

// Workspace is one tenant: its own channels, contacts and conversations,
// shared with nobody (W 1).
type Workspace struct {
	ID   WorkspaceID
	Slug string
	Name string
	Form FormName
	Plan Plan
	// APIEnabled false makes every v1 call answer 503 (R 5.4).
	APIEnabled bool
	// AllowedScopes restricts what keys may hold; nil means all of the form's
	// (R 5.5).
	AllowedScopes []Scope
	// Admin marks the first workspace, whose admins are the operators
	// (decisions 6).
	Admin     bool
	CreatedAt Time
}

// WorkspacePatch changes what is set. AllowedScopes nil inside lifts the
// restriction.
type WorkspacePatch struct {
	Name          *string
	Form          *FormName
	Plan          *Plan
	APIEnabled    *bool
	AllowedScopes *[]Scope
	AI            *AIPatch
}

// Allows reports whether keys of the workspace may use the scope. One that is
// taken away is dead for the keys that hold it, and alive again once it is
// given back.
func (w *Workspace) Allows(s Scope) bool {
	return w.AllowedScopes == nil || slices.Contains(w.AllowedScopes, s)
}

var slugPattern = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,62}$`)

// reservedSlugs would shadow paths of the service itself.
var reservedSlugs = map[string]bool{
	"admin": true, "api": true, "auth": true, "v1": true,
	"webhooks": true, "docs": true, "static": true,
}

// CheckSlug refuses a slug that a workspace cannot have.
func CheckSlug(slug string) error {
	if !slugPattern.MatchString(slug) {
		return Invalid("slug", "must be 1 to 63 lower-case letters, digits and hyphens, not starting with a hyphen")
	}
	if reservedSlugs[slug] {
		return Invalid("slug", "must not be %q, which is reserved", slug)
	}
	return nil
}

// Role is what a member may do in a workspace (decisions 6).
type Role string

// The roles.
const (
	RoleAdmin Role = "admin"
	RoleAgent Role = "agent"
)

// Member is a person who works in a workspace. The id is what a conversation's
// assignee is.
type Member struct {
	ID    UserID
	Email string
	Name  string
	Role  Role
}

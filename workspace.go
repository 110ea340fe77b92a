package svcx

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Plan is the plan of a workspace (R 4.8). The AI operations depend on it.
type Plan string

// The plans, smallest first.
const (
	PlanFree     Plan = "free"
	PlanPro      Plan = "pro"
	PlanBusiness Plan = "business"
)

// Valid reports whether p is one of the plans.
func (p Plan) Valid() bool { return p == PlanFree || p == PlanPro || p == PlanBusiness }

// plansInOrder are the plans, smallest first.
var plansInOrder = []Plan{PlanFree, PlanPro, PlanBusiness}

// Includes reports whether p has all that another plan has.
func (p Plan) Includes(other Plan) bool {
	return slices.Index(plansInOrder, p) >= slices.Index(plansInOrder, other)
}

// Title is the plan's name in a text.
func (p Plan) Title() string {
	switch p {
	case PlanPro:
		return "Pro"
	case PlanBusiness:
		return "Business"
	}
	return "Free"
}

// Workspace has its own channels, contacts and conversations, separate from all other
// workspaces (W 1).
type Workspace struct {
	ID   WorkspaceID
	Slug string
	Name string
	Form FormName
	Plan Plan
	// APIEnabled enables the API; otherwise every v1 call is answered with 503 (R 5.4).
	APIEnabled bool
	// AllowedScopes restricts the scopes of keys; nil allows all of the form's
	// (R 5.5).
	AllowedScopes []Scope
	// Admin marks the admin workspace, whose admins manage the others (D 6).
	Admin     bool
	CreatedAt Time
}

// WorkspaceSize counts what a workspace has.
type WorkspaceSize struct{ Members, Conversations int }

// WorkspacePatch changes what is set. An inner nil of AllowedScopes lifts the
// restriction.
type WorkspacePatch struct {
	Name          *string
	Form          *FormName
	Plan          *Plan
	APIEnabled    *bool
	AllowedScopes *[]Scope
	AI            *AIPatch
}

// Allows reports whether keys of the workspace may use the scope. Removing a scope
// also affects existing keys, until it is allowed again.
func (w *Workspace) Allows(s Scope) bool {
	return w.AllowedScopes == nil || slices.Contains(w.AllowedScopes, s)
}

var slugPattern = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,62}$`)

// maxSlug is the length of the longest slug.
const maxSlug = 63

// reservedSlugs would shadow paths of the server.
var reservedSlugs = map[string]bool{
	"admin": true, "api": true, "auth": true, "v1": true,
	"webhooks": true, "docs": true, "static": true,
}

// CheckSlug is a validation error if a workspace cannot have the slug.
func CheckSlug(slug string) error {
	if !slugPattern.MatchString(slug) {
		return Invalid("slug", "must be 1 to 63 lower-case letters, digits and hyphens, not starting with a hyphen")
	}
	if reservedSlugs[slug] {
		return Invalid("slug", "must not be %q, which is reserved", slug)
	}
	return nil
}

// SlugFrom makes a slug of a workspace's name: "Müller & Söhne" is muller-sohne. It need not be
// one that CheckSlug accepts: a name may have no letter from a to z.
func SlugFrom(name string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(norm.NFKD.String(name)) {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			b.WriteRune(r)
		case !unicode.Is(unicode.M, r) && b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
		if b.Len() == maxSlug {
			break
		}
	}
	return strings.TrimRight(b.String(), "-")
}

// Role is the role of a member in a workspace (D 6).
type Role string

// The roles.
const (
	RoleAdmin Role = "admin"
	RoleAgent Role = "agent"
)

// Member is a user in a workspace. Conversations are assigned by its id.
type Member struct {
	ID    UserID
	Email string
	Name  string
	Role  Role
}

package svcx

import "regexp"

// Secret is a value of the workspace that is kept encrypted (R 2.9). Key is its
// name for machines and never changes.
type Secret struct {
	ID          SecretID
	Workspace   WorkspaceID
	Key         string
	Name        string
	Description string // "" is none
	// Sealed is the value, encrypted; none in lists.
	Sealed    []byte
	CreatedAt Time
	UpdatedAt Time
}

// SecretDraft is what a secret is made from.
type SecretDraft struct {
	Key, Name, Description, Value string
}

// SecretPatch changes what is set.
type SecretPatch struct {
	Name, Description, Value *string
}

var secretKeyPattern = regexp.MustCompile(`^[A-Za-z0-9_.-]{1,128}$`)

// IsSecretKey reports whether s may be the key of a secret. "." and ".." may not:
// every client takes them out of a path.
func IsSecretKey(s string) bool { return secretKeyPattern.MatchString(s) && s != "." && s != ".." }

// Of secrets: characters of a value, and how many a workspace may have, since
// they are listed whole.
const (
	MaxSecretValue = 65536
	MaxSecrets     = 1000
)

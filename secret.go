package svcx

import "regexp"

// Secret is a value of the workspace that is stored encrypted (R 2.9). Key is its
// name in the API and never changes.
type Secret struct {
	ID          SecretID
	Workspace   WorkspaceID
	Key         string
	Name        string
	Description string // may be empty
	// Sealed is the encrypted value; nil in lists.
	Sealed    []byte
	CreatedAt Time
	UpdatedAt Time
}

// SecretDraft is the input for a new secret.
type SecretDraft struct {
	Key, Name, Description, Value string
}

// SecretPatch changes what is set.
type SecretPatch struct {
	Name, Description, Value *string
}

var secretKeyPattern = regexp.MustCompile(`^[A-Za-z0-9_.-]{1,128}$`)

// IsSecretKey reports whether s can be the key of a secret. "." and ".." cannot:
// clients remove them from paths.
func IsSecretKey(s string) bool { return secretKeyPattern.MatchString(s) && s != "." && s != ".." }

// Bounds of secrets: the characters of a value, and their number in a workspace,
// which are read together.
const (
	MaxSecretValue = 65536
	MaxSecrets     = 1000
)

package form

import (
	"slices"
	"strings"

	"svcx"
	"svcx/internal/openapi"
)

// KeyRecord is an API key on the wire (R 2.5). key is only present in the answer to
// its creation, revokedAt only on a revoked key, expiresAt only on one that expires.
type KeyRecord[ID any] struct {
	ID         ID           `json:"id"`
	Name       string       `json:"name"`
	Prefix     string       `json:"prefix"`
	Scopes     []svcx.Scope `json:"scopes"`
	CreatedAt  string       `json:"createdAt"`
	LastUsedAt *string      `json:"lastUsedAt"`
	RevokedAt  string       `json:"revokedAt,omitzero"`
	ExpiresAt  string       `json:"expiresAt,omitzero"`
	Key        string       `json:"key,omitempty"`
}

// NewKeyRecord encodes a key, with the first prefix characters of it.
func NewKeyRecord[ID any](id ID, k *svcx.Key, plain string, prefix int) KeyRecord[ID] {
	record := KeyRecord[ID]{
		ID:         id,
		Name:       k.Name,
		Prefix:     k.Prefix[:min(len(k.Prefix), prefix)],
		Scopes:     k.Scopes,
		CreatedAt:  k.CreatedAt.String(),
		LastUsedAt: OptionalTime(k.LastUsedAt),
		Key:        plain,
	}
	if k.RevokedAt != nil {
		record.RevokedAt = k.RevokedAt.String()
	}
	if k.ExpiresAt != nil {
		record.ExpiresAt = k.ExpiresAt.String()
	}
	return record
}

type revokedKey struct {
	Revoked bool `json:"revoked"`
}

// Revoked is the answer to revoking a key (R 4.5).
func Revoked() any { return revokedKey{true} }

// KeyDecoder returns a Form.DecodeKey, which reads the body of POST /keys or
// /api-keys (R 4.5): {name, scopes, expiresAt?}. name has 1 to 255 characters, not all
// white space; scopes is an array of at least least of the form's scopes, without
// repeats. The error for an unknown scope names its index. No key can have the scopes
// of key management (D 5). expiresAt is a time, or null for never.
func KeyDecoder(scopes []svcx.Scope, least int) func([]byte) (svcx.KeyDraft, error) {
	return func(body []byte) (svcx.KeyDraft, error) {
		o, err := ReadObject(body)
		if err != nil {
			return svcx.KeyDraft{}, err
		}
		draft := svcx.KeyDraft{Name: o.Label("name", svcx.MaxName), Scopes: []svcx.Scope{}}
		list := o.Value("scopes")
		for _, e := range list.Elements(svcx.MaxScopes) {
			text := ""
			if e.isText() {
				text = e.text()
			}
			scope := svcx.Scope(text)
			switch {
			case strings.HasPrefix(text, "api_keys:"):
				e.Refuse("must not be an api_keys scope: keys cannot manage keys")
			case !slices.Contains(scopes, scope):
				e.Refuse("must be one of %s", joinScopes(scopes))
			case !slices.Contains(draft.Scopes, scope):
				draft.Scopes = append(draft.Scopes, scope)
			}
		}
		if len(draft.Scopes) < least {
			list.Refuse("must have at least %d element", least)
		}
		if v := o.Value("expiresAt"); v.Given() {
			at := v.Time()
			draft.ExpiresAt = &at
		}
		return checked(o, draft)
	}
}

func joinScopes(scopes []svcx.Scope) string {
	names := make([]string, len(scopes))
	for i, s := range scopes {
		names[i] = string(s)
	}
	return strings.Join(names, ", ")
}

// KeyBody describes what a KeyDecoder reads.
func KeyBody(scopes []svcx.Scope, least int) *openapi.Schema {
	list := openapi.Array(openapi.OneOf(scopes...), svcx.MaxScopes)
	list.MinItems = least
	return openapi.Object(
		openapi.Need("name", openapi.Label(svcx.MaxName)),
		openapi.Need("scopes", list),
		openapi.May("expiresAt", openapi.Time().Nullable().As("When the key stops working; null or absent for never.")),
	)
}

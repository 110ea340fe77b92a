package form

import "svcx"

type secret struct {
	Key         string  `json:"key"`
	Name        string  `json:"name"`
	Description *string `json:"description"`
}

type secretWithValue struct {
	secret
	Value string `json:"value"`
}

// Secret encodes a secret without its value: {key, name, description} (R 2.9).
func Secret(s *svcx.Secret) any { return newSecret(s) }

func newSecret(s *svcx.Secret) secret {
	return secret{s.Key, s.Name, OptionalString(s.Description)}
}

// SecretValue encodes a secret with its value: {key, name, description, value}
// (R 4.7).
func SecretValue(s *svcx.Secret, value string) any {
	return secretWithValue{newSecret(s), value}
}

// DecodeSecret reads the body of POST /secrets: {key, value, name?,
// description?}. name is the key by default; value has 1 to 65,536 characters.
func DecodeSecret(body []byte) (svcx.SecretDraft, error) {
	o, err := ReadObject(body)
	if err != nil {
		return svcx.SecretDraft{}, err
	}
	draft := svcx.SecretDraft{
		Key:         o.OptionalText("key", svcx.MaxName),
		Value:       o.FilledText("value", svcx.MaxSecretValue),
		Name:        o.OptionalLabel("name", svcx.MaxName),
		Description: o.OptionalLabel("description", svcx.MaxDescription),
	}
	if !svcx.IsSecretKey(draft.Key) {
		o.Refuse("key", "must be 1 to 128 letters, digits, dots, hyphens and underscores, and not . or ..")
	}
	if draft.Name == "" {
		draft.Name = draft.Key
	}
	return checked(o, draft)
}

// DecodeSecretPatch reads the body of PATCH /secrets/{key}: any of {name,
// description, value}. Only description can be null, which clears it; the key
// never changes.
func DecodeSecretPatch(body []byte) (svcx.SecretPatch, error) {
	o, err := ReadObject(body)
	if err != nil {
		return svcx.SecretPatch{}, err
	}
	patch := svcx.SecretPatch{
		Name:        o.LabelPatch("name", svcx.MaxName),
		Description: o.TextPatch("description", svcx.MaxDescription),
	}
	if v := o.Value("value"); v.present() {
		value := v.FilledText(svcx.MaxSecretValue)
		patch.Value = &value
	}
	if o.Value("key").present() {
		o.Refuse("key", "must be left out: it never changes")
	}
	return checked(o, patch)
}

package form

import (
	"iter"
	"slices"
	"strings"

	"svcx"
	"svcx/internal/openapi"
)

// DecodeContact reads the body of POST /contacts (R 4.3), the same in both forms:
// {externalId?, name?, email?}, strings of at most 255, 255 and 320 characters. A
// blank string counts as absent; an invalid email is an error.
func DecodeContact(body []byte) (svcx.ContactDraft, error) {
	o, err := ReadObject(body)
	if err != nil {
		return svcx.ContactDraft{}, err
	}
	draft := svcx.ContactDraft{
		ExternalID: o.OptionalLabel("externalId", svcx.MaxExternalID),
		Name:       o.OptionalLabel("name", svcx.MaxName),
		Email:      o.OptionalEmail("email"),
	}
	if err := o.Err(); err != nil {
		return svcx.ContactDraft{}, err
	}
	return draft, nil
}

// TagsPatch reads tags in a PATCH body: nil if absent, empty for null, otherwise an
// array of at most 100 strings of at most 255 characters, trimmed and without
// repeats.
func (o *Object) TagsPatch() *[]string {
	v := o.Value("tags")
	if v.raw == nil {
		return nil
	}
	tags := []string{}
	if v.Given() {
		for _, e := range v.Elements(svcx.MaxTags) {
			tags = append(tags, e.Text(svcx.MaxTag))
		}
		tags = CleanTags(tags)
	}
	return &tags
}

// CleanTags trims tags and drops empty ones and repeats, ignoring case; the first
// spelling is kept (D 2).
func CleanTags(tags []string) []string { return cleanTags(slices.Values(tags), len(tags)) }

// cleanTags is CleanTags that stops after max tags.
func cleanTags(tags iter.Seq[string], max int) []string {
	seen := make(map[string]bool)
	clean := []string{}
	for t := range tags {
		t = strings.TrimSpace(t)
		if key := svcx.FoldCase(t); t != "" && !seen[key] {
			if len(clean) == max {
				break
			}
			seen[key] = true
			clean = append(clean, t)
		}
	}
	return clean
}

// ContactBody describes what DecodeContact reads.
func (f *Form) ContactBody() *openapi.Schema {
	return openapi.Object(
		openapi.May("externalId", openapi.Text(svcx.MaxExternalID).As("Unique in the workspace.")),
		openapi.May("name", openapi.Text(svcx.MaxName)),
		openapi.May("email", EmailSchema().As("Unique in the workspace.")),
	)
}

// EmailSchema describes an e-mail address.
func EmailSchema() *openapi.Schema { return openapi.Format("email", svcx.MaxEmail) }

// TagsSchema describes what TagsPatch reads.
func TagsSchema() *openapi.Schema {
	return openapi.Array(openapi.Text(svcx.MaxTag), svcx.MaxTags).Nullable()
}

package form

import (
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"svcx"
)

// encodeOptions make the output deterministic. Text is not HTML-escaped, and a nil
// slice is [], never null. Invalid UTF-8 is never stored, but if it ever were, a
// list must not fail because of it.
var encodeOptions = json.JoinOptions(
	json.Deterministic(true),
	jsontext.AllowInvalidUTF8(true),
)

// Encode returns the JSON of a wire value: of anything that a Form's functions
// return as any, and of envelopes around it.
func Encode(v any) ([]byte, error) { return json.Marshal(v, encodeOptions) }

// OptionalTime encodes a timestamp; nil becomes null.
func OptionalTime(t *svcx.Time) *string {
	if t == nil {
		return nil
	}
	s := t.String()
	return &s
}

// OptionalString encodes a string; "" becomes null.
func OptionalString[T ~string](s T) *string {
	if s == "" {
		return nil
	}
	plain := string(s)
	return &plain
}

// Attachment is a file of a message on the wire (R 2.2). filename and mimeType are
// null if unknown.
type Attachment struct {
	URL      string  `json:"url"`
	Filename *string `json:"filename"`
	MIMEType *string `json:"mimeType"`
}

// Attachments encodes a message's files. It also returns the first one by itself,
// nil if there are none (D 5).
func Attachments(files []svcx.Attachment) (first *Attachment, all []Attachment) {
	if len(files) == 0 {
		return nil, nil
	}
	all = make([]Attachment, len(files))
	for i, f := range files {
		all[i] = Attachment{f.URL, OptionalString(f.Filename), OptionalString(f.MIMEType)}
	}
	return &all[0], all
}

// rawJSON wraps a value that is already JSON.
func rawJSON(b []byte) any { return jsontext.Value(b) }

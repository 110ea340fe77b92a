package form

import (
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"svcx"
)

// encodeOptions: the same value always gives the same bytes, text goes out as
// it is (no HTML escapes), and a slice without elements is [], never null. Bad
// UTF-8 cannot come in, but if it ever did, a list must not fail for it.
var encodeOptions = json.JoinOptions(
	json.Deterministic(true),
	jsontext.AllowInvalidUTF8(true),
)

// Encode is the JSON of a wire value: of everything that a Form's functions
// return as any, and of envelopes around it.
func Encode(v any) ([]byte, error) { return json.Marshal(v, encodeOptions) }

// OptionalTime is a timestamp as the wire has it, null if there is none.
func OptionalTime(t *svcx.Time) *string {
	if t == nil {
		return nil
	}
	s := t.String()
	return &s
}

// OptionalString is a string as the wire has it: null where the domain has "".
func OptionalString[T ~string](s T) *string {
	if s == "" {
		return nil
	}
	plain := string(s)
	return &plain
}

// Attachment is a file of a message on the wire (R 2.2): url always, the rest
// null where unknown.
type Attachment struct {
	URL      string  `json:"url"`
	Filename *string `json:"filename"`
	MIMEType *string `json:"mimeType"`
}

// Attachments puts a message's files on the wire: all of them, and the first by
// itself, nil if there is none (decisions 5).
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

// rawJSON is a value that is JSON already.
func rawJSON(b []byte) any { return jsontext.Value(b) }

package form

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"svcx"
)

// What agents send and see in the session API.

// Extend returns a wire object with one more member at its end.
func Extend(object any, name string, value any) (jsontext.Value, error) {
	return Join(object, map[string]any{name: value})
}

// Join returns a wire object with the members of another one at its end.
func Join(object, others any) (jsontext.Value, error) {
	base, err := Encode(object)
	if err != nil {
		return nil, err
	}
	more, err := Encode(others)
	if err != nil {
		return nil, err
	}
	if len(base) == len("{}") {
		return more, nil
	}
	return append(append(base[:len(base)-1], ','), more[1:]...), nil
}

// DecodeNote reads {content}: 1 to 50,000 characters, not all white space.
func DecodeNote(body []byte) (string, error) {
	o, err := ReadObject(body)
	if err != nil {
		return "", err
	}
	content := o.Label("content", svcx.MaxContent)
	return content, o.Err()
}

// AssignDecoder returns a Form.DecodeAssign, which reads {assignedTo}: the id of a
// member, or null to unassign. assignedTo is required.
func AssignDecoder(read func(Value) int64) func([]byte) (*svcx.UserID, error) {
	return func(body []byte) (*svcx.UserID, error) {
		o, err := ReadObject(body)
		if err != nil {
			return nil, err
		}
		v := o.Value("assignedTo")
		if !v.Given() && !v.Null() {
			v.Refuse("must be the id of a member, or null to unassign")
		}
		id := OptionalID[svcx.UserID](o, "assignedTo", read)
		return id, o.Err()
	}
}

// BackRequestInput is the body of a back request by an agent.
type BackRequestInput struct {
	Type      svcx.BackRequestType
	MessageID string
	Data      []byte
}

// DecodeBackRequest reads {type, messageId?, data?} (R 4.8): type is one of the four
// types; data is an object that is passed on unchanged.
func DecodeBackRequest(body []byte) (in BackRequestInput, err error) {
	o, err := ReadObject(body)
	if err != nil {
		return in, err
	}
	in.Type = svcx.BackRequestType(o.FilledText("type", svcx.MaxName))
	if o.Err() == nil && !in.Type.Valid() {
		o.Refuse("type", "must be one of %s", strings.Join([]string{string(svcx.BackAvatar), string(svcx.BackInfo), string(svcx.BackMessage), string(svcx.BackMetadata)}, ", "))
	}
	in.MessageID = o.OptionalText("messageId", svcx.MaxExternalID)
	if v := o.Value("data"); v.Given() {
		v.Object()
		in.Data = v.Raw()
	}
	return in, o.Err()
}

type backResult struct {
	Type   svcx.BackRequestType `json:"type"`
	Result any                  `json:"result"`
}

// BackAnswer encodes the answer to a back request: {type, result}. result has the
// valid values of the integrator's answer; it is null if the integrator does not
// know.
func BackAnswer(kind svcx.BackRequestType, a svcx.BackAnswer) any {
	if !a.Known {
		return backResult{kind, nil}
	}
	result := make(map[string]any)
	put := func(name string, value *string) {
		if value != nil {
			result[name] = *value
		}
	}
	switch kind {
	case svcx.BackAvatar:
		put("avatarUrl", a.Info.AvatarURL)
	case svcx.BackInfo:
		put("name", a.Info.Name)
		put("email", a.Info.Email)
		put("avatarUrl", a.Info.AvatarURL)
	case svcx.BackMessage:
		if a.Content != "" {
			result["content"], result["contentType"] = a.Content, a.ContentType
		}
	case svcx.BackMetadata:
		put("subject", a.Info.Subject)
		put("priority", (*string)(a.Info.Priority))
		if a.Info.Tags != nil {
			result["tags"] = *a.Info.Tags
		}
		if a.Fields != nil {
			fields := make(map[string]any, len(a.Fields))
			for key, input := range a.Fields {
				fields[key] = input.Text
			}
			result["fields"] = fields
		}
	}
	return backResult{kind, result}
}

// ResolvedContent encodes fresh URLs of media: {ref: {url, expiresAt}}.
func ResolvedContent(urls []svcx.ContentURL) any {
	type fresh struct {
		URL       string  `json:"url"`
		ExpiresAt *string `json:"expiresAt"`
	}
	all := make(map[string]fresh, len(urls))
	for _, u := range urls {
		all[u.Ref] = fresh{u.URL, OptionalTime(u.ExpiresAt)}
	}
	return all
}

type historyRecord struct {
	At     string `json:"at"`
	Type   string `json:"type"`
	Actor  actor  `json:"actor"`
	Detail string `json:"detail"`
}

// History encodes an entry of a conversation's history: {at, type, actor: {type, id,
// name}, detail}.
func (f *Form) History(e svcx.HistoryEntry) any {
	return historyRecord{e.At.String(), e.Type, f.actor(e.Actor), e.Detail}
}

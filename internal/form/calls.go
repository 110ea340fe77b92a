package form

import (
	"net/http"

	"svcx"
)

// Calls to integrators other than events (W 4.7). They are the same in both forms.

type pingCall struct {
	Type      string `json:"type"`
	Timestamp string `json:"timestamp"`
	CheckID   string `json:"checkId"`
}

// Ping encodes the body of a ping.
func Ping(now svcx.Time, checkID string) ([]byte, error) {
	return Encode(pingCall{svcx.CallPing, now.String(), checkID})
}

type confirmCall struct {
	Type           string   `json:"type"`
	Intent         string   `json:"intent"`
	ConversationID string   `json:"conversationId"`
	Timestamp      string   `json:"timestamp"`
	Data           struct{} `json:"data"`
}

// Confirm encodes the body of a confirmation.
func Confirm(intent, conversationID string, now svcx.Time) ([]byte, error) {
	return Encode(confirmCall{Type: svcx.CallConfirm, Intent: intent, ConversationID: conversationID, Timestamp: now.String()})
}

// ReadConfirmation reads the answer {allowed, reason}. ok is false if there is no
// boolean allowed; then nothing was decided.
func ReadConfirmation(body []byte) (allowed bool, reason string, ok bool) {
	o, err := ReadObject(body)
	if err != nil {
		return false, "", false
	}
	allowed = o.Value("allowed").Bool()
	if o.Err() != nil {
		return false, "", false
	}
	if v := o.Value("reason"); v.isText() {
		reason = v.text()
	}
	return allowed, reason, true
}

type contentCall struct {
	Type           string   `json:"type"`
	Refs           []string `json:"refs"`
	ConversationID string   `json:"conversationId"`
}

// ResolveContent encodes the body of a content resolution.
func ResolveContent(refs []string, conversationID string) ([]byte, error) {
	return Encode(contentCall{svcx.CallContent, refs, conversationID})
}

// ReadContentURLs reads the answer {urls: [{ref, url, expiresAt}]}. Invalid entries
// are left out; URLs must be https (D 4). ok is false if there is no such array.
func ReadContentURLs(body []byte) (urls []svcx.ContentURL, ok bool) {
	o, err := ReadObject(body)
	if err != nil {
		return nil, false
	}
	elements, _, ok := o.Value("urls").elements(svcx.MaxContentRefs)
	for _, e := range elements {
		var u svcx.ContentURL
		if e.Try(func(v Value) { u = v.ContentURL() }) == nil {
			urls = append(urls, u)
		}
	}
	return urls, ok
}

// ContentURL reads {ref, url, expiresAt?}: ref a string of at most 2,048
// characters, url https.
func (v Value) ContentURL() svcx.ContentURL {
	o := v.Object()
	u := svcx.ContentURL{Ref: o.FilledText("ref", svcx.MaxURL), URL: httpsURL(o.Value("url"))}
	if e := o.Value("expiresAt"); e.Given() {
		t := e.Time()
		u.ExpiresAt = &t
	}
	return u
}

type backContact struct {
	ExternalID *string `json:"externalId"`
	Email      *string `json:"email"`
}

type backCall struct {
	Type           string       `json:"type"`
	RequestID      string       `json:"requestId"`
	ConversationID string       `json:"conversationId"`
	Timestamp      string       `json:"timestamp"`
	Contact        *backContact `json:"contact"`
	MessageID      string       `json:"messageId,omitzero"`
	Data           any          `json:"data"`
}

// BackRequest encodes the body of a back request (D 4). Its data is passed on
// unchanged; nil is an empty object.
func BackRequest(q svcx.BackRequest, requestID string, now svcx.Time) ([]byte, error) {
	c := backCall{Type: string(q.Type), RequestID: requestID, ConversationID: q.ConversationID, Timestamp: now.String(), MessageID: q.MessageID, Data: struct{}{}}
	if q.Contact != nil {
		c.Contact = &backContact{OptionalString(q.Contact.ExternalID), OptionalString(q.Contact.Email)}
	}
	if len(q.Data) > 0 {
		c.Data = rawJSON(q.Data)
	}
	return Encode(c)
}

// ReadBackAnswer reads the answer {data: {…}} of a back request. A 204 means that
// the integrator does not know; ok is false for an answer of another shape. Values
// are validated like inbound ones, and invalid ones are left out.
func ReadBackAnswer(status int, body []byte) (answer svcx.BackAnswer, ok bool) {
	if status == http.StatusNoContent {
		return answer, true
	}
	o, err := ReadObject(body)
	if err != nil || !o.Value("data").Given() {
		return answer, false
	}
	var data *Object
	if o.Value("data").Try(func(v Value) { data = v.Object() }) != nil {
		return answer, false
	}
	answer.Known = true
	for _, read := range []func(*Object){
		func(d *Object) { answer.Info.Name = d.TextPatch("name", svcx.MaxName) },
		func(d *Object) { answer.Info.Email = d.EmailPatch("email") },
		func(d *Object) { answer.Info.AvatarURL = d.TextPatch("avatarUrl", svcx.MaxURL) },
		func(d *Object) { answer.Info.Subject = d.TextPatch("subject", svcx.MaxSubject) },
		func(d *Object) { answer.Info.Tags = d.looseTags("tags") },
		func(d *Object) {
			if d.Value("priority").Given() {
				p := OptionalEnum(d, "priority", svcx.Priority(""), priorities)
				answer.Info.Priority = &p
			}
		},
		func(d *Object) {
			if v := d.Value("fields"); v.Given() {
				answer.Fields = v.FieldInputs()
			}
		},
		func(d *Object) {
			answer.Content, answer.ContentType = d.FilledText("content", svcx.MaxContent), d.ContentType()
		},
	} {
		before := answer
		if data.try(read) != nil {
			answer = before
		}
	}
	return answer, true
}

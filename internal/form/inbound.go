package form

import (
	"fmt"
	"strings"

	"svcx"
)

// APIUser is the sender's external id if neither an id nor an e-mail address is
// given (W 2.1, form B).
const APIUser = "api-user"

// InboundRules is how the two forms differ in inbound bodies.
type InboundRules struct {
	// IDsRequired makes messageId, conversationId and from.externalId
	// required; otherwise they have defaults (W 9).
	IDsRequired bool
	// SenderTypes are the words of from.type; if nil, the member is ignored and all
	// senders are customers.
	SenderTypes []Word[svcx.AuthorType]
	// OptionalFields reads participants, categoryId and fields; otherwise they are
	// ignored.
	OptionalFields bool
	// Command reads a body that has an action or an intent. kind is
	// svcx.InboundTypeAction or svcx.InboundTypeIntent, which is also the member's
	// name. For a rejected command, the caller fills in the conversation.
	Command func(kind string, body *Object) svcx.InboundBody
}

// InboundDecoder returns a Form.DecodeInbound that follows the rules.
//
// Shape (W 2.1): {messageId, conversationId, from:{externalId, name, email, type},
// content, contentType, subject, sentAt, attachments}. A body with action is an
// action, otherwise one with intent an intent (W 4.1); null counts as absent.
//
// Limits: ids and names 255 characters, e-mail 320, subject 998. content is only
// limited by the size of the body and must not be all white space unless there is an
// attachment. An optional id that is "" counts as absent, as does a blank name,
// subject or e-mail.
//
// Errors (D 2): a body that is not a JSON object gives invalid_json; an invalid
// content or id gives validation with its path. Nothing else rejects a message: a
// name or subject that is too long is cut, and any other invalid member is left out,
// each with a warning that begins with its path.
//
// A default messageId is stored as the message's external id like a given one, so
// that clients of the REST API can refer to the message in both cases.
func InboundDecoder(rules InboundRules) func([]byte, svcx.Time, func() string) svcx.InboundBody {
	return func(body []byte, now svcx.Time, newID func() string) svcx.InboundBody {
		o, err := ReadObject(body)
		if err != nil {
			return svcx.InboundBody{Rejected: invalidBody(o, svcx.InboundTypeInvalid, svcx.ReasonInvalidJSON, err)}
		}
		return rules.decode(o, now, newID)
	}
}

// InboundInspector is an InboundDecoder that also records which parts of the body
// are read: none if the body is not a JSON object.
func InboundInspector(rules InboundRules) func([]byte, svcx.Time, func() string) (svcx.InboundBody, *Reads) {
	return func(body []byte, now svcx.Time, newID func() string) (svcx.InboundBody, *Reads) {
		reads := newReads()
		o, err := ReadObject(body)
		if err != nil {
			return svcx.InboundBody{Rejected: invalidBody(o, svcx.InboundTypeInvalid, svcx.ReasonInvalidJSON, err)}, reads
		}
		o.reads, reads.body = reads, o
		return rules.decode(o, now, newID), reads
	}
}

// decode reads a message, an action or an intent.
func (rules InboundRules) decode(o *Object, now svcx.Time, newID func() string) svcx.InboundBody {
	for _, kind := range [...]string{svcx.InboundTypeAction, svcx.InboundTypeIntent} {
		if o.Value(kind).Given() {
			command := rules.Command(kind, o)
			if command.Rejected != nil {
				command.Rejected.ConversationID = conversationID(o)
			}
			return command
		}
	}
	m := rules.message(o, now)
	if err := o.Err(); err != nil {
		return svcx.InboundBody{Rejected: invalidBody(o, svcx.InboundTypeMessage, svcx.ReasonValidation, err)}
	}
	if m.MessageID == "" {
		m.MessageID = newID()
	}
	if m.ConversationID == "" {
		m.ConversationID = newID()
	}
	return svcx.InboundBody{Message: m}
}

// message reads a message body. Failures are recorded in o.
func (rules InboundRules) message(o *Object, now svcx.Time) *svcx.InboundMessage {
	m := &svcx.InboundMessage{}
	m.MessageID = rules.externalID(o, "messageId")
	m.ConversationID = rules.externalID(o, "conversationId")
	rules.sender(o, m)
	m.Content = o.inboundContent()
	m.ContentType = svcx.ContentText
	usable(o.Value("contentType"), m, "; it was taken as text", func(v Value) { m.ContentType = Enum(v, contentTypes) })
	m.Subject = inboundLabel(o.Value("subject"), m, svcx.MaxSubject)
	usable(o.Value("sentAt"), m, "; the time of receipt was stored", func(v Value) {
		sent := v.Time()
		if sent > now.Add(svcx.MaxAhead) {
			v.Refuse("is more than 10 minutes ahead")
		}
		m.SentAt = &sent
	})
	files, warnings := inboundAttachments(o.Value("attachments"))
	m.Attachments = files
	m.Warnings = append(m.Warnings, warnings...)
	if svcx.Blank(m.Content) && len(files) == 0 {
		unusable := ""
		if len(warnings) > 0 {
			unusable = ", as no attachment could be used (" + strings.TrimSuffix(warnings[0], attachmentLeftOut) + ")"
		}
		o.Value("content").Refuse("must be a string with a character that is not white space%s", unusable)
	}
	if rules.OptionalFields {
		inboundOptionalFields(o, m)
	}
	return m
}

// inboundContent reads content; "" if absent. Whether it is required depends on the
// attachments.
func (o *Object) inboundContent() string {
	v := o.Value("content")
	switch {
	case v.isText():
		return v.text()
	case v.Given():
		v.Refuse("must be a string with a character that is not white space")
	}
	return ""
}

// usable reads an optional member of a message. If it is invalid, the message is
// unchanged but for a warning, which says what happens instead.
func usable(v Value, m *svcx.InboundMessage, instead string, read func(Value)) {
	if !v.Given() {
		return
	}
	before := *m
	if err := v.Try(read); err != nil {
		*m = before
		m.Warnings = append(m.Warnings, Warning(err)+instead)
	}
}

// leftOut is what happens to most invalid members.
const leftOut = "; it was left out"

// inboundLabel reads a name or subject and keeps its first max characters.
func inboundLabel(v Value, m *svcx.InboundMessage, max int) (label string) {
	usable(v, m, leftOut, func(v Value) {
		if !v.isText() {
			v.Refuse("must be a string of at most %d characters", max)
			return
		}
		if label = v.text(); svcx.Blank(label) {
			label = ""
		}
	})
	if svcx.CheckLength("", label, max) != nil {
		label = string([]rune(label)[:max])
		m.Warnings = append(m.Warnings, fmt.Sprintf("%s: must be a string of at most %d characters; the first %[2]d were kept", v.Path(), max))
	}
	return label
}

// externalID reads an external id; "" if a default is to be used.
func (rules InboundRules) externalID(o *Object, name string) string {
	v := o.Value(name)
	id := ""
	if v.Given() {
		id = v.ExternalID()
	}
	if id == "" && rules.IDsRequired {
		v.Refuse("must be a string of 1 to %d characters", svcx.MaxExternalID)
	}
	return id
}

// sender reads from. An invalid e-mail address is left out first and then is not
// used as the default id either.
func (rules InboundRules) sender(o *Object, m *svcx.InboundMessage) {
	v := o.Value("from")
	if v.Given() && v.raw[0] != '{' {
		m.Warnings = append(m.Warnings, v.Path()+": must be an object"+leftOut)
		v.raw = nil
	}
	from := v.Object()
	s := &m.Sender
	s.ExternalID = rules.externalID(from, "externalId")
	s.Name = inboundLabel(from.Value("name"), m, svcx.MaxName)
	usable(from.Value("email"), m, leftOut, func(v Value) {
		if s.Email = v.Text(svcx.MaxEmail); svcx.Blank(s.Email) {
			s.Email = ""
		} else if !svcx.IsEmail(s.Email) {
			v.Refuse("must be an e-mail address")
		}
	})
	s.Type = svcx.AuthorCustomer
	if rules.SenderTypes != nil {
		usable(from.Value("type"), m, "; it was taken as customer", func(v Value) { s.Type = Enum(v, rules.SenderTypes) })
	}
	switch {
	case s.ExternalID != "":
		s.Source = svcx.ExternalIDGiven
	case s.Email != "":
		// An address may be longer than any given id.
		s.ExternalID, s.Source = s.Email, svcx.ExternalIDEmail
	default:
		s.ExternalID, s.Source = APIUser, svcx.ExternalIDLiteral
	}
}

// conversationID returns the conversation id for the event log entry of a rejected
// body; "" if it is invalid.
func conversationID(o *Object) (id string) {
	v := o.Value("conversationId")
	if err := v.Try(func(v Value) { id = v.ExternalID() }); err != nil {
		return ""
	}
	return id
}

// invalidBody is the outcome of an invalid body.
func invalidBody(o *Object, eventType, code string, err error) *svcx.Outcome {
	return &svcx.Outcome{
		Status:         svcx.EventInvalid,
		Type:           eventType,
		Reason:         svcx.Reason{Code: code, Detail: publicText(err)},
		ConversationID: conversationID(o),
	}
}

// CheckContentType reports whether a Content-Type header is application/json, with
// any parameters (D 2, D 5).
func CheckContentType(header string) bool {
	media, _, _ := strings.Cut(header, ";")
	return strings.EqualFold(strings.TrimSpace(media), "application/json")
}

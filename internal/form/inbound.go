package form

import (
	"fmt"
	"strings"

	"svcx"
)

// APIUser is the sender's external id where neither an id nor an e-mail was
// given (W 2.1, Form B).
const APIUser = "api-user"

// InboundRules is what the two forms have different about inbound bodies.
type InboundRules struct {
	// IDsRequired makes messageId, conversationId and from.externalId
	// required; otherwise they have defaults (W 9).
	IDsRequired bool
	// SenderTypes are the words of from.type; nil ignores the member: everyone
	// is a customer.
	SenderTypes []Word[svcx.AuthorType]
	// Extras reads participants, categoryId and fields; otherwise they are
	// ignored.
	Extras bool
	// Command reads a body that has an action or an intent: kind is
	// svcx.InboundTypeAction or svcx.InboundTypeIntent, which is the member's
	// name too. The conversation of a refused one is filled in by the caller.
	Command func(kind string, body *Object) svcx.InboundBody
}

// InboundDecoder is Form.DecodeInbound under the rules.
//
// Shape (W 2.1): {messageId, conversationId, from:{externalId, name, email,
// type}, content, contentType, subject, sentAt, attachments}. The presence of
// action, else of intent, makes the body something else (W 4.1); null is
// absence.
//
// Limits: ids and names 255 characters, e-mail 320, subject 998. content has no
// limit but the body's and must hold something that is not white space, unless
// there is an attachment. An optional id given as "" is absent, and so are a name,
// subject or e-mail of white space.
//
// Errors (decisions 2): a body that is no JSON object gives invalid_json; content,
// or an id, that is not what it must be gives validation with its path. A message
// is lost over nothing else: a name or subject that is too long is cut, any other
// member that cannot be used is left out, each with a warning that begins with its
// path.
//
// A default messageId is the message's id like one that was given: the
// contract calls it the message's id, and so a reader of the REST API can name
// the message in both cases.
func InboundDecoder(rules InboundRules) func([]byte, svcx.Time, func() string) svcx.InboundBody {
	return func(body []byte, now svcx.Time, newID func() string) svcx.InboundBody {
		o, err := ReadObject(body)
		if err != nil {
			return svcx.InboundBody{Rejected: invalidBody(o, svcx.InboundTypeInvalid, svcx.ReasonInvalidJSON, err)}
		}
		return rules.decode(o, now, newID)
	}
}

// InboundInspector is InboundDecoder that also notes what of the body is read: of
// one that is no JSON object, nothing.
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

// message reads a message body. Failures are left in o.
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
			unusable = ", as no attachment could be used (" + warnings[0] + ")"
		}
		o.Value("content").Refuse("must be a string with a character that is not white space%s", unusable)
	}
	if rules.Extras {
		inboundExtras(o, m)
	}
	return m
}

// inboundContent is "" if there is none; whether there must be some depends on the
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

// usable reads an optional member of a message. Where it cannot be used the message
// stays as it is without the member, and has a warning that says what happens
// instead.
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

// leftOut is what happens to most members that cannot be used.
const leftOut = "; it was left out"

// inboundLabel reads a name or subject, of which the first max characters are kept.
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

// externalID reads an id of the sender's, "" where a default is to be taken.
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

// sender reads from. An e-mail that is no address is left out first, and then
// is no default for the id either.
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
		// The longest address is longer than the longest id.
		s.ExternalID, s.Source = s.Email, svcx.ExternalIDEmail
	default:
		s.ExternalID, s.Source = APIUser, svcx.ExternalIDLiteral
	}
}

// conversationID is the id that a log record shows for a body that came to
// nothing: "" if it cannot be read.
func conversationID(o *Object) (id string) {
	v := o.Value("conversationId")
	if err := v.Try(func(v Value) { id = v.ExternalID() }); err != nil {
		return ""
	}
	return id
}

// invalidBody is the outcome of a body that is not what it must be.
func invalidBody(o *Object, eventType, code string, err error) *svcx.Outcome {
	return &svcx.Outcome{
		Status:         svcx.EventInvalid,
		Type:           eventType,
		Reason:         svcx.Reason{Code: code, Detail: publicText(err)},
		ConversationID: conversationID(o),
	}
}

// CheckContentType reports whether a Content-Type header says application/json,
// with whatever parameters (decisions 2 and 5).
func CheckContentType(header string) bool {
	media, _, _ := strings.Cut(header, ";")
	return strings.EqualFold(strings.TrimSpace(media), "application/json")
}

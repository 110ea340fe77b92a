package form

import (
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
// Limits: ids and names 255 characters, e-mail 320, subject 998; more is an
// error. content has no limit but the body's and must hold something that is
// not white space. An optional id given as "" is absent, and so are a name,
// subject or e-mail of white space.
//
// Errors (decisions 2): a body that is no JSON object gives invalid_json, a
// member that is not what it must be validation with its path. Warnings, with
// the message kept: an e-mail that is no address, a sentAt too far ahead,
// unusable attachments, participants, category and field values.
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
}

// message reads a message body. Failures are left in o.
func (rules InboundRules) message(o *Object, now svcx.Time) *svcx.InboundMessage {
	m := &svcx.InboundMessage{}
	m.MessageID = rules.externalID(o, "messageId")
	m.ConversationID = rules.externalID(o, "conversationId")
	rules.sender(o, m)
	content := o.Value("content")
	if content.isText() {
		m.Content = content.text()
	}
	if svcx.Blank(m.Content) {
		content.Refuse("must be a string with a character that is not white space")
	}
	m.ContentType = o.ContentType()
	m.Subject = o.OptionalLabel("subject", svcx.MaxSubject)
	if v := o.Value("sentAt"); v.Given() {
		sent := v.Time()
		if sent > now.Add(svcx.MaxAhead) {
			m.Warnings = append(m.Warnings, "sentAt: is more than 10 minutes ahead; the time of receipt was stored")
		} else {
			m.SentAt = &sent
		}
	}
	files, warnings := inboundAttachments(o.Value("attachments"))
	m.Attachments = files
	m.Warnings = append(m.Warnings, warnings...)
	if rules.Extras {
		inboundExtras(o, m)
	}
	return m
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
	from := o.Value("from").Object()
	s := &m.Sender
	s.ExternalID = rules.externalID(from, "externalId")
	s.Name = from.OptionalLabel("name", svcx.MaxName)
	if s.Email = from.OptionalLabel("email", svcx.MaxEmail); s.Email != "" && !svcx.IsEmail(s.Email) {
		s.Email = ""
		m.Warnings = append(m.Warnings, "from.email: must be an e-mail address; it was left out")
	}
	s.Type = svcx.AuthorCustomer
	if rules.SenderTypes != nil {
		s.Type = OptionalEnum(from, "type", svcx.AuthorCustomer, rules.SenderTypes)
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

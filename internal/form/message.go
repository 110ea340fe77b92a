package form

import (
	"svcx"
	"svcx/internal/openapi"
)

// The labels of agents and bots without a name (R 4.2).
const (
	LabelAgent = svcx.UnnamedAgent
	LabelStaff = "Staff"
	LabelBot   = "Bot"
)

// MessageDecoder returns a Form.DecodeMessage, which reads the body of POST
// /conversations/{id}/messages (R 4.2).
//
// Shape: {content, contentType?, attachment?: {url, filename?, mimeType?}, author?,
// …}. content has 1 to 50,000 characters, not all white space; it may be
// blank beside an attachment, if the use case allows that. attachment is accepted in
// both forms (D 5) and its url is https. own reads everything else, such as
// author. The draft's origin is the API; the session API overrides it.
func MessageDecoder(readID func(Value) int64, own func(o *Object, draft *svcx.MessageDraft)) func([]byte) (svcx.MessageDraft, error) {
	return func(body []byte) (svcx.MessageDraft, error) {
		o, err := ReadObject(body)
		if err != nil {
			return svcx.MessageDraft{}, err
		}
		draft := svcx.MessageDraft{
			Content:     o.replyContent(),
			ContentType: o.ContentType(),
			Attachments: o.OptionalAttachment(readID),
			Author:      svcx.Author{Type: svcx.AuthorAgent, Name: LabelAgent},
			Origin:      svcx.OriginAPI,
		}
		own(o, &draft)
		if err := o.Err(); err != nil {
			return svcx.MessageDraft{}, err
		}
		return draft, nil
	}
}

// replyContent is the content of a reply. It may be blank or absent beside an
// attachment.
func (o *Object) replyContent() string {
	v := o.Value("content")
	if o.Value("attachment").present() && (!v.present() || v.isText() && svcx.Blank(v.text())) {
		return ""
	}
	return o.Label("content", svcx.MaxContent)
}

// AuthorContact reads the members of an author that the forms share: email and
// externalId, both optional strings.
func AuthorContact(author *Object, to *svcx.Author) {
	to.Email = author.OptionalEmail("email")
	to.ExternalID = author.OptionalLabel("externalId", svcx.MaxExternalID)
}

// MessageBody describes what a MessageDecoder reads: what the forms share, and own.
func MessageBody(own ...openapi.Member) *openapi.Schema {
	return openapi.Object(append([]openapi.Member{
		openapi.Need("content", openapi.Label(svcx.MaxContent)),
		openapi.May("contentType", oneOf(contentTypes).Or(string(svcx.ContentText))),
		openapi.May("attachment", openapi.Object(
			openapi.Need("url", openapi.Format("uri", svcx.MaxURL).As("A publicly reachable https URL.")),
			openapi.May("filename", openapi.Text(svcx.MaxName)),
			openapi.May("mimeType", openapi.Text(svcx.MaxName)),
		)),
	}, own...)...)
}

// AuthorContactSchema describes what AuthorContact reads.
func AuthorContactSchema() []openapi.Member {
	return []openapi.Member{
		openapi.May("email", EmailSchema()),
		openapi.May("externalId", openapi.Text(svcx.MaxExternalID)),
	}
}

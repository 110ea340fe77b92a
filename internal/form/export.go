package form

import (
	"github.com/go-json-experiment/json/jsontext"

	"svcx"
)

// ExportVersion is the version of an export's format. It grows when something is
// changed or removed, not when something is added.
const ExportVersion = 1

type exportLine struct {
	Type string `json:"type"`
	Data any    `json:"data"`
}

// ExportLine encodes a line of an export, {type, data}, with its newline.
func ExportLine(kind string, data any) ([]byte, error) {
	line, err := Encode(exportLine{kind, data})
	return append(line, '\n'), err
}

// ExportHeader returns the first record: {version, workspace: {slug, name, form},
// startedAt}.
func ExportHeader(w *svcx.Workspace, at svcx.Time) any {
	type workspace struct {
		Slug string        `json:"slug"`
		Name string        `json:"name"`
		Form svcx.FormName `json:"form"`
	}
	return struct {
		Version   int       `json:"version"`
		Workspace workspace `json:"workspace"`
		StartedAt string    `json:"startedAt"`
	}{ExportVersion, workspace{w.Slug, w.Name, w.Form}, at.String()}
}

// ExportEnd returns the last record, which only a complete export has: {counts}, the
// number of records by type.
func ExportEnd(counts map[string]int) any {
	return struct {
		Counts map[string]int `json:"counts"`
	}{counts}
}

// FullConversation encodes a conversation for an export, with fields, an object of
// typed values, and participants.
func (f *Form) FullConversation(c svcx.ExportedConversation) (any, error) {
	more := struct {
		Fields       map[string]any `json:"fields"`
		Participants []any          `json:"participants"`
	}{make(map[string]any, len(c.Fields)), make([]any, len(c.Participants))}
	for _, v := range c.Fields {
		more.Fields[v.Field.Key] = typedValue(v)
	}
	for i, p := range c.Participants {
		more.Participants[i] = f.Participant(p)
	}
	return extendBy(f.ExportedConversation(c.Conversation), more)
}

// FullContact encodes a contact for an export, with blockedAt, as members see it, and
// mergedInto, the id of the contact that it was merged into.
func (f *Form) FullContact(c *svcx.Contact) (any, error) {
	more := struct {
		BlockedAt  *string `json:"blockedAt"`
		MergedInto any     `json:"mergedInto"`
	}{BlockedAt: OptionalTime(c.BlockedAt)}
	if c.MergedInto != nil {
		more.MergedInto = f.ID(int64(*c.MergedInto))
	}
	return extendBy(f.ExportedContact(c), more)
}

type exportedAuthor struct {
	Type       svcx.AuthorType `json:"type"`
	Name       *string         `json:"name"`
	Email      *string         `json:"email"`
	ExternalID *string         `json:"externalId"`
	UserID     any             `json:"userId"`
	ContactID  any             `json:"contactId"`
}

// FullMessage encodes a message for an export, with note, the ids of the members whom that
// mentions, the full author, storedAt and versions, its content before each edit.
func (f *Form) FullMessage(m *svcx.ExportedMessage) (any, error) {
	a := m.Author
	more := struct {
		Note     bool           `json:"note"`
		Mentions []any          `json:"mentions"`
		Author   exportedAuthor `json:"author"`
		StoredAt string         `json:"storedAt"`
		Versions []any          `json:"versions"`
	}{m.Kind == svcx.MessageKindNote, make([]any, len(m.Mentions)), exportedAuthor{Type: a.Type, Name: OptionalString(a.Name), Email: OptionalString(a.Email), ExternalID: OptionalString(a.ExternalID)},
		m.CreatedAt.String(), make([]any, len(m.Versions))}
	if a.User != nil {
		more.Author.UserID = f.ID(int64(*a.User))
	}
	if a.Contact != nil {
		more.Author.ContactID = f.ID(int64(*a.Contact))
	}
	for i, mention := range m.Mentions {
		more.Mentions[i] = f.ID(int64(mention.User))
	}
	for i, v := range m.Versions {
		more.Versions[i] = f.Version(v)
	}
	return extendBy(f.ExportedMessage(&m.Message), more)
}

// FullHistory encodes an entry of a conversation's history for an export, with
// conversationId.
func (f *Form) FullHistory(e svcx.HistoryEntry) (any, error) {
	return Extend(f.History(e), "conversationId", f.ID(int64(e.Conversation)))
}

// FullFile encodes a stored file for an export, with createdAt and userId, the user
// who uploaded it.
func (f *Form) FullFile(file *svcx.File, url string) (any, error) {
	return extendBy(f.File(file, url), struct {
		CreatedAt string `json:"createdAt"`
		UserID    any    `json:"userId"`
	}{file.CreatedAt.String(), f.ID(int64(file.User))})
}

// extendBy is Join for objects that both have members.
func extendBy(object, more any) (jsontext.Value, error) {
	base, err := Encode(object)
	if err != nil {
		return nil, err
	}
	tail, err := Encode(more)
	if err != nil {
		return nil, err
	}
	return append(append(base[:len(base)-1], ','), tail[1:]...), nil
}

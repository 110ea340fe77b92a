package form

import (
	"github.com/go-json-experiment/json/jsontext"

	"svcx"
)

// ExportVersion is that of an export's lines. It grows when one is changed or
// taken away, not when something is added.
const ExportVersion = 1

type exportLine struct {
	Type string `json:"type"`
	Data any    `json:"data"`
}

// ExportLine is a line of an export, with its end: {type, data}.
func ExportLine(kind string, data any) ([]byte, error) {
	line, err := Encode(exportLine{kind, data})
	return append(line, '\n'), err
}

// ExportHeader is the first record: {version, workspace: {slug, name, form},
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

// ExportEnd is the last record, which only a whole export has: {counts}, the
// number of records by type.
func ExportEnd(counts map[string]int) any {
	return struct {
		Counts map[string]int `json:"counts"`
	}{counts}
}

// FullConversation is a conversation in an export: with fields, an object of
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

// FullContact is a contact in an export: with blockedAt, as members see it, and
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

// FullMessage is a message in an export: with note, the whole author, when it
// was stored, and versions, what it said before its edits.
func (f *Form) FullMessage(m *svcx.ExportedMessage) (any, error) {
	a := m.Author
	more := struct {
		Note     bool           `json:"note"`
		Author   exportedAuthor `json:"author"`
		StoredAt string         `json:"storedAt"`
		Versions []any          `json:"versions"`
	}{m.Kind == svcx.MessageKindNote, exportedAuthor{Type: a.Type, Name: OptionalString(a.Name), Email: OptionalString(a.Email), ExternalID: OptionalString(a.ExternalID)},
		m.CreatedAt.String(), make([]any, len(m.Versions))}
	if a.User != nil {
		more.Author.UserID = f.ID(int64(*a.User))
	}
	if a.Contact != nil {
		more.Author.ContactID = f.ID(int64(*a.Contact))
	}
	for i, v := range m.Versions {
		more.Versions[i] = f.Version(v)
	}
	return extendBy(f.ExportedMessage(&m.Message), more)
}

// FullHistory is an entry of a conversation's history in an export: with
// conversationId.
func (f *Form) FullHistory(e svcx.HistoryEntry) (any, error) {
	return Extend(f.History(e), "conversationId", f.ID(int64(e.Conversation)))
}

// FullFile is a stored file in an export: with createdAt and userId, who
// uploaded it.
func (f *Form) FullFile(file *svcx.File, url string) (any, error) {
	return extendBy(f.File(file, url), struct {
		CreatedAt string `json:"createdAt"`
		UserID    any    `json:"userId"`
	}{file.CreatedAt.String(), f.ID(int64(file.User))})
}

// extendBy is a wire object with the members of another behind its own; both
// have some.
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

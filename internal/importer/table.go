package importer

import (
	"bufio"
	"crypto/sha256"
	"encoding/base64"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"path"
	"slices"
	"strings"

	"svcx"
)

// table reads a file of rows: one for each message, or one for each contact if it has no column
// conversation_id. The first row has the names of the columns, in any order.
type table struct {
	// contacts is what the key of a contact begins with, if the ids are another product's.
	contacts string
}

// The columns. Others are values for fields, if they are mapped, and are counted otherwise.
var (
	messageColumns = []string{
		"conversation_id", "subject", "status", "priority", "category", "tags", "assignee_email", "created_at", "resolved_at",
		"contact_id", "contact_name", "contact_email", "contact_avatar_url",
		"message_id", "sent_at", "author_type", "author_name", "author_email", "note", "content", "content_type", "attachments",
		"rating", "rating_comment",
	}
	contactColumns = []string{"contact_id", "contact_name", "contact_email", "contact_avatar_url", "created_at"}
	// shortColumns are other names of contactColumns in a file of contacts.
	shortColumns = map[string]string{
		"id": "contact_id", "name": "contact_name", "email": "contact_email", "avatar_url": "contact_avatar_url", "external_id": "contact_id", "identifier": "contact_id",
	}
)

// rows are the rows of a file under the names of their columns.
type rows struct {
	names []string
	row   []string
	line  int
	// repeats counts rows that are the same message, as far as they say.
	last    string
	repeats map[string]int
}

// get is the value in a column of the current row, without white space around it.
func (t *rows) get(name string) string {
	if i := slices.Index(t.names, name); i >= 0 {
		return strings.TrimSpace(t.row[i])
	}
	return ""
}

func (t *rows) has(name string) bool { return slices.Contains(t.names, name) }

func (f table) read(r *reading, from *bufio.Reader) error {
	bounded := &boundedLines{from: from}
	reader := csv.NewReader(bounded)
	reader.Comma = delimiter(from)
	reader.ReuseRecord = true
	t := &rows{repeats: make(map[string]int)}
	for {
		bounded.record = bounded.read - int64(buffered)
		row, err := reader.Read()
		var syntax *csv.ParseError
		switch {
		case errors.Is(err, io.EOF):
			if t.names == nil {
				r.failed(r.at(1), "", "", "has no row with the names of the columns")
			}
			return nil
		case errors.Is(err, errLongRow):
			r.failed(r.at(t.line+1), "", "", "a quoted value has no end, or the row is larger than 32 MiB: the rest of the file was not read")
			return nil
		case errors.As(err, &syntax):
			t.line = syntax.Line
			r.failed(r.at(syntax.StartLine), "", "", ragged(syntax, row, t.names))
			if t.names == nil {
				return nil
			}
			continue
		case err != nil:
			return err
		}
		t.line, _ = reader.FieldPos(0)
		for i, value := range row {
			if cleaned := clean(value); cleaned != value {
				r.report.left("values with NUL or bytes that are not UTF-8 (replaced)", 1)
				row[i] = cleaned
			}
		}
		if t.names == nil {
			if !f.header(r, t, row) {
				return nil
			}
			continue
		}
		t.row = row
		if t.has("conversation_id") {
			err = f.message(r, t)
		} else {
			err = f.contact(r, t)
		}
		if err != nil {
			return err
		}
	}
}

// ragged is what is wrong with a row that cannot be read.
func ragged(err *csv.ParseError, row, names []string) string {
	if errors.Is(err.Err, csv.ErrFieldCount) {
		return fmt.Sprintf("the row has %d values, the first one %d", len(row), len(names))
	}
	return err.Err.Error()
}

// buffered is how much the reader of CSV reads ahead.
const buffered = 4096

var errLongRow = errors.New("the row is too long")

// boundedLines ends a row that is larger than any record may be: a quote without an end would
// otherwise take the rest of the file into memory.
type boundedLines struct {
	from         io.Reader
	read, record int64
}

func (b *boundedLines) Read(p []byte) (int, error) {
	if b.read-b.record > maxValue+buffered {
		return 0, errLongRow
	}
	n, err := b.from.Read(p[:min(len(p), buffered)])
	b.read += int64(n)
	return n, err
}

// delimiter is what separates the values in the first row: the one of comma, semicolon and tab
// that is most often outside of quotes.
func delimiter(from *bufio.Reader) rune {
	begin, _ := from.Peek(1 << 15)
	counts, quoted := make(map[rune]int), false
loop:
	for _, c := range string(begin) {
		switch {
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '\n':
			break loop
		case c == ',' || c == ';' || c == '\t':
			counts[c]++
		}
	}
	found := ','
	for _, c := range []rune{';', '\t'} {
		if counts[c] > counts[found] {
			found = c
		}
	}
	return found
}

// header reads the names of the columns. It reports false if nothing can be read by them.
func (f table) header(r *reading, t *rows, row []string) bool {
	for _, name := range row {
		name = strings.ToLower(strings.TrimSpace(name))
		t.names = append(t.names, strings.NewReplacer(" ", "_", "-", "_").Replace(name))
	}
	known := messageColumns
	if !t.has("conversation_id") {
		known = contactColumns
		for i, name := range t.names {
			if long := shortColumns[name]; long != "" && !t.has(long) {
				t.names[i] = long
			}
		}
		if !t.has("contact_id") && !t.has("contact_email") {
			r.failed(r.at(1), "", "", "the first row must name the columns: conversation_id and content for messages, or contact_id or contact_email for contacts")
			return false
		}
	} else if !t.has("content") && !t.has("attachments") {
		r.failed(r.at(1), "", "content", "must be one of the columns")
		return false
	}
	for i, name := range t.names {
		if slices.Index(t.names, name) != i {
			r.failed(r.at(1), "", name, "is the name of two columns")
			return false
		}
		if !slices.Contains(known, name) && !r.columns[name] {
			r.report.left("column "+name, 1)
		}
	}
	return true
}

// contact reads the contact of a row.
func (f table) contact(r *reading, t *rows) error {
	p, ok := f.person(r, t)
	if !ok {
		return nil
	}
	r.count("contacts", 1)
	p.Listed = true
	if p.CreatedAt, ok = f.time(r, t, "created_at"); !ok {
		return nil
	}
	return r.person(p)
}

// person is the contact of a row.
func (f table) person(r *reading, t *rows) (p person, ok bool) {
	id, email := t.get("contact_id"), t.get("contact_email")
	p = person{Name: t.get("contact_name"), Email: email, AvatarURL: t.get("contact_avatar_url"), Type: svcx.AuthorCustomer}
	switch {
	case id != "" && f.contacts != "":
		p.ID = f.contacts + id
	case id != "":
		p.ID, p.OwnID = "id:"+id, id
	case email != "":
		p.ID, p.OwnEmail = "email:"+svcx.EmailKey(email), true
	default:
		r.failed(r.at(t.line), "", "contact_id", "must be given, or contact_email")
		return p, false
	}
	return p, r.checkID(r.at(t.line), "", "contact_id", p.ID)
}

// time reads a time, nil for none. It reports one that is none.
func (f table) time(r *reading, t *rows, name string) (*svcx.Time, bool) {
	text := t.get(name)
	if text == "" {
		return nil, true
	}
	quoted, err := json.Marshal(text)
	if err != nil {
		return nil, false
	}
	at := asTime(quoted)
	if at == nil {
		r.failed(r.at(t.line), f.record(t), name, "must be a time such as 2026-11-27T22:05:01Z")
	}
	return at, at != nil
}

func (f table) record(t *rows) string {
	if id := t.get("conversation_id"); id != "" {
		return "conversation " + id
	}
	return ""
}

// message reads the message of a row. The properties of a conversation are those of its first row.
func (f table) message(r *reading, t *rows) error {
	at, id := r.at(t.line), t.get("conversation_id")
	if !r.checkID(at, "", "conversation_id", id) {
		return nil
	}
	r.count("rows", 1)
	p, ok := f.person(r, t)
	if !ok {
		return nil
	}
	c, ok := f.conversation(r, t, p)
	if !ok {
		return nil
	}
	m, ok := f.content(r, t, p)
	if !ok {
		return nil
	}
	if err := r.person(p); err != nil {
		return err
	}
	if t.last != id {
		if err := encoded(c, func(data []byte) error { return r.spool.AddConversation(id, data) }); err != nil {
			return err
		}
		t.last = id
	}
	if text := t.get("rating"); text != "" {
		if len(text) != 1 || text[0] < '1' || text[0] > '5' {
			r.failed(at, f.record(t), "rating", "must be 1 to 5")
			return nil
		}
		if err := r.rating(id, rating{Place: at, Score: int(text[0] - '0'), Comment: t.get("rating_comment"), At: m.SentAt}); err != nil {
			return err
		}
	}
	if m.Content == "" && len(m.Files) == 0 && t.get("message_id") == "" {
		return nil // a conversation without a message
	}
	of := f.messageID(t, id, m)
	if !r.checkID(at, f.record(t), "message_id", of) {
		return nil
	}
	return r.message(id, of, m)
}

// messageID is the id of a row's message. Without one it follows from the message, and from how
// many before it are the same, so that it is known again.
func (f table) messageID(t *rows, conversation string, m message) string {
	if id := t.get("message_id"); id != "" {
		return id
	}
	text, _ := json.Marshal([]any{conversation, m.SentAt, m.Type, m.Name, m.Email, m.Note, m.Content, m.Files})
	sum := sha256.Sum256(text)
	id := "row-" + base64.RawURLEncoding.EncodeToString(sum[:16])
	if len(t.repeats) >= maxRepeats {
		clear(t.repeats)
	}
	t.repeats[id]++
	if n := t.repeats[id]; n > 1 {
		return fmt.Sprintf("%s-%d", id, n)
	}
	return id
}

// maxRepeats bounds what is kept to tell equal messages apart, which stand close to each other.
const maxRepeats = 1 << 17

func (f table) conversation(r *reading, t *rows, p person) (c conversation, ok bool) {
	at := r.at(t.line)
	c = conversation{
		Place: at, Subject: t.get("subject"), Contact: p.ID, AssigneeEmail: t.get("assignee_email"), Category: t.get("category"),
		Tags: strings.FieldsFunc(t.get("tags"), func(c rune) bool { return c == ',' || c == ';' }),
	}
	switch status := strings.ToLower(t.get("status")); status {
	case "", "open", "new":
		c.Status = svcx.StatusOpen
	case "resolved", "solved":
		c.Status = svcx.StatusResolved
	case "closed":
		c.Status = svcx.StatusClosed
	default:
		r.failed(at, f.record(t), "status", "must be open, resolved or closed")
		return c, false
	}
	switch priority := svcx.Priority(strings.ToLower(t.get("priority"))); priority {
	case "", svcx.PriorityLow, svcx.PriorityNormal, svcx.PriorityHigh, svcx.PriorityUrgent:
		c.Priority = priority
	default:
		r.failed(at, f.record(t), "priority", "must be low, normal, high or urgent")
		return c, false
	}
	if c.CreatedAt, ok = f.time(r, t, "created_at"); !ok {
		return c, false
	}
	if c.ResolvedAt, ok = f.time(r, t, "resolved_at"); !ok {
		return c, false
	}
	for i, name := range t.names {
		if value := strings.TrimSpace(t.row[i]); r.columns[name] && value != "" {
			if c.Values == nil {
				c.Values = make(map[string]json.RawMessage)
			}
			c.Values[name], _ = json.Marshal(value)
		}
	}
	return c, true
}

// content reads a row's message.
func (f table) content(r *reading, t *rows, p person) (m message, ok bool) {
	at := r.at(t.line)
	m = message{Place: at, Name: t.get("author_name")}
	if i := slices.Index(t.names, "content"); i >= 0 {
		m.Content = t.row[i]
	}
	if svcx.Blank(m.Content) {
		m.Content = ""
	}
	switch kind := strings.ToLower(t.get("author_type")); kind {
	case "", "customer", "contact":
		m.Type, m.Author = svcx.AuthorCustomer, p.ID
	case "agent", "staff", "user":
		m.Type, m.Email = svcx.AuthorAgent, t.get("author_email")
	case "bot", "system", "api":
		m.Type = svcx.AuthorType(kind)
	case "note":
		m.Type, m.Email, m.Note = svcx.AuthorAgent, t.get("author_email"), true
	default:
		r.failed(at, f.record(t), "author_type", "must be customer, agent, bot, system or note")
		return m, false
	}
	switch note := strings.ToLower(t.get("note")); note {
	case "", "no", "false", "0":
	case "yes", "true", "1":
		m.Note = true
	default:
		r.failed(at, f.record(t), "note", "must be yes or no")
		return m, false
	}
	switch kind := strings.ToLower(t.get("content_type")); kind {
	case "", "text", "plain", "text/plain":
	case "html", "text/html":
		m.HTML = true
	case "markdown", "text/markdown":
		m.Markdown = true
	default:
		r.failed(at, f.record(t), "content_type", "must be text, html or markdown")
		return m, false
	}
	for _, address := range strings.Fields(t.get("attachments")) {
		m.Files = append(m.Files, svcx.Attachment{URL: address, Filename: lastOfPath(address)})
	}
	if m.SentAt, ok = f.time(r, t, "sent_at"); !ok {
		return m, false
	}
	if m.SentAt == nil && (m.Content != "" || len(m.Files) > 0) {
		if m.SentAt, ok = f.time(r, t, "created_at"); !ok || m.SentAt == nil {
			r.failed(at, f.record(t), "sent_at", "must be given")
			return m, false
		}
	}
	return m, true
}

// lastOfPath is the name of a file as its address has it.
func lastOfPath(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Path == "" || strings.HasSuffix(u.Path, "/") {
		return ""
	}
	return path.Base(u.Path)
}

// tableContact is the external id of a contact that has none of the business's own.
func tableContact(id string, _ svcx.ChannelID) string {
	return strings.TrimPrefix(strings.TrimPrefix(id, "id:"), "email:")
}

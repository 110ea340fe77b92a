package importer

import (
	"bufio"
	"bytes"
	"encoding/json"
	"maps"

	"svcx"
)

// chatwoot reads what can be had of Chatwoot: the answers of its API with conversations, messages,
// contacts, agents and survey responses, as pages or as arrays of records, and the file of contacts
// that its dashboard exports.
type chatwoot struct{}

var chatwootLists = map[string]bool{"data": true, "payload": true}

func (c chatwoot) read(r *reading, from *bufio.Reader) error {
	if isTable(from) {
		return table{contacts: "contact:"}.read(r, from)
	}
	return r.values(from, chatwootLists, func(_ string, line int, o object) error { return c.record(r, line, o) })
}

// isTable reports whether a file is none of JSON.
func isTable(from *bufio.Reader) bool {
	begin, _ := from.Peek(512)
	begin = bytes.TrimLeft(begin, " \t\r\n")
	return len(begin) > 0 && begin[0] != '{' && begin[0] != '['
}

func (c chatwoot) record(r *reading, line int, o object) error {
	has := func(name string) bool { _, ok := o[name]; return ok }
	switch {
	case has("message_type"):
		conversation := o.id("conversation_id")
		if !r.checkID(r.at(line), "message "+asID(o["id"]), "conversation_id", conversation) {
			return nil
		}
		r.count("messages", 1)
		return c.message(r, line, conversation, o)
	case has("rating") && has("conversation_id"):
		return c.survey(r, line, o)
	case has("meta") && has("status"):
		return c.conversation(r, line, o)
	case has("role") && (has("available_name") || has("confirmed")):
		r.count("agents", 1)
		_, err := c.someone(r, o, "user")
		return err
	case has("email") || has("phone_number") || has("identifier"):
		if !r.checkID(r.at(line), "contact", "id", asID(o["id"])) {
			return nil
		}
		r.count("contacts", 1)
		o["listed"] = json.RawMessage("true")
		_, err := c.someone(r, o, "contact")
		return err
	}
	r.failed(r.at(line), "", "", "is no conversation, message, contact, agent or survey response")
	return nil
}

// Members of records that are about Chatwoot itself, or say what others say.
var (
	chatwootConversationOwn = []string{
		"account_id", "uuid", "agent_last_seen_at", "assignee_last_seen_at", "contact_last_seen_at", "can_reply", "muted", "timestamp", "first_reply_created_at",
		"unread_count", "last_non_activity_message", "updated_at", "waiting_since", "contact_inbox", "display_id", "team_id", "assignee_id", "contact_id",
	}
	chatwootMessageOwn = []string{
		"account_id", "inbox_id", "conversation", "status", "source_id", "updated_at", "sender_id", "sender_type", "external_source_ids", "additional_attributes",
		"processed_message_content", "echo_id", "sentiment", "conversation_id", "label", "attachment", "content_type",
	}
	chatwootPersonOwn = []string{
		"availability_status", "last_activity_at", "updated_at", "contact_inboxes", "pubsub_token", "account_id", "auto_offline", "confirmed", "available_name", "role",
		"custom_role_id", "type", "provider", "avatar_url", "blocked", "description", "hmac_identifier",
	}
)

// someone reads a contact, an agent or a bot and returns its key; "" if there is no id.
func (c chatwoot) someone(r *reading, o object, kind string) (string, error) {
	id := o.id("id")
	if id == "" {
		return "", nil
	}
	p := person{ID: kind + ":" + id, OwnID: o.text("identifier"), Name: o.text("name"), Email: o.text("email"), AvatarURL: o.text("thumbnail"), CreatedAt: o.moment("created_at")}
	switch kind {
	case "contact":
		p.Type = svcx.AuthorCustomer
	case "user":
		p.Type = svcx.AuthorAgent
	default:
		p.Type = svcx.AuthorBot
	}
	if p.Listed = o.truth("listed", false); p.Listed {
		for _, name := range o.rest(chatwootPersonOwn...) {
			r.report.left("contact: "+name, 1)
		}
	}
	return p.ID, r.person(p)
}

// conversation reads a conversation. A list of them has only the last message of each.
func (c chatwoot) conversation(r *reading, line int, o object) error {
	id := o.id("id")
	record := "conversation " + id
	at := r.at(line)
	if !r.checkID(at, "conversation", "id", id) {
		return nil
	}
	r.count("conversations", 1)
	out := conversation{Place: at, CreatedAt: o.moment("created_at"), Tags: o.texts("labels")}
	if out.UpdatedAt = o.moment("last_activity_at"); out.UpdatedAt == nil {
		out.UpdatedAt = asTime(o["timestamp"])
	}
	switch status := o.text("status"); status {
	case "open":
		out.Status = svcx.StatusOpen
	case "pending", "snoozed":
		out.Status = svcx.StatusOpen
		r.report.left("status "+status+" (open here)", 1)
	case "resolved":
		out.Status = svcx.StatusResolved
	default:
		r.failed(at, record, "status", "must be open, pending, snoozed or resolved")
		return nil
	}
	switch priority := o.text("priority"); priority {
	case "medium":
		out.Priority = svcx.PriorityNormal
	case "low", "high", "urgent":
		out.Priority = svcx.Priority(priority)
	case "", "none":
	default:
		r.report.left("priority "+priority, 1)
	}
	meta := o.object("meta")
	var err error
	if out.Contact, err = c.someone(r, meta.object("sender"), "contact"); err != nil {
		return err
	}
	if out.Contact == "" {
		r.failed(at, record, "meta.sender", "must be the contact")
		return nil
	}
	assignee := meta.object("assignee")
	out.AssigneeEmail = asText(assignee["email"])
	if out.Assignee, err = c.someone(r, assignee, "user"); err != nil {
		return err
	}
	more := o.object("additional_attributes")
	out.Subject = more.text("mail_subject")
	out.Values = c.values(o, meta, more)
	for _, m := range o.objects("messages") {
		if err := c.message(r, line, id, m); err != nil {
			return err
		}
	}
	for _, name := range o.rest(chatwootConversationOwn...) {
		r.report.left("conversation: "+name, 1)
	}
	return r.conversation(id, out)
}

// values are what a field or the category may be taken from: the attributes of the conversation,
// its team and its inbox.
func (c chatwoot) values(o, meta, more object) map[string]json.RawMessage {
	values := make(map[string]json.RawMessage)
	maps.Copy(values, more)
	maps.Copy(values, o.object("custom_attributes"))
	values["team"] = meta.object("team").take("name")
	values["channel"] = meta.take("channel")
	values["inbox_id"] = o.take("inbox_id")
	maps.DeleteFunc(values, func(_ string, value json.RawMessage) bool { return !says(value) })
	return values
}

// message reads a message, a note, or what Chatwoot says of an activity.
func (c chatwoot) message(r *reading, line int, conversation string, o object) error {
	id := o.id("id")
	at := r.at(line)
	record := "conversation " + conversation + ", message " + id
	if !r.checkID(at, "conversation "+conversation+", message", "id", id) {
		return nil
	}
	m := message{Place: at, Note: o.truth("private", false), Content: o.text("content"), SentAt: o.moment("created_at")}
	sender := o.object("sender")
	kind := sender.text("type")
	if kind == "" {
		kind = map[string]string{"Contact": "contact", "User": "user", "AgentBot": "bot"}[asText(o["sender_type"])]
	}
	switch o.text("message_type") {
	case "0", "incoming":
		m.Type, kind = svcx.AuthorCustomer, "contact"
	case "1", "outgoing":
		if m.Type = svcx.AuthorBot; kind == "user" {
			// Its agents write Markdown.
			m.Type, m.Markdown = svcx.AuthorAgent, true
		}
	case "2", "activity":
		m.Type = svcx.AuthorSystem
	case "3", "template":
		m.Type = svcx.AuthorBot
	default:
		r.failed(at, record, "message_type", "must be 0 to 3")
		return nil
	}
	if kind != "contact" && kind != "user" {
		kind = "bot"
	}
	m.Name = asText(sender["name"])
	var err error
	if m.Author, err = c.someone(r, sender, kind); err != nil {
		return err
	}
	attributes := o.object("content_attributes")
	if attributes.truth("deleted", false) {
		r.report.left("deleted messages", 1)
		return nil
	}
	if items := attributes["items"]; says(items) {
		r.report.left("messages with choices or cards (their text is imported)", 1)
	}
	if err := c.answered(r, at, conversation, attributes, m.SentAt); err != nil {
		return err
	}
	mail := attributes.object("email").object("html_content")
	if html := mail.text("full"); html != "" && !m.Note {
		m.Plain, m.Content, m.HTML, m.Markdown = m.Content, html, true, false
	}
	for _, a := range o.objects("attachments") {
		m.Files = append(m.Files, c.file(a))
	}
	for _, name := range o.rest(chatwootMessageOwn...) {
		r.report.left("message: "+name, 1)
	}
	return r.message(conversation, id, m)
}

// file reads an attachment; a place or a shared contact has a title in place of an address.
func (c chatwoot) file(o object) svcx.Attachment {
	f := svcx.Attachment{URL: o.text("data_url"), Filename: o.text("fallback_title")}
	if f.Filename == "" {
		f.Filename = lastOfPath(f.URL)
	}
	return f
}

// answered reads the answer to a survey that a message asked for.
func (c chatwoot) answered(r *reading, at place, conversation string, attributes object, sent *svcx.Time) error {
	survey := attributes.object("submitted_values").object("csat_survey_response")
	if len(survey) == 0 {
		return nil
	}
	return c.rated(r, at, conversation, survey, sent)
}

func (c chatwoot) survey(r *reading, line int, o object) error {
	conversation := o.id("conversation_id")
	if !r.checkID(r.at(line), "survey response", "conversation_id", conversation) {
		return nil
	}
	r.count("ratings", 1)
	return c.rated(r, r.at(line), conversation, o, o.moment("created_at"))
}

func (c chatwoot) rated(r *reading, at place, conversation string, o object, when *svcx.Time) error {
	given := rating{Place: at, Comment: o.text("feedback_message"), By: o.object("contact").text("name"), At: when}
	switch score := o.text("rating"); score {
	case "1", "2", "3", "4", "5":
		given.Score = int(score[0] - '0')
	default:
		r.failed(at, "conversation "+conversation, "rating", "must be 1 to 5")
		return nil
	}
	return r.rating(conversation, given)
}

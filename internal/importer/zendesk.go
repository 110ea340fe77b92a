package importer

import (
	"bufio"
	"encoding/json"
	"strconv"
	"strings"

	"svcx"
)

// zendesk reads what Zendesk Support exports: the JSON files of its data export (a ticket, a user
// on each line), the pages of its API (tickets and users, also of incremental exports and of the
// search, and satisfaction ratings), and arrays of such records. A ticket has its comments
// in it; comments with a ticket_id may also be records of their own.
type zendesk struct{}

var zendeskLists = map[string]bool{
	"tickets": true, "users": true, "results": true, "satisfaction_ratings": true, "deleted_tickets": true,
}

func (z zendesk) read(r *reading, from *bufio.Reader) error {
	return r.values(from, zendeskLists, func(list string, line int, o object) error { return z.record(r, list, line, o) })
}

// record reads a record, whose kind is known by its list, or by its members.
func (z zendesk) record(r *reading, list string, line int, o object) error {
	has := func(name string) bool { _, ok := o[name]; return ok }
	switch {
	case list == "deleted_tickets":
		r.report.left("deleted tickets", 1)
		return nil
	case has("ticket"):
		ticket := o.object("ticket")
		if comments := o.take("comments"); comments != nil {
			ticket["comments"] = comments
		}
		return z.ticket(r, line, ticket)
	case list == "users" || has("role") && !has("requester_id"):
		return z.user(r, line, o)
	case list == "satisfaction_ratings" || has("ticket_id") && has("score"):
		return z.rated(r, line, o)
	case has("author_id") && has("ticket_id"):
		ticket := o.id("ticket_id")
		if !r.checkID(r.at(line), "comment", "ticket_id", ticket) {
			return nil
		}
		return z.comment(r, line, ticket, o)
	case has("comments") && !has("id"):
		comments := o.objects("comments")
		for _, c := range comments {
			if err := z.record(r, "", line, c); err != nil {
				return err
			}
		}
		return nil
	case has("requester_id") || has("requester") || list == "tickets":
		return z.ticket(r, line, o)
	case list == "results":
		r.report.left("search results that are no tickets or users", 1)
		return nil
	case has("author_id"):
		r.failed(r.at(line), "comment "+o.id("id"), "ticket_id", "must be given: comments are imported within their ticket, or with its id")
		return nil
	}
	r.failed(r.at(line), "", "", "is no ticket, user, comment or rating")
	return nil
}

// Members of records that are about Zendesk itself, or say what others say.
var (
	zendeskTicketOwn = []string{
		"url", "raw_subject", "description", "fields", "submitter_id", "submitter", "generated_timestamp", "allow_attachments", "allow_channelback", "is_public",
		"has_incidents", "comment_count", "followup_ids", "sharing_agreement_ids", "metric_set", "from_messaging_channel", "custom_status_id", "ticket_form_id",
		"result_type", "encoded_id", "deleted_ticket_form_id", "support_type", "assignee_email", "attribute_value_ids", "collaborators", "metric_events", "dates", "slas", "tde_workspace",
	}
	zendeskUserOwn = []string{
		"url", "iana_time_zone", "time_zone", "locale", "locale_id", "updated_at", "active", "verified", "shared", "shared_agent", "last_login_at", "two_factor_auth_enabled",
		"ticket_restriction", "only_private_comments", "restricted_agent", "suspended", "default_group_id", "report_csv", "custom_role_id", "moderator", "permanently_deleted",
		"chat_only", "role_type", "result_type", "user_type", "signature", "shared_phone_number",
	}
	zendeskCommentOwn = []string{"type", "audit_id", "metadata", "body", "ticket_id", "via", "plain_body", "html_body", "uploads", "url"}
)

// user reads a user.
func (z zendesk) user(r *reading, line int, o object) error {
	p := z.someone(o)
	if !r.checkID(r.at(line), "user", "id", p.ID) {
		return nil
	}
	p.Listed = p.Type == svcx.AuthorCustomer
	r.count("users", 1)
	for _, name := range o.rest(zendeskUserOwn...) {
		r.report.left("user: "+name, 1)
	}
	return r.person(p)
}

// someone reads what a record has of a user.
func (z zendesk) someone(o object) person {
	p := person{ID: o.id("id"), OwnID: o.id("external_id"), Name: o.text("name"), Email: o.text("email"), CreatedAt: o.moment("created_at")}
	switch o.text("role") {
	case "end-user":
		p.Type = svcx.AuthorCustomer
	case "":
	default:
		p.Type = svcx.AuthorAgent
	}
	if photo := o.object("photo"); len(photo) > 0 {
		p.AvatarURL = photo.text("content_url")
	}
	return p
}

// ticket reads a ticket with its comments.
func (z zendesk) ticket(r *reading, line int, o object) error {
	id := o.id("id")
	record := "ticket " + id
	if !r.checkID(r.at(line), "ticket", "id", id) {
		return nil
	}
	r.count("tickets", 1)
	c := conversation{Place: r.at(line), Subject: o.text("subject"), CreatedAt: o.moment("created_at"), UpdatedAt: o.moment("updated_at"), Tags: o.texts("tags")}
	if c.Subject == "" {
		c.Subject = asText(o["raw_subject"])
	}
	switch status := o.text("status"); status {
	case "solved":
		c.Status = svcx.StatusResolved
	case "closed":
		c.Status = svcx.StatusClosed
	case "deleted":
		r.report.left("deleted tickets", 1)
		return nil
	case "new", "open":
		c.Status = svcx.StatusOpen
	case "pending", "hold":
		c.Status = svcx.StatusOpen
		r.report.left("status "+status+" (open here)", 1)
	default:
		r.failed(c.Place, record, "status", "must be new, open, pending, hold, solved or closed")
		return nil
	}
	switch priority := svcx.Priority(o.text("priority")); priority {
	case svcx.PriorityLow, svcx.PriorityNormal, svcx.PriorityHigh, svcx.PriorityUrgent:
		c.Priority = priority
	case "":
	default:
		r.report.left("priority "+string(priority), 1)
	}
	if set, err := decodeObject(o["metric_set"]); err == nil {
		c.ResolvedAt = set.moment("solved_at")
	}
	var err error
	if c.Contact, err = z.party(r, o, "requester", svcx.AuthorCustomer); err != nil {
		return err
	}
	if c.Contact == "" {
		r.failed(c.Place, record, "requester_id", "must be given")
		return nil
	}
	if c.Assignee, err = z.party(r, o, "assignee", svcx.AuthorAgent); err != nil {
		return err
	}
	c.AssigneeEmail = asText(o["assignee_email"])
	for _, name := range []string{"collaborator_ids", "email_cc_ids", "follower_ids"} {
		for _, value := range o.list(name) {
			c.Parties = append(c.Parties, asID(value))
		}
	}
	r.report.left("people in copy", len(c.Parties))
	c.Values = z.values(o)
	if given, ok := satisfaction(o.object("satisfaction_rating")); ok {
		given.Place = c.Place
		if err := r.rating(id, given); err != nil {
			return err
		}
	}
	comments, description := o.objects("comments"), asText(o["description"])
	if len(comments) == 0 && description != "" {
		// Its first comment is all that a ticket of the API has of them.
		r.report.left("tickets without comments (their description is imported)", 1)
		m := message{Place: c.Place, Author: c.Contact, Type: svcx.AuthorCustomer, Content: description, SentAt: c.CreatedAt}
		if err := r.message(id, "ticket-"+id, m); err != nil {
			return err
		}
	}
	for _, comment := range comments {
		if err := z.comment(r, line, id, comment); err != nil {
			return err
		}
	}
	for _, name := range o.rest(zendeskTicketOwn...) {
		r.report.left("ticket: "+name, 1)
	}
	return r.conversation(id, c)
}

// party reads somebody of a ticket, whose id stands in it, perhaps with a record of theirs.
func (z zendesk) party(r *reading, o object, name string, usually svcx.AuthorType) (id string, err error) {
	id = o.id(name + "_id")
	p := z.someone(o.object(name))
	if p.ID == "" {
		p.ID = id
	}
	if p.Type == "" && usually == svcx.AuthorAgent {
		p.Type = usually
	}
	if p.ID == "" {
		return "", nil
	}
	return p.ID, r.person(p)
}

// values are the members of a ticket that a field or the category may be taken from: its custom
// fields by their ids, and some others by their names.
func (z zendesk) values(o object) map[string]json.RawMessage {
	values := make(map[string]json.RawMessage)
	put := func(name string, value json.RawMessage) {
		if says(value) {
			values[name] = value
		}
	}
	for _, name := range []string{"type", "due_at", "recipient", "external_id", "group_id", "organization_id", "brand_id", "problem_id"} {
		put(name, o.take(name))
	}
	for _, name := range []string{"group", "organization", "brand"} {
		put(name, o.object(name).take("name"))
	}
	put("via", o.object("via").take("channel"))
	for _, list := range []string{"fields", "custom_fields"} {
		for _, f := range o.objects(list) {
			if id := f.id("id"); id != "" {
				put(id, f.take("value"))
			}
		}
	}
	return values
}

// satisfaction reads a rating, which has no number in Zendesk.
func satisfaction(o object) (given rating, ok bool) {
	switch strings.TrimSuffix(o.text("score"), "_with_comment") {
	case "good":
		given.Score = svcx.MaxRating
	case "bad":
		given.Score = svcx.MinRating
	default:
		return given, false // offered, or not even that
	}
	given.Comment, given.At = o.text("comment"), o.moment("updated_at")
	if given.At == nil {
		given.At = o.moment("created_at")
	}
	return given, true
}

func (z zendesk) rated(r *reading, line int, o object) error {
	ticket := o.id("ticket_id")
	if !r.checkID(r.at(line), "rating", "ticket_id", ticket) {
		return nil
	}
	r.count("ratings", 1)
	given, ok := satisfaction(o)
	if !ok {
		return nil
	}
	given.Place = r.at(line)
	return r.rating(ticket, given)
}

// comment reads a comment: a message, or a note if it is not public.
func (z zendesk) comment(r *reading, line int, ticket string, o object) error {
	id := o.id("id")
	if !r.checkID(r.at(line), "ticket "+ticket+", comment", "id", id) {
		return nil
	}
	r.count("comments", 1)
	m := message{Place: r.at(line), Author: o.id("author_id"), Note: !o.truth("public", true), SentAt: o.moment("created_at")}
	html, plain := asText(o["html_body"]), asText(o["plain_body"])
	if plain == "" {
		plain = asText(o["body"])
	}
	if html != "" {
		m.Content, m.HTML, m.Plain = html, true, plain
	} else {
		m.Content = plain
	}
	switch channel := o.object("via").text("channel"); {
	case m.Author == "" || strings.HasPrefix(m.Author, "-"), channel == "system", channel == "rule":
		m.Author, m.Type = "", svcx.AuthorSystem
	}
	for _, a := range o.objects("attachments") {
		m.Files = append(m.Files, svcx.Attachment{URL: a.text("content_url"), Filename: a.text("file_name"), MIMEType: a.text("content_type")})
	}
	for _, name := range o.rest(zendeskCommentOwn...) {
		r.report.left("comment: "+name, 1)
	}
	return r.message(ticket, id, m)
}

// zendeskContact is the external id of a user who has none of the business's own.
func zendeskContact(id string, _ svcx.ChannelID) string { return "zendesk:" + id }

// chatwootContact is that of a contact of Chatwoot, whose ids differ between installations only
// by chance.
func chatwootContact(id string, channel svcx.ChannelID) string {
	return "chatwoot-" + strconv.FormatInt(int64(channel), 10) + ":" + strings.TrimPrefix(id, "contact:")
}

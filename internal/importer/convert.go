package importer

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"svcx"
)

// converter makes what the use case takes of the records, within the limits of the contract: what
// is optional and does not fit is cut or left out, and counted.
type converter struct {
	o      *Options
	report *Report
	people func(id string) (*person, error)

	members    map[string]*svcx.Member // by folded address
	categories map[string]svcx.CategoryID
	fields     map[string]*svcx.Field
}

func newConverter(o *Options, report *Report, people func(string) (*person, error)) *converter {
	c := &converter{
		o: o, report: report, people: people, members: make(map[string]*svcx.Member), categories: make(map[string]svcx.CategoryID),
		fields: make(map[string]*svcx.Field),
	}
	for _, m := range o.Members {
		c.members[svcx.EmailKey(m.Email)] = m
	}
	for _, category := range o.Categories {
		c.categories[svcx.FoldCase(category.Name)] = category.ID
	}
	for _, f := range o.Fields {
		c.fields[f.Key] = f
	}
	return c
}

// cut shortens a text to max characters.
func (c *converter) cut(what, text string, max int) string {
	if len(text) <= max || utf8.RuneCountInString(text) <= max {
		return text
	}
	c.report.left(what+" (cut)", 1)
	n := 0
	for i := range text {
		if n == max {
			return text[:i]
		}
		n++
	}
	return text
}

// contact makes a contact of a person. What is left out of one who is listed is counted once.
func (c *converter) contact(p *person, again bool) svcx.ImportContact {
	if again && p.Listed {
		quiet := *c
		quiet.report = newReport()
		return quiet.contact(p, false)
	}
	out := svcx.ImportContact{Name: strings.TrimSpace(p.Name), Email: strings.TrimSpace(p.Email), CreatedAt: p.CreatedAt}
	out.ExternalID, out.Source = c.o.contactID(p)
	if utf8.RuneCountInString(out.ExternalID) > svcx.MaxExternalID {
		p.OwnID = ""
		c.report.left("external ids of contacts that are too long", 1)
		out.ExternalID, out.Source = c.o.contactID(p)
	}
	out.Name = c.cut("names of more than 255 characters", out.Name, svcx.MaxName)
	if svcx.Blank(out.Name) {
		out.Name = ""
	}
	if out.Email != "" && !svcx.IsEmail(out.Email) {
		c.report.left("contact: email that is no address", 1)
		out.Email = ""
	}
	if utf8.RuneCountInString(p.AvatarURL) <= svcx.MaxURL && svcx.IsHTTPS(p.AvatarURL) {
		out.AvatarURL = p.AvatarURL
	} else if p.AvatarURL != "" {
		c.report.left("contact: picture that has no https address", 1)
	}
	return out
}

// contactOf is the contact of a person who may be in none of the files.
func (c *converter) contactOf(id string) (svcx.ImportContact, error) {
	p, err := c.people(id)
	if err != nil {
		return svcx.ImportContact{}, err
	}
	if p == nil {
		p = &person{ID: id}
	}
	return c.contact(p, true), nil
}

// conversation makes an item of a conversation, without its messages.
func (c *converter) conversation(id string, in *conversation) (out svcx.ImportThread, err error) {
	out.ExternalID, out.Status, out.Priority = id, in.Status, in.Priority
	if out.Subject = c.cut("subjects of more than 998 characters", strings.TrimSpace(in.Subject), svcx.MaxSubject); svcx.Blank(out.Subject) {
		out.Subject = ""
	}
	if out.Contact, err = c.contactOf(in.Contact); err != nil {
		return out, err
	}
	out.CreatedAt = in.CreatedAt
	if in.Status != svcx.StatusOpen {
		if out.ResolvedAt = in.ResolvedAt; out.ResolvedAt == nil {
			out.ResolvedAt = in.UpdatedAt
		}
	}
	out.Tags = c.tags(in.Tags)
	if out.AssignedTo, err = c.assignee(in); err != nil {
		return out, err
	}
	c.values(in, &out)
	return out, nil
}

func (c *converter) tags(tags []string) (clean []string) {
	seen := make(map[string]bool)
	for _, tag := range tags {
		tag = c.cut("tags of more than 255 characters", strings.TrimSpace(tag), svcx.MaxTag)
		if key := svcx.FoldCase(tag); tag != "" && !seen[key] {
			seen[key] = true
			clean = append(clean, tag)
		}
	}
	if len(clean) > svcx.MaxTags {
		c.report.left("tags beyond 100 of a conversation", len(clean)-svcx.MaxTags)
		clean = clean[:svcx.MaxTags]
	}
	return clean
}

func (c *converter) assignee(in *conversation) (*svcx.UserID, error) {
	email := in.AssigneeEmail
	if email == "" && in.Assignee != "" {
		p, err := c.people(in.Assignee)
		if err != nil {
			return nil, err
		}
		if p != nil {
			email = p.Email
		}
	}
	if m := c.members[svcx.EmailKey(strings.TrimSpace(email))]; m != nil && email != "" {
		return &m.ID, nil
	}
	if in.Assignee != "" || email != "" {
		c.report.left("assignees who are no members (by their address)", 1)
	}
	return nil, nil
}

// values sets the category and the fields.
func (c *converter) values(in *conversation, out *svcx.ImportThread) {
	category := in.Category
	for name, value := range in.Values {
		key := c.o.Map[name]
		switch {
		case name == c.o.CategoryFrom:
			category = asText(value)
		case key == "":
			c.report.left("field "+name, 1)
		default:
			in := input(value)
			if _, _, err := c.fields[key].Read(in); err != nil {
				c.report.left(fmt.Sprintf("field %s: values that do not fit the field %s", name, key), 1)
				continue
			}
			if out.Fields == nil {
				out.Fields = make(svcx.FieldInputs)
			}
			out.Fields[key] = in
		}
	}
	if category = strings.TrimSpace(category); category == "" {
		return
	}
	if id, ok := c.categories[svcx.FoldCase(category)]; ok {
		out.Category = &id
	} else {
		c.report.left("category "+c.cut("categories of long names", category, 64)+" (the workspace has none of this name)", 1)
	}
}

// messages makes the message or, if its text is too long, several. what is why it cannot be
// imported, with the member's name in field.
func (c *converter) messages(id string, in *message, of *conversation) (out []svcx.ImportThreadMessage, field, what string, err error) {
	m := svcx.ImportThreadMessage{ExternalID: id, Note: in.Note, Content: in.Content, ContentType: svcx.ContentText, Markdown: in.Markdown && !in.HTML}
	if in.SentAt == nil {
		return nil, "created_at", "must be a time", nil
	}
	m.SentAt = *in.SentAt
	if in.HTML {
		m.ContentType = svcx.ContentHTML
	}
	if err := c.author(&m, in, of); err != nil {
		return nil, "", "", err
	}
	unusable := c.files(&m, in.Files)
	if unusable != "" && m.ContentType == svcx.ContentText {
		m.Content = strings.TrimRight(m.Content, "\n") + unusable
	}
	if svcx.Blank(m.Content) && len(m.Attachments) == 0 {
		if m.Content = in.Plain + unusable; svcx.Blank(m.Content) {
			c.report.left("messages without a text or a file", 1)
			return nil, "", "", nil
		}
		m.ContentType = svcx.ContentText
	}
	parts := c.split(&m, in.Plain)
	for i, part := range parts {
		one := m
		one.Content = part
		if i > 0 {
			one.ExternalID, one.Attachments = fmt.Sprintf("%s/%d", id, i+1), nil
		}
		out = append(out, one)
	}
	if unusable != "" && m.ContentType == svcx.ContentHTML {
		// Nothing is written into markup of others.
		more := m
		more.ExternalID, more.Attachments, more.Content, more.ContentType = id+"/files", nil, strings.TrimSpace(unusable), svcx.ContentText
		out = append(out, more)
	}
	return out, "", "", nil
}

// split cuts a text that is too long into several. HTML is not cut: its text is taken instead.
func (c *converter) split(m *svcx.ImportThreadMessage, plain string) (parts []string) {
	text := m.Content
	if utf8.RuneCountInString(text) <= svcx.MaxContent {
		return []string{text}
	}
	if m.ContentType == svcx.ContentHTML && !svcx.Blank(plain) {
		c.report.left("markup of messages of more than 50,000 characters (their text is imported)", 1)
		text, m.ContentType = plain, svcx.ContentText
	}
	if utf8.RuneCountInString(text) <= svcx.MaxContent {
		return []string{text}
	}
	c.report.left("messages of more than 50,000 characters (imported as several)", 1)
	m.ContentType = svcx.ContentText
	for runes := []rune(text); len(runes) > 0; {
		n := min(svcx.MaxContent, len(runes))
		if part := string(runes[:n]); !svcx.Blank(part) {
			parts = append(parts, part)
		}
		runes = runes[n:]
	}
	return parts
}

// author says who wrote a message.
func (c *converter) author(m *svcx.ImportThreadMessage, in *message, of *conversation) error {
	kind, email := in.Type, in.Email
	m.Author.Name = strings.TrimSpace(in.Name)
	var p *person
	if in.Author != "" {
		var err error
		if p, err = c.people(in.Author); err != nil {
			return err
		}
	}
	if kind == "" {
		kind = c.authorType(in, of, p)
	}
	if p != nil {
		fill(&m.Author.Name, strings.TrimSpace(p.Name))
		if email == "" {
			email = p.Email
		}
	}
	m.Author.Type = kind
	switch kind {
	case svcx.AuthorCustomer:
		if m.Author.Name = c.cut("names of more than 255 characters", m.Author.Name, svcx.MaxName); svcx.Blank(m.Author.Name) {
			m.Author.Name = ""
		}
		if in.Author != "" && (of == nil || in.Author != of.Contact) {
			if p == nil {
				p = &person{ID: in.Author}
			}
			contact := c.contact(p, true)
			m.Contact = &contact
		}
	case svcx.AuthorAgent:
		if member := c.members[svcx.EmailKey(email)]; member != nil && email != "" {
			m.Author.User = &member.ID
			fill(&m.Author.Name, member.Name)
		}
		m.Author.Name = c.cut("names of more than 255 characters", m.Author.Name, svcx.MaxName)
	default:
		m.Author.Name = c.cut("names of more than 255 characters", m.Author.Name, svcx.MaxName)
	}
	return nil
}

// authorType is what follows from the conversation and the person.
func (c *converter) authorType(in *message, of *conversation, p *person) svcx.AuthorType {
	switch {
	case of != nil && in.Author == of.Contact && !in.Note:
		return svcx.AuthorCustomer
	case p != nil && p.Type != "":
		return p.Type
	case of != nil && in.Author == of.Assignee || in.Note:
		return svcx.AuthorAgent
	case of != nil:
		for _, party := range of.Parties {
			if party == in.Author {
				return svcx.AuthorCustomer
			}
		}
	}
	c.report.left("messages whose author is in no file of users (imported as an agent's)", 1)
	return svcx.AuthorAgent
}

// files takes the attachments that have an https address. The others are returned as lines of
// text.
func (c *converter) files(m *svcx.ImportThreadMessage, files []svcx.Attachment) (unusable string) {
	for _, f := range files {
		name := svcx.CleanFilename(f.Filename)
		if svcx.IsHTTPS(f.URL) && utf8.RuneCountInString(f.URL) <= svcx.MaxURL && len(m.Attachments) < svcx.MaxAttachments {
			m.Attachments = append(m.Attachments, svcx.Attachment{URL: f.URL, Filename: name, MIMEType: c.cut("types of files", f.MIMEType, svcx.MaxName)})
			continue
		}
		c.report.left("files that can be no attachment (named in the text)", 1)
		unusable += "\n[" + name + "]"
		if f.URL != "" && utf8.RuneCountInString(f.URL) <= svcx.MaxURL {
			unusable += " " + f.URL
		}
	}
	return unusable
}

// given makes the rating of a conversation.
func (c *converter) given(in *rating, at svcx.Time) *svcx.ImportRating {
	out := &svcx.ImportRating{At: at}
	out.Rating = in.Score
	out.Comment = c.cut("comments of ratings", in.Comment, svcx.MaxRatingComment)
	out.RatedBy = c.cut("names of more than 255 characters", in.By, svcx.MaxName)
	return out
}

func decoded[T any](data []byte) (*T, error) {
	if data == nil {
		return nil, nil
	}
	var v T
	err := json.Unmarshal(data, &v)
	return &v, err
}

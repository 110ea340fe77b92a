package importer

import (
	"encoding/json"

	"svcx"
)

// The records that the formats have in common. They are kept in the spool as JSON; empty
// members are absent there.

// person is somebody in an export. ID is a key among those of the export.
type person struct {
	ID string `json:"id"`
	// OwnID is the id that the business itself gave them, OwnEmail is set if they are known
	// by nothing but their address.
	OwnID     string `json:"ownId,omitempty"`
	OwnEmail  bool   `json:"ownEmail,omitempty"`
	Name      string `json:"name,omitempty"`
	Email     string `json:"email,omitempty"`
	AvatarURL string `json:"avatarUrl,omitempty"`
	// Type is customer, agent or bot; "" if the export does not say.
	Type svcx.AuthorType `json:"type,omitempty"`
	// Listed is set if they are to be imported even without a conversation.
	Listed    bool       `json:"listed,omitempty"`
	CreatedAt *svcx.Time `json:"createdAt,omitempty"`
}

// fill adds what another record has of the same person. One of their own says more than what
// stands in a conversation.
func (p *person) fill(more person) {
	if more.Listed && !p.Listed {
		*p, more = more, *p
	}
	fill(&p.OwnID, more.OwnID)
	fill(&p.Name, more.Name)
	fill(&p.Email, more.Email)
	fill(&p.AvatarURL, more.AvatarURL)
	fill(&p.Type, more.Type)
	p.Listed = p.Listed || more.Listed
	if p.CreatedAt == nil {
		p.CreatedAt = more.CreatedAt
	}
}

func fill[T ~string](to *T, value T) {
	if *to == "" {
		*to = value
	}
}

// place is where a record stands.
type place struct {
	File int `json:"file"` // the index of the file
	Line int `json:"line"`
}

// conversation is a conversation without its messages. Contact and Assignee are people.
type conversation struct {
	Place         place                      `json:"place"`
	Subject       string                     `json:"subject,omitempty"`
	Status        svcx.Status                `json:"status"`
	Contact       string                     `json:"contact,omitempty"`
	Assignee      string                     `json:"assignee,omitempty"`
	AssigneeEmail string                     `json:"assigneeEmail,omitempty"`
	Priority      svcx.Priority              `json:"priority,omitempty"`
	Category      string                     `json:"category,omitempty"`
	Tags          []string                   `json:"tags,omitempty"`
	Values        map[string]json.RawMessage `json:"values,omitempty"`
	CreatedAt     *svcx.Time                 `json:"createdAt,omitempty"`
	// ResolvedAt is when it was resolved or closed, if that is known; UpdatedAt is otherwise
	// taken for it.
	ResolvedAt *svcx.Time `json:"resolvedAt,omitempty"`
	UpdatedAt  *svcx.Time `json:"updatedAt,omitempty"`
	// Parties are customers besides the contact; the export has them where their messages'
	// authors are not known otherwise.
	Parties []string `json:"parties,omitempty"`
}

// message is a message or a note. Author is a person; Type is who they are in this message, ""
// if that follows from the person.
type message struct {
	Place    place             `json:"place"`
	Author   string            `json:"author,omitempty"`
	Type     svcx.AuthorType   `json:"type,omitempty"`
	Name     string            `json:"name,omitempty"`
	Email    string            `json:"email,omitempty"` // of an agent
	Note     bool              `json:"note,omitempty"`
	Content  string            `json:"content,omitempty"`
	HTML     bool              `json:"html,omitempty"`
	Markdown bool              `json:"markdown,omitempty"`
	Plain    string            `json:"plain,omitempty"` // of HTML
	Files    []svcx.Attachment `json:"files,omitempty"`
	SentAt   *svcx.Time        `json:"sentAt,omitempty"`
}

// rating is a customer's score of a conversation.
type rating struct {
	Place   place      `json:"place"`
	Score   int        `json:"score"`
	Comment string     `json:"comment,omitempty"`
	By      string     `json:"by,omitempty"`
	At      *svcx.Time `json:"at,omitempty"`
}

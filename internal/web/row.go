package web

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"svcx"
	"svcx/internal/messaging"
	"svcx/internal/richtext"
	"svcx/internal/web/page"
	"svcx/internal/web/texts"
)

// row is a conversation in a list. The live stream shows the same row to all members:
// what differs between them (unread, draft, current) is empty there, and their pages
// keep what they have.
type row struct {
	*texts.Printer
	page.Clock
	link         string
	conversation *svcx.Conversation
	contact      *svcx.Contact
	excerpt      svcx.Excerpt
	category     *svcx.Category
	assignee     *svcx.Member
	// me is the reader; 0 in the stream.
	me      svcx.UserID
	unread  int
	current bool
	// draft is what the reader has written and not sent, as it is saved; nil for nothing.
	draft *svcx.Draft
	// delivery is the state of the last reply, "" if nothing is known, and sentAt when it was
	// sent. event is the last entry of the history.
	delivery svcx.DeliveryState
	sentAt   svcx.Time
	event    int64
	// summarizedAt is when the conversation was last summarized, 0 if nothing is kept of that; only for
	// the stream.
	summarizedAt svcx.Time
	// handedBy is who gave the conversation to its assignee by that entry, "" if it is another.
	handedBy string
	handedAt svcx.Time
	// waiting are the members for whom the conversation waits.
	waiting map[svcx.UserID]svcx.Waiting
	// notes are those of waiting; note is the one that the row shows to its reader, nil for none.
	notes map[svcx.MessageID]svcx.Excerpt
	note  *svcx.Excerpt
	// words are those of the search that lists it, and found is the message with them; nil for none.
	words messaging.Words
	found *svcx.Found
}

// lookups are what rows name by ids.
type lookups struct {
	categories []*svcx.Category
	members    []*svcx.Member
	channels   []*svcx.Channel
}

func (l lookups) category(id *svcx.CategoryID) *svcx.Category {
	for _, c := range l.categories {
		if id != nil && c.ID == *id {
			return c
		}
	}
	return nil
}

func (l lookups) member(id *svcx.UserID) *svcx.Member {
	for _, m := range l.members {
		if id != nil && m.ID == *id {
			return m
		}
	}
	return nil
}

// newRow is a row as all members see it.
func newRow(p *texts.Printer, c page.Clock, conversation *svcx.Conversation, b messaging.Beside, l lookups) row {
	r := row{Printer: p, Clock: c, conversation: conversation, excerpt: b.Excerpts[conversation.ID], category: l.category(conversation.Category), assignee: l.member(conversation.AssignedTo)}
	mark := b.Marks[conversation.ID]
	r.delivery, r.sentAt, r.event = mark.Delivery, mark.SentAt, mark.Event
	r.handedAt, r.waiting, r.notes = mark.HandedAt, b.Waiting[conversation.ID], b.Notes
	if by := mark.HandedBy; by.Kind == svcx.ActorUser && by.Name == "" {
		id := svcx.UserID(by.ID)
		if m := l.member(&id); m != nil {
			r.handedBy = page.MemberName(m)
		}
	} else if by.Name != "" {
		r.handedBy = richtext.Name(by.Name)
	}
	if conversation.Contact != nil {
		r.contact = b.Contacts[*conversation.Contact]
	}
	return r
}

func (r row) id() string { return strconv.FormatInt(int64(r.conversation.ID), 10) }

// shared reports whether the row is for all members: then it says what a script must know, to
// tell in which of their lists it belongs and what else of their pages it changes.
func (r row) shared() bool { return r.me == 0 }

// waits reports whether the last reply is not delivered yet, and late whether it should be.
func (r row) waits() bool {
	return r.delivery == svcx.DeliveryReady || r.delivery == svcx.DeliveryWaiting || r.delivery == svcx.DeliveryResend
}

func (r row) late() bool { return r.waits() && r.sentAt <= r.Now.Add(-svcx.UndeliveredAfter) }

// mentioned and handed are what it waits for the reader for; in the stream that is nobody.
func (r row) mentioned() bool { return r.waiting[r.me].Mentioned }
func (r row) handed() bool    { return r.waiting[r.me].Handed }

// waitsFor are the ids of the members for whom it waits because of something.
func (r row) waitsFor(because func(svcx.Waiting) bool) string {
	var ids []string
	for id, w := range r.waiting {
		if because(w) {
			ids = append(ids, page.IDOrNone(&id))
		}
	}
	slices.Sort(ids)
	return strings.Join(ids, " ")
}

func isMentioned(w svcx.Waiting) bool { return w.Mentioned }
func isHanded(w svcx.Waiting) bool    { return w.Handed }

func (r row) who() string { return page.ContactName(r.Printer, r.contact) }

// name is what a conversation is called where its row is not seen.
func (r row) name() string { return page.SubjectOf(r.Printer, r.conversation, r.contact) }

// priorityIcons are those of the priorities that a list shows.
var priorityIcons = map[svcx.Priority]string{svcx.PriorityHigh: "chevron-up", svcx.PriorityUrgent: "triangle-alert"}

// priority is read out, and shown to those who point at its icon.
func (r row) priority() string {
	return r.T("row.priority", "Priority", r.T("priority."+string(r.conversation.Priority)))
}

// subject is "" if there is none: the row has the contact's name and the last words anyway.
func (r row) subject() string { return richtext.Subject(r.conversation.Subject) }

// preview is the last message in one line.
func (r row) preview() string {
	text := r.line()
	if text == "" && r.excerpt.HasFiles {
		text = r.T("message.file")
	}
	if text == "" || r.excerpt.Author.Type == svcx.AuthorCustomer {
		return text
	}
	return r.T("row.said", "Who", r.speaker(), "Text", text)
}

// own is the preview for the member who wrote the message.
func (r row) own() string {
	r.me = *r.excerpt.Author.User
	return r.preview()
}

// shownLine is what stands below the subject: what a search found; or the note that mentions the
// reader; or what they have written; or the last message.
func (r row) shownLine() string {
	return cmp.Or(r.foundLine(), r.mentionLine(), r.draftLine(), r.preview())
}

// mentionLine says who mentioned the reader, and how; "" if nobody else did.
func (r row) mentionLine() string {
	n := r.note
	if w := r.waiting[r.me]; n == nil && w.Mentioned {
		if one, known := r.notes[w.Note]; known {
			n = &one
		}
	}
	if n == nil || n.Author.User != nil && *n.Author.User == r.me {
		return ""
	}
	return page.MentionLine(r.Printer, *n)
}

// mentionLines are the lines of all members for whom it waits because of a note, for scripts: each
// after the id of its member.
func (r row) mentionLines() string {
	var lines []string
	for id, w := range r.waiting {
		if note, known := r.notes[w.Note]; known {
			lines = append(lines, page.IDOrNone(&id)+" "+page.MentionLine(r.Printer, note))
		}
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// draftLine is the beginning of what the reader has written.
func (r row) draftLine() string {
	if r.draft == nil {
		return ""
	}
	return page.ExcerptLine(svcx.Excerpt{Text: r.draft.Content, ContentType: svcx.ContentText, Markdown: r.draft.Markdown}, page.LineLength)
}

func (r row) line() string { return page.ExcerptLine(r.excerpt, page.LineLength) }

func (r row) speaker() string {
	if u := r.excerpt.Author.User; u != nil && *u == r.me {
		return r.T("row.you")
	}
	if r.excerpt.Author.Name == "" {
		return r.T("author." + string(r.excerpt.Author.Type))
	}
	return richtext.Name(r.excerpt.Author.Name)
}

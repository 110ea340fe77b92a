package web

import (
	"net/http"
	"slices"
	"strconv"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/web/page"
	"svcx/internal/web/texts"
)

// newerMessage is a message that came while a reply was written.
type newerMessage struct {
	*messageView
	// changed says what a colleague did with the conversation meanwhile, in place of the message.
	changed string
}

// errNewer is why a reply waits: its writer is asked whether it still fits.
var errNewer = &svcx.Error{Kind: svcx.KindConflict, Message: "a newer message has come"}

// newerLength bounds the messages that are searched for a newer one.
const newerLength = 50

// newerThan is the last message of the customer or of a colleague after the one that the
// writer of a reply saw; nil if there is none. Bots and the system answer by themselves, and do not
// count. If nobody looks while the reply is sent, it may also be that a colleague has assigned the
// conversation or changed its status.
func (h *Handler) newerThan(r *http.Request, s *page.Viewer, id svcx.ConversationID, reply written) (*newerMessage, error) {
	newer, err := h.newerMessage(r, s, id, reply.seen)
	if err != nil || newer != nil || !reply.unattended {
		return newer, err
	}
	o := &conversationView{Frame: page.Frame{Viewer: s, Clock: h.ReadClock(r, s)}, conversation: &svcx.Conversation{ID: id}}
	history, err := h.history(r.Context(), o)
	if err != nil {
		return nil, err
	}
	for _, e := range slices.Backward(history) {
		if e.ID <= reply.event {
			break
		}
		if e.Actor.Kind == svcx.ActorUser && e.Actor.ID == int64(s.Member.ID) || !settles[e.Type] {
			continue
		}
		if o.lookups, err = h.lookups(r.Context(), s, nil); err != nil {
			return nil, err
		}
		if shown := o.event(e); shown != nil {
			return &newerMessage{&messageView{Printer: s.Printer, Clock: o.Clock}, s.T("newer.changed", "What", texts.Plain(shown.text), "When", o.Ago(e.At))}, nil
		}
	}
	return nil, nil
}

// settles are the entries of the history after which a reply may be superfluous or wrong.
var settles = map[string]bool{"conversation.assigned": true, "conversation.resolved": true, "conversation.closed": true, "conversation.reopened": true}

func (h *Handler) newerMessage(r *http.Request, s *page.Viewer, id svcx.ConversationID, seen string) (*newerMessage, error) {
	last, ok := form.ParseID(seen)
	if !ok && seen != noneSeen {
		return nil, nil
	}
	part := svcx.MessagePage{Page: svcx.Page{Limit: newerLength}}
	if ok {
		after := svcx.MessageID(last)
		part.After = &after
	}
	c := h.ReadClock(r, s)
	o := &conversationView{Frame: page.Frame{Viewer: s, Clock: c}, conversation: &svcx.Conversation{ID: id}}
	_, messages, err := h.messages(r.Context(), o, part)
	if svcx.KindOf(err) == svcx.KindValidation {
		return nil, nil // what they saw was deleted
	}
	for i := len(messages) - 1; i >= 0; i-- {
		if m := &messages[i]; interferes(m, s.Member.ID) {
			return &newerMessage{messageView: &messageView{Printer: s.Printer, Clock: c, message: m}}, err
		}
	}
	return nil, err
}

// interferes reports whether a message may make a reply of the member superfluous or wrong.
func interferes(m *svcx.Message, me svcx.UserID) bool {
	switch m.Author.Type {
	case svcx.AuthorBot, svcx.AuthorSystem:
		return false
	}
	return m.Author.User == nil || *m.Author.User != me
}

// question asks whether to send although the message came.
func (n newerMessage) question() string {
	if n.changed != "" {
		return n.changed
	}
	id := "newer.answered"
	switch n.kind() {
	case "customer":
		id = "newer.wrote"
	case "note":
		id = "newer.noted"
	}
	text := n.line()
	if text == "" {
		text = n.T("message.file")
	}
	return n.T(id, "Who", n.who(), "When", n.Ago(n.message.SentAt), "Text", text)
}

func (n newerMessage) line() string {
	return page.ExcerptLine(svcx.Excerpt{Text: n.message.Content, ContentType: n.message.ContentType, Markdown: n.message.Markdown}, newerText)
}

// newerText is how much of a newer message is shown, in characters.
const newerText = 300

// noneSeen is what the form of a conversation without messages saw.
const noneSeen = "0"

// seen is the last message of the thread, for the composer's form.
func (o *conversationView) seen() string {
	if o.composer.saw != "" {
		return o.composer.saw
	}
	if o.thread.last == 0 {
		return noneSeen
	}
	return strconv.FormatInt(int64(o.thread.last), 10)
}

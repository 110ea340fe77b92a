package web

import (
	"context"
	"net/http"
	"strings"

	"svcx"
	"svcx/internal/inbox"
)

// The tabs of the composer.
const (
	tabReply = "reply"
	tabNote  = "note"
)

// composer is where one writes. What was not sent is kept in it.
type composer struct {
	tab     string
	content string
	// renewed is set if what is in it would be another message: it gets a new key.
	renewed bool
}

// current is the tab that is shown.
func (c composer) current() string {
	if c.tab == tabNote {
		return tabNote
	}
	return tabReply
}

// sendMessage is POST /app/{org}/inbox/{id}/messages: a reply.
func (h *Handler) sendMessage(w http.ResponseWriter, r *http.Request, s *viewer) error {
	return h.write(w, r, s, tabReply, func(ctx context.Context, call inbox.Call, id svcx.ConversationID, content string, files []svcx.Attachment) (*svcx.Message, error) {
		return h.Messaging.AgentSend(ctx, call, s.member, id, svcx.MessageDraft{Content: content, ContentType: svcx.ContentText, Attachments: files})
	})
}

// addNote is POST /app/{org}/inbox/{id}/notes.
func (h *Handler) addNote(w http.ResponseWriter, r *http.Request, s *viewer) error {
	return h.write(w, r, s, tabNote, func(ctx context.Context, call inbox.Call, id svcx.ConversationID, content string, _ []svcx.Attachment) (*svcx.Message, error) {
		return h.Messaging.AgentNote(ctx, call, s.member, id, content)
	})
}

func (h *Handler) write(w http.ResponseWriter, r *http.Request, s *viewer, tab string, do func(context.Context, inbox.Call, svcx.ConversationID, string, []svcx.Attachment) (*svcx.Message, error)) error {
	id, err := conversationID(r)
	if err != nil {
		return err
	}
	form, err := h.readMessage(w, r, s)
	a := action{viewer: s, id: id, done: "sent", draft: composer{tab: tab, content: form.content}}
	if tab == tabNote {
		a.done = "noted"
	}
	switch length := len([]rune(form.content)); {
	case err != nil:
	case (tab == tabNote || len(form.files) == 0) && strings.TrimSpace(form.content) == "":
		err = svcx.Invalid("", "%s", s.T("composer.empty"))
	case tab == tabReply && unfilled(form.content) != "":
		err = svcx.Invalid("", "%s", s.T("saved.unfilled", "Name", unfilled(form.content)))
	case length > svcx.MaxContent:
		err = svcx.Invalid("", "%s", s.T("composer.tooLong", "N", s.Number(length), "Max", s.Number(svcx.MaxContent)))
	default:
		var message int64
		message, err = once(r.Context(), h, s.sentOnce(r, form.key), "message", form.body(), messageIDOf, func(ctx context.Context, call inbox.Call) (*svcx.Message, error) {
			return do(ctx, call, id, form.content, form.files)
		})
		if err == errSentBefore {
			a.draft.renewed, err = true, svcx.Invalid("", "%s", s.T("once.changed"))
		}
		if err == nil {
			a.message, a.draft.content = svcx.MessageID(message), ""
		}
	}
	if err == nil && form.then == svcx.StatusResolved {
		a.done = "sentAndResolved"
		err = h.set(r, &a, svcx.PropertyChange{Property: svcx.PropertyStatus, To: string(form.then)})
	}
	return h.answer(w, r, a, err)
}

func messageIDOf(m *svcx.Message) int64 { return int64(m.ID) }

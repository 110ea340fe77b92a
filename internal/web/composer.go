package web

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"strings"
	"unicode/utf8"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/richtext"
	"svcx/internal/web/handbrake"
	"svcx/internal/web/page"
	"svcx/internal/web/settings"
)

// The tabs of the composer, by the kinds of drafts.
const (
	tabReply = string(svcx.DraftReply)
	tabNote  = string(svcx.DraftNote)
)

// formatMarkdown is what the form of a message says if marks in its text are formatting.
const formatMarkdown = "markdown"

func formatName(markdown bool) string {
	if markdown {
		return formatMarkdown
	}
	return ""
}

// composer is where one writes. What was not sent is kept in it.
type composer struct {
	tab      string
	content  string
	markdown bool
	// files are those that were uploaded with a form that was not sent. A script keeps its
	// own.
	files []uploadedFile
	// drafts are those that are saved.
	drafts []svcx.Draft
	// renewed is set if what is in it would be another message: it gets a new key.
	renewed bool
	// newer is what has come since the writer saw the thread; nil for nothing, or if
	// they were told. then is what was to follow the reply.
	newer *newerMessage
	then  svcx.Status
	// held is the reply that something is wrong with; nil if nothing is, or if the writer was told. It
	// is asked about after newer. anyway is the reply that is to be sent all the same.
	held   *handbrake.Held
	anyway string
	// saw is what the writer saw of the thread before they were asked; "" for what the page shows.
	saw string
	// unfilled is the placeholder for which the reply was not sent; "" for another reason.
	unfilled string
}

// asks reports whether the writer is asked something.
func (c composer) asks() bool { return c.newer != nil || c.held != nil }

// current is the tab that is shown.
func (c composer) current() string {
	if c.tab == tabNote {
		return tabNote
	}
	return tabReply
}

// in is what a tab of the composer has: what was written and not sent, or the draft.
func (c composer) in(tab string) (d svcx.Draft) {
	for _, saved := range c.drafts {
		if string(saved.Kind) == tab {
			d = saved
		}
	}
	if c.tab == tab && c.content != "" {
		d.Content, d.Markdown = c.content, c.markdown
	}
	return d
}

// keep shows what was written, in place of the draft.
func (c *composer) keep(written composer) {
	written.drafts = c.drafts
	*c = written
}

// sendMessage is POST /app/{org}/inbox/{id}/messages: a reply.
func (h *Handler) sendMessage(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	return h.write(w, r, s, tabReply, func(ctx context.Context, call inbox.Call, id svcx.ConversationID, draft svcx.MessageDraft) (*svcx.Message, error) {
		return h.Messaging.AgentSend(ctx, call, s.Member, id, draft)
	})
}

// addNote is POST /app/{org}/inbox/{id}/notes.
func (h *Handler) addNote(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	return h.write(w, r, s, tabNote, func(ctx context.Context, call inbox.Call, id svcx.ConversationID, draft svcx.MessageDraft) (*svcx.Message, error) {
		return h.Messaging.AgentNote(ctx, call, s.Member, id, draft)
	})
}

// notedText is the text that says that a note was added: also that not all whom it mentions are
// told, or that a name in it is that of several members, so that it mentions none of them.
func notedText(ctx context.Context, h *Handler, s *page.Viewer, content string) (string, error) {
	_, unclear, over, err := h.Messaging.Attention.Mentioned(ctx, s.Workspace, content)
	switch {
	case over: // the composer has said what is unclear
		return "notedOver", err
	case len(unclear) > 0:
		return "notedUnclear", err
	}
	return "noted", err
}

func (h *Handler) write(w http.ResponseWriter, r *http.Request, s *page.Viewer, tab string, do func(context.Context, inbox.Call, svcx.ConversationID, svcx.MessageDraft) (*svcx.Message, error)) error {
	id, err := conversationID(r)
	if err != nil {
		return err
	}
	form, err := h.readMessage(w, r, s)
	ch, failed := h.channelOf(r.Context(), s, id)
	if failed != nil {
		return failed
	}
	a := action{Viewer: s, id: id, done: "sent", draft: composer{tab: tab, content: form.content, markdown: form.markdown, files: form.uploaded}}
	draft := svcx.MessageDraft{Content: form.content, ContentType: svcx.ContentText, Attachments: form.files, EndsDraft: true}
	if err == nil && form.markdown && !h.textOnly(s, tab, ch) {
		draft.Content, draft.ContentType = formatted(form.content)
	}
	if tab == tabNote {
		if draft.ContentType == svcx.ContentHTML {
			draft.Text = richtext.HTMLText(draft.Content, svcx.MaxContent)
		}
		if a.done, failed = notedText(r.Context(), h, s, cmp.Or(draft.Text, draft.Content)); failed != nil {
			return failed
		}
	}
	switch length := utf8.RuneCountInString(draft.Content); {
	case err != nil:
	case (tab == tabNote || len(form.files) == 0) && strings.TrimSpace(form.content) == "":
		err = svcx.Invalid("", "%s", s.T("composer.empty"))
	case tab == tabReply && settings.Unfilled(form.content) != "":
		a.draft.unfilled = settings.Unfilled(form.content)
		err = svcx.Invalid("", "%s", s.T("saved.unfilled", "Name", a.draft.unfilled))
	case length > longest(tab, ch):
		err = svcx.Invalid("", "%s", s.N("composer.tooLong", length-longest(tab, ch), "Max", s.Number(longest(tab, ch))))
	default:
		var message int64
		message, err = page.Once(r.Context(), page.OnceFor(h.options.Core, s, r, form.key), "message", form.body(), messageIDOf, func(ctx context.Context, call inbox.Call) (m *svcx.Message, err error) {
			if tab == tabReply {
				if a.draft.newer, err = h.newerThan(r, s, id, form); err == nil && a.draft.newer != nil {
					err = errNewer
				} else if err == nil {
					if a.draft.held, err = (drafting{h}).check(ctx, s, id, form); err == nil && a.draft.held != nil {
						err = errHeld
					}
				}
			}
			if err != nil {
				return nil, err
			}
			return do(ctx, call, id, draft)
		})
		if form.unattended && errors.Is(err, inbox.ErrRunning) {
			return &svcx.Error{Kind: svcx.KindUnavailable, Message: "the first attempt is still under way", Err: err}
		}
		if err == page.ErrSentBefore {
			a.draft.renewed, err = true, svcx.Invalid("", "%s", s.T("once.changed"))
		}
		if known := (*svcx.Error)(nil); errors.As(err, &known) && known.Field == "attachment.id" {
			err = svcx.Invalid("", "%s", s.T("upload.gone"))
		}
		a.message = svcx.MessageID(message)
	}
	kept := tab == tabReply && (ch == nil || !page.Sends(ch))
	if kept {
		a.done = "kept"
	}
	if a.draft.asks() {
		a.draft.then = form.then
		if a.draft.newer != nil {
			a.draft.anyway = form.anyway
		} else if page.IsFragment(r) {
			a.draft.saw = form.seen
		}
		return h.answer(w, r, a, errNewer)
	}
	if err == nil {
		a.draft.content, a.draft.files = "", nil
	}
	if err == nil && form.then == svcx.StatusResolved {
		if a.done = "sentAndResolved"; kept {
			a.done = "keptAndResolved"
		}
		err = h.set(r, &a, svcx.PropertyStatus, string(form.then))
	}
	return h.answer(w, r, a, err)
}

func messageIDOf(m *svcx.Message) int64 { return int64(m.ID) }

// channelOf is the channel of a conversation, nil if it has none.
func (h *Handler) channelOf(ctx context.Context, s *page.Viewer, id svcx.ConversationID) (*svcx.Channel, error) {
	c, err := h.Messaging.Conversation(ctx, s.Workspace, id)
	if err != nil || c.Channel == nil {
		return nil, err
	}
	ch, err := h.Admin.Channel(ctx, s.Workspace, *c.Channel)
	if svcx.KindOf(err) == svcx.KindNotFound {
		return nil, nil // deleted meanwhile
	}
	return ch, err
}

// longest is how many characters a message of a tab may have.
func longest(tab string, ch *svcx.Channel) int {
	if tab == tabReply && ch != nil && ch.Settings.MaxMessageLength != nil {
		return min(*ch.Settings.MaxMessageLength, svcx.MaxContent)
	}
	return svcx.MaxContent
}

// textOnly reports whether messages of a tab can be nothing but text: a channel that is not
// told what is HTML would show its marks.
func (h *Handler) textOnly(s *page.Viewer, tab string, ch *svcx.Channel) bool {
	return tab == tabReply && ch != nil && !h.options.Forms.Of(s.Workspace.Form).TellsContentType
}

// formatted is what is sent for Markdown: HTML, or the text as it is if nothing in it is
// formatted.
func formatted(content string) (string, svcx.ContentType) {
	if markup, ok := richtext.Written(content); ok {
		return markup, svcx.ContentHTML
	}
	return content, svcx.ContentText
}

// preview is POST /app/{org}/inbox/{id}/preview {content}: what is written, as it is shown when
// it is sent.
func (h *Handler) preview(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	fields, err := page.ReadForm(w, r)
	if err != nil {
		return err
	}
	content, kind := formatted(fields.Get("content"))
	return page.Show(w, r, http.StatusOK, previewBody(&messageView{Printer: s.Printer, message: &svcx.Message{Content: content, ContentType: kind}}))
}

// onlyText reports whether messages of a tab can be nothing but text.
func (o *conversationView) onlyText(tab string) bool { return tab == tabReply && o.textOnly }

// takesFiles reports whether a reply may have files.
func (o *conversationView) takesFiles() bool {
	return o.channel == nil || o.channel.Settings.CanReceiveFiles
}

// formats are what the toolbar "Formatting" has. Those inText are marks that read well as
// they are.
var formats = []struct {
	id, icon, keys string
	inText         bool
}{
	{"bold", "bold", "Control+B", false}, {"italic", "italic", "Control+I", false}, {"link", "link", "", false},
	{"list", "list", "", true}, {"quote", "text-quote", "", true}, {"code", "code", "", false},
}

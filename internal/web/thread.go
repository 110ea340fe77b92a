package web

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/messaging"
	"svcx/internal/richtext"
	"svcx/internal/web/page"
	"svcx/internal/web/texts"
)

// thread is a part of a conversation's messages with what happened between them.
type thread struct {
	lines []line
	// unread is how many messages of the customer the member has not read.
	unread int
	// waits is set if the conversation waits for the member: a note mentions them, or it was handed
	// to them.
	waits bool
	// event is the last entry of the history, shown or not.
	event int64
	// earlier and later are the queries of the neighbouring parts, "" without one.
	earlier, later string
	// last is the last message of the whole thread; 0 if there is none.
	last svcx.MessageID
}

// line is a line of a thread: exactly one of its members is set.
type line struct {
	day   string
	isNew bool
	// newLabel is the text of isNew.
	newLabel string
	message  *messageView
	event    *eventView
}

// messageView is a message as it is shown. In the live stream it is the same for all
// members.
type messageView struct {
	*texts.Printer
	page.Clock
	message *svcx.Message
	contact *svcx.Contact
	// media are our own addresses of media elsewhere, by theirs.
	media map[string]string
	// base is the address of a conversation before its id.
	base string
	// list is the query of the list that stands beside, which is kept; "" in the stream.
	list string
	// delivery is that of the message; nil if nothing is known.
	delivery *deliveryView
	// edits are those of the message, if they were asked for.
	edits []versionView
	// me is the reader; 0 in the stream.
	me svcx.UserID
	// words are those of a search, if the message has them: then found is set.
	words messaging.Words
	found bool
	// continues is set for a message right after another one of its author.
	continues bool
}

// eventView is an entry of the history.
type eventView struct {
	page.Clock
	id   int64
	icon string
	text []texts.Part
	at   svcx.Time
	// rating is the one that the entry is about, if it is still the conversation's.
	rating *svcx.Rating
}

// thread loads the part of a thread that the query names.
func (h *Handler) thread(r *http.Request, o *conversationView) (t thread, err error) {
	ctx, c := r.Context(), o.conversation
	unread, err := h.Messaging.Unread(ctx, o.Workspace, o.Member, []*svcx.Conversation{c})
	if err != nil {
		return t, err
	}
	t.unread = unread[c.ID]
	waiting, err := h.Messaging.Attention.Of(ctx, o.Workspace, o.Member, []*svcx.Conversation{c})
	if err != nil {
		return t, err
	}
	t.waits = waiting[c.ID].Any()
	part, end, err := threadPage(r, c)
	if err != nil {
		return t, err
	}
	found, messages, err := h.messages(ctx, o, part)
	if err == nil && end && part.Offset+threadLength < found.Total {
		// Notes are not in the conversation's count.
		part.Offset = found.Total - threadLength
		found, messages, err = h.messages(ctx, o, part)
	}
	if svcx.KindOf(err) == svcx.KindValidation {
		err = svcx.NotFound("message")
	}
	if err != nil {
		return t, err
	}
	if len(messages) > 0 && (found.HasBefore || end && part.Offset > 0) {
		t.earlier = "before=" + page.IDOrNone(&messages[0].ID)
	}
	if len(messages) > 0 && found.HasAfter {
		t.later = "after=" + page.IDOrNone(&messages[len(messages)-1].ID)
	}
	if t.last, err = h.lastMessage(ctx, o, t, found.Total, messages); err != nil {
		return t, err
	}
	history, err := h.history(ctx, o)
	if err != nil {
		return t, err
	}
	if len(history) > 0 {
		t.event = history[len(history)-1].ID
	}
	t.lines = o.arrange(messages, history, found.Media, t)
	if err := h.showDeliveries(ctx, o.Viewer, o.Clock, t.messages()); err != nil {
		return t, err
	}
	if err := h.attempts(r, o, t.lines); err != nil {
		return t, err
	}
	return t, h.versions(r, o, t.lines)
}

// lastMessage is the last message of a thread of which a part was read.
func (h *Handler) lastMessage(ctx context.Context, o *conversationView, t thread, total int, read []svcx.Message) (svcx.MessageID, error) {
	if t.later != "" {
		_, end, err := h.messages(ctx, o, svcx.MessagePage{Page: svcx.Page{Limit: 1, Offset: max(0, total-1)}})
		if err != nil {
			return 0, err
		}
		read = end
	}
	if len(read) == 0 {
		return 0, nil
	}
	return read[len(read)-1].ID, nil
}

func (t thread) messages() (all []*messageView) {
	for _, l := range t.lines {
		if l.message != nil {
			all = append(all, l.message)
		}
	}
	return all
}

// threadPage is the part of a thread that a query names: before or after a message,
// around one, or the end.
func threadPage(r *http.Request, c *svcx.Conversation) (page svcx.MessagePage, end bool, err error) {
	page.Limit = threadLength
	for name, to := range map[string]**svcx.MessageID{"before": &page.Before, "after": &page.After, "m": &page.Around} {
		if text := r.URL.Query().Get(name); text != "" {
			id, ok := form.ParseID(text)
			if !ok {
				return page, false, svcx.NotFound("message")
			}
			at := svcx.MessageID(id)
			*to = &at
			return page, false, nil
		}
	}
	page.Offset = max(0, c.MessageCount-threadLength)
	return page, true, nil
}

func (h *Handler) messages(ctx context.Context, o *conversationView, page svcx.MessagePage) (found *messaging.ThreadPage, messages []svcx.Message, err error) {
	found, err = h.Messaging.Thread(ctx, o.Workspace, o.conversation.ID, page)
	if err != nil {
		return nil, nil, err
	}
	err = found.Each(ctx, func(some []svcx.Message) error {
		messages = append(messages, some...)
		return nil
	})
	return found, messages, err
}

// historyLength bounds the entries of the history that are read.
const historyLength = 100

func (h *Handler) history(ctx context.Context, o *conversationView) ([]svcx.HistoryEntry, error) {
	list, err := h.Messaging.History(ctx, o.Workspace, o.conversation.ID, svcx.Page{Limit: historyLength})
	if err == nil && list.Total > historyLength {
		list, err = h.Messaging.History(ctx, o.Workspace, o.conversation.ID, svcx.Page{Limit: historyLength, Offset: list.Total - historyLength})
	}
	return list.Items, err
}

// arrange puts messages and history into one order of time, with rules between days and
// before what the member has not read.
func (o *conversationView) arrange(messages []svcx.Message, history []svcx.HistoryEntry, media map[string]string, t thread) (all []line) {
	rated := lastRating(history)
	words := messaging.WordsOf(o.Q)
	firstNew := firstUnread(messages, t.unread)
	var last svcx.Time
	var previous *messageView
	addDay := func(at svcx.Time) {
		if last == 0 || !o.SameDay(last, at) {
			all, previous = append(all, line{day: o.Day(at)}), nil
		}
		last = at
	}
	addEvents := func(before svcx.Time) {
		for len(history) > 0 && history[0].At < before {
			e := o.event(history[0])
			if e != nil && e.id == rated {
				e.rating = o.rating
			}
			history = history[1:]
			if e != nil {
				addDay(e.at)
				all, previous = append(all, line{event: e}), nil
			}
		}
	}
	if t.earlier != "" && len(messages) > 0 {
		history = slices.DeleteFunc(history, func(e svcx.HistoryEntry) bool { return e.At < messages[0].SentAt })
	}
	for i := range messages {
		m := &messages[i]
		addEvents(m.SentAt)
		addDay(m.SentAt)
		if i == firstNew {
			all, previous = append(all, line{isNew: true, newLabel: o.T("thread.new")}), nil
		}
		v := &messageView{Printer: o.Printer, Clock: o.Clock, message: m, contact: o.contact, media: media, base: o.Path("/inbox/"), list: o.Listing.First().Query(), me: o.Member.ID}
		if v.found = words.InMessage(m); v.found {
			v.words = words
		}
		v.continues = previous != nil && previous.by() == v.by() && m.SentAt-previous.message.SentAt < continuesWithin
		all, previous = append(all, line{message: v}), v
	}
	if t.later == "" {
		addEvents(1<<63 - 1)
	}
	return all
}

// lastRating is the entry of the rating that counts; 0 if there is none.
func lastRating(history []svcx.HistoryEntry) int64 {
	for _, e := range slices.Backward(history) {
		if e.Type == string(svcx.EventRatingSubmitted) {
			return e.ID
		}
	}
	return 0
}

// continuesWithin is how soon a message must follow one of the same author to be shown
// without a name, in milliseconds.
const continuesWithin = 5 * 60 * 1000

// firstUnread is the index of the message at which the last n of the customer begin; -1
// if there are none.
func firstUnread(messages []svcx.Message, n int) int {
	first := -1
	for i := len(messages) - 1; i >= 0 && n > 0; i-- {
		if messages[i].Author.Type == svcx.AuthorCustomer && messages[i].Kind == svcx.MessageKindMessage {
			first = i
			n--
		}
	}
	return first
}

func (v *messageView) id() string { return strconv.FormatInt(int64(v.message.ID), 10) }

// kind is who wrote a message, as the pages tell authors apart.
func (v *messageView) kind() string {
	switch a := v.message.Author.Type; {
	case v.message.Kind == svcx.MessageKindNote:
		return "note"
	case a == svcx.AuthorAPI:
		return string(svcx.AuthorAgent)
	default:
		return string(a)
	}
}

func (v *messageView) ours() bool {
	k := v.kind()
	return k == string(svcx.AuthorAgent) || k == string(svcx.AuthorSystem)
}

// mentions are the ids of the members whom a note mentions.
func (v *messageView) mentions() string {
	var ids []string
	for _, m := range v.message.Mentions {
		ids = append(ids, page.IDOrNone(&m.User))
	}
	return strings.Join(ids, " ")
}

// by tells authors apart; equal for messages of the same.
func (v *messageView) by() string {
	return v.kind() + "/" + page.IDOrNone(v.message.Author.User) + "/" + v.message.Author.ExternalID + "/" + v.who()
}

// tone is the colour of the customer who wrote a message.
func (v *messageView) tone() string {
	if id := v.message.Author.Contact; id != nil {
		return page.AvatarTone(&svcx.Contact{ID: *id})
	}
	return page.AvatarTone(v.contact)
}

func (v *messageView) who() string {
	a := v.message.Author
	if a.Name == "" && a.Type == svcx.AuthorCustomer && v.contact != nil {
		return page.ContactName(v.Printer, v.contact)
	}
	if name := cmp.Or(a.Name, a.Email); name != "" {
		return richtext.Name(name)
	}
	return v.T("author." + string(a.Type))
}

// label names a message for a screen reader, its author first.
func (v *messageView) label() string {
	return v.T("message.label."+v.kind(), "Who", v.who())
}

// source is our own address of an attachment; "" if it cannot be fetched.
func (v *messageView) source(a svcx.Attachment) string {
	if a.File != 0 {
		return a.URL
	}
	return v.media[a.URL]
}

// fileName is the name of an attachment, or words for one without.
func (v *messageView) fileName(a svcx.Attachment) string {
	if a.Filename == "" {
		return v.T("message.file")
	}
	return richtext.FileName(a.Filename)
}

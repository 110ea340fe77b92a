package web

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/inbox"
	"svcx/internal/web/handbrake"
	"svcx/internal/web/page"
	"svcx/internal/web/settings"
)

// newView is the page on which an agent begins a conversation: first with whom, then what.
type newView struct {
	page.Frame
	lookups
	// who is what was searched for, found are those who it may be with.
	who   string
	found []*svcx.Contact
	// contact is who was chosen; nil for a new one, whose name and address are asked for.
	contact *svcx.Contact
	chosen  bool
	draft   newDraft
	// key is that of the form: the same one until it was sent with other content.
	key   string
	alert string
	// held is the message that something is wrong with; nil if nothing is, or if the writer was told: anyway
	// is then the one that is to be sent all the same.
	held   *handbrake.Held
	anyway string
	// problems are what is wrong, by the names of the form's fields.
	problems map[string]string
}

// newDraft is what the form has.
type newDraft struct {
	name, email, subject, content string
	channel                       svcx.ChannelID
	category                      svcx.CategoryID
}

const (
	// newContact stands for a contact that is not there yet.
	newContact = "new"
	// foundContacts is how many contacts are offered.
	foundContacts = 20
)

// newConversation is GET /app/{org}/inbox/new {who}, and with {contact} its second step.
func (h *Handler) newConversation(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	v, err := h.newView(w, r, s, r.URL.Query().Get("contact"))
	if err != nil {
		return err
	}
	if len(v.channels) > 0 {
		v.draft.channel = v.channels[0].ID
	}
	if v.chosen {
		return page.Show(w, r, http.StatusOK, newPage(v))
	}
	status := http.StatusOK
	v.who = page.ReadQuery(r)
	if v.found, _, err = h.contacts.Find(r.Context(), s, v.who, 0, foundContacts); svcx.KindOf(err) == svcx.KindValidation {
		v.alert, status, err = s.T("contacts.longSearch"), http.StatusUnprocessableEntity, nil
	}
	if err != nil {
		return err
	}
	return page.Show(w, r, status, newPage(v))
}

// newView loads what both steps show; contact is an id, newContact, or "" if nobody was chosen.
func (h *Handler) newView(w http.ResponseWriter, r *http.Request, s *page.Viewer, contact string) (v newView, err error) {
	v.key = page.NewFormKey()
	if v.Frame, err = h.FrameAt(w, r, s, s.T("new"), "/inbox/new"); err != nil {
		return v, err
	}
	if v.lookups, err = h.lookups(r.Context(), s, v.Frame.Categories); err != nil || contact == "" {
		return v, err
	}
	v.chosen = true
	if contact == newContact {
		return v, nil
	}
	id, ok := form.ParseID(contact)
	if !ok {
		return v, svcx.NotFound("contact")
	}
	v.contact, err = h.Directory.Contact(r.Context(), s.Workspace, svcx.ContactID(id))
	return v, err
}

// startConversation is POST /app/{org}/inbox/new: what can be wrong is looked for before
// anything is stored.
func (h *Handler) startConversation(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	fields, err := page.ReadForm(w, r)
	if err != nil {
		return err
	}
	contact := fields.Get("contact")
	if contact == "" {
		contact = newContact
	}
	v, err := h.newView(w, r, s, contact)
	if err != nil {
		return err
	}
	line := func(name string) string { return strings.Join(strings.Fields(fields.Get(name)), " ") }
	v.draft = newDraft{name: line("name"), email: line("email"), subject: line("subject"), content: fields.Get("content")}
	channel, _ := form.ParseID(fields.Get("channel"))
	category, _ := form.ParseID(fields.Get("category"))
	v.draft.channel, v.draft.category = svcx.ChannelID(channel), svcx.CategoryID(category)
	v.anyway, _ = handbrake.AnywayOf(fields.Get("anyway"))
	once := page.OnceFor(h.options.Core, s, r, fields.Get(page.FormKey))
	if v.check(); len(v.problems) == 0 {
		if v.held, err = (drafting{h}).checkFirst(r.Context(), &v); err == nil && v.held != nil {
			v.key = cmp.Or(fields.Get(page.FormKey), v.key)
			return page.Show(w, r, http.StatusUnprocessableEntity, newPage(v))
		}
	}
	if err == nil && len(v.problems) == 0 {
		err = h.addNewContact(r.Context(), once, &v)
	}
	if err == nil && len(v.problems) == 0 {
		err = h.start(w, r, once, &v)
		if err == nil && len(v.problems) == 0 {
			return nil
		}
	}
	if err == page.ErrSentBefore {
		v.alert = s.T("once.started")
		return page.Show(w, r, http.StatusUnprocessableEntity, newPage(v))
	}
	text, refused := page.Refusal(s, err)
	if err != nil && !refused {
		return err
	}
	v.alert, v.key = text, cmp.Or(fields.Get(page.FormKey), v.key)
	return page.Show(w, r, http.StatusUnprocessableEntity, newPage(v))
}

// check notes what is wrong in the form.
func (v *newView) check() {
	v.problems = make(map[string]string)
	if v.contact == nil {
		checkIdentity(v.Viewer, v.problems, v.draft.name, v.draft.email, "")
	}
	if svcx.CheckLength("", v.draft.subject, svcx.MaxSubject) != nil {
		v.problems["subject"] = v.T("tooLong", "Max", svcx.MaxSubject)
	}
	most := svcx.MaxContent
	for _, ch := range v.channels {
		if ch.ID == v.draft.channel && ch.Settings.MaxMessageLength != nil {
			most = min(most, *ch.Settings.MaxMessageLength)
		}
	}
	switch length := len([]rune(v.draft.content)); {
	case svcx.Blank(v.draft.content):
		v.problems["content"] = v.T("new.empty")
	case length > most:
		v.problems["content"] = v.T("tooLong", "Max", v.Number(most))
	case settings.Unfilled(v.draft.content) != "":
		v.problems["content"] = v.T("saved.unfilled", "Name", settings.Unfilled(v.draft.content))
	}
}

// addNewContact creates the contact if it is a new one.
func (h *Handler) addNewContact(ctx context.Context, f page.SentOnce, v *newView) error {
	if v.contact != nil {
		return nil
	}
	id, err := page.Once(ctx, f, "contact", v.draft.name+"\n"+v.draft.email, contactIDOf, func(ctx context.Context, call inbox.Call) (*svcx.Contact, error) {
		return h.Directory.CreateContact(ctx, call, svcx.ContactDraft{Name: v.draft.name, Email: v.draft.email})
	})
	var known *svcx.Error
	if errors.As(err, &known) && known.Kind == svcx.KindValidation {
		v.problems["email"] = v.T("new.taken")
		return nil
	}
	if err == nil {
		v.contact, err = h.Directory.Contact(ctx, v.Workspace, svcx.ContactID(id))
	}
	return err
}

func contactIDOf(c *svcx.Contact) int64 { return int64(c.ID) }

// start stores the conversation, sends its first message and answers, unless v has problems
// then. A message that is refused is in the composer of the conversation.
func (h *Handler) start(w http.ResponseWriter, r *http.Request, f page.SentOnce, v *newView) error {
	ctx := r.Context()
	what := strings.Join([]string{page.IDOrNone(&v.contact.ID), page.IDOrNone(&v.draft.channel), v.draft.subject}, "\n")
	made, err := page.Once(ctx, f, "conversation", what, conversationIDOf, func(ctx context.Context, call inbox.Call) (*svcx.Conversation, error) {
		return h.Messaging.CreateConversation(ctx, call, svcx.ConversationDraft{Subject: v.draft.subject, Contact: &v.contact.ID, Channel: page.NonZero(v.draft.channel)})
	})
	if svcx.KindOf(err) == svcx.KindValidation {
		v.problems["channel"] = v.T("choice.gone") // deleted while the form was filled in
		return nil
	}
	if err != nil {
		return err
	}
	id := svcx.ConversationID(made)
	if category := page.NonZero(v.draft.category); category != nil {
		_, err = h.Messaging.UpdateConversation(ctx, f.Call(), id, svcx.ConversationPatch{Category: &category})
		if err != nil && svcx.KindOf(err) != svcx.KindValidation {
			return err // not if the category was deleted meanwhile
		}
	}
	a := action{Viewer: v.Viewer, id: id, done: "started", draft: composer{tab: tabReply, content: v.draft.content}}
	_, err = page.Once(ctx, f, "message", v.draft.content, messageIDOf, func(ctx context.Context, call inbox.Call) (*svcx.Message, error) {
		return h.Messaging.AgentSend(ctx, call, v.Member, id, svcx.MessageDraft{Content: v.draft.content, ContentType: svcx.ContentText})
	})
	if err == page.ErrSentBefore {
		return err
	}
	return h.answer(w, r, a, err)
}

func conversationIDOf(c *svcx.Conversation) int64 { return int64(c.ID) }

func (v newView) link(contact string) string { return v.Path("/inbox/new") + "?contact=" + contact }

// contactValue is what the form says of the contact.
func (v newView) contactValue() string {
	if v.contact == nil {
		return newContact
	}
	return strconv.FormatInt(int64(v.contact.ID), 10)
}

// wrongField is the first field with something wrong, or the first that is empty: it gets the
// focus.
func (v newView) wrongField() string {
	for _, name := range []string{"name", "email", "channel", "subject", "category", "content"} {
		if v.problems[name] != "" {
			return name
		}
	}
	switch {
	case v.held != nil:
		return "content"
	case v.contact == nil:
		return "name"
	}
	return "subject"
}

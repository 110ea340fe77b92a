package web

import (
	"cmp"
	"context"
	"net/http"
	"strconv"
	"strings"

	"svcx"
	"svcx/internal/assist"
	"svcx/internal/messaging"
	"svcx/internal/richtext"
	"svcx/internal/web/page"
)

// threadLength is how many messages of a thread are shown at once.
const threadLength = 50

// conversationView is an open conversation: its thread, composer and details.
type conversationView struct {
	page.Frame
	lookups
	page.Listing
	conversation *svcx.Conversation
	contact      *svcx.Contact
	channel      *svcx.Channel
	participants []*svcx.Participant
	fields       []svcx.FieldValue
	rating       *svcx.Rating
	// asksRating is set if the customer can be asked for a rating.
	asksRating bool
	// past are other conversations of the contact, latest first.
	past     []*svcx.Conversation
	subjects page.Subjects
	thread   thread
	composer
	// obstacles are what keeps the reader from using AI operations.
	obstacles map[svcx.AIOperation]*aiObstacle
	// summary is the last one that is kept; nil if there is none.
	summary *assist.KeptSummary
	// summarizedAt is when it was made, also if it is not shown; 0 if there is none.
	summarizedAt svcx.Time
	// subject is one that is proposed; "" after another action.
	subject string
	// textOnly is set if the channel takes no formatting.
	textOnly bool
	// filling is set if fields must be filled before what was to be done.
	filling *filling
	// wrongFields and participantForm are what was filled in beside the thread and refused.
	wrongFields     map[string]page.FieldInput
	participantForm *participantForm
	// alert says why something was not done; "" if nothing failed.
	alert string
	// again is the delivery of a message that was sent again, nil after another action.
	again *deliveryView
	// back is the answer to a back request, nil after another action.
	back *backAnswer
}

// openConversation is GET /app/{org}/inbox/{id}: the list with a conversation open. Without
// scripts it counts as read by the member from now on; a script says so when it is seen.
func (h *Handler) openConversation(w http.ResponseWriter, r *http.Request, s *page.Viewer) error {
	id, err := conversationID(r)
	if err != nil {
		return err
	}
	v := &inboxView{}
	if page.IsFragment(r) {
		if err := h.fragment(w, r, s, v); err != nil {
			return err
		}
	} else if *v, err = h.list(w, r, s); err != nil {
		return err
	}
	h.rememberView(w, v.Listing)
	if v.open, err = h.conversation(r, v, id); err != nil {
		return err
	}
	if (v.open.thread.unread > 0 || v.open.thread.waits) && opensUnaided(r) {
		for i := range v.rows {
			if v.rows[i].current {
				v.rows[i].unread, v.rows[i].waiting = 0, nil
			}
		}
		if _, err := h.Messaging.AgentReads(r.Context(), s.Call(), s.Member, id); err != nil {
			return err
		}
	}
	if page.IsFragment(r) {
		return page.Show(w, r, http.StatusOK, openFragment(v.open))
	}
	return page.Show(w, r, http.StatusOK, inboxPage(*v))
}

// opensUnaided reports whether a page is opened by somebody without scripts, and not only
// looked up or loaded in advance.
func opensUnaided(r *http.Request) bool {
	if _, err := r.Cookie(page.ScriptsCookie); err == nil || page.IsFragment(r) || r.Method != http.MethodGet {
		return false
	}
	return !strings.Contains(r.Header.Get("Sec-Purpose")+r.Header.Get("Purpose")+r.Header.Get("X-Moz"), "prefetch")
}

// fragment loads what a part of a page needs, without a list.
func (h *Handler) fragment(w http.ResponseWriter, r *http.Request, s *page.Viewer, v *inboxView) (err error) {
	if v.Listing, err = page.ReadListing(r); err != nil {
		return err
	}
	if v.Frame, err = h.ReadFrame(w, r, s); err != nil {
		return err
	}
	v.At = v.Listing
	v.lookups, err = h.lookups(r.Context(), s, v.Frame.Categories)
	return err
}

func conversationID(r *http.Request) (svcx.ConversationID, error) {
	return page.PathID[svcx.ConversationID](r, "id", "conversation")
}

// conversation loads an open conversation and marks its row.
func (h *Handler) conversation(r *http.Request, v *inboxView, id svcx.ConversationID) (*conversationView, error) {
	ctx, s := r.Context(), v.Viewer
	c, err := h.Messaging.OpenConversation(ctx, s.Workspace, id)
	if err != nil {
		return nil, err
	}
	for i := range v.rows {
		if v.rows[i].conversation.ID == id {
			v.rows[i].current = true
		}
	}
	o := &conversationView{Frame: v.Frame, lookups: v.lookups, Listing: v.Listing, conversation: c}
	if err := h.details(ctx, o); err != nil {
		return nil, err
	}
	v.Title = page.SubjectOf(s.Printer, c, o.contact)
	if !messaging.IsSearch(v.Q) {
		v.Found = "" // the page is about the conversation
	}
	o.Title = v.Title
	if o.thread, err = h.thread(r, o); err != nil {
		return nil, err
	}
	o.textOnly = h.textOnly(s, tabReply, o.channel)
	if o.obstacles, err = h.aiUnavailable(ctx, s, v.Clock, svcx.AIOperations...); err != nil {
		return nil, err
	}
	if err := (summaries{h}).readSummary(ctx, o); err != nil {
		return nil, err
	}
	if o.drafts, err = h.Messaging.Drafts.In(ctx, s.Workspace, s.Member, id); err != nil {
		return nil, err
	}
	o.composer.tab = tabReply
	if r.URL.Query().Get("tab") == tabNote {
		o.composer.tab = tabNote
	}
	return o, nil
}

// pastLength is how many other conversations of a contact are listed.
const pastLength = 5

// details loads what stands beside a thread.
func (h *Handler) details(ctx context.Context, o *conversationView) (err error) {
	s, c := o.Viewer, o.conversation
	if c.Channel != nil {
		if o.channel, err = h.Admin.Channel(ctx, s.Workspace, *c.Channel); err != nil && svcx.KindOf(err) != svcx.KindNotFound {
			return err
		}
	}
	o.asksRating = h.options.Ratings.CanRequest(s.Workspace, o.channel)
	if o.fields, err = h.Messaging.FieldValues(ctx, s.Workspace, c.ID); err != nil {
		return err
	}
	people, err := h.Messaging.Participants(ctx, s.Workspace, c.ID, svcx.Page{Limit: svcx.MaxParticipants + 1})
	if err != nil {
		return err
	}
	for _, p := range people.Items {
		if p.Role != svcx.RolePrimary {
			o.participants = append(o.participants, p)
		}
	}
	if o.rating, err = h.Messaging.Rating(ctx, s.Workspace, c.ID); err != nil && svcx.KindOf(err) != svcx.KindNotFound {
		return err
	}
	if c.Contact == nil {
		return nil
	}
	if o.contact, err = h.Directory.Contact(ctx, s.Workspace, *c.Contact); err != nil && svcx.KindOf(err) != svcx.KindNotFound {
		return err
	}
	past, err := h.Messaging.Conversations(ctx, s.Workspace, svcx.ConversationFilter{Contact: c.Contact, Sort: svcx.SortNewest}, svcx.Page{Limit: pastLength + 1})
	if err != nil {
		return err
	}
	for _, other := range past.Items {
		if other.ID != c.ID && len(o.past) < pastLength {
			o.past = append(o.past, other)
		}
	}
	o.subjects, err = h.ReadSubjects(ctx, s, o.past)
	return err
}

func (o *conversationView) id() string { return strconv.FormatInt(int64(o.conversation.ID), 10) }

// act is the address that a form of the conversation posts to. It has the list that
// stands beside, so that this is kept without a script.
func (o *conversationView) act(what string) string {
	return o.Path("/inbox/") + o.id() + "/" + what + o.Listing.First().Query()
}

// firstName is how the composer calls the customer.
func (o *conversationView) firstName() string { return page.ContactName(o.Printer, o.contact) }

// recipients are those whom a reply goes to.
func (o *conversationView) recipients() string {
	to := o.T("composer.toNobody")
	if o.channel != nil {
		to = o.T("composer.to", "Who", o.firstName(), "Channel", o.channel.Name)
	}
	if names := o.cc(); len(names) > 0 {
		to += o.T("composer.cc", "Who", strings.Join(names, ", "))
	}
	return to
}

// cc are the names of those who get replies too.
func (o *conversationView) cc() (names []string) {
	for _, p := range o.participants {
		if p.Role == svcx.RoleCC {
			names = append(names, participantName(p))
		}
	}
	return names
}

func participantName(p *svcx.Participant) string {
	return richtext.Name(cmp.Or(p.Name, p.Email, p.ExternalID))
}

// priorities are all priorities in the order in which they are offered, none first.
var priorities = [...]svcx.Priority{"", svcx.PriorityUrgent, svcx.PriorityHigh, svcx.PriorityNormal, svcx.PriorityLow}

func priorityName(s *page.Viewer, p svcx.Priority) string {
	if p == "" {
		return s.T("priority.none")
	}
	return s.T("priority." + string(p))
}

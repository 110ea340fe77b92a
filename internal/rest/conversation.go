package rest

import (
	"context"
	"math"

	"svcx"
	"svcx/internal/inbox"
)

func (a *API) listConversations(r *request) (any, error) {
	page, err := r.page(r.form.Pages.Conversations)
	if err != nil {
		return nil, err
	}
	filter, err := r.conversationFilter()
	if err != nil {
		return nil, err
	}
	if after, given, err := r.after(); err != nil {
		return nil, err
	} else if given {
		return a.conversationsAfter(r, filter, after, page.Limit)
	}
	items, err := a.Messaging.Conversations(r.http.Context(), r.workspace, filter, page)
	if err != nil {
		return nil, err
	}
	return list(items, page, r.form.Conversation), nil
}

func (a *API) conversationsAfter(r *request, filter svcx.ConversationFilter, after string, limit int) (any, error) {
	cursor := &svcx.ConversationCursor{At: math.MaxInt64}
	if after != "" {
		var err error
		if cursor, err = readCursor("after", after, svcx.SortUpdated); err != nil {
			return nil, err
		}
	}
	items, more, err := a.Messaging.ConversationsAfter(r.http.Context(), r.workspace, filter, *cursor, limit)
	if err != nil {
		return nil, err
	}
	next := ""
	if more {
		next = writeCursor(filter.Sort, filter.Cursor(items[len(items)-1]))
	}
	return following(svcx.List[*svcx.Conversation]{Items: items}, limit, next, r.form.Conversation), nil
}

// conversationFilter reads the filters of R 4.1 and D 5.
func (r *request) conversationFilter() (f svcx.ConversationFilter, err error) {
	if status, given, err := r.param("status"); err != nil {
		return f, err
	} else if given {
		if f.Status = svcx.Status(status); !f.Status.Valid() {
			return f, svcx.Invalid("status", "must be open, resolved or closed")
		}
	}
	if assignee, given, err := r.param("assignedTo"); err != nil {
		return f, err
	} else if given {
		if f.AssignedTo, f.Unassigned, err = r.form.AssigneeQuery(assignee); err != nil {
			return f, err
		}
	}
	if f.ExternalID, _, err = r.param("externalConversationId"); err != nil {
		return f, err
	}
	if f.Channel, err = idParam[svcx.ChannelID](r, "channelId"); err != nil {
		return f, err
	}
	if f.Contact, err = idParam[svcx.ContactID](r, "contactId"); err != nil {
		return f, err
	}
	if f.Category, err = idParam[svcx.CategoryID](r, "categoryId"); err != nil {
		return f, err
	}
	f.UpdatedSince, err = r.timeParam("updatedSince")
	return f, err
}

func (r *request) timeParam(name string) (*svcx.Time, error) {
	value, given, err := r.param(name)
	if err != nil || !given {
		return nil, err
	}
	t, _, err := svcx.ParseQueryTime(value)
	if err != nil {
		return nil, svcx.Invalid(name, "%s", err.Error())
	}
	return &t, nil
}

func (a *API) getConversation(r *request) (any, error) {
	c, err := a.Messaging.Conversation(r.http.Context(), r.workspace, r.conversationID())
	if err != nil {
		return nil, err
	}
	return single{r.form.Conversation(c)}, nil
}

func (r *request) conversationID() svcx.ConversationID { return svcx.ConversationID(r.ids[0]) }

// conversation encodes a conversation; members see more of it than API keys.
func (r *request) conversation(c *svcx.Conversation) any {
	if r.member == nil {
		return r.form.Conversation(c)
	}
	return r.form.MemberConversation(c)
}

func (a *API) createConversation(r *request) (any, error) {
	draft, err := decode(r, r.form.DecodeConversation)
	if err != nil {
		return nil, err
	}
	return created(r, inData(r.conversation), func(call inbox.Call) (*svcx.Conversation, error) {
		return a.Messaging.CreateConversation(r.http.Context(), call, draft)
	})
}

func (a *API) updateConversation(r *request) (any, error) {
	patch, err := decode(r, r.form.DecodeConversationPatch)
	if err != nil {
		return nil, err
	}
	c, err := a.Messaging.UpdateConversation(r.http.Context(), r.call(), r.conversationID(), patch)
	if err != nil {
		return nil, err
	}
	return single{r.form.ConversationPatched(c)}, nil
}

func (a *API) resolveConversation(r *request) (any, error) { return r.setStatus(a.Messaging.Resolve) }
func (a *API) closeConversation(r *request) (any, error)   { return r.setStatus(a.Messaging.Close) }
func (a *API) reopenConversation(r *request) (any, error)  { return r.setStatus(a.Messaging.Reopen) }

func (r *request) setStatus(do func(context.Context, inbox.Call, svcx.ConversationID) (*svcx.Conversation, error)) (any, error) {
	return created(r, inData(r.form.ConversationStatus), func(call inbox.Call) (*svcx.Conversation, error) {
		return do(r.http.Context(), call, r.conversationID())
	})
}

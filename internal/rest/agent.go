package rest

import (
	"svcx"
	"svcx/internal/form"
)

// What agents do in a conversation (session API). The member is both author and
// actor. Changes of status may ask the integrator for confirmation first.

func (a *API) openConversation(r *request) (any, error) {
	c, err := a.Messaging.OpenConversation(r.http.Context(), r.workspace, r.conversationID())
	if err != nil {
		return nil, err
	}
	return single{r.conversation(c)}, nil
}

// relabelConversation serves PATCH /conversations/{id} {subject, categoryId,
// priority, tags} of the session API → the conversation.
func (a *API) relabelConversation(r *request) (any, error) {
	patch, err := decode(r, r.form.DecodeMemberConversation)
	if err != nil {
		return nil, err
	}
	c, err := a.Messaging.UpdateConversation(r.http.Context(), r.call(), r.conversationID(), patch)
	if err != nil {
		return nil, err
	}
	return single{r.conversation(c)}, nil
}

// deleteConversation serves DELETE /conversations/{id}, which deletes a
// conversation with everything that belongs to it.
func (a *API) deleteConversation(r *request) (any, error) {
	return r.deleted(a.Messaging.DeleteConversation(r.http.Context(), r.call(), r.conversationID()))
}

// sessionMessages lists messages and notes, with fresh URLs of their media (D 4). Offset is
// that of a page by offset; HasBefore and HasAfter are those of a page next to a message.
type sessionMessages struct {
	Data      []any `json:"data"`
	Total     int   `json:"total"`
	Limit     int   `json:"limit"`
	Offset    *int  `json:"offset,omitempty"`
	HasBefore *bool `json:"hasBefore,omitempty"`
	HasAfter  *bool `json:"hasAfter,omitempty"`
	Resolved  any   `json:"resolved"`
	// Media maps URLs of external media in the messages to svcx's own addresses.
	Media map[string]string `json:"media"`
}

// listConversationMessages serves GET /conversations/{id}/messages: messages and notes,
// oldest first.
//
// limit and offset, or one of before, after and around, the id of a message or note of the
// conversation: those next to it, or with it in the middle. These cost the same wherever
// in the conversation they are.
// Answer: {data, total, limit, offset, resolved, media}; next to a message hasBefore and
// hasAfter in place of offset.
func (a *API) listConversationMessages(r *request) (any, error) {
	page, err := r.threadPage()
	if err != nil {
		return nil, err
	}
	items, err := a.Messaging.Thread(r.http.Context(), r.workspace, r.conversationID(), page)
	if err != nil {
		return nil, err
	}
	encode := func(m svcx.Message) any { return r.form.SessionMessage(&m) }
	return inPieces(items.List, encode, func(data []any) any {
		shown := sessionMessages{Data: data, Total: items.Total, Limit: page.Limit, Resolved: form.ResolvedContent(items.Fresh), Media: items.Media}
		if page.NextTo() {
			shown.HasBefore, shown.HasAfter = &items.HasBefore, &items.HasAfter
		} else {
			shown.Offset = &page.Offset
		}
		return shown
	}), nil
}

func (r *request) threadPage() (page svcx.MessagePage, err error) {
	given := ""
	for _, parameter := range []struct {
		name string
		to   **svcx.MessageID
	}{{"before", &page.Before}, {"after", &page.After}, {"around", &page.Around}} {
		if *parameter.to, err = idParam[svcx.MessageID](r, parameter.name); err != nil {
			return page, err
		}
		if *parameter.to == nil {
			continue
		}
		if given != "" {
			return page, svcx.Invalid(parameter.name, "must not be given together with %s", given)
		}
		given = parameter.name
	}
	if given != "" && r.query.Has("offset") {
		return page, svcx.Invalid("offset", "must not be given together with %s", given)
	}
	page.Page, err = r.page(r.form.Pages.Messages)
	return page, err
}

func (a *API) agentSend(r *request) (any, error) {
	draft, err := decode(r, r.form.DecodeMessage)
	if err != nil {
		return nil, err
	}
	m, err := a.Messaging.AgentSend(r.http.Context(), r.call(), r.member, r.conversationID(), draft)
	if err != nil {
		return nil, err
	}
	return single{r.form.SessionMessage(m)}, nil
}

func (a *API) agentNote(r *request) (any, error) {
	content, err := decode(r, form.DecodeNote)
	if err != nil {
		return nil, err
	}
	m, err := a.Messaging.AgentNote(r.http.Context(), r.call(), r.member, r.conversationID(), svcx.MessageDraft{Content: content, ContentType: svcx.ContentText})
	if err != nil {
		return nil, err
	}
	return single{r.form.SessionMessage(m)}, nil
}

func (a *API) agentResolve(r *request) (any, error) { return a.agentStatus(r, svcx.StatusResolved) }
func (a *API) agentClose(r *request) (any, error)   { return a.agentStatus(r, svcx.StatusClosed) }
func (a *API) agentReopen(r *request) (any, error)  { return a.agentStatus(r, svcx.StatusOpen) }

func (a *API) agentStatus(r *request, to svcx.Status) (any, error) {
	c, err := a.Messaging.AgentSetStatus(r.http.Context(), r.call(), r.conversationID(), to)
	if err != nil {
		return nil, err
	}
	return single{r.conversation(c)}, nil
}

func (a *API) agentAssign(r *request) (any, error) {
	to, err := decode(r, r.form.DecodeAssign)
	if err != nil {
		return nil, err
	}
	c, err := a.Messaging.AgentAssign(r.http.Context(), r.call(), r.conversationID(), to)
	if err != nil {
		return nil, err
	}
	return single{r.conversation(c)}, nil
}

func (a *API) backRequest(r *request) (any, error) {
	in, err := decode(r, form.DecodeBackRequest)
	if err != nil {
		return nil, err
	}
	answer, err := a.Messaging.BackRequest(r.http.Context(), r.call(), r.conversationID(), in.Type, in.MessageID, in.Data)
	if err != nil {
		return nil, err
	}
	return single{form.BackAnswer(in.Type, answer)}, nil
}

func (a *API) listHistory(r *request) (any, error) {
	page, err := r.page(r.form.Pages.Messages)
	if err != nil {
		return nil, err
	}
	items, err := a.Messaging.History(r.http.Context(), r.workspace, r.conversationID(), page)
	if err != nil {
		return nil, err
	}
	return list(items, page, func(e svcx.HistoryEntry) any {
		return r.form.History(e)
	}), nil
}

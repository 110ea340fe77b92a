package rest

import (
	"context"
	"strconv"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/live"
)

// streamed is an answer that is a live stream.
type streamed live.Subscription

// stream serves GET /api/{org}/stream, server-sent events. It starts after the
// number in Last-Event-ID, which browsers send when they reconnect; without that,
// after ?since=; without either, with what happens next.
func (a *API) stream(r *request) (any, error) {
	since, err := r.since()
	if err != nil {
		return nil, err
	}
	return streamed{Workspace: r.workspace.ID, User: r.member.ID, Encoder: jsonEvents{a, r.form, r.workspace.Slug}, Since: since}, nil
}

// since returns the number after which the stream starts; nil means the current
// one. An invalid Last-Event-ID counts as one that is too old.
func (r *request) since() (*svcx.Sequence, error) {
	if last := r.http.Header.Get("Last-Event-ID"); last != "" {
		seq, err := strconv.ParseInt(last, 10, 64)
		if err != nil {
			seq = -1
		}
		return (*svcx.Sequence)(&seq), nil
	}
	text, given, err := r.param("since")
	if err != nil || !given {
		return nil, err
	}
	seq, err := strconv.ParseInt(text, 10, 64)
	if err != nil || seq < 0 {
		return nil, svcx.Invalid("since", "must be the number of a change")
	}
	return (*svcx.Sequence)(&seq), nil
}

// serveStream writes a live stream. It ends within seconds after the session ends,
// the member is removed or the workspace's form changes.
func (r *request) serveStream(s streamed) error {
	a := r.api
	return a.Live.Serve(r.w, r.http, live.Subscription(s), func(ctx context.Context) error {
		now := &request{http: r.http.WithContext(ctx), api: a}
		find := func() (*svcx.Workspace, error) { return a.Admin.Workspace(ctx, r.http.PathValue("org")) }
		if err := now.identify(find); err != nil {
			return err
		}
		if now.form != r.form {
			return svcx.NotFound("workspace")
		}
		return nil
	})
}

// jsonEvents encodes changes as the session API shows their subjects, the same for
// all members of a workspace.
type jsonEvents struct {
	api  *API
	form *form.Form
	slug string
}

// Encode implements live.Encoder.
func (e jsonEvents) Encode(ctx context.Context, ws svcx.WorkspaceID, events []live.Event) ([][]byte, error) {
	messages, err := e.messages(ctx, &svcx.Workspace{ID: ws, Slug: e.slug}, events)
	if err != nil {
		return nil, err
	}
	rendered := make([][]byte, len(events))
	for i, event := range events {
		var wire any
		switch {
		case event.Message != nil:
			wire = messages[event.Message.ID]
		case event.Conversation != nil:
			wire = e.form.MemberConversation(event.Conversation)
		case event.Delivery != nil:
			continue // only the pages show it
		case event.Indicator.Kind == svcx.IndicatorViewing:
			continue // shown by the pages alone, which have conversations open
		default:
			wire = e.form.Indicator(event.Indicator)
		}
		if rendered[i], err = form.Encode(wire); err != nil {
			return nil, err
		}
	}
	return rendered, nil
}

// messages returns the encoded messages of the events.
func (e jsonEvents) messages(ctx context.Context, w *svcx.Workspace, events []live.Event) (map[svcx.MessageID]any, error) {
	var all []svcx.Message
	for _, event := range events {
		if event.Message != nil {
			all = append(all, *event.Message)
		}
	}
	fresh, err := e.api.Messaging.KnownContent(ctx, w, all)
	if err != nil {
		return nil, err
	}
	if err := e.api.Messaging.HideReadStatus(ctx, w, all); err != nil {
		return nil, err
	}
	e.api.Links.LinkFiles(w.ID, all, svcx.FileLinkForMember)
	shown := make(map[svcx.MessageID]any, len(all))
	for i := range all {
		m := &all[i]
		shown[m.ID] = e.form.StreamedMessage(m, fresh[m.ID], e.api.Links.MediaOf(w, all[i:i+1], fresh[m.ID]))
	}
	return shown, nil
}

// agentTypes serves POST /conversations/{id}/typing {typing}.
func (a *API) agentTypes(r *request) (any, error) {
	typing, err := decode(r, form.DecodeAgentTyping)
	if err != nil {
		return nil, err
	}
	until, err := a.Messaging.AgentTypes(r.http.Context(), r.workspace, r.member, r.conversationID(), typing)
	if err != nil {
		return nil, err
	}
	return form.TypingSet(until), nil
}

// agentReads serves POST /conversations/{id}/read.
func (a *API) agentReads(r *request) (any, error) {
	at, err := a.Messaging.AgentReads(r.http.Context(), r.call(), r.member, r.conversationID())
	if err != nil {
		return nil, err
	}
	return form.ConversationRead(at), nil
}

// setSequence sets the header with the number of the last change, before anything
// else is read for the answer: a stream that starts there misses nothing.
func (r *request) setSequence() error {
	seq, err := r.api.Messaging.Sequence(r.http.Context(), r.workspace)
	if err == nil {
		r.w.Header().Set(live.SequenceHeader, strconv.FormatInt(int64(seq), 10))
	}
	return err
}

package live

import (
	"slices"

	"svcx"
)

// maxViewing bounds the conversations that one browser has open.
const maxViewing = 32

// view is which conversations a member's browser has open. The request that says so may
// reach another node than the browser's stream: it is sent to all of them, and the one
// with the stream counts it, until the stream ends.
type view struct {
	Workspace     svcx.WorkspaceID      `json:"w"`
	User          svcx.UserID           `json:"u"`
	Client        string                `json:"c"`
	Conversations []svcx.ConversationID `json:"o,omitempty"`
}

// View says which conversations a member has open in the browser whose stream has the
// client's name (Subscription). Others see it until that changes or the stream ends.
// Without such a stream it has no effect.
func (h *Hub) View(ws svcx.WorkspaceID, user svcx.UserID, client string, open []svcx.ConversationID) {
	slices.Sort(open)
	open = slices.Compact(open)
	v := view{ws, user, client, open[:min(len(open), maxViewing)]}
	h.view(v)
	h.bus.view(v)
}

func (h *Hub) view(v view) {
	t := h.topic(v.Workspace)
	if t == nil || v.Client == "" {
		return
	}
	for _, r := range t.readersOf(v.User, v.Client) {
		r.view(v.Conversations, false)
	}
}

// readersOf are the streams of a browser: more than one while it reconnects.
func (t *topic) readersOf(user svcx.UserID, client string) (all []*Reader) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for r := range t.readers {
		if r.User == user && r.Client == client {
			all = append(all, r)
		}
	}
	return all
}

// view replaces what the reader has open. After it has left it has nothing open any more.
func (r *Reader) view(open []svcx.ConversationID, leaves bool) {
	r.viewMu.Lock()
	defer r.viewMu.Unlock()
	if r.gone {
		return
	}
	r.gone = leaves
	for _, c := range r.viewing {
		if !slices.Contains(open, c) {
			r.hub.leave(member{r.Workspace, r.User, c})
		}
	}
	for _, c := range open {
		if !slices.Contains(r.viewing, c) {
			r.hub.join(member{r.Workspace, r.User, c})
		}
	}
	r.viewing = open
}

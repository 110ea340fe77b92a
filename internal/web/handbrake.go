package web

import (
	"context"
	"strings"

	"svcx"
	"svcx/internal/assist"
	"svcx/internal/web/handbrake"
	"svcx/internal/web/page"
)

// errHeld is why a reply waits.
var errHeld = &svcx.Error{Kind: svcx.KindConflict, Message: "something is wrong with the reply"}

// check looks through a reply before it is sent.
func (h drafting) check(ctx context.Context, s *page.Viewer, id svcx.ConversationID, m written) (*handbrake.Held, error) {
	return handbrake.Look(ctx, h.Assist, s, id, assist.Reply{Text: m.content, Files: len(m.files)}, m.body(), m.anyway)
}

// checkFirst looks through the first message of a conversation, which is not stored yet.
func (h drafting) checkFirst(ctx context.Context, v *newView) (*handbrake.Held, error) {
	to := v.contact
	if to == nil {
		to = &svcx.Contact{Name: v.draft.name, Email: v.draft.email}
	}
	body := strings.Join([]string{v.contactValue(), to.Name, to.Email, v.draft.content}, "\n")
	return handbrake.Look(ctx, h.Assist, v.Viewer, 0, assist.Reply{Text: v.draft.content, To: to}, body, v.anyway)
}

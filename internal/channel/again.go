package channel

import (
	"context"
	"errors"
	"fmt"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/messaging"
)

// What admins do with a channel's inbound endpoint in the pages. They need no key, and pass
// the same code as requests.

// Preview is what a body would do now (see dryRun), and the paths in it that are not read.
func (h *Handler) Preview(ctx context.Context, w *svcx.Workspace, id svcx.ChannelID, body []byte) (outcome *svcx.DryRun, ignored []string, err error) {
	reason := svcx.Reason{}
	if int64(len(body)) > h.maxBody {
		reason = h.tooLarge()
	}
	for range maxTries {
		c, err := h.of(ctx, w, id)
		if err != nil {
			return nil, nil, err
		}
		outcome, ignored, err = h.preview(ctx, c, h.now(), body, reason)
		if !errors.Is(err, messaging.ErrOutdated) {
			return outcome, ignored, err
		}
	}
	return nil, nil, svcx.Unavailable("reading", messaging.ErrOutdated)
}

// RunAgain carries out the request of an entry of the event log again, as if its body had
// come now, with an entry of its own that names the first one. Ids that the body does not have
// are made from the entry's, so that a request that is run twice stores one message.
//
// Errors: NotFound for an entry that the channel does not have, Unprocessable for one whose
// request cannot be run again (svcx.EventLogEntry.RunsAgain), Unavailable.
func (h *Handler) RunAgain(ctx context.Context, call inbox.Call, id svcx.ChannelID, event svcx.EventID) (svcx.Outcome, error) {
	e, body, err := h.messaging.Event(ctx, call.Workspace, id, event)
	if err != nil {
		return svcx.Outcome{}, err
	}
	if refused := e.RunsAgain(body); refused != "" {
		return svcx.Outcome{}, &svcx.Error{Kind: svcx.KindUnprocessable, Field: "eventId", Message: "must be the id of a refused request whose body is kept: " + string(refused)}
	}
	newID := func() string { return fmt.Sprintf("event-%d", event) }
	if err := messaging.NewEventLog(h.messaging).NoteAgain(ctx, call, id, event); err != nil {
		return svcx.Outcome{}, err
	}
	for range maxTries {
		c, err := h.of(ctx, call.Workspace, id)
		if err != nil {
			return svcx.Outcome{}, err
		}
		receipt := h.receipt(c, h.now(), []byte(body.Request), svcx.Reason{}, newID)
		receipt.Again = &event
		if err := h.pickFields(ctx, c.channel, receipt.Message); err != nil {
			return svcx.Outcome{}, err
		}
		outcome, err := h.messaging.Receive(ctx, receipt)
		if !errors.Is(err, messaging.ErrOutdated) {
			return outcome, err
		}
	}
	return svcx.Outcome{}, svcx.Unavailable("writing", messaging.ErrOutdated)
}

// of finds a channel of the workspace, with its form.
func (h *Handler) of(ctx context.Context, w *svcx.Workspace, id svcx.ChannelID) (caller, error) {
	found, err := h.admin.ChannelByID(ctx, id)
	if err != nil {
		return caller{}, err
	}
	if found.Channel.Workspace != w.ID {
		return caller{}, svcx.NotFound("channel")
	}
	return caller{found.Channel, h.forms.Of(found.Form)}, nil
}

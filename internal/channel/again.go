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
// come now, with an entry of its own that names the first one, and returns its id. Ids that the
// body does not have are made from the entry's. A request that an earlier run has carried out is
// not run once more. Contacts that are being erased are erased first, bodies included: no run
// brings them back.
//
// Errors: NotFound for an entry that the channel does not have, Unprocessable for one whose
// request cannot be run again (svcx.EventLogEntry.RunsAgain) or was, Unavailable.
func (h *Handler) RunAgain(ctx context.Context, call inbox.Call, id svcx.ChannelID, event svcx.EventID) (svcx.EventID, error) {
	if err := h.admin.FinishErasures(ctx, call.Workspace.ID); err != nil {
		return 0, err
	}
	e, body, err := h.messaging.Event(ctx, call.Workspace, id, event)
	if err != nil {
		return 0, err
	}
	if refused := e.RunsAgain(body); refused != "" {
		return 0, &svcx.Error{Kind: svcx.KindUnprocessable, Field: "eventId", Message: "must be the id of a refused request whose body is kept; this one " + refusals[refused]}
	}
	newID := func() string { return fmt.Sprintf("event-%d", event) }
	log := messaging.NewEventLog(h.messaging)
	if err := log.NoteAgain(ctx, call, id, event); err != nil {
		return 0, err
	}
	for range maxTries {
		c, err := h.of(ctx, call.Workspace, id)
		if err != nil {
			return 0, err
		}
		receipt := h.receipt(c, h.now(), []byte(body.Request), svcx.Reason{}, newID)
		receipt.Again = &event
		if err := h.pickFields(ctx, c.channel, receipt.Message); err != nil {
			return 0, err
		}
		switch _, err := h.messaging.Receive(ctx, receipt); {
		case err == nil:
			return newestRun(ctx, log, call.Workspace, event)
		case !errors.Is(err, messaging.ErrOutdated):
			return 0, err
		}
	}
	return 0, svcx.Unavailable("writing", messaging.ErrOutdated)
}

// refusals say why an entry's request cannot be run again.
var refusals = map[svcx.AgainRefusal]string{
	svcx.AgainNotInbound: "is a call that svcx made",
	svcx.AgainDone:       "was carried out",
	svcx.AgainDuplicate:  "repeats a message that was received before",
	svcx.AgainNoBody:     "has no stored body",
	svcx.AgainTooLong:    "is longer than what is kept of a body",
	svcx.AgainHidden:     "had a key or secret in its body, which is not kept",
}

// newestRun is the newest entry that ran an entry's request again; the entry itself if there is
// none, for the log is not kept that long.
func newestRun(ctx context.Context, log messaging.EventLog, w *svcx.Workspace, event svcx.EventID) (svcx.EventID, error) {
	again, err := log.Again(ctx, w, event)
	if err != nil || len(again) == 0 {
		return event, err
	}
	return again[0], nil
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

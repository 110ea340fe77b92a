package deliver

import (
	"context"
	"fmt"

	"svcx"
	"svcx/internal/safehttp"
	"svcx/internal/seal"
	"svcx/internal/store"
)

// singleAttempt makes a call that is not retried (D 4) and logs it. read takes what it
// needs from the body of a 2xx answer and returns what is wrong with an unusable one;
// then the call has failed. note writes more in the transaction of the log entry; nil
// writes nothing.
func (d *Deliverer) singleAttempt(ctx context.Context, kind, conversationID string, c call, read func(outcome) (wrong string), note func(*store.Tx, outcome) error) outcome {
	c.what = kindOf(kind)
	c.id = "msg_" + seal.TimedHex(d.now(), 32)
	out, err := d.call(ctx, c)
	if err != nil {
		out.cut, out.verdict = true, final
		out.reason = svcx.Reason{Code: safehttp.CodeTimeout, Detail: "the call was cut off before an answer came"}
	}
	if out.verdict == delivered && read != nil {
		switch wrong := read(out); {
		case wrong == "":
		case out.tooLong: // it is unusable because it was cut
			out.verdict, out.reason = final, svcx.Reason{Code: svcx.ReasonBodyTooLarge, Detail: fmt.Sprintf("only %d bytes of the answer are read", len(out.response))}
		default:
			out.verdict, out.reason = final, svcx.Reason{Code: svcx.ReasonValidation, Detail: "the answer is " + wrong}
		}
	}
	d.observe.Attempt(kindOf(kind), out.word(), out.took)
	// A call is logged even if its caller no longer waits.
	err = d.db.Write(context.WithoutCancel(ctx), c.channel.Workspace, func(tx *store.Tx) error {
		if note != nil {
			if err := note(tx, out); err != nil {
				return err
			}
		}
		return tx.InsertEvents(callLogEntry(c, kind, conversationID, out, svcx.At(d.now())))
	})
	switch {
	case svcx.KindOf(err) == svcx.KindUnavailable:
		d.writing.Failed(err)
	case err != nil:
		d.log.Warn("a call could not be recorded", "channel", c.channel.ID, "type", kind, "error", err)
	}
	return out
}

// callLogEntry returns the event log entry of a call other than an event.
func callLogEntry(c call, kind, conversationID string, out outcome, now svcx.Time) *svcx.EventLogEntry {
	e := &svcx.EventLogEntry{
		Workspace: c.channel.Workspace, Channel: c.channel.ID, Reference: c.id, Direction: svcx.Outbound, Type: kind, Status: svcx.EventFailed, Error: out.reason.Text(),
		ConversationID: conversationID, ResponseStatus: out.status, ResponseMS: out.took.Milliseconds(), CreatedAt: now,
		Request: svcx.LoggedBody(out.request), Response: svcx.LoggedBody(out.shown),
	}
	if out.verdict == delivered {
		e.Status, e.Error = svcx.EventOK, ""
	}
	return e
}

package svcx

import "strings"

// AgainRefusal is why the request of an entry of the event log cannot be run again; "" if it
// can.
type AgainRefusal string

// The reasons.
const (
	AgainNotInbound AgainRefusal = "outbound"  // it is a call that was made
	AgainDone       AgainRefusal = "done"      // it was carried out
	AgainDuplicate  AgainRefusal = "duplicate" // its message was received before
	AgainNoBody     AgainRefusal = "body"      // its body was not read, or is not kept any more
	AgainTooLong    AgainRefusal = "long"      // only the beginning of its body is kept
	AgainHidden     AgainRefusal = "hidden"    // a secret in its body was not kept
)

// AgainRefusals lists them.
var AgainRefusals = [...]AgainRefusal{AgainNotInbound, AgainDone, AgainDuplicate, AgainNoBody, AgainTooLong, AgainHidden}

// RunsAgain says whether the entry's request can be run again; body is what is kept of it, nil
// for nothing.
func (e *EventLogEntry) RunsAgain(body *EventBody) AgainRefusal {
	switch {
	case e.Direction != Inbound:
		return AgainNotInbound
	case e.Status == EventOK:
		return AgainDone
	case e.ReasonCode() == ReasonDuplicateMessage:
		return AgainDuplicate
	case body == nil || body.Request == "":
		return AgainNoBody
	case body.Cut():
		return AgainTooLong
	case strings.Contains(body.Request, hiddenSecret):
		return AgainHidden
	}
	return ""
}

// ReasonCode is the stable code that begins the entry's error; "" if it has none.
func (e *EventLogEntry) ReasonCode() string {
	code, _, _ := strings.Cut(e.Error, ":")
	return code
}

// Cut reports whether the request may have been longer than what is kept of it.
func (b *EventBody) Cut() bool { return len(b.Request) > MaxLoggedBody-4 }

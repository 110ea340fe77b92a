package deliver

import (
	"time"

	"svcx"
)

// Observer counts what is done. Its methods must not block. Kinds and outcomes are a few
// fixed words.
type Observer interface {
	// Attempt is a call to an integrator, or what was done in its place.
	Attempt(kind, outcome string, took time.Duration)
	// DeliveryEnded is a delivery that was recorded as delivered, failed or skipped.
	DeliveryEnded(state string)
	// Circuit is one that was opened or closed.
	Circuit(change string)
}

type unobserved struct{}

func (unobserved) Attempt(string, string, time.Duration) {}
func (unobserved) DeliveryEnded(string)                  {}
func (unobserved) Circuit(string)                        {}

// kindOf is the kind of a call with a single attempt.
func kindOf(call string) string {
	switch call {
	case svcx.CallPing:
		return "ping"
	case svcx.CallConfirm:
		return "confirmation"
	case svcx.CallContent:
		return "content"
	}
	return "backrequest"
}

// word is an outcome in one word.
func (o outcome) word() string {
	switch {
	case o.skipped:
		return "skipped"
	case o.cut:
		return "cut"
	}
	return [...]string{delivered: "delivered", retryable: "retryable", refused: "refused", final: "final"}[o.verdict]
}

// InFlight is how many deliveries this node attempts at the moment.
func (d *Deliverer) InFlight() int { return d.scheduler.attempts() }

package svcx

import (
	"errors"
	"fmt"
)

// Kind classifies an error for machines. A form turns it into a status and a
// code (R 7); the kinds are the whole list, a test walks them.
type Kind uint8

// The kinds. The zero value is KindInternal, so that an error nobody
// classified is never taken for the caller's fault.
const (
	KindInternal          Kind = iota // a fault of ours; the cause stays in the log
	KindValidation                    // a value is not what was expected; Field names it
	KindUnprocessable                 // a value that answers 422 in every form: an outbound URL (W 7.3)
	KindUnauthorized                  // no, unknown or revoked credentials
	KindForbidden                     // known, but the scope, role or plan is missing
	KindNotFound                      // not there, or not in this workspace
	KindMethodNotAllowed              // the path exists, the method does not
	KindConflict                      // the same request is still running
	KindTooLarge                      // the body is over the limit
	KindUnsupportedMedia              // the body is not application/json
	KindRateLimited                   // over the per-address limit
	KindAPIDisabled                   // the workspace has its API switched off
	KindUnavailable                   // nothing could be stored or read; try again
	KindVetoed                        // the integrator refused an agent's change
	KindIntegrationFailed             // the integrator did not answer usefully
	kindEnd
)

// Kinds lists every kind, for tests that walk them.
func Kinds() []Kind {
	var all []Kind
	for k := KindInternal; k < kindEnd; k++ {
		all = append(all, k)
	}
	return all
}

// Error is what every layer returns. Message is for people and may be shown;
// Field is the path of the value that is wrong ("participants[2].role"); Err is
// the cause, for the log only, and never leaves the process.
type Error struct {
	Kind    Kind
	Field   string
	Message string
	Err     error
}

func (e *Error) Error() string {
	text := e.Message
	if e.Field != "" {
		text = e.Field + " " + text
	}
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	return text
}

func (e *Error) Unwrap() error { return e.Err }

// Public is the text that may be shown to whoever asked: the field and what
// was expected of it.
func (e *Error) Public() string {
	if e.Field == "" {
		return e.Message
	}
	return e.Field + " " + e.Message
}

// Invalid is a validation error: "field must be …". The message continues the
// sentence that the field's name starts.
func Invalid(field, format string, args ...any) *Error {
	return &Error{Kind: KindValidation, Field: field, Message: fmt.Sprintf(format, args...)}
}

// Unprocessable is a validation error for the values whose status the contract
// fixes at 422 whatever the form: outbound URLs when they are saved (W 4.7,
// 7.3).
func Unprocessable(field, format string, args ...any) *Error {
	return &Error{Kind: KindUnprocessable, Field: field, Message: fmt.Sprintf(format, args...)}
}

// NotFound says that there is no such thing here. It is the same for a missing
// one and for another workspace's, to the byte (decisions 5).
func NotFound(what string) *Error {
	return &Error{Kind: KindNotFound, Message: what + " not found"}
}

// Unavailable wraps a failure of the storage: what was asked has not happened
// and may be tried again.
func Unavailable(doing string, err error) *Error {
	return &Error{Kind: KindUnavailable, Message: "the service cannot store or read right now, try again", Err: fmt.Errorf("%s: %w", doing, err)}
}

// KindOf is the kind of the first *Error in err's chain; KindInternal if there
// is none.
func KindOf(err error) Kind {
	var e *Error
	if errors.As(err, &e) {
		return e.Kind
	}
	return KindInternal
}

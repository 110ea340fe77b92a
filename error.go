package svcx

import (
	"errors"
	"fmt"
)

// Kind classifies an error for machines. A form maps it to a status and a code
// (R 7).
type Kind uint8

// The kinds. The zero value is KindInternal, so that an unclassified error is never
// reported as the client's.
const (
	KindInternal          Kind = iota // a server error; the cause is only logged
	KindValidation                    // a value is invalid; Field names it
	KindUnprocessable                 // a value that is answered with 422 in every form: an outbound URL (W 7.3)
	KindUnauthorized                  // missing, unknown or revoked credentials
	KindForbidden                     // authenticated, but the scope, role or plan is missing
	KindNotFound                      // does not exist, or not in this workspace
	KindMethodNotAllowed              // the path exists, the method does not
	KindConflict                      // the same request is still running
	KindTooLarge                      // the body is over the limit
	KindUnsupportedMedia              // the body is not application/json
	KindRateLimited                   // over the per-address limit
	KindAPIDisabled                   // the workspace has its API switched off
	KindUnavailable                   // the storage is unavailable; try again
	KindVetoed                        // the integrator refused an agent's change
	KindIntegrationFailed             // the integrator did not answer usefully
	KindAIUnavailable                 // no AI provider, or no usable answer of its model
	kindEnd
)

// Kinds lists every kind, for tests.
func Kinds() []Kind {
	var all []Kind
	for k := KindInternal; k < kindEnd; k++ {
		all = append(all, k)
	}
	return all
}

// Error is the error of every layer. Message may be shown to users; Field is the
// path of the invalid value ("participants[2].role"); Err is the cause, which is
// logged and never shown.
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

// Public is the text for the client: the field and what was expected of it.
func (e *Error) Public() string {
	if e.Field == "" {
		return e.Message
	}
	return e.Field + " " + e.Message
}

// Invalid is a validation error: "field must be …". The message continues a
// sentence that starts with the field's name.
func Invalid(field, format string, args ...any) *Error {
	return &Error{Kind: KindValidation, Field: field, Message: fmt.Sprintf(format, args...)}
}

// Unprocessable is a validation error for values that the contract answers with 422
// in both forms: outbound URLs when they are saved (W 4.7, 7.3).
func Unprocessable(field, format string, args ...any) *Error {
	return &Error{Kind: KindUnprocessable, Field: field, Message: fmt.Sprintf(format, args...)}
}

// NotFound is the error for a thing that does not exist, and byte for byte the same
// for one of another workspace (D 5).
func NotFound(what string) *Error {
	return &Error{Kind: KindNotFound, Message: what + " not found"}
}

// Unavailable wraps a failure of the storage: nothing was done, and the client may
// try again.
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

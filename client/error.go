package client

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// Error is an answer of the server that refuses a call.
type Error struct {
	// Status is the HTTP status, Code the code of the answer's body, such as VALIDATION;
	// "" if a proxy answered.
	Status  int
	Code    string
	Message string
	// Field is the path of the member or parameter that is invalid, as participants[2].role;
	// "" for other errors.
	Field string
	// RequestID is the answer's X-Request-Id, by which an operator finds the call in the log.
	RequestID string
	// RetryAfter is the wait that the server asked for; 0 if it did not.
	RetryAfter time.Duration
}

// The codes of errors. A form has one or the other of two that mean the same: form A says
// CodeInsufficientScope where form B says CodeForbidden.
const (
	CodeUnauthorized      = "UNAUTHORIZED"
	CodeInsufficientScope = "INSUFFICIENT_SCOPE"
	CodeForbidden         = "FORBIDDEN"
	CodeNotFound          = "NOT_FOUND"
	CodeMethodNotAllowed  = "METHOD_NOT_ALLOWED"
	CodeConflict          = "CONFLICT"
	CodeTooLarge          = "PAYLOAD_TOO_LARGE"
	CodeUnsupportedMedia  = "UNSUPPORTED_MEDIA_TYPE"
	CodeValidation        = "VALIDATION"
	CodeRateLimited       = "RATE_LIMITED"
	CodeAPIDisabled       = "API_DISABLED"
	CodeUnavailable       = "UNAVAILABLE"
	CodeInternal          = "INTERNAL"
)

func (e *Error) Error() string {
	text := fmt.Sprintf("svcx answered %d", e.Status)
	if e.Code != "" {
		text += " " + e.Code
	}
	if e.Message != "" {
		text += ": " + e.Message
	}
	if e.RequestID != "" {
		text += " (request " + e.RequestID + ")"
	}
	return text
}

// IsNotFound reports that what was asked for does not exist, or not in this workspace.
func IsNotFound(err error) bool { return statusOf(err) == http.StatusNotFound }

// IsInvalid reports that a parameter or a member of the body is invalid; the Error's Field
// names it. Form A answers 422, form B 400.
func IsInvalid(err error) bool {
	var e *Error
	return errors.As(err, &e) && e.Code == CodeValidation
}

func statusOf(err error) int {
	var e *Error
	if errors.As(err, &e) {
		return e.Status
	}
	return 0
}

// errorOf reads the answer to a call that was refused.
func errorOf(status int, header http.Header, body []byte, now time.Time) *Error {
	e := &Error{Status: status, RequestID: header.Get("X-Request-Id"), RetryAfter: retryAfter(header.Get("Retry-After"), now)}
	var envelope struct {
		Error struct{ Code, Message string }
	}
	if json.Unmarshal(body, &envelope) == nil {
		e.Code, e.Message = envelope.Error.Code, envelope.Error.Message
	}
	if e.Code == CodeValidation {
		e.Field = fieldOf(e.Message)
	}
	return e
}

// fieldOf is the path that a validation message begins with: "limit must be an integer …".
func fieldOf(message string) string {
	word, _, _ := strings.Cut(message, " ")
	switch word {
	case "the", "a", "an", "this":
		return ""
	}
	return strings.TrimSuffix(word, ":")
}

// temporary reports that the same call may succeed later, and was not carried out.
func (e *Error) temporary() bool {
	switch e.Status {
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusGatewayTimeout, http.StatusInternalServerError:
		return true
	case http.StatusServiceUnavailable:
		// The API of the workspace is switched off: waiting does not help.
		return e.Code != CodeAPIDisabled && e.Code != CodeUnauthorized
	}
	return false
}

// refused reports that the server certainly has not carried the call out.
func (e *Error) refused() bool {
	return e.Status == http.StatusTooManyRequests || e.Status == http.StatusServiceUnavailable
}

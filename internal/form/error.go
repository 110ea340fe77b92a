package form

import (
	"errors"
	"maps"
	"net/http"

	"svcx"
)

// ErrorCode is the HTTP status and the code of an error envelope (R 7).
type ErrorCode struct {
	Status int
	Code   string
}

// codes has the codes that the forms share: those of R 7, and of D 4 and D 5 for
// kinds that R 7 does not mention.
var codes = map[svcx.Kind]ErrorCode{
	svcx.KindInternal:          {http.StatusInternalServerError, "INTERNAL"},
	svcx.KindUnprocessable:     {http.StatusUnprocessableEntity, "VALIDATION"},
	svcx.KindUnauthorized:      {http.StatusUnauthorized, "UNAUTHORIZED"},
	svcx.KindNotFound:          {http.StatusNotFound, "NOT_FOUND"},
	svcx.KindMethodNotAllowed:  {http.StatusMethodNotAllowed, "METHOD_NOT_ALLOWED"},
	svcx.KindConflict:          {http.StatusConflict, "CONFLICT"},
	svcx.KindTooLarge:          {http.StatusRequestEntityTooLarge, "PAYLOAD_TOO_LARGE"},
	svcx.KindUnsupportedMedia:  {http.StatusUnsupportedMediaType, "UNSUPPORTED_MEDIA_TYPE"},
	svcx.KindRateLimited:       {http.StatusTooManyRequests, "RATE_LIMITED"},
	svcx.KindUnavailable:       {http.StatusServiceUnavailable, "UNAVAILABLE"},
	svcx.KindVetoed:            {http.StatusUnprocessableEntity, "VETOED"},
	svcx.KindIntegrationFailed: {http.StatusBadGateway, "INTEGRATION_FAILED"},
	svcx.KindAIUnavailable:     {http.StatusServiceUnavailable, "AI_UNAVAILABLE"},
}

// defaultMessages are for errors without a message.
var defaultMessages = map[svcx.Kind]string{
	svcx.KindValidation:        "the request is invalid",
	svcx.KindUnprocessable:     "the request is invalid",
	svcx.KindUnauthorized:      "a valid key or session is needed",
	svcx.KindForbidden:         "this is not allowed with the given key or role",
	svcx.KindNotFound:          "not found",
	svcx.KindMethodNotAllowed:  "the method is not allowed here",
	svcx.KindConflict:          "the same request is still running",
	svcx.KindTooLarge:          "the body is too large",
	svcx.KindUnsupportedMedia:  "Content-Type must be application/json",
	svcx.KindRateLimited:       "too many requests",
	svcx.KindAPIDisabled:       "API access is not enabled for this workspace",
	svcx.KindUnavailable:       "the service cannot store or read right now, try again",
	svcx.KindVetoed:            "the integrator refused the change",
	svcx.KindIntegrationFailed: "the integrator gave no usable answer",
	svcx.KindAIUnavailable:     "the AI is not available right now",
}

// ErrorCodes returns a Form.ErrorCode with the shared codes and the form's own. An
// unknown kind is an internal error.
func ErrorCodes(own map[svcx.Kind]ErrorCode) func(svcx.Kind) (int, string) {
	all := maps.Clone(codes)
	maps.Copy(all, own)
	return func(k svcx.Kind) (int, string) {
		c, ok := all[k]
		if !ok {
			c = all[svcx.KindInternal]
		}
		return c.Status, c.Code
	}
}

type errorEnvelope struct {
	Error errorBody `json:"error"`
}

type errorBody struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

// Error returns the answer to a failed request: the status and the envelope
// {error:{code, message}} (R 7). The message is the error's public text. For an
// internal error, and for one that is not a *svcx.Error, the message only has the
// request's id (D 5).
func (f *Form) Error(err error, requestID string) (status int, body []byte) {
	status, code := f.ErrorCode(svcx.KindOf(err))
	// Encoding two strings cannot fail.
	body, _ = Encode(errorEnvelope{errorBody{code, f.ErrorText(err, requestID)}})
	return status, body
}

// ErrorText returns the message of Error's envelope.
func (f *Form) ErrorText(err error, requestID string) string {
	if message := publicText(err); message != "" {
		return message
	}
	return "internal error, request " + requestID
}

// publicText returns the part of an error that a client may see; "" for internal
// errors.
func publicText(err error) string {
	var e *svcx.Error
	if !errors.As(err, &e) || e.Kind == svcx.KindInternal {
		return ""
	}
	if e.Message == "" {
		return defaultMessages[e.Kind]
	}
	return e.Public()
}

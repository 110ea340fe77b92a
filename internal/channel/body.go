package channel

import (
	"errors"
	"fmt"
	"net/http"
	"strings"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/limit"
)

// readBody reads the body of an inbound request. A reason means that it is refused,
// checked in this order (D 2):
//
//   - unsupported_media_type: Content-Type is not application/json, with optional
//     parameters;
//   - compressed_body: there is a Content-Encoding other than identity;
//   - body_too_large: it has more than MaxBody bytes. If Content-Length says so,
//     nothing is read.
//
// The caller releases the body after it has answered the request.
//
// The error has the cause limit.ErrBusy if the body got no share of the budget; any
// other means that it did not arrive whole.
func (h *Handler) readBody(c *call) (body *limit.Body, reason svcx.Reason, err error) {
	if !form.CheckContentType(c.http.Header.Get("Content-Type")) {
		return nil, svcx.Reason{Code: svcx.ReasonUnsupportedMediaType, Detail: "Content-Type must be application/json"}, nil
	}
	if compressed(c.http.Header) {
		return nil, svcx.Reason{Code: svcx.ReasonCompressedBody, Detail: "a body with a Content-Encoding is not read"}, nil
	}
	body, err = h.front.Budget.Read(c.w, c.http, h.maxBody)
	if over := (*http.MaxBytesError)(nil); errors.As(err, &over) {
		return nil, h.tooLarge(), nil
	}
	return body, svcx.Reason{}, err
}

func (h *Handler) tooLarge() svcx.Reason {
	return svcx.Reason{Code: svcx.ReasonBodyTooLarge, Detail: fmt.Sprintf("the body is over %d bytes", h.maxBody)}
}

// compressed reports whether the body has a Content-Encoding other than identity.
func compressed(header http.Header) bool {
	for _, line := range header["Content-Encoding"] {
		for encoding := range strings.SplitSeq(line, ",") {
			if e := strings.TrimSpace(encoding); e != "" && !strings.EqualFold(e, "identity") {
				return true
			}
		}
	}
	return false
}

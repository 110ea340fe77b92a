package channel

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"svcx"
	"svcx/internal/form"
)

// startBody is what is reserved for a body before any of it has come: most
// bodies fit, and a sender that announces much and sends nothing holds little.
const startBody = 64 << 10

// readBody reads the body of an inbound request, or tells by a reason why it
// is refused, in this order (decisions 2):
//
//   - unsupported_media_type: Content-Type is anything but application/json
//     with optional parameters;
//   - compressed_body: there is a Content-Encoding other than identity;
//   - body_too_large: it has more than MaxBody bytes. Of one that is announced
//     so nothing is read.
//
// An error means that the body did not arrive whole.
func (h *Handler) readBody(w http.ResponseWriter, r *http.Request) (body []byte, reason svcx.Reason, err error) {
	if !form.CheckContentType(r.Header.Get("Content-Type")) {
		return nil, svcx.Reason{Code: svcx.ReasonUnsupportedMediaType, Detail: "Content-Type must be application/json"}, nil
	}
	if compressed(r.Header) {
		return nil, svcx.Reason{Code: svcx.ReasonCompressedBody, Detail: "a body with a Content-Encoding is not read"}, nil
	}
	if r.ContentLength > h.maxBody {
		return nil, h.tooLarge(), nil
	}
	start := min(max(r.ContentLength, 0), startBody)
	// The reader wants some room behind the last byte to see the end.
	buffer := bytes.NewBuffer(make([]byte, 0, start+bytes.MinRead))
	if _, err := buffer.ReadFrom(http.MaxBytesReader(w, r.Body, h.maxBody)); err != nil {
		if over := (*http.MaxBytesError)(nil); errors.As(err, &over) {
			return nil, h.tooLarge(), nil
		}
		return nil, svcx.Reason{}, err
	}
	return buffer.Bytes(), svcx.Reason{}, nil
}

func (h *Handler) tooLarge() svcx.Reason {
	return svcx.Reason{Code: svcx.ReasonBodyTooLarge, Detail: fmt.Sprintf("the body is over %d bytes", h.maxBody)}
}

// compressed reports whether the body is in another encoding than its own.
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

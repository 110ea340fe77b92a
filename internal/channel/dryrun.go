package channel

import (
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/inbox"
	"svcx/internal/limit"
)

// readDryRun reads the query of an inbound request: dryRun=1 asks for a dry run,
// dryRun=0 and none for the request itself. Other parameters are ignored.
//
// Errors name the parameter. A query that may have meant a dry run is never taken
// for one that did not: what the sender only wanted to try would be stored.
func readDryRun(raw string) (dry bool, err error) {
	if raw == "" {
		return false, nil
	}
	values, malformed := url.ParseQuery(raw)
	if malformed != nil && strings.Contains(strings.ToLower(raw), "dryrun") {
		return false, svcx.Invalid("query", "must be well-formed: name=value, joined by &, with %% escapes")
	}
	for name := range values {
		if name != "dryRun" && strings.EqualFold(name, "dryRun") {
			return false, svcx.Invalid("dryRun", "must be spelled exactly dryRun")
		}
	}
	value, given, err := parameter(values, "dryRun")
	switch {
	case err != nil:
		return false, err
	case !given || value == "0":
		return false, nil
	case value == "1":
		return true, nil
	}
	return false, svcx.Invalid("dryRun", "must be 1, or 0 for the request itself")
}

// dryRun is POST /api/webhooks/custom/{channelId}?dryRun=1: what inbound would do
// with the same request now (form.Form.DryRun). Nothing is stored or logged. bad is
// what is wrong with the query, nil if nothing is.
//
// Answer: 200 {data}, also for a body that would be refused: the answer has the
// record that it would get. Errors: 401 and 503 as of admit, 503 where there is no
// room for the body or the answer, a validation error for a bad query and for a
// body that did not arrive whole.
func (h *Handler) dryRun(w http.ResponseWriter, r *http.Request, id string, bad error) {
	received := h.now()
	c, ok := h.authorize(w, r, id)
	if !ok {
		return
	}
	if bad != nil {
		h.fail(w, r, c.form, bad)
		return
	}
	body, reason, err := h.readBody(w, r)
	if err != nil {
		h.fail(w, r, c.form, unreadable(err))
		return
	}
	defer body.Release()
	var answer []byte
	for {
		answer, err = h.foresee(r, c, received, body, reason)
		if !errors.Is(err, inbox.ErrOutdated) {
			break
		}
		if c, ok = h.authorize(w, r, id); !ok {
			return
		}
	}
	if err != nil {
		h.fail(w, r, c.form, err)
		return
	}
	body.Release()
	h.answerMade(w, r, c.form, answer)
}

// foresee makes the answer of a dry run.
func (h *Handler) foresee(r *http.Request, c caller, received time.Time, body *limit.Body, reason svcx.Reason) ([]byte, error) {
	receipt := c.emptyReceipt(received, reason)
	var reads *form.Reads
	if receipt.Rejected == nil {
		// An id that would be made up is not known yet.
		noID := func() string { return "" }
		receipt.InboundBody, reads = c.form.InspectInbound(body.Bytes, receipt.ReceivedAt, noID)
	}
	if err := h.pickFields(r.Context(), c, receipt.Message); err != nil {
		return nil, err
	}
	foreseen, err := h.inbox.DryRun(r.Context(), receipt)
	if err != nil {
		return nil, err
	}
	data, err := c.form.DryRun(foreseen, reads.Ignored(foreseen.Unused, foreseen.FieldKeys))
	if err != nil {
		return nil, err
	}
	return form.Encode(inData{data})
}

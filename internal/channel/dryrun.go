package channel

import (
	"context"
	"errors"
	"net/url"
	"strings"
	"time"

	"svcx"
	"svcx/internal/form"
	"svcx/internal/limit"
	"svcx/internal/messaging"
)

// readDryRun reads the query of an inbound request: dryRun=1 asks for a dry run; with
// dryRun=0 or without it the request is carried out. Other parameters are ignored.
//
// Errors name the parameter. A query that may have meant a dry run is an error and not
// ignored, since a request that was only meant as a test would be stored.
func readDryRun(raw string) (dry bool, err error) {
	if raw == "" {
		return false, nil
	}
	values, malformed := url.ParseQuery(raw)
	if malformed != nil && strings.Contains(strings.ToLower(raw), "dryrun") {
		return false, errQuery
	}
	for name := range values {
		if name != "dryRun" && strings.EqualFold(name, "dryRun") {
			return false, svcx.Invalid("dryRun", "must be spelled exactly like this; parameter names are case-sensitive")
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
	return false, svcx.Invalid("dryRun", "must be 1 for a dry run or 0 for none")
}

// dryRun is POST /api/webhooks/custom/{channelId}?dryRun=1: it answers what inbound would
// do with the same request now (form.Form.DryRun). Nothing is stored or logged. bad is
// the error of the query, if any.
//
// Answer: 200 {data}, also for a body that would be refused: the answer has the event
// log entry that it would get. Errors: 401 and 503 as of authorize, 503 if the body or
// the answer gets no share of the budget, a validation error for a bad query and for a
// body that did not arrive whole.
func (h *Handler) dryRun(c *call, bad error) error {
	received := h.now()
	if err := h.authorize(c); err != nil {
		return err
	}
	if bad != nil {
		return bad
	}
	body, reason, err := h.readBody(c)
	if err != nil {
		return unreadable(err)
	}
	defer body.Release()
	var answer []byte
	for range maxTries {
		answer, err = h.dryRunAnswer(c, received, body, reason)
		if !errors.Is(err, messaging.ErrOutdated) {
			break
		}
		if err := h.authorize(c); err != nil {
			return err
		}
	}
	if errors.Is(err, messaging.ErrOutdated) {
		return svcx.Unavailable("reading", err)
	}
	if err != nil {
		return err
	}
	body.Release()
	return h.answerEncoded(c, answer)
}

// dryRunAnswer returns the encoded answer of a dry run.
func (h *Handler) dryRunAnswer(c *call, received time.Time, body *limit.Body, reason svcx.Reason) ([]byte, error) {
	outcome, ignored, err := h.preview(c.http.Context(), c.caller, received, bytesOf(body), reason)
	if err != nil {
		return nil, err
	}
	data, err := c.form.DryRun(outcome, ignored)
	if err != nil {
		return nil, err
	}
	return form.Encode(dataEnvelope{data})
}

// preview is what the request would do, and the paths of its body that are not read.
func (h *Handler) preview(ctx context.Context, c caller, received time.Time, body []byte, reason svcx.Reason) (outcome *svcx.DryRun, ignored []string, err error) {
	receipt := c.emptyReceipt(received, reason)
	var reads *form.Reads
	if receipt.Rejected == nil {
		// A generated id is not known in advance.
		noID := func() string { return "" }
		receipt.InboundBody, reads = c.form.InspectInbound(body, receipt.ReceivedAt, noID)
	}
	if err := h.pickFields(ctx, c.channel, receipt.Message); err != nil {
		return nil, nil, err
	}
	if outcome, err = h.messaging.DryRun(ctx, receipt); err != nil {
		return nil, nil, err
	}
	return outcome, reads.Ignored(outcome.Unused, outcome.FieldKeys), nil
}

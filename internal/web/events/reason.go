package events

import (
	"strconv"
	"strings"

	"svcx"
	"svcx/internal/web/texts"
)

// reason is why an entry is no success: what happened, what the log has of it, and what to do.
type reason struct {
	code, text, detail, next string
}

// reasonOf returns the reason of an error of the event log, which begins with a code; nil for
// none. status is that of the answer, 0 without one.
func reasonOf(p *texts.Printer, text string, status int) *reason {
	if text == "" {
		return nil
	}
	code, detail, _ := strings.Cut(text, ": ")
	r := &reason{code: code, detail: detail}
	id := code
	if code == svcx.ReasonHTTPStatus {
		id = httpReason(code, status)
	}
	if !p.Has("events.reason." + id) {
		r.text = text
		return r
	}
	r.text, r.next = p.T("events.reason."+id, "Status", strconv.Itoa(status)), p.T("events.next."+id)
	return r
}

// httpReason tells the statuses of answers apart by what is to be done.
func httpReason(code string, status int) string {
	switch {
	case status == 401 || status == 403:
		return code + ".auth"
	case status == 404 || status == 405 || status == 410:
		return code + ".path"
	case status == 400 || status == 413 || status == 415 || status == 422:
		return code + ".refused"
	case status == 429:
		return code + ".busy"
	case status >= 500:
		return code + ".broken"
	}
	return code
}

// httpReasons are all that httpReason returns, by a status that has it.
var httpReasons = []int{401, 404, 400, 429, 500, 100}

package contract

import (
	"strings"
	"testing"
)

// TestDocumentCheckFindsFaults: the check of answers against the documents finds what is
// wrong.
func TestDocumentCheckFindsFaults(t *testing.T) {
	const status = `{"data":{"id":"1","status":"open","updatedAt":"2026-11-27T22:05:01.123Z"}}`
	for name, c := range map[string]struct {
		method, path string
		status       int
		body, fault  string
	}{
		"nothing":                {"POST", "/conversations/1/reopen", 200, status, ""},
		"an error":               {"POST", "/conversations/1/reopen", 404, `{"error":{"code":"NOT_FOUND","message":"x"}}`, ""},
		"an unknown path":        {"GET", "/nothing", 404, `{"error":{"code":"NOT_FOUND","message":"x"}}`, ""},
		"another method":         {"PUT", "/contacts", 405, `{"error":{"code":"METHOD_NOT_ALLOWED","message":"x"}}`, ""},
		"a new path":             {"GET", "/nothing", 200, `{}`, "has no GET /nothing"},
		"a new status":           {"POST", "/conversations/1/reopen", 418, `{"error":{"code":"NOT_FOUND","message":"x"}}`, "can answer 418"},
		"a new member":           {"POST", "/conversations/1/reopen", 200, strings.Replace(status, `"id"`, `"new":1,"id"`, 1), "new"},
		"a missing member":       {"POST", "/conversations/1/reopen", 200, strings.Replace(status, `"id":"1",`, ``, 1), "id"},
		"another type":           {"POST", "/conversations/1/reopen", 200, strings.Replace(status, `"1"`, `1`, 1), "/data/id"},
		"another word":           {"POST", "/conversations/1/reopen", 200, strings.Replace(status, `open`, `ajar`, 1), "/data/status"},
		"an invalid time":        {"POST", "/conversations/1/reopen", 200, strings.Replace(status, `T22`, ` 22`, 1), "/data/updatedAt"},
		"of a channel":           {"POST", "/webhooks/custom/1/heartbeat", 200, `{"ok":true,"receivedAt":"2026-11-27T22:05:01.123Z"}`, ""},
		"a channel's new member": {"POST", "/webhooks/custom/1/heartbeat", 200, `{"ok":true,"receivedAt":"2026-11-27T22:05:01.123Z","new":1}`, "new"},
		"a channel's new path":   {"GET", "/webhooks/custom/1/nothing", 200, `{}`, "has no GET /webhooks/custom/1/nothing"},
		"another code":           {"POST", "/conversations/1/reopen", 403, `{"error":{"code":"FORBIDDEN","message":"x"}}`, "/error/code"},
	} {
		t.Run(name, func(t *testing.T) {
			d, err := documentOf["A"]()
			if err != nil {
				t.Fatal(err)
			}
			err = d.check(c.method, c.path, response{status: c.status, body: []byte(c.body)})
			if c.fault == "" && err != nil || c.fault != "" && (err == nil || !strings.Contains(err.Error(), c.fault)) {
				t.Errorf("found %v, not %q", err, c.fault)
			}
		})
	}
}

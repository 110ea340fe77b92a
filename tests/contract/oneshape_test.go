package contract

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// notCompared are the operations whose answers session-one-shape.txtar does not
// compare with the same record elsewhere, and why.
var notCompared = map[string]string{
	"requestLink": noRecord, "verify": noRecord, "logout": noRecord, "endSession": noRecord,
	"getSession": "who is signed in, shown nowhere else", "listSessions": "a person's sessions, shown nowhere else",

	"deleteCategory": gone, "deleteField": gone, "deleteStaffLink": gone, "revokeKey": gone, "revokeKeyShort": gone, "deleteChannel": gone,
	"deleteConversation": gone, "eraseContact": gone, "deleteSecret": gone, "removeMember": gone, "deleteSavedReply": gone,
	"deleteSigningSecret": gone,

	"readConversation": noRecord, "setTyping": noRecord, "agentTypes": noRecord, "agentReads": noRecord,
	"importConversations": "counts what it did; what it made is read by the others", "importMessages": "counts what it did; what it made is read by the others",
	"putContent": "echoes fresh URLs; what is known of them stands beside messages", "backRequest": "what an integrator said, not what is stored",
	"regenerateChannelKey": "a secret, shown in full here alone", "revealChannelKey": "a secret", "createSigningSecret": "a secret",
	"redeliverEvent": noRecord, "redeliverMany": noRecord, "testChannel": noRecord,
	"polish": written, "suggest": written, "rename": written, "summarize": written, "cleanup": written, "translate": written, "handbrake": written, "tryAI": written,
	"getAIUsage": "counts, shown nowhere else",
	"getReport":  "counts, shown nowhere else", "getChannelQueue": "counts, shown nowhere else",
}

const (
	noRecord = "answers no record"
	written  = "answers what the AI provider wrote"
	gone     = "answers that something is gone"
)

var scriptCall = regexp.MustCompile(`(?m)^(?:\[\w+\] )?(call|session|upload|exported|stream)\b(?: -\w+ \S+)*(?: ([A-Z]+) (\S+))?`)

// TestRecordHasOneShapeOnEveryPath: a record has the same shape for an audience on every path. Each
// operation is in the script that compares the paths, or is listed here with a
// reason.
func TestRecordHasOneShapeOnEveryPath(t *testing.T) {
	type made struct{ method, path string }
	var calls []made
	for _, m := range scriptCall.FindAllStringSubmatch(readSource(t, "scripts/session-one-shape.txtar"), -1) {
		path, _, _ := strings.Cut(m[3], "?")
		switch {
		case m[1] == "upload":
			calls = append(calls, made{"POST", "/api/acme/files"})
		case m[1] == "exported":
			calls = append(calls, made{"GET", "/api/acme/export"})
		case m[1] == "stream":
			calls = append(calls, made{"GET", "/api/acme/stream"})
		case strings.HasPrefix(path, "/"):
			calls = append(calls, made{m[2], path})
		case m[1] == "call":
			calls = append(calls, made{m[2], "/api/v1/acme/" + path})
		default:
			calls = append(calls, made{m[2], "/api/acme/" + path})
		}
	}
	known := map[string]bool{}
	for _, op := range append(sessionOperations(t), keyOperations(t)...) {
		known[op.name] = true
		compared := slices.ContainsFunc(calls, func(c made) bool { return c.method == op.method && op.pattern.MatchString(c.path) })
		if reason := notCompared[op.name]; compared == (reason != "") {
			t.Errorf("%s (%s %s): in the script: %v, known for not being there: %q", op.name, op.method, op.path, compared, reason)
		}
	}
	for name := range notCompared {
		if !known[name] {
			t.Errorf("there is no operation %s", name)
		}
	}
}

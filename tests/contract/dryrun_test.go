package contract

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// outcomeMembers are the members of a log entry that a dry run predicts.
var outcomeMembers = []string{"status", "eventType", "error", "warnings"}

// foretell makes a dry run of a request to the inbound endpoint and returns its
// outcome; nil for a request without a key, if the service is down, and if the
// script counts its requests.
func (w *fixture) foretell(s sent, path string) (map[string]any, error) {
	if w.settings["SVCX_RATE_LIMIT"] != "0" {
		return nil, nil
	}
	body := s.body
	if len(s.words) == 3 {
		expanded, err := w.expandJSON(s.words[2])
		if err != nil {
			return nil, err
		}
		body = []byte(expanded)
	}
	header := s.header.Clone()
	s.header = header
	s.fill("Content-Type", "application/json")
	res, err := w.send(request{"POST", path + "?dryRun=1", header, body})
	if err != nil {
		return nil, err
	}
	switch res.status {
	case http.StatusUnauthorized, http.StatusServiceUnavailable:
		return nil, nil
	case http.StatusOK:
	default:
		return nil, fmt.Errorf("a dry run is answered %d: %s", res.status, res.body)
	}
	document, err := parseJSON(res.body)
	if err != nil {
		return nil, err
	}
	found, _ := lookUp(document, "data.outcome")
	if len(found) != 1 {
		return nil, fmt.Errorf("a dry run has no outcome: %s", res.body)
	}
	outcome, _ := found[0].(map[string]any)
	return outcome, nil
}

// cameTrue expects the newest entry of an inbound request to be as predicted.
func (w *fixture) cameTrue(s *sent, path string, foretold map[string]any) error {
	if foretold == nil {
		return nil
	}
	var newest map[string]any
	for more := true; more; {
		res, err := w.send(request{"GET", fmt.Sprintf("%s/events?limit=100&after=%s", path, text(w.after(path))), s.header, nil})
		if err != nil {
			return err
		}
		document, err := parseJSON(res.body)
		if err != nil {
			return err
		}
		page, _ := document.(map[string]any)
		records, _ := page["data"].([]any)
		for _, record := range records {
			if r, _ := record.(map[string]any); r["direction"] == "inbound" {
				newest = r
			}
		}
		w.logRead[path] = page["nextAfter"]
		more = page["hasMore"] == true
	}
	for _, name := range outcomeMembers {
		if newest == nil || !reflect.DeepEqual(newest[name], foretold[name]) {
			return fmt.Errorf("the dry run said %s, the event log says %s", text(foretold), text(newest))
		}
	}
	return nil
}

// after is the id of the last entry of a channel's log that was read.
func (w *fixture) after(path string) any {
	if id := w.logRead[path]; id != nil {
		return id
	}
	return "0"
}

// requestLine is a line of a script that sends a body to the inbound endpoint.
var requestLine = regexp.MustCompile(`(?m)^(?:\[[AB]\] )?(?:repeat \d+ )?inbound (-data )?'((?:[^']|'')*)'$`)

// scriptBodies are all bodies that the scripts send to the inbound endpoint, and
// some more, without duplicates.
func scriptBodies(t *testing.T, w *fixture) []string {
	t.Helper()
	files, err := filepath.Glob("scripts/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	bodies := []string{
		`{"content":"hi","foo":{"bar":[1,{"baz":null}]},"":0}`, `{"action":"x","conversationId":5.0}`, `{"content":1e400}`, "{\"content\":\"\xff\"}",
		`{"intent":"updateinfo","conversationId":"c1","data":{"email":"ada@example.com","tags":"a,b","avatarUrl":"https://pictures.example.com/a.png","x":1}}`,
		`{"content":"` + strings.Repeat("x", 2<<20) + `"}`,
	}
	for _, file := range files {
		script, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range requestLine.FindAllStringSubmatch(string(script), -1) {
			body := strings.ReplaceAll(found[2], "''", "'")
			for _, name := range reference.FindAllString(body, -1) {
				if name = strings.Trim(name, "${}"); w.saved[name] == nil {
					if _, err := w.value(name); err != nil {
						w.saved[name], _ = parseJSON([]byte("1")) // stands for what the script saved
					}
				}
			}
			expand := w.expandJSON
			if found[1] != "" {
				expand = w.expand
			}
			if body, err = expand(body); err != nil {
				t.Fatalf("%s: %s: %v", file, found[0], err)
			}
			if !slices.Contains(bodies, body) {
				bodies = append(bodies, body)
			}
		}
	}
	if len(bodies) < 150 {
		t.Fatalf("the scripts have %d bodies only", len(bodies))
	}
	return bodies
}

// eachFixture runs a test in both forms on both databases.
func eachFixture(t *testing.T, run func(t *testing.T, w *fixture)) {
	t.Parallel()
	for _, form := range []string{"A", "B"} {
		for _, database := range []string{sqlite, postgres} {
			t.Run(form+"/"+database, func(t *testing.T) {
				t.Parallel()
				w, err := newFixture(t, form, database, t.TempDir())
				if err != nil {
					t.Fatal(err)
				}
				defer w.close()
				run(t, w)
			})
		}
	}
}

// toInbound posts to the channel of acme.
func (w *fixture) toInbound(t *testing.T, query, key, body string) response {
	t.Helper()
	header := http.Header{"X-Svcx-Api-Key": {key}, "Content-Type": {"application/json"}}
	res, err := w.send(request{"POST", "/api/webhooks/custom/" + text(w.saved["channel"]) + query, header, []byte(body)})
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// TestDryRunStoresNothing: whatever is sent, with the key and without, no row of the
// database changes, and no id is used up.
//
// clause: I dry run
func TestDryRunStoresNothing(t *testing.T) {
	eachFixture(t, func(t *testing.T, w *fixture) {
		key := text(w.saved["channel_key"])
		for _, body := range []string{
			`{"messageId":"m1","conversationId":"c1","from":{"externalId":"u","email":"ada@example.com"},"content":"x"}`,
			`{"messageId":"m2","conversationId":"c2","from":{"externalId":"u1"},"content":"x"}`,
			`{"action":"conversation.resolve","conversationId":"c2"}`,
		} {
			w.toInbound(t, "", key, body)
		}
		if w.form == "B" {
			if err := logged(w, nil, []string{"1", "direction=outbound", "status=ok"}); err != nil {
				t.Fatal(err)
			}
		}
		bodies := scriptBodies(t, w)
		before := w.stored(t)
		for _, body := range bodies {
			if res := w.toInbound(t, "?dryRun=1", key, body); res.status != http.StatusOK {
				t.Errorf("%.200s is answered %d %s", body, res.status, res.body)
			}
		}
		for query, status := range map[string]int{"?dryRun=1": http.StatusUnauthorized, "?dryRun=yes": http.StatusUnauthorized} {
			if res := w.toInbound(t, query, "wrong", bodies[0]); res.status != status {
				t.Errorf("with a wrong key %s is answered %d", query, res.status)
			}
		}
		w.toInbound(t, "?dryRun=yes", key, bodies[0])
		if diff := cmp.Diff(before, w.stored(t)); diff != "" {
			t.Error(diff)
		}
	})
}

// TestDryRunComesTrue: the conversation, the contact and the message of a dry run are
// as they are after the request itself.
//
// clause: I dry run
func TestDryRunComesTrue(t *testing.T) {
	eachFixture(t, func(t *testing.T, w *fixture) {
		key := text(w.saved["channel_key"])
		checked := 0
		for _, body := range scriptBodies(t, w) {
			res := w.toInbound(t, "?dryRun=1", key, body)
			if res.status != http.StatusOK {
				t.Fatalf("%.200s is answered %d %s", body, res.status, res.body)
			}
			said, err := parseJSON(res.body)
			if err != nil {
				t.Fatal(err)
			}
			if res := w.toInbound(t, "", key, body); string(res.body) != "ok" {
				t.Fatalf("%.200s is answered %d %s", body, res.status, res.body)
			}
			data, _ := said.(map[string]any)["data"].(map[string]any)
			if w.asSaid(t, body, data) {
				checked++
			}
		}
		if checked < 30 {
			t.Errorf("%d conversations were compared only", checked)
		}
	})
}

// asSaid compares a dry run with what is stored; false if there is nothing to
// compare, or no id to find it by.
func (w *fixture) asSaid(t *testing.T, body string, said map[string]any) bool {
	t.Helper()
	conversation, _ := said["conversation"].(map[string]any)
	if conversation == nil || conversation["externalConversationId"] == nil {
		return false
	}
	get := func(path string) any {
		res, err := w.send(request{"GET", "/api/v1/acme/" + path, w.bearer("key"), nil})
		if err != nil || res.status != http.StatusOK {
			t.Fatalf("%s: %d %s %v", path, res.status, res.body, err)
		}
		document, _ := parseJSON(res.body)
		return document.(map[string]any)["data"]
	}
	compare := func(what string, there any, said map[string]any, but ...string) {
		t.Helper()
		there = maps.Clone(there.(map[string]any))
		for name := range there.(map[string]any) {
			if slices.Contains(but, name) {
				delete(there.(map[string]any), name)
			} else if !reflect.DeepEqual(there.(map[string]any)[name], said[name]) {
				t.Errorf("%.300s\nthe %s's %s is %s, the dry run said %s", body, what, name, text(there.(map[string]any)[name]), text(said[name]))
			}
		}
	}
	found := get("conversations?externalConversationId=" + url.QueryEscape(text(conversation["externalConversationId"]))).([]any)
	if len(found) != 1 {
		t.Fatalf("%s\nthere are %d conversations", body, len(found))
	}
	there := found[0].(map[string]any)
	times := []string{"createdAt", "updatedAt", "lastMessageAt", "resolvedAt"}
	but := times
	if conversation["new"] == true {
		but = append([]string{"id", "contactId"}, but...)
	} else if contact, _ := said["contact"].(map[string]any); contact != nil && contact["new"] == true {
		but = append([]string{"contactId"}, but...)
	}
	compare("conversation", there, conversation, but...)
	if contact, _ := said["contact"].(map[string]any); contact != nil && conversation["new"] == true {
		compare("contact", get("contacts/"+text(there["contactId"])), contact, append([]string{"id"}, times...)...)
	}
	message, _ := said["message"].(map[string]any)
	if message == nil || message["externalId"] == nil {
		return true
	}
	for _, m := range get("conversations/" + text(there["id"]) + "/messages?limit=200").([]any) {
		if m.(map[string]any)["externalId"] == message["externalId"] {
			compare("message", m, message, "id", "conversationId", "createdAt", "sentAt")
			return true
		}
	}
	t.Errorf("%s\nthe message is not there", body)
	return true
}

package main

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"svcx/client"
)

// The exit code of --verify tells whether the receiver does what svcx needs.
func TestListenVerify(t *testing.T) {
	bare(t)
	const secret = "whsec_YW4gZXhhbXBsZSwgbm90IGEgcmVhbCBzZWNyZXQuLi4="
	check, err := client.Signed(secret)
	if err != nil {
		t.Fatal(err)
	}
	right := httptest.NewServer(&client.Receiver{Check: check, Repeats: client.Recent(100), Log: slog.New(slog.DiscardHandler)})
	defer right.Close()
	wrong := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) }))
	defer wrong.Close()
	for _, form := range []string{"A", "B"} {
		if got := runs(t, "listen", "--verify", right.URL, "--secret", secret, "--form", form); got.code != 0 || !strings.Contains(got.stdout, "pass  ping  204") || strings.Contains(got.stdout, "\nfail  ") {
			t.Errorf("a right receiver, form %s: %+v", form, got)
		}
	}
	got := runs(t, "listen", "--verify", wrong.URL, "--secret", secret, "--json")
	if got.code != exitFailed || !strings.Contains(got.stderr, "does not do all that svcx needs") {
		t.Errorf("a wrong receiver: %+v", got)
	}
	for line := range strings.Lines(got.stdout) {
		if !json.Valid([]byte(line)) {
			t.Errorf("this is not JSON: %s", line)
		}
	}
}

// What does not fit together is wrong usage.
func TestListenAndSendUsage(t *testing.T) {
	dir := bare(t)
	if err := os.WriteFile(dir+"/rules.json", []byte(`[{"status": 1}]`), 0o600); err != nil {
		t.Fatal(err)
	}
	for want, args := range map[string][]string{
		"--verify tries a receiver":    {"listen", "--verify", "http://x", "--feed", "http://y", "--key", "k"},
		"belong together":              {"listen", "--feed", "http://y"},
		"for --feed":                   {"listen", "--after", "1"},
		"200 to 599":                   {"listen", "--status", "99"},
		"be negative":                  {"listen", "--delay", "-1s"},
		"begin with http":              {"listen", "--forward", "localhost:3000"},
		"confirm, content or query":    {"listen", "--verify", "http://x", "--need", "all"},
		"missing flags: --key=KEY":     {"send", "--url", "http://x"},
		"--url: ":                      {"send", "--url", "x", "--key", "k"},
		"give one of":                  {"send", "--url", "http://x", "--key", "k", "--content", "x", "--action", "conversation.close"},
		"need --conversation":          {"send", "--url", "http://x", "--key", "k", "--intent", "rating.request"},
		"needs --rating":               {"send", "--url", "http://x", "--key", "k", "--conversation", "c", "--action", "rating.submit"},
		"must be JSON":                 {"send", "--url", "http://x", "--key", "k", "--conversation", "c", "--intent", "updateinfo", "--data", "{"},
		"for --intent updateinfo":      {"send", "--url", "http://x", "--key", "k", "--data", "{}"},
		"must be conversation.resolve": {"send", "--url", "http://x", "--key", "k", "--action", "resolve"},
	} {
		if got := runs(t, args...); got.code != exitUsage || !strings.Contains(got.stderr, want) {
			t.Errorf("svcx %v: %+v, want %q", args, got, want)
		}
	}
	for want, args := range map[string][]string{
		"rule 1: status must be 200 to 599": {"listen", "--answers", "rules.json"},
		"no such file":                      {"listen", "--answers", "nothing.json"},
		"not base64":                        {"listen", "--secret", "whsec_%"},
		"svcx answered 404":                 {"send", "--url", httptest.NewServer(http.NotFoundHandler()).URL, "--key", "k"},
	} {
		if got := runs(t, args...); got.code != exitFailed || !strings.Contains(got.stderr, want) {
			t.Errorf("svcx %v: %+v, want %q", args, got, want)
		}
	}
}

// What is sent has every flag in it, and what is not ok is exit code 1.
func TestSendBodies(t *testing.T) {
	bare(t)
	var body string
	outcome := "ok"
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Request-Id", "r-1")
		if strings.HasSuffix(r.URL.Path, "/events") {
			json.NewEncoder(w).Encode(map[string]any{"data": []any{map[string]any{"requestId": "r-1", "eventType": "inbound_webhook", "status": outcome, "error": "why \x1b[2J", "warnings": []string{"a\nb"}}}})
			return
		}
		text := make([]byte, r.ContentLength)
		r.Body.Read(text)
		body = string(text)
	}))
	defer server.Close()
	for want, args := range map[string][]string{
		`"content":"<b>","contentType":"html","subject":"S","attachments":[{"url":"https://a/b"}]}`: {"--content", "<b>", "--content-type", "html", "--subject", "S", "--attachment", "https://a/b"},
		`"from":{"externalId":"u","name":"N","email":"e","type":"bot"}`:                             {"--from", "u", "--name", "N", "--email", "e", "--from-type", "bot"},
		`{"action":"conversation.assign","conversationId":"c","assignedTo":3}`:                      {"--conversation", "c", "--action", "conversation.assign", "--assigned-to", "3"},
		`{"action":"conversation.assign","conversationId":"c","assignedTo":null}`:                   {"--conversation", "c", "--action", "conversation.assign"},
		`{"action":"rating.submit","conversationId":"c","rating":5,"comment":"C","ratedBy":"R"}`:    {"--conversation", "c", "--action", "rating.submit", "--rating", "5", "--comment", "C", "--rated-by", "R"},
		`{"conversationId":"c","data":{"name":"Ada"},"intent":"updateinfo"}`:                        {"--conversation", "c", "--intent", "updateinfo", "--data", `{"name":"Ada"}`},
	} {
		if got := runs(t, append([]string{"send", "--url", server.URL, "--key", "k"}, args...)...); got.code != 0 || !strings.Contains(body, want) {
			t.Errorf("svcx send %v sent %s: %+v", args, body, got)
		}
	}
	outcome = "error"
	got := runs(t, "send", "--url", server.URL, "--key", "k")
	if got.code != exitFailed || strings.Contains(got.stdout, "\x1b") || strings.Count(got.stdout, "\n") != 2 || !strings.Contains(body, `"conversationId":"sample-1"`) {
		t.Errorf("an error: %+v", got)
	}
	if got := runs(t, "send", "--url", server.URL, "--key", "k", "--json"); got.code != exitFailed || !json.Valid([]byte(got.stdout)) {
		t.Errorf("an error as JSON: %+v", got)
	}
}

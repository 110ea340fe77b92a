package contract

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestListenAndSend uses the integrator's two commands against the program: what send sends is
// stored or refused as it says, and listen receives what comes back, signed and in order, by
// calls and by the feed.
//
// clause: I listen, I send
func TestListenAndSend(t *testing.T) {
	eachSite(t, func(t *testing.T, s *site) {
		s.settings["SVCX_OUTBOUND_ALLOW_CIDRS"], s.settings["SVCX_OUTBOUND_ALLOW_HTTP"] = "127.0.0.0/8", "true"
		s.settings["SVCX_OUTBOUND_RETRY_SCHEDULE"] = "100ms"
		path, key := s.inbound()
		p := serve(t, s.settings, "serve")
		a := signIn(t, s, p.url)
		channel := "channels" + path[strings.LastIndex(path, "/"):]
		secret := text(member(t, a.do("POST", channel+"/signing-secret", "", 200), "data.secret"))

		// A person at a terminal has no data folder of the server.
		alone := settings{"SVCX_DATA_DIR": filepath.Join(t.TempDir(), "none")}
		listener := serve(t, alone, "listen", "--addr", "127.0.0.1:0", "--secret", secret, "--veto", "ask us first")
		a.do("PATCH", channel, fmt.Sprintf(`{"settings":{"webhookUrl":%q,"aiVerificationUrl":%q,
			"intentConfirmationEnabled":true,"feedEnabled":true}}`, listener.url, listener.url), 200)
		a.want(a.do("POST", channel+"/test", "", 200), "data.ok == true")

		at := &site{form: s.form, settings: alone}
		send := func(args ...string) (map[string]any, error) {
			return at.run(append([]string{"send", "--url", p.url + path, "--key", key}, args...)...)
		}
		sent := func(outcome string, args ...string) {
			t.Helper()
			printed, err := send(args...)
			if err != nil {
				t.Fatal(err)
			}
			a.want(printed, outcome)
		}
		// Nothing is stored by a dry run: the message is new afterwards.
		sent("outcome.status == ok", "--content", "Where is it?", "--conversation", "c1", "--message-id", "m1", "--dry-run")
		sent("outcome.status == ok", "--content", "Where is it?", "--conversation", "c1", "--message-id", "m1")
		body := filepath.Join(t.TempDir(), "body.json")
		if err := os.WriteFile(body, []byte(`{"messageId":"m2","conversationId":"c1","from":{"externalId":"u1","name":"Kim"},"content":"Hello?"}`), 0o600); err != nil {
			t.Fatal(err)
		}
		sent("outcome.status == ok", "--file", body)
		if _, err := send("--action", "conversation.close", "--conversation", "nowhere"); err == nil || !strings.Contains(err.Error(), "the outcome is not ok") {
			t.Errorf("an action in an unknown conversation: %v", err)
		}
		if _, err := at.run("send", "--url", p.url+path, "--key", "wrong"); err == nil || !strings.Contains(err.Error(), "its key is wrong") {
			t.Errorf("a wrong key: %v", err)
		}

		conversation := a.conversation("c1")
		a.do("POST", conversation+"/messages", `{"content":"On its way."}`, 201)
		a.want(a.do("POST", conversation+"/resolve", "", 422), "error.code == VETOED", "error.message ~ ask us first")
		listener.output.await(t, "On its way.")
		feed := spawn(t, alone, "listen", "--feed", p.url+path, "--key", key, "--after", "0", "--json")
		feed.output.await(t, "On its way.")
		for _, unwanted := range []string{"signature is not", "is not signed", "has no webhook-id", "gap"} {
			if strings.Contains(listener.output.String(), unwanted) {
				t.Errorf("listen says %q:\n%s", unwanted, listener.output)
			}
		}
	})
}

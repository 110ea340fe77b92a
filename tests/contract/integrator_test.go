package contract

import (
	"bytes"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
)

// integrator builds the example integrator once and returns its path.
var integrator = sync.OnceValues(func() (string, error) {
	svcx, err := binary()
	if err != nil {
		return "", err
	}
	path := filepath.Join(filepath.Dir(svcx), "integrator")
	build := exec.Command("go", "build", "-o", path, "svcx/examples/integrator")
	build.Env = append(os.Environ(), "CGO_ENABLED=0") // compiled once, with the program
	out, err := build.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("building the integrator: %w\n%s", err, out)
	}
	return path, nil
})

// TestExampleIntegratorAgainstTheProgram runs the tour of examples/integrator, which was written from the
// contract alone, against the real program: it uses every call of the webhook
// integration in both directions. The test plays the agent, by the session API.
func TestExampleIntegratorAgainstTheProgram(t *testing.T) {
	eachSite(t, func(t *testing.T, s *site) {
		cert, key := certificate(t)
		s.settings["SVCX_OUTBOUND_ALLOW_CIDRS"] = "127.0.0.0/8"
		s.settings["SVCX_OUTBOUND_CA_FILE"] = cert
		// What is not delivered at once is a fault here; do not wait for retries.
		s.settings["SVCX_OUTBOUND_RETRY_SCHEDULE"] = "100ms"
		arguments := []string{"--cert", cert, "--tls-key", key}
		if s.form == "A" { // plain http must work too, for development
			s.settings["SVCX_OUTBOUND_ALLOW_HTTP"] = "true"
			arguments = nil
		}
		path, channelKey := s.inbound()
		p := serve(t, s.settings, "serve")
		a := signIn(t, s, p.url)
		channel := "channels" + path[strings.LastIndex(path, "/"):]
		if s.form == "B" {
			category := a.do("POST", "categories", `{"name":"Orders","color":"blue"}`, 201)
			a.do("POST", "fields", `{"key":"order_note","name":"Note","type":"text"}`, 201)
			a.category = text(member(t, category, "data.id"))
			secret := a.do("POST", channel+"/signing-secret", "", 200)
			arguments = append(arguments, "--signing-secret", text(member(t, secret, "data.secret")))
		}
		i := startIntegrator(t, append(arguments, "--check", "--run", "ci", "--wait", "60s",
			"--form", s.form, "--inbound", p.url+path, "--key", channelKey))

		a.do("PATCH", channel, fmt.Sprintf(`{"settings":{"webhookUrl":%q,"aiVerificationUrl":%q,
			"intentConfirmationEnabled":true,"ephemeralContent":true,"backRequestsEnabled":true,
			"messageExportEnabled":true,"messageExportDepth":10,"ratingAutoRequest":true}}`, i.url, i.url), 200)
		ping := a.do("POST", channel+"/test", "", 200)
		a.want(ping, "data.ok == true", "data.responseStatus == 204")

		desk := a.conversation("desk-ci")
		a.work(desk, a.conversation("vip-ci"))
		select {
		case err := <-i.ended:
			if err != nil || !strings.HasSuffix(i.String(), "\nok\n") {
				t.Errorf("the integrator ends with %v", err)
			}
		case <-time.After(70 * time.Second):
			t.Error("the integrator does not end")
		}
		if s.form == "B" {
			a.compare(desk, a.conversation("own-ci"))
		}
	})
}

// work is what the agent does: every call to the integrator that needs an agent.
func (a *agent) work(desk, vip string) {
	// Viewing a conversation requests fresh URLs of its files, and the name and
	// avatar of its contact.
	a.until("GET", desk+"/messages", "resolved ~ broken.png[?]until=")
	contact := a.do("GET", desk, "", 200)
	a.until("GET", "contacts/"+text(member(a.t, contact, "data.contactId")), "data.name == Kim", "data.email == kim-ci@example.com",
		"data.avatarSrc ~ ^/media/avatar/acme/")

	a.do("POST", desk+"/messages", `{"content":"We send a new one.",
		"attachment":{"url":"https://files.example.com/label.pdf","filename":"label.pdf","mimeType":"application/pdf"}}`, 201)
	a.do("POST", desk+"/notes", `{"content":"A note is between agents."}`, 201)
	a.do("POST", desk+"/assign", fmt.Sprintf(`{"assignedTo":%s}`, a.id), 200)
	a.want(a.do("POST", desk+"/resolve", "", 200), "data.status == resolved")
	a.want(a.do("POST", desk+"/reopen", "", 200), "data.status == open")
	a.want(a.do("POST", desk+"/close", "", 200), "data.status == closed")

	veto := a.do("POST", vip+"/resolve", "", 422)
	a.want(veto, "error.code == VETOED", "error.message ~ account manager")
	a.want(a.do("GET", vip, "", 200), "data.status == open")

	// The tour waits for the last one: then it ends and answers no more.
	for _, ask := range []struct{ kind, result string }{
		{"query.contact.avatar", "data.result.avatarUrl == https://www.example.com/kim.png"},
		{"query.contact.info", "data.result.name == Kim"},
		{"query.message.content", "data.result.content ~ ^<p>Look"},
		{"query.conversation.metadata", "data.result.subject == Order 1042"},
	} {
		answer := a.do("POST", desk+"/backrequest", fmt.Sprintf(`{"type":%q}`, ask.kind), 200)
		a.want(answer, "data.type == "+ask.kind, ask.result)
	}
}

// compare checks the results of the tour.
func (a *agent) compare(desk, own string) {
	a.want(a.do("GET", desk, "", 200), "data.status == closed", "data.subject == Broken on arrival", "data.categoryId == "+a.category)
	a.want(a.do("GET", desk+"/fields", "", 200), "data.0.value == set by ci")
	a.want(a.do("GET", desk+"/participants", "", 200), "total == 3")
	a.want(a.do("GET", own, "", 200), "data.status == closed", "data.subject == Order 1042", "data.priority == high", "data.assignedTo == null")
	a.want(a.do("GET", own+"/rating", "", 200), "data.rating == 5", "data.comment == Quick!", "data.ratedBy == Ida")
	a.want(a.do("GET", own+"/messages", "", 200), "total == 3", "data.*.authorType == customer bot agent")
}

// agent is a member of acme who is signed in.
type agent struct {
	t        *testing.T
	client   *http.Client
	base     string
	id       string
	category string
}

// signIn starts a session of acme's admin with a link from the command line.
func signIn(t *testing.T, s *site, base string) *agent {
	t.Helper()
	link, err := s.run("login-link", "--email", "ann@acme.test", "--workspace", "acme")
	if err != nil {
		t.Fatal(err)
	}
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	a := &agent{t: t, client: &http.Client{Jar: jar, Timeout: patience}, base: base}
	a.do("POST", "/api/auth/verify", fmt.Sprintf(`{"token":%q}`, text(link["token"])), 200)
	session := a.do("GET", "/api/auth/session", "", 200)
	// An id in a body has the form's type.
	id, err := json.Marshal(member(t, session, "data.workspaces.0.userId"))
	if err != nil {
		t.Fatal(err)
	}
	a.id = string(id)
	return a
}

// do makes a call of the session API, expects the status and returns the body. A
// path without a leading slash is acme's.
func (a *agent) do(method, path, body string, status int) any {
	a.t.Helper()
	got, document := a.call(method, path, body)
	if got != status {
		a.t.Fatalf("%s %s %s: %d, not %d: %s", method, path, body, got, status, text(document))
	}
	return document
}

func (a *agent) call(method, path, body string) (status int, document any) {
	a.t.Helper()
	if !strings.HasPrefix(path, "/") {
		path = "/api/acme/" + path
	}
	req, err := http.NewRequest(method, a.base+path, strings.NewReader(body))
	if err != nil {
		a.t.Fatal(err)
	}
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	res, err := a.client.Do(req)
	if err != nil {
		a.t.Fatal(err)
	}
	defer res.Body.Close()
	answer, err := io.ReadAll(res.Body)
	if err != nil {
		a.t.Fatal(err)
	}
	if document, err = parseJSON(answer); err != nil {
		a.t.Fatalf("%s %s: %d %q", method, path, res.StatusCode, answer)
	}
	return res.StatusCode, document
}

// want expects claims to be true of a document: path, operator and value.
func (a *agent) want(document any, claims ...string) {
	a.t.Helper()
	for _, claim := range claims {
		if fault := a.fault(document, claim); fault != "" {
			a.t.Errorf("%s\ndocument: %s", fault, text(document))
		}
	}
}

func (a *agent) fault(document any, claim string) string {
	return check(document, "B", strings.SplitN(claim, " ", 3))
}

// until repeats a call until the claims are true of its answer.
func (a *agent) until(method, path string, claims ...string) any {
	a.t.Helper()
	for deadline := time.Now().Add(patience); ; time.Sleep(50 * time.Millisecond) {
		document := a.do(method, path, "", 200)
		fault := ""
		for _, claim := range claims {
			if fault == "" {
				fault = a.fault(document, claim)
			}
		}
		if fault == "" {
			return document
		}
		if time.Now().After(deadline) {
			a.t.Fatalf("%s %s: %s\ndocument: %s", method, path, fault, text(document))
		}
	}
}

// conversation waits until the integrator's conversation exists and returns its
// path.
func (a *agent) conversation(external string) string {
	a.t.Helper()
	found := a.until("GET", "conversations?externalConversationId="+external, "total == 1")
	return "conversations/" + text(member(a.t, found, "data.0.id"))
}

// member is a value of a document, which must have it.
func member(t *testing.T, document any, path string) any {
	t.Helper()
	found, _ := lookUp(document, path)
	if len(found) != 1 {
		t.Fatalf("there is no %s in %s", path, text(document))
	}
	return found[0]
}

// running is the example integrator, serving.
type running struct {
	*output
	url   string
	ended chan error
}

var webhookURL = regexp.MustCompile(`webhook URL: (\S+)\n`)

// startIntegrator starts it and waits until it prints its address.
func startIntegrator(t *testing.T, arguments []string) *running {
	t.Helper()
	path, err := integrator()
	if err != nil {
		t.Fatal(err)
	}
	i := &running{output: &output{found: make(chan string, 1)}, ended: make(chan error, 1)}
	cmd := exec.Command(path, arguments...)
	cmd.Stdout, cmd.Stderr = i, i
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	gone := make(chan struct{})
	go func() {
		i.ended <- cmd.Wait()
		close(gone)
	}()
	t.Cleanup(func() {
		cmd.Process.Kill()
		<-gone
		if t.Failed() {
			t.Logf("output of the integrator:\n%s", i)
		}
	})
	for deadline := time.Now().Add(patience); i.url == ""; time.Sleep(10 * time.Millisecond) {
		if found := webhookURL.FindStringSubmatch(i.String()); found != nil {
			i.url = found[1]
		} else if time.Now().After(deadline) {
			t.Fatal("the integrator does not listen")
		}
	}
	return i
}

// certificate writes a certificate for 127.0.0.1 and its key to files.
func certificate(t *testing.T) (certFile, keyFile string) {
	t.Helper()
	server := httptest.NewTLSServer(nil)
	defer server.Close()
	pair := server.TLS.Certificates[0]
	key, err := x509.MarshalPKCS8PrivateKey(pair.PrivateKey)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write := func(name, kind string, der []byte) string {
		path := filepath.Join(dir, name)
		var encoded bytes.Buffer
		if err := pem.Encode(&encoded, &pem.Block{Type: kind, Bytes: der}); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, encoded.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	return write("integrator.pem", "CERTIFICATE", pair.Certificate[0]), write("integrator.key", "PRIVATE KEY", key)
}

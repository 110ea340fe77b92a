package contract

import (
	"bytes"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"
)

// browser is a client with a cookie jar.
type browser struct {
	scenario *scenario
	client   *http.Client
}

func (d *scenario) newBrowser() *browser {
	jar, err := cookiejar.New(nil)
	if err != nil {
		d.Fatal(err)
	}
	client := &http.Client{Jar: jar, Timeout: patience}
	d.Cleanup(client.CloseIdleConnections)
	return &browser{d, client}
}

// signIn opens a link's page and does what its button does.
func (b *browser) signIn(link string) any {
	b.scenario.Helper()
	u, err := url.Parse(link)
	if err != nil {
		b.scenario.Fatal(err)
	}
	if page := b.get(u.RequestURI()); !strings.Contains(page, "<form") {
		b.scenario.Errorf("the link's page has no button: %s", page)
	}
	return b.do("POST", "/api/auth/verify", `{"token":"`+tokenOf(b.scenario.T, link)+`"}`, http.StatusOK)
}

// do makes a call, expects its status and returns the document. A path without a
// leading slash is below acme's session API.
func (b *browser) do(method, path, body string, status int) any {
	b.scenario.Helper()
	header := http.Header{}
	if body != "" {
		header.Set("Content-Type", "application/json")
	}
	got, answer := b.send(method, path, header, strings.NewReader(body))
	document, err := parseJSON(answer)
	if got != status || err != nil {
		b.scenario.Fatalf("%s %s %s: %d, not %d: %s", method, path, body, got, status, answer)
	}
	return document
}

// send makes a call; a successful one is recorded.
func (b *browser) send(method, path string, header http.Header, body io.Reader) (status int, answer []byte) {
	b.scenario.Helper()
	res := b.open(method, path, header, body)
	defer res.Body.Close()
	answer, err := io.ReadAll(res.Body)
	if err != nil {
		b.scenario.Fatal(err)
	}
	return res.StatusCode, answer
}

func (b *browser) open(method, path string, header http.Header, body io.Reader) *http.Response {
	b.scenario.Helper()
	if !strings.HasPrefix(path, "/") {
		path = "/api/acme/" + path
	}
	req, err := http.NewRequest(method, b.scenario.fixture.server.url+path, body)
	if err != nil {
		b.scenario.Fatal(err)
	}
	req.Header = header
	res, err := b.client.Do(req)
	if err != nil {
		b.scenario.Fatal(err)
	}
	if res.StatusCode < 300 {
		b.scenario.note(method, path)
	}
	return res
}

// get reads an address of the service, whatever its content.
func (b *browser) get(path string) string {
	b.scenario.Helper()
	path = strings.TrimPrefix(path, b.scenario.fixture.server.url)
	status, answer := b.send("GET", path, http.Header{}, nil)
	if status != http.StatusOK {
		b.scenario.Fatalf("GET %s: %d %s", path, status, answer)
	}
	return string(answer)
}

// listen reads the first event of a stream.
func (b *browser) listen(path string) {
	b.scenario.Helper()
	res := b.open("GET", path, http.Header{"Accept": {"text/event-stream"}}, nil)
	defer res.Body.Close()
	if kind := res.Header.Get("Content-Type"); res.StatusCode != http.StatusOK || !strings.HasPrefix(kind, "text/event-stream") {
		b.scenario.Fatalf("GET %s: %d %s", path, res.StatusCode, kind)
	}
	if _, err := res.Body.Read(make([]byte, 1)); err != nil {
		b.scenario.Fatal(err)
	}
}

func (b *browser) upload(name, content string) any {
	b.scenario.Helper()
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	part, err := w.CreateFormFile("file", name)
	if err != nil {
		b.scenario.Fatal(err)
	}
	io.WriteString(part, content)
	w.Close()
	status, answer := b.send("POST", "files", http.Header{"Content-Type": {w.FormDataContentType()}}, &body)
	document, err := parseJSON(answer)
	if status != http.StatusCreated || err != nil {
		b.scenario.Fatalf("uploading: %d %s", status, answer)
	}
	return document
}

// until repeats a call until the claims are true of its answer.
func (b *browser) until(method, path string, claims ...string) any {
	b.scenario.Helper()
	for deadline := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		document, fault := b.do(method, path, "", http.StatusOK), ""
		for _, claim := range claims {
			if fault == "" {
				fault = check(document, b.scenario.fixture.form, strings.SplitN(claim, " ", 3))
			}
		}
		if fault == "" {
			return document
		}
		if time.Now().After(deadline) {
			b.scenario.Fatalf("%s %s: %s\ndocument: %s", method, path, fault, text(document))
		}
	}
}

// sessionOperation is a row of the session API.
type sessionOperation struct {
	name, method, path string
	forms              string
	pattern            *regexp.Regexp
}

func (op sessionOperation) in(form string) bool {
	return op.forms == "both" || op.forms == "only"+form
}

var (
	tablePattern  = regexp.MustCompile(`(?ms)^var (\w+) = \[\]operation\{\n(.*?)^\}`)
	rowPattern    = regexp.MustCompile(`(?m)^\t\{name: "(\w+)", method: http\.Method(\w+), path: "([^"]*)", forms: (\w+)(.*)$`)
	sharedPattern = regexp.MustCompile(`(?m)^\t"(\w+)":\s+svcx\.Role`)
	pathVariable  = regexp.MustCompile(`\\\{\w+\\\}`)
)

// sessionOperations reads the tables of the session API from the source: nothing
// here may import them.
func sessionOperations(t *testing.T) (rows []sessionOperation) {
	t.Helper()
	const folder = "../../internal/rest/"
	shared := map[string]bool{}
	for _, found := range sharedPattern.FindAllStringSubmatch(readSource(t, folder+"shared.go"), -1) {
		shared[found[1]] = true
	}
	prefixes := map[string]string{
		"userOperations": "/api/auth", "memberOperations": "/api/acme", "operatorOperations": "/api/admin", "operations": "/api/v1/acme",
	}
	count := map[string]int{}
	for _, table := range tablePattern.FindAllStringSubmatch(readSource(t, folder+"sessionoperation.go")+"\n"+readSource(t, folder+"operation.go"), -1) {
		prefix, known := prefixes[table[1]]
		if !known {
			t.Errorf("there is a new table %s", table[1])
		}
		for _, row := range rowPattern.FindAllStringSubmatch(table[2], -1) {
			count[table[1]]++
			below := prefix
			if table[1] == "operations" {
				byKey := !strings.Contains(row[5], "role: ") // key management needs sessions
				if byKey && !shared[row[1]] {
					continue
				}
				if byKey {
					below = "/api/acme"
				}
			}
			path := below + row[3]
			rows = append(rows, sessionOperation{row[1], strings.ToUpper(row[2]), path, row[4], pathPattern(path)})
		}
		if lines := strings.Count(table[2], "{name: "); lines != count[table[1]] {
			t.Errorf("of the table %s %d rows of %d were understood", table[1], count[table[1]], lines)
		}
	}
	if len(count) != len(prefixes) {
		t.Fatalf("not all tables were found: %v", count)
	}
	return rows
}

// keyOperations reads the table of v1 likewise, but for key management.
func keyOperations(t *testing.T) (rows []sessionOperation) {
	t.Helper()
	for _, table := range tablePattern.FindAllStringSubmatch(readSource(t, "../../internal/rest/operation.go"), -1) {
		for _, row := range rowPattern.FindAllStringSubmatch(table[2], -1) {
			if strings.Contains(row[5], "role: ") {
				continue
			}
			path := "/api/v1/acme" + row[3]
			rows = append(rows, sessionOperation{row[1], strings.ToUpper(row[2]), path, row[4], pathPattern(path)})
		}
	}
	return rows
}

func pathPattern(path string) *regexp.Regexp {
	return regexp.MustCompile("^" + pathVariable.ReplaceAllString(regexp.QuoteMeta(path), `[^/]+`) + "$")
}

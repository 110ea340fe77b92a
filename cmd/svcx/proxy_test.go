package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"mime/multipart"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// proxies are the reverse proxies of docs/operations.md, with what makes their examples
// run here: on a free port, without TLS.
var proxies = []struct {
	program string
	// configure returns the content of a configuration file with the example, which
	// is for port 443 and svcx at 8080, and the program's arguments.
	configure func(example, dir, listen, svcx string) (file, text string, args []string)
}{
	{"nginx", func(example, dir, listen, svcx string) (file, text string, args []string) {
		example = strings.NewReplacer("listen 443 ssl;", "listen "+listen+";", "ssl_certificate", "# ", "127.0.0.1:8080", svcx).Replace(example)
		temporary := ""
		for _, kind := range []string{"client_body", "proxy", "fastcgi", "uwsgi", "scgi"} {
			temporary += kind + "_temp_path " + dir + "/" + kind + ";\n"
		}
		return "nginx.conf", "daemon off;\nmaster_process off;\npid " + dir + "/pid;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n" + temporary + example + "}\n",
			[]string{"-p", dir, "-c", dir + "/nginx.conf", "-e", "stderr"}
	}},
	{"caddy", func(example, dir, listen, svcx string) (file, text string, args []string) {
		_, port, _ := net.SplitHostPort(listen)
		example = strings.NewReplacer("inbox.example.com {", "http://:"+port+" {", "127.0.0.1:8080", svcx).Replace(example)
		return "Caddyfile", "{\nadmin off\nauto_https off\n}\n" + example, []string{"run", "--config", dir + "/Caddyfile", "--adapter", "caddyfile"}
	}},
}

// Fault 2.14: nginx by default answered uploads over 1 MB with 413, and nothing
// documented the setting. The examples of docs/operations.md pass on what svcx
// accepts: large files, the stream without buffering, the client's address.
func TestFault2_14ReverseProxies(t *testing.T) {
	document, err := os.ReadFile("../../docs/operations.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, proxy := range proxies {
		t.Run(proxy.program, func(t *testing.T) {
			program, err := exec.LookPath(proxy.program)
			switch {
			case err == nil:
			case os.Getenv("SVCX_REQUIRE_PROXIES") != "":
				t.Fatal(err)
			default:
				t.Skip(err)
			}
			_, rest, _ := strings.Cut(string(document), "```"+proxy.program+"\n")
			example, _, found := strings.Cut(rest, "```")
			if !found {
				t.Fatal("docs/operations.md has no example")
			}
			p := starts(t, `exec "$@"`, "serve", "--base-url", "https://inbox.example.com", "--trusted-proxies", "127.0.0.1")
			p.listens(t)
			dir, listen := t.TempDir(), freeAddress(t)
			file, text, args := proxy.configure(example, dir, listen, p.address)
			if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			runProxy(t, dir, program, args)
			lookThrough(t, p, listen)
		})
	}
}

func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// runProxy runs a proxy until the test ends.
func runProxy(t *testing.T, dir, program string, args []string) {
	t.Helper()
	var said bytes.Buffer
	cmd := exec.Command(program, args...)
	cmd.Env = append(os.Environ(), "HOME="+dir, "XDG_DATA_HOME="+dir, "XDG_CONFIG_HOME="+dir)
	cmd.Stdout, cmd.Stderr = &said, &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Signal(syscall.SIGTERM)
		cmd.Wait()
		if t.Failed() {
			t.Log(said.String())
		}
	})
}

// lookThrough tests through a proxy what depends on its configuration.
func lookThrough(t *testing.T, p *process, proxy string) {
	ctx, cancel := context.WithTimeout(t.Context(), 40*time.Second)
	defer cancel()
	// A client with another address than the proxy's.
	dialer := &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, 2)}}
	client := &http.Client{Transport: &http.Transport{DialContext: dialer.DialContext}}
	cookie := ""
	call := func(method, path, contentType string, body io.Reader) *http.Response {
		t.Helper()
		req, err := http.NewRequestWithContext(ctx, method, "http://"+proxy+path, body)
		if err != nil {
			t.Fatal(err)
		}
		req.Host = "inbox.example.com"
		req.Header.Set("Content-Type", contentType)
		req.Header.Set("Cookie", cookie)
		// As sent by a browser, whose writes from other sites are refused.
		req.Header.Set("Origin", "https://inbox.example.com")
		for {
			res, err := client.Do(req)
			if err == nil {
				t.Cleanup(func() { res.Body.Close() })
				return res
			}
			if method != http.MethodGet || ctx.Err() != nil {
				t.Fatal(err)
			}
			time.Sleep(20 * time.Millisecond) // the proxy does not listen yet
		}
	}
	if res := call("GET", "/readyz", "", nil); res.StatusCode != http.StatusOK {
		t.Fatal(res.Status)
	}
	printed := bufio.NewScanner(p.stdout)
	var token string
	for token == "" && printed.Scan() {
		_, token, _ = strings.Cut(printed.Text(), "?token=")
	}
	res := call("POST", "/api/auth/verify", "application/json", strings.NewReader(`{"token":"`+token+`"}`))
	for _, c := range res.Cookies() {
		cookie = c.Name + "=" + c.Value
	}
	if res.StatusCode != http.StatusOK || cookie == "" {
		t.Fatal("signing in: ", res.Status)
	}

	// Files up to 25 MiB pass, and svcx itself refuses larger ones.
	for size, want := range map[int]int{20 << 20: http.StatusCreated, 25<<20 + 1: http.StatusRequestEntityTooLarge} {
		var body bytes.Buffer
		form := multipart.NewWriter(&body)
		part, err := form.CreateFormFile("file", "a.txt")
		if err != nil {
			t.Fatal(err)
		}
		part.Write(bytes.Repeat([]byte("a"), size))
		form.Close()
		res := call("POST", "/api/main/files", form.FormDataContentType(), &body)
		if answer, _ := io.ReadAll(res.Body); res.StatusCode != want || !json.Valid(answer) {
			t.Errorf("a file of %d bytes: %s %.200s", size, res.Status, answer)
		}
	}

	// An event of the stream arrives while the stream is open.
	stream := call("GET", "/api/main/stream", "", nil)
	if res := call("POST", "/api/main/conversations", "application/json", strings.NewReader(`{"subject":"Hello"}`)); res.StatusCode != http.StatusCreated {
		t.Fatal("making a conversation: ", res.Status)
	}
	for lines := bufio.NewScanner(stream.Body); ; {
		if !lines.Scan() {
			t.Fatal("the stream ends without the conversation: ", lines.Err())
		}
		if lines.Text() == "event: conversation" {
			break
		}
	}

	// The audit log has the client's address.
	if res := call("PATCH", "/api/main/workspace", "application/json", strings.NewReader(`{"name":"Main"}`)); res.StatusCode != http.StatusOK {
		t.Fatal(res.Status)
	}
	if audit, err := io.ReadAll(call("GET", "/api/main/audit", "", nil).Body); err != nil || !bytes.Contains(audit, []byte(`"127.0.0.2"`)) {
		t.Errorf("the audit log has another address: %s, %v", audit, err)
	}
}

package docs

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// patience bounds each wait.
const patience = 30 * time.Second

// workspace is the slug that stands in the commands.
const workspace = "acme"

// binary builds the real program once.
var binary = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "svcx-docs")
	if err != nil {
		return "", err
	}
	binaryDir = dir
	build := exec.Command("go", "build", "-o", filepath.Join(dir, "svcx"), "svcx/cmd/svcx")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	out, err := build.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("building svcx: %w\n%s", err, out)
	}
	return dir, nil
})

var binaryDir string

func TestMain(m *testing.M) {
	code := m.Run()
	if binaryDir != "" {
		os.RemoveAll(binaryDir)
	}
	os.Exit(code)
}

// desk is a reader's desk: a server, a workspace in a form, and a folder in which they work.
type desk struct {
	*testing.T
	dir, base string
	// port is where the reader's receiver listens, which is 9000 in the articles.
	port string
	env  []string
}

// needs skips the test if a program that a reader needs is not installed.
func needs(t *testing.T, programs ...string) {
	t.Helper()
	for _, program := range programs {
		if _, err := exec.LookPath(program); err == nil {
			continue
		}
		if os.Getenv("SVCX_REQUIRE_PROGRAMS") == "1" {
			t.Fatalf("%s is not installed", program)
		}
		t.Skipf("%s is not installed: this was not run", program)
	}
}

// newDesk starts a server that may call receivers on this machine.
func newDesk(t *testing.T, form string) *desk {
	t.Helper()
	needs(t, "bash", "curl", "python3", "openssl", "base64", "od")
	path, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	d := &desk{T: t, dir: t.TempDir(), port: freePort(t)}
	addr := "127.0.0.1:" + freePort(t)
	d.base = "http://" + addr
	d.env = append(os.Environ(),
		"PATH="+path+string(os.PathListSeparator)+os.Getenv("PATH"), "SVCX_DATA_DIR="+filepath.Join(d.dir, "data"), "SVCX_ADDR="+addr, "SVCX_RATE_LIMIT=0",
		"SVCX_OUTBOUND_ALLOW_HTTP=true", "SVCX_OUTBOUND_ALLOW_CIDRS=127.0.0.0/8", "SVCX="+d.base, "no_proxy=*",
	)
	server := exec.Command(filepath.Join(path, "svcx"), "serve")
	server.Env, server.Dir = d.env, d.dir
	var log bytes.Buffer
	server.Stdout, server.Stderr = &log, &log
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		server.Process.Signal(os.Interrupt)
		server.Wait()
		if t.Failed() {
			t.Logf("the server says:\n%s", log.String())
		}
	})
	for begun := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		if c, err := net.Dial("tcp", addr); err == nil {
			c.Close()
			break
		}
		if time.Since(begun) > patience {
			t.Fatalf("the server does not listen:\n%s", log.String())
		}
	}
	d.command("svcx", "workspace", "create", "--slug", workspace, "--name", "Acme", "--form", form)
	return d
}

// freePort is a port that nobody listens at, below those that systems give to who asks for any: another
// test would get one of those before it is used here.
func freePort(t *testing.T) string {
	t.Helper()
	for range 100 {
		port := strconv.Itoa(20_000 + rand.IntN(12_000))
		if l, err := net.Listen("tcp", "127.0.0.1:"+port); err == nil {
			l.Close()
			return port
		}
	}
	t.Fatal("no port is free")
	return ""
}

// command runs a program and returns what it prints.
func (d *desk) command(name string, arguments ...string) []byte {
	d.Helper()
	path, err := binary()
	if err != nil {
		d.Fatal(err)
	}
	if name == "svcx" {
		name = filepath.Join(path, name)
	}
	c := exec.Command(name, arguments...)
	c.Env, c.Dir = d.env, d.dir
	var failed bytes.Buffer
	c.Stderr = &failed
	out, err := c.Output()
	if err != nil {
		d.Fatalf("%s %v: %v\n%s", name, arguments, err, failed.String())
	}
	return out
}

// given sets the variables of "The variables in examples": a channel, its key, and an API key.
func (d *desk) given() {
	d.Helper()
	var channel, key struct {
		ID  any    `json:"id"`
		Key string `json:"key"`
	}
	read := func(into any, arguments ...string) {
		if err := json.Unmarshal(d.command("svcx", arguments...), into); err != nil {
			d.Fatal(err)
		}
	}
	read(&channel, "channel", "create", "--workspace", workspace, "--name", "Shop", "--json")
	scopes := "conversations:read,conversations:write,messages:read,messages:write,contacts:read,contacts:write"
	if strings.Contains(fmt.Sprint(d.Name()), "/B/") || strings.HasSuffix(d.Name(), "/B") {
		scopes += ",config:write"
	}
	read(&key, "key", "create", "--workspace", workspace, "--name", "docs", "--scopes", scopes, "--json")
	d.env = append(d.env, fmt.Sprintf("CHANNEL=%v", channel.ID), "CHANNEL_KEY="+channel.Key, "API_KEY="+key.Key)
}

// text is a block with the reader's addresses.
func (d *desk) text(b block) string {
	return strings.NewReplacer("{{base}}", d.base, "{{workspace}}", workspace, "127.0.0.1:9000", "127.0.0.1:"+d.port, `("127.0.0.1", 9000)`, `("127.0.0.1", `+d.port+`)`, "(9000,", "("+d.port+",").Replace(b.text)
}

// shell is a terminal in which one command is typed after the other.
type shell struct {
	*desk
	in  io.Writer
	out *bufio.Reader
}

func (d *desk) newShell() *shell {
	d.Helper()
	c := exec.Command("bash", "--norc", "-o", "pipefail")
	c.Env, c.Dir = d.env, d.dir
	in, err := c.StdinPipe()
	if err != nil {
		d.Fatal(err)
	}
	out, err := c.StdoutPipe()
	if err != nil {
		d.Fatal(err)
	}
	c.Stderr = os.Stderr
	if err := c.Start(); err != nil {
		d.Fatal(err)
	}
	d.Cleanup(func() {
		in.Close()
		c.Wait()
	})
	return &shell{desk: d, in: in, out: bufio.NewReader(out)}
}

// mark ends what a command prints.
const mark = "-- end of the command: "

// run types a command and returns what it prints.
func (s *shell) run(command string) string {
	s.Helper()
	fmt.Fprintf(s.in, "{\n%s\n} 2>stderr.txt; printf '\\n%s%%d\\n' $?\n", command, mark)
	var out strings.Builder
	for {
		line, err := s.out.ReadString('\n')
		if err != nil {
			s.Fatalf("the shell has ended: %v\n%s", err, command)
		}
		if status, ended := strings.CutPrefix(line, mark); ended {
			if status != "0\n" {
				failed, _ := os.ReadFile(filepath.Join(s.dir, "stderr.txt"))
				s.Fatalf("this fails with %s%s\n%s%s", status, command, out.String(), failed)
			}
			return strings.TrimSuffix(out.String(), "\n")
		}
		out.WriteString(line)
	}
}

// background is a command in a terminal of its own.
type background struct {
	mu  sync.Mutex
	out bytes.Buffer
}

// Write implements io.Writer.
func (b *background) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.out.Write(p)
}

func (b *background) text() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.out.String()
}

// start starts a receiver and waits until it listens.
func (d *desk) start(program string, arguments ...string) *background {
	d.Helper()
	b := new(background)
	if program == "svcx" {
		path, err := binary()
		if err != nil {
			d.Fatal(err)
		}
		program = filepath.Join(path, program)
	}
	c := exec.Command(program, arguments...)
	c.Env, c.Dir, c.Stdout, c.Stderr = d.env, d.dir, b, b
	if err := c.Start(); err != nil {
		d.Fatal(err)
	}
	d.Cleanup(func() {
		c.Process.Kill()
		c.Wait()
	})
	for begun := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		if conn, err := net.Dial("tcp", "127.0.0.1:"+d.port); err == nil {
			conn.Close()
			return b
		}
		if time.Since(begun) > patience {
			d.Fatalf("%s %v does not listen:\n%s", program, arguments, b.text())
		}
	}
}

package main

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// asProgram makes the test binary run as svcx: how a process ends can be observed only
// from outside.
const asProgram = "SVCX_TEST_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		os.Unsetenv(asProgram)
		main()
	}
	os.Exit(m.Run())
}

// process is svcx as a process of its own, with pipes for its output.
type process struct {
	*exec.Cmd
	stdout, stderr io.ReadCloser
	lines          *bufio.Scanner // of standard error
	address        string
}

// starts starts svcx by a shell line in which "$@" stands for the command.
func starts(t *testing.T, shell string, args ...string) *process {
	t.Helper()
	bare(t)
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p := &process{Cmd: exec.Command("sh", append([]string{"-c", shell, "sh", program}, args...)...)}
	p.Env = append(os.Environ(), asProgram+"=1", "SVCX_ADDR=127.0.0.1:0")
	for _, pipe := range []struct {
		to   *io.ReadCloser
		make func() (io.ReadCloser, error)
	}{{&p.stdout, p.StdoutPipe}, {&p.stderr, p.StderrPipe}} {
		if *pipe.to, err = pipe.make(); err != nil {
			t.Fatal(err)
		}
	}
	p.lines = bufio.NewScanner(p.stderr)
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	end := time.AfterFunc(time.Minute, func() { p.Process.Kill() })
	t.Cleanup(func() {
		end.Stop()
		p.Process.Kill()
	})
	return p
}

// says waits for a line of the log that contains text.
func (p *process) says(t *testing.T, text string) string {
	t.Helper()
	for p.lines.Scan() {
		if strings.Contains(p.lines.Text(), text) {
			return p.lines.Text()
		}
	}
	t.Fatalf("it never says %q", text)
	return ""
}

// listens waits until the server serves.
func (p *process) listens(t *testing.T) {
	t.Helper()
	line := p.says(t, `"msg":"listening"`)
	_, rest, _ := strings.Cut(line, `"address":"`)
	p.address, _, _ = strings.Cut(rest, `"`)
}

func (p *process) answers(t *testing.T) {
	t.Helper()
	res, err := http.Get("http://" + p.address + "/readyz")
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	if res.StatusCode != http.StatusOK {
		t.Errorf("/readyz: %s", res.Status)
	}
}

func (p *process) signal(t *testing.T, s os.Signal) {
	t.Helper()
	if err := p.Process.Signal(s); err != nil {
		t.Fatal(err)
	}
}

// status is its exit status, as a shell reports it.
func (p *process) status() int {
	var failed *exec.ExitError
	if err := p.Wait(); err != nil && !errors.As(err, &failed) {
		return -1
	}
	if ended := p.ProcessState.Sys().(syscall.WaitStatus); ended.Signaled() {
		return 128 + int(ended.Signal())
	}
	return p.ProcessState.ExitCode()
}

// Fault 101: when the reader of the log ended, SIGPIPE killed the service at the next
// line, even if its parent ignored that signal.
func TestFault101ReaderOfTheLogGoesAway(t *testing.T) {
	for name, shell := range map[string]string{
		"as it comes":     `exec "$@"`,
		"SIGPIPE ignored": `trap "" PIPE; exec "$@"`,
	} {
		t.Run(name, func(t *testing.T) {
			p := starts(t, shell, "serve", "--log-level", "debug")
			p.listens(t)
			p.stdout.Close()
			p.stderr.Close()
			// The request causes a line of the log, and a link on standard error.
			res, err := http.Post("http://"+p.address+"/api/auth/magic-link", "application/json", strings.NewReader(`{"email":"admin@localhost"}`))
			if err != nil {
				t.Fatal(err)
			}
			res.Body.Close()
			if res.StatusCode >= 300 {
				t.Errorf("asking for a link: %s", res.Status)
			}
			p.answers(t)
			p.signal(t, syscall.SIGTERM)
			if status := p.status(); status != 0 {
				t.Errorf("exit status %d", status)
			}
		})
	}
}

// A reader of the log that does not read, such as a stopped process, blocked every
// goroutine that logged something.
func TestFault101ReaderOfTheLogSleeps(t *testing.T) {
	p := starts(t, `exec "$@"`, "serve")
	p.listens(t)
	fill(t, "/proc/"+strconv.Itoa(p.Process.Pid)+"/fd/2")
	res, err := http.Post("http://"+p.address+"/api/auth/magic-link", "application/json", strings.NewReader(`{"email":"admin@localhost"}`))
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	p.answers(t)
	p.signal(t, syscall.SIGTERM)
	if status := p.status(); status != 0 {
		t.Errorf("exit status %d", status)
	}
}

// fill leaves no room in a pipe.
func fill(t *testing.T, path string) {
	t.Helper()
	pipe, err := syscall.Open(path, syscall.O_WRONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		t.Skip("there is no way into the pipe: ", err)
	}
	defer syscall.Close(pipe)
	for _, size := range []int{1 << 10, 1} {
		for err = nil; err == nil; {
			_, err = syscall.Write(pipe, make([]byte, size))
		}
		if err != syscall.EAGAIN {
			t.Fatal(err)
		}
	}
}

// The same without standard output, or with a full disk for it.
func TestFault101ServerNeedsNoStandardOutput(t *testing.T) {
	for name, shell := range map[string]string{
		"no standard output": `exec "$@" >&-`,
		"full":               `exec "$@" >/dev/full`,
	} {
		t.Run(name, func(t *testing.T) {
			p := starts(t, shell, "serve")
			p.listens(t)
			p.answers(t)
			p.signal(t, syscall.SIGTERM)
			p.says(t, `"msg":"stopped"`)
			if status := p.status(); status != 0 {
				t.Errorf("exit status %d", status)
			}
		})
	}
}

// A signal switches the level of a running server, and back.
func TestSignalSwitchesTheLogToDebug(t *testing.T) {
	p := starts(t, `exec "$@"`, "serve")
	p.listens(t)
	p.signal(t, syscall.SIGUSR1)
	p.says(t, `"msg":"the level of the log was changed","level":"DEBUG"`)
	p.answers(t)
	p.says(t, `"msg":"a request was answered"`)
	p.signal(t, syscall.SIGUSR1)
	p.says(t, `"msg":"the level of the log was changed","level":"INFO"`)
	p.signal(t, syscall.SIGTERM)
	p.says(t, `"msg":"stopped"`)
}

// Fault 101: SIGHUP ended the server at once.
func TestFault101HangupHasNoEffect(t *testing.T) {
	p := starts(t, `exec "$@"`, "serve")
	p.listens(t)
	p.signal(t, syscall.SIGHUP)
	if line := p.says(t, "SIGHUP has no effect"); !strings.Contains(line, `"level":"INFO"`) {
		t.Error(line)
	}
	p.answers(t)
	p.signal(t, syscall.SIGTERM)
	p.says(t, `"msg":"stopped"`)
	if status := p.status(); status != 0 {
		t.Errorf("exit status %d", status)
	}
}

// Other commands stop gracefully when their terminal is closed.
func TestFault101HangupEndsOtherCommands(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	p := starts(t, `exec "$@"`, "demo")
	if _, err := p.stdout.Read(make([]byte, 1)); err != nil {
		t.Fatal(err)
	}
	p.signal(t, syscall.SIGHUP)
	if status := p.status(); status != 0 {
		t.Errorf("exit status %d", status)
	}
	if left, err := os.ReadDir(os.Getenv("TMPDIR")); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// A second signal ends the process at once while a stop waits.
func TestFault101SecondSignalEndsAtOnce(t *testing.T) {
	p := starts(t, `exec "$@"`, "serve")
	p.listens(t)
	conn, err := net.Dial("tcp", p.address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	// A request whose body does not arrive is in flight during the whole stop.
	io.WriteString(conn, "POST /api/auth/magic-link HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n")
	if answer, err := bufio.NewReader(conn).ReadString('\n'); err != nil || !strings.Contains(answer, "100") {
		t.Fatalf("%q, %v", answer, err)
	}
	p.signal(t, syscall.SIGTERM)
	p.says(t, `"msg":"stopping"`)
	ended := make(chan int)
	go func() { ended <- p.status() }()
	for again := time.NewTicker(20 * time.Millisecond); ; {
		select {
		case <-again.C:
			p.Process.Signal(syscall.SIGTERM) // it may be over already
			continue
		case status := <-ended:
			if status != 128+int(syscall.SIGTERM) {
				t.Errorf("exit status %d", status)
			}
		}
		return
	}
}

// Fault 102: the process still ran a minute after the signal.
func TestFault102StopHasABound(t *testing.T) {
	late := make(chan bool)
	ctx, end := untilStopped([]os.Signal{syscall.SIGTERM}, time.Millisecond, func() { close(late) })
	syscall.Kill(os.Getpid(), syscall.SIGTERM)
	<-ctx.Done()
	<-late
	end()
}

// A demo whose output is closed stops gracefully: its data is removed.
func TestDemoEndsWithItsReader(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	p := starts(t, `exec "$@"`, "demo")
	if _, err := p.stdout.Read(make([]byte, 1)); err != nil {
		t.Fatal(err)
	}
	p.stdout.Close()
	if status := p.status(); status != exitPipe {
		t.Errorf("exit status %d", status)
	}
	if left, err := os.ReadDir(os.Getenv("TMPDIR")); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// The output is the purpose of a command: a full disk is a failure, and a reader that is
// gone ends the command without a message.
func TestFault101OutputThatCannotBeWritten(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip(err)
	}
	defer full.Close()
	reader, closed, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	reader.Close()
	defer closed.Close()
	bare(t)
	for _, args := range []string{
		"--help", "serve --help", "version", "version --json", "migrate", "workspace create --slug s%d --name W", "workspace create --slug j%d --name W --json",
		"workspace list", "workspace list --json", "workspace set --slug main --plan pro", "workspace set --slug main --plan pro --json",
		"login-link --email admin@localhost", "login-link --email admin@localhost --json", "channel create --workspace main --name C",
		"channel create --workspace main --name C --json", "key create --workspace main --name K --scopes contacts:read",
		"key create --workspace main --name K --scopes contacts:read --json", "rotate-master-key", "rotate-master-key --json", "compact",
	} {
		for _, tt := range []struct {
			name string
			to   *os.File
			code int
			want string
		}{{"a full disk", full, exitFailed, "no space left on device"}, {"a closed pipe", closed, exitPipe, ""}} {
			code, said := printsTo(t, tt.to, strings.Fields(strings.ReplaceAll(args, "%d", string(tt.name[2]))))
			if code != tt.code || !strings.Contains(said, tt.want) || (said == "") != (tt.want == "") {
				t.Errorf("svcx %s, %s: %d %s", args, tt.name, code, said)
			}
		}
	}
}

// printsTo runs a command with another standard output.
func printsTo(t *testing.T, to *os.File, args []string) (code int, stderr string) {
	t.Helper()
	reader, writer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	out, e := os.Stdout, os.Stderr
	os.Stdout, os.Stderr = to, writer
	code = run(args)
	os.Stdout, os.Stderr = out, e
	writer.Close()
	var text bytes.Buffer
	text.ReadFrom(reader)
	return code, text.String()
}

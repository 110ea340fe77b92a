package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"time"
)

const (
	// startWithin and stopWithin bound a start and a stop; a server that takes longer
	// is broken, not slow.
	startWithin = 30 * time.Second
	stopWithin  = 30 * time.Second
	// pollEvery is the precision of the time to ready.
	pollEvery = 2 * time.Millisecond
)

// server is svcx as a process of its own, so that its CPU time and memory can be told
// from the load generator's.
type server struct {
	address string
	cmd     *exec.Cmd
	output  *tail
	done    chan struct{}
	err     error // of the process; set when done is closed
}

// environment is the environment of the program, without the caller's SVCX_…
// variables, so that runs are comparable.
func (r *run) environment(address string) []string {
	var env []string
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "SVCX_") && !strings.HasPrefix(v, "OTEL_") {
			env = append(env, v)
		}
	}
	return append(append(env, r.settings...),
		"SVCX_ADDR="+address,
		"SVCX_DATA_DIR="+r.Dir,
		// Not a flag: it may have a password, and other users can see flags.
		"SVCX_DATABASE_URL="+r.DatabaseURL,
		// All messages have one client address.
		"SVCX_RATE_LIMIT=0",
		"SVCX_LOG_LEVEL=warn", "SVCX_LOG_FORMAT=text",
	)
}

// startServer starts the program and waits until it is ready. ready is how long that
// took, including the start of the process.
func (r *run) startServer(ctx context.Context) (s *server, ready time.Duration, err error) {
	address, err := freeAddress()
	if err != nil {
		return nil, 0, err
	}
	s = &server{address: address, output: new(tail), done: make(chan struct{})}
	s.cmd = exec.Command(r.Executable, "serve")
	s.cmd.Env = r.environment(address)
	s.cmd.Stderr = s.output
	began := time.Now()
	if err := s.cmd.Start(); err != nil {
		return nil, 0, fmt.Errorf("starting the server: %w", err)
	}
	go func() {
		s.err = s.cmd.Wait()
		close(s.done)
	}()
	if err := s.waitReady(ctx); err != nil {
		s.stop()
		return nil, 0, err
	}
	return s, time.Since(began), nil
}

// freeAddress finds a free port of the loopback interface.
func freeAddress() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", fmt.Errorf("finding a free port: %w", err)
	}
	defer l.Close()
	return l.Addr().String(), nil
}

func (s *server) waitReady(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, startWithin)
	defer cancel()
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	for {
		if s.ready(ctx, client) {
			return nil
		}
		select {
		case <-s.done:
			return s.exited()
		case <-ctx.Done():
			return fmt.Errorf("the server is not ready: %w%s", ctx.Err(), s.output)
		case <-time.After(pollEvery):
		}
	}
}

func (s *server) ready(ctx context.Context, client *http.Client) bool {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+s.address+"/readyz", nil)
	if err != nil {
		return false
	}
	response, err := client.Do(request)
	if err != nil {
		return false
	}
	response.Body.Close()
	return response.StatusCode == http.StatusOK
}

// exited returns an error if the server no longer runs.
func (s *server) exited() error {
	select {
	case <-s.done:
		return fmt.Errorf("the server has exited: %v%s", s.err, s.output)
	default:
		return nil
	}
}

// stop stops the server as an operator would. A second call does nothing.
func (s *server) stop() error {
	select {
	case <-s.done:
		return s.err
	default:
	}
	s.cmd.Process.Signal(syscall.SIGTERM)
	select {
	case <-s.done:
		if s.err != nil {
			return fmt.Errorf("stopping the server: %w%s", s.err, s.output)
		}
		return nil
	case <-time.After(stopWithin):
		s.cmd.Process.Kill()
		<-s.done
		return fmt.Errorf("the server did not stop within %s%s", stopWithin, s.output)
	}
}

func (s *server) cpu() (time.Duration, error)    { return processCPU(s.cmd.Process.Pid) }
func (s *server) memory() (processMemory, error) { return memoryOf(s.cmd.Process.Pid) }

// command runs one of the program's commands and decodes the JSON object that it prints.
func (r *run) command(ctx context.Context, into any, args ...string) error {
	cmd := exec.CommandContext(ctx, r.Executable, append(args, "--json")...)
	cmd.Env = r.environment("127.0.0.1:0")
	output := new(tail)
	cmd.Stderr = output
	out, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("svcx %s: %w%s", strings.Join(args[:2], " "), err, output)
	}
	if err := json.Unmarshal(bytes.TrimSpace(out), into); err != nil {
		return errors.New("svcx " + strings.Join(args[:2], " ") + " did not print a JSON object")
	}
	return nil
}

// tail keeps the end of what a process writes to standard error.
type tail struct {
	mu   sync.Mutex
	text []byte
}

const maxTail = 4 << 10

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, p...)
	t.text = t.text[max(0, len(t.text)-maxTail):]
	return len(p), nil
}

// String is text to append to an error.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.text) == 0 {
		return ""
	}
	return "; its standard error:\n" + strings.TrimSpace(string(t.text))
}

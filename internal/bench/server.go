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
	// startWithin and stopWithin bound what a start and a stop may take; a
	// server that takes longer is broken, not slow.
	startWithin = 30 * time.Second
	stopWithin  = 30 * time.Second
	// pollEvery is how exact the time to ready is.
	pollEvery = 2 * time.Millisecond
)

// server is svcx as a process of its own: so its CPU time and memory are its
// own and not the load generator's.
type server struct {
	address string
	cmd     *exec.Cmd
	said    *tail
	done    chan struct{}
	err     error // of the process; set when done is closed
}

// environment is what the program runs in: nothing of the caller's SVCX_…
// variables, so that a run is the same everywhere.
func (r *run) environment(address string) []string {
	var env []string
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "SVCX_") && !strings.HasPrefix(v, "OTEL_") {
			env = append(env, v)
		}
	}
	return append(env,
		"SVCX_ADDR="+address,
		"SVCX_DATA_DIR="+r.Dir,
		// Not a flag: it may hold a password, and everybody can see flags.
		"SVCX_DATABASE_URL="+r.DatabaseURL,
		// All messages come from one address.
		"SVCX_RATE_LIMIT=0",
		"SVCX_LOG_LEVEL=warn", "SVCX_LOG_FORMAT=text",
	)
}

// startServer starts the program and waits until it is ready. ready is the time
// that took, process start included.
func (r *run) startServer(ctx context.Context) (s *server, ready time.Duration, err error) {
	address, err := freeAddress()
	if err != nil {
		return nil, 0, err
	}
	s = &server{address: address, said: new(tail), done: make(chan struct{})}
	s.cmd = exec.Command(r.Executable, "serve")
	s.cmd.Env = r.environment(address)
	s.cmd.Stderr = s.said
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

// freeAddress finds a port of the loopback interface that nobody listens on.
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
			return fmt.Errorf("the server is not ready: %w%s", ctx.Err(), s.said)
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

// exited is an error if the server runs no more.
func (s *server) exited() error {
	select {
	case <-s.done:
		return fmt.Errorf("the server has exited: %v%s", s.err, s.said)
	default:
		return nil
	}
}

// stop ends the server as an operator would. A second call does nothing.
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
			return fmt.Errorf("stopping the server: %w%s", s.err, s.said)
		}
		return nil
	case <-time.After(stopWithin):
		s.cmd.Process.Kill()
		<-s.done
		return fmt.Errorf("the server did not stop within %s%s", stopWithin, s.said)
	}
}

func (s *server) cpu() (time.Duration, error)    { return processCPU(s.cmd.Process.Pid) }
func (s *server) memory() (processMemory, error) { return memoryOf(s.cmd.Process.Pid) }

// command runs one of the program's commands and reads the object it prints.
func (r *run) command(ctx context.Context, into any, args ...string) error {
	cmd := exec.CommandContext(ctx, r.Executable, append(args, "--json")...)
	cmd.Env = r.environment("127.0.0.1:0")
	said := new(tail)
	cmd.Stderr = said
	out, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("svcx %s: %w%s", strings.Join(args[:2], " "), err, said)
	}
	if err := json.Unmarshal(bytes.TrimSpace(out), into); err != nil {
		return errors.New("svcx " + strings.Join(args[:2], " ") + " printed something that is no JSON object")
	}
	return nil
}

// tail keeps the end of what a process says on standard error.
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

// String is fit to be put behind an error's text.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.text) == 0 {
		return ""
	}
	return "; it said:\n" + strings.TrimSpace(string(t.text))
}

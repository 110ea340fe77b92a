package contract

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"time"

	"svcx/internal/app"
)

// settings are environment variables by name, as an operator sets them.
type settings map[string]string

// with returns the settings changed by lines of NAME=value.
func (s settings) with(lines ...string) (settings, error) {
	changed := settings{}
	for name, value := range s {
		changed[name] = value
	}
	for _, line := range lines {
		name, value, ok := strings.Cut(line, "=")
		if !ok || !strings.HasPrefix(name, "SVCX_") {
			return nil, fmt.Errorf("%q is no setting such as SVCX_RATE_LIMIT=5", line)
		}
		changed[name] = value
	}
	return changed, nil
}

// lines are the settings as a process takes them.
func (s settings) lines() []string {
	var lines []string
	for name, value := range s {
		lines = append(lines, name+"="+value)
	}
	return lines
}

// config is the configuration that the command line would read from the settings.
func (s settings) config() (app.Config, error) {
	var c app.Config
	all := c.Settings()
	known := map[string]bool{}
	for _, one := range all.All() {
		known[one.Env] = true
	}
	for name := range s {
		if !known[name] {
			return c, fmt.Errorf("%s is no variable of svcx", name)
		}
	}
	err := all.Read(func(name string) string { return s[name] })
	return c, err
}

// server is a service that runs inside the test.
type server struct {
	app    *app.App
	url    string
	cancel context.CancelFunc
	ended  chan error
}

// start opens and serves. now is its clock, output gets its log.
func start(s settings, now func() time.Time, output io.Writer) (*server, error) {
	c, err := s.config()
	if err != nil {
		return nil, err
	}
	c.Now = now
	ctx, cancel := context.WithCancel(context.Background())
	a, err := app.Open(ctx, c, slog.New(slog.NewTextHandler(output, nil)))
	if err != nil {
		cancel()
		return nil, err
	}
	ready := make(chan string, 1)
	running := &server{app: a, cancel: cancel, ended: make(chan error, 1)}
	go func() {
		err := a.Serve(ctx, func(url string) { ready <- url })
		running.ended <- errors.Join(err, a.Close())
	}()
	select {
	case running.url = <-ready:
		return running, nil
	case err := <-running.ended:
		cancel()
		return nil, fmt.Errorf("the server did not start: %w", err)
	}
}

// stop waits until everything is written and closed.
func (s *server) stop() error {
	s.cancel()
	return <-s.ended
}

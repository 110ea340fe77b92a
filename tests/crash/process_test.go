package crash

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"time"
)

// startWithin bounds a start, recovery of the database included.
const startWithin = 60 * time.Second

// service is svcx as a process that can be killed and restarted at the same address.
type service struct {
	program string
	address string
	env     []string
	log     *os.File

	cmd  *exec.Cmd
	done chan struct{} // closed when cmd has ended
}

func (s *service) url() string { return "http://" + s.address }

// start returns once the service is ready.
func (s *service) start() error {
	if err := s.launch(); err != nil {
		return err
	}
	return s.waitReady()
}

func (s *service) launch() error {
	cmd := exec.Command(s.program, "serve")
	cmd.Env = s.env
	cmd.Stdout, cmd.Stderr = s.log, s.log
	cmd.SysProcAttr = dieWithUs()
	if err := cmd.Start(); err != nil {
		return err
	}
	done := make(chan struct{})
	go func() {
		cmd.Wait()
		close(done)
	}()
	s.cmd, s.done = cmd, done
	return nil
}

// waitReady returns when /readyz is 200.
func (s *service) waitReady() error {
	client := &http.Client{Timeout: 5 * time.Second, Transport: &http.Transport{DisableKeepAlives: true}}
	for deadline := time.Now().Add(startWithin); time.Now().Before(deadline); {
		if err := s.exited(); err != nil {
			return err
		}
		if res, err := client.Get(s.url() + "/readyz"); err == nil {
			res.Body.Close()
			if res.StatusCode == http.StatusOK {
				return nil
			}
		}
		select {
		case <-s.done:
		case <-time.After(5 * time.Millisecond):
		}
	}
	return fmt.Errorf("the service is not ready after %v", startWithin)
}

// exited is an error if the process has ended, which it must not do by itself.
func (s *service) exited() error {
	select {
	case <-s.done:
		return errors.New("the process has ended by itself: " + s.cmd.ProcessState.String())
	default:
		return nil
	}
}

func (s *service) kill() error {
	if err := s.exited(); err != nil {
		return err
	}
	s.cmd.Process.Kill()
	<-s.done
	return nil
}

// end kills the process during cleanup.
func (s *service) end() {
	if s.cmd != nil {
		s.cmd.Process.Kill()
		<-s.done
	}
}

// cleanEnvironment is the environment without settings of the service.
func cleanEnvironment() []string {
	var env []string
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "SVCX_") && !strings.HasPrefix(v, "PG") {
			env = append(env, v)
		}
	}
	return env
}

// freePort is an unused port of the loopback interface.
func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}

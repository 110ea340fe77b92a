package crash

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// server is the tests' own PostgreSQL, to be crashed.
type server struct {
	programs string
	dir      string
	port     int
	// owner is the user it runs as, if not the user of the tests: it refuses to run as
	// root.
	owner *syscall.Credential
	cmd   *exec.Cmd
	done  chan struct{}
}

// newServer creates and starts one in dir.
func newServer(t *testing.T, dir string) *server {
	t.Helper()
	programs, err := findPrograms()
	if err != nil {
		missing := t.Skip
		if os.Getenv("SVCX_REQUIRE_POSTGRES") == "1" {
			missing = t.Fatal
		}
		missing("no PostgreSQL: ", err)
	}
	s := &server{programs: programs, dir: filepath.Join(dir, "postgres")}
	if err := s.prepare(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.end)
	if err := s.start(); err != nil {
		t.Fatal(err)
	}
	return s
}

// findPrograms is the folder of initdb, of the newest version.
func findPrograms() (string, error) {
	for _, pattern := range []string{"/usr/lib/postgresql/*/bin/initdb", "/usr/local/bin/initdb", "/usr/bin/initdb", "/opt/homebrew/bin/initdb"} {
		if found, _ := filepath.Glob(pattern); len(found) > 0 {
			return filepath.Dir(found[len(found)-1]), nil
		}
	}
	path, err := exec.LookPath("initdb")
	return filepath.Dir(path), err
}

func (s *server) prepare() (err error) {
	if err := os.Mkdir(s.dir, 0o700); err != nil {
		return err
	}
	if os.Getuid() == 0 {
		u, err := user.Lookup("postgres")
		if err != nil {
			return err
		}
		uid, _ := strconv.Atoi(u.Uid)
		gid, _ := strconv.Atoi(u.Gid)
		s.owner = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
		if err := os.Chown(s.dir, uid, gid); err != nil {
			return err
		}
	}
	if s.port, err = freePort(); err != nil {
		return err
	}
	if out, err := s.command("initdb", "-D", s.data(), "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync").CombinedOutput(); err != nil {
		return fmt.Errorf("initdb: %w\n%s", err, out)
	}
	return nil
}

func (s *server) data() string { return filepath.Join(s.dir, "data") }

func (s *server) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(s.programs, name), args...)
	cmd.Dir = s.dir
	cmd.Env = cleanEnvironment()
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: s.owner}
	return cmd
}

// start returns when the server accepts connections, after its recovery.
func (s *server) start() error {
	log, err := os.OpenFile(filepath.Join(s.dir, "log"), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644)
	if err != nil {
		return err
	}
	defer log.Close()
	// fsync and synchronous_commit have their default, on. The commit delay makes more
	// commits wait for the same fsync, so that a crash affects more of them.
	s.cmd = s.command("postgres", "-D", s.data(), "-p", strconv.Itoa(s.port), "-h", "127.0.0.1", "-k", "",
		"-c", "max_connections=100", "-c", "commit_delay=1000", "-c", "commit_siblings=1", "-c", "shared_buffers=64MB")
	attr := dieWithUs()
	if attr == nil {
		attr = &syscall.SysProcAttr{}
	}
	attr.Credential = s.owner
	s.cmd.SysProcAttr = attr
	s.cmd.Stdout, s.cmd.Stderr = log, log
	if err := s.cmd.Start(); err != nil {
		return err
	}
	s.done = make(chan struct{})
	go func(cmd *exec.Cmd, done chan struct{}) {
		cmd.Wait()
		close(done)
	}(s.cmd, s.done)
	return s.waitUp()
}

func (s *server) waitUp() error {
	var err error
	for deadline := time.Now().Add(startWithin); time.Now().Before(deadline); {
		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
		if err = s.ask(ctx, "SELECT 1", new(int)); err == nil {
			cancel()
			return nil
		}
		cancel()
		select {
		case <-s.done:
			return errors.New("PostgreSQL has ended by itself")
		case <-time.After(20 * time.Millisecond):
		}
	}
	return fmt.Errorf("PostgreSQL does not start: %w", err)
}

// url is the database's URL at an address, the server's own or a proxy's.
func (s *server) url(address string) string {
	return "postgres://postgres@" + address + "/postgres?sslmode=disable"
}

func (s *server) address() string { return "127.0.0.1:" + strconv.Itoa(s.port) }

func (s *server) ask(ctx context.Context, query string, into any) error {
	conn, err := pgx.Connect(ctx, s.url(s.address()))
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	return conn.QueryRow(ctx, query).Scan(into)
}

// stopAtOnce is pg_ctl -m immediate stop: nothing more is written, and a start
// recovers from what is on disk.
func (s *server) stopAtOnce() error {
	if err := s.cmd.Process.Signal(syscall.SIGQUIT); err != nil {
		return err
	}
	select {
	case <-s.done:
		return nil
	case <-time.After(startWithin):
		return errors.New("PostgreSQL does not stop")
	}
}

// killBackend kills the process of one of the service's connections, a busy one if
// there is any. The server then ends all others and recovers; when this returns it
// has begun to.
func (s *server) killBackend() error {
	if err := s.waitUp(); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), startWithin)
	defer cancel()
	conn, err := pgx.Connect(ctx, s.url(s.address()))
	if err != nil {
		return fmt.Errorf("finding a backend: %w", err)
	}
	defer conn.Close(ctx)
	var pid int
	if err := conn.QueryRow(ctx, `SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()
		ORDER BY state = 'active' DESC, state <> 'idle' DESC, random() LIMIT 1`).Scan(&pid); err != nil {
		return fmt.Errorf("finding a backend: %w", err)
	}
	if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
		return err
	}
	// Our own connection is ended with all others.
	_, err = conn.Exec(ctx, "SELECT pg_sleep(60)")
	if err == nil || ctx.Err() != nil {
		return errors.New("PostgreSQL has not noticed that a backend is gone")
	}
	return nil
}

func (s *server) end() {
	if s.cmd == nil {
		return
	}
	s.cmd.Process.Signal(syscall.SIGQUIT)
	<-s.done
}

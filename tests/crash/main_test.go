package crash

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

var (
	database  = flag.String("database", sqlite, "database of the long run: sqlite or postgres")
	kills     = flag.Int("kills", 0, "kills of the process in the long run")
	crashes   = flag.Int("crashes", 0, "crashes of PostgreSQL in the long run")
	seed      = flag.Uint64("seed", 0, "seed of all choices; a new one if 0")
	program   = flag.String("binary", "", "program to test; built from this source if empty")
	folder    = flag.String("dir", "", "where data is kept; /dev/shm if there is one, else the system's folder for temporary files")
	customers = flag.Int("customers", 4, "senders of inbound messages of each channel in the long run")
	agents    = flag.Int("agents", 1, "senders of replies of each channel in the long run")

	readerKills = flag.Int("readerkills", 0, "kills of the readers of feeds in the long run of those; with -kills the process is killed too")
)

// binary is the program under test, built once.
var binary = sync.OnceValues(func() (string, error) {
	if *program != "" {
		return *program, nil
	}
	dir, err := os.MkdirTemp("", "svcx-crash")
	if err != nil {
		return "", err
	}
	binaryDir = dir
	path := filepath.Join(dir, "svcx")
	build := exec.Command("go", "build", "-o", path, "svcx/cmd/svcx")
	build.Env = append(os.Environ(), "CGO_ENABLED=0") // as it is shipped
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("building svcx: %w\n%s", err, out)
	}
	return path, nil
})

// binaryDir is removed at the end; empty if nothing was built.
var binaryDir string

func TestMain(m *testing.M) {
	if os.Getenv(feedReaderPath) != "" {
		readFeed()
		return
	}
	flag.Parse()
	if *seed == 0 {
		*seed = rand.Uint64()
	}
	// Memory suffices: these crashes lose only what a process had not yet written to
	// the system. On a shared disk the run would mostly wait for it.
	if info, err := os.Stat("/dev/shm"); *folder == "" && err == nil && info.IsDir() {
		*folder = "/dev/shm"
	}
	code := m.Run()
	if binaryDir != "" {
		os.RemoveAll(binaryDir)
	}
	os.Exit(code)
}

// Short runs, for CI.

func TestCrashesOnSQLite(t *testing.T) {
	t.Parallel()
	begin(t, plan{database: sqlite, kills: 6, customers: 3, agents: 1}).all()
}

func TestCrashesOnPostgreSQL(t *testing.T) {
	t.Parallel()
	begin(t, plan{database: postgres, kills: 4, crashes: 4, customers: 3, agents: 1, calm: time.Second}).all()
}

// TestLong is as long as its flags say.
func TestLong(t *testing.T) {
	if *kills+*crashes == 0 || *readerKills > 0 {
		t.Skip("start a long run with -kills and -crashes")
	}
	begin(t, plan{database: *database, kills: *kills, crashes: *crashes, customers: *customers, agents: *agents}).all()
}

// Short runs of the feeds' readers, and a long one.

func TestFeedSurvivesCrashesOnSQLite(t *testing.T) {
	t.Parallel()
	begin(t, plan{database: sqlite, feed: true, readerKills: 50, kills: 3, customers: 1, agents: 1}).feeds()
}

func TestFeedSurvivesCrashesOnPostgreSQL(t *testing.T) {
	t.Parallel()
	begin(t, plan{database: postgres, feed: true, readerKills: 50, kills: 3, customers: 1, agents: 1}).feeds()
}

func TestLongFeed(t *testing.T) {
	if *readerKills == 0 {
		t.Skip("start a long run with -readerkills")
	}
	begin(t, plan{database: *database, feed: true, readerKills: *readerKills, kills: *kills, customers: *customers, agents: *agents}).feeds()
}

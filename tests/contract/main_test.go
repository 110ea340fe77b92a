package contract

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"sync"
	"testing"
)

// binary builds the real program once and returns its path. The scripts create their
// workspaces with its commands, and the kill test needs its own process.
var binary = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "svcx-contract")
	if err != nil {
		return "", err
	}
	binaryDir = dir
	path := filepath.Join(dir, "svcx")
	build := exec.Command("go", "build", "-o", path, "svcx/cmd/svcx")
	build.Env = append(os.Environ(), "CGO_ENABLED=0") // as it is shipped
	out, err := build.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("building svcx: %w\n%s", err, out)
	}
	return path, nil
})

// binaryDir is removed at the end; empty if nothing was built.
var binaryDir string

func TestMain(m *testing.M) {
	flag.Parse()
	if !isSet("test.parallel") {
		// Scripts mostly wait, for the disk and for deliveries.
		flag.Set("test.parallel", strconv.Itoa(3*runtime.GOMAXPROCS(0)))
	}
	code := m.Run()
	models.remove()
	if binaryDir != "" {
		os.RemoveAll(binaryDir)
	}
	os.Exit(code)
}

// isSet reports whether a flag was given.
func isSet(name string) bool {
	set := false
	flag.Visit(func(f *flag.Flag) { set = set || f.Name == name })
	return set
}

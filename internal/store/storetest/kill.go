package storetest

import (
	"bufio"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// KillProcess runs a test in a process that writes, kills it after it has reported
// n writes, each as a line that ends with a full stop, and returns the names of the
// reported ones. The variable tells the process what it is.
func KillProcess(t *testing.T, test, variable string, n int) []string {
	t.Helper()
	process := exec.Command(os.Args[0], "-test.run=^"+test+"$")
	process.Env = append(os.Environ(), variable)
	out, err := process.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	var acked []string
	for lines := bufio.NewScanner(out); lines.Scan(); {
		name, complete := strings.CutSuffix(lines.Text(), ".")
		if complete {
			acked = append(acked, name)
		}
		if len(acked) == n {
			process.Process.Kill()
		}
	}
	process.Wait()
	if len(acked) < n {
		t.Fatalf("the process reported %d writes, want %d", len(acked), n)
	}
	return acked
}

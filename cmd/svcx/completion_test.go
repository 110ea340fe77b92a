package main

import (
	"os/exec"
	"strings"
	"testing"
)

// Commands, flags, and the values of flags that have few are completed; where a path is
// expected, the shell completes it.
func TestCompletion(t *testing.T) {
	bare(t)
	for _, tt := range []struct {
		args []string
		want string
	}{
		{[]string{"channel", "si"}, "signing-secret\tSign a channel's webhook calls: create a secret and print it, once.\n:4\n"},
		{[]string{"help", "chan"}, "channel\tCreate, list and change channels.\n:4\n"},
		{[]string{"completion", "f"}, "fish\n:4\n"},
		{[]string{"key", "create", "--"}, "--workspace\tThe workspace.\n--name\tName to tell keys apart.\n"},
		{[]string{"workspace", "create", "--plan", "p"}, "free\npro\nbusiness\n:4\n"},
		{[]string{"backup", "--to", ""}, ":0\n"},
		{[]string{"serve", "--data-dir", ""}, ":16\n"},
		{[]string{"serve", "--rate-limit", ""}, ":4\n"},
		{[]string{"login-link", "--email", ""}, ":4\n"},
	} {
		t.Setenv("SVCX_ADRR", "x") // what is reported elsewhere would be noise here
		got := runs(t, append([]string{"__complete"}, tt.args...)...)
		if got.code != 0 || !strings.HasPrefix(got.stdout, tt.want) || strings.Contains(got.stderr, "SVCX_ADRR") {
			t.Errorf("%q: %+v", tt.args, got)
		}
	}
}

func TestCompletionScripts(t *testing.T) {
	bare(t)
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		got := runs(t, "completion", shell)
		if got.code != 0 || got.stderr != "" || !strings.Contains(got.stdout, "svcx") {
			t.Errorf("%s: %d %.100s", shell, got.code, got.stdout)
		}
		path, err := exec.LookPath(shell)
		if err != nil || shell == "powershell" {
			continue
		}
		check := exec.Command(path, "-n")
		check.Stdin = strings.NewReader(got.stdout)
		if out, err := check.CombinedOutput(); err != nil {
			t.Errorf("%s -n: %v: %s", shell, err, out)
		}
	}
	for _, args := range [][]string{{"completion"}, {"completion", "ksh"}, {"completion", "bash", "zsh"}} {
		if got := runs(t, args...); got.code != exitUsage || got.stdout != "" || got.stderr != "svcx: name the shell: bash, zsh, fish or powershell (svcx completion --help)\n" {
			t.Errorf("%q: %+v", args, got)
		}
	}
}

//go:build unix

package app

import (
	"net"
	"path/filepath"
	"testing"
)

// sd_notify(3): one datagram a state, and nothing if nobody asks.
func TestNotify(t *testing.T) {
	t.Setenv("NOTIFY_SOCKET", "")
	if err := notify(serviceReady); err != nil {
		t.Error(err)
	}
	path := filepath.Join(t.TempDir(), "notify")
	t.Setenv("NOTIFY_SOCKET", path)
	if err := notify(serviceReady); err == nil {
		t.Error("nobody listens, and that is no error")
	}
	manager, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: path, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	defer manager.Close()
	for _, state := range []string{serviceReady, serviceStopping} {
		if err := notify(state); err != nil {
			t.Fatal(err)
		}
		got := make([]byte, 100)
		n, err := manager.Read(got)
		if err != nil || string(got[:n]) != state {
			t.Errorf("the manager is told %q (%v), not %q", got[:n], err, state)
		}
	}
}

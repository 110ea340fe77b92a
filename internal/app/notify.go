package app

import (
	"fmt"
	"net"
	"os"

	"svcx"
)

// What a service manager is told: with Type=notify, "systemctl start" waits until the service
// answers requests, and what is started after it finds it.
const (
	serviceReady    = "READY=1"
	serviceStopping = "STOPPING=1"
)

// notify tells the service manager, if one started the process and asks for it (sd_notify(3)).
func notify(state string) error {
	socket := os.Getenv("NOTIFY_SOCKET")
	if socket == "" {
		return nil
	}
	conn, err := net.Dial("unixgram", socket) // "@" is an abstract socket
	if err == nil {
		defer conn.Close()
		_, err = conn.Write([]byte(state))
	}
	if err != nil {
		return fmt.Errorf("telling the service manager (NOTIFY_SOCKET): %w", err)
	}
	return nil
}

// tellManager is notify for what must not end the service.
func (a *App) tellManager(state string) {
	if err := notify(state); err != nil {
		a.Log.Warn("the service manager was not told", "state", state, "error", err)
	}
}

// ReportFailure tells the service manager why the process ends, which "systemctl status" then
// shows: it has no lines of a process that has ended and was started again.
func ReportFailure(reason string) { _ = notify("STATUS=" + svcx.OneLine(reason)) }

package app

import (
	"io"
	"log"
	"log/slog"
	"os"
)

// NewLog makes the logger for standard error: lines for people on a terminal,
// JSON for machines elsewhere, unless the configuration says. A line that cannot
// be written is lost, and keeps nobody waiting.
func NewLog(c Config, out *os.File) *slog.Logger {
	var level slog.Level
	if err := level.UnmarshalText([]byte(c.LogLevel)); err != nil {
		level = slog.LevelInfo
	}
	options, lines := &slog.HandlerOptions{Level: level}, &output{to: out, patience: outputPatience}
	log := slog.New(slog.NewJSONHandler(lines, options))
	if c.LogFormat == "text" || c.LogFormat == "" && isTerminal(out) {
		log = slog.New(slog.NewTextHandler(lines, options))
	}
	lines.lost = func(n int) { log.Warn("lines of the log could not be written and are lost", "lines", n) }
	return log
}

func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// quietLog is for net/http's own complaints: clients that hang up or speak no
// TLS are not an operator's business. What is the server's own fault is logged
// where it is met: accepting by the listener, a panic by the handler.
func quietLog(l *slog.Logger) *log.Logger {
	if !l.Enabled(nil, slog.LevelDebug) {
		return log.New(io.Discard, "", 0)
	}
	return slog.NewLogLogger(l.Handler(), slog.LevelDebug)
}

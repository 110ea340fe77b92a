package app

import (
	"log/slog"
	"os"
)

// NewLog returns the logger for standard error: text on a terminal and JSON
// elsewhere, unless configured. A line that cannot be written is lost and blocks
// nothing.
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

package app

import (
	"context"
	"log/slog"
	"os"
)

// NewLog returns the logger for standard error: text on a terminal and JSON
// elsewhere, unless configured. A line that cannot be written is lost and blocks
// nothing. Serve switches its level by a signal.
func NewLog(c Config, out *os.File) *slog.Logger {
	h := &leveled{configured: slog.LevelInfo}
	if err := h.configured.UnmarshalText([]byte(c.LogLevel)); err != nil {
		h.configured = slog.LevelInfo
	}
	h.level.Set(h.configured)
	options, lines := &slog.HandlerOptions{Level: &h.level}, &output{to: out, patience: outputPatience}
	h.Handler = slog.NewJSONHandler(lines, options)
	if c.LogFormat == "text" || c.LogFormat == "" && isTerminal(out) {
		h.Handler = slog.NewTextHandler(lines, options)
	}
	log := slog.New(h)
	lines.lost = func(n int) { log.Warn("lines of the log could not be written and are lost", "lines", n) }
	return log
}

// leveled is a handler whose level can be changed.
type leveled struct {
	slog.Handler
	level      slog.LevelVar
	configured slog.Level
}

// toggle changes the level to debug, or from there to the configured one.
func (h *leveled) toggle() slog.Level {
	next := slog.LevelDebug
	if h.level.Level() == slog.LevelDebug {
		next = h.configured
	}
	h.level.Set(next)
	return next
}

// switchLevel toggles the level of the log with each value of a channel, until ctx ends.
// Each change is logged whatever the level is.
func (a *App) switchLevel(ctx context.Context, signaled <-chan os.Signal) {
	h, ok := a.Log.Handler().(*leveled)
	if !ok {
		return
	}
	for {
		select {
		case <-ctx.Done():
			return
		case <-signaled:
			level := h.toggle()
			a.Log.Log(ctx, max(slog.LevelInfo, level), "the level of the log was changed", "level", level.String())
		}
	}
}

func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

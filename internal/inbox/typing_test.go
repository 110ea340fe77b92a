package inbox

import (
	"slices"
	"testing"

	"svcx"
)

// R 4.2: who types is shown for five seconds or until they stop, each name and
// role once; what is over is forgotten.
func TestTypists(t *testing.T) {
	var p typists
	const start svcx.Time = 1_800_000_000_000
	until := start.Add(svcx.TypingLife)
	type who = svcx.Typing
	ada := who{Workspace: 1, Conversation: 7, Role: svcx.TypingCustomer, Name: "Ada", Until: until}
	bot := who{Workspace: 1, Conversation: 7, Role: svcx.TypingBot, Name: "Ada", Until: until.Add(1e9)}
	for _, signal := range []who{ada, bot, ada, {Workspace: 1, Conversation: 8, Name: "x", Until: until}} {
		p.note(signal, start)
	}
	check := func(what string, got, want []who) {
		t.Helper()
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", what, got, want)
		}
	}
	check("both", p.of(1, 7, start), []who{ada, bot})
	check("another workspace's", p.of(2, 7, start), nil)
	check("one is over", p.of(1, 7, until), []who{bot})
	stopped := bot
	stopped.Until = start
	p.note(stopped, start)
	check("stopped", p.of(1, 7, start), []who{ada})
	p.note(who{Workspace: 1, Conversation: 9, Until: until}, until)
	if len(p.now) != 0 {
		t.Errorf("%d conversations remembered", len(p.now))
	}
	for i := range 2 * maxTypists {
		p.note(who{Workspace: 1, Conversation: 7, Name: string(rune('a' + i)), Until: until}, start)
	}
	if n := len(p.of(1, 7, start)); n != maxTypists {
		t.Errorf("%d typists at once", n)
	}
}

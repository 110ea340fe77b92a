package live

import (
	"slices"
	"testing"
	"time"

	"svcx"
)

// R 4.2: a typing indicator is shown for five seconds or until it is switched off,
// once for each name and role, a member apart from others with the same name. An
// expired one is withdrawn and forgotten.
func TestTypingIndicatorsExpireAndAreBounded(t *testing.T) {
	var s indicators
	const start svcx.Time = 1_800_000_000_000
	until := start.Add(svcx.TypingLife)
	types := func(c svcx.ConversationID, user svcx.UserID, role svcx.TypingRole, name string, until svcx.Time) svcx.Indicator {
		return svcx.Indicator{Kind: svcx.IndicatorTyping, Conversation: c, User: user, Role: role, Name: name, On: true, At: until}
	}
	ada, bot := types(7, 0, svcx.TypingCustomer, "Ada", until), types(7, 0, svcx.TypingBot, "Ada", until.Add(1e9))
	member := types(7, 3, svcx.TypingBot, "Ada", until.Add(1e9))
	for _, i := range []svcx.Indicator{ada, bot, member, ada} {
		if !s.note(1, i) {
			t.Errorf("%v is not shown", i)
		}
	}
	check := func(what string, got []svcx.Indicator, want ...svcx.Indicator) {
		t.Helper()
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", what, got, want)
		}
	}
	check("all", s.current(1, start), ada, bot, member)
	check("another workspace's", s.current(2, start))
	check("one has expired", s.current(1, until), bot, member)
	stopped := bot
	stopped.On, stopped.At = false, start
	s.note(1, stopped)
	check("stopped", s.current(1, start), ada, member)
	expired := s.sweep(until)
	ada.On = false
	if len(expired) != 1 || expired[0].ws != 1 || expired[0].Indicator != ada {
		t.Errorf("withdrawn: %v", expired)
	}
	s.sweep(until.Add(1e9))
	if len(s.typing) != 0 || s.typists != 0 {
		t.Errorf("%d conversations and %d typists remembered", len(s.typing), s.typists)
	}
	for i := range 2 * maxTypists {
		if shown := s.note(1, types(7, 0, svcx.TypingStaff, string(rune('a'+i)), until)); shown != (i < maxTypists) {
			t.Errorf("typist %d is shown: %v", i, shown)
		}
	}
	if n := len(s.current(1, start)); n != maxTypists {
		t.Errorf("%d typists at once", n)
	}
}

// Fault 4.5: after a clock that was ahead is set back, indicators do not last for as
// long as it was ahead.
func TestIndicatorsOfAClockThatWasAhead(t *testing.T) {
	var s indicators
	const right svcx.Time = 1_800_000_000_000
	ahead := right.Add(30 * 24 * time.Hour)
	s.sweep(ahead)
	s.note(1, svcx.Indicator{Kind: svcx.IndicatorTyping, Conversation: 7, User: 3, On: true, At: ahead.Add(svcx.TypingLife)})
	s.setRemote("other", presence{member{ws: 1, user: 4}, true}, ahead)
	if expired := s.sweep(right); len(expired) != 0 || len(s.current(1, right)) != 2 {
		t.Errorf("expired at once: %v", expired)
	}
	if expired := s.sweep(right.Add(presentTime)); len(expired) != 2 || len(s.current(1, right)) != 0 {
		t.Errorf("expired in time: %v", expired)
	}
}

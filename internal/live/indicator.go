package live

import (
	"slices"
	"sync"
	"time"

	"svcx"
)

const (
	// announceInterval is how often a node publishes which members are present on
	// it. Each announcement counts for presentTime, so members of a node that died
	// disappear.
	announceInterval = 10 * time.Second
	presentTime      = 30 * time.Second
	// maxTyping bounds all typing indicators, maxTypists those in one conversation.
	maxTyping  = 10_000
	maxTypists = 20
)

// presence is whether a member is present on a node, or has a conversation open there.
type presence struct {
	member
	on bool
}

// member is a member who is present, or who has a conversation open if that is not 0.
type member struct {
	ws           svcx.WorkspaceID
	user         svcx.UserID
	conversation svcx.ConversationID
}

type conversationKey struct {
	ws           svcx.WorkspaceID
	conversation svcx.ConversationID
}

// indicators hold who is typing and who is present. The zero value is ready to use.
type indicators struct {
	mu sync.Mutex
	// typing has the typing indicators of each conversation, in the order in which
	// they began; typists is their number.
	typing  map[conversationKey][]svcx.Indicator
	typists int
	// local counts the streams of a member on this node; remote has until when an
	// announcement of another node counts.
	local  map[member]int
	remote map[member]map[string]svcx.Time
	swept  svcx.Time
}

// note stores a typing indicator, by role, name and member, and reports whether to
// show it: beyond the bounds it is dropped.
func (s *indicators) note(ws svcx.WorkspaceID, i svcx.Indicator) bool {
	if i.Kind != svcx.IndicatorTyping {
		return true
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.typing == nil {
		s.typing = make(map[conversationKey][]svcx.Indicator)
	}
	at := conversationKey{ws, i.Conversation}
	all := s.typing[at]
	found := slices.IndexFunc(all, func(o svcx.Indicator) bool { return o.User == i.User && o.Role == i.Role && o.Name == i.Name })
	switch {
	case !i.On && found < 0:
	case !i.On:
		s.stopped(at, slices.Delete(all, found, found+1), 1)
	case found >= 0:
		all[found] = i
	case len(all) == maxTypists || s.typists == maxTyping:
		return false
	default:
		s.typing[at] = append(all, i)
		s.typists++
	}
	return true
}

// stopped stores the indicators that are left after n have stopped. The caller
// holds s.mu.
func (s *indicators) stopped(at conversationKey, left []svcx.Indicator, n int) {
	if s.typing[at] = left; len(left) == 0 {
		delete(s.typing, at)
	}
	s.typists -= n
}

// present reports whether the member is present on any node. The caller holds s.mu.
func (s *indicators) present(m member) bool { return s.local[m] > 0 || len(s.remote[m]) > 0 }

// join counts a stream of a member on this node, or one that has the conversation open, and reports whether it is the
// member's first here, and the first anywhere.
func (s *indicators) join(m member) (here, anywhere bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	was := s.present(m)
	if s.local == nil {
		s.local = make(map[member]int)
	}
	s.local[m]++
	return s.local[m] == 1, !was
}

// leave takes back what join counted, and reports whether it was the member's last
// here, and the last anywhere.
func (s *indicators) leave(m member) (here, anywhere bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.local[m]--; s.local[m] <= 0 {
		delete(s.local, m)
		return true, !s.present(m)
	}
	return false, false
}

// setRemote stores an announcement of another node and reports whether the member's
// presence has changed.
func (s *indicators) setRemote(node string, p presence, now svcx.Time) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	m := p.member
	was := s.present(m)
	if s.remote == nil {
		s.remote = make(map[member]map[string]svcx.Time)
	}
	if p.on {
		if s.remote[m] == nil {
			s.remote[m] = make(map[string]svcx.Time)
		}
		s.remote[m][node] = now.Add(presentTime)
	} else {
		s.forget(m, node)
	}
	return was != s.present(m)
}

func (s *indicators) forget(m member, node string) {
	if delete(s.remote[m], node); len(s.remote[m]) == 0 {
		delete(s.remote, m)
	}
}

// localMembers returns the members with a stream on this node.
func (s *indicators) localMembers() (all []presence) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for m := range s.local {
		all = append(all, presence{m, true})
	}
	return all
}

// current returns the presence and typing indicators of a workspace.
func (s *indicators) current(ws svcx.WorkspaceID, now svcx.Time) (all []svcx.Indicator) {
	s.mu.Lock()
	defer s.mu.Unlock()
	seen := make(map[member]bool)
	add := func(m member) {
		if m.ws == ws && !seen[m] {
			seen[m] = true
			all = append(all, presenceOf(m, true, now))
		}
	}
	for m := range s.local {
		add(m)
	}
	for m := range s.remote {
		add(m)
	}
	for at, typing := range s.typing {
		if at.ws != ws {
			continue
		}
		for _, i := range typing {
			if i.At > now {
				all = append(all, i)
			}
		}
	}
	return all
}

func presenceOf(m member, on bool, now svcx.Time) svcx.Indicator {
	kind := svcx.IndicatorPresence
	if m.conversation != 0 {
		kind = svcx.IndicatorViewing
	}
	return svcx.Indicator{Kind: kind, Conversation: m.conversation, User: m.user, Role: svcx.TypingStaff, On: on, At: now}
}

// expired is an indicator to withdraw.
type expired struct {
	ws svcx.WorkspaceID
	svcx.Indicator
}

// sweep removes expired indicators and returns them, switched off.
func (s *indicators) sweep(now svcx.Time) (all []expired) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if now < s.swept {
		s.shift(now - s.swept)
	}
	s.swept = now
	for at, typing := range s.typing {
		before := len(all)
		left := slices.DeleteFunc(typing, func(i svcx.Indicator) bool {
			if i.At > now {
				return false
			}
			i.On, i.At = false, now
			all = append(all, expired{at.ws, i})
			return true
		})
		s.stopped(at, left, len(all)-before)
	}
	for m, nodes := range s.remote {
		for node, until := range nodes {
			if until <= now {
				s.forget(m, node)
			}
		}
		if !s.present(m) {
			all = append(all, expired{m.ws, presenceOf(m, false, now)})
		}
	}
	return all
}

// shift moves all times along with a clock that was set back, so that indicators do
// not last longer. The caller holds s.mu.
func (s *indicators) shift(by svcx.Time) {
	for _, typing := range s.typing {
		for i := range typing {
			typing[i].At += by
		}
	}
	for _, nodes := range s.remote {
		for node := range nodes {
			nodes[node] += by
		}
	}
}

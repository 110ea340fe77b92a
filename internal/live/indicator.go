package live

import (
	"slices"
	"sync"
	"time"

	"svcx"
)

const (
	// announceInterval is how often a node says who is there, presentTime for
	// how long that counts: a node that died takes its people along.
	announceInterval = 10 * time.Second
	presentTime      = 30 * time.Second
	// maxTyping bounds who is remembered to type, and maxTypists who of them does
	// so in one conversation.
	maxTyping  = 10_000
	maxTypists = 20
)

// presence is that a member is there on a node, or no longer.
type presence struct {
	ws   svcx.WorkspaceID
	user svcx.UserID
	on   bool
}

type member struct {
	ws   svcx.WorkspaceID
	user svcx.UserID
}

type threadKey struct {
	ws           svcx.WorkspaceID
	conversation svcx.ConversationID
}

// indicators are who types and who is there. The zero value is ready.
type indicators struct {
	mu sync.Mutex
	// typing has who types, in the order in which they began, and typists how
	// many they are.
	typing  map[threadKey][]svcx.Indicator
	typists int
	// local counts the streams of this node, remote is until when another
	// node's word counts.
	local  map[member]int
	remote map[member]map[string]svcx.Time
	swept  svcx.Time
}

// note remembers who types, by role and name (and member), and reports whether
// it is to be shown: one too many is not.
func (s *indicators) note(ws svcx.WorkspaceID, i svcx.Indicator) bool {
	if i.Kind != svcx.IndicatorTyping {
		return true
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.typing == nil {
		s.typing = make(map[threadKey][]svcx.Indicator)
	}
	at := threadKey{ws, i.Conversation}
	all := s.typing[at]
	known := slices.IndexFunc(all, func(o svcx.Indicator) bool { return o.User == i.User && o.Role == i.Role && o.Name == i.Name })
	switch {
	case !i.On && known < 0:
	case !i.On:
		s.stopped(at, slices.Delete(all, known, known+1), 1)
	case known >= 0:
		all[known] = i
	case len(all) == maxTypists || s.typists == maxTyping:
		return false
	default:
		s.typing[at] = append(all, i)
		s.typists++
	}
	return true
}

// stopped keeps who is left when n have stopped. The caller holds s.mu.
func (s *indicators) stopped(at threadKey, left []svcx.Indicator, n int) {
	if s.typing[at] = left; len(left) == 0 {
		delete(s.typing, at)
	}
	s.typists -= n
}

// there reports whether the member is on any node. The caller holds s.mu.
func (s *indicators) there(m member) bool { return s.local[m] > 0 || len(s.remote[m]) > 0 }

// come counts a stream of this node and reports whether it is the member's
// first here, and anywhere.
func (s *indicators) come(ws svcx.WorkspaceID, user svcx.UserID) (here, anywhere bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	m := member{ws, user}
	was := s.there(m)
	if s.local == nil {
		s.local = make(map[member]int)
	}
	s.local[m]++
	return s.local[m] == 1, !was
}

// gone takes one away and reports whether it was the member's last here, and
// anywhere.
func (s *indicators) gone(ws svcx.WorkspaceID, user svcx.UserID) (here, anywhere bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	m := member{ws, user}
	if s.local[m]--; s.local[m] <= 0 {
		delete(s.local, m)
		return true, !s.there(m)
	}
	return false, false
}

// hear notes another node's word and reports whether it changes anything.
func (s *indicators) hear(node string, p presence, now svcx.Time) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	m := member{p.ws, p.user}
	was := s.there(m)
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
	return was != s.there(m)
}

func (s *indicators) forget(m member, node string) {
	if delete(s.remote[m], node); len(s.remote[m]) == 0 {
		delete(s.remote, m)
	}
}

// here are the members with a stream on this node.
func (s *indicators) here() (all []presence) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for m := range s.local {
		all = append(all, presence{m.ws, m.user, true})
	}
	return all
}

// current is who is there and types in the workspace.
func (s *indicators) current(ws svcx.WorkspaceID, now svcx.Time) (all []svcx.Indicator) {
	s.mu.Lock()
	defer s.mu.Unlock()
	seen := make(map[member]bool)
	add := func(m member) {
		if m.ws == ws && !seen[m] {
			seen[m] = true
			all = append(all, isThere(m, true, now))
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

func isThere(m member, on bool, now svcx.Time) svcx.Indicator {
	return svcx.Indicator{Kind: svcx.IndicatorPresence, User: m.user, Role: svcx.TypingStaff, On: on, At: now}
}

// over is an indicator that is to be taken back.
type over struct {
	ws svcx.WorkspaceID
	svcx.Indicator
}

// sweep takes back what is over.
func (s *indicators) sweep(now svcx.Time) (all []over) {
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
			all = append(all, over{at.ws, i})
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
		if !s.there(m) {
			all = append(all, over{m.ws, isThere(m, false, now)})
		}
	}
	return all
}

// shift moves all times with a clock that was set back: what they are about lasts
// no longer for that. The caller holds s.mu.
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

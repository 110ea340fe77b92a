package admin

import (
	"strconv"
	"sync"
	"sync/atomic"

	"svcx"
)

// maxExports is how many exports a node runs at a time.
const maxExports = 4

// exports are the latest exports of workspaces on this node.
type exports struct {
	mu      sync.Mutex
	running int
	latest  map[svcx.WorkspaceID]*exportProgress
}

// begin starts an export; a second one of the same workspace is a Conflict.
func (e *exports) begin(ws svcx.WorkspaceID, now svcx.Time) (*exportProgress, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	switch before := e.latest[ws]; {
	case before != nil && before.endedAt == nil:
		return nil, &svcx.Error{Kind: svcx.KindConflict, Message: "an export of this workspace is running, wait until it has ended"}
	case e.running >= maxExports:
		return nil, &svcx.Error{Kind: svcx.KindRateLimited, Message: "too many exports are running: " + strconv.Itoa(maxExports) + " at most, try again later"}
	}
	if e.latest == nil {
		e.latest = make(map[svcx.WorkspaceID]*exportProgress)
	}
	e.running++
	e.latest[ws] = &exportProgress{startedAt: now}
	return e.latest[ws], nil
}

// end ends an export; one that has ended stays so.
func (e *exports) end(p *exportProgress, now svcx.Time) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if p.endedAt == nil {
		p.endedAt = &now
		e.running--
	}
}

// exportProgress is how far an export is.
type exportProgress struct {
	startedAt svcx.Time
	// endedAt is guarded by exports.
	endedAt                *svcx.Time
	records, conversations atomic.Int64
	complete               atomic.Bool
	// last is the conversation of the last message.
	last svcx.ConversationID
}

// add counts a record that is written.
func (p *exportProgress) add(record any) {
	p.records.Add(1)
	if m, is := record.(svcx.ExportedMessage); is && m.Conversation != p.last {
		p.last = m.Conversation
		p.conversations.Add(1)
	}
}

// ExportProgress is the latest export of the workspace on this node; nil if there was none since
// it started.
func (s *Service) ExportProgress(w *svcx.Workspace) *svcx.ExportProgress {
	s.exports.mu.Lock()
	defer s.exports.mu.Unlock()
	p := s.exports.latest[w.ID]
	if p == nil {
		return nil
	}
	return &svcx.ExportProgress{StartedAt: p.startedAt, EndedAt: p.endedAt, Complete: p.complete.Load(), Records: int(p.records.Load()), Conversations: int(p.conversations.Load())}
}

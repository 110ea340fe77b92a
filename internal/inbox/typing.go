package inbox

import (
	"context"
	"slices"
	"sync"

	"svcx"
)

// CheckTyping refuses where nobody is shown as typing: the channel has it off,
// or the conversation has no channel (R 4.2, decisions 5).
func (in *Inbox) CheckTyping(ctx context.Context, w *svcx.Workspace, id svcx.ConversationID) (*svcx.Conversation, error) {
	c, err := in.db.Conversation(ctx, w.ID, id)
	if err != nil {
		return nil, err
	}
	ch, err := in.channelOf(ctx, c)
	if err == nil && (ch == nil || !ch.Settings.TypingIndicatorsEnabled) {
		err = &svcx.Error{Kind: svcx.KindForbidden, Message: "typing indicators are not enabled for this conversation's channel"}
	}
	return c, err
}

// The names of who types without saying who (R 4.2, decisions 5).
const (
	typingStaff    = "Staff"
	typingBot      = "Bot"
	typingCustomer = "Customer"
)

// SetTyping notes that somebody types, or has stopped, and returns until when
// that counts. Errors as of CheckTyping.
func (in *Inbox) SetTyping(ctx context.Context, w *svcx.Workspace, id svcx.ConversationID, signal svcx.TypingSignal) (svcx.Typing, error) {
	c, err := in.CheckTyping(ctx, w, id)
	if err != nil {
		return svcx.Typing{}, err
	}
	t := svcx.Typing{Workspace: w.ID, Conversation: id, Role: signal.Role, Name: signal.Name, Until: in.Now()}
	if t.Name == "" {
		if t.Name, err = in.typist(ctx, c, signal.Role); err != nil {
			return t, err
		}
	}
	if signal.On {
		t.Until = t.Until.Add(svcx.TypingLife)
	}
	in.typing.note(t, in.Now())
	return t, nil
}

// typist is the name of who types without one.
func (in *Inbox) typist(ctx context.Context, c *svcx.Conversation, role svcx.TypingRole) (string, error) {
	switch {
	case role == svcx.TypingStaff:
		return typingStaff, nil
	case role == svcx.TypingBot:
		return typingBot, nil
	case c.Contact == nil:
		return typingCustomer, nil
	}
	contact, err := in.db.Contact(ctx, c.Workspace, *c.Contact)
	if svcx.KindOf(err) == svcx.KindNotFound || err == nil && contact.Name == "" {
		return typingCustomer, nil
	}
	if err != nil {
		return "", err
	}
	return contact.Name, nil
}

// Typing is who types in a conversation at the moment, as this node was told,
// in the order in which they began.
func (in *Inbox) Typing(w *svcx.Workspace, id svcx.ConversationID) []svcx.Typing {
	return in.typing.of(w.ID, id, in.Now())
}

// typists remembers who types. What is over is forgotten at the next signal of
// anybody, at most once in svcx.TypingLife.
type typists struct {
	mu     sync.Mutex
	now    map[svcx.ConversationID][]svcx.Typing
	sweeps svcx.Time
}

func (p *typists) note(t svcx.Typing, now svcx.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.now == nil {
		p.now = make(map[svcx.ConversationID][]svcx.Typing)
	}
	if now >= p.sweeps {
		p.sweeps = now.Add(svcx.TypingLife)
		for c, all := range p.now {
			if all = slices.DeleteFunc(all, func(o svcx.Typing) bool { return o.Until <= now }); len(all) == 0 {
				delete(p.now, c)
			} else {
				p.now[c] = all
			}
		}
	}
	all := p.now[t.Conversation]
	i := slices.IndexFunc(all, func(o svcx.Typing) bool { return o.Role == t.Role && o.Name == t.Name })
	switch {
	case i >= 0:
		all[i] = t
	case len(all) < maxTypists && t.Until > now:
		p.now[t.Conversation] = append(all, t)
	}
}

// maxTypists bounds who is shown as typing in one conversation.
const maxTypists = 20

func (p *typists) of(ws svcx.WorkspaceID, id svcx.ConversationID, now svcx.Time) (typing []svcx.Typing) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, t := range p.now[id] {
		if t.Workspace == ws && t.Until > now {
			typing = append(typing, t)
		}
	}
	return typing
}

package messaging

import (
	"context"
	"slices"
	"sync"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/links"
	"svcx/internal/store"
)

// resolveContent finds the known fresh URLs of media in messages and requests the
// others from the integrator in the background.
func (s *Service) resolveContent(ctx context.Context, ch *svcx.Channel, c *svcx.Conversation, messages []svcx.Message) ([]svcx.ContentURL, error) {
	if !freshens(ch) {
		return nil, nil
	}
	refs := links.MediaRefs(messages)
	if len(refs) == 0 {
		return nil, nil
	}
	known, err := s.db.Read(ctx).ContentURLs(c.Workspace, c.ID, refs, s.core.Now())
	if err != nil {
		return nil, err
	}
	missing := without(refs, known)
	// The caller modifies its messages in the meantime.
	messages = slices.Clone(messages)
	for _, chunk := range contentCalls(missing) {
		s.background(func(ctx context.Context) error { return s.askForContent(ctx, ch, c, chunk, messages) })
	}
	return known, nil
}

// without drops the references whose URLs are known.
func without(refs []string, known []svcx.ContentURL) []string {
	return slices.DeleteFunc(refs, func(ref string) bool {
		return slices.ContainsFunc(known, func(u svcx.ContentURL) bool { return u.Ref == ref })
	})
}

// The size of an answer for one reference: the reference itself and a URL as long plus
// a signature and an expiry, each twice for escapes in JSON.
const (
	contentAnswerBytes = 60 << 10 // 64 KiB of an answer are read
	signatureBytes     = 1 << 10
)

// contentCalls divides references into calls: at most svcx.MaxContentRefs each, and few
// enough that the whole answer is read. Calls fail independently.
func contentCalls(refs []string) (calls [][]string) {
	size := 0
	for _, ref := range refs {
		need := 4*len(ref) + signatureBytes
		last := len(calls) - 1
		if last < 0 || len(calls[last]) == svcx.MaxContentRefs || size+need > contentAnswerBytes {
			calls, size = append(calls, nil), 0
			last++
		}
		calls[last] = append(calls[last], ref)
		size += need
	}
	return calls
}

// askForContent requests fresh URLs of media in messages and stores them. References
// that are already being requested are left out.
func (s *Service) askForContent(ctx context.Context, ch *svcx.Channel, c *svcx.Conversation, refs []string, messages []svcx.Message) error {
	refs = s.asking.start(c.ID, refs)
	if len(refs) == 0 {
		return nil
	}
	defer s.asking.end(c.ID, refs)
	// Check again: another request may have ended in the meantime.
	known, err := s.db.Read(ctx).ContentURLs(c.Workspace, c.ID, refs, s.core.Now())
	if err != nil {
		return err
	}
	if refs = without(slices.Clone(refs), known); len(refs) == 0 {
		return nil
	}
	urls, err := s.integrator.ResolveContent(ctx, ch, c.ExternalID, refs)
	if err != nil {
		return nil // logged with the call; the page shows a placeholder
	}
	urls = slices.DeleteFunc(urls, func(u svcx.ContentURL) bool { return !slices.Contains(refs, u.Ref) })
	if len(urls) == 0 {
		return nil
	}
	return s.db.Write(ctx, c.Workspace, s.keepContent(c, urls, messages))
}

// How many of the last messages, and how many bytes of them, are checked for media with
// fresh URLs.
const (
	maxFreshened      = 200
	maxFreshenedBytes = 1 << 20
)

// PutContentURLs stores fresh URLs of a conversation's media.
func (s *Service) PutContentURLs(ctx context.Context, call inbox.Call, c *svcx.Conversation, urls []svcx.ContentURL) error {
	messages, err := s.db.Read(ctx).LastMessages(c.Workspace, c.ID, s.core.Now(), maxFreshened, maxFreshenedBytes)
	if err != nil {
		return err
	}
	if len(urls) == 0 {
		return nil
	}
	return inbox.Write(ctx, s.core, call, &urls, s.keepContent(c, urls, messages))
}

// keepContent stores fresh URLs and shows the messages that have media with one.
func (s *Service) keepContent(c *svcx.Conversation, urls []svcx.ContentURL, messages []svcx.Message) func(*store.Tx) error {
	var freshened []*svcx.Message
	for i := range messages {
		if refs := links.MediaRefs(messages[i : i+1]); len(without(slices.Clone(refs), urls)) < len(refs) {
			freshened = append(freshened, &messages[i])
		}
	}
	return func(tx *store.Tx) error {
		if _, err := tx.Conversation(c.Workspace, c.ID); err != nil {
			return err // deleted in the meantime
		}
		if err := tx.PutContentURLs(c.Workspace, c.ID, urls); err != nil {
			return err
		}
		return s.core.ShowMessages(tx, c.Workspace, freshened...)
	}
}

// KnownContent finds the known fresh URLs of media in messages of several conversations,
// by message. The others are not requested; ConversationPage does that.
func (s *Service) KnownContent(ctx context.Context, w *svcx.Workspace, messages []svcx.Message) (map[svcx.MessageID][]svcx.ContentURL, error) {
	refs := make(map[svcx.ConversationID][]string)
	for i, m := range messages {
		if own := links.MediaRefs(messages[i : i+1]); len(own) > 0 {
			refs[m.Conversation] = append(refs[m.Conversation], own...)
		}
	}
	known := make(map[svcx.MessageID][]svcx.ContentURL)
	for id, all := range refs {
		urls, err := s.knownContent(ctx, w, id, all)
		if err != nil {
			return nil, err
		}
		for i, m := range messages {
			if m.Conversation != id {
				continue
			}
			own := links.MediaRefs(messages[i : i+1])
			known[m.ID] = slices.DeleteFunc(slices.Clone(urls), func(u svcx.ContentURL) bool { return !slices.Contains(own, u.Ref) })
		}
	}
	return known, nil
}

func (s *Service) knownContent(ctx context.Context, w *svcx.Workspace, id svcx.ConversationID, refs []string) ([]svcx.ContentURL, error) {
	c, err := s.db.Read(ctx).Conversation(w.ID, id)
	if svcx.KindOf(err) == svcx.KindNotFound {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	ch, err := inbox.ChannelOf(s.db.Read(ctx), c)
	if err != nil || !freshens(ch) {
		return nil, err
	}
	return s.db.Read(ctx).ContentURLs(w.ID, id, refs, s.core.Now())
}

// freshens reports whether the channel's media need fresh URLs.
func freshens(ch *svcx.Channel) bool {
	return ch != nil && ch.Settings.EphemeralContent && ch.Settings.WebhookURL != ""
}

// asking holds the references that are being requested, so that two clients that show
// a conversation cause one call.
type asking struct {
	mu   sync.Mutex
	refs map[svcx.ConversationID][]string
}

// start adds references and returns those that were not being requested yet.
func (a *asking) start(c svcx.ConversationID, refs []string) (fresh []string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.refs == nil {
		a.refs = make(map[svcx.ConversationID][]string)
	}
	for _, ref := range refs {
		if !slices.Contains(a.refs[c], ref) {
			fresh = append(fresh, ref)
		}
	}
	a.refs[c] = append(a.refs[c], fresh...)
	return fresh
}

func (a *asking) end(c svcx.ConversationID, refs []string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.refs[c] = slices.DeleteFunc(a.refs[c], func(ref string) bool { return slices.Contains(refs, ref) })
	if len(a.refs[c]) == 0 {
		delete(a.refs, c)
	}
}

// Package bulk has bulk actions: a property that a member sets in many conversations, perhaps all
// of a view, and undo.
//
// A bulk action is a record with an item for each conversation, and work in the background of the
// service (run.go): it outlives the page that began it, and the process. Each conversation is
// changed by the use case of a single one (messaging.SetProperty), in whose transaction the item
// gets the property before and after. So nothing is done twice, and an undo knows what to restore,
// and whether somebody has changed it since. A required field that is missing is filled in before
// that, if the member has said with what.
package bulk

import (
	"context"
	"time"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/messaging"
	"svcx/internal/outage"
	"svcx/internal/store"
)

// Messaging changes one conversation; messaging.Service does.
type Messaging interface {
	SetProperty(ctx context.Context, call inbox.Call, id svcx.ConversationID, set messaging.Setting) (was, is string, err error)
	SetFieldValues(ctx context.Context, call inbox.Call, id svcx.ConversationID, inputs svcx.FieldInputs) ([]svcx.FieldValue, error)
}

// Service is safe for concurrent use.
type Service struct {
	core      *inbox.Core
	db        *store.DB
	messaging Messaging
	// wake makes Run look for work at once.
	wake chan struct{}
	// failed is the outage while bulk actions cannot go on.
	failed *outage.Outage
}

// New returns a Service.
func New(core *inbox.Core, m Messaging) *Service {
	clock := func() time.Time { return core.Now().Std() }
	return &Service{
		core: core, db: core.DB, messaging: m, wake: make(chan struct{}, 1),
		failed: outage.New(core.Log, clock, "bulk actions wait, and are tried again", "bulk actions go on"),
	}
}

// Matching lists the conversations of a filter that a search finds, all of them for "", last
// activity first: at most svcx.MaxBulk, and more reports whether there are others.
func (s *Service) Matching(ctx context.Context, w *svcx.Workspace, f svcx.ConversationFilter, q string) (ids []svcx.ConversationID, more bool, err error) {
	ids, err = s.db.ConversationIDs(ctx, w.ID, f, q, svcx.MaxBulk+1)
	if len(ids) > svcx.MaxBulk {
		ids, more = ids[:svcx.MaxBulk], true
	}
	return ids, more, err
}

// Start begins a bulk action by the caller, who is a member.
func (s *Service) Start(ctx context.Context, call inbox.Call, change svcx.PropertyChange, ids []svcx.ConversationID) (*svcx.Bulk, error) {
	if err := messaging.Check(change); err != nil {
		return nil, err
	}
	switch {
	case change.Property == svcx.PropertySubject:
		return nil, svcx.Invalid("property", "must not be subject: that is of one conversation")
	case len(ids) == 0:
		return nil, svcx.Invalid("id", "must name a conversation")
	case len(ids) > svcx.MaxBulk:
		return nil, svcx.Invalid("id", "must be at most %d", svcx.MaxBulk)
	}
	return s.start(ctx, &svcx.Bulk{Workspace: call.Workspace.ID, User: svcx.UserID(call.Actor.ID), PropertyChange: change}, ids)
}

// listStep is how many conversations are listed in one transaction: few enough that no other
// write waits long for it.
const listStep = 1000

func (s *Service) start(ctx context.Context, b *svcx.Bulk, ids []svcx.ConversationID) (*svcx.Bulk, error) {
	b.State, b.CreatedAt = svcx.BulkListed, s.core.Now()
	seen := make(map[svcx.ConversationID]bool, len(ids))
	var unique []svcx.ConversationID
	var begun *svcx.Bulk // by another request that undoes the same
	for _, id := range ids {
		if !seen[id] {
			seen[id] = true
			unique = append(unique, id)
		}
	}
	for from := 0; from < len(unique); from += listStep {
		some := unique[from:min(from+listStep, len(unique))]
		id := b.ID
		err := s.db.Write(ctx, b.Workspace, func(tx *store.Tx) error {
			w := store.BulkIn(tx)
			if b.Undoes != 0 {
				var err error
				if begun, err = w.UndoneBy(b.Workspace, b.User, b.Undoes); err != nil || begun != nil {
					return err
				}
			}
			if b.ID = id; id == 0 {
				if err := w.InsertBulk(b); err != nil {
					return err
				}
			}
			if err := w.InsertBulkItems(b, some...); err != nil || from+len(some) < len(unique) {
				return err
			}
			_, err := w.MoveBulk(b, svcx.BulkListed, svcx.BulkRunning, nil)
			tx.OnCommit(s.notify)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	if begun != nil {
		return begun, nil
	}
	b.State = svcx.BulkRunning
	return b, nil
}

// notify makes Run look for work.
func (s *Service) notify() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// Bulk finds a bulk action of a member.
func (s *Service) Bulk(ctx context.Context, w *svcx.Workspace, user svcx.UserID, id svcx.BulkID) (*svcx.Bulk, error) {
	return s.reads(ctx).Bulk(w.ID, user, id)
}

// Latest finds a member's latest bulk action; nil if there is none.
func (s *Service) Latest(ctx context.Context, w *svcx.Workspace, user svcx.UserID) (*svcx.Bulk, error) {
	return s.reads(ctx).LatestBulk(w.ID, user)
}

// UndoneBy finds what undoes a bulk action; nil if nothing does.
func (s *Service) UndoneBy(ctx context.Context, b *svcx.Bulk) (*svcx.Bulk, error) {
	return s.reads(ctx).UndoneBy(b.Workspace, b.User, b.ID)
}

// Progress counts the conversations of a bulk action.
func (s *Service) Progress(ctx context.Context, b *svcx.Bulk) (svcx.BulkProgress, error) {
	return s.reads(ctx).BulkProgress(b.Workspace, b.ID)
}

// Failed lists the conversations that could not be changed.
func (s *Service) Failed(ctx context.Context, b *svcx.Bulk) ([]svcx.BulkItem, error) {
	return s.reads(ctx).FailedItems(b.Workspace, b.ID)
}

func (s *Service) reads(ctx context.Context) store.BulkReads { return store.BulkOf(s.db.Read(ctx)) }

// Stop ends a bulk action. Conversations that are being changed at this moment stay as they are.
func (s *Service) Stop(ctx context.Context, b *svcx.Bulk) error {
	now := s.core.Now()
	return s.db.Write(ctx, b.Workspace, func(tx *store.Tx) error {
		_, err := store.BulkIn(tx).MoveBulk(b, svcx.BulkRunning, svcx.BulkStopped, &now)
		return err
	})
}

// Retry retries the conversations where a bulk action failed, once it is done.
func (s *Service) Retry(ctx context.Context, b *svcx.Bulk) error {
	b.FillKey, b.FillValue = "", ""
	return s.retry(ctx, b)
}

// FillIn retries the conversations where a bulk action failed for a required field, and fills that in
// first. A value that the field cannot have is a validation error naming "fields.<key>".
func (s *Service) FillIn(ctx context.Context, b *svcx.Bulk, key, value string) error {
	all, err := s.db.Read(ctx).Fields(b.Workspace)
	if err != nil {
		return err
	}
	b.FillKey, b.FillValue = key, value
	known, err := svcx.ReadFieldChanges("fields.", all, filling(b))
	if err != nil {
		return err
	}
	if len(known) == 0 {
		return svcx.NotFound("field")
	}
	if known[0].Value == nil {
		return svcx.Invalid("fields."+key, "must be filled in")
	}
	return s.retry(ctx, b)
}

// filling is what an action fills in where it is empty.
func filling(b *svcx.Bulk) svcx.FieldInputs {
	return svcx.FieldInputs{b.FillKey: {Kind: svcx.FieldInputString, Text: b.FillValue, Was: new(string)}}
}

func (s *Service) retry(ctx context.Context, b *svcx.Bulk) error {
	return s.db.Write(ctx, b.Workspace, func(tx *store.Tx) error {
		w := store.BulkIn(tx)
		moved, err := w.MoveBulk(b, svcx.BulkDone, svcx.BulkRunning, nil)
		if err != nil || !moved {
			return err
		}
		tx.OnCommit(s.notify)
		return w.RetryItems(b)
	})
}

// CanUndo reports whether a bulk action can be undone: it has ended, not too long ago, and undoes
// nothing itself.
func (s *Service) CanUndo(b *svcx.Bulk) bool {
	return b.State != svcx.BulkRunning && b.Undoes == 0 && s.core.Now() < b.CreatedAt.Add(svcx.BulkUndo)
}

// Undo begins a bulk action that sets back what another one has changed, where nobody has changed
// it since. If one has begun already it is returned.
func (s *Service) Undo(ctx context.Context, b *svcx.Bulk) (*svcx.Bulk, error) {
	if !s.CanUndo(b) {
		return nil, &svcx.Error{Kind: svcx.KindConflict, Message: "it cannot be undone now"}
	}
	if undone, err := s.UndoneBy(ctx, b); err != nil || undone != nil {
		return undone, err
	}
	ids, err := s.reads(ctx).ChangedItems(b.Workspace, b.ID)
	if err != nil {
		return nil, err
	}
	if len(ids) == 0 {
		return b, nil
	}
	return s.start(ctx, &svcx.Bulk{Workspace: b.Workspace, User: b.User, PropertyChange: b.PropertyChange, Undoes: b.ID}, ids)
}

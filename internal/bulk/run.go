package bulk

import (
	"context"
	"crypto/rand"
	"errors"
	"strings"
	"sync"
	"time"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/messaging"
	"svcx/internal/store"
)

const (
	// lookInterval is how often to look for actions that no node carries out: one of a node
	// that died, or one that was begun on another node.
	lookInterval = 2 * time.Second
	// leaseTime is how long the right to carry out an action lasts, renewTime how often it is
	// extended meanwhile.
	leaseTime = 15 * time.Second
	renewTime = 4 * time.Second
	// atOnce is how many conversations of an action are changed at once. It bounds what waits
	// before other writes of the workspace, which share their batches, and how much is asked of
	// an integrator at a time.
	atOnce = 8
	// step is how many conversations are read at a time.
	step = 64
	// maxActions is how many actions a node carries out at once, one of a workspace.
	maxActions = 8
)

// Run carries out bulk actions until ctx ends, one of a workspace at a time in the order in which
// they began. What is left then goes on at another node, or after the next start.
func (s *Service) Run(ctx context.Context) {
	var running sync.WaitGroup
	defer running.Wait()
	var mu sync.Mutex
	active := make(map[svcx.WorkspaceID]bool)
	tick := time.NewTicker(lookInterval)
	defer tick.Stop()
	for {
		waiting, err := s.reads(ctx).RunningBulks()
		if err != nil && ctx.Err() == nil {
			s.failed.Failed(err)
		}
		for _, b := range waiting {
			mu.Lock()
			free := !active[b.Workspace] && len(active) < maxActions
			if free {
				active[b.Workspace] = true
			}
			mu.Unlock()
			if !free {
				continue
			}
			running.Go(func() {
				ended := s.carryOut(ctx, b)
				mu.Lock()
				delete(active, b.Workspace)
				mu.Unlock()
				if ended {
					s.notify() // the next of the workspace
				}
			})
		}
		select {
		case <-ctx.Done():
			return
		case <-s.wake:
		case <-tick.C:
		}
	}
}

// carryOut carries out an action if no other node does, and reports whether it has ended.
func (s *Service) carryOut(ctx context.Context, b *svcx.Bulk) (ended bool) {
	lease := rand.Text()
	held, err := s.hold(ctx, b, lease)
	if err != nil || !held {
		s.report(ctx, err)
		return false
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var renewing sync.WaitGroup
	renewing.Go(func() { s.renew(ctx, stop, b, lease) })
	ended, err = s.changeAll(ctx, b)
	s.report(ctx, err)
	stop()
	renewing.Wait()
	if !ended {
		s.release(ctx, b, lease)
	}
	return ended
}

func (s *Service) report(ctx context.Context, err error) {
	switch {
	case err == nil:
		s.failed.Works()
	case ctx.Err() == nil:
		s.failed.Failed(err)
	}
}

func (s *Service) hold(ctx context.Context, b *svcx.Bulk, lease string) (held bool, err error) {
	err = s.db.Write(ctx, b.Workspace, func(tx *store.Tx) (err error) {
		now := s.core.Now()
		held, err = store.BulkIn(tx).LeaseBulk(b, lease, now, now.Add(leaseTime))
		return err
	})
	return held, err
}

// renew extends the lease until ctx ends, and stops the action when that is lost, since another
// node has it or the member has stopped it.
func (s *Service) renew(ctx context.Context, stop func(), b *svcx.Bulk, lease string) {
	tick := time.NewTicker(renewTime)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if held, err := s.hold(ctx, b, lease); err == nil && !held {
			stop()
			return
		}
	}
}

// release gives an action up, so that another node need not wait for the lease's end.
func (s *Service) release(ctx context.Context, b *svcx.Bulk, lease string) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), inbox.ShutdownTime)
	defer cancel()
	err := s.db.Write(ctx, b.Workspace, func(tx *store.Tx) error { return store.BulkIn(tx).ReleaseBulk(b, lease) })
	s.report(ctx, err)
}

// changeAll changes the conversations of an action until none waits, and reports whether the
// action has ended, which it also has if it was stopped.
func (s *Service) changeAll(ctx context.Context, b *svcx.Bulk) (ended bool, err error) {
	for {
		call, err := s.caller(ctx, b)
		if svcx.KindOf(err) == svcx.KindNotFound {
			return true, s.Stop(ctx, b) // the member was removed
		}
		if err != nil {
			return false, err
		}
		now, err := s.reads(ctx).Bulk(b.Workspace, b.User, b.ID)
		if err != nil || now.State != svcx.BulkRunning {
			return err == nil, err
		}
		items, err := s.reads(ctx).WaitingItems(b, step)
		if err != nil {
			return false, err
		}
		if len(items) == 0 {
			return true, s.end(ctx, b)
		}
		if err := s.changeSome(ctx, call, b, items); err != nil {
			return false, err
		}
	}
}

func (s *Service) end(ctx context.Context, b *svcx.Bulk) error {
	return s.db.Write(ctx, b.Workspace, func(tx *store.Tx) error {
		now := s.core.Now()
		_, err := store.BulkIn(tx).MoveBulk(b, svcx.BulkRunning, svcx.BulkDone, &now)
		return err
	})
}

// caller is the member whose action it is, without a client address.
func (s *Service) caller(ctx context.Context, b *svcx.Bulk) (inbox.Call, error) {
	r := s.db.Read(ctx)
	w, err := r.Workspace(b.Workspace)
	if err != nil {
		return inbox.Call{}, err
	}
	m, err := r.Member(b.Workspace, b.User)
	if err != nil {
		return inbox.Call{}, err
	}
	user := svcx.User{Name: m.Name, Email: m.Email}
	return inbox.Call{Workspace: w, Actor: svcx.Actor{Kind: svcx.ActorUser, ID: int64(m.ID), Name: user.Label()}}, nil
}

// changeSome changes some conversations, a few at once. After an error the
// outcome of some is unknown: these stay waiting.
func (s *Service) changeSome(ctx context.Context, call inbox.Call, b *svcx.Bulk, items []store.WaitingItem) error {
	var all sync.WaitGroup
	var mu sync.Mutex
	var failed error
	slots := make(chan struct{}, atOnce)
	for _, item := range items {
		slots <- struct{}{}
		all.Go(func() {
			defer func() { <-slots }()
			if ctx.Err() != nil {
				return
			}
			if err := s.changeOne(ctx, call, b, item); err != nil {
				mu.Lock()
				failed = errors.Join(failed, err)
				mu.Unlock()
			}
		})
	}
	all.Wait()
	return errors.Join(failed, ctx.Err())
}

// errEnded undoes the change of a conversation that already has an outcome, since another node has
// taken the lease over, or whose action was stopped.
var errEnded = errors.New("the conversation has an outcome already, or the action was stopped")

// changeOne changes a conversation, or stores why that cannot be done.
func (s *Service) changeOne(ctx context.Context, call inbox.Call, b *svcx.Bulk, item store.WaitingItem) error {
	set := messaging.Setting{PropertyChange: b.PropertyChange}
	done := svcx.BulkItem{Workspace: b.Workspace, Bulk: b.ID, Conversation: item.Conversation, State: svcx.ItemDone}
	if b.Undoes != 0 {
		if item.Was == nil || item.Is == nil {
			return s.fail(ctx, done, svcx.NotFound("conversation"))
		}
		set.PropertyChange, set.If = svcx.PropertyChange{Property: b.Property, To: *item.Was}, item.Is
	}
	set.Record = func(u *inbox.Update, was, is string) error {
		done.Was, done.Is = was, is
		first, err := store.BulkIn(u.Tx).EndItem(done)
		if err == nil && !first {
			err = errEnded
		}
		return err
	}
	err := s.fillIn(ctx, call, b, item.Conversation)
	if err == nil {
		_, _, err = s.messaging.SetProperty(ctx, call, item.Conversation, set)
	}
	switch {
	case err == nil, errors.Is(err, errEnded):
		return nil
	case ctx.Err() != nil || svcx.KindOf(err) == svcx.KindUnavailable:
		return err
	}
	return s.fail(ctx, done, err)
}

// fillIn fills in the field of an action in a conversation. It is no error if the value is refused there,
// or somebody else has filled the field in: the change that follows says what is missing.
func (s *Service) fillIn(ctx context.Context, call inbox.Call, b *svcx.Bulk, id svcx.ConversationID) error {
	if b.FillKey == "" {
		return nil
	}
	_, err := s.messaging.SetFieldValues(ctx, call, id, filling(b))
	if svcx.KindOf(err) == svcx.KindValidation {
		return nil
	}
	return err
}

// maxReason bounds the reason that is stored, in characters.
const maxReason = 300

func (s *Service) fail(ctx context.Context, item svcx.BulkItem, why error) error {
	item.State, item.Was, item.Is = svcx.ItemFailed, "", ""
	item.Failure, item.Reason = failure(why)
	if text := []rune(item.Reason); len(text) > maxReason {
		item.Reason = string(text[:maxReason-1]) + "…"
	}
	if item.Failure == svcx.FailureError {
		s.core.Log.Warn("a bulk action could not change a conversation", "workspace", item.Workspace, "conversation", item.Conversation, "error", why)
	}
	return s.db.Write(ctx, item.Workspace, func(tx *store.Tx) error {
		_, err := store.BulkIn(tx).EndItem(item)
		return err
	})
}

// failure is why a conversation was not changed.
func failure(err error) (svcx.BulkFailure, string) {
	var known *svcx.Error
	if !errors.As(err, &known) {
		return svcx.FailureError, ""
	}
	switch known.Kind {
	case svcx.KindVetoed:
		return svcx.FailureVetoed, known.Message
	case svcx.KindNotFound:
		return svcx.FailureGone, ""
	case svcx.KindConflict:
		return svcx.FailureChanged, ""
	case svcx.KindValidation, svcx.KindUnprocessable:
		if key, is := strings.CutPrefix(known.Field, "fields."); is {
			return svcx.FailureField, key
		}
		return svcx.FailureInvalid, known.Public()
	case svcx.KindIntegrationFailed:
		return svcx.FailureInvalid, known.Message
	}
	return svcx.FailureError, ""
}

package assist

import (
	"context"
	"crypto/rand"
	"sync"
	"time"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/store"
)

const (
	// sweepInterval is how often to look for jobs without being woken: those of another node
	// that died, and those that wait for their time.
	sweepInterval = 30 * time.Second
	// leaseTime is how long the right to do a job lasts, jobTime how long one may take.
	leaseTime = 3 * time.Minute
	jobTime   = 2 * time.Minute
	// maxWorkspaces is how many workspaces a node works for at once, one job of each: a provider
	// that does not answer holds up its own workspace alone.
	maxWorkspaces = 8
	// jobAge is how long after the resolve a job is still worth doing.
	jobAge = 24 * time.Hour
)

// retryWaits are the waits after failed attempts; after one more a job is given up.
var retryWaits = []time.Duration{time.Minute, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour}

// automatic is who renames and summarizes on resolve.
var automatic = svcx.Actor{Kind: svcx.ActorSystem, Name: "AI"}

// Run renames and summarizes conversations that were resolved, where that is switched on (R 4.8),
// until ctx ends. What is left then is done by another node, or after the next start.
func (s *Service) Run(ctx context.Context) {
	var running sync.WaitGroup
	defer running.Wait()
	var mu sync.Mutex
	active := make(map[svcx.WorkspaceID]bool)
	tick := time.NewTicker(sweepInterval)
	defer tick.Stop()
	for {
		due, err := s.reads(ctx).JobWorkspaces(s.Core.Now())
		s.report(ctx, err)
		for _, ws := range due {
			mu.Lock()
			free := !active[ws] && len(active) < maxWorkspaces
			if free {
				active[ws] = true
			}
			mu.Unlock()
			if !free {
				continue
			}
			running.Go(func() {
				err := s.doJobs(ctx, ws)
				s.report(ctx, err)
				mu.Lock()
				delete(active, ws)
				mu.Unlock()
				if err == nil {
					s.Core.Assist.Notify() // what has come meanwhile, or has waited for a place
				}
			})
		}
		select {
		case <-ctx.Done():
			return
		case <-s.Core.Assist:
		case <-tick.C:
		}
	}
}

func (s *Service) report(ctx context.Context, err error) {
	switch {
	case err == nil:
		s.waits.Works()
	case ctx.Err() == nil:
		s.waits.Failed(err)
	}
}

func (s *Service) reads(ctx context.Context) store.AssistReads { return store.AssistOf(s.db.Read(ctx)) }

// doJobs does the jobs of a workspace that are due, one after the other.
func (s *Service) doJobs(ctx context.Context, ws svcx.WorkspaceID) error {
	for ctx.Err() == nil {
		j, err := s.reads(ctx).NextJob(ws, s.Core.Now())
		if err != nil || j == nil {
			return err
		}
		if err := s.doJob(ctx, j); err != nil {
			return err
		}
	}
	return nil
}

// doJob does a job if no other node does.
func (s *Service) doJob(ctx context.Context, j *store.AIJob) error {
	lease, held := rand.Text(), false
	err := s.db.Write(ctx, j.Workspace, func(tx *store.Tx) (err error) {
		held, err = store.AssistIn(tx).LeaseJob(j, lease, s.Core.Now().Add(leaseTime))
		return err
	})
	if err != nil || !held {
		return err
	}
	j.Lease = lease
	j.Attempts++
	wait, again := s.attempt(ctx, j)
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), inbox.ShutdownTime)
	defer cancel()
	return s.db.Write(ctx, j.Workspace, func(tx *store.Tx) error {
		w := store.AssistIn(tx)
		if again == done {
			return w.EndJob(j)
		}
		return w.PostponeJob(j, s.Core.Now().Add(wait), again == failed)
	})
}

// outcome of an attempt: the job is done or is not to be done, has failed, or was not tried.
type outcome int

const (
	done outcome = iota
	failed
	postponed
)

// attempt does a job, and says after which wait it is to be tried again if it is not done.
func (s *Service) attempt(ctx context.Context, j *store.AIJob) (wait time.Duration, o outcome) {
	limited, err := s.do(ctx, j)
	switch kind := svcx.KindOf(err); {
	case err == nil:
		return 0, done
	case ctx.Err() != nil:
		return 0, postponed // the node stops; another one goes on
	case kind == svcx.KindRateLimited:
		return limited, postponed
	case kind == svcx.KindAIUnavailable && err != errNoProvider, kind == svcx.KindUnavailable, kind == svcx.KindInternal:
		if j.Attempts <= len(retryWaits) {
			return retryWaits[j.Attempts-1], failed
		}
		s.Core.Log.Warn("the AI could not be used on a resolved conversation", "workspace", j.Workspace, "conversation", j.Conversation, "operation", j.Operation, "error", err)
	}
	return 0, done // given up, or not to be done: deleted, reopened, another plan
}

// do renames or summarizes. limited is the wait until the limit allows it.
func (s *Service) do(ctx context.Context, j *store.AIJob) (limited time.Duration, err error) {
	ctx, cancel := context.WithTimeout(ctx, jobTime)
	defer cancel()
	if s.Core.Now() > j.CreatedAt.Add(jobAge) {
		return 0, nil
	}
	w, err := s.db.Read(ctx).Workspace(j.Workspace)
	if err != nil {
		return 0, err
	}
	c, err := s.db.Read(ctx).Conversation(j.Workspace, j.Conversation)
	if err != nil {
		return 0, err
	}
	if c.Status == svcx.StatusOpen {
		return 0, nil // reopened meanwhile
	}
	if err := s.Permit(ctx, w, j.Operation); err != nil {
		return 0, err
	}
	r := Request{Call: inbox.Call{Workspace: w, Actor: automatic}, Conversation: j.Conversation, automatic: &j.User}
	if j.Operation == svcx.AIRename {
		renamed, err := s.Rename(ctx, r)
		return renamed.Limit.RetryAfter, err
	}
	summarized, err := s.Summarize(ctx, r)
	return summarized.Limit.RetryAfter, err
}

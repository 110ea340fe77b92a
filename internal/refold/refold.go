// Package refold brings what an earlier version has folded to the rules of this one:
// the keys by which senders, users and names are found (keys.go), and the words of the
// text index (words.go). Everything else about these tables is package store's; here are
// the statements that find and rewrite keys which no other code would ever store.
package refold

import (
	"context"
	"log/slog"
	"slices"
	"time"

	"svcx"
	"svcx/internal/sqldb"
	"svcx/internal/store"
)

// rule is the version of the rule by which texts are folded: svcx.FoldCase,
// svcx.EmailKey, and the words of a search. A change that makes one of them return
// something else for a text raises it and reviews textsearch.RefoldedWords: Once brings
// what is stored to the new rule.
//
// The first rule lowered capitals, did not know IDNA, and either dropped vowel signs
// or ended words at them. The second compared a domain as given if one of its labels
// cannot stand in DNS, and kept the quotes of addresses.
const rule = 3

// wordsRule is the last rule that changed the words of a search.
const wordsRule = 2

// again is how long after the rule was reached a starting node folds keys and contacts
// once more: a node of the version before may have run at the time.
const again = 24 * time.Hour

// retry is the wait after a failure.
const retry = time.Minute

const (
	// pageRows is how many rows a page has, writeRows how many a transaction writes.
	pageRows, writeRows = 1000, 200
	// pageBytes bounds the messages that are read together.
	pageBytes = 2 << 20
)

// setting is the server setting with the rule by which everything stored is folded,
// and the progress towards the next.
const setting = "folding"

// progress is the value of the setting. At is when the rule was reached; 0 if no node
// of an earlier version has run since. Until then Step, Queue and After are where to
// continue: after a row of a queue.
type progress struct {
	Rule  int       `json:"Rule"`
	At    svcx.Time `json:"At,omitempty"`
	Step  int       `json:"Step,omitempty"`
	Queue int64     `json:"Lane,omitempty"`
	After int64     `json:"After,omitempty"`
}

func progressOf(r store.Reads) (p progress, err error) {
	text, err := r.ServerSetting(setting)
	if err == nil {
		err = sqldb.DecodeJSON(text, &p)
	}
	return p, err
}

// Run runs Once, again a minute after a failure.
func Run(ctx context.Context, db *store.DB, now func() time.Time, log *slog.Logger) {
	for {
		err := Once(ctx, db, now, log)
		if err == nil || ctx.Err() != nil {
			return
		}
		log.Warn("refolding names and addresses failed, retrying", "error", err)
		if rest(ctx, retry) != nil {
			return
		}
	}
}

// step reads the rows of a page, after an id, writes those that fold differently, and
// returns how many those were and the page's last id; 0 if there is no row.
type step func(j *job, ctx context.Context, queue, after int64) (changed int, last int64, err error)

// steps has the keys by which senders are found first. The later steps mark what is to
// be indexed again, even if it was before, and are not repeated.
var (
	steps = append(keySteps, (*job).heads, (*job).messages)

	keySteps = []step{(*job).addresses, (*job).contacts, (*job).categories, (*job).shortcuts}
)

// Once brings the folded keys and words that an earlier version has stored to the
// rule of this one, in small steps between other writes, and returns when nothing
// is left to do or ctx ends. It continues where it was when its process ended, and
// may run on several nodes at once. Every rule folds ASCII the same, except for
// quoted addresses: such texts are only read.
//
// If two have the same key by the new rule, both stay. Of contacts and users the
// one with the lower id is found by it; the other has no key until its address
// changes.
func Once(ctx context.Context, db *store.DB, now func() time.Time, log *slog.Logger) error {
	return (&job{db: db, now: now, log: log}).run(ctx)
}

// MarkDone keeps later starts from folding again, if the rule was reached: no node of an
// earlier version runs on this store.
func MarkDone(ctx context.Context, db *store.DB) error {
	return db.Write(ctx, store.AllWorkspaces, func(tx *store.Tx) error {
		at, err := progressOf(tx.Reads)
		if err != nil || at.Rule != rule || at.At == 0 {
			return err
		}
		return tx.SetServerSetting(setting, sqldb.EncodeJSON(progress{Rule: rule}))
	})
}

type job struct {
	db  *store.DB
	now func() time.Time
	log *slog.Logger
	// found says that a step has found a row.
	found bool
}

func (j *job) run(ctx context.Context) error {
	if err := j.tags(ctx); err != nil {
		return err
	}
	at, err := progressOf(j.db.Read(ctx))
	began := j.now()
	if err != nil || at.Rule > rule || at.Rule == rule && began.Sub(at.At.Std()) > again {
		return err
	}
	unmarked := at == progress{}
	n, err := j.users(ctx)
	if err != nil {
		return err
	}
	queues, err := store.SearchedTables(j.db).Queues(ctx)
	if err != nil {
		return err
	}
	due := steps
	if at.Rule >= wordsRule {
		due = keySteps
	}
	for ; at.Step < len(due); at = (progress{Rule: at.Rule, Step: at.Step + 1}) {
		for _, queue := range queues {
			if queue < at.Queue {
				continue
			}
			if queue > at.Queue {
				at.Queue, at.After = queue, 0
			}
			more, err := j.queue(ctx, due[at.Step], &at)
			n += more
			if err != nil {
				return err
			}
		}
	}
	reached := progress{Rule: rule, At: svcx.At(j.now())}
	if unmarked && !j.found {
		// A new store, which no earlier version has used.
		reached.At = 0
	}
	if err := j.save(ctx, reached); err != nil || n == 0 {
		return err
	}
	j.log.Info("folded names, addresses and words by the rule of this version", "changed", n, "milliseconds", j.now().Sub(began).Milliseconds())
	return nil
}

// queue runs a step for the remaining rows of a queue.
func (j *job) queue(ctx context.Context, step step, at *progress) (n int, err error) {
	unsaved := 0
	for {
		began := j.now()
		changed, last, err := step(j, ctx, at.Queue, at.After)
		if err != nil || last == 0 {
			return n, err
		}
		j.found = true
		at.After = last
		n, unsaved = n+changed, unsaved+changed
		if unsaved >= writeRows {
			unsaved = 0
			if err := j.save(ctx, *at); err != nil {
				return n, err
			}
		}
		if err := rest(ctx, j.db.Index.Rest(j.now().Sub(began))); err != nil {
			return n, err
		}
	}
}

func rest(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

// save stores the progress, unless another node has finished.
func (j *job) save(ctx context.Context, p progress) error {
	return j.db.Write(ctx, store.AllWorkspaces, func(tx *store.Tx) error {
		now, err := progressOf(tx.Reads)
		if err != nil || now.Rule >= rule {
			return err
		}
		return tx.SetServerSetting(setting, sqldb.EncodeJSON(p))
	})
}

// row is a row of a workspace.
type row struct {
	workspace svcx.WorkspaceID
	id        int64
}

// write runs fn for rows, writeRows of them in a transaction, and returns how many fn
// reports as changed.
func (j *job) write(ctx context.Context, queue int64, rows []row, fn func(*store.Tx, row) (bool, error)) (n int, err error) {
	for some := range slices.Chunk(rows, writeRows) {
		changed := 0
		err := j.db.Write(ctx, svcx.WorkspaceID(queue), func(tx *store.Tx) error {
			changed = 0
			for _, r := range some {
				did, err := fn(tx, r)
				if err != nil {
					return err
				}
				if did {
					changed++
				}
			}
			return nil
		})
		if err != nil {
			return n, err
		}
		n += changed
	}
	return n, nil
}

func ignoreNotFound(err error) error {
	if svcx.KindOf(err) == svcx.KindNotFound {
		return nil
	}
	return err
}

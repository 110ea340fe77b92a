package outbound_test

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"svcx"
	"svcx/internal/store"
	"svcx/internal/store/storetest"
)

func TestDeliveries(t *testing.T)   { each(t, deliveryCases) }
func TestClaims(t *testing.T)       { each(t, claimCases) }
func TestCircuits(t *testing.T)     { each(t, circuitCases) }
func TestRedeliveries(t *testing.T) { each(t, redeliveryCases) }
func TestWaits(t *testing.T)        { each(t, waitCases) }

// each runs cases on each database. They share it, and create workspaces of their own.
func each(t *testing.T, cases func(f *fixture)) {
	t.Helper()
	storetest.Each(t, func(t *testing.T, db *store.DB) { cases(&fixture{T: t, db: db}) })
}

// fixture is a database under test.
type fixture struct {
	*testing.T
	db *store.DB
}

// Case runs fn as a subtest on the same database.
func (f *fixture) Case(name string, fn func(f *fixture)) {
	f.T.Run(name, func(t *testing.T) { fn(&fixture{T: t, db: f.db}) })
}

func (f *fixture) ctx() context.Context { return f.T.Context() }

// write runs fn in a transaction, which must succeed.
func (f *fixture) write(ws svcx.WorkspaceID, fn func(tx *store.Tx) error) {
	f.Helper()
	if err := f.db.Write(f.ctx(), ws, fn); err != nil {
		f.Fatalf("writing: %v", err)
	}
}

// read runs fn in a transaction, which must succeed, and returns what it read.
func read[T any](f *fixture, ws svcx.WorkspaceID, fn func(tx *store.Tx) (T, error)) T {
	f.Helper()
	var got T
	f.write(ws, func(tx *store.Tx) (err error) { got, err = fn(tx); return err })
	return got
}

// now is the time at which the cases create rows.
const now svcx.Time = 1_800_000_000_000

var slugs atomic.Int64

// workspace creates a workspace, channel a channel of it.
func (f *fixture) workspace() svcx.WorkspaceID {
	f.Helper()
	w := &svcx.Workspace{Slug: fmt.Sprintf("ws-%d", slugs.Add(1)), Name: "Workspace", Form: svcx.FormB, Plan: svcx.PlanFree, APIEnabled: true, CreatedAt: now}
	f.write(0, func(tx *store.Tx) error { return tx.InsertWorkspace(w) })
	return w.ID
}

func (f *fixture) channel(ws svcx.WorkspaceID) store.ChannelRef {
	f.Helper()
	c := &svcx.Channel{Workspace: ws, Name: "Channel", Settings: svcx.DefaultSettings(), KeyHash: "hash", CreatedAt: now}
	f.write(ws, func(tx *store.Tx) error { return tx.InsertChannel(c, nil) })
	return store.ChannelRef{Workspace: ws, Channel: c.ID}
}

// deliver stores deliveries for the channel, one per given conversation, in that
// order.
func (f *fixture) deliver(ch store.ChannelRef, conversations ...svcx.ConversationID) []*svcx.Delivery {
	f.Helper()
	return read(f, ch.Workspace, func(tx *store.Tx) ([]*svcx.Delivery, error) { return storetest.Deliver(tx, ch, now, conversations...) })
}

// claim leases the deliveries that are due at the time, for a minute.
func (f *fixture) claim(ch store.ChannelRef, inFlight int, lease string, at svcx.Time) []*svcx.Delivery {
	f.Helper()
	return read(f, ch.Workspace, func(tx *store.Tx) ([]*svcx.Delivery, error) {
		return storetest.Claim(tx, ch, inFlight, lease, at, at+leaseTime)
	})
}

const leaseTime = svcx.Time(60_000)

func (f *fixture) end(d *svcx.Delivery, lease string, state svcx.DeliveryState, at svcx.Time) bool {
	f.Helper()
	return read(f, d.Workspace, func(tx *store.Tx) (bool, error) { return storetest.End(tx, d, lease, state, at) })
}

func (f *fixture) retry(d *svcx.Delivery, lease string, due svcx.Time) bool {
	f.Helper()
	return read(f, d.Workspace, func(tx *store.Tx) (bool, error) { return tx.RetryDelivery(d, lease, d.Attempts+1, due) })
}

func deliveryIDs(deliveries []*svcx.Delivery) []svcx.DeliveryID {
	ids := []svcx.DeliveryID{}
	for _, d := range deliveries {
		ids = append(ids, d.ID)
	}
	return ids
}

// wantKind fails unless err is of the kind.
func (f *fixture) wantKind(err error, kind svcx.Kind) {
	f.Helper()
	if err == nil || svcx.KindOf(err) != kind {
		f.Fatalf("error %v, want one of kind %d", err, kind)
	}
}

// must fails on an error and returns the value.
func must[T any](value T, err error) func(f *fixture) T {
	return func(f *fixture) T {
		f.Helper()
		if err != nil {
			f.Fatal(err)
		}
		return value
	}
}

// equal fails unless the two are the same.
func (f *fixture) equal(what string, got, want any) {
	f.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		f.Fatalf("%s (-want +got):\n%s", what, diff)
	}
}

func ptr[T any](v T) *T { return &v }

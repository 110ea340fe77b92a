package inbox

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"svcx"
	"svcx/internal/seal"
	"svcx/internal/store"
)

// A rotation of the master key with concurrent writers misses nothing, and an interrupted one
// is continued: afterwards the new key alone opens everything.
func TestRotationWithConcurrentWriters(t *testing.T) {
	ctx := context.Background()
	d := newFixture(t, t.TempDir())
	old, next := seal.NewKey(), seal.NewKey()
	keyring, err := seal.NewKeyring(func() (seal.Keys, error) { return seal.Keys{Current: old, Others: []seal.Key{next}}, nil })
	must(t, err)
	d.masterKeys = keyring
	must(t, d.CheckMasterKey(ctx))
	own := d.fresh(t, "w")
	// More than two steps.
	const n = 2*resealStep + 50
	secret := func(i int) svcx.SecretDraft {
		return svcx.SecretDraft{Key: fmt.Sprint("k", i), Value: fmt.Sprint("v", i)}
	}
	for i := range n {
		_, err := d.CreateSecret(ctx, own.workspace, Operator, secret(i))
		must(t, err)
	}
	to, err := seal.NewSealer(next, old)
	must(t, err)
	// Interrupted after its first step.
	r := &rotation{in: d.Inbox, to: to}
	cut := sealedSecrets
	cut.next = func(tx *store.Tx, ws svcx.WorkspaceID, after int64, limit int) ([]store.SealedSecret, error) {
		if after > 0 {
			return nil, context.Canceled
		}
		return sealedSecrets.next(tx, ws, after, limit)
	}
	if err := resealTable(ctx, r, own.workspace.ID, cut); err == nil || r.resealed != resealStep {
		t.Fatalf("%d resealed, %v", r.resealed, err)
	}

	var writers sync.WaitGroup
	for i := range 20 {
		writers.Go(func() {
			if _, err := d.CreateSecret(ctx, own.workspace, Operator, secret(n+i)); err != nil {
				t.Error(err)
			}
			value := "changed"
			if _, err := d.UpdateSecret(ctx, own.workspace, Operator, secret(i).Key, svcx.SecretPatch{Value: &value}); err != nil {
				t.Error(err)
			}
			if _, err := d.CreateSigningSecret(ctx, own.workspace, Operator, own.channel.ID); err != nil {
				t.Error(err)
			}
		})
	}
	_, err = d.RotateMasterKey(ctx, to)
	must(t, err)
	writers.Wait()

	d.masterKeys, err = seal.NewSealer(next)
	must(t, err)
	must(t, d.CheckMasterKey(ctx))
	for i := range n + 20 {
		want := secret(i).Value
		if i < 20 {
			want = "changed"
		}
		if _, got, err := d.ReadSecret(ctx, own.workspace, Operator, secret(i).Key); err != nil || got != want {
			t.Fatalf("secret %d is %q, want %q: %v", i, got, want, err)
		}
	}
	_, err = d.RevealKey(ctx, own.workspace, Operator, own.channel.ID)
	must(t, err)
	ch, err := d.Channel(ctx, own.workspace, own.channel.ID)
	must(t, err)
	if secrets, err := d.SigningSecrets(ch); err != nil || len(secrets) != 1+maxRetired {
		t.Errorf("%d signing secrets: %v", len(secrets), err)
	}
	again, err := d.RotateMasterKey(ctx, to)
	if again != 0 || err != nil {
		t.Errorf("again: %d, %v", again, err)
	}
}

package admin_test

import (
	"bytes"
	"context"
	"testing"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/seal"
	"svcx/internal/store"
)

// D 5: a secret is stored encrypted and bound to its row; every successful read is in the audit
// log.
func TestSecretsAreSealed(t *testing.T) {
	ctx := context.Background()
	own := newFixture(t).fresh(t, "w")
	must(t, own.Vault.CheckMasterKey(ctx))
	for key, value := range map[string]string{"one": "hush hush", "two": "another"} {
		_, err := own.CreateSecret(ctx, inbox.Call{Workspace: own.workspace, Actor: inbox.Operator}, svcx.SecretDraft{Key: key, Value: value})
		must(t, err)
	}
	one, err := own.Secret(ctx, own.workspace, "one")
	must(t, err)
	if bytes.Contains(one.Sealed, []byte("hush")) || len(one.Sealed) != len("hush hush")+seal.Overhead {
		t.Errorf("stored as %q", one.Sealed)
	}
	reads := func() (n int) {
		list, err := own.AuditLog(ctx, own.workspace, svcx.Page{Limit: 100})
		must(t, err)
		for _, e := range list.Items {
			if e.Action == svcx.AuditSecretRead {
				n++
			}
		}
		return n
	}
	_, value, err := own.ReadSecret(ctx, inbox.Call{Workspace: own.workspace, Actor: inbox.Operator}, "one")
	if value != "hush hush" || err != nil || reads() != 1 {
		t.Errorf("%q, %d reads logged, %v", value, reads(), err)
	}
	// Someone with access to the database swaps two values.
	two, err := own.Secret(ctx, own.workspace, "two")
	must(t, err)
	must(t, own.db.Write(ctx, own.workspace.ID, func(tx *store.Tx) error {
		return tx.ResealSecret(own.workspace.ID, store.SealedSecret{ID: two.ID, Value: one.Sealed})
	}))
	if _, value, err = own.ReadSecret(ctx, inbox.Call{Workspace: own.workspace, Actor: inbox.Operator}, "two"); err == nil || svcx.KindOf(err) != svcx.KindInternal || reads() != 1 {
		t.Errorf("a swapped value: %q, %d reads logged, %v", value, reads(), err)
	}
	if _, _, err = own.ReadSecret(ctx, inbox.Call{Workspace: own.workspace, Actor: inbox.Operator}, "three"); svcx.KindOf(err) != svcx.KindNotFound || reads() != 1 {
		t.Errorf("a missing one: %v", err)
	}
}

package inbox

import (
	"testing"

	"svcx"
	"svcx/internal/store"
)

// A previous secret that was sealed alone, without a time of its own, signs until the row's time.
// A damaged one does not prevent a rotation.
func TestRotationOfOldOrDamagedSigningSecrets(t *testing.T) {
	d := newFixture(t, t.TempDir())
	own := d.fresh(t, "w")
	set := func(ofOld func(sealed []byte) []byte) {
		t.Helper()
		until := d.Now().Add(svcx.SigningOverlap)
		must(t, d.db.Write(t.Context(), own.workspace.ID, func(tx *store.Tx) error {
			current, err := d.seal(tx, "whsec_current", signingSecretRow(own.channel.ID))
			if err != nil {
				return err
			}
			old, err := d.seal(tx, "whsec_old", signingSecretRow(own.channel.ID))
			if err != nil {
				return err
			}
			return tx.SetSigning(own.workspace.ID, own.channel.ID, svcx.Signing{Secret: current, Old: ofOld(old), OldUntil: &until})
		}))
	}
	signing := func() []string {
		t.Helper()
		ch, err := d.Channel(t.Context(), own.workspace, own.channel.ID)
		must(t, err)
		secrets, err := d.SigningSecrets(ch)
		must(t, err)
		return secrets
	}
	rotate := func() string {
		t.Helper()
		secret, err := d.CreateSigningSecret(t.Context(), own.workspace, Operator, own.channel.ID)
		must(t, err)
		return secret
	}
	set(func(sealed []byte) []byte { return sealed })
	fresh := rotate()
	if got := signing(); len(got) != 3 || got[0] != fresh || got[1] != "whsec_current" || got[2] != "whsec_old" {
		t.Errorf("%q sign", got)
	}
	set(func(sealed []byte) []byte { sealed[len(sealed)-1] ^= 1; return sealed })
	fresh = rotate()
	if got := signing(); len(got) != 1 || got[0] != fresh {
		t.Errorf("after damage %q sign", got)
	}
}

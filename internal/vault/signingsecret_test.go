package vault

import (
	"testing"

	"svcx"
	"svcx/internal/seal"
	"svcx/internal/store"
)

// A previous secret that was sealed alone, without a time of its own, signs until the row's time.
// A damaged one is left out: the current one signs, and is replaced like any other.
func TestRotationOfOldOrDamagedSigningSecrets(t *testing.T) {
	sealer, err := seal.NewSealer(seal.NewKey())
	must(t, err)
	f := newFixture(t, sealer)
	set := func(ofOld func(sealed []byte) []byte) {
		t.Helper()
		until := f.at().Add(svcx.SigningOverlap)
		f.write(t, func(tx *store.Tx) error {
			current, err := f.Seal(tx, "whsec_current", SigningSecret(f.channel))
			if err != nil {
				return err
			}
			old, err := f.Seal(tx, "whsec_old", SigningSecret(f.channel))
			if err != nil {
				return err
			}
			return tx.SetSigning(f.workspace.ID, f.channel, svcx.Signing{Secret: current, Old: ofOld(old), OldUntil: &until})
		})
	}
	set(func(sealed []byte) []byte { return sealed })
	fresh := f.signingSecret(t)
	if got := f.signs(t); len(got) != 3 || got[0] != fresh || got[1] != "whsec_current" || got[2] != "whsec_old" {
		t.Errorf("%q sign", got)
	}
	set(func(sealed []byte) []byte { sealed[len(sealed)-1] ^= 1; return sealed })
	if got := f.signs(t); len(got) != 1 || got[0] != "whsec_current" {
		t.Errorf("with a damaged previous secret %q sign", got)
	}
	fresh = f.signingSecret(t)
	if got := f.signs(t); len(got) != 2 || got[0] != fresh || got[1] != "whsec_current" {
		t.Errorf("after damage %q sign", got)
	}
}

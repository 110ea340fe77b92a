package vault

import (
	"errors"
	"strconv"
	"strings"

	"svcx"
	"svcx/internal/seal"
	"svcx/internal/store"
)

// SigningSecrets decrypts the secrets that sign the channel's calls now, the current one first;
// none if it has no secret.
func (v *Vault) SigningSecrets(ch *svcx.Channel) (secrets []string, err error) {
	if ch.Signing.Secret == nil {
		return nil, nil
	}
	current, err := v.Open(ch.Signing.Secret, SigningSecret(ch.ID))
	if err != nil {
		return nil, err
	}
	old, err := v.retired(ch)
	secrets = []string{current}
	for _, o := range old {
		secrets = append(secrets, o.secret)
	}
	return secrets, err
}

// NewSigningSecret makes a secret for the channel, and what is stored of it. The channel's
// previous secret signs too for svcx.SigningOverlap (D 4), and so do those that it replaced
// within that time: a second rotation, after losing a secret, must not lock out a receiver
// that has the first one.
func (v *Vault) NewSigningSecret(tx *store.Tx, ch *svcx.Channel) (secret string, stored svcx.Signing, err error) {
	secret = seal.NewSigningSecret()
	if stored.Secret, err = v.Seal(tx, secret, SigningSecret(ch.ID)); err != nil {
		return "", stored, err
	}
	if ch.Signing.Secret != nil {
		stored.Old, stored.OldUntil, err = v.retire(tx, ch)
	}
	return secret, stored, err
}

// maxRetired bounds how many previous secrets sign.
const maxRetired = 4

// retiredSecret is a previous secret and until when it signs.
type retiredSecret struct {
	secret string
	until  svcx.Time
}

// retired decrypts the previous secrets that still sign, newest first. They are sealed together,
// as lines of "until secret"; a line without a time signs until the row's time.
func (v *Vault) retired(ch *svcx.Channel) (old []retiredSecret, err error) {
	if ch.Signing.OldUntil == nil || v.at() >= *ch.Signing.OldUntil {
		return nil, nil
	}
	plain, err := v.Open(ch.Signing.Old, SigningSecret(ch.ID))
	if errors.Is(err, seal.ErrDamaged) {
		// The current one signs nevertheless.
		v.log.Warn("damaged former signing secrets are left out", "workspace", ch.Workspace, "channel", ch.ID)
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	for line := range strings.SplitSeq(plain, "\n") {
		one := retiredSecret{line, *ch.Signing.OldUntil}
		if until, secret, ok := strings.Cut(line, " "); ok {
			ms, err := strconv.ParseInt(until, 10, 64)
			if err != nil {
				return nil, err
			}
			one = retiredSecret{secret, svcx.Time(ms)}
		}
		if v.at() < one.until {
			old = append(old, one)
		}
	}
	return old, nil
}

// retire seals the current secret together with the previous ones that still sign, and returns
// until when the last of them does.
func (v *Vault) retire(tx *store.Tx, ch *svcx.Channel) (sealed []byte, until *svcx.Time, err error) {
	secrets, err := v.SigningSecrets(ch)
	if errors.Is(err, seal.ErrDamaged) {
		// A new secret is the way to repair it.
		v.log.Warn("damaged signing secret is dropped", "workspace", ch.Workspace, "channel", ch.ID)
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, err
	}
	old, err := v.retired(ch)
	if err != nil {
		return nil, nil, err
	}
	last := v.at().Add(svcx.SigningOverlap)
	old = append([]retiredSecret{{secrets[0], last}}, old...)
	var lines []string
	for _, o := range old[:min(len(old), maxRetired)] {
		lines = append(lines, strconv.FormatInt(int64(o.until), 10)+" "+o.secret)
	}
	sealed, err = v.Seal(tx, strings.Join(lines, "\n"), SigningSecret(ch.ID))
	return sealed, &last, err
}

package inbox

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"svcx"
	"svcx/internal/seal"
	"svcx/internal/store"
)

// CreateSigningSecret creates a secret that signs the channel's calls and is returned only once.
// A previous secret signs too for a day (D 4), and so do those that it replaced within that
// day: a second rotation, after losing a secret, must not lock out a receiver that has the
// first one.
func (in *Inbox) CreateSigningSecret(ctx context.Context, w *svcx.Workspace, actor svcx.Actor, id svcx.ChannelID) (secret string, err error) {
	secret = seal.NewSigningSecret()
	err = in.db.Write(ctx, w.ID, func(tx *store.Tx) error {
		ch, err := tx.Channel(w.ID, id)
		if err != nil {
			return err
		}
		sealed, err := in.seal(tx, secret, signingSecretRow(id))
		if err != nil {
			return err
		}
		next := svcx.Signing{Secret: sealed}
		if ch.Signing.Secret != nil {
			if next.Old, next.OldUntil, err = in.retire(tx, ch); err != nil {
				return err
			}
		}
		if err := tx.SetSigning(w.ID, id, next); err != nil {
			return err
		}
		return in.auditChannel(tx, w.ID, actor, svcx.AuditSigningSecretCreate, id)
	})
	return secret, err
}

// DeleteSigningSecret ends the signing of the channel's calls at once, also by previous secrets.
// It is NotFound if there is no secret.
func (in *Inbox) DeleteSigningSecret(ctx context.Context, w *svcx.Workspace, actor svcx.Actor, id svcx.ChannelID) error {
	return in.db.Write(ctx, w.ID, func(tx *store.Tx) error {
		ch, err := tx.Channel(w.ID, id)
		if err != nil {
			return err
		}
		if ch.Signing.Secret == nil {
			return svcx.NotFound("signing secret")
		}
		if err := tx.SetSigning(w.ID, id, svcx.Signing{}); err != nil {
			return err
		}
		return in.auditChannel(tx, w.ID, actor, svcx.AuditSigningSecretDelete, id)
	})
}

// signingSecretRow binds a sealed signing secret to its channel.
func signingSecretRow(id svcx.ChannelID) string {
	return "channel/" + strconv.FormatInt(int64(id), 10) + "/signing-secret"
}

// SigningSecrets decrypts the secrets that sign the channel's calls now, the current one first;
// none if it has no secret.
func (in *Inbox) SigningSecrets(ch *svcx.Channel) (secrets []string, err error) {
	if ch.Signing.Secret == nil {
		return nil, nil
	}
	current, err := in.masterKeys.Open(ch.Signing.Secret, signingSecretRow(ch.ID))
	if err != nil {
		return nil, err
	}
	old, err := in.retired(ch)
	secrets = []string{string(current)}
	for _, o := range old {
		secrets = append(secrets, o.secret)
	}
	return secrets, err
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
func (in *Inbox) retired(ch *svcx.Channel) (old []retiredSecret, err error) {
	if ch.Signing.OldUntil == nil || in.Now() >= *ch.Signing.OldUntil {
		return nil, nil
	}
	plain, err := in.masterKeys.Open(ch.Signing.Old, signingSecretRow(ch.ID))
	if err != nil {
		return nil, err
	}
	for line := range strings.SplitSeq(string(plain), "\n") {
		one := retiredSecret{line, *ch.Signing.OldUntil}
		if until, secret, ok := strings.Cut(line, " "); ok {
			ms, err := strconv.ParseInt(until, 10, 64)
			if err != nil {
				return nil, err
			}
			one = retiredSecret{secret, svcx.Time(ms)}
		}
		if in.Now() < one.until {
			old = append(old, one)
		}
	}
	return old, nil
}

// retire seals the current secret together with the previous ones that still sign, and returns
// until when the last of them does.
func (in *Inbox) retire(tx *store.Tx, ch *svcx.Channel) (sealed []byte, until *svcx.Time, err error) {
	secrets, err := in.SigningSecrets(ch)
	if errors.Is(err, seal.ErrDamaged) {
		// A new secret is the way to repair it.
		in.log.Warn("damaged signing secret is dropped", "workspace", ch.Workspace, "channel", ch.ID)
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, err
	}
	old, err := in.retired(ch)
	if err != nil {
		return nil, nil, err
	}
	last := in.Now().Add(svcx.SigningOverlap)
	old = append([]retiredSecret{{secrets[0], last}}, old...)
	var lines []string
	for _, o := range old[:min(len(old), maxRetired)] {
		lines = append(lines, strconv.FormatInt(int64(o.until), 10)+" "+o.secret)
	}
	sealed, err = in.seal(tx, strings.Join(lines, "\n"), signingSecretRow(ch.ID))
	return sealed, &last, err
}

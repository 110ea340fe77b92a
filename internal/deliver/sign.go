package deliver

import (
	"errors"
	"strings"
	"time"

	webhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"svcx"
)

// Secrets opens the signing secrets of channels.
type Secrets interface {
	// SigningSecrets returns the channel's signing secrets, the current one first;
	// none if it has none.
	SigningSecrets(ch *svcx.Channel) ([]string, error)
}

// signature returns the webhook-signature header of a call (D 4), or "" without a
// secret. It follows Standard Webhooks: one "v1,…" per secret, separated by blanks.
func signature(secrets []string, id string, at time.Time, body []byte) (string, error) {
	all := make([]string, len(secrets))
	for i, secret := range secrets {
		webhook, err := webhooks.NewWebhook(secret)
		if err != nil {
			// The cause would show part of the secret.
			return "", errors.New("a signing secret is not base64")
		}
		if all[i], err = webhook.Sign(id, at, body); err != nil {
			return "", err
		}
	}
	return strings.Join(all, " "), nil
}

package deliver

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"strings"

	"svcx"
)

// Secrets opens the signing secrets of channels.
type Secrets interface {
	// SigningSecrets returns the channel's signing secrets, the current one first;
	// none if it has none.
	SigningSecrets(ch *svcx.Channel) ([]string, error)
}

// secretPrefix is followed by base64 in a signing secret.
const secretPrefix = "whsec_"

// signature returns the webhook-signature header of a call (D 4), or "" without a
// secret. It follows Standard Webhooks: one "v1,…" per secret, separated by blanks,
// over id, timestamp and body.
func signature(secrets []string, id, timestamp string, body []byte) (string, error) {
	var all []string
	for _, secret := range secrets {
		key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, secretPrefix))
		if err != nil {
			// The cause would show part of the secret.
			return "", fmt.Errorf("a signing secret is not base64")
		}
		mac := hmac.New(sha256.New, key)
		mac.Write([]byte(id + "." + timestamp + "."))
		mac.Write(body)
		all = append(all, "v1,"+base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	}
	return strings.Join(all, " "), nil
}

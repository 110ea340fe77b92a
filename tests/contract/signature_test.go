package contract

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

func init() {
	add("signed", signed)
}

// signed SECRET…
//
// The request that was looked at last must be signed with these secrets of the
// channel, in this order, by the Standard Webhooks scheme.
func signed(w *fixture, _ *testscript.TestScript, args []string) error {
	if len(args) == 0 {
		return fmt.Errorf("usage: signed secret…")
	}
	read := func(path string) string {
		found, _ := lookUp(w.document, path)
		if len(found) != 1 {
			return ""
		}
		return text(found[0])
	}
	content := read("headers.webhook-id") + "." + read("headers.webhook-timestamp") + "." + read("raw")
	var want []string
	for _, arg := range args {
		secret, err := w.expand(arg)
		if err != nil {
			return err
		}
		key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
		if err != nil {
			return fmt.Errorf("the secret is not base64: %w", err)
		}
		mac := hmac.New(sha256.New, key)
		mac.Write([]byte(content))
		want = append(want, "v1,"+base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	}
	if got := read("headers.webhook-signature"); got != strings.Join(want, " ") {
		return fmt.Errorf("the signature is %q, not %q", got, strings.Join(want, " "))
	}
	return nil
}

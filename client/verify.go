package client

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Reasons for which a request is not taken as svcx's.
var (
	ErrUnsigned  = errors.New("the request has no signature")
	ErrSignature = errors.New("no signature of the request is right")
	ErrTimestamp = errors.New("the request's time is too far from this clock")
	ErrToken     = errors.New("the address has a wrong token")
)

// Tolerance is how far the time of a request may be from this machine's clock: an older
// request may be one that somebody repeats.
const Tolerance = 5 * time.Minute

// Check decides whether a request comes from svcx; body is the request's, read to its end.
type Check func(r *http.Request, body []byte) error

// Signed checks the signature of requests by the scheme of Standard Webhooks. It takes the
// channel's signing secret (whsec_…); while it is being replaced, the old and the new one:
// svcx then signs with both for 24 hours, so that either may be known here first.
func Signed(secrets ...string) (Check, error) {
	keys, err := keysOf(secrets)
	if err != nil {
		return nil, err
	}
	return func(r *http.Request, body []byte) error { return verify(keys, r.Header, body, time.Now(), Tolerance) }, nil
}

// Verify checks the signature of a request by its header and body, at a time, for programs that
// are no [net/http] server. See [Signed].
func Verify(secrets []string, header http.Header, body []byte, now time.Time, tolerance time.Duration) error {
	keys, err := keysOf(secrets)
	if err != nil {
		return err
	}
	return verify(keys, header, body, now, tolerance)
}

// Token checks a parameter of the webhook URL's query, for channels without a signing
// secret: the URL https://shop.example.com/webhook?token=… is known to svcx and nobody
// else. It proves less than a signature, as it is the same in every request. Several values
// are for the time in which it is replaced.
func Token(parameter string, values ...string) Check {
	return func(r *http.Request, _ []byte) error {
		given, right := r.URL.Query().Get(parameter), 0
		for _, value := range values {
			if value != "" {
				right |= subtle.ConstantTimeCompare([]byte(given), []byte(value))
			}
		}
		if right == 0 {
			return ErrToken
		}
		return nil
	}
}

// Anyone takes every request for one of svcx: for tests, and behind something that has
// checked the source.
func Anyone(*http.Request, []byte) error { return nil }

// Sign is the webhook-signature of a call with an id, a time and a body: for tests of a
// receiver. Several secrets give several signatures, as during a rotation.
func Sign(secrets []string, id string, at time.Time, body []byte) (string, error) {
	keys, err := keysOf(secrets)
	if err != nil {
		return "", err
	}
	all := make([]string, len(keys))
	for i, key := range keys {
		all[i] = "v1," + base64.StdEncoding.EncodeToString(macOf(key, id, strconv.FormatInt(at.Unix(), 10), body))
	}
	return strings.Join(all, " "), nil
}

func macOf(key []byte, id, at string, body []byte) []byte {
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s.%s.", id, at)
	mac.Write(body)
	return mac.Sum(nil)
}

func keysOf(secrets []string) ([][]byte, error) {
	if len(secrets) == 0 {
		return nil, errors.New("no signing secret is given")
	}
	keys := make([][]byte, len(secrets))
	for i, secret := range secrets {
		key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(strings.TrimSpace(secret), "whsec_"))
		if err != nil || len(key) == 0 {
			// The cause would show part of the secret.
			return nil, fmt.Errorf("signing secret %d is not base64 after whsec_", i+1)
		}
		keys[i] = key
	}
	return keys, nil
}

func verify(keys [][]byte, header http.Header, body []byte, now time.Time, tolerance time.Duration) error {
	id, at, signatures := header.Get("webhook-id"), header.Get("webhook-timestamp"), strings.Fields(header.Get("webhook-signature"))
	if len(signatures) == 0 || id == "" {
		return ErrUnsigned
	}
	seconds, err := strconv.ParseInt(at, 10, 64)
	if err != nil || now.Sub(time.Unix(seconds, 0)).Abs() > tolerance {
		return ErrTimestamp
	}
	for _, key := range keys {
		want := macOf(key, id, at, body)
		for _, s := range signatures {
			encoded, isV1 := strings.CutPrefix(s, "v1,")
			given, err := base64.StdEncoding.DecodeString(encoded)
			if isV1 && err == nil && hmac.Equal(given, want) {
				return nil
			}
		}
	}
	return ErrSignature
}

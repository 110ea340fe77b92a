// Package seal generates and hashes API keys, channel keys and tokens, and encrypts the
// few secrets that must be readable again (workspace secrets, provider keys, channel
// keys in form B) under the server's master key.
package seal

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"strings"
	"time"
)

const (
	apiKeyPrefix        = "svcx_sk_"
	channelKeyPrefix    = "svcx_"
	signingSecretPrefix = "whsec_"
	keyHexLen           = 40
	apiKeyLen           = len(apiKeyPrefix) + keyHexLen
)

// NewAPIKey returns a REST API key: "svcx_sk_" and 40 hexadecimal digits, 48
// characters in all, 160 random bits (R 2.5). Only its Hash is stored.
func NewAPIKey() string { return apiKeyPrefix + RandomHex(keyHexLen) }

// NewChannelKey returns a channel's inbound key: "svcx_" and 40 hexadecimal
// digits, 45 characters (W 5.1). It cannot be mistaken for an API key, as no
// hexadecimal digit is an s.
func NewChannelKey() string { return channelKeyPrefix + RandomHex(keyHexLen) }

// Hint is the beginning of a channel key, by which it is recognized. It has 4 of its 40
// digits.
func Hint(key string) string { return key[:min(len(key), len(channelKeyPrefix)+4)] }

// NewToken returns 32 random bytes as 43 characters of unpadded base64url, for
// sign-in links and sessions (D 6). Only its Hash is stored.
func NewToken() string {
	var b [32]byte
	rand.Read(b[:]) // never fails: it crashes the program if there is no randomness
	return base64.RawURLEncoding.EncodeToString(b[:])
}

// NewSigningSecret returns a secret that signs a channel's calls as in Standard
// Webhooks: "whsec_" and the base64 of 32 random bytes. The prefix is not part of the
// HMAC key.
func NewSigningSecret() string {
	var b [32]byte
	rand.Read(b[:])
	return signingSecretPrefix + base64.StdEncoding.EncodeToString(b[:])
}

// RandomHex returns n random hexadecimal digits.
func RandomHex(n int) string {
	b := make([]byte, n/2)
	rand.Read(b)
	return hex.EncodeToString(b)
}

// TimedHex returns n hexadecimal digits, more than 12, that begin with a time and are random
// otherwise: ids in the order of their times, whose index grows at its end.
func TimedHex(at time.Time, n int) string {
	return fmt.Sprintf("%012x", at.UnixMilli()&(1<<48-1)) + RandomHex(n-12)
}

// LooksLikeAPIKey reports whether s has the format of NewAPIKey, with lower-case digits.
// Otherwise the key is malformed (R 5.2) and needs no query.
func LooksLikeAPIKey(s string) bool {
	if len(s) != apiKeyLen || !strings.HasPrefix(s, apiKeyPrefix) {
		return false
	}
	for _, c := range []byte(s[len(apiKeyPrefix):]) {
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}

// Hash returns the SHA-256 of a key or token in hexadecimal, which is stored and looked up
// instead of it. It is unsalted and fast on purpose: keys and tokens have at least 160 random bits
// and cannot be guessed. It is not for passwords.
func Hash(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:])
}

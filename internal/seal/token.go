// Package seal holds what is secret about svcx: it makes API keys, channel keys
// and tokens, hashes and compares them, and encrypts the few secrets that must
// be readable again (workspace secrets, provider keys, channel keys in form B)
// under the server's master key.
package seal

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"strings"
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
func NewAPIKey() string { return apiKeyPrefix + randomHex(keyHexLen) }

// NewChannelKey returns a channel's inbound key: "svcx_" and 40 hexadecimal
// digits, 45 characters (W 5.1). It cannot be taken for an API key: no
// hexadecimal digit is an s.
func NewChannelKey() string { return channelKeyPrefix + randomHex(keyHexLen) }

// NewToken returns 32 random bytes as 43 characters of unpadded base64url, for
// sign-in links and sessions (D 6). Only its Hash is stored.
func NewToken() string {
	var b [32]byte
	rand.Read(b[:]) // never fails: the program ends if the system has no randomness
	return base64.RawURLEncoding.EncodeToString(b[:])
}

// NewSigningSecret returns what signs a channel's calls by the Standard
// Webhooks scheme: "whsec_" and the base64 of 32 random bytes. The prefix is
// shown with it and is no part of the HMAC's key.
func NewSigningSecret() string {
	var b [32]byte
	rand.Read(b[:])
	return signingSecretPrefix + base64.StdEncoding.EncodeToString(b[:])
}

func randomHex(n int) string {
	b := make([]byte, n/2)
	rand.Read(b)
	return hex.EncodeToString(b)
}

// LooksLikeAPIKey says whether s has the form of NewAPIKey's result, lower-case
// digits included. What has not is a malformed key (R 5.2) and needs no query.
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

// Hash returns the SHA-256 of a key or token, which is what the database has
// and looks up. It is unsalted and fast on purpose: what it hashes has at
// least 160 random bits, so there is nothing to guess. Not for passwords.
func Hash(s string) [32]byte { return sha256.Sum256([]byte(s)) }

package seal

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
)

const (
	keySize   = 32
	keyIDSize = 8
)

// Key is a master key: 32 random bytes. Printed, logged or marshaled it is
// "[master key]". The zero Key is invalid; NewSealer refuses it.
type Key struct {
	// A function, since fmt does not call the methods of a Key in an unexported
	// field: it would print an array and, with a verb that does not fit, what a
	// pointer points to. It also rules out ==, which does not compare in constant
	// time.
	secret func() [keySize]byte
}

func keyOf(secret [keySize]byte) Key { return Key{func() [keySize]byte { return secret }} }

// NewKey returns a new random key.
func NewKey() Key {
	var secret [keySize]byte
	rand.Read(secret[:])
	return keyOf(secret)
}

var errKey = errors.New("master key: want the base64 of 32 random bytes, 44 characters, as printed by: openssl rand -base64 32")

// ParseKey parses a master key (SVCX_MASTER_KEY): base64 of exactly 32 bytes, in the
// standard or the URL alphabet, with or without padding, ignoring white space around
// it. The error says what is expected and contains nothing of s.
func ParseKey(s string) (Key, error) {
	s = strings.TrimRight(strings.TrimSpace(s), "=")
	s = strings.NewReplacer("-", "+", "_", "/").Replace(s)
	// The length is checked first: the decoder would skip line breaks within.
	if len(s) != base64.RawStdEncoding.EncodedLen(keySize) {
		return Key{}, errKey
	}
	b, err := base64.RawStdEncoding.Strict().DecodeString(s)
	if err != nil || len(b) != keySize {
		return Key{}, errKey
	}
	secret := [keySize]byte(b)
	if secret == [keySize]byte{} {
		return Key{}, errKey // a placeholder
	}
	return keyOf(secret), nil
}

// ID identifies the key without revealing anything of it: 16 hexadecimal digits. It
// is in every value sealed under the key.
func (k Key) ID() string {
	id := k.id()
	return hex.EncodeToString(id[:])
}

func (k Key) id() (id [keyIDSize]byte) {
	if k.secret == nil {
		return id
	}
	secret := k.secret()
	sum := sha256.Sum256(append([]byte("svcx master key id\n"), secret[:]...))
	copy(id[:], sum[:])
	return id
}

// encode is the format of a key file.
func (k Key) encode() string {
	secret := k.secret()
	return base64.StdEncoding.EncodeToString(secret[:])
}

const redacted = "[master key]"

// Format prints a placeholder for every verb: %d and %x would print the bytes in
// spite of a String method.
func (Key) Format(f fmt.State, _ rune) { io.WriteString(f, redacted) }

// String returns a placeholder.
func (Key) String() string { return redacted }

// GoString returns a placeholder.
func (Key) GoString() string { return redacted }

// LogValue logs a placeholder.
func (Key) LogValue() slog.Value { return slog.StringValue(redacted) }

// MarshalText returns a placeholder.
func (Key) MarshalText() ([]byte, error) { return []byte(redacted), nil }

// MarshalJSON returns a placeholder.
func (Key) MarshalJSON() ([]byte, error) { return []byte(`"` + redacted + `"`), nil }

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

// Key is a master key: 32 random bytes. It never shows itself: printed, logged
// or marshalled it is "[master key]". The zero Key is no key; NewSealer refuses
// it.
type Key struct {
	// A function, since fmt cannot ask a Key in an unexported field of some
	// other struct how it wants to be printed: it would show an array, and
	// with a verb that does not fit what a pointer points to as well. It also
	// forbids ==, which would compare in a time that depends on the secret.
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

// ParseKey reads a master key (SVCX_MASTER_KEY): base64 of exactly 32 bytes,
// in the standard or the URL alphabet, padded or not, white space around it
// ignored. The error says what is wanted and shows nothing of s.
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
		return Key{}, errKey // a placeholder that nobody filled in
	}
	return keyOf(secret), nil
}

// ID names the key without telling anything of it: 16 hexadecimal digits. It
// stands in all that the key has sealed.
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

// encode is the form in a key file.
func (k Key) encode() string {
	secret := k.secret()
	return base64.StdEncoding.EncodeToString(secret[:])
}

const redacted = "[master key]"

// Format prints a placeholder whatever the verb: %d and %x would get at the
// bytes past a String method.
func (Key) Format(f fmt.State, _ rune) { io.WriteString(f, redacted) }

// String returns a placeholder.
func (Key) String() string { return redacted }

// GoString returns a placeholder.
func (Key) GoString() string { return redacted }

// LogValue logs a placeholder.
func (Key) LogValue() slog.Value { return slog.StringValue(redacted) }

// MarshalText gives a placeholder.
func (Key) MarshalText() ([]byte, error) { return []byte(redacted), nil }

// MarshalJSON gives a placeholder.
func (Key) MarshalJSON() ([]byte, error) { return []byte(`"` + redacted + `"`), nil }

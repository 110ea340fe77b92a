package seal

import (
	"crypto/aes"
	"crypto/cipher"
	"encoding/hex"
	"errors"
	"fmt"
)

// A sealed value is
//
//	version  1 byte, 1
//	key id   8 bytes, see Key.ID
//	nonce    12 bytes, random
//	text     AES-256-GCM, as long as the plain text
//	tag      16 bytes
//
// The additional data are the version, the key id and the row.
const (
	sealVersion = 1
	headerSize  = 1 + keyIDSize
	nonceSize   = 12
	tagSize     = 16

	// Overhead is how much longer a sealed value is than its plain text.
	Overhead = headerSize + nonceSize + tagSize
)

// Errors of Open and Verify, for errors.Is.
var (
	// ErrWrongMasterKey is for values sealed under a master key that is not loaded.
	ErrWrongMasterKey = errors.New("sealed under another master key")
	// ErrDamaged is for values that are not sealed, were changed, or were sealed for
	// another row.
	ErrDamaged = errors.New("sealed value is damaged or belongs to another row")
)

// checkRow and checkText are the row and the content of the check value.
const (
	checkRow  = "svcx/master-key-check"
	checkText = "svcx"
)

// Sealer encrypts and decrypts under the master key (D 5, "Secrets"). It is immutable
// and safe for concurrent use.
type Sealer struct {
	current [keyIDSize]byte
	// cipher returns nil for a key that is not loaded. It is a function for the same
	// reason as in Key: the ciphers hold the keys.
	cipher func(id [keyIDSize]byte) cipher.AEAD
	// keys are for Sign.
	keys map[[keyIDSize]byte]Key
}

// NewSealer returns a Sealer that seals under current and opens what was sealed under
// current or one of old. It fails only if one of them is the zero Key.
//
// A key should not seal more than 2^32 values: the nonces are random.
func NewSealer(current Key, old ...Key) (*Sealer, error) {
	ciphers, keys := make(map[[keyIDSize]byte]cipher.AEAD), make(map[[keyIDSize]byte]Key)
	for _, k := range append([]Key{current}, old...) {
		if k.secret == nil {
			return nil, errors.New("seal: no master key")
		}
		secret := k.secret()
		block, err := aes.NewCipher(secret[:])
		if err != nil {
			return nil, fmt.Errorf("seal: %w", err)
		}
		aead, err := cipher.NewGCMWithRandomNonce(block)
		if err != nil {
			return nil, fmt.Errorf("seal: %w", err)
		}
		ciphers[k.id()], keys[k.id()] = aead, k
	}
	return &Sealer{
		current: current.id(),
		cipher:  func(id [keyIDSize]byte) cipher.AEAD { return ciphers[id] },
		keys:    keys,
	}, nil
}

// KeyID is the ID of the key that Seal uses.
func (s *Sealer) KeyID() string { return hex.EncodeToString(s.current[:]) }

// Seal encrypts plain and binds it to row, a name such as "secret/7/42" that is unique
// to the value and never changes. Open needs the same row, so that values cannot be
// swapped in the database. The result is Overhead bytes longer than plain. An empty row
// is an error.
func (s *Sealer) Seal(plain []byte, row string) ([]byte, error) {
	if row == "" {
		return nil, errors.New("seal: no row to bind the value to")
	}
	header := append([]byte{sealVersion}, s.current[:]...)
	out := make([]byte, headerSize, len(plain)+Overhead)
	copy(out, header)
	return s.cipher(s.current).Seal(out, nil, plain, append(header, row...)), nil
}

// Open returns the plain text of a sealed value. It fails with ErrWrongMasterKey if the
// key is not loaded and otherwise with ErrDamaged.
func (s *Sealer) Open(sealed []byte, row string) ([]byte, error) {
	id, ok := keyID(sealed)
	if !ok {
		return nil, ErrDamaged
	}
	aead := s.cipher(id)
	if aead == nil {
		return nil, fmt.Errorf("%w (%x)", ErrWrongMasterKey, id)
	}
	data := append(sealed[:headerSize:headerSize], row...)
	plain, err := aead.Open(nil, nil, sealed[headerSize:], data)
	if err != nil {
		return nil, ErrDamaged
	}
	return plain, nil
}

// Under returns a Sealer that seals under the key of the check value, which is the
// database's current one. It fails with ErrWrongMasterKey if that is not loaded.
func (s *Sealer) Under(check []byte) (*Sealer, error) {
	if err := s.Verify(check); err != nil {
		return nil, err
	}
	id, _ := keyID(check)
	return &Sealer{current: id, cipher: s.cipher, keys: s.keys}, nil
}

// keyID parses the header. ok is false if it cannot be a sealed value.
func keyID(sealed []byte) (id [keyIDSize]byte, ok bool) {
	if len(sealed) < Overhead || sealed[0] != sealVersion {
		return id, false
	}
	copy(id[:], sealed[1:headerSize])
	return id, true
}

// Stale reports whether a value is sealed under another key than the current one. A
// rotation reseals those.
func (s *Sealer) Stale(sealed []byte) bool {
	id, ok := keyID(sealed)
	return ok && id != s.current
}

// Check returns a check value to store in the database, by which Verify recognizes the
// master key (D 5). It contains no secret and differs with each call.
func (s *Sealer) Check() []byte {
	check, err := s.Seal([]byte(checkText), checkRow)
	if err != nil {
		panic(err) // the row is not empty
	}
	return check
}

// Verify checks that a check value was made under one of the loaded keys. Otherwise it
// fails with ErrWrongMasterKey and the node must not start: it would seal values that
// the others cannot open. For an invalid check value it fails with ErrDamaged. A
// rotation replaces the check value (see Stale).
func (s *Sealer) Verify(check []byte) error {
	plain, err := s.Open(check, checkRow)
	if err != nil {
		return err
	}
	if string(plain) != checkText {
		return ErrDamaged
	}
	return nil
}

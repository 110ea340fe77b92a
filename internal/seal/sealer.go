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
//	text     as long as the plain text, AES-256-GCM
//	tag      16 bytes
//
// The additional data of the tag are version, key id and the row's name.
const (
	sealVersion = 1
	headerSize  = 1 + keyIDSize
	nonceSize   = 12
	tagSize     = 16

	// Overhead is by how much a sealed value is longer than its plain text.
	Overhead = headerSize + nonceSize + tagSize
)

// The errors of Open and Verify, to be told apart with errors.Is.
var (
	// ErrWrongMasterKey: sealed under a master key that is not loaded.
	ErrWrongMasterKey = errors.New("sealed under another master key")
	// ErrDamaged: not a sealed value, changed since it was sealed, or sealed
	// for another row.
	ErrDamaged = errors.New("sealed value is damaged or belongs to another row")
)

// checkRow is the row's name of the check value.
const (
	checkRow  = "svcx/master-key-check"
	checkText = "svcx"
)

// Sealer encrypts and decrypts under the master key (D 5, "Secrets"). It
// is safe for concurrent use and never changes.
type Sealer struct {
	current [keyIDSize]byte
	// cipher is nil for a key that is not loaded. A function for the reason
	// given at Key: the ciphers hold the keys.
	cipher func(id [keyIDSize]byte) cipher.AEAD
	// keys sign (see Sign).
	keys map[[keyIDSize]byte]Key
}

// NewSealer returns a Box that seals under current and opens what current or one
// of old has sealed. It fails only if one of them is the zero Key.
//
// A key should not seal more than 2^32 values in its life: the nonces are
// random.
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

// KeyID names the key that Seal uses (Key.ID).
func (b *Sealer) KeyID() string { return hex.EncodeToString(b.current[:]) }

// Seal encrypts plain for one row, which is a name that no other value has and
// that never changes, such as "secret/7/42": only Open with the same row gives
// it back, so that nobody who can write to the database can swap two values.
// The result is Overhead bytes longer than plain. An empty row is an error.
func (b *Sealer) Seal(plain []byte, row string) ([]byte, error) {
	if row == "" {
		return nil, errors.New("seal: no row to bind the value to")
	}
	header := append([]byte{sealVersion}, b.current[:]...)
	out := make([]byte, headerSize, len(plain)+Overhead)
	copy(out, header)
	return b.cipher(b.current).Seal(out, nil, plain, append(header, row...)), nil
}

// Open returns what Seal was given. It fails with ErrWrongMasterKey if the key
// is not loaded and with ErrDamaged in every other case.
func (b *Sealer) Open(sealed []byte, row string) ([]byte, error) {
	id, ok := keyID(sealed)
	if !ok {
		return nil, ErrDamaged
	}
	aead := b.cipher(id)
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

// Under is the same Box sealing under the key that has made the check value: the
// one that the database is under now. ErrWrongMasterKey if that is not loaded.
func (b *Sealer) Under(check []byte) (*Sealer, error) {
	if err := b.Verify(check); err != nil {
		return nil, err
	}
	id, _ := keyID(check)
	return &Sealer{current: id, cipher: b.cipher, keys: b.keys}, nil
}

// keyID reads the header. ok is false for what cannot be a sealed value.
func keyID(sealed []byte) (id [keyIDSize]byte, ok bool) {
	if len(sealed) < Overhead || sealed[0] != sealVersion {
		return id, false
	}
	copy(id[:], sealed[1:headerSize])
	return id, true
}

// Stale says whether a value was sealed under another key than the current
// one: rotation opens those and seals them again.
func (b *Sealer) Stale(sealed []byte) bool {
	id, ok := keyID(sealed)
	return ok && id != b.current
}

// Check returns a value, new at each call, for the database to keep, by which
// Verify knows the master key (D 5). It holds no secret.
func (b *Sealer) Check() []byte {
	check, err := b.Seal([]byte(checkText), checkRow)
	if err != nil {
		panic(err) // the row is not empty
	}
	return check
}

// Verify says whether the database that holds this check value was written
// under one of the loaded keys. If not the error is ErrWrongMasterKey, and the
// node must not start: it would seal what the others cannot open. A check
// value that is none is ErrDamaged. After a rotation the new key's Check
// replaces the old one (see Stale).
func (b *Sealer) Verify(check []byte) error {
	plain, err := b.Open(check, checkRow)
	if err != nil {
		return err
	}
	if string(plain) != checkText {
		return ErrDamaged
	}
	return nil
}
